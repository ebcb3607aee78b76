//! Why a recorded margin differs from the count: the simplest cause that gives it exactly.
//!
//! A `CountModel` is a way to count a game. Each cause of [`CAUSES`] changes one thing in the ruleset's own model. The
//! causes that give the recorded margin fit. One is likely if its prior is at least that of all others together with that
//! of a plain slip of the pen: a small difference fits many causes, so that it needs evidence beyond the number.

mod catalog;
mod chains;
mod count_model;
mod explanation;
mod margin_case;

pub(super) use catalog::USUAL_KOMI;
pub use catalog::{CAUSES, Cause};
pub use chains::{Extent, StoneGroup};
pub use count_model::MarginNotation;
pub use explanation::MarginExplanation;
pub(crate) use explanation::explain;
pub(crate) use margin_case::MarginCase;
