//! Floor 6: chooses games: by a condition, one record per game, or a sample.

mod beginnings;
mod condition;
mod expression;
mod output;
mod selection;
mod selector;
mod values;

pub use beginnings::{from_bytes, longest_continuations, to_bytes};
pub use condition::Condition;
pub use output::{Destination, OutputError, Written};
pub use selection::{Choice, Selection};
pub use selector::{Candidate, Content, LeftOut, Part, Reason, Selector};
pub use values::{Columns, Completeness, MIN_MOVES, game_key};
