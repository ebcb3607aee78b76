//! Other counts of a game: by other rulesets, without its marks, with every stone alive.

use super::count::{GameCounter, Recount, ReplayedGame, counted_outcome, is_right, is_wrong};
use super::estimators::EstimatePolicy;
use crate::record::{LIKELY, RecordedGame};
use crate::rules::{BUILT_IN, Dispute, Ruleset, SharedRuleset, find};
use crate::score::{Dead, Evidence, Score, Undecided};
use crate::sgf::Outcome;

/// The count of a game by one ruleset.
#[derive(Clone, Debug)]
pub struct Comparison {
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
    pub fn outcome(&self) -> Option<Outcome> {
        self.score.as_ref().map(|score| counted_outcome(score, &self.rules))
    }
}

/// Counts a game by its own ruleset, if that isn't built in, and then by each built-in one.
pub(crate) fn compare(
    counter: &mut GameCounter,
    record: &RecordedGame,
    own: &SharedRuleset,
    outcome: Outcome,
    policy: EstimatePolicy,
) -> Vec<Comparison> {
    let options = counter.options;
    let own = Some(own.clone()).filter(|own| find(&own.id).is_none());
    let all = own.into_iter().chain(BUILT_IN.iter().map(SharedRuleset::from));
    all.map(|rules| comparison(counter, record, options.applied(rules), outcome, policy)).collect()
}

fn comparison(
    counter: &mut GameCounter,
    record: &RecordedGame,
    rules: SharedRuleset,
    outcome: Outcome,
    policy: EstimatePolicy,
) -> Comparison {
    let game = counter.replay_main_line(record, &rules);
    let mut recount = counter.count(&game, policy).with_proven_life(&game, outcome);
    // Marks on an open board aren't the agreed territory if they give another result than the recorded one.
    let wrong = recount.score.as_ref().is_some_and(|score| !is_right(outcome, score, &rules));
    if wrong && game.marks_leave_open(&recount) {
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

/// The first of the likely rulesets other than `rules` by which the recorded result is right.
fn ruleset_matching_result(
    counter: &mut GameCounter,
    record: &RecordedGame,
    rules: &Ruleset,
    outcome: Outcome,
    policy: EstimatePolicy,
) -> Option<SharedRuleset> {
    let options = counter.options;
    let likely = LIKELY.into_iter().filter_map(find).filter(|other| other.id != rules.id);
    let mut likely = likely.map(|other| options.applied(other.into()));
    likely.find(|other| {
        let game = counter.replay_main_line(record, other);
        let Some(score) = counter.count(&game, policy).score else { return false };
        let without_komi = Outcome::from_white_margin(score.margin - score.komi);
        is_right(outcome, &score, other)
            || game.contradicts_default_komi(&score, outcome) && without_komi == outcome
    })
}

/// Doubts about a recorded result, for which a mismatch is reported as undecided or as a warning only.
#[derive(Default)]
pub(crate) struct MitigatingFactors {
    /// RE states how the game was won in words that aren't understood.
    pub unread: bool,
    /// RE names a winner with a margin of 0.
    pub zero_margin: bool,
    /// RU names a ruleset that isn't known.
    pub unknown_rules: bool,
    /// HA isn't the number of handicap stones, and the ruleset compensates for these.
    pub handicap: bool,
    /// Four passes make all stones alive, unless the players agreed otherwise.
    pub four_passes: bool,
    /// Where the record names no ruleset: another one by which the result is right.
    pub ruleset_matching_result: Option<SharedRuleset>,
    /// The result is right where the record's marks are left aside.
    pub right_without_marks: bool,
}

impl MitigatingFactors {
    /// Looks for other counts that give the recorded result where `recount` doesn't, and notes what it finds. Returns
    /// the count of the position that the players must have agreed on, else `recount`.
    pub fn try_alternative_counts(
        &mut self,
        counter: &mut GameCounter,
        game: &ReplayedGame,
        recount: Recount,
        outcome: Outcome,
        ask_other_rulesets: bool,
        policy: EstimatePolicy,
    ) -> Recount {
        let rules = game.rules;
        // Four passes make all stones alive where nobody agreed on dead ones (A91 10; BGA 10 iii). A margin that
        // is right only without the dead stones shows that the players did agree.
        self.four_passes = game.replay.all_alive
            && rules.dispute.value == Dispute::FourPasses
            && recount.rests_on(Evidence::PlayedOut);
        if recount.dead.as_ref().is_some_and(lives_alone) && outcome.white_margin().is_some() {
            return count_of_whole_board(counter, game, recount, outcome, policy);
        }
        let recount = recount.with_proven_life(game, outcome);
        if !recount.score.as_ref().is_some_and(|score| is_wrong(outcome, score, rules)) {
            return recount;
        }
        if self.four_passes {
            let agreed = counter.count(&game.with(|replay| replay.all_alive = false), policy);
            if agreed.is_right(outcome, rules) {
                return agreed;
            }
            // Where every stone is alive by proof, there was nothing to agree on.
            self.four_passes = !agreed.rests_on(Evidence::PlayedOut);
        }
        if ask_other_rulesets {
            self.ruleset_matching_result =
                ruleset_matching_result(counter, game.record, rules, outcome, policy);
        }
        if recount.rests_on(Evidence::Marked) {
            let unmarked = game.with(|replay| replay.marked_node = None);
            let policy = policy.min(EstimatePolicy::EstimatorOnly);
            self.right_without_marks = counter.count(&unmarked, policy).is_right(outcome, rules);
        }
        recount
    }
}

/// Whether the count is undecided because one player alone has living stones.
fn lives_alone(dead: &Dead) -> bool {
    dead.undecided == Some(Undecided::NoLivingStone)
}

/// The count that gives the recorded margin where one player alone has living stones, else `recount`. A margin of
/// the whole board shows that the other player played to the end without living stones. A margin that is right with
/// all stones alive shows that no dead ones were agreed on.
fn count_of_whole_board(
    counter: &mut GameCounter,
    game: &ReplayedGame,
    recount: Recount,
    outcome: Outcome,
    policy: EstimatePolicy,
) -> Recount {
    let is_right = |recount: &Recount| recount.is_right(outcome, game.rules);
    let judged = recount.dead.as_ref().filter(|dead| dead.judged.is_some());
    let whole = judged.map(|dead| Recount::with_dead(dead.clone().with_every_judgement(), game));
    if let Some(whole) = whole.filter(is_right) {
        return whole;
    }
    let all_alive = counter.count(&game.with(|replay| replay.all_alive = true), policy);
    if is_right(&all_alive) { all_alive } else { recount }
}
