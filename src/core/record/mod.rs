//! Floor 3: the reading of a record.
//!
//! [`RecordedGame`] is the one reading of a record: every command, report and package asks it for the board, the
//! moves, komi, handicap, ruleset and result, so that all of them see the same game.

mod ending;
mod handicap;
mod header;
mod moves;
mod other_game;
mod recorded_game;
mod rules_choice;
mod servers;

pub use ending::Ending;
pub use handicap::{Handicap, HandicapBy, LeadingMoves, MissingStones, fixed_placement};
pub(crate) use header::{Field, NodeSpan};
pub use moves::{
    Change, Clock, Move, RecordedMove, RecordedMoves, RecordedSetup, Step, TooManySetupPoints,
    setup_words, to_play,
};
pub(crate) use moves::{NodeActions, keep_last, next_mover};
pub(crate) use other_game::other_game;
pub use recorded_game::{GameInfo, RecordedGame};
pub(crate) use rules_choice::ChosenRules;
pub use rules_choice::{LIKELY, RulesChoice, ValueSource};
pub(crate) use servers::server_id;
