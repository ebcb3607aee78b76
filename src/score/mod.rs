//! Floor 3: a final position and a ruleset make a count; which stones are dead, and how that is known.

mod barriers;
mod bent_four;
mod cleared;
mod count;
mod dead;
mod estimate;
mod evidence;
mod eye_shape;
mod eyespace;
mod false_eyes;
mod groups;
mod judge;
mod judged;
mod marks;
mod seki;
mod spheres;
mod territory;

pub use count::{Count, Score, TerritoryFrom, completed_passes};
pub use dead::{Dead, Undecided, dead_stones};
pub use estimate::Estimator;
pub use evidence::{ChainStatus, Evidence, Status};
pub use judge::Judge;
pub use judged::{DECIDED, Judged, Judgement, SURE, best_guess, is_open, judged, largest_open};
pub use marks::Marks;
pub use territory::{Doubt, PointKind, Territory, Unclear, territory};
