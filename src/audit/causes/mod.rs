//! Why a recorded margin differs from the count: the simplest cause that gives it exactly.
//!
//! A [`CountModel`] says how a count is carried out. Each cause of [`CAUSES`] changes one thing of the
//! ruleset's own; the one that gives the recorded margin is reported. One cause is simpler than two, and
//! a chain of another status, of which there are many, is the least of the single ones. Two causes are
//! tried only where something in the record speaks for one of them, and reported only where few pairs
//! fit: with many, one of them fits any number.

mod catalog;
mod chains;
mod count_model;

use std::fmt::Write;

pub use catalog::{CAUSES, Cause, USUAL_KOMI};
use catalog::{Change, OTHER_MARKS, OTHER_RULESET, Pairing, UNRECORDED_KOMI};
pub(crate) use chains::StatusFlip;
pub(crate) use count_model::MarginCase;
use count_model::{CountModel, MarginNotation, SurroundedPoints, winner};

use crate::go::{Color, Points};
use crate::plural::fmt_points;
use crate::rules::{Counting, SharedRuleset};

/// Where more pairs than this give the recorded margin, none of them says anything.
const MOST_PAIRS: usize = 3;

/// The cause found for a recorded margin: one, or two together.
#[derive(Clone, Debug)]
pub struct MarginExplanation {
    /// The names, joined by `+`.
    pub cause: String,
    /// The names of others that are as simple, in order of plausibility.
    pub others: Vec<String>,
    /// What the record equals: "the record equals territory without that pass: 2.5 + 1 = 3.5 points for
    /// White".
    pub sentence: String,
    /// The ruleset by which the result is right, if that is the cause.
    pub ruleset: Option<SharedRuleset>,
    /// The chain whose status would have to be the other, if that is the cause.
    pub(crate) chain: Option<StatusFlip>,
    /// A chain by whose other status the result would be right, and that may well have it: a judge isn't sure, and
    /// nothing in the record speaks for another cause.
    pub(crate) doubtful: Option<StatusFlip>,
}

impl MarginExplanation {
    /// The cause of a result that is right by another ruleset than the one that was assumed.
    pub(crate) fn other_ruleset(other: SharedRuleset, within: Option<Self>) -> Self {
        let sentence =
            format!("the record equals the count by {}, and names no known ruleset", other.name);
        Self { ruleset: Some(other), ..Self::counted_anew(OTHER_RULESET, sentence, within) }
    }

    /// The cause of a result that is right where the record's marks are left aside.
    pub(crate) fn other_marks(within: Option<Self>) -> Self {
        let sentence = "the record equals the count without its marks".to_owned();
        Self::counted_anew(OTHER_MARKS, sentence, within)
    }

    /// A cause that was found by counting the game anew; what else would give the result comes after that.
    fn counted_anew(cause: &str, mut sentence: String, within: Option<Self>) -> Self {
        let mut others = Vec::new();
        if let Some(within) = within {
            others.push(within.cause);
            others.extend(within.others);
        }
        if !others.is_empty() {
            let _ = write!(sentence, "; also: {}", others.join(", "));
        }
        Self {
            cause: cause.to_owned(),
            others,
            sentence,
            ruleset: None,
            chain: None,
            doubtful: None,
        }
    }

    /// Whether it takes another komi than the one that was taken because nobody stated any.
    pub(crate) fn doubts_komi(&self) -> bool {
        self.cause.split('+').any(|name| name == UNRECORDED_KOMI)
    }
}

/// A cause of the table with one of its changes.
#[derive(Clone, Copy)]
struct Step {
    cause: &'static Cause,
    change: Change,
}

