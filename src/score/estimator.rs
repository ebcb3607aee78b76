//! Whoever says whose each point is: the embedded estimator, or an engine.

use super::evidence::Evidence;
use crate::go::{Grid, Points};
use crate::rules::Ruleset;

/// Says of each point of a final position who is expected to own it.
pub trait OwnershipEstimator: std::fmt::Debug + Send {
    /// Its name for reports, with the version where it has one.
    fn name(&self) -> String;

    /// What its word counts as.
    fn evidence(&self) -> Evidence {
        Evidence::Engine
    }

    /// For each point, row by row, the expected owner from +1, surely Black, to -1, surely White. Dead
    /// stones stand on points of their opponent.
    ///
    /// # Errors
    ///
    /// Why there is no answer, in words for a report.
    fn ownership(&mut self, grid: &Grid, rules: &Ruleset, komi: Points)
    -> Result<Vec<f32>, String>;
}
