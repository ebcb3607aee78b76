//! The interface of everything that estimates ownership: the embedded estimator and engines.

use std::error::Error;
use std::fmt;

use super::evidence::Evidence;
use crate::go::{Grid, Points};
use crate::rules::Ruleset;

/// Why an estimator gave no answer, in words for a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnershipError(String);

impl OwnershipError {
    /// An error with its reason.
    pub fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }

    /// The reason.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for OwnershipError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for OwnershipError {}

/// Estimates the owner of each point of a final position.
pub trait OwnershipEstimator: std::fmt::Debug + Send {
    /// Its name for reports, with the version where it has one.
    fn name(&self) -> String;

    /// The kind of evidence its answers provide.
    fn evidence(&self) -> Evidence {
        Evidence::Engine
    }

    /// Returns, for each point, row by row, the expected owner from +1, surely Black, to -1, surely White. Dead
    /// stones stand on points of their opponent.
    ///
    /// # Errors
    ///
    /// If there is no answer.
    fn ownership(
        &mut self,
        grid: &Grid,
        rules: &Ruleset,
        komi: Points,
    ) -> Result<Vec<f32>, OwnershipError>;
}
