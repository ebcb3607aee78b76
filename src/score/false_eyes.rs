//! Enclosed points that their owner has to fill.
//!
//! At the end of a game "protective plays" can be necessary, "e.g., connecting a group which could be
//! captured if all neutral territory were filled" (rules-of-go-overview, "Issues"). So the dame are
//! thought taken by the opponent: a chain that is left with one liberty, inside its own territory,
//! connects there, and the point is no territory. Then the next chain may be left with one. What takes
//! more than filling dame, such as a throw-in, isn't thought of, nor do the players of finished games
//! charge it. A region that is still open cuts nobody apart.

use super::seki::{Cleared, Sets, parts};
use crate::go::{Chains, Color, Grid, NONE, Regions};

/// A dame with chains of one colour at two sides.
pub(super) struct Link {
    /// The chains.
    pub ends: [u16; 2],
    point: u16,
    /// The opponent can't cut here: a stone that he plays would stand in atari.
    safe: bool,
}

/// The dame that link chains.
pub(super) struct Links {
    /// In the order of regions and their points.
    pub all: Vec<Link>,
}

impl Links {
    /// Finds the links between the chains of `grid`: the cleared position, perhaps with points filled.
    pub fn new(cleared: &Cleared, grid: &Grid, chains: &Chains) -> Self {
        let mut all = Vec::new();
        for points in cleared.mixed() {
            for &point in points {
                let at = point as usize;
                let mut near: Vec<u16> =
                    grid.neighbors(at).map(|near| chains.of[near]).filter(|&c| c != NONE).collect();
                near.sort_unstable();
                near.dedup();
                for (i, &a) in near.iter().enumerate() {
                    let color = chains.color[a as usize];
                    for &b in near[i + 1..].iter().filter(|&&b| chains.color[b as usize] == color) {
                        let safe = cleared.safe_from_cuts[at][color.index()];
                        all.push(Link { ends: [a, b], point, safe });
                    }
                }
            }
        }
        Self { all }
    }

    /// Joins the chains that the opponent can't separate: those with a safe link, and a block of
    /// chains with two links to others, of which he cuts one at a time.
    fn blocks(&self, chains: usize) -> Sets {
        let mut sets = Sets::new(chains);
        for link in self.all.iter().filter(|link| link.safe) {
            sets.join(link.ends[0], link.ends[1]);
        }
        loop {
            let mut exits = vec![Exits::default(); chains];
            let mut apart = Vec::new();
            for link in &self.all {
                let ends = link.ends.map(|end| sets.find(end));
                if ends[0] != ends[1] {
                    for end in ends {
                        exits[end as usize].add(link.point);
                    }
                    apart.push(ends);
                }
            }
            apart.retain(|ends| ends.iter().any(|&end| exits[end as usize].several));
            if apart.is_empty() {
                return sets;
            }
            apart.iter().for_each(|ends| sets.join(ends[0], ends[1]));
        }
    }
}

/// Points of which it matters only whether there are none, one or several.
#[derive(Clone, Copy, Default)]
struct Exits {
    first: Option<u16>,
    several: bool,
}

impl Exits {
    fn add(&mut self, point: u16) {
        self.several |= self.first.is_some_and(|first| first != point);
        self.first = Some(point);
    }
}

/// By point: whether it is enclosed and has to be filled by its owner. `has_eye` says which stones
/// belong to a group with an eye: only those are safe enough to take dame.
///
/// Each round takes time in the area; a round fills at least one point, and most positions need two.
pub(super) fn false_eyes(cleared: &Cleared, has_eye: &[bool]) -> Vec<bool> {
    let pressed = pressed(cleared, has_eye);
    let mut filled = vec![false; cleared.dead.len()];
    loop {
        let grid = cleared.with(&filled);
        let chains = Chains::new(&grid);
        let mut blocks = Links::new(cleared, &grid, &chains).blocks(chains.color.len());
        join_over_open_regions(cleared, &grid, &chains, &mut blocks);
        // By block: its liberties when the opponent has taken the dame.
        let mut liberties = vec![Exits::default(); chains.color.len()];
        for (chain, points) in chains.points.iter().enumerate() {
            let color = chains.color[chain];
            let liberties = &mut liberties[blocks.find(chain as u16) as usize];
            for near in points.iter().flat_map(|&stone| grid.neighbors(stone as usize)) {
                if grid.cells()[near].is_none() {
                    if cleared.owner(near) == Some(color) {
                        liberties.add(near as u16);
                    } else {
                        liberties.several |= !pressed[near][color.index()];
                    }
                }
            }
        }
        let mut changed = false;
        for (block, liberties) in liberties.iter().enumerate() {
            let Exits { first: Some(point), several: false } = *liberties else { continue };
            let color = chains.color[block];
            // Filling has a purpose only if it leads to other stones or to more room.
            let leads_on = grid.neighbors(point as usize).any(|near| match grid.cells()[near] {
                None => true,
                Some(c) => c == color && blocks.find(chains.of[near]) as usize != block,
            });
            if leads_on {
                changed = true;
                filled[point as usize] = true;
                if cleared.dead[point as usize] {
                    // A stone stands there, which takes a play beside it to capture.
                    for near in grid.neighbors(point as usize) {
                        filled[near] |= grid.cells()[near].is_none();
                    }
                }
            }
        }
        if !changed && !fill_capturing_plays(cleared, &mut filled) {
            return filled;
        }
    }
}

