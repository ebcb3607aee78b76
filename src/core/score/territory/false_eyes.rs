//! Points of a space that aren't an eye, for they hold stones together or have to be filled.
//!
//! "Protective plays" can be necessary at the end, "e.g., connecting a group which could be captured if
//! all neutral territory were filled" (rules-of-go-overview, "Issues"). Three tests find them:
//!
//! - A point is a *false eye* if a block beside it reaches the other sides of the point by no other way
//!   than over it. It *has to be filled* if, besides, that block reaches no eye by another way. A cycle
//!   of blocks through points that look false is thus no reason to fill them. (The method is goscorer's,
//!   see [`super::seki`].)
//! - A lone stone with two liberties, one of them in its territory and the other in a region that is still
//!   open, has to be connected: there no link over dame holds it. (The KGS server counts unfinished
//!   games like this; it is known of lone stones only.)
//! - A point has to be filled, too, if it is the only liberty in its territory of chains that the opponent can cut off from all
//!   others on the dame beside them, even if the owner moves first there: two dame on both sides of a false eye.
//!
//! Threats that take more than filling dame, such as a throw-in, aren't considered; the players of finished
//! games don't count them either.

use std::collections::{BTreeMap, BTreeSet};

use super::spheres::Spheres;
use crate::go::{Chains, NO_LABEL, Regions};
use crate::score::living::{PositionWithoutDead, first_liberties, open_regions};

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
/// the points that have to be filled; `real` selects the points that count towards them.
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
            let is_side =
                |&near: &usize| cleared.living(near).is_some() && spheres.of[near] == space.sphere;
            let sides = || cleared.near(at).filter(is_side).map(|near| spheres.block[near]);
            let is_alone = inner == 0 && sides().all(|side| side == block);
            // In most cases the other points of the space connect all that lies beside this one.
            let touches_elsewhere = |block: u16| {
                let from = space.touched.partition_point(|&(other, _)| other < block);
                space.touched.get(from + 1).is_some_and(|&(other, _)| other == block)
            };
            if is_alone || sides().all(touches_elsewhere) {
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
    for &point in open_regions(&cleared.regions).flatten() {
        open[point as usize] = true;
    }
    while open.contains(&true) && connect_lone_stones(cleared, &open, filled) {}
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

/// Fills the points that chains need as soon as the dame beside them are taken: those without another liberty in their own
/// territory, which the opponent can cut off on the dame even if the owner moves first there. Groups in `seki` are left out,
/// since nobody plays at their liberties. Returns the points.
pub(super) fn fill_behind_dame(
    cleared: &PositionWithoutDead,
    seki: &[bool],
    filled: &mut [bool],
) -> Vec<u16> {
    let grid = cleared.with(filled);
    let chains = Chains::new(&grid);
    let mut dame = vec![false; filled.len()];
    cleared.regions.mixed().flatten().for_each(|&point| dame[point as usize] = true);
    let mut held: BTreeMap<usize, (Vec<u16>, Vec<usize>)> = BTreeMap::new();
    let mut open = Vec::new();
    for (chain, points) in (0..).zip(chains.points.iter()) {
        let near = points.iter().flat_map(|&stone| grid.neighbors(stone as usize));
        let mut liberties = near.filter(|&at| grid.cells()[at].is_none());
        open.clear();
        let mut own = None;
        let only_one = liberties.all(|at| {
            if dame[at] {
                open.push(at);
            }
            dame[at] || *own.get_or_insert(at) == at
        });
        if let (Some(by), true, false) =
            (own, only_one, open.is_empty() || seki[points[0] as usize])
        {
            let (beside, dame) = held.entry(by).or_default();
            beside.push(chain);
            dame.extend(&open);
        }
    }
    let mut points = Vec::new();
    for (by, (beside, mut dame)) in held {
        dame.sort_unstable();
        dame.dedup();
        let links = Links { cleared, chains: &chains, beside, dame };
        if (2..=MAX_LINKS).contains(&links.dame.len()) && !links.hold() {
            filled[by] = true;
            points.push(by as u16);
        }
    }
    points
}

/// The largest number of dame between chains that are read. It bounds the work; finished games have fewer.
const MAX_LINKS: usize = 6;

/// Chains of one colour that hang together over dame.
struct Links<'a> {
    cleared: &'a PositionWithoutDead<'a>,
    chains: &'a Chains,
    /// Those to be connected with any other.
    beside: Vec<u16>,
    dame: Vec<usize>,
}

impl Links<'_> {
    /// Whether the owner, who moves first, connects all of them on the dame. The opponent plays only beside a stone of its
    /// own, and not where the stone could be taken. Dame that lead on to more are taken to hold them.
    fn hold(&self) -> bool {
        let other = self.chains.color[self.beside[0] as usize].opponent();
        let can_cut = |&at: &usize| {
            self.cleared.near(at).any(|near| self.cleared.living(near) == Some(other))
                && self.cleared.liberties_of_play(at, other).is_none_or(|liberties| liberties > 1)
        };
        let leads_on = |&at: &usize| {
            let beyond = |near: &usize| self.cleared.living(*near).is_none();
            self.cleared
                .near(at)
                .filter(beyond)
                .any(|near| self.cleared.owner(near).is_none() && !self.dame.contains(&near))
        };
        // Stones without others to connect with live by themselves.
        let joined = self.are_connected(&vec![Some(true); self.dame.len()]);
        if !joined || self.dame.iter().any(leads_on) {
            return true;
        }
        let mut owned: Vec<Option<bool>> =
            self.dame.iter().map(|at| (!can_cut(at)).then_some(true)).collect();
        self.connect(&mut owned, true)
    }

    /// Whether they are connected once all dame are `owned`, if the players take them in turn.
    fn connect(&self, owned: &mut [Option<bool>], owner_moves: bool) -> bool {
        let left: Vec<usize> = (0..owned.len()).filter(|&n| owned[n].is_none()).collect();
        if left.is_empty() {
            return self.are_connected(owned);
        }
        let mut succeeds = |n: usize| {
            owned[n] = Some(owner_moves);
            let connected = self.connect(owned, !owner_moves);
            owned[n] = None;
            connected == owner_moves
        };
        left.into_iter().any(&mut succeeds) == owner_moves
    }

    fn are_connected(&self, owned: &[Option<bool>]) -> bool {
        let color = self.chains.color[self.beside[0] as usize];
        let mut reached: BTreeSet<u16> = BTreeSet::new();
        let mut linked = vec![false; owned.len()];
        // As many rounds as there are links reach along all of them.
        for _ in 0..owned.len() {
            for n in (0..owned.len()).filter(|&n| owned[n] == Some(true)) {
                let near: Vec<usize> = self.cleared.near(self.dame[n]).collect();
                let is_own =
                    |&chain: &u16| chain != NO_LABEL && self.chains.color[chain as usize] == color;
                let chains = near.iter().map(|&near| self.chains.of[near]).filter(is_own);
                let chains: Vec<u16> = chains.collect();
                let other = |chain| !self.beside.contains(chain) || reached.contains(chain);
                let by_dame = (0..owned.len()).any(|m| linked[m] && near.contains(&self.dame[m]));
                if by_dame || chains.iter().any(other) {
                    linked[n] = true;
                    reached.extend(chains);
                }
            }
        }
        self.beside.iter().all(|chain| reached.contains(chain))
    }
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
