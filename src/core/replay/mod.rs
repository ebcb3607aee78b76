//! Floor 3: a record and a ruleset make the positions of a game, and what went wrong on the way.

mod positions;
mod replayed_game;
mod replayer;
mod setup;
mod signature;
mod turns;

pub use positions::Positions;
pub(crate) use positions::known_handicap;
pub use replayed_game::{
    AfterLastMove, InVariations, Ply, Replay, Setup, Tally, Violation, ViolationKind,
};
pub use replayer::{ReplayRequest, Replayer};
pub use signature::{Plays, RUNS, Signature, best_turn, game_hash, turn};
pub use turns::Turns;
