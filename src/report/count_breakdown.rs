//! Explanations of a count: why area and territory differ, and how the ruleset itself presents the count.

use sgf_audit_core::audit::Audit;
use sgf_audit_core::go::{ByColor, Color, Points};
use sgf_audit_core::plural::fmt_signed;
use sgf_audit_core::rules::{Counting, Presentation, Ruleset};
use sgf_audit_core::score::{PointKind, Score};
use std::cmp::Ordering;

/// Explains why the counts by area and by territory agree or differ. Every stone that was played counts by area
/// and not by territory, and so does a pass where it costs a stone (BGA appendix B). Surrounded points that a
/// ruleset doesn't count as territory count by area.
pub(super) fn explain_difference(audit: &Audit, score: &Score) -> String {
    let ByColor { black, white } = score.moves;
    let completed =
        if score.added_passes == [0, 0] { "" } else { ", including the passes that the rules add" };
    let handicap = match audit.replay.handicap.stones {
        0 => "",
        _ => " (the handicap stones count as one)",
    };
    let moves = format!("Moves{completed}: Black {black}, White {white}{handicap}. ");
    let reason = match (
        score.area_margin - score.territory_margin_completed,
        &parts(audit, score)[..],
    ) {
        (Points::ZERO, _) => "Area and territory agree.".to_owned(),
        (difference, [(Part::Moves, _)]) if audit.rules.pass_stones.value => format!(
            "Area and territory differ by {}, because one side made that many more moves.",
            difference.abs()
        ),
        (difference, [(Part::Moves, _)]) => format!(
            "Area and territory differ by {}, because one side played that many more stones and a pass \
             costs none.",
            difference.abs()
        ),
        (difference, parts) => {
            let leader = if difference > Points::ZERO { Color::White } else { Color::Black };
            let parts = parts.iter().map(|(part, gain)| {
                let gain = if leader == Color::White { *gain } else { -*gain };
                format!("{} for {}", fmt_signed(gain), part.words(audit, score))
            });
            let points = if difference.abs() == Points::whole(1) { "point" } else { "points" };
            format!(
                "By area {leader} has {} {points} more than by territory: {}.",
                difference.abs(),
                parts.collect::<Vec<_>>().join(", ")
            )
        }
    };
    moves + &reason + &points_to_fill(audit, score)
}

/// The points that are nobody's because their owner has to fill them: " C3 and D5 have to be filled, so ...".
fn points_to_fill(audit: &Audit, score: &Score) -> String {
    let size = audit.size;
    let kinds = score.count.kinds.iter().flatten();
    let to_fill = size.points().zip(kinds.zip(&score.count.owner));
    let names: Vec<String> = to_fill
        .filter(|(_, (kind, owner))| matches!(kind, PointKind::FalseEye(_)) && owner.is_none())
        .map(|(point, _)| point.name(size))
        .collect();
    match names.len() {
        0 => String::new(),
        1 => format!(" {} has to be filled, so it is nobody's territory.", names[0]),
        _ => format!(" {} have to be filled, so they are nobody's territory.", names.join(", ")),
    }
}

/// A part of the difference between area and territory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Moves where a pass costs a stone, otherwise stones played. The handicap counts as one.
    Moves,
    /// Stones set up, without the handicap, minus stones that setup removed.
    Setup,
    /// Handicap stones but the first, minus White's points for them.
    Handicap,
    /// Surrounded points that aren't territory.
    LeftOut,
}

impl Part {
    fn words(self, audit: &Audit, score: &Score) -> String {
        match self {
            Self::Moves => {
                let ByColor { black, white } = moves(audit, score);
                let what = if audit.rules.pass_stones.value { "moves" } else { "stones played" };
                format!("the {what} (Black {black}, White {white})")
            }
            Self::Setup => {
                let ByColor { black, white } = set_up(audit, score);
                format!("the stones set up (Black {black}, White {white})")
            }
            Self::Handicap => format!(
                "the handicap (Black's stones after the first: {}; White's points for them: {})",
                beyond_first(audit),
                score.compensation
            ),
            Self::LeftOut => {
                let count = &score.count;
                let ByColor { black, white } = count
                    .surrounded
                    .zip(count.territory)
                    .map(|(surrounded, territory)| i64::from(surrounded) - i64::from(territory));
                format!("surrounded points that aren't territory (Black {black}, White {white})")
            }
        }
    }
}

