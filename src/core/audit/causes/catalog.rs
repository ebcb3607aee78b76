//! The catalogue of causes: `CAUSES`.

use super::chains::{Extent, StatusFlip, StoneGroup};
use super::count_model::{CountModel, MarginNotation, Passes, SurroundedPoints};
use super::margin_case::{Eyes, MarginCase};
use crate::go::{Board, ByColor, Color, Points};
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
    /// The ways in which the players may have counted this game instead of by the ruleset's own model, the most plausible
    /// first; none where it can't be the cause.
    pub(super) counts: fn(&MarginCase, CountModel, &Found) -> Vec<OtherCount>,
}

/// What several causes look at.
pub(super) struct Found {
    pub surrounded: SurroundedPoints,
    /// The stones that give the recorded margin with the other status.
    pub flips: Vec<StatusFlip>,
}

/// A way to count a game that isn't the ruleset's.
pub(super) struct OtherCount {
    pub model: CountModel,
    /// The difference in words, to follow "the recorded result matches territory counting".
    pub words: String,
    /// Whether the record or the game has evidence of it.
    pub has_evidence: bool,
    /// The stones whose status is the other one, if that is the difference.
    pub stones: Option<StoneGroup>,
}

impl OtherCount {
    fn new(model: CountModel, words: impl Into<String>, has_evidence: bool) -> Self {
        Self { model, words: words.into(), has_evidence, stones: None }
    }

    /// A count with stones of the other status.
    fn flipped(own: CountModel, flip: &StatusFlip, words: String, has_evidence: bool) -> Self {
        let model = CountModel { gain: flip.gain, ..own };
        Self { stones: Some(flip.group.clone()), ..Self::new(model, words, has_evidence) }
    }
}

/// One way to count, if it applies.
fn one(
    applies: bool,
    has_evidence: bool,
    model: CountModel,
    words: impl Into<String>,
) -> Vec<OtherCount> {
    if applies { vec![OtherCount::new(model, words, has_evidence)] } else { Vec::new() }
}

