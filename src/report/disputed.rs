//! The stones in dispute.

use crate::audit::{Audit, MarginExplanation};
use crate::go::{Chains, Grid, Point};

/// Returns the stones of the chain whose other status would explain the recorded result.
pub(super) fn disputed_stones(audit: &Audit, grid: &Grid) -> Vec<Point> {
    let cause = audit.cause.as_ref();
    let Some(first) = cause.and_then(MarginExplanation::disputed_stone) else { return Vec::new() };
    let (size, chains) = (grid.size(), Chains::new(grid));
    let points = chains.points.get(usize::from(chains.of[size.index(first)]));
    points.into_iter().flatten().map(|&point| size.point(usize::from(point))).collect()
}
