//! Floor 6: records of the same game, and games that are the beginning of another one.

mod contained;
mod groups;
mod register;

pub use contained::{Beginnings, Containers};
pub use groups::{Difference, Duplicate, Found, Relation, Totals};
pub use register::{Register, RegisterPart, Registrar};
