//! What the rulesets say of the same game, side by side.

use super::prose::table;
use crate::audit::Comparison;
use crate::go::{Color, Points};
use crate::rules::{Counting, DeadStones, Ruleset};
use crate::score::PointKind;
use crate::sgf::{How, Outcome};

/// One table of all rulesets: margin, winner, and what differs from the game's own ruleset and why.
pub(super) fn game_table(comparisons: &[Comparison], own: &Ruleset) -> String {
    if comparisons.is_empty() {
        return "The game wasn't to be counted: nothing to compare.\n".to_owned();
    }
    let base = comparisons.iter().find(|comparison| comparison.rules.id == own.id);
    let header = ["ruleset", "result", "board", "prisoners", "komi", "other", "remarks"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    for comparison in comparisons {
        let result = comparison.outcome().map_or("?".to_owned(), |outcome| outcome.to_string());
        let items = items(comparison).map_or([const { String::new() }; 4], |items| {
            items.map(|points| if points == Points::ZERO { "0".to_owned() } else { signed(points) })
        });
        let [board, prisoners, komi, other] = items;
        let mark = if comparison.rules.id == own.id { " *" } else { "" };
        let id = format!("{}{mark}", comparison.rules.id);
        rows.push(vec![id, result, board, prisoners, komi, other, remarks(comparison, base)]);
    }
    let mut out = String::from(
        "All figures are White's minus Black's; board is territory or area, prisoners include pass \
         stones,\nother is compensation for handicap stones, group tax and the first pass. * the \
         game's own ruleset.\n\n",
    );
    table(&mut out, &rows);
    out
}

fn signed(points: Points) -> String {
    if points > Points::ZERO { format!("+{points}") } else { points.to_string() }
}

/// The parts of a margin: board, prisoners, komi, all else.
pub(super) fn items(comparison: &Comparison) -> Option<[Points; 4]> {
    let score = comparison.score.as_ref()?;
    let count = &score.count;
    let difference = |values: [u32; 2]| Points::whole(i64::from(values[1]) - i64::from(values[0]));
    let other = score.tax + score.first_pass_point;
    Some(match comparison.rules.counting.value {
        Counting::Territory => {
            let board = difference(count.territory);
            [board, score.territory_margin_completed - board - score.komi, score.komi, other]
        }
        Counting::Area | Counting::Stones => {
            let board = difference([count.area(Color::Black), count.area(Color::White)]);
            [board, Points::ZERO, score.komi, other + score.compensation]
        }
    })
}

/// What a reader should know of a ruleset's count: what it forbids, and what makes it differ.
pub(super) fn remarks(comparison: &Comparison, base: Option<&Comparison>) -> String {
    let mut remarks = Vec::new();
    remarks.extend(comparison.undecided.map(|why| why.name().to_owned()));
    if comparison.forbidden > 0 {
        let moves = if comparison.forbidden == 1 { "move" } else { "moves" };
        remarks.push(format!("{} {moves} against the rules", comparison.forbidden));
    }
    let Some(score) = &comparison.score else { return remarks.join("; ") };
    if let Some(base) = base
        && base.rules.id != comparison.rules.id
        && let (Some(here), Some(there)) = (comparison.outcome(), base.outcome())
    {
        if winner(here) != winner(there) {
            remarks.push("another winner".to_owned());
        }
        let dead = |c: &Comparison| c.score.as_ref().map_or([0; 2], |score| score.count.dead);
        if comparison.rules.dead_stones.value == DeadStones::None && dead(base) != [0, 0] {
            remarks.push(format!("{} dead stones stay", dead(base)[0] + dead(base)[1]));
        }
    }
    if let Some(kinds) = score.count.kinds.as_ref().filter(|_| !comparison.rules.seki_eyes.value) {
        let number =
            |wanted: fn(&PointKind) -> bool| kinds.iter().filter(|kind| wanted(kind)).count();
        let seki = number(|kind| matches!(kind, PointKind::SekiEye(_)));
        let filled = number(|kind| matches!(kind, PointKind::FalseEye(_)));
        if seki > 0 {
            remarks.push(format!("{seki} points in seki don't count"));
        }
        if filled > 0 {
            remarks.push(format!("{filled} points have to be filled"));
        }
    }
    remarks.join("; ")
}

/// Who wins; `None` for a draw.
pub(super) fn winner(outcome: Outcome) -> Option<Color> {
    match outcome {
        Outcome::Win(color, How::Points(_) | How::Unspecified) => Some(color),
        _ => None,
    }
}
