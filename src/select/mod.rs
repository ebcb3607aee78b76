//! Floor 6: chooses games: by a condition, one record per game, or a sample.

mod beginnings;
mod condition;
mod expression;
mod game;
mod output;
mod selection;
mod selector;
mod values;

pub use beginnings::{from_bytes, longest_continuations, to_bytes};
pub use condition::Condition;
pub use game::{LeftOut, Reason};
pub use output::{Destination, Written};
pub use selection::{Choice, Selection};
pub use selector::{Content, Part, Selector};
pub use values::{Columns, Completeness, MIN_MOVES, game_key};
