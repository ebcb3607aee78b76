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
    pub fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }

    /// Returns the reason of the failure, as a clause.
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

/// An estimator's answer about a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnershipEstimate {
    /// For each point, row by row, the expected owner from +1, surely Black, to -1, surely White. Dead stones
    /// are on points of their opponent.
    pub owner: Vec<f32>,
    /// By place that was read and found unsettled: the stones that live or die according to who moves first or wins
    /// a ko, or that aren't as estimated.
    pub unsettled: Vec<Vec<u16>>,
}

impl From<Vec<f32>> for OwnershipEstimate {
    fn from(owner: Vec<f32>) -> Self {
        Self { owner, unsettled: Vec::new() }
    }
}

/// A first answer about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstLook {
    pub estimate: OwnershipEstimate,
    /// Whether [`ownership`](OwnershipEstimator::ownership) gives the same.
    pub is_final: bool,
}

/// Estimates the owner of each point of a final position.
pub trait OwnershipEstimator: std::fmt::Debug + Send {
    /// Its name for reports, with the version where it has one.
    fn name(&self) -> String;

    /// The kind of evidence its answers provide.
    fn evidence(&self) -> Evidence {
        Evidence::Engine
    }

    /// Returns a first answer that costs a fraction of [`ownership`](Self::ownership), if there is one. It is enough where it gives
    /// the recorded margin.
    fn first_look(&mut self, _: &Grid) -> Option<FirstLook> {
        None
    }

    /// Returns the expected owner of each point. Fails if it gives none.
    fn ownership(
        &mut self,
        grid: &Grid,
        rules: &Ruleset,
        komi: Points,
    ) -> Result<OwnershipEstimate, OwnershipError>;
}
