//! The embedded estimator: whose each point of a final position is likely to be.

mod playout;

use super::evidence::Evidence;
use super::judge::Judge;
use crate::go::{Grid, Points};
use crate::rules::{Counting, Ruleset};

/// Estimates who owns each point. The same position always gets the same answer; the memory is used
/// again from position to position.
#[derive(Debug, Default)]
pub struct Estimator {
    playouts: playout::Playouts,
    owner: Vec<f32>,
}

impl Estimator {
    /// For each point, row by row, the expected owner from +1, surely Black, to -1, surely White.
    pub fn ownership(&mut self, grid: &Grid, counting: Counting) -> &[f32] {
        self.playouts.ownership(grid, counting, &mut self.owner);
        &self.owner
    }
}

impl Judge for Estimator {
    fn name(&self) -> String {
        "the embedded estimator".to_owned()
    }

    fn evidence(&self) -> Evidence {
        Evidence::Estimated
    }

    fn ownership(&mut self, grid: &Grid, rules: &Ruleset, _: Points) -> Result<Vec<f32>, String> {
        Ok(Self::ownership(self, grid, rules.counting.value).to_vec())
    }
}
