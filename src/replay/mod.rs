//! Floor 3: a record and a ruleset make the positions of a game, and what went wrong on the way.

mod handicap;
mod main_line;
mod missing_stones;
mod node_actions;
mod positions;
mod recorded_moves;
mod replayed_game;
mod replayer;
mod setup;
mod signature;
mod tally;
mod variations;

pub use handicap::{Handicap, HandicapBy, fixed_placement, leading_black_moves};
pub use main_line::{Change, Move, Step, TooManySetupPoints, walk};
pub use missing_stones::missing_stones;
pub use node_actions::to_play;
pub use positions::Positions;
pub use recorded_moves::{RecordedMove, RecordedMoves};
pub use replayed_game::{InVariations, Replay, Setup};
pub use replayer::{ReplayRequest, Replayer};
pub use signature::{Signature, game_hash, turn};
pub use tally::{Ply, Tally, Violation, ViolationKind};
