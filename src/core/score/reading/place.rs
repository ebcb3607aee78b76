//! Small places whose stones can be captured, within walls that can't.

use std::cell::OnceCell;

use super::search::{MAX_POINTS, Place};
use crate::go::{ByColor, Chains, Color, Grid, NO_LABEL, pass_alive};
use crate::score::ownership::signed_for;
use crate::score::thresholds::SECURE_OWNERSHIP;

/// A position as the places in it are found.
pub(super) struct Surroundings<'a> {
    grid: &'a Grid,
    owner: &'a [f32],
    pub chains: &'a Chains,
    /// By point: whether it has an unconditionally living stone. Few places need it.
    alive: ByColor<OnceCell<Vec<bool>>>,
}

/// A place that can be read.
#[derive(Debug)]
pub(super) struct ReadablePlace {
    /// Its chains, all of which can be captured.
    pub chains: Vec<u16>,
    /// Its points, by their places in `place`.
    pub points: Vec<u16>,
    pub place: Place,
}

impl<'a> Surroundings<'a> {
    pub(super) fn new(grid: &'a Grid, owner: &'a [f32], chains: &'a Chains) -> Self {
        Self { grid, owner, chains, alive: ByColor::default() }
    }

    /// A chain's colour and first stone.
    pub(super) fn first(&self, chain: u16) -> (Color, u16) {
        (self.chains.color[chain as usize], self.chains.points[chain as usize][0])
    }

    /// The place around a chain: the chain, the empty points that can be reached from it, and whatever else
    /// can be captured there. `None` if it has more than `most_empty` empty points or is too large otherwise, or if
    /// the chain can't be captured.
    pub(super) fn place(&self, seed: u16, most_empty: usize) -> Option<ReadablePlace> {
        let mut inside = vec![false; self.grid.cells().len()];
        let mut captured = vec![false; self.chains.color.len()];
        let (mut chains, mut empty) = (Vec::new(), Vec::new());
        let mut queue = vec![seed];
        captured[seed as usize] = true;
        while !queue.is_empty() {
            for &chain in &queue {
                self.add_liberties(chain, most_empty, &mut inside, &mut empty)?;
            }
            let from = chains.len();
            chains.append(&mut queue);
            let stones =
                chains[from..].iter().flat_map(|&chain| &self.chains.points[chain as usize]);
            let mut near: Vec<u16> = (stones.chain(&empty))
                .flat_map(|&point| self.grid.neighbors(point as usize))
                .map(|near| self.chains.of[near])
                .collect();
            // Chains that were walls so far can be captured if more of their liberties lie inside now.
            let old = chains[..from].iter().flat_map(|&chain| &self.chains.points[chain as usize]);
            let old = old.flat_map(|&point| self.grid.neighbors(point as usize));
            near.extend(old.map(|near| self.chains.of[near]));
            for chain in near.into_iter().filter(|&chain| chain != NO_LABEL) {
                if !captured[chain as usize] && !self.is_wall(chain, &inside) {
                    captured[chain as usize] = true;
                    queue.push(chain);
                }
            }
        }
        let stones = chains.iter().flat_map(|&chain| &self.chains.points[chain as usize]);
        let points: Vec<u16> = empty.iter().chain(stones).copied().collect();
        if points.len() > MAX_POINTS || self.is_alive(seed) {
            return None;
        }
        let place = self.cut_out(&points);
        Some(ReadablePlace { chains, points, place })
    }

    /// Whether a chain lives unconditionally.
    fn is_alive(&self, chain: u16) -> bool {
        let (color, first) = self.first(chain);
        self.alive[color].get_or_init(|| pass_alive(self.grid, color))[first as usize]
    }

    /// The liberties of a chain, some of them more than once.
    fn liberties(&self, chain: u16) -> impl Iterator<Item = u16> {
        let stones = self.chains.points[chain as usize].iter();
        let near = stones.flat_map(|&point| self.grid.neighbors(point as usize));
        near.filter(|&near| self.grid.cells()[near].is_none()).map(|near| near as u16)
    }

    /// Adds the empty points that can be reached from a chain; `None` if they become too many.
    fn add_liberties(
        &self,
        chain: u16,
        most: usize,
        inside: &mut [bool],
        empty: &mut Vec<u16>,
    ) -> Option<()> {
        let mut edge: Vec<u16> =
            self.liberties(chain).filter(|&point| !inside[point as usize]).collect();
        while let Some(point) = edge.pop() {
            if std::mem::replace(&mut inside[point as usize], true) {
                continue;
            }
            empty.push(point);
            if empty.len() > most {
                return None;
            }
            let near = self.grid.neighbors(point as usize);
            edge.extend(
                near.filter(|&near| self.grid.cells()[near].is_none()).map(|near| near as u16),
            );
        }
        Some(())
    }

    /// Whether a chain can't be captured from within a place: it lives unconditionally, or has two liberties
    /// outside on points that the estimate gives its owner.
    fn is_wall(&self, chain: u16, inside: &[bool]) -> bool {
        let (color, first) = self.first(chain);
        let secure = |point: u16| signed_for(color, self.owner[point as usize]) > SECURE_OWNERSHIP;
        let mut outside =
            self.liberties(chain).filter(|&point| !inside[point as usize] && secure(point));
        let two = outside.next().is_some_and(|one| outside.any(|other| other != one));
        secure(first) && two || self.is_alive(chain)
    }

    fn cut_out(&self, points: &[u16]) -> Place {
        let mut place_of = vec![None; self.grid.cells().len()];
        for (place, &point) in points.iter().enumerate() {
            place_of[point as usize] = Some(place);
        }
        let mut place = Place { near: vec![0; points.len()], ..Place::default() };
        for (at, &point) in points.iter().enumerate() {
            if let Some(color) = self.grid.cells()[point as usize] {
                place.stones[color] |= 1 << at;
            }
            for near in self.grid.neighbors(point as usize) {
                match (place_of[near], self.grid.cells()[near]) {
                    (Some(near), _) => place.near[at] |= 1 << near,
                    (None, Some(color)) => place.walls[color] |= 1 << at,
                    (None, None) => {}
                }
            }
        }
        place
    }
}
