//! The catalogue of causes: `CAUSES`.

use super::chains;
use super::count_model::{Change, CountModel, MarginNotation, Passes, SurroundedPoints};
use super::margin_case::{Eyes, MarginCase};
use crate::go::{ByColor, Color, Points};
use crate::plural::fmt_points;
use crate::record::ValueSource;
use crate::rules::Counting;
use crate::score::Evidence;
use crate::sgf::KomiUnit;

/// Why a recorded margin may differ from the count: an entry of [`CAUSES`].
pub struct Cause {
    /// The name, which never changes.
    pub name: &'static str,
    /// How the players counted instead of by the ruleset.
    pub meaning: &'static str,
    /// When it is tried, and with which numbers.
    pub arithmetic: &'static str,
    /// Evidence for it in the record or the game, beyond the number.
    pub evidence: &'static str,
    /// Share of the wrong results that it explains in games with this evidence. The changes that it may make share it.
    pub prior: f32,
    /// Whether a game has the evidence.
    pub(super) has_evidence: fn(&MarginCase, Change) -> bool,
    /// The changes that it may make in this game, the most plausible first; none where it can't be the cause.
    pub(super) changes: fn(&MarginCase, &SurroundedPoints) -> Vec<Change>,
    /// The change in words, to follow "the recorded result matches territory counting".
    pub(super) words: fn(&MarginCase, Change) -> String,
}

const fn points(whole: i64, hundredths: i64) -> Points {
    Points::hundredths(whole * 100 + hundredths)
}

/// The usual values of komi, the most usual first.
pub(crate) const USUAL_KOMI: [Points; 8] = [
    points(6, 50),
    points(7, 50),
    points(5, 50),
    points(0, 50),
    Points::ZERO,
    points(4, 50),
    points(7, 0),
    points(8, 0),
];

/// The ruleset's own komi and [`USUAL_KOMI`], if the game wasn't counted with them.
fn other_komi(case: &MarginCase) -> Vec<Change> {
    let counted = case.score.komi;
    let own = case.rules.default_komi(case.handicap(), None);
    let own = own.filter(|komi| !USUAL_KOMI.contains(komi));
    let all = own.into_iter().chain(USUAL_KOMI);
    all.filter(|&komi| komi != counted).map(Change::Komi).collect()
}

/// Whether the komi is unknown.
fn is_unrecorded(case: &MarginCase) -> bool {
    let nothing = case.score.komi == Points::ZERO && case.handicap() == 0;
    case.komi_source == ValueSource::Default || case.komi_source == ValueSource::Record && nothing
}

fn with_komi(case: &MarginCase, change: Change) -> String {
    match change {
        Change::Komi(komi) => format!("with komi {komi} rather than {}", case.score.komi),
        _ => String::new(),
    }
}

/// The prior of any cause for which nothing but the number speaks.
pub(super) const WITHOUT_EVIDENCE: f32 = 0.02;

/// Whether a komi is unusual for an even game, or for one with a handicap.
fn is_unusual(komi: Points, case: &MarginCase) -> bool {
    match case.handicap() {
        0 => komi.abs() <= Points::whole(1),
        _ => komi >= Points::whole(4),
    }
}

fn only(condition: bool, change: Change) -> Vec<Change> {
    if condition { vec![change] } else { Vec::new() }
}

fn pass_stones(case: &MarginCase) -> bool {
    case.rules.pass_stones.value
}

fn by_territory(case: &MarginCase) -> bool {
    case.rules.counting.value == Counting::Territory
}

/// The name of the cause that an unrecorded komi is another one.
pub(super) const UNRECORDED_KOMI: &str = "unrecorded-komi";

/// The names of the causes that suppose another komi.
pub(super) const KOMI_CAUSES: [&str; 3] = [UNRECORDED_KOMI, "komi-unit", "other-komi"];

/// The name of the cause that the ruleset isn't the assumed one.
pub(super) const OTHER_RULESET: &str = "other-ruleset";

/// The name of the cause that the players didn't count by the marks.
pub(super) const OTHER_MARKS: &str = "other-marks";

/// The name of the cause that points to be filled were counted.
pub(super) const FALSE_EYES: &str = "false-eyes";

/// The name of the cause that a player lost points by a penalty.
pub(super) const PENALTY: &str = "penalty";

