//! Floor 6: chooses games: by a condition, one record per game, or a sample.

mod condition;
mod fate;
mod kinds;
mod output;
mod selection;
mod selector;
mod values;

pub use condition::Condition;
pub use fate::{Candidate, LeftOut, Reason};
pub use output::{Destination, OutputError, Written};
pub use selection::{Choice, Selection};
pub use selector::{Content, Part, Selector};
pub use values::{Columns, Completeness};
