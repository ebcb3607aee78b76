//! Floor 3: a record and a ruleset make the positions of a game, and what went wrong on the way.

mod positions;
mod replayed_game;
mod replayer;
mod setup;
mod signature;
mod tally;
mod variations;

pub use positions::Positions;
pub use replayed_game::{InVariations, Replay, Setup};
pub use replayer::{ReplayRequest, Replayer};
pub use signature::{Signature, game_hash, turn};
pub use tally::{Ply, Tally, Violation, ViolationKind};