/// White's points for handicap stones that territory includes already: passes cost a stone, and the handicap counts
/// as one move (A91 4, 11).
fn included_by_passes(case: &MarginCase) -> Points {
    let held = pass_stones(case) && by_territory(case);
    if held { case.score.compensation } else { Points::ZERO }
}

/// Every cause that is tried. The priors are rounded shares among the wrong results of marked games of three servers and of
/// tournaments whose tables have the official result; a plain slip of the pen has the rest.
pub const CAUSES: &[Cause] = &[
    Cause {
        name: OTHER_RULESET,
        meaning: "The result is right under another ruleset than the assumed one.",
        arithmetic: "the count by AGA, Japanese and Chinese rules",
        evidence: "the record names no known ruleset",
        prior: 1.0,
        has_evidence: |_, _| true,
        // Found by playing the game again (`MarginExplanation::other_ruleset`).
        changes: |_, _| Vec::new(),
        words: |_, _| String::new(),
    },
    Cause {
        name: OTHER_MARKS,
        meaning: "The players counted by other marks than the record's.",
        arithmetic: "the count as if nothing were marked",
        evidence: "the marks contradict the result, and the board without them doesn't",
        prior: 1.0,
        has_evidence: |_, _| true,
        // Found by counting the game again (`MarginExplanation::other_marks`).
        changes: |_, _| Vec::new(),
        words: |_, _| String::new(),
    },
    Cause {
        name: UNRECORDED_KOMI,
        meaning: "The komi isn't recorded: some servers write KM[0] whatever it is.",
        arithmetic: "komi 6.5, 7.5, 5.5, 0.5, 0, 4.5, 7 or 8, or the ruleset's own",
        evidence: "no komi is recorded, or 0",
        prior: 0.3,
        has_evidence: |_, _| true,
        changes: |case, _| if is_unrecorded(case) { other_komi(case) } else { Vec::new() },
        words: with_komi,
    },
    Cause {
        name: "missing-white-pass",
        meaning: "Black passed last, and White's last pass and its stone were left out.",
        arithmetic: "territory without the pass that White owes: one more point for White",
        evidence: "Black passed last",
        prior: 0.5,
        has_evidence: |_, _| true,
        changes: |case, _| {
            let owed = case.score.added_passes == [0, 1] && case.replay.final_passes >= 2;
            only(owed && pass_stones(case), Change::Passes(Passes::Recorded))
        },
        words: |_, _| "without White's last pass".to_owned(),
    },
    Cause {
        name: "missing-passes",
        meaning: "The passes that end the game aren't recorded, and their stones were left out.",
        arithmetic: "territory without the passes that the ruleset adds",
        evidence: "the record has no final passes",
        prior: 0.3,
        has_evidence: |_, _| true,
        changes: |case, _| {
            let owed = case.score.added_passes != [0, 0] && case.replay.final_passes < 2;
            only(owed && pass_stones(case), Change::Passes(Passes::Recorded))
        },
        words: |_, _| "without the missing passes".to_owned(),
    },
    Cause {
        name: "counted-by-area",
        meaning: "Area was counted, but the ruleset counts territory.",
        arithmetic: "stones and territory instead of territory and prisoners, eyes in seki included",
        evidence: "the record names no ruleset",
        prior: 0.3,
        has_evidence: |case, _| !case.known_rules,
        changes: |case, _| only(by_territory(case), Change::Counting(Counting::Area)),
        words: |_, _| String::new(),
    },
    Cause {
        name: "counted-by-territory",
        meaning: "Territory was counted, but the ruleset counts area.",
        arithmetic: "territory and prisoners instead of stones and territory; no pass stones",
        evidence: "the record names no ruleset",
        prior: 0.3,
        has_evidence: |case, _| !case.known_rules,
        changes: |case, _| only(!by_territory(case), Change::Counting(Counting::Territory)),
        words: |_, _| String::new(),
    },
    Cause {
        name: "pass-stones-left-out",
        meaning: "Passes were counted as free, but under the ruleset each costs a stone.",
        arithmetic: "territory without any pass stones",
        evidence: "the players passed",
        prior: 0.1,
        has_evidence: |_, _| true,
        changes: |case, _| only(pass_stones(case), Change::Passes(Passes::Free)),
        words: |_, _| "without pass stones".to_owned(),
    },
    Cause {
        name: "handicap-points",
        meaning: "White received a different number of points for the handicap stones than the ruleset gives.",
        arithmetic: "a game with n handicap stones: 0, n-1 or n points for White",
        evidence: "a handicap, rules that give points for it, and a difference of two points or more",
        prior: 0.5,
        has_evidence: |case, _| {
            let given = case.score.compensation != Points::ZERO || !by_territory(case);
            given && (case.recorded - case.counted()).abs() > Points::whole(1)
        },
        changes: |case, _| {
            let stones = i64::from(case.handicap());
            let given = CountModel::new(case).compensation(case);
            let others = [0, stones - 1, stones].map(Points::whole);
            // By pass stones territory holds the points of the area: they were left out, or one was added.
            let held = included_by_passes(case);
            let within = [Points::ZERO, Points::whole(stones)].map(|points| points - held);
            let within = within.into_iter().filter(|_| held != Points::ZERO);
            let others = within.chain(others).filter(|&points| stones >= 2 && points != given);
            others.map(Change::Compensation).collect()
        },
        words: |case, change| match change {
            Change::Compensation(points) => {
                let (stones, held) = (case.handicap(), included_by_passes(case));
                let within =
                    [Points::ZERO, Points::whole(stones.into())].contains(&(points + held));
                let held = if within { held } else { Points::ZERO };
                format!(
                    "with {} rather than {} for the {stones} handicap stones",
                    points + held,
                    fmt_points(CountModel::new(case).compensation(case) + held),
                )
            }
            _ => String::new(),
        },
    },
    Cause {
        name: FALSE_EYES,
        meaning: "Points that have to be filled were counted although the ruleset leaves them out, or the reverse.",
        arithmetic: "the false eyes of both players",
        evidence: "points have to be filled",
        prior: 0.3,
        has_evidence: |_, _| true,
        changes: |case, surrounded| {
            let Eyes { seki, false_eyes } = case.own_eyes();
            let eyes = Eyes { seki, false_eyes: !false_eyes };
            only(surrounded.false_eyes() != Points::ZERO, Change::Eyes(eyes))
        },
        words: |case, _| {
            let verb = if case.own_eyes().false_eyes { "not counted" } else { "counted" };
            format!("with false eyes {verb}")
        },
    },
    Cause {
        name: "seki-eyes",
        meaning: "Eyes in seki were counted although the ruleset leaves them out, or the reverse.",
        arithmetic: "the eyes in seki of both players",
        evidence: "a seki with eyes",
        prior: 0.3,
        has_evidence: |_, _| true,
        changes: |case, surrounded| {
            let Eyes { seki, false_eyes } = case.own_eyes();
            let eyes = Eyes { seki: !seki, false_eyes };
            only(surrounded.seki() != Points::ZERO, Change::Eyes(eyes))
        },
        words: |case, _| {
            let verb = if case.own_eyes().seki { "not counted" } else { "counted" };
            format!("with eyes in seki {verb}")
        },
    },
    Cause {
        name: "irregular-move",
        meaning: "An illegal move was counted differently: its pass stone, the stones of a suicide, or a skipped turn.",
        arithmetic: "the stones of such moves, where territory is counted",
        evidence: "illegal moves",
        prior: 0.4,
        has_evidence: |_, _| true,
        changes: |case, _| {
            let own = CountModel::new(case).handed_over;
            let irregular = case.replay.tally.illegal_moves;
            let suicides = case.suicides();
            let skipped = case.skipped_turns();
            let mut ways = vec![if own == irregular { ByColor::default() } else { irregular }];
            // Where passes are free, one that wasn't made costs nothing either.
            if pass_stones(case) {
                ways.push(own + skipped);
            }
            // Stones that came off by suicide are among the captured: given back by the other player.
            ways.push(own + suicides.swapped());
            ways.retain(|&way| way != own);
            ways.into_iter().map(Change::HandedOver).collect()
        },
        words: |case, change| {
            let own = CountModel::new(case).handed_over;
            let irregular = case.replay.tally.illegal_moves;
            match change {
                Change::HandedOver(way) if way == irregular => {
                    "with a stone given for each irregular move"
                }
                Change::HandedOver(ByColor { black: 0, white: 0 }) if own == irregular => {
                    "with no stones given for irregular moves"
                }
                Change::HandedOver(way) if way == own + case.skipped_turns() => {
                    "with a pass for each turn that was skipped"
                }
                _ => "without the stones that came off by suicide",
            }
            .to_owned()
        },
    },
    Cause {
        name: "dead-left-standing",
        meaning: "Dead stones were counted as alive, as on servers where programs play each other.",
        arithmetic: "area of the final position with every stone alive; never where the record marks the dead",
        evidence: "none",
        prior: WITHOUT_EVIDENCE,
        has_evidence: |_, _| false,
        changes: |case, _| {
            // Players who marked stones as dead didn't count them.
            let taken = case.dead.count != [0, 0] && case.dead.source != Evidence::Marked;
            only(taken, Change::AllAlive)
        },
        words: |_, _| "with every stone on the board alive".to_owned(),
    },
    Cause {
        name: "first-pass-point",
        meaning: "The ruleset's point or half point for passing first was left out, or White took one where it has none.",
        arithmetic: "by area: without the ruleset's points for the first pass, or with one point for White, who passed first",
        evidence: "the ruleset has such points",
        prior: 0.3,
        has_evidence: |case, _| case.score.first_pass != Points::ZERO,
        changes: |case, _| {
            let counted = case.score.first_pass != Points::ZERO;
            let white_first = case.replay.first_pass == Some(Color::White);
            let other = if counted { Points::ZERO } else { Points::whole(1) };
            only((white_first || counted) && !by_territory(case), Change::FirstPass(other))
        },
        words: |case, change| match change {
            Change::FirstPass(Points::ZERO) => {
                format!("without {}", case.rules.first_pass.value.words())
            }
            _ => "with a point off Black because White passed first".to_owned(),
        },
    },
    Cause {
        name: "komi-unit",
        meaning: "KM is in zi, the Chinese unit of two points, but could also be in points (3 rather than 3.75).",
        arithmetic: "twice the komi, if that is 5 to 8; where the ruleset counts in zi, or none is named",
        evidence: "the komi is usual if it is in zi",
        prior: 0.5,
        has_evidence: |_, _| true,
        changes: |case, _| {
            let points = matches!(case.komi_unit, Some(KomiUnit::Points));
            let used = case.komi_source == ValueSource::Record && case.score.komi != Points::ZERO;
            let doubled = Points::hundredths(case.score.komi.as_hundredths() * 2);
            let usual = (Points::whole(5)..=Points::whole(8)).contains(&doubled);
            only(points && used && usual && case.may_be_in_zi(), Change::Komi(doubled))
        },
        words: with_komi,
    },
    Cause {
        name: "margin-in-zi",
        meaning: "The margin was written in zi, the Chinese unit of two points.",
        arithmetic: "half the margin; where the ruleset counts in zi, or none is named",
        evidence: "a quarter of a point is recorded",
        prior: 0.9,
        has_evidence: |case, _| !matches!(case.recorded.fraction(), 0 | 50),
        changes: |case, _| only(case.may_be_in_zi(), Change::MarginNotation(MarginNotation::InZi)),
        words: |_, _| "halved, as zi of two points".to_owned(),
    },
    Cause {
        name: "half-point",
        meaning: "The half point was dropped from the margin, or rounded up.",
        arithmetic: "half a point less or more",
        evidence: "half a point differs",
        prior: 0.5,
        has_evidence: |_, _| true,
        changes: |_, _| {
            [MarginNotation::HalfDropped, MarginNotation::HalfAdded]
                .map(Change::MarginNotation)
                .to_vec()
        },
        words: |_, change| {
            match change {
                Change::MarginNotation(MarginNotation::HalfAdded) => {
                    "with the half point rounded up"
                }
                _ => "with the half point dropped",
            }
            .to_owned()
        },
    },
    Cause {
        name: "other-komi",
        meaning: "The game was counted with a komi other than the recorded one.",
        arithmetic: "komi 6.5, 7.5, 5.5, 0.5, 0, 4.5, 7 or 8, the ruleset's own, or the komi given to Black if it is more than a point",
        evidence: "the recorded komi is unusual: at most a point in an even game, or 4 and more with a handicap",
        prior: 0.5,
        has_evidence: |case, change| {
            let usual: &[Points] = match case.handicap() {
                0 => &[points(6, 50), points(7, 50)],
                _ => &[Points::HALF],
            };
            is_unusual(case.score.komi, case)
                && matches!(change, Change::Komi(komi) if usual.contains(&komi))
        },
        changes: |case, _| {
            if is_unrecorded(case) {
                return Vec::new();
            }
            let komi = case.score.komi;
            let mut changes = other_komi(case);
            // With half a point that is any error of one point.
            changes.extend((komi.abs() > Points::whole(1)).then(|| Change::Komi(-komi)));
            changes
        },
        words: with_komi,
    },
    Cause {
        name: PENALTY,
        meaning: "A player lost points by a penalty: for a period of overtime or for a warning.",
        arithmetic: "the ruleset's points for a penalty of one player, or for up to three if a comment mentions one",
        evidence: "a comment in the main line that mentions a penalty, a warning or overtime",
        prior: 0.5,
        has_evidence: |case, _| case.mentions_penalty,
        changes: |case, _| {
            let penalty = case.rules.penalty.value.as_hundredths();
            // The difference has one sign, so that only one player's penalties can fit.
            let sign = if case.recorded < case.counted() { -1 } else { 1 };
            let most = if case.mentions_penalty { 3 } else { 1 };
            let all = (1..=most)
                .map(|number| Change::Penalties(Points::hundredths(sign * number * penalty)));
            all.filter(|_| penalty != 0).collect()
        },
        words: |_, change| match change {
            Change::Penalties(points) => {
                let loser = if points > Points::ZERO { Color::Black } else { Color::White };
                format!("with {} off for {loser}", fmt_points(points.abs()))
            }
            _ => String::new(),
        },
    },
    Cause {
        name: "winner-swapped",
        meaning: "The other player is named as the winner by the same margin.",
        arithmetic: "the margin with the other sign",
        evidence: "another winner with the same margin",
        prior: 0.08,
        has_evidence: |_, _| true,
        changes: |_, _| vec![Change::MarginNotation(MarginNotation::Swapped)],
        words: |_, _| "with the players swapped".to_owned(),
    },
    Cause {
        name: "pass-stones-counted",
        meaning: "Passes were counted as costing a stone each, but under the ruleset they are free.",
        arithmetic: "territory with a prisoner for each recorded pass",
        evidence: "none",
        prior: WITHOUT_EVIDENCE,
        has_evidence: |_, _| false,
        changes: |case, _| {
            let free = !pass_stones(case) && case.replay.tally.passes != [0, 0];
            only(free, Change::Passes(Passes::Recorded))
        },
        words: |_, _| "with a stone for each pass".to_owned(),
    },
    Cause {
        name: "captured-left-out",
        meaning: "Stones captured in play weren't counted.",
        arithmetic: "territory and dead stones only",
        evidence: "none",
        prior: WITHOUT_EVIDENCE,
        has_evidence: |_, _| false,
        changes: |case, _| only(by_territory(case), Change::Captured(false)),
        words: |_, _| "without the stones captured in play".to_owned(),
    },
    Cause {
        name: "dead-left-out",
        meaning: "Dead stones were removed from the board, but weren't counted as prisoners.",
        arithmetic: "territory and captured stones only",
        evidence: "none",
        prior: WITHOUT_EVIDENCE,
        has_evidence: |_, _| false,
        changes: |case, _| only(by_territory(case), Change::Dead(false)),
        words: |_, _| "without the dead stones as prisoners".to_owned(),
    },
    Cause {
        name: "one-chain",
        meaning: "One chain, or a set of dead stones in one place, was counted as alive rather than dead, or the \
                  reverse.",
        arithmetic: "the count with that chain's status changed; never a chain proved alive, nor one marked and proved dead",
        evidence: "marks that the estimate contradicts, or an estimate that is in doubt",
        prior: 0.5,
        has_evidence: |_, change| {
            change.flip().and_then(|flip| flip.confidence).is_some_and(|sure| sure < 0.0)
        },
        changes: |case, _| chains::flips(case).into_iter().map(Change::Chain).collect(),
        words: |case, change| match change {
            Change::Chain(flip) => format!("with {}", flip.words(case.grid.size())),
            _ => String::new(),
        },
    },
];
