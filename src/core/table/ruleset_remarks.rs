//! The parts of a margin under a ruleset, and why it differs from the margin under another one.

use crate::audit::Comparison;
use crate::go::{ByColor, Color, Points};
use crate::plural::{fmt_points, fmt_signed, pluralize};
use crate::rules::{Counting, Ruleset};
use crate::score::{PointKind, Score};
use crate::sgf::{Outcome, WinBy};

/// The parts of a margin. Each is White's points minus Black's.
pub struct MarginParts {
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
    pub fn new(comparison: &Comparison) -> Option<Self> {
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
pub fn remarks(comparison: &Comparison, base: Option<&Comparison>) -> String {
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

/// Returns the reasons why a margin differs from the margin under the game's own ruleset, each with White's gain:
/// "no pass stones: Black's 1 and White's 2 don't count (+1)". The gains add up to the difference of the
/// margins.
pub(super) fn ruleset_differences(here: &Comparison, own: &Comparison) -> Vec<String> {
    let (Some(now), Some(then)) = (&here.score, &own.score) else { return Vec::new() };
    let mut reasons = Vec::new();
    let [area_here, area_own] = [here, own].map(by_area);
    let area = area_here || area_own;
    board(here, own, area, &mut reasons);
    // The points that only area counts are among those of the board.
    let by_area_more = |score: &Score| {
        score.area_margin - score.territory_margin_completed - score.count.left_out()
    };
    match (area_here, area_own) {
        (true, false) => {
            let gain = by_area_more(then);
            other_way("area, not territory", then, gain, &mut reasons);
        }
        (false, true) => {
            let gain = -by_area_more(now);
            other_way("territory, not area", now, gain, &mut reasons);
        }
        (true, true) => {}
        (false, false) => pass_stones(now, then, &mut reasons),
    }
    let mut push = |gain: Points, words: &dyn Fn() -> String| {
        if gain != Points::ZERO {
            reasons.push(with_gain(&words(), gain));
        }
    };
    push(now.komi - then.komi, &|| format!("komi {} rather than {}", now.komi, then.komi));
    if area {
        let [points, before] = [now.compensation, then.compensation];
        push(points - before, &|| {
            let mut words = handicap_points(points);
            if before != Points::ZERO {
                words.push_str(&format!(" rather than {before}"));
            }
            words
        });
    }
    let first_pass = now.first_pass - then.first_pass;
    push(first_pass, &|| match (now.first_pass, then.first_pass) {
        (Points::ZERO, _) => format!("without {}", own.rules.first_pass.value.words()),
        (_, Points::ZERO) => here.rules.first_pass.value.words().to_owned(),
        _ => {
            let [now, then] = [here, own].map(|of| of.rules.first_pass.value.words());
            format!("{now} rather than {then}")
        }
    });
    let tax = |score: &Score| {
        let ByColor { black, white } = score.count.tax;
        format!("{black} for Black and {white} for White")
    };
    push(now.tax - then.tax, &|| match (here.rules.group_tax.value, own.rules.group_tax.value) {
        (true, false) => format!("group tax of {}", tax(now)),
        (false, true) => format!("no group tax of {}", tax(then)),
        _ => format!("group tax of {} rather than {}", tax(now), tax(then)),
    });
    reasons
}

fn by_area(comparison: &Comparison) -> bool {
    comparison.rules.counting.value != Counting::Territory
}

fn with_gain(words: &str, gain: Points) -> String {
    format!("{words} ({})", fmt_signed(gain))
}

fn handicap_points(points: Points) -> String {
    match points {
        Points::ZERO => "no points for handicap stones".to_owned(),
        points => format!("{} for handicap stones", fmt_points(points)),
    }
}

/// Adds the reason for counting the other way. A player's stones, on the board or off it, count by area and not
/// by territory (BGA appendix B). `score` is the one by territory.
fn other_way(what: &str, score: &Score, gain: Points, reasons: &mut Vec<String>) {
    if gain == Points::ZERO {
        return;
    }
    let stones = if score.pass_stones == [0, 0] {
        "stones on the board or captured"
    } else {
        "stones and pass stones"
    };
    let ByColor { black, white } = score.put_down + score.pass_stones;
    let mut words = format!("{what}: {stones}, Black {black}, White {white}");
    if score.compensation != Points::ZERO {
        words.push_str(&format!(", and {}", handicap_points(score.compensation)));
    }
    reasons.push(with_gain(&words, gain));
}

/// Adds the reason for other pass stones, where both rulesets count territory.
fn pass_stones(now: &Score, then: &Score, reasons: &mut Vec<String>) {
    // A pass stone costs its player a point.
    let gain = then.pass_stones.margin() - now.pass_stones.margin();
    if gain == Points::ZERO {
        return;
    }
    let before = then.pass_stones;
    let ByColor { black, white } = now.pass_stones;
    let words = if now.pass_stones == [0, 0] {
        format!("no pass stones: Black's {} and White's {} don't count", before.black, before.white)
    } else if before == [0, 0] {
        format!("pass stones: Black's {black} and White's {white} count")
    } else {
        format!(
            "pass stones: Black's {black} rather than {}, White's {white} rather than {}",
            before.black, before.white
        )
    };
    reasons.push(with_gain(&words, gain));
}

/// Returns the margin from play alone: stones and the ruleset's territory where area is counted, otherwise territory and
/// prisoners without pass stones.
fn on_board(score: &Score, area: bool) -> Points {
    if area {
        return (score.count.stones + score.count.territory).margin();
    }
    score.territory_margin_completed - score.komi + score.pass_stones.margin()
}

/// Adds the reasons on the board: other dead stones, eyes in seki, points to be filled.
fn board(here: &Comparison, own: &Comparison, area: bool, reasons: &mut Vec<String>) {
    let (Some(now), Some(then)) = (&here.score, &own.score) else { return };
    let gain = on_board(now, area) - on_board(then, area);
    let points = PointDifference::between(here, own);
    let by_points = Points::whole(points.iter().map(|points| points.gain).sum());
    if now.count.dead == then.count.dead && gain == by_points {
        reasons.extend(points.iter().map(PointDifference::reason));
        return;
    }
    let stones = |n: u32| pluralize(n, "dead stone");
    let mut words = match [now, then].map(|score| score.count.dead.total()) {
        [0, n] => format!("{} stay{}", stones(n), if n == 1 { "s" } else { "" }),
        [n, 0] => format!("{} come{} off", stones(n), if n == 1 { "s" } else { "" }),
        [n, m] if n == m => "other stones are dead".to_owned(),
        [n, m] => format!("{} rather than {m}", stones(n)),
    };
    // With other dead stones the eyes differ too, so both have one figure.
    let left_out =
        |kind: &PointKind| matches!(kind, PointKind::SekiEye(_) | PointKind::FalseEye(_));
    let has = |score: &Score| score.count.kinds.iter().flatten().any(left_out);
    match [here, own].map(|comparison| comparison.rules.seki_eyes.value) {
        [true, false] if has(then) => words.push_str(", and eyes in seki and false eyes count"),
        [false, true] if has(now) => {
            words.push_str(", and eyes in seki and false eyes don't count")
        }
        _ => {}
    }
    reasons.push(with_gain(&words, gain));
}

/// Points that are territory under one of two rulesets only, for one reason.
struct PointDifference {
    what: &'static str,
    counts: bool,
    number: u32,
    /// White's gain, in points.
    gain: i64,
}

impl PointDifference {
    fn between(here: &Comparison, own: &Comparison) -> Vec<Self> {
        let (Some(now), Some(then)) = (&here.score, &own.score) else { return Vec::new() };
        // The ruleset that doesn't count eyes in seki has classified them, unless the territory is from marks.
        let strict = [here, own].map(|comparison| !comparison.rules.seki_eyes.value);
        let from_marks =
            [strict[0] && now.count.kinds.is_none(), strict[1] && then.count.kinds.is_none()];
        let kinds = [(strict[0], now), (strict[1], then)]
            .into_iter()
            .find_map(|(strict, score)| score.count.kinds.as_ref().filter(|_| strict));
        let mut differences: Vec<Self> = Vec::new();
        for (point, (&new, &old)) in now.count.owner.iter().zip(&then.count.owner).enumerate() {
            if new == old {
                continue;
            }
            let counts = new.is_some();
            let marked = if from_marks[0] { counts } else { old.is_some() };
            let what = match kinds.map(|kinds| kinds[point]) {
                Some(PointKind::SekiEye(_)) => "in seki",
                Some(PointKind::FalseEye(_)) => "to be filled",
                _ if from_marks == [false, false] => "open to dame",
                _ if marked => "marked as territory",
                _ => "not marked as territory",
            };
            let gain = white_points(new) - white_points(old);
            let same = |other: &&mut Self| (other.what, other.counts) == (what, counts);
            match differences.iter_mut().find(same) {
                Some(difference) => {
                    difference.number += 1;
                    difference.gain += gain;
                }
                None => differences.push(Self { what, counts, number: 1, gain }),
            }
        }
        differences
    }

    fn reason(&self) -> String {
        let words = counted_or_not(self.number, self.what, self.counts);
        with_gain(&words, Points::whole(self.gain))
    }
}

/// Returns what a point is worth to White.
fn white_points(owner: Option<Color>) -> i64 {
    match owner {
        Some(Color::White) => 1,
        Some(Color::Black) => -1,
        None => 0,
    }
}

/// Returns a remark such as "3 points in seki don't count".
pub(super) fn counted_or_not(number: u32, what: &str, counts: bool) -> String {
    let (points, verb) = match (number, counts) {
        (1, true) => ("point", "counts"),
        (1, false) => ("point", "doesn't count"),
        (_, true) => ("points", "count"),
        (_, false) => ("points", "don't count"),
    };
    format!("{number} {points} {what} {verb}")
}

/// Returns a note for stone scoring, where only living stones count, if the players stopped before only eyes
/// were left. The result is then computed as area minus group tax (overview, "Stone scoring", "Group tax").
pub fn stone_scoring_note(rules: &Ruleset, score: &Score) -> Option<&'static str> {
    // At the end of play, all of a player's area is stones, except the eyes that the groups need.
    let played_out = score.count.dead == [0, 0] && score.count.territory == score.count.tax;
    let stones = rules.counting.value == Counting::Stones;
    (stones && !played_out).then_some(
        "computed from the final position, as nobody played on until only eyes were left",
    )
}
