//! Floor 3: a record and a ruleset make the positions of a game, and what went wrong on the way.

mod handicap;
mod outcome;
mod player;
mod positions;
mod setup;
mod tally;
mod variations;

pub use handicap::{Handicap, HandicapBy, fixed_placement, missing_stones};
pub use outcome::{Replay, Setup};
pub use player::{Replayer, Task, keep_playable, to_play};
pub use positions::Positions;
pub use tally::{Ply, Tally, Violation, ViolationKind};
