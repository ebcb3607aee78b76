//! The stones in dispute.

use sgf_audit_core::audit::Audit;
use sgf_audit_core::go::{Chains, Grid, Point};

/// Returns the stones whose other status is the likely cause of the recorded result: a chain, or the stones of one status
/// within an enclosed area.
pub(super) fn disputed_stones(audit: &Audit, grid: &Grid) -> Vec<Point> {
    let cause = audit.cause.as_ref().filter(|cause| cause.likely);
    let Some((first, one_chain)) = cause.and_then(|cause| cause.disputed_stones()) else {
        return Vec::new();
    };
    let (size, cells) = (grid.size(), grid.cells());
    let first = size.index(first);
    let is_dead = |at: usize| audit.dead.as_ref().is_some_and(|dead| dead.stones[at]);
    let is_same = |at: usize| cells[at] == cells[first] && is_dead(at) == is_dead(first);
    if one_chain {
        let chains = Chains::new(grid);
        let points = &chains.points[usize::from(chains.of[first])];
        return points.iter().map(|&point| size.point(usize::from(point))).collect();
    }
    let is_wall = |at: usize| cells[at].is_some() && cells[at] != cells[first] && !is_dead(at);
    let mut area = vec![first];
    let mut index = 0;
    while let Some(&at) = area.get(index) {
        for near in grid.neighbors(at).filter(|&near| !is_wall(near)) {
            if !area.contains(&near) {
                area.push(near);
            }
        }
        index += 1;
    }
    area.into_iter().filter(|&at| is_same(at)).map(|at| size.point(at)).collect()
}
