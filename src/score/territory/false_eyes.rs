//! Points of a space that aren't an eye, for they hold stones together or have to be filled.
//!
//! "Protective plays" can be necessary at the end, "e.g., connecting a group which could be captured if
//! all neutral territory were filled" (rules-of-go-overview, "Issues"). Two tests find them:
//!
//! - A point is a *false eye* if a block beside it reaches the other sides of the point by no other way
//!   than over it. It *has to be filled* if, besides, that block reaches no eye by another way. A cycle
//!   of blocks through points that look false is thus no reason to fill them. (The method is goscorer's,
//!   see [`super::seki`].)
//! - A lone stone with two liberties, one of them in its territory and the other in a region that is still
//!   open, has to be connected: there no link over dame holds it. (The KGS server counts unfinished
//!   games like this; it is known of lone stones only.)
//!
//! Threats that take more than filling dame, such as a throw-in, aren't considered; the players of finished
//! games don't count them either.

use super::spheres::Spheres;
use crate::go::{Chains, Grid, Regions};
use crate::score::living::PositionWithoutDead;

/// The blocks and spaces that are reached from a block.
struct Walk<'a> {
    spheres: &'a Spheres,
    block_seen: Vec<bool>,
    space_seen: Vec<bool>,
    queue: Vec<u16>,
}

impl<'a> Walk<'a> {
    fn new(spheres: &'a Spheres) -> Self {
        Self {
            spheres,
            block_seen: vec![false; spheres.around.len()],
            space_seen: vec![false; spheres.spaces.len()],
            queue: Vec::new(),
        }
    }

    /// Walks from `block` without stepping on `hole`, a point of `space`. Says whether the walk meets an
    /// eye; `is_eye` says which spaces are one, and whether the space of the hole is one without it.
    fn meets_eye(
        &mut self,
        block: u16,
        space: u16,
        hole: u16,
        is_eye: impl Fn(u16) -> bool,
    ) -> bool {
        self.block_seen.fill(false);
        self.space_seen.fill(false);
        self.queue.clear();
        self.block_seen[block as usize] = true;
        self.queue.push(block);
        while let Some(block) = self.queue.pop() {
            for &next in &self.spheres.around[block as usize] {
                let touched = &self.spheres.spaces[next as usize].touched;
                let beside_hole = |point: u16| next != space || point != hole;
                if self.space_seen[next as usize]
                    || !touched.iter().any(|&(b, point)| b == block && beside_hole(point))
                {
                    continue;
                }
                if is_eye(next) {
                    return true;
                }
                self.space_seen[next as usize] = true;
                for &(near, point) in touched {
                    if beside_hole(point) && !self.block_seen[near as usize] {
                        self.block_seen[near as usize] = true;
                        self.queue.push(near);
                    }
                }
            }
        }
        false
    }
}

/// By point: whether it is a false eye. With the `eyes` of each space known (an empty list: not yet),
/// those that have to be filled; `real` says which points count towards them.
pub(super) fn false_eyes(
    cleared: &PositionWithoutDead,
    spheres: &Spheres,
    eyes: &[u8],
    real: &[bool],
) -> Vec<bool> {
    let mut is_false = vec![false; cleared.area()];
    let mut walk = Walk::new(spheres);
    for (number, space) in spheres.spaces.iter().enumerate() {
        let number = number as u16;
        for &(block, point) in &space.touched {
            let at = point as usize;
            let inner = cleared.near(at).filter(|&near| spheres.space[near] == number).count();
            // Of three points in a row the middle one isn't a false eye, whatever the chains do.
            if inner > 1 || is_false[at] {
                continue;
            }
            let is_eye = |space: u16| {
                eyes.get(space as usize).is_some_and(|&eyes| eyes > 0)
                    && (space != number
                        || spheres.spaces[space as usize]
                            .points
                            .iter()
                            .any(|&other| other != point && real[other as usize]))
            };
            is_false[at] = !walk.meets_eye(block, number, point, is_eye)
                && cleared.near(at).any(|near| {
                    spheres.of[near] == space.sphere
                        && !if cleared.living(near).is_some() {
                            walk.block_seen[spheres.block[near] as usize]
                        } else {
                            walk.space_seen[number as usize]
                        }
                });
        }
    }
    is_false
}

/// Marks the other points that have to be filled: the connections of lone stones at an open region, the points
/// beside stones thrown in on false eyes, and the plays that take such stones.
pub(super) fn fill_forced_connections(cleared: &PositionWithoutDead, filled: &mut [bool]) {
    let mut open = vec![false; filled.len()];
    for &point in cleared.open().flatten() {
        open[point as usize] = true;
    }
    while connect_lone_stones(cleared, &open, filled) {}
    let mut plays = vec![false; filled.len()];
    for point in (0..filled.len()).filter(|&point| filled[point] && cleared.dead[point]) {
        for near in cleared.near(point).filter(|&near| cleared.living(near).is_none()) {
            plays[near] = true;
        }
    }
    for (filled, play) in filled.iter_mut().zip(plays) {
        *filled |= play;
    }
    fill_capturing_plays(cleared, filled);
}

/// Connects each lone stone with two liberties, one of them in its territory and the other in an `open`
/// region. Says whether there was one.
fn connect_lone_stones(cleared: &PositionWithoutDead, open: &[bool], filled: &mut [bool]) -> bool {
    let mut any = false;
    let grid = cleared.with(filled);
    let chains = Chains::new(&grid);
    for (chain, points) in chains.points.iter().enumerate() {
        let color = chains.color[chain];
        let [stone] = points else { continue };
        let [one, other] = *first_liberties(&grid, &[*stone]).as_slice() else { continue };
        let inner = |point: usize| cleared.owner(point) == Some(color);
        let (own, dame) = if inner(one) { (one, other) } else { (other, one) };
        // Filling has a purpose only if it leads to other stones or to more room.
        let leads_on = grid.neighbors(own).any(|near| match grid.cells()[near] {
            None => true,
            Some(c) => c == color && chains.of[near] as usize != chain,
        });
        if inner(own) && open[dame] && leads_on {
            any = true;
            filled[own] = true;
        }
    }
    any
}

/// The first three liberties of stones, each once.
fn first_liberties(grid: &Grid, stones: &[u16]) -> Vec<usize> {
    let mut liberties = Vec::with_capacity(3);
    for near in stones.iter().flat_map(|&stone| grid.neighbors(stone as usize)) {
        if grid.cells()[near].is_none() && !liberties.contains(&near) {
            liberties.push(near);
            if liberties.len() == 3 {
                break;
            }
        }
    }
    liberties
}

/// Fills each eye of one point where a dead chain, of which a stone is on a filled point, is in
/// atari: that play takes it, and then the eye is gone.
fn fill_capturing_plays(cleared: &PositionWithoutDead, filled: &mut [bool]) {
    let mut plays = vec![false; filled.len()];
    for chain in cleared.prisoners.points.iter() {
        if chain.iter().any(|&stone| filled[stone as usize])
            && let [play] = *first_liberties(cleared.original, chain).as_slice()
        {
            plays[play] = true;
        }
    }
    if !plays.contains(&true) {
        return;
    }
    let regions = Regions::new(&cleared.with(filled));
    for (region, points) in regions.points.iter().enumerate() {
        if let [point] = *points
            && plays[point as usize]
            && regions.owner(region).is_some()
        {
            filled[point as usize] = true;
        }
    }
}
