//! Territory as Japanese and Korean rules count it.

mod analysis;
mod barriers;
mod bent_four;
mod eye_search;
mod eye_shape;
mod false_eyes;
mod seki;
mod spheres;

pub use analysis::{Territory, group_tax, territory};
pub(super) use bent_four::{BentFour, bent_fours, is_dead_under};
pub use seki::{Doubt, PointKind, Unclear};
