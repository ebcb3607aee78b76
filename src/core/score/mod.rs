//! Floor 3: a final position and a ruleset make a count; which stones are dead, and how that is known.

mod count;
mod dead;
mod disjoint_sets;
mod estimate;
mod estimator;
mod evidence;
mod fights;
mod living;
mod marks;
mod ownership;
mod reading;
mod territory;
pub mod thresholds;

pub use count::{Count, Score, TerritoryFrom, completed_passes};
pub use dead::{Dead, EndOfGame, Undecided, dead_stones, percent, stated_dead_stones};
pub use estimate::Estimator;
pub use estimator::{FirstLook, OwnershipError, OwnershipEstimate, OwnershipEstimator};
pub use evidence::{Assessment, ChainStatus, Evidence, Status, UndecidedGroup};
pub use fights::{DoubtfulGroup, GroupDoubt, doubtful_groups};
pub use living::{first_liberties, is_open, largest_open, touches_both};
pub use marks::Marks;
pub use ownership::{Ownership, assess, best_guess};
pub use territory::{Doubt, PointKind, Territory, Unclear, doubtful_eyes, group_tax, territory};
