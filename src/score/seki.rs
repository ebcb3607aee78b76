//! Which stones belong together, and which groups live only in seki.
//!
//! A group is *independently alive* with two eyes, or with one eye space that makes two. Another group
//! that isn't dead is "alive by seki" (rules-of-go-overview, "Seki"): its enclosed points count for
//! nobody under Japanese and Korean rules.

use super::eyespace::{self, Eyes};
use super::false_eyes::{Links, false_eyes, safe_from_cuts};
use crate::go::{Chains, Color, Grid, NONE, Regions};

/// A region with more points than this that both colours touch isn't the dame of a finished game.
const OPEN: usize = 12;
/// A part of a mixed region with fewer points than this is no eye yet.
const ROOM: usize = 3;

/// A position without its dead stones.
pub(super) struct Cleared<'a> {
    /// The living stones.
    pub grid: &'a Grid,
    /// By point: whether a dead stone stood there.
    pub dead: &'a [bool],
    /// The regions between the living stones.
    regions: Regions,
    /// By point and colour: whether the opponent can't cut there. When a player fills an eye, the other
    /// has a play to spare for a link, so this is told before any point is filled.
    pub safe_from_cuts: Vec<[bool; 2]>,
}

impl<'a> Cleared<'a> {
    /// The position of the living stones, and where dead ones stood.
    pub fn new(grid: &'a Grid, dead: &'a [bool]) -> Self {
        let safe_from_cuts = safe_from_cuts(grid);
        Self { grid, dead, regions: Regions::new(grid), safe_from_cuts }
    }

    /// The stones, with the enclosed points that `filled` names taken by their owners.
    pub fn with(&self, filled: &[bool]) -> Grid {
        let mut grid = self.grid.clone();
        for (point, cell) in grid.cells_mut().iter_mut().enumerate() {
            if filled[point] {
                *cell = self.owner(point);
            }
        }
        grid
    }

    /// The colour whose living stones alone surround a point; `None` for dame and stones.
    pub fn owner(&self, point: usize) -> Option<Color> {
        let region = self.regions.of[point];
        if region == NONE { None } else { self.regions.owner(region as usize) }
    }

    /// The points of each region that stones of both colours touch and that is too large to be dame.
    pub fn open(&self) -> impl Iterator<Item = &[u16]> {
        self.mixed().filter(|points| points.len() > OPEN)
    }

    /// The points of each region that stones of both colours touch.
    pub fn mixed(&self) -> impl Iterator<Item = &[u16]> {
        let regions = self.regions.touches.iter().zip(&self.regions.points);
        regions.filter(|(touches, _)| **touches == [true; 2]).map(|(_, points)| points.as_slice())
    }
}

/// Why a group's eyes couldn't be told.
pub(super) enum Unsure {
    /// The space is beyond the search; it is taken to make two eyes.
    Space,
    /// The group has this eye space only, dead stones crowd it so that it makes one eye, and yet the
    /// group isn't said to be dead; it is taken to be in seki.
    OneEye,
}

/// What is known about the groups of a position.
pub(super) struct Settled {
    /// By point: an enclosed point that its owner has to fill.
    pub filled: Vec<bool>,
    /// By point: a stone of a group in seki, or an enclosed point of such a group.
    pub seki: Vec<bool>,
    /// Eye spaces that leave a doubt.
    pub unsure: Vec<(Vec<u16>, Unsure)>,
}

/// Tells false eyes and groups in seki. Takes time in the area times the number of false eyes that
/// depend on one another, and a bounded time for the search of small eye spaces.
pub(super) fn settle(cleared: &Cleared) -> Settled {
    let nothing = vec![false; cleared.dead.len()];
    let mut filled = false_eyes(cleared, &Groups::new(cleared, &nothing).have_eyes());
    let groups = Groups::new(cleared, &filled);
    let mut budget = eyespace::BUDGET;
    let mut unsure = Vec::new();
    let mut alive = Vec::with_capacity(groups.spaces.len());
    for spaces in &groups.spaces {
        let [space] = spaces.as_slice() else {
            alive.push(spaces.len() >= 2);
            continue;
        };
        let eyes = eyes(cleared, space, &filled, &mut budget);
        alive.push(eyes != Eyes::One);
        if eyes == Eyes::Unknown {
            unsure.push((space.clone(), Unsure::Space));
        } else if eyes == Eyes::One && space.iter().any(|&point| cleared.dead[point as usize]) {
            unsure.push((space.clone(), Unsure::OneEye));
        }
    }
    let seki: Vec<bool> =
        groups.of.iter().map(|&group| group != NONE && !alive[group as usize]).collect();
    // Groups whose eyes all turned out false can't take dame: what only they threatened stays.
    let threatened = false_eyes(cleared, &groups.have_eyes());
    for (point, filled) in filled.iter_mut().enumerate() {
        *filled &= threatened[point] || seki[point];
    }
    Settled { filled, seki, unsure }
}

/// The number of eyes that one space makes when its owner moves first there, as he can: the group was
/// agreed to live. If he has to take a stone beside the space, that was his move.
fn eyes(cleared: &Cleared, space: &[u16], filled: &[bool], budget: &mut usize) -> Eyes {
    let beside = |point: usize| cleared.grid.neighbors(point).filter(|&near| filled[near]);
    let takes = space.iter().any(|&point| {
        beside(point as usize)
            .any(|at| cleared.dead[at] || beside(at).any(|next| cleared.dead[next]))
    });
    eyespace::eyes(cleared.grid, space, cleared.dead, !takes, budget)
}

