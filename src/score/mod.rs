//! Floor 3: a final position and a ruleset make a count; which stones are dead, and how that is known.

mod barriers;
mod cleared;
mod count;
mod dead;
mod eye_shape;
mod eyespace;
mod false_eyes;
mod groups;
mod seki;
mod spheres;
mod territory;

pub use count::{Count, Score, TerritoryFrom, completed_passes};
pub use dead::{Dead, DeadSource, Marks, Undecided, dead_stones};
pub use territory::{Doubt, PointKind, Territory, Unclear, territory};
