//! Suppositions about a count: one table, and the meaning of a fit.
//!
//! A recorded result that isn't the count's is right, open or wrong by what gives it. Each row of the table supposes one thing. If
//! the recorded result fits then, that confirms it, leaves a question open, or makes an error a warning. The rows are in this
//! order, so that the first fit is the strongest. A result that nothing gives is wrong.

mod case;
mod fights;
mod fit;
mod komi;
mod position;
mod record;
pub(crate) mod rulesets;
mod table;
pub(crate) mod undecided;
mod unplayed;

pub(crate) use case::Case;
pub(crate) use fit::{Confirmed, Fit};
pub(crate) use record::impossible_move;
pub(crate) use table::evaluate;
pub(crate) use unplayed::Unplayed;
