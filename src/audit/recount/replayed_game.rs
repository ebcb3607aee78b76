//! A game replayed under a ruleset: `ReplayedGame`.

use crate::go::{BitBoard, Grid, Points};
use crate::record::{RecordedGame, ValueSource};
use crate::replay::Replay;
use crate::rules::Ruleset;
use crate::score::{Marks, Score};
use crate::sgf::{Ident, Outcome, points_value};

/// A record replayed under a ruleset.
pub(crate) struct ReplayedGame<'a> {
    pub record: &'a RecordedGame<'a>,
    pub rules: &'a Ruleset,
    pub replay: Replay,
    pub komi: Points,
    pub komi_source: ValueSource,
}

impl<'a> ReplayedGame<'a> {
    /// A copy with a changed replay.
    pub fn with(&self, change: impl FnOnce(&mut Replay)) -> Self {
        let mut replay = self.replay.clone();
        change(&mut replay);
        Self { replay, ..*self }
    }

    /// Whether the players can't have used the default komi: the record has none, and a recorded margin has
    /// another fraction than that komi gives.
    pub fn contradicts_default_komi(&self, score: &Score, outcome: Outcome) -> bool {
        let differs = |margin: Points| (margin - score.margin).fraction() != 0;
        self.komi_source == ValueSource::Default
            && !self.record.unread_komi
            && outcome.white_margin().is_some_and(differs)
    }

    /// The territory marks of the final position: all TB and TW of their node, repeated lists included.
    /// `None` where they name no point.
    pub fn marks(&self, grid: &Grid) -> Option<Marks> {
        let &RecordedGame { text, game, size, .. } = self.record;
        let node = self.replay.marked_node?;
        let points = |id| {
            let id = Ident::new(id);
            let mut points = BitBoard::empty(size);
            let lists = game.props(node).filter(move |(prop, _)| prop.id == id);
            for value in lists.flat_map(|(_, values)| values) {
                if let Some((from, to)) = points_value(text, value, size).corners() {
                    points.add_rectangle(from, to);
                }
            }
            points
        };
        let (black, white) = (points("TB"), points("TW"));
        let at = |place| size.point(place);
        let marks = Marks::new(grid, black.places().map(at), white.places().map(at));
        marks.owner.iter().any(Option::is_some).then_some(marks)
    }
}
