//! Floor 3: a final position and a ruleset make a count; which stones are dead, and how that is known.

mod count;
mod dead;
mod eyespace;
mod false_eyes;
mod groups;
mod seki;
mod territory;

pub use count::{Count, Score, TerritoryFrom, completed_passes};
pub use dead::{Dead, DeadSource, Marks, Undecided, dead_stones};
pub use territory::{Doubt, PointKind, Territory, Unclear, territory};
