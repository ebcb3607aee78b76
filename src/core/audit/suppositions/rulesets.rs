//! Counts of a game by other rulesets.

use crate::audit::estimators::EstimatePolicy;
use crate::audit::recount::{GameCounter, ReplayedGame, counted_outcome, is_right};
use crate::record::{LIKELY, RecordedGame};
use crate::rules::{BUILT_IN, SharedRuleset, find};
use crate::score::{Score, Undecided};
use crate::sgf::Outcome;

/// The count of a game by one ruleset.
#[derive(Clone, Debug)]
pub struct Comparison {
    pub rules: SharedRuleset,
    /// Number of moves that it forbids.
    pub forbidden: u32,
    /// The reason why the game can't be counted by it.
    pub undecided: Option<Undecided>,
    pub score: Option<Score>,
}

impl Comparison {
    pub fn outcome(&self) -> Option<Outcome> {
        self.score.as_ref().map(|score| counted_outcome(score, &self.rules))
    }
}

/// Counts a game by its own ruleset, if that isn't built in, and then by each built-in one.
pub(crate) fn compare(
    counter: &mut GameCounter,
    record: &RecordedGame,
    own: &SharedRuleset,
    policy: EstimatePolicy,
) -> Vec<Comparison> {
    let options = counter.options;
    let own = Some(own.clone()).filter(|own| find(&own.id).is_none());
    let all = own.into_iter().chain(BUILT_IN.iter().map(SharedRuleset::from));
    all.map(|rules| comparison(counter, record, options.applied(rules), policy)).collect()
}

fn comparison(
    counter: &mut GameCounter,
    record: &RecordedGame,
    rules: SharedRuleset,
    policy: EstimatePolicy,
) -> Comparison {
    let game = counter.replay_main_line(record, &rules);
    let recount = counter.count(&game, policy).with_proven_life(&game);
    let violations = game.replay.violations.iter();
    let forbidden = violations.filter(|violation| violation.kind.is_forbidden()).count();
    Comparison {
        rules,
        forbidden: forbidden as u32,
        undecided: recount.dead.and_then(|dead| dead.undecided),
        score: recount.score,
    }
}

/// The first of the likely rulesets other than the game's by which the recorded result is right.
pub(super) fn ruleset_matching_result(
    counter: &mut GameCounter,
    game: &ReplayedGame,
    outcome: Outcome,
    policy: EstimatePolicy,
) -> Option<SharedRuleset> {
    let options = counter.options;
    let likely = LIKELY.into_iter().filter_map(find).filter(|other| other.id != game.rules.id);
    let mut likely = likely.map(|other| options.applied(other.into()));
    likely.find(|other| {
        let game = counter.replay_main_line(game.record, other);
        let Some(score) = counter.count(&game, policy).score else { return false };
        let without_komi = Outcome::from_white_margin(score.margin - score.komi);
        is_right(outcome, &score, other)
            || game.contradicts_default_komi(&score, outcome) && without_komi == outcome
    })
}
