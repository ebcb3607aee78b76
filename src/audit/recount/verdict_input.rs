//! The input of a verdict: `VerdictInput`.

use super::recounter::{Recount, Recounter};
use super::replayed_game::ReplayedGame;
use crate::audit::causes::{self, MarginCase, MarginExplanation};
use crate::go::Grid;
use crate::record::{Ending, NodeSpan, ValueSource};
use crate::score::{Dead, Score};
use crate::sgf::{KomiUnit, Outcome};

/// A recorded result, and the count that it is compared with.
pub(crate) struct VerdictInput<'a> {
    pub outcome: Outcome,
    /// Where the result stands in the record.
    pub at: NodeSpan,
    pub ending: Ending,
    pub game: &'a ReplayedGame<'a>,
    pub recount: &'a Recount,
    /// Holds the final position.
    pub recounter: &'a Recounter,
    pub ruleset_source: ValueSource,
    /// Whether the ruleset is the likeliest of several that are asked.
    pub likely_rules: bool,
    /// The unit of the record's komi, if that can be read.
    pub komi_unit: Option<KomiUnit>,
}

impl VerdictInput<'_> {
    /// The final position.
    pub fn grid(&self) -> &Grid {
        self.recounter.position()
    }

    /// The dead stones, if the game was to be counted.
    pub fn dead(&self) -> Option<&Dead> {
        self.recount.dead.as_ref()
    }

    /// The cause of a recorded margin that isn't the count's.
    pub fn cause(&self, score: &Score) -> Option<MarginExplanation> {
        causes::explain(&MarginCase {
            rules: self.game.rules,
            replay: &self.game.replay,
            grid: self.grid(),
            dead: self.dead()?,
            score,
            komi_source: self.game.komi_source,
            komi_unit: self.komi_unit,
            known_rules: self.ruleset_source.is_stated(),
            recorded: self.outcome.white_margin()?,
        })
    }
}
