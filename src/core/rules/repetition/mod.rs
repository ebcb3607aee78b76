//! The judge of repetition: which earlier positions a play recreates.

mod history;

pub use history::{Checkpoint, History, PositionNumber, Repeat};
