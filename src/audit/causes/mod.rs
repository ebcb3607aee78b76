//! Why a recorded margin differs from the count: the simplest cause that gives it exactly.
//!
//! A `CountModel` says how a game is counted. Each cause of [`CAUSES`] changes one thing in the ruleset's own model. The
//! causes that give the recorded margin fit. One is likely if its prior is at least that of all others together with that
//! of a plain slip of the pen: a small difference fits many causes, so that it needs evidence beyond the number.

mod catalog;
mod chains;
mod change;
mod count_model;
mod explanation;
mod margin_case;
mod margin_notation;
mod search;
mod status_flip;

pub use catalog::{CAUSES, Cause, USUAL_KOMI};
pub use explanation::MarginExplanation;
pub(crate) use margin_case::MarginCase;
pub use margin_notation::MarginNotation;
pub(crate) use search::explain;
pub use status_flip::StatusFlip;
