//! The values that a record states and those that are used in this run, settled before any finding is made.

use super::estimators::EstimatePolicy;
use crate::go::Points;
use crate::record::{Ending, RecordedGame, ValueSource};
use crate::replay::{Replay, ViolationKind};
use crate::rules::{LongCycle, Ruleset};
use crate::sgf::Outcome;

/// A value that a record may state, and the one that its game is judged by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settled<T> {
    /// The record's; `None` if it states none that can be read.
    pub stated: Option<T>,
    pub used: T,
    pub source: ValueSource,
}

impl Settled<Points> {
    /// The komi of a game with this handicap. `set` is one that replaces the record's, and where it comes from.
    pub(super) fn komi(
        record: &RecordedGame,
        rules: &Ruleset,
        handicap: u32,
        set: Option<(Points, ValueSource)>,
    ) -> Self {
        let stated = record.komi;
        let (used, source) = match (set, stated) {
            (Some((komi, by)), _) => (komi, by.unless_recorded(stated == Some(komi))),
            (None, Some(komi)) => (komi, ValueSource::Record),
            (None, None) => {
                let komi = rules.default_komi(handicap, record.year).unwrap_or_default();
                (komi, ValueSource::Default)
            }
        };
        Self { stated, used, source }
    }
}

pub(crate) struct GameEnding {
    /// By the recorded result and the last passes.
    pub ending: Ending,
    /// Whether the final position is to be counted.
    pub is_counted: bool,
    /// The estimators that may be asked which stones are dead.
    pub estimates: EstimatePolicy,
}

impl GameEnding {
    /// `count_bare`: whether a position without moves is counted.
    pub(super) fn new(
        outcome: Outcome,
        replay: &Replay,
        rules: &Ruleset,
        count_bare: bool,
    ) -> Self {
        let by_repetition = outcome == Outcome::Draw && drawn_by_repetition(replay, rules);
        let ending = match by_repetition {
            true => Ending::Repetition,
            false => Ending::new(outcome, replay.final_passes),
        };
        let is_bare = replay.moves == 0;
        // A record without passes and margin may have stopped anywhere.
        let may_ask = ending == Ending::Passes || outcome.white_margin().is_some() || is_bare;
        Self {
            ending,
            is_counted: ending.is_counted() && (!is_bare || count_bare),
            estimates: if may_ask { EstimatePolicy::Any } else { EstimatePolicy::Never },
        }
    }
}

/// Whether the last move recreated a position, under a ruleset where that may end the game.
fn drawn_by_repetition(replay: &Replay, rules: &Ruleset) -> bool {
    let last = || replay.violations.iter().filter(|violation| violation.ply.number == replay.moves);
    match rules.long_cycle.value {
        LongCycle::NoResult | LongCycle::DrawOrNoResult => {
            last().any(|last| matches!(last.kind, ViolationKind::Repetition { .. }))
        }
        LongCycle::ForbiddenOrDraw => {
            last().any(|last| matches!(last.kind, ViolationKind::Superko { .. }))
        }
        LongCycle::Forbidden | LongCycle::PlayOn | LongCycle::Ing => false,
    }
}
