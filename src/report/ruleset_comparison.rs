//! The counts of a game under all rulesets, side by side.

use super::count_breakdown::stone_scoring_note;
use super::ruleset_differences::{counted_or_not, ruleset_differences};
use super::text_layout::table;
use crate::audit::Comparison;
use crate::go::{Color, Points};
use crate::plural::{fmt_signed, pluralize};
use crate::rules::{Counting, Ruleset};
use crate::score::PointKind;
use crate::sgf::{Outcome, WinBy};

/// Returns a table of all rulesets: margin, winner, and what differs from the game's own ruleset and why.
pub(super) fn game_table(
    comparisons: &[Comparison],
    own: &Ruleset,
    width: Option<usize>,
) -> String {
    if comparisons.is_empty() {
        return "The game wasn't decided by counting, so there is nothing to compare.\n".to_owned();
    }
    let base = comparisons.iter().find(|comparison| comparison.rules.id == own.id);
    let header = ["ruleset", "result", "board", "prisoners", "komi", "other", "remarks"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    for comparison in comparisons {
        let result = comparison.outcome().map_or("?".to_owned(), |outcome| outcome.to_string());
        let [board, prisoners, komi, other] = match MarginParts::of(comparison) {
            Some(MarginParts { board, prisoners, komi, other }) => {
                [board, prisoners, komi, other].map(fmt_signed)
            }
            None => [const { String::new() }; 4],
        };
        let mark = if comparison.rules.id == own.id { " *" } else { "" };
        let id = format!("{}{mark}", comparison.rules.id);
        let remarks = remarks(comparison, base);
        let mut remarks = remarks.split("; ").map(str::to_owned);
        let first = remarks.next().unwrap_or_default();
        rows.push(vec![id, result, board, prisoners, komi, other, first]);
        rows.extend(remarks.map(|remark| {
            let mut row = vec![String::new(); header.len()];
            row[header.len() - 1] = remark;
            row
        }));
    }
    let mut out = String::from(
        "Figures are White's points minus Black's. board: territory or area. prisoners: with pass \
         stones.\nother: compensation for handicap stones, group tax and the first pass. * marks the \
         game's own\nruleset; a figure in brackets is what White gains compared with it.\n\n",
    );
    table(&mut out, &rows, width);
    out
}

/// The parts of a margin. Each is White's points minus Black's.
pub(super) struct MarginParts {
    /// Territory or area.
    pub board: Points,
    /// Prisoners and pass stones.
    pub prisoners: Points,
    pub komi: Points,
    /// Compensation for handicap stones, group tax and the first pass.
    pub other: Points,
}

impl MarginParts {
    /// Returns the parts of a ruleset's own margin; `None` if the ruleset can't count the game.
    pub fn of(comparison: &Comparison) -> Option<Self> {
        let score = comparison.score.as_ref()?;
        let (count, komi) = (&score.count, score.komi);
        let other = score.tax + score.first_pass;
        Some(match comparison.rules.counting.value {
            Counting::Territory => {
                let board = count.territory.margin();
                let prisoners = score.territory_margin_completed - board - komi;
                Self { board, prisoners, komi, other }
            }
            Counting::Area | Counting::Stones => {
                let (board, prisoners) = (count.areas().margin(), Points::ZERO);
                Self { board, prisoners, komi, other: other + score.compensation }
            }
        })
    }
}

/// Returns remarks on a ruleset's count: how many moves it forbids, and why its margin differs from that of
/// the game's own ruleset.
pub(super) fn remarks(comparison: &Comparison, base: Option<&Comparison>) -> String {
    let mut remarks = Vec::new();
    remarks.extend(comparison.undecided.map(|why| why.name().to_owned()));
    if comparison.forbidden > 0 {
        remarks.push(format!("{} against the rules", pluralize(comparison.forbidden, "move")));
    }
    let Some(score) = &comparison.score else { return remarks.join("; ") };
    remarks.extend(stone_scoring_note(&comparison.rules, score).map(str::to_owned));
    let base = base.filter(|base| base.score.is_some() && base.rules.id != comparison.rules.id);
    if let Some(base) = base {
        if comparison.outcome().map(winner) != base.outcome().map(winner) {
            remarks.push("another winner".to_owned());
        }
        remarks.extend(ruleset_differences(comparison, base));
        let tie = score.margin == Points::ZERO;
        match [comparison, base].map(|of| of.rules.black_wins_ties.value) {
            [true, false] if tie => remarks.push("Black wins ties".to_owned()),
            [false, true] if tie => remarks.push("Black doesn't win ties".to_owned()),
            _ => {}
        }
    } else if let Some(kinds) =
        score.count.kinds.as_ref().filter(|_| !comparison.rules.seki_eyes.value)
    {
        let number = |wanted: fn(&PointKind) -> bool| {
            kinds.iter().filter(|kind| wanted(kind)).count() as u32
        };
        let seki = number(|kind| matches!(kind, PointKind::SekiEye(_)));
        let filled = number(|kind| matches!(kind, PointKind::FalseEye(_)));
        // If only stones count, a false eye will hold one.
        let stones = comparison.rules.counting.value == Counting::Stones;
        let points = [(seki, "in seki", false), (filled, "to be filled", stones)];
        let there = points.into_iter().filter(|(number, ..)| *number > 0);
        remarks.extend(there.map(|(number, what, counts)| counted_or_not(number, what, counts)));
    }
    remarks.join("; ")
}

/// Returns the winner; `None` for a draw.
pub(super) fn winner(outcome: Outcome) -> Option<Color> {
    match outcome {
        Outcome::Win(color, WinBy::Points(_) | WinBy::Unspecified) => Some(color),
        _ => None,
    }
}