/// Fills each eye of one point where a dead chain, of which a stone stands on a filled point, is in
/// atari: that play takes it, and then the eye is gone. Says whether there was one.
fn fill_capturing_plays(cleared: &Cleared, filled: &mut [bool]) -> bool {
    let mut plays = vec![false; filled.len()];
    let mut left = cleared.dead.to_vec();
    let all: Vec<u16> = (0..filled.len() as u16).collect();
    for chain in parts(cleared.grid, &all, &mut left) {
        let mut liberties = Exits::default();
        for near in chain.iter().flat_map(|&stone| cleared.grid.neighbors(stone as usize)) {
            if cleared.grid.cells()[near].is_none() && !cleared.dead[near] {
                liberties.add(near as u16);
            }
        }
        if let Exits { first: Some(play), several: false } = liberties {
            plays[play as usize] |= chain.iter().any(|&stone| filled[stone as usize]);
        }
    }
    let regions = Regions::new(&cleared.with(filled));
    let mut any = false;
    for (region, points) in regions.points.iter().enumerate() {
        if let [point] = points.as_slice()
            && plays[*point as usize]
            && regions.owner(region).is_some()
        {
            any = true;
            filled[*point as usize] = true;
        }
    }
    any
}

/// Joins the chains of one colour that touch one open region: nothing has cut them apart there yet. The
/// way doesn't lead over the opponent's links.
fn join_over_open_regions(cleared: &Cleared, grid: &Grid, chains: &Chains, blocks: &mut Sets) {
    let mut held = vec![[false; 2]; grid.cells().len()];
    for point in cleared.open().flatten().map(|&point| point as usize) {
        for color in [Color::Black, Color::White] {
            let near = grid.neighbors(point).map(|near| chains.of[near]);
            let mut own: Vec<u16> =
                near.filter(|&c| c != NONE && chains.color[c as usize] == color).collect();
            own.sort_unstable();
            own.dedup();
            held[point][color.index()] = own
                .iter()
                .enumerate()
                .any(|(i, &a)| own[..i].iter().any(|&b| blocks.find(a) == blocks.find(b)));
        }
    }
    for color in [Color::Black, Color::White] {
        let mut left = vec![false; grid.cells().len()];
        for &point in cleared.open().flatten() {
            left[point as usize] = !held[point as usize][color.opponent().index()];
        }
        for part in parts(grid, cleared.open().flatten(), &mut left) {
            let near = part.iter().flat_map(|&point| grid.neighbors(point as usize));
            let mut own = near
                .map(|near| chains.of[near])
                .filter(|&c| c != NONE && chains.color[c as usize] == color);
            if let Some(first) = own.next() {
                own.for_each(|chain| blocks.join(first, chain));
            }
        }
    }
}

/// By point and colour: whether it is dame that the colour's opponent can take.
fn pressed(cleared: &Cleared, has_eye: &[bool]) -> Vec<[bool; 2]> {
    let mut pressed = vec![[false; 2]; cleared.dead.len()];
    for points in cleared.mixed() {
        for color in [Color::Black, Color::White] {
            let opponent =
                |at: usize| cleared.grid.cells()[at] == Some(color.opponent()) && has_eye[at];
            if points.iter().any(|&point| cleared.grid.neighbors(point as usize).any(opponent)) {
                for &point in points {
                    pressed[point as usize][color.index()] = true;
                }
            }
        }
    }
    pressed
}

/// By empty point and colour: whether an opponent's stone played there would take nothing and stand in
/// atari, so that it can't cut the colour's chains apart.
pub(super) fn safe_from_cuts(grid: &Grid) -> Vec<[bool; 2]> {
    let chains = Chains::new(grid);
    // By chain: its first three liberties; one of them may be the point of the play.
    let liberties: Vec<Vec<usize>> = chains
        .points
        .iter()
        .map(|points| {
            let mut found = Vec::with_capacity(3);
            for near in points.iter().flat_map(|&stone| grid.neighbors(stone as usize)) {
                if grid.cells()[near].is_none() && found.len() < 3 && !found.contains(&near) {
                    found.push(near);
                }
            }
            found
        })
        .collect();
    let in_atari = |point: usize, color: Color| {
        let mut left: Vec<usize> = Vec::new();
        for near in grid.neighbors(point) {
            match grid.cells()[near] {
                None => left.push(near),
                Some(c) if c == color => left.extend(&liberties[chains.of[near] as usize]),
                Some(_) if liberties[chains.of[near] as usize] == [point] => return false,
                Some(_) => {}
            }
        }
        left.sort_unstable();
        left.dedup();
        left.iter().filter(|&&liberty| liberty != point).count() <= 1
    };
    (0..grid.cells().len())
        .map(|point| {
            let empty = grid.cells()[point].is_none();
            [Color::White, Color::Black].map(|cutter| empty && in_atari(point, cutter))
        })
        .collect()
}
