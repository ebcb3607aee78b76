//! The interface of everything that estimates ownership: the embedded estimator and engines.

use super::evidence::Evidence;
use crate::go::{Grid, Points};
use crate::rules::Ruleset;

/// Estimates the owner of each point of a final position.
pub trait OwnershipEstimator: std::fmt::Debug + Send {
    /// Its name for reports, with the version where it has one.
    fn name(&self) -> String;

    /// The kind of evidence its answers provide.
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