/// Returns the parts of the difference that aren't zero, with White's gain by each. They add up to the
/// difference, since each stone was set up, placed as handicap, or played.
fn parts(audit: &Audit, score: &Score) -> Vec<(Part, Points)> {
    let parts = [
        (Part::Moves, moves(audit, score).margin()),
        (Part::Setup, set_up(audit, score).margin()),
        (Part::Handicap, score.compensation - Points::whole(beyond_first(audit))),
        (Part::LeftOut, score.count.left_out()),
    ];
    parts.into_iter().filter(|(_, gain)| *gain != Points::ZERO).collect()
}

/// Returns the number of moves, or of stones played where a pass costs no stone.
fn moves(audit: &Audit, score: &Score) -> ByColor<i64> {
    if audit.rules.pass_stones.value {
        return score.moves.map(i64::from);
    }
    let mut plays = audit.replay.tally.plays.map(i64::from);
    plays.black += i64::from(audit.replay.handicap.stones > 0);
    plays
}

/// Returns the number of stones that were set up, without the handicap. It is negative if setup removed more.
fn set_up(audit: &Audit, score: &Score) -> ByColor<i64> {
    let played = audit.replay.tally.plays;
    let mut set_up =
        score.put_down.zip(played).map(|(all, played)| i64::from(all) - i64::from(played));
    set_up.black -= i64::from(audit.replay.handicap.stones);
    set_up
}

fn beyond_first(audit: &Audit) -> i64 {
    i64::from(audit.replay.handicap.stones.saturating_sub(1))
}

/// Presents the count in the ruleset's own way, if it has one.
pub(super) fn ruleset_presentation(rules: &Ruleset, score: &Score) -> Option<String> {
    if rules.counting.value == Counting::Territory {
        return None;
    }
    match rules.presentation.value {
        Presentation::Points => None,
        Presentation::HalfCount => Some(half_count(score)),
        Presentation::FillIn => Some(fill_in(rules, score)),
    }
}

/// Returns White's gain by what isn't on the board: the first pass, the group tax, and the last dame.
fn extras(score: &Score) -> Points {
    score.first_pass + score.tax
}

/// Compares Black's area and half the dame with half of the board and of White's other points.
fn half_count(score: &Score) -> String {
    let count = &score.count;
    let all = i64::from(count.areas().total() + count.dame);
    let half = |points: Points| Points::hundredths(points.as_hundredths() / 2);
    let black = Points::whole(i64::from(count.area(Color::Black)))
        + half(Points::whole(i64::from(count.dame)));
    let given = score.komi + score.compensation + extras(score);
    let needed = half(Points::whole(all) + given);
    let zi = black - needed;
    let result = match zi.cmp(&Points::ZERO) {
        Ordering::Greater => format!("Black by {zi} zi"),
        Ordering::Less => format!("White by {} zi", zi.abs()),
        Ordering::Equal => "a tie".to_owned(),
    };
    format!("Half count: Black has {black} zi and needs {needed}: {result}.")
}