/// Chains that belong together, with their eye spaces.
struct Groups {
    /// By point: the group of the stone on it or of the enclosed point, else [`NONE`].
    of: Vec<u16>,
    /// By group: its eye spaces.
    spaces: Vec<Vec<Vec<u16>>>,
}

impl Groups {
    /// The groups when the `filled` points are taken: chains round one enclosed region, chains with a
    /// dame between them, and chains round a part of a mixed region that they can still enclose.
    fn new(cleared: &Cleared, filled: &[bool]) -> Self {
        let grid = cleared.with(filled);
        let chains = Chains::new(&grid);
        let regions = Regions::new(&grid);
        let mut sets = Sets::new(chains.color.len());
        for link in Links::new(cleared, &grid, &chains).all {
            sets.join(link.ends[0], link.ends[1]);
        }
        let mut found: Vec<(u16, Vec<u16>)> = Vec::new();
        for (region, points) in regions.points.iter().enumerate() {
            let mut enclose = |color: Color, space: Vec<u16>| {
                let around = chains_around(&grid, &chains, &space, color);
                if let Some(&first) = around.first() {
                    around.iter().for_each(|&chain| sets.join(first, chain));
                    found.push((first, space));
                }
            };
            match regions.owner(region) {
                Some(color) => enclose(color, points.clone()),
                None => {
                    for color in [Color::Black, Color::White] {
                        for part in own_parts(&grid, points, color) {
                            enclose(color, part);
                        }
                    }
                }
            }
        }

        let mut of = vec![NONE; grid.cells().len()];
        for (point, of) in of.iter_mut().enumerate() {
            if chains.of[point] != NONE {
                *of = sets.find(chains.of[point]);
            }
        }
        let mut spaces = vec![Vec::new(); chains.color.len()];
        for (chain, space) in found {
            let group = sets.find(chain);
            for &point in &space {
                // A part of a mixed region stays dame.
                if cleared.owner(point as usize).is_some() {
                    of[point as usize] = group;
                }
            }
            spaces[group as usize].push(space);
        }
        Self { of, spaces }
    }

    /// By point: whether it belongs to a group with an eye.
    fn have_eyes(&self) -> Vec<bool> {
        let has_eye = |&group: &u16| group != NONE && !self.spaces[group as usize].is_empty();
        self.of.iter().map(has_eye).collect()
    }
}

/// The chains of `color` next to any of the points, each once.
fn chains_around(grid: &Grid, chains: &Chains, points: &[u16], color: Color) -> Vec<u16> {
    let near = points.iter().flat_map(|&point| grid.neighbors(point as usize));
    let own = near.filter(|&near| grid.cells()[near] == Some(color));
    let mut around: Vec<u16> = own.map(|near| chains.of[near]).collect();
    around.sort_unstable();
    around.dedup();
    around
}

/// The parts of a mixed region that `color` can enclose even if the opponent plays first: nearer to
/// its stones than to the opponent's, and more than two steps from those.
fn own_parts(grid: &Grid, points: &[u16], color: Color) -> Vec<Vec<u16>> {
    let own = steps(grid, points, color);
    let theirs = steps(grid, points, color.opponent());
    let mut left: Vec<bool> = (0..grid.cells().len())
        .map(|point| own[point] < theirs[point] && theirs[point] > 2)
        .collect();
    parts(grid, points, &mut left).into_iter().filter(|part| part.len() >= ROOM).collect()
}

/// The connected parts of the `points` that are `left`; none of them is left afterwards.
pub(super) fn parts<'a>(
    grid: &Grid,
    points: impl IntoIterator<Item = &'a u16>,
    left: &mut [bool],
) -> Vec<Vec<u16>> {
    let mut parts = Vec::new();
    for &start in points {
        if !std::mem::take(&mut left[start as usize]) {
            continue;
        }
        let mut part = vec![start];
        let mut at = 0;
        while at < part.len() {
            for near in grid.neighbors(part[at] as usize) {
                if std::mem::take(&mut left[near]) {
                    part.push(near as u16);
                }
            }
            at += 1;
        }
        parts.push(part);
    }
    parts
}

/// By point: how many steps over the points of a region it takes from a stone of `color`;
/// [`u16::MAX`] off the region.
fn steps(grid: &Grid, points: &[u16], color: Color) -> Vec<u16> {
    let mut steps = vec![u16::MAX; grid.cells().len()];
    let touches = |point: usize| grid.neighbors(point).any(|at| grid.cells()[at] == Some(color));
    let mut queue: Vec<u16> = points.iter().copied().filter(|&p| touches(p as usize)).collect();
    for &point in &queue {
        steps[point as usize] = 1;
    }
    let mut at = 0;
    while at < queue.len() {
        let point = queue[at] as usize;
        for near in grid.neighbors(point) {
            if grid.cells()[near].is_none() && steps[near] == u16::MAX {
                steps[near] = steps[point] + 1;
                queue.push(near as u16);
            }
        }
        at += 1;
    }
    steps
}

/// Disjoint sets (union-find with halving of paths).
pub(super) struct Sets(Vec<u16>);

impl Sets {
    /// `len` sets of one.
    pub fn new(len: usize) -> Self {
        Self((0..len as u16).collect())
    }

    /// The number that stands for the whole set.
    pub fn find(&mut self, mut at: u16) -> u16 {
        while self.0[at as usize] != at {
            self.0[at as usize] = self.0[self.0[at as usize] as usize];
            at = self.0[at as usize];
        }
        at
    }

    /// Makes one set of two.
    pub fn join(&mut self, a: u16, b: u16) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b) as usize] = a.min(b);
    }
}
