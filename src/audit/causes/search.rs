//! Finds the simplest cause of a recorded margin.

use super::catalog::CAUSES;
use super::cause::{Aspect, Cause, Pairing};
use super::count_model::{CountModel, SurroundedPoints};
use super::explanation::{MarginExplanation, Step, report};
use super::margin_case::MarginCase;
use super::status_flip::StatusFlip;
use crate::go::Points;
use crate::rules::Counting;

/// The largest number of pairs that may give the recorded margin for one of them to be reported.
const MOST_PAIRS: usize = 3;

/// Finds the simplest cause of a recorded margin; `None` if there is none.
pub(crate) fn explain(case: &MarginCase) -> Option<MarginExplanation> {
    let search =
        Search { case, surrounded: SurroundedPoints::new(case), own: CountModel::of(case) };
    let steps = search.steps(|cause| cause.aspect != Aspect::Chain);
    let single: Vec<[Step; 1]> =
        steps.iter().map(|&step| [step]).filter(|step| search.gives_margin(step)).collect();
    if !single.is_empty() {
        return Some(search.explain_single(single));
    }
    let chains = search.chains();
    if !chains.is_empty() {
        let doubtful = doubtful(&chains);
        return Some(MarginExplanation { doubtful, ..search.report(&chains) });
    }
    let pairs = search.pairs(&steps);
    (1..=MOST_PAIRS).contains(&pairs.len()).then(|| search.report(&pairs))
}

struct Search<'a> {
    case: &'a MarginCase<'a>,
    surrounded: SurroundedPoints,
    /// The ruleset's own way of counting.
    own: CountModel,
}

impl Search<'_> {
    /// The changes of the causes that `wanted` selects, the most plausible first.
    fn steps(&self, wanted: impl Fn(&Cause) -> bool) -> Vec<Step> {
        let mut steps = Vec::new();
        for cause in CAUSES.iter().filter(|cause| wanted(cause)) {
            let changes = (cause.changes)(self.case, &self.surrounded);
            steps.extend(changes.into_iter().map(|change| Step { cause, change }));
        }
        steps
    }

    /// The chains that give the recorded margin if their status is the other one.
    fn chains(&self) -> Vec<[Step; 1]> {
        let steps = self.steps(|cause| cause.aspect == Aspect::Chain);
        steps.into_iter().map(|step| [step]).collect()
    }

    /// The pairs of changes that give the recorded margin, the most plausible first: the pair with the most plausible
    /// parts.
    fn pairs(&self, steps: &[Step]) -> Vec<[Step; 2]> {
        let mut pairs: Vec<(usize, [Step; 2])> = Vec::new();
        for (i, &first) in steps.iter().enumerate() {
            for (j, &second) in steps.iter().enumerate().skip(i + 1) {
                if may_pair(first.cause, second.cause) && self.gives_margin(&[first, second]) {
                    pairs.push((i + j, [first, second]));
                }
            }
        }
        pairs.sort_by_key(|&(rank, _)| rank);
        pairs.into_iter().map(|(_, pair)| pair).collect()
    }

    fn gives_margin(&self, steps: &[Step]) -> bool {
        let mut model = self.own;
        for step in steps {
            step.change.apply(&mut model);
        }
        model.margin(self.case, &self.surrounded) == Some(self.case.recorded)
    }

    /// The explanation by single causes, compared with chains of the other status.
    fn explain_single(&self, mut single: Vec<[Step; 1]>) -> MarginExplanation {
        let case = self.case;
        // Players who count territory give no points for handicap stones, unless their rules do.
        let is_needless = |cause: &Cause| {
            cause.aspect == Aspect::Handicap
                && case.rules.counting.value == Counting::Territory
                && case.known_rules
                && case.score.compensation == Points::ZERO
        };
        if is_needless(single[0][0].cause) {
            single.sort_by_key(|[step]| {
                step.cause.pairing != Pairing::Evident || is_needless(step.cause)
            });
        }
        let first = single[0][0].cause;
        // Where players mark dead stones, leaving some unmarked is the most frequent error. It is likelier than another
        // komi or uncounted prisoners, if nothing in the record speaks for these.
        let marked_by_players = case.replay.final_passes >= 2 && !case.is_marked();
        let evident = first.pairing == Pairing::Evident && !is_needless(first);
        let judged = case.dead.source.is_judgement();
        let mut chains = match marked_by_players || judged && !evident {
            true => self.chains(),
            false => Vec::new(),
        };
        let doubtful = doubtful(&chains).filter(|_| !evident);
        chains.retain(|[step]| {
            marked_by_players && step.change.flip().is_some_and(|flip| flip.was_dead)
        });
        let chains_are_likelier =
            !evident && matches!(first.aspect, Aspect::Komi | Aspect::Passes | Aspect::Prisoners);
        let all = match chains_are_likelier {
            true => [chains, single].concat(),
            false => [single, chains].concat(),
        };
        MarginExplanation { doubtful, ..self.report(&all) }
    }

    fn report<const N: usize>(&self, fitting: &[[Step; N]]) -> MarginExplanation {
        report(self.case, &self.surrounded, fitting)
    }
}

/// The first chain with a status that an estimate isn't sure of.
fn doubtful(chains: &[[Step; 1]]) -> Option<StatusFlip> {
    chains.iter().filter_map(|[step]| step.change.flip()).find(StatusFlip::is_doubtful)
}

/// Whether two causes may be reported as a pair.
fn may_pair(first: &Cause, second: &Cause) -> bool {
    use Pairing::{Alone, Bare};
    first.aspect != second.aspect
        && first.pairing != Alone
        && second.pairing != Alone
        && (first.pairing, second.pairing) != (Bare, Bare)
}

#[cfg(test)]
mod tests {
    use super::*;

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
        // These would give any number.
        assert!(!pair("missing-white-pass", "one-chain"));
        assert!(!pair("missing-white-pass", "point-dropped"));
    }
}
