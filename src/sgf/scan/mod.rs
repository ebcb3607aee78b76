//! The scanner: bytes to game trees, with recovery from faults.

mod chunk;
mod fault;
mod game_start;
mod limits;
mod literal_newlines;
mod lookahead;
mod plain_moves;
mod property;
mod scanner;
mod unclosed;

pub use chunk::{ends_soundly, last_cut};
pub use fault::{Fault, FaultKind};
pub use limits::Limits;
pub(crate) use literal_newlines::written_breaks;
pub(crate) use lookahead::behind_written_breaks;
pub use scanner::{Bookmark, Scanner};
