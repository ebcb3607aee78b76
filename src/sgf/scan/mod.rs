//! The scanner: bytes to game trees, with recovery from faults.

mod fault;
mod game_bytes;
mod game_start;
mod limits;
mod literal_newlines;
mod lookahead;
mod plain_moves;
mod scanner;
mod tree_reader;
mod unclosed;

pub use fault::{Fault, FaultKind};
pub use limits::Limits;
pub(crate) use literal_newlines::literal_newlines;
pub(crate) use lookahead::strip_literal_newlines;
pub use scanner::Scanner;
pub(super) use scanner::{GameSpan, read_game};
