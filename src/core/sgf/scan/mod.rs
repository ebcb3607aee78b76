//! The scanner: bytes to game trees, with recovery from faults.

mod fault;
mod game_bytes;
mod game_start;
mod lookahead;
mod plain_moves;
mod scanner;
mod tree_reader;
mod unclosed;

pub(crate) use fault::is_parentheses;
pub use fault::{Conflict, Fault, FaultKind, Limits, TornSign, TornTree, conflicts};
pub(crate) use lookahead::{literal_newlines, strip_literal_newlines};
pub use scanner::Scanner;
pub(super) use scanner::{GameSpan, read_game};
