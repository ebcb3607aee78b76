//! The embedded estimator: whose each point of a final position is likely to be.

mod ladders;
mod network;
mod planes;
mod turn;

use super::evidence::Evidence;
use super::judge::Judge;
use crate::go::{Grid, Points};
use crate::rules::{Counting, Ruleset};
use network::Network;
use turn::{TURNS, Turned};

/// Below this logarithm of the odds of its weakest chain, a position is looked at in all eight ways that
/// a board can be turned and mirrored, which takes eight times as long and is right more often.
const CONTESTED: f32 = 2.5;

/// Estimates who owns each point. The same position always gets the same answer; the memory is used
/// again from position to position.
#[derive(Clone, Debug, Default)]
pub struct Estimator {
    network: Network,
    turned: Turned,
    logits: Vec<f32>,
    owner: Vec<f32>,
}

impl Estimator {
    /// For each point, row by row, the expected owner from +1, surely Black, to -1, surely White; alike
    /// for all stones of a chain.
    ///
    /// The network judges positions as area counting sees them. Which stones are dead is the same under
    /// either counting, but for the rare positions where a ruleset settles life and death by name.
    pub fn ownership(&mut self, grid: &Grid, _: Counting) -> &[f32] {
        self.logits.clear();
        self.logits.extend_from_slice(self.network.run(grid));
        let stones = grid.cells().iter().zip(&self.logits).filter(|(cell, _)| cell.is_some());
        if stones.map(|(_, logit)| logit.abs()).fold(f32::INFINITY, f32::min) < CONTESTED {
            for turn in 1..TURNS {
                self.turned.fill(grid, turn);
                let logits = self.network.run(&self.turned.grid);
                for (sum, &at) in self.logits.iter_mut().zip(&self.turned.place) {
                    *sum += logits[at as usize];
                }
            }
            self.logits.iter_mut().for_each(|sum| *sum /= TURNS as f32);
        }
        self.owner.clear();
        self.owner.extend(self.logits.iter().map(|&logit| libm::tanhf(logit / 2.0)));
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
