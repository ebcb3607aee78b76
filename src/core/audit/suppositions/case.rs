//! A recorded result and the count that it is compared with: `Case`.

use std::cell::OnceCell;

use super::rulesets::ruleset_matching_result;
use crate::audit::causes::{self, MarginCase, MarginExplanation};
use crate::audit::estimators::EstimatePolicy;
use crate::audit::recount::{GameCounter, Recount, ReplayedGame, is_right};
use crate::audit::settle::GameEnding;
use crate::go::{Color, Grid, Points};
use crate::record::{ChosenRules, ValueSource};
use crate::rules::SharedRuleset;
use crate::score::{Count, Dead, DoubtfulGroup, Evidence, Score, Territory, best_guess, territory};
use crate::sgf::{Outcome, WinBy};

/// What the fights of a judged position may change.
pub(crate) struct Fights {
    /// Why the recorded result is right, if some groups of the other status make it so.
    pub right: Option<String>,
    /// The margins under every assignment of the groups that are in doubt as a whole. What lies between two of them may be a
    /// seki, a ko or the capture of a part.
    pub low: Points,
    pub high: Points,
    /// The least certain group, if the estimate isn't sure of it, with the margin if it has the other status.
    pub weakest: Option<(DoubtfulGroup, Points)>,
}

/// A recorded result that may come from a count, and the count that it is compared with.
pub(crate) struct Case<'a> {
    pub rules: &'a ChosenRules,
    pub game: &'a ReplayedGame<'a>,
    pub end: &'a GameEnding,
    pub recount: &'a Recount,
    /// The recorded result, in points.
    pub outcome: Outcome,
    /// Answers that several rows need, computed once.
    other_ruleset: OnceCell<Option<SharedRuleset>>,
    right_without_marks: OnceCell<bool>,
    cause: OnceCell<Option<MarginExplanation>>,
    territory: OnceCell<Territory>,
    pub(super) fights: OnceCell<Fights>,
}

impl<'a> Case<'a> {
    pub(crate) fn new(
        rules: &'a ChosenRules,
        game: &'a ReplayedGame<'a>,
        end: &'a GameEnding,
        recount: &'a Recount,
    ) -> Self {
        Self {
            rules,
            game,
            end,
            recount,
            outcome: game.record.result.outcome,
            other_ruleset: OnceCell::new(),
            right_without_marks: OnceCell::new(),
            cause: OnceCell::new(),
            territory: OnceCell::new(),
            fights: OnceCell::new(),
        }
    }

    pub(crate) fn grid(&self) -> &Grid {
        self.game.grid()
    }

    /// What the points of the position are without its dead stones.
    pub(crate) fn territory(&self) -> &Territory {
        let dead = || self.dead().map_or(&[][..], |dead| &dead.stones[..]);
        self.territory.get_or_init(|| territory(self.grid(), dead()))
    }

    /// The dead stones, if the game was to be counted.
    pub(crate) fn dead(&self) -> Option<&Dead> {
        self.recount.dead.as_ref()
    }

    /// Whether the recorded result is a count's.
    pub(crate) fn is_right(&self, score: &Score) -> bool {
        is_right(self.outcome, score, self.game.rules)
    }

    /// Whether the recorded result is that of this margin.
    pub(crate) fn is_margin(&self, margin: Points) -> bool {
        self.lies_within(margin, margin)
    }

    /// The result of the position as the record leaves it.
    pub(crate) fn as_it_stands(&self, score: &Score) -> Outcome {
        Outcome::from_white_margin(score.margin)
    }

    /// The count with these stones dead.
    pub(crate) fn score_with(&self, dead: &Dead) -> Score {
        let game = self.game;
        let count = Count::new(self.grid(), dead, game.rules);
        Score::new(count, &game.replay, game.rules, game.komi.used)
    }

    /// Whether both players have passed.
    pub(crate) fn is_over(&self) -> bool {
        self.game.replay.final_passes >= 2
    }

    /// Whether the record shows the end of the game: by final passes, or by marks at its last position.
    pub(crate) fn shows_end(&self) -> bool {
        self.is_over() || self.recount.rests_on(Evidence::Marked)
    }

