//! Floor 6: chooses games: by a condition, one record per game, or a sample.

mod condition;
mod expression;
mod output;
mod selection;
mod selector;
mod values;

pub use condition::Condition;
pub use output::{Destination, OutputError, Written};
pub use selection::{Choice, Selection};
pub use selector::{Candidate, Content, LeftOut, Part, Reason, Selector};
pub use values::{Columns, Completeness};
