//! Disjoint sets, and the chains that share a region.

use crate::go::{Chains, Grid, NO_LABEL, Regions};

/// Disjoint sets of the numbers below a limit (union-find with path halving).
pub(super) struct DisjointSets(Vec<u16>);

impl DisjointSets {
    /// `len` sets of one number each.
    pub(super) fn new(len: usize) -> Self {
        Self((0..len as u16).collect())
    }

    /// The chains that live or die together: those round a region that no opposing stone touches. `joins` selects the
    /// chains.
    pub(super) fn around_regions(
        grid: &Grid,
        chains: &Chains,
        regions: &Regions,
        joins: impl Fn(u16) -> bool,
    ) -> Self {
        let mut sets = Self::new(chains.color.len());
        for (region, points) in regions.points.iter().enumerate() {
            if regions.owner(region).is_none() {
                continue;
            }
            let around = points.iter().flat_map(|&point| grid.neighbors(point as usize));
            let around = around.map(|near| chains.of[near]).filter(|&chain| chain != NO_LABEL);
            let mut first = None;
            for chain in around.filter(|&chain| joins(chain)) {
                sets.join(*first.get_or_insert(chain), chain);
            }
        }
        sets
    }

    /// Returns the least number of the set that `at` is in.
    pub(super) fn find(&mut self, mut at: u16) -> u16 {
        while self.0[at as usize] != at {
            self.0[at as usize] = self.0[self.0[at as usize] as usize];
            at = self.0[at as usize];
        }
        at
    }

    /// Joins the sets of two numbers.
    pub(super) fn join(&mut self, a: u16, b: u16) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b) as usize] = a.min(b);
    }
}
