//! Counts of a game by other rulesets.

use super::recounter::Recounter;
use super::result_match::{counted_outcome, is_right};
use crate::audit::options::AuditOptions;
use crate::record::{LIKELY, RecordedGame};
use crate::rules::{BUILT_IN, Ruleset, SharedRuleset, find};
use crate::score::{Score, Undecided};
use crate::sgf::Outcome;

/// The count of a game by one ruleset.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The ruleset.
    pub rules: SharedRuleset,
    /// Number of moves that it forbids.
    pub forbidden: u32,
    /// The reason why the game can't be counted by it.
    pub undecided: Option<Undecided>,
    /// The count.
    pub score: Option<Score>,
}

impl Comparison {
    /// The result by this ruleset.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.score.as_ref().map(|score| counted_outcome(score, &self.rules))
    }
}

/// Counts a game by its own ruleset, if that isn't built in, and then by each built-in one.
pub(crate) fn compare(
    recounter: &mut Recounter,
    record: &RecordedGame,
    own: &SharedRuleset,
    outcome: Outcome,
    options: &AuditOptions,
) -> Vec<Comparison> {
    let options = AuditOptions { variations: false, ..options.clone() };
    let own = Some(own.clone()).filter(|own| find(&own.id).is_none());
    let all = own.into_iter().chain(BUILT_IN.iter().map(SharedRuleset::from));
    all.map(|rules| comparison(recounter, record, options.applied(rules), outcome, &options))
        .collect()
}

fn comparison(
    recounter: &mut Recounter,
    record: &RecordedGame,
    rules: SharedRuleset,
    outcome: Outcome,
    options: &AuditOptions,
) -> Comparison {
    let game = recounter.replay(record, &rules, options);
    let recount = recounter.count(&game, options);
    let mut recount = recounter.with_proven_life(recount, &game, outcome);
    // Marks on an open board aren't the agreed territory if they give another result than the recorded one.
    let wrong = recount.score.as_ref().is_some_and(|score| !is_right(outcome, score, &rules));
    if wrong && recounter.marks_leave_open(&game, &recount) {
        recount = recount.unfinished();
    }
    let violations = game.replay.violations.iter();
    let forbidden = violations.filter(|violation| violation.kind.is_forbidden()).count();
    Comparison {
        rules,
        forbidden: forbidden as u32,
        undecided: recount.dead.and_then(|dead| dead.undecided),
        score: recount.score,
    }
}

/// The first of the likely rulesets other than `rules` by which the recorded result is right. Afterwards the game
/// is replayed by `rules` again, so that its final position is the recounter's.
pub(crate) fn ruleset_matching_result(
    recounter: &mut Recounter,
    record: &RecordedGame,
    rules: &Ruleset,
    outcome: Outcome,
    options: &AuditOptions,
) -> Option<SharedRuleset> {
    let options = AuditOptions { variations: false, ..options.clone() };
    let likely = LIKELY.into_iter().filter_map(find).filter(|other| other.id != rules.id);
    let mut likely = likely.map(|other| options.applied(other.into()));
    let matching = likely.find(|other| {
        let game = recounter.replay(record, other, &options);
        let Some(score) = recounter.count(&game, &options).score else { return false };
        let without_komi = Outcome::from_white_margin(score.margin - score.komi);
        is_right(outcome, &score, other)
            || game.contradicts_default_komi(&score, outcome) && without_komi == outcome
    });
    recounter.replay(record, rules, &options);
    matching
}