/// Presents the count by filling in (overview, "Ing rules"): both players fill their own area with the stones of
/// a bowl, 180 on 19x19 and otherwise half of the points. Stones left over go into the opponent's open points, so
/// these together are the margin. Dame aren't filled.
fn fill_in(rules: &Ruleset, score: &Score) -> String {
    let count = &score.count;
    let areas = count.areas();
    let stones = (areas.total() + count.dame) / 2;
    let filled = Color::BOTH.map(|color| {
        let area = areas[color];
        match (area.abs_diff(stones), area > stones) {
            (0, _) => format!("{color} fills {area} points"),
            (open, true) => format!("{color} fills all but {open} of {area} points"),
            (1, false) => format!("{color} fills {area} points, 1 stone over"),
            (over, false) => format!("{color} fills {area} points, {over} stones over"),
        }
    });
    let by = |margin: Points| match margin.cmp(&Points::ZERO) {
        Ordering::Greater => format!("White by {margin}"),
        Ordering::Less => format!("Black by {}", margin.abs()),
        Ordering::Equal => "a tie".to_owned(),
    };
    let given = score.komi + score.compensation + extras(score);
    let board = score.margin - given;
    let won = if score.margin == Points::ZERO && rules.black_wins_ties.value {
        ", which Black wins"
    } else {
        ""
    };
    let dame = match count.dame {
        0 => String::new(),
        1 => "; 1 dame stays open".to_owned(),
        dame => format!("; {dame} dame stay open"),
    };
    format!(
        "Fill-in with {stones} stones each: {}; {}{dame}: {}. With {given} for White: {}{won}.",
        filled[0],
        filled[1],
        by(board),
        by(score.margin)
    )
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CountItem {
    pub what: &'static str,
    pub points: ByColor<Points>,
    /// Whether it is the sum of the items before it.
    pub is_sum: bool,
}

impl CountItem {
    fn new(what: &'static str, values: ByColor<u32>) -> Self {
        let points = values.map(|value| Points::whole(i64::from(value)));
        Self { what, points, is_sum: false }
    }

    fn of_white(what: &'static str, white: Points) -> Self {
        Self { what, points: ByColor { black: Points::ZERO, white }, is_sum: false }
    }

    fn sum(what: &'static str, values: ByColor<u32>, white: Points) -> Self {
        let ByColor { black, white: own } = values.map(|value| Points::whole(i64::from(value)));
        Self { what, points: ByColor { black, white: own + white }, is_sum: true }
    }
}

/// Appends the sum of a count, with the penalties before it.
fn push_sum(
    items: &mut Vec<CountItem>,
    audit: &Audit,
    what: &'static str,
    values: ByColor<u32>,
    white: Points,
) {
    let mut sum = CountItem::sum(what, values, white);
    let decided = audit.decision.as_ref().map(|decision| decision.penalties);
    if let Some(lost) = decided.filter(|lost| *lost != ByColor::default()) {
        let points = lost.map(|points| -points);
        items.push(CountItem { what: "penalties", points, is_sum: false });
        sum.points = sum.points + points;
    }
    items.push(sum);
}

pub(super) fn territory_items(audit: &Audit, score: &Score) -> Vec<CountItem> {
    let (count, tally) = (&score.count, &audit.replay.tally);
    let mut items = vec![
        CountItem::new("territory", count.territory),
        CountItem::new("captured in play", tally.captured_from.swapped()),
        CountItem::new("dead stones removed", count.dead.swapped()),
    ];
    let mut territory = count.territory + score.prisoners;
    if audit.rules.pass_stones.value {
        let added = score.added_passes.swapped();
        let recorded = (tally.passes + tally.illegal_moves).swapped();
        items.push(CountItem::new("pass stones as recorded", recorded));
        items.push(CountItem::new("pass stones added", added));
        territory = territory + added;
    }
    items.push(CountItem::of_white("komi", score.komi));
    push_sum(&mut items, audit, "by territory", territory, score.komi);
    items
}

pub(super) fn area_items(audit: &Audit, score: &Score) -> Vec<CountItem> {
    let count = &score.count;
    let same = count.surrounded == count.territory;
    let surrounded = if same { "territory" } else { "surrounded points" };
    let mut items = vec![
        CountItem::new("stones", count.stones),
        CountItem::new(surrounded, count.surrounded),
        CountItem::of_white("komi", score.komi),
    ];
    if score.compensation != Points::ZERO {
        items.push(CountItem::of_white("for handicap stones", score.compensation));
    }
    push_sum(&mut items, audit, "by area", count.areas(), score.komi + score.compensation);
    if count.tax != [0, 0] {
        items.push(CountItem::new("group tax, to be subtracted", count.tax));
    }
    if score.first_pass != Points::ZERO {
        let gain = |points: Points| points.max(Points::ZERO);
        let points = ByColor { black: gain(-score.first_pass), white: gain(score.first_pass) };
        items.push(CountItem { what: "for the first pass", points, is_sum: false });
    }
    items
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use sgf_audit_core::audit::{AuditOptions, Auditor, FileAudit, RulesChoice, audit_bytes};
    use sgf_audit_core::rules::BUILT_IN;

    #[test]
    fn the_parts_are_the_whole_difference() {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
        let (mut differing, mut scratch) = (0, Auditor::new());
        for folder in ["causes", "games", "rules"] {
            for entry in std::fs::read_dir(corpus.join(folder)).unwrap() {
                let path = entry.unwrap().path();
                let record = std::fs::read(&path).unwrap();
                for rules in &BUILT_IN {
                    let rules = RulesChoice::Fixed(rules.into());
                    let options =
                        AuditOptions { rules, estimate: false, ..AuditOptions::default() };
                    audit_bytes(&record, &options, &mut scratch, &mut |audit, _| {
                        let FileAudit::Game(audit) = audit else { return };
                        let Some(score) = &audit.score else { return };
                        let parts = parts(&audit, score);
                        let sum = parts.iter().fold(Points::ZERO, |sum, (_, gain)| sum + *gain);
                        let difference = score.area_margin - score.territory_margin_completed;
                        assert_eq!(sum, difference, "{}: {parts:?}", path.display());
                        differing += u32::from(difference != Points::ZERO);
                    });
                }
            }
        }
        assert!(differing > 200, "{differing}");
    }
}