/// Finds the simplest cause of a recorded margin; `None` if there is none.
pub(crate) fn explain(case: &MarginCase) -> Option<MarginExplanation> {
    let enclosed = SurroundedPoints::new(case);
    let own = CountModel::of(case);
    let gives = |steps: &[Step]| {
        let mut count_model = own;
        for step in steps {
            step.change.apply(&mut count_model);
        }
        count_model.margin(case, &enclosed) == Some(case.recorded)
    };
    let mut steps = Vec::new();
    for cause in CAUSES.iter().filter(|cause| cause.aspect != catalog::Aspect::Chain) {
        let changes = (cause.changes)(case, &enclosed);
        steps.extend(changes.into_iter().map(|change| Step { cause, change }));
    }
    let single: Vec<[Step; 1]> =
        steps.iter().map(|&step| [step]).filter(|step| gives(step)).collect();
    if let Some([first]) = single.first() {
        // Dead stones that nobody marked are what goes wrong most often where players mark them, and likelier than
        // another komi or prisoners that weren't counted, where nothing in the record speaks for these.
        let marked_by_players = case.replay.final_passes >= 2 && !case.is_marked();
        // Those who count territory give no points for handicap stones, unless their rules do.
        let needless = first.cause.aspect == catalog::Aspect::Handicap
            && case.rules.counting.value == Counting::Territory
            && case.known_rules
            && case.score.compensation == Points::ZERO;
        let evident = first.cause.pairing == Pairing::Evident && !needless;
        let judged = case.dead.source.is_judgement();
        let mut flips = if marked_by_players || judged && !evident {
            chains(case, &enclosed)
        } else {
            Vec::new()
        };
        let doubtful = doubtful(&flips).filter(|_| !evident);
        flips.retain(|[step]| {
            marked_by_players && matches!(step.change, Change::Chain(flip) if flip.was_dead)
        });
        use catalog::Aspect::{Komi, Passes, Prisoners};
        let likelier = !evident && matches!(first.cause.aspect, Komi | Passes | Prisoners);
        let all = if likelier { [flips, single].concat() } else { [single, flips].concat() };
        return Some(MarginExplanation { doubtful, ..report(case, &enclosed, &all) });
    }
    let flips = chains(case, &enclosed);
    if !flips.is_empty() {
        let doubtful = doubtful(&flips);
        return Some(MarginExplanation { doubtful, ..report(case, &enclosed, &flips) });
    }
    let mut pairs: Vec<(usize, [Step; 2])> = Vec::new();
    for (i, &first) in steps.iter().enumerate() {
        for (j, &second) in steps.iter().enumerate().skip(i + 1) {
            if may_pair(first.cause, second.cause) && gives(&[first, second]) {
                pairs.push((i + j, [first, second]));
            }
        }
    }
    // The most plausible pair is the one whose parts are.
    pairs.sort_by_key(|&(rank, _)| rank);
    let pairs: Vec<[Step; 2]> = pairs.into_iter().map(|(_, pair)| pair).collect();
    (1..=MOST_PAIRS).contains(&pairs.len()).then(|| report(case, &enclosed, &pairs))
}

/// The first chain whose status a judge isn't sure of.
fn doubtful(flips: &[[Step; 1]]) -> Option<StatusFlip> {
    flips.iter().find_map(|[step]| match step.change {
        Change::Chain(flip) => flip.is_doubtful().then_some(flip),
        _ => None,
    })
}

/// The chains by which the margin would be the recorded one if they were of the other status.
fn chains(case: &MarginCase, enclosed: &SurroundedPoints) -> Vec<[Step; 1]> {
    let causes = CAUSES.iter().filter(|cause| cause.aspect == catalog::Aspect::Chain);
    let steps = causes.flat_map(|cause| {
        let changes = (cause.changes)(case, enclosed).into_iter();
        changes.map(move |change| [Step { cause, change }])
    });
    steps.collect()
}

/// Whether two causes may have come together.
fn may_pair(first: &Cause, second: &Cause) -> bool {
    use Pairing::{Alone, Bare};
    first.aspect != second.aspect
        && first.pairing != Alone
        && second.pairing != Alone
        && (first.pairing, second.pairing) != (Bare, Bare)
}

fn name(steps: &[Step]) -> String {
    let names: Vec<&str> = steps.iter().map(|step| step.cause.name).collect();
    names.join("+")
}

/// Reports the first of the causes that fit.
fn report<const N: usize>(
    case: &MarginCase,
    enclosed: &SurroundedPoints,
    fitting: &[[Step; N]],
) -> MarginExplanation {
    let steps = &fitting[0];
    let cause = name(steps);
    let mut others: Vec<String> = Vec::new();
    for other in fitting[1..].iter().map(|steps| name(steps)) {
        if other != cause && !others.contains(&other) {
            others.push(other);
        }
    }
    let mut count_model = CountModel::of(case);
    let mut words: Vec<String> = Vec::new();
    let mut margins = vec![case.counted()];
    for step in steps {
        step.change.apply(&mut count_model);
        margins.extend(count_model.margin(case, enclosed));
        words.push((step.cause.words)(case, step.change));
    }
    words.retain(|words| !words.is_empty());
    let counting = match count_model.counting {
        Counting::Territory => "territory",
        Counting::Area | Counting::Stones => "area",
    };
    let mut sentence = format!("the record equals {counting}");
    for (i, words) in words.iter().enumerate() {
        let _ = write!(sentence, "{}{words}", if i == 0 { " " } else { " and " });
    }
    let changes: Vec<Change> = steps.iter().map(|step| step.change).collect();
    sentence.push_str(&arithmetic(&margins, &changes));
    let is_chain = matches!(steps[0].change, Change::Chain(_));
    let chains: Vec<StatusFlip> = fitting
        .iter()
        .filter(|_| is_chain)
        .filter_map(|steps| match steps[0].change {
            Change::Chain(flip) => Some(flip),
            _ => None,
        })
        .collect();
    if let [_, second, rest @ ..] = &chains[..] {
        let more = match rest.len() {
            0 => String::new(),
            1 => ", or with another chain".to_owned(),
            more => format!(", or with one of {more} other chains"),
        };
        let _ = write!(sentence, "; the same with {}{more}", second.words(case.grid.size()));
    }
    if !others.is_empty() {
        let _ = write!(sentence, "; also: {}", others.join(", "));
    }
    MarginExplanation {
        cause,
        others,
        sentence,
        ruleset: None,
        chain: chains.first().copied(),
        doubtful: None,
    }
}

