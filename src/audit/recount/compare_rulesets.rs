//! What other rulesets say of a game.

use crate::audit::auditor::Auditor;
use crate::audit::checks::legality::is_forbidden;
use crate::audit::options::AuditOptions;
use crate::audit::recount::recounter::Record;
use crate::audit::recount::verdict::{counted_outcome, is_right};
use crate::rules::{BUILT_IN, Ruleset, SharedRuleset, find};
use crate::score::{Score, Undecided};
use crate::sgf::Outcome;

/// What a ruleset says of a game.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The ruleset.
    pub rules: SharedRuleset,
    /// Number of moves that it forbids.
    pub forbidden: u32,
    /// Why it can't be counted.
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

/// The rulesets that a record which names none is most likely to have been counted by.
const LIKELY: [&str; 3] = ["aga", "japanese", "chinese"];

impl Auditor {
    /// What the game's own ruleset says of it, if that isn't built in, and then each built-in one.
    pub(in crate::audit) fn compare(
        &mut self,
        record: &Record,
        own: &SharedRuleset,
        outcome: Outcome,
        options: &AuditOptions,
    ) -> Vec<Comparison> {
        let options = AuditOptions { variations: false, ..options.clone() };
        let own = Some(own.clone()).filter(|own| find(&own.id).is_none());
        own.into_iter()
            .chain(BUILT_IN.iter().map(SharedRuleset::from))
            .map(|rules| {
                let rules = options.applied(rules);
                let played = self.play(record, &rules, &options);
                let counted = self.count(&played, &options);
                // Marks on an open board are no agreement where the result is another.
                let wrong =
                    counted.score.as_ref().is_some_and(|score| !is_right(outcome, score, &rules));
                let counted = match wrong && self.marks_leave_open(&played, &counted) {
                    true => counted.unfinished(),
                    false => counted,
                };
                let violations = played.replay.violations.iter();
                let forbidden = violations.filter(|violation| is_forbidden(violation.kind)).count();
                Comparison {
                    rules,
                    forbidden: forbidden as u32,
                    undecided: counted.dead.and_then(|dead| dead.undecided),
                    score: counted.score,
                }
            })
            .collect()
    }

    /// Of the likely rulesets other than `rules` the first by which the recorded result is right. The
    /// replay of `rules` is carried out again afterwards, so that its final position is there.
    pub(in crate::audit) fn ruleset_matching_result(
        &mut self,
        record: &Record,
        rules: &Ruleset,
        outcome: Outcome,
        options: &AuditOptions,
    ) -> Option<SharedRuleset> {
        let options = AuditOptions { variations: false, ..options.clone() };
        let likely = LIKELY.into_iter().filter_map(find).filter(|other| other.id != rules.id);
        let likely = likely.map(|other| options.applied(other.into()));
        let found = likely.into_iter().find(|other| {
            let played = self.play(record, other, &options);
            let score = self.count(&played, &options).score;
            score.is_some_and(|score| {
                let without = || Outcome::from_white_margin(score.margin - score.komi);
                is_right(outcome, &score, other)
                    || played.needs_no_komi(&score, outcome) && without() == outcome
            })
        });
        self.play(record, rules, &options);
        found
    }
}
