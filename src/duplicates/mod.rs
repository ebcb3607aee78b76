//! Floor 6: records of the same game, and games that are the beginning of another one.

mod groups;
mod register;

pub use groups::{Difference, Duplicate, LongerGames, Relation, Totals};
pub use register::{Beginnings, Containers, Register, RegisterPart, Registrar};
