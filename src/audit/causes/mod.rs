//! Why a recorded margin differs from the count: the simplest cause that gives it exactly.
//!
//! A `CountModel` says how a game is counted. Each cause of [`CAUSES`] changes one thing in the ruleset's own model; the
//! cause that gives the recorded margin is reported. One cause is simpler than two. A chain of the other status comes
//! last among the single ones, since a game has many chains. Two causes are tried only where something in the record
//! speaks for one of them, and reported only where few pairs fit: of many pairs, one fits any number.

mod catalog;
mod cause;
mod chains;
mod change;
mod count_model;
mod explanation;
mod margin_case;
mod margin_notation;
mod search;
mod status_flip;

pub use catalog::{CAUSES, USUAL_KOMI};
pub use cause::Cause;
pub use explanation::MarginExplanation;
pub(crate) use margin_case::MarginCase;
pub use margin_notation::MarginNotation;
pub(crate) use search::explain;
pub use status_flip::StatusFlip;
