//! Floor 6: what differs in two records: moves, headers, comments.

mod read;
mod report;

pub use read::{ComparedGame, NoSuchGame};
pub use report::{Differences, differences};
