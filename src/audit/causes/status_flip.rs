//! A change of the status of stones: `StatusFlip`.

use crate::go::{Color, Point, Points, Size};

/// A chain, or the stones within one enclosed area, with the other status than they were counted with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StatusFlip {
    /// The first stone in row-major order, which names it.
    pub point: Point,
    /// The colour of the stones.
    pub color: Color,
    /// Number of stones.
    pub stones: u32,
    /// Whether the stones are one chain.
    pub one_chain: bool,
    /// Whether they were counted as dead.
    pub was_dead: bool,
    /// White's gain by the change.
    pub gain: Points,
    /// The confidence of the estimate in the counted status, from -1 (it gives the other status) to 1; of several chains
    /// the highest. `None` without an estimate.
    pub confidence: Option<f32>,
}

impl StatusFlip {
    /// The change in words: "White's chain of 4 stones at C3 dead rather than alive".
    pub fn words(&self, size: Size) -> String {
        let rather =
            if self.was_dead { "alive rather than dead" } else { "dead rather than alive" };
        format!("{} {rather}", self.name(size))
    }

    /// The stones in words: "White's chain of 4 stones at C3".
    pub fn name(&self, size: Size) -> String {
        let Self { color, stones, .. } = self;
        let at = self.point.name(size);
        match (stones, self.one_chain) {
            (1, _) => format!("{color}'s stone at {at}"),
            (_, true) => format!("{color}'s chain of {stones} stones at {at}"),
            (_, false) => format!("{color}'s {stones} stones around {at}"),
        }
    }
}
