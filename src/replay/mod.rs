//! Floor 3: a record and a ruleset make the positions of a game, and what went wrong on the way.

mod handicap;
mod mainline;
mod outcome;
mod player;
mod positions;
mod setup;
mod signature;
mod tally;
mod variations;

pub use handicap::{Handicap, HandicapBy, fixed_placement, missing_stones};
pub use mainline::{Change, Move, Step, walk};
pub use outcome::{Replay, Setup};
pub use player::{Replayer, Task, keep_playable, to_play};
pub use positions::Positions;
pub use signature::Signature;
pub use tally::{Ply, Tally, Violation, ViolationKind};