    /// Whether the recorded result lies between two margins.
    pub(crate) fn lies_within(&self, low: Points, high: Points) -> bool {
        match self.outcome {
            Outcome::Win(Color::White, WinBy::Unspecified) => high > Points::ZERO,
            Outcome::Win(Color::Black, WinBy::Unspecified) => low < Points::ZERO,
            outcome => outcome.white_margin().is_some_and(|margin| low <= margin && margin <= high),
        }
    }

    /// Whether the recorded margin, if there is one, differs from this one by a whole number of points.
    pub(crate) fn is_whole_from(&self, margin: Points) -> bool {
        self.outcome.white_margin().is_none_or(|recorded| (recorded - margin).fraction() == 0)
    }

    /// Whether the record doesn't state the komi: it has none, or Fox's KM\[0\].
    pub(crate) fn is_komi_open(&self) -> bool {
        let record = self.game.record;
        match self.game.komi.source {
            ValueSource::Default => !record.unread_komi,
            ValueSource::Record => record.has_komi_of_fox(self.game.replay.handicap),
            _ => false,
        }
    }

    /// If the ruleset is neither stated nor one of several that are asked: another likely one by which the result is right.
    pub(crate) fn other_ruleset(&self, counter: &mut GameCounter) -> Option<&SharedRuleset> {
        let asked = !self.rules.source.is_stated() && !self.rules.likely;
        let find = || {
            asked.then(|| {
                ruleset_matching_result(counter, self.game, self.outcome, self.end.estimates)
            })?
        };
        self.other_ruleset.get_or_init(find).as_ref()
    }

    /// Whether the result is right where the record's marks are left aside.
    pub(crate) fn is_right_without_marks(&self, counter: &mut GameCounter) -> bool {
        *self.right_without_marks.get_or_init(|| {
            let unmarked = self.game.with(|replay| replay.marked_node = None);
            let policy = self.end.estimates.min(EstimatePolicy::EstimatorOnly);
            self.recount.rests_on(Evidence::Marked)
                && counter.count(&unmarked, policy).is_right(self.outcome, self.game.rules)
        })
    }

    /// The likeliest of three causes: one within the ruleset, another ruleset, other marks.
    pub(crate) fn cause(
        &self,
        score: &Score,
        counter: &mut GameCounter,
    ) -> Option<&MarginExplanation> {
        if let Some(cause) = self.cause.get() {
            return cause.as_ref();
        }
        let within = self.cause_within(score, counter);
        // A server's games are played by its own rules, and it does the counting.
        let by_server = self.rules.source == ValueSource::Server && within.is_some();
        let names_chain = within.as_ref().is_some_and(|cause| cause.stones.is_some());
        let other = self.other_ruleset(counter).filter(|_| !by_server).cloned();
        let cause = match other {
            Some(other) => Some(MarginExplanation::other_ruleset(other, within)),
            // A chain that the marks are wrong about is more specific than that they are wrong.
            None if !names_chain && self.is_right_without_marks(counter) => {
                Some(MarginExplanation::other_marks(within))
            }
            None => within,
        };
        // An event's komi that the record states, too, is no other one.
        let (options, komi) = (counter.options, self.game.komi);
        let known = options.komi.filter(|_| options.komi_set_by == ValueSource::Event);
        let cause = match known.filter(|_| komi.source == ValueSource::Record) {
            Some(known) => cause.and_then(|cause| cause.with_known_komi(known)),
            None => cause,
        };
        self.cause.get_or_init(|| cause).as_ref()
    }

    /// The causes within the ruleset. Marks that the result contradicts are compared with an estimate.
    fn cause_within(&self, score: &Score, counter: &mut GameCounter) -> Option<MarginExplanation> {
        let game = self.game;
        let estimated = match self.recount.rests_on(Evidence::Marked) {
            true => counter.estimate(game, self.end.estimates),
            false => None,
        };
        let estimated = estimated.map(|ownership| best_guess(self.grid(), game.rules, &ownership));
        causes::explain(&MarginCase {
            rules: game.rules,
            replay: &game.replay,
            grid: self.grid(),
            dead: self.dead()?,
            estimated: estimated.as_ref().and_then(|dead| dead.judged.as_ref()),
            score,
            komi_source: game.komi.source,
            komi_unit: game.record.komi_value.map(|read| read.unit),
            known_rules: self.rules.source.is_stated(),
            recorded: self.outcome.white_margin()?,
            is_counted_by_server: game.record.is_counted_by_server(),
        })
    }
}