/// How the margin comes about: ": 2.5 + 1 = 3.5 points for White". Nothing where the players are swapped:
/// there the words say it all.
fn arithmetic(margins: &[Points], changes: &[Change]) -> String {
    let (Some(&first), Some(&last)) = (margins.first(), margins.last()) else {
        return String::new();
    };
    if changes.contains(&Change::MarginNotation(MarginNotation::Swapped)) {
        return String::new();
    }
    let winner = winner(last).or(winner(first)).unwrap_or(Color::White);
    let for_winner = |points: Points| if winner == Color::White { points } else { -points };
    let mut sum = format!(": {}", for_winner(first));
    for (pair, change) in margins.windows(2).zip(changes) {
        if *change == Change::MarginNotation(MarginNotation::InZi) {
            sum.push_str(" / 2");
            continue;
        }
        let gain = for_winner(pair[1] - pair[0]);
        let sign = if gain < Points::ZERO { '-' } else { '+' };
        let _ = write!(sum, " {sign} {}", gain.abs());
    }
    let _ = match last {
        Points::ZERO => write!(sum, " = 0, a draw"),
        _ => write!(sum, " = {} for {winner}", fmt_points(for_winner(last))),
    };
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Point;

    fn half(halves: i64) -> Points {
        Points::hundredths(halves * 50)
    }

    #[test]
    fn the_sum_is_the_winners() {
        let passes = Change::Passes(count_model::Passes::Recorded);
        let komi = Change::Komi(half(13));
        let sum = |margins: &[i64], changes: &[Change]| {
            arithmetic(&margins.iter().copied().map(half).collect::<Vec<_>>(), changes)
        };
        assert_eq!(sum(&[5, 7], &[passes]), ": 2.5 + 1 = 3.5 points for White");
        assert_eq!(sum(&[-5, -3], &[passes]), ": 2.5 - 1 = 1.5 points for Black");
        assert_eq!(sum(&[1, -1], &[komi]), ": -0.5 + 1 = 0.5 points for Black");
        assert_eq!(sum(&[5, 7, 5], &[passes, komi]), ": 2.5 + 1 - 1 = 2.5 points for White");
        assert_eq!(
            sum(&[8, 4], &[Change::MarginNotation(MarginNotation::InZi)]),
            ": 4 / 2 = 2 points for White"
        );
        assert_eq!(sum(&[16, 0], &[komi]), ": 8 - 8 = 0, a draw");
        assert_eq!(sum(&[5, -5], &[Change::MarginNotation(MarginNotation::Swapped)]), "");
    }

    #[test]
    fn pairs_need_something_that_speaks_for_them() {
        let find = |name: &str| CAUSES.iter().find(|cause| cause.name == name).unwrap();
        let pair = |a: &str, b: &str| may_pair(find(a), find(b));
        assert!(pair("missing-white-pass", "winner-swapped"));
        assert!(pair("missing-white-pass", "handicap-points"));
        // Nothing but the number speaks for either.
        assert!(!pair("other-komi", "winner-swapped"));
        // Both are about the passes, or about the komi.
        assert!(!pair("missing-white-pass", "pass-stones-left-out"));
        assert!(!pair("unrecorded-komi", "other-komi"));
        // With these any number could be had.
        assert!(!pair("missing-white-pass", "one-chain"));
        assert!(!pair("missing-white-pass", "point-dropped"));
    }

    #[test]
    fn chains_have_names() {
        let flip = |stones, one_chain| StatusFlip {
            point: Point::new(2, 16),
            color: Color::White,
            stones,
            one_chain,
            was_dead: stones > 1,
            gain: Points::ZERO,
            confidence: None,
        };
        let words = |stones, one_chain| flip(stones, one_chain).words(crate::go::Size::STANDARD);
        assert_eq!(words(1, true), "White's stone at C3 dead rather than alive");
        assert_eq!(words(4, true), "White's chain of 4 stones at C3 alive rather than dead");
        assert_eq!(words(5, false), "White's 5 stones around C3 alive rather than dead");
    }
}
