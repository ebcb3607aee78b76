//! Territory as Japanese and Korean rules count it.

mod analysis;
mod barriers;
mod bent_four;
mod eye_search;
mod eye_shape;
mod false_eyes;
mod group_tax;
mod point_kind;
mod seki;
mod spheres;

pub use analysis::{Territory, territory};
pub(super) use bent_four::{BentFour, bent_fours, is_dead_under};
pub use group_tax::group_tax;
pub use point_kind::{Doubt, PointKind, Unclear};
