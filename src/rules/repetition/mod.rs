//! The judge of repetition: which earlier positions a play recreates.

mod history;
mod positions;

pub use history::{Checkpoint, History, PositionNumber, Repeat};