/// One way to count for which something speaks wherever it applies.
fn only(applies: bool, model: CountModel, words: impl Into<String>) -> Vec<OtherCount> {
    one(applies, true, model, words)
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

/// The count with the ruleset's own komi and with each of [`USUAL_KOMI`], but for the komi that was used.
fn other_komi(case: &MarginCase, own: CountModel) -> Vec<OtherCount> {
    let default = case.rules.default_komi(case.handicap(), None);
    let default = default.filter(|komi| !USUAL_KOMI.contains(komi));
    let all = default.into_iter().chain(USUAL_KOMI);
    all.filter(|&komi| komi != own.komi).map(|komi| with_komi(own, komi)).collect()
}

fn with_komi(own: CountModel, komi: Points) -> OtherCount {
    let words = format!("with komi {komi} rather than {}", own.komi);
    OtherCount::new(CountModel { komi, ..own }, words, true)
}

fn is_unrecorded(case: &MarginCase) -> bool {
    let nothing = case.score.komi == Points::ZERO && case.handicap() == 0;
    case.komi_source == ValueSource::Default || case.komi_source == ValueSource::Record && nothing
}

/// The prior of any cause for which nothing but the number speaks.
pub(super) const WITHOUT_EVIDENCE: f32 = 0.02;

/// The most stones that a player is likely to have forgotten to mark as dead.
const MAX_FORGOTTEN: usize = 3;

/// The most dead stones of a game in which players are likely to mark none at all. Of 56 games of KGS in which dead stones
/// stand, 27 have none marked, 21 of these with no more than this.
const MAX_UNMARKED: u32 = 8;

/// Whether a komi is unusual for an even game, or for one with a handicap.
fn is_unusual(komi: Points, case: &MarginCase) -> bool {
    match case.handicap() {
        0 => komi.abs() <= Points::whole(1),
        _ => komi >= Points::whole(4),
    }
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

/// Every cause that is tried. The priors are rounded shares among the wrong results of marked games of three servers and of
/// tournaments whose tables have the official result; a plain slip of the pen has the rest.
pub const CAUSES: &[Cause] = &[
    Cause {
        name: OTHER_RULESET,
        meaning: "The result is right under another ruleset than the assumed one.",
        arithmetic: "the count by AGA, Japanese and Chinese rules",
        evidence: "the record names no known ruleset",
        prior: 1.0,
        // Found by playing the game again (`MarginExplanation::other_ruleset`).
        counts: |_, _, _| Vec::new(),
    },
    Cause {
        name: OTHER_MARKS,
        meaning: "The players counted by other marks than the record's.",
        arithmetic: "the count as if nothing were marked",
        evidence: "the marks contradict the result, and the board without them doesn't",
        prior: 1.0,
        // Found by counting the game again (`MarginExplanation::other_marks`).
        counts: |_, _, _| Vec::new(),
    },
    Cause {
        name: UNRECORDED_KOMI,
        meaning: "The komi isn't recorded: some servers write KM[0] whatever it is.",
        arithmetic: "komi 6.5, 7.5, 5.5, 0.5, 0, 4.5, 7 or 8, or the ruleset's own",
        evidence: "no komi is recorded, or 0",
        prior: 0.3,
        counts: |case, own, _| if is_unrecorded(case) { other_komi(case, own) } else { Vec::new() },
    },
    Cause {
        name: "missing-white-pass",
        meaning: "Black passed last, and White's last pass and its stone were left out.",
        arithmetic: "territory without the pass that White owes: one more point for White",
        evidence: "Black passed last",
        prior: 0.5,
        counts: |case, own, _| {
            let owed = case.score.added_passes == [0, 1] && case.replay.final_passes >= 2;
            let model = CountModel { passes: Passes::Recorded, ..own };
            only(owed && pass_stones(case), model, "without White's last pass")
        },
    },
    Cause {
        name: "missing-passes",
        meaning: "The stones for the passes that end the game were left out, as where these aren't recorded.",
        arithmetic: "territory without the passes that the ruleset adds, or without the last ones in the record if their number is odd",
        evidence: "the record has no final passes, or an odd number of them",
        prior: 0.3,
        counts: |case, own, _| {
            let owed = case.score.added_passes != [0, 0] && case.replay.final_passes < 2;
            let missing = CountModel { passes: Passes::Recorded, ..own };
            let mut ways = only(owed && pass_stones(case), missing, "without the missing passes");
            // Another program, or a repair, may have added them since.
            let uneven = case.final_passes().margin() != Points::ZERO && !owed;
            let before = CountModel { passes: Passes::BeforeEnd, ..own };
            ways.extend(only(uneven && pass_stones(case), before, "without the passes at the end"));
            ways
        },
    },
    Cause {
        name: "counted-by-area",
        meaning: "Area was counted, but the ruleset counts territory.",
        arithmetic: "stones and territory instead of territory and prisoners, eyes in seki included",
        evidence: "the record names no ruleset",
        prior: 0.3,
        counts: |case, own, _| {
            let model = CountModel { counting: Counting::Area, ..own };
            one(by_territory(case), !case.known_rules, model, "")
        },
    },
    Cause {
        name: "counted-by-territory",
        meaning: "Territory was counted, but the ruleset counts area.",
        arithmetic: "territory and prisoners instead of stones and territory; no pass stones",
        evidence: "the record names no ruleset",
        prior: 0.3,
        counts: |case, own, _| {
            let model = CountModel { counting: Counting::Territory, ..own };
            one(!by_territory(case), !case.known_rules, model, "")
        },
    },
    Cause {
        name: "pass-stones-left-out",
        meaning: "Passes were counted as free, but under the ruleset each costs a stone.",
        arithmetic: "territory without any pass stones",
        evidence: "the players passed",
        prior: 0.1,
        counts: |case, own, _| {
            let model = CountModel { passes: Passes::Free, ..own };
            only(pass_stones(case), model, "without pass stones")
        },
    },
    Cause {
        name: "handicap-points",
        meaning: "White received a different number of points for the handicap stones than the ruleset gives.",
        arithmetic: "a game with n handicap stones: 0, n-1 or n points for White",
        evidence: "a handicap, rules that give points for it, a difference of two points or more, and a result that no server counted",
        prior: 0.5,
        counts: other_compensation,
    },
    Cause {
        name: FALSE_EYES,
        meaning: "Points that have to be filled were counted although the ruleset leaves them out, or the reverse.",
        arithmetic: "the false eyes of both players",
        evidence: "points have to be filled",
        prior: 0.3,
        counts: |case, own, found| {
            let Eyes { seki, false_eyes } = case.own_eyes();
            let eyes = Eyes { seki, false_eyes: !false_eyes };
            let counted = if false_eyes { "not counted" } else { "counted" };
            let model = CountModel { eyes: Some(eyes), ..own };
            let applies = found.surrounded.false_eyes() != Points::ZERO;
            only(applies, model, format!("with false eyes {counted}"))
        },
    },
    Cause {
        name: "seki-eyes",
        meaning: "Eyes in seki were counted although the ruleset leaves them out, or the reverse.",
        arithmetic: "the eyes in seki of both players",
        evidence: "a seki with eyes",
        prior: 0.3,
        counts: |case, own, found| {
            let Eyes { seki, false_eyes } = case.own_eyes();
            let eyes = Eyes { seki: !seki, false_eyes };
            let counted = if seki { "not counted" } else { "counted" };
            let model = CountModel { eyes: Some(eyes), ..own };
            let applies = found.surrounded.seki() != Points::ZERO;
            only(applies, model, format!("with eyes in seki {counted}"))
        },
    },
    Cause {
        name: "irregular-move",
        meaning: "An illegal move was counted differently: its pass stone, the stones of a suicide, or a skipped turn.",
        arithmetic: "the stones of such moves, where territory is counted",
        evidence: "illegal moves",
        prior: 0.4,
        counts: other_irregular_moves,
    },
    Cause {
        name: "dead-left-standing",
        meaning: "Dead stones were counted as alive: a chain that a player forgot to mark, all of one player's, or every one, as \
                  where programs play each other.",
        arithmetic: "the count with one chain of dead stones alive, those of one place, or all of one player's, or the area with \
                     every stone alive; never where the record marks the dead",
        evidence: "a server where the players mark the dead stones, and a chain of at most three in atari that changes nothing \
                   but itself and its last liberty, or at most eight dead stones in all",
        prior: 0.3,
        counts: |case, own, found| {
            // Players who marked stones as dead didn't count them.
            let taken = case.dead.count != [0, 0] && case.dead.source != Evidence::Marked;
            let model = CountModel { counting: Counting::Area, all_alive: true, ..own };
            let are_few = case.dead.count.total() <= MAX_UNMARKED;
            let has_evidence = are_few && case.is_counted_by_server;
            let all_alive = one(taken, has_evidence, model, "with every stone on the board alive");
            let is_forgotten = |flip: &&StatusFlip| taken && flip.group.was_dead && flip.is_sure();
            let chains = found.flips.iter().filter(is_forgotten).map(|flip| {
                let words = format!("with {} left standing", flip.group.name(case.grid.size()));
                let is_likely = case.is_counted_by_server && is_easily_forgotten(case, flip);
                OtherCount::flipped(own, flip, words, is_likely)
            });
            chains.chain(all_alive).collect()
        },
    },
    Cause {
        name: "first-pass-point",
        meaning: "The ruleset's point or half point for passing first was left out, or White took one where it has none.",
        arithmetic: "by area: without the ruleset's points for the first pass, or with one point for White, who passed first",
        evidence: "the ruleset has such points",
        prior: 0.3,
        counts: |case, own, _| {
            let counted = own.first_pass != Points::ZERO;
            let white_first = case.replay.first_pass == Some(Color::White);
            let (first_pass, words) = match counted {
                true => (Points::ZERO, format!("without {}", case.rules.first_pass.value.words())),
                false => (
                    Points::whole(1),
                    "with a point off Black because White passed first".to_owned(),
                ),
            };
            let applies = (white_first || counted) && !by_territory(case);
            one(applies, counted, CountModel { first_pass, ..own }, words)
        },
    },
    Cause {
        name: "komi-unit",
        meaning: "KM is in zi, the Chinese unit of two points, but could also be in points (3 rather than 3.75).",
        arithmetic: "twice the komi, if that is 5 to 8; where the ruleset counts in zi, or none is named",
        evidence: "the komi is usual if it is in zi",
        prior: 0.5,
        counts: |case, own, _| {
            let points = matches!(case.komi_unit, Some(KomiUnit::Points));
            let used = case.komi_source == ValueSource::Record && own.komi != Points::ZERO;
            let doubled = Points::hundredths(own.komi.as_hundredths() * 2);
            let usual = (Points::whole(5)..=Points::whole(8)).contains(&doubled);
            let applies = points && used && usual && case.may_be_in_zi();
            if applies { vec![with_komi(own, doubled)] } else { Vec::new() }
        },
    },
    Cause {
        name: "margin-in-zi",
        meaning: "The margin was written in zi, the Chinese unit of two points.",
        arithmetic: "half the margin; where the ruleset counts in zi, or none is named",
        evidence: "a quarter of a point is recorded",
        prior: 0.9,
        counts: |case, own, _| {
            let quarter = !matches!(case.recorded.fraction(), 0 | 50);
            let model = CountModel { written: MarginNotation::InZi, ..own };
            one(case.may_be_in_zi(), quarter, model, "halved, as zi of two points")
        },
    },
    Cause {
        name: "half-point",
        meaning: "The half point was dropped from the margin, or rounded up.",
        arithmetic: "half a point less or more",
        evidence: "half a point differs",
        prior: 0.5,
        counts: |_, own, _| {
            let dropped = CountModel { written: MarginNotation::HalfDropped, ..own };
            let added = CountModel { written: MarginNotation::HalfAdded, ..own };
            let mut both = only(true, dropped, "with the half point dropped");
            both.extend(only(true, added, "with the half point rounded up"));
            both
        },
    },
    Cause {
        name: "other-komi",
        meaning: "The game was counted with a komi other than the recorded one.",
        arithmetic: "komi 6.5, 7.5, 5.5, 0.5, 0, 4.5, 7 or 8, the ruleset's own, or the komi given to Black if it is more than a point",
        evidence: "the recorded komi is unusual: at most a point in an even game, or 4 and more with a handicap; \
                   and a result that no server counted",
        prior: 0.5,
        counts: |case, own, _| {
            if is_unrecorded(case) {
                return Vec::new();
            }
            let mut counts = other_komi(case, own);
            // With half a point that is any error of one point.
            counts.extend((own.komi.abs() > Points::whole(1)).then(|| with_komi(own, -own.komi)));
            let usual: &[Points] = match case.handicap() {
                0 => &[points(6, 50), points(7, 50)],
                _ => &[Points::HALF],
            };
            // A server counts with the komi that it records.
            let is_unusual = is_unusual(own.komi, case) && !case.is_counted_by_server;
            for count in &mut counts {
                count.has_evidence = is_unusual && usual.contains(&count.model.komi);
            }
            counts
        },
    },
    Cause {
        name: "winner-swapped",
        meaning: "The other player is named as the winner by the same margin.",
        arithmetic: "the margin with the other sign",
        evidence: "another winner with the same margin, in a result that no server counted",
        prior: 0.08,
        counts: |case, own, _| {
            let model = CountModel { written: MarginNotation::Swapped, ..own };
            one(true, !case.is_counted_by_server, model, "with the players swapped")
        },
    },
    Cause {
        name: "one-chain",
        meaning: "One chain, or a set of dead stones in one place, was counted as alive rather than dead, or the \
                  reverse.",
        arithmetic: "the count with that chain's status changed; never a chain proved alive, nor one marked and proved dead",
        evidence: "marks that the estimate contradicts, or an estimate that is in doubt",
        prior: 0.5,
        counts: |case, own, found| {
            let is_doubtful =
                |flip: &&StatusFlip| !flip.is_sure() && flip.group.extent != Extent::Board;
            let count = |flip: &StatusFlip| {
                let words = format!("with {}", flip.group.words(case.grid.size()));
                let is_contradicted = flip.confidence.is_some_and(|sure| sure < 0.0);
                OtherCount::flipped(own, flip, words, is_contradicted)
            };
            found.flips.iter().filter(is_doubtful).map(count).collect()
        },
    },
];

/// Whether these stones are a small chain in atari whose status changes no points but theirs and their last liberty's.
fn is_easily_forgotten(case: &MarginCase, flip: &StatusFlip) -> bool {
    let StatusFlip { group: StoneGroup { points, extent, .. }, gain, .. } = flip;
    let own = Points::whole(2 * points.len() as i64 + 1);
    let is_small = *extent == Extent::Chain && points.len() <= MAX_FORGOTTEN;
    let first = case.grid.size().point(points[0].into());
    is_small && gain.abs() == own && Board::from_grid(case.grid).liberties(first) == 1
}

/// Other points for White's handicap stones than the ruleset's.
fn other_compensation(case: &MarginCase, own: CountModel, _: &Found) -> Vec<OtherCount> {
    let stones = i64::from(case.handicap());
    let given = own.compensation(case);
    // Territory includes the points already where passes cost a stone and the handicap counts as one move (A91 4, 11): they
    // were left out, or one was added.
    let held = match pass_stones(case) && by_territory(case) {
        true => case.score.compensation,
        false => Points::ZERO,
    };
    let within = [Points::ZERO, Points::whole(stones)].map(|points| points - held);
    let others = [0, stones - 1, stones].map(Points::whole);
    let tried = within.iter().filter(|_| held != Points::ZERO).chain(&others);
    let gives = case.score.compensation != Points::ZERO || !by_territory(case);
    let is_large = (case.recorded - case.counted()).abs() > Points::whole(1);
    let count = |&points: &Points| {
        let held = if within.contains(&points) { held } else { Points::ZERO };
        let words = format!(
            "with {} rather than {} for the {stones} handicap stones",
            points + held,
            fmt_points(given + held),
        );
        let model = CountModel { compensation: Some(points), ..own };
        OtherCount::new(model, words, gives && is_large && !case.is_counted_by_server)
    };
    tried.filter(|&&points| stones >= 2 && points != given).map(count).collect()
}

/// Other numbers of stones given for irregular moves.
fn other_irregular_moves(case: &MarginCase, own: CountModel, _: &Found) -> Vec<OtherCount> {
    let irregular = case.replay.tally.illegal_moves;
    let none = ByColor::default();
    let mut ways = vec![match own.handed_over == irregular {
        true => (none, "with no stones given for irregular moves"),
        false => (irregular, "with a stone given for each irregular move"),
    }];
    // Where passes are free, one that wasn't made costs nothing either.
    if pass_stones(case) {
        let skipped = own.handed_over + case.skipped_turns();
        ways.push((skipped, "with a pass for each turn that was skipped"));
    }
    // Stones that came off by suicide are among the captured: given back by the other player.
    let suicides = own.handed_over + case.suicides().swapped();
    ways.push((suicides, "without the stones that came off by suicide"));
    let others = ways.into_iter().filter(|(way, _)| *way != own.handed_over);
    let count = |(handed_over, words): (ByColor<u32>, &str)| {
        OtherCount::new(CountModel { handed_over, ..own }, words, true)
    };
    others.map(count).collect()
}
