//! Games that are nearly the same: a misread stone, moves in another order or left out, another end, colours swapped.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::io;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::select::MIN_MOVES;
use sgf_audit_core::go::Size;
use sgf_audit_core::replay::{Plays, RUNS, best_turn};

/// How much two games have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Likeness {
    /// Number of plays that they have in common, in the same order.
    pub shared: u32,
    /// Number of plays that differ: replaced, left out or added.
    pub differing: u32,
    /// Number of the first play that differs, from 1, among those with codes.
    pub first_differing: u32,
    /// Number of plays of the shorter game.
    pub shorter: u32,
    /// How one board is turned to match the other, by the views of both.
    pub view: u8,
    pub swapped: bool,
}

impl Likeness {
    /// Returns how sure it is that both are records of one game: the part of the shorter game that the other one has.
    pub fn confidence(&self) -> f64 {
        f64::from(self.shared) / f64::from(self.shorter.max(1))
    }
}

/// The part of the shorter game's plays, from 0 to 1, that games which are nearly the same have in common at least.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share(pub f64);

impl Default for Share {
    fn default() -> Self {
        Self(2.0 / 3.0)
    }
}

impl Share {
    /// Returns the least number of plays of a game that has this number of them.
    fn of(self, plays: usize) -> usize {
        // A product that is a whole number may be a little more.
        (self.0 * plays as f64 - 1e-6).ceil() as usize
    }
}

/// Maximum number of plays of games that are compared: it takes the square of their number where they differ.
const MAX_PLAYS: usize = 2000;

/// Number of plays that different games don't have in common by a joseki: of fewer, those count whose numbers are nearly the same.
const LONGER_THAN_JOSEKI: usize = 60;

/// Maximum difference of these numbers: two moves are left out.
const MAX_MOVED: usize = 2;

/// Compares the plays of two games. `None` if they have fewer than [`MIN_MOVES`] in common, or less than this share of the
/// shorter one, or if one is longer than any game.
pub fn likeness(one: &[u16], other: &[u16], size: Size, share: Share) -> Option<Likeness> {
    if size.cols() != size.rows() || one.len().max(other.len()) > MAX_PLAYS {
        return None;
    }
    let plays = |codes, view| Plays::points(codes, size, view).collect::<Vec<_>>();
    let points = |plays: &[(_, _)]| plays.iter().map(|(_, point)| *point).collect::<Vec<_>>();
    let other = plays(other, 0);
    let other_points = points(&other);
    // The plays that follow each other show how the boards are turned.
    let (view, common) = best_turn(&points(&plays(one, 0)), &other_points, size);
    let own = plays(one, view);
    let shorter = own.len().min(other.len());
    // The turn is found by plays that follow each other, which a misread one takes two of.
    if 2 * common < share.of(shorter) {
        return None;
    }
    let equal = |change| match change {
        DiffOp::Equal { old_index, new_index, len } => Some((old_index, new_index, len)),
        _ => None,
    };
    let mut runs: Vec<_> = capture_diff_slices(Algorithm::Myers, &points(&own), &other_points)
        .into_iter()
        .filter_map(equal)
        .collect();
    if runs.iter().map(|(.., len)| len).sum::<usize>() < LONGER_THAN_JOSEKI {
        runs.retain(|(own, other, _)| own.abs_diff(*other) <= MAX_MOVED);
    }
    let begun = runs.first().filter(|&&(at, other_at, _)| (at, other_at) == (0, 0));
    let first_differing = begun.map_or(0, |(.., len)| *len) as u32 + 1;
    let (mut shared, mut swapped) = (0, 0);
    for (at, other_at, len) in runs {
        shared += len;
        let both = own[at..].iter().zip(&other[other_at..]).take(len);
        swapped += both.filter(|((own, _), (other, _))| own != other).count();
    }
    let is_near = shared >= (MIN_MOVES as usize).max(share.of(shorter));
    is_near.then(|| Likeness {
        shared: shared as u32,
        // A move that is elsewhere is missing once and added once.
        differing: (own.len().max(other.len()) - shared) as u32,
        first_differing,
        shorter: shorter as u32,
        view,
        swapped: 2 * swapped > shared,
    })
}

/// The hashes of a game that similar ones share: of its runs, and of Dyer's signature, which counts twice; 0 is none.
pub type Hashes = [u32; RUNS + 1];

/// Games of which more have the same hash share an opening or a joseki. Only the first and the one before are looked at.
const MAX_ALIKE: usize = 16;

/// Maximum number of earlier games that a game is compared with.
const MAX_COMPARED: usize = 8;

/// Returns for each game that is nearly an earlier one the number of that one, and what they have in common. Games are compared
/// if they share two hashes. `compare` compares two games by their numbers. Fails if that does.
pub fn near_games(
    games: &[Hashes],
    mut compare: impl FnMut(u32, u32) -> io::Result<Option<Likeness>>,
) -> io::Result<HashMap<u32, (u32, Likeness)>> {
    let mut all: Vec<(u32, u32)> = Vec::new();
    for (game, hashes) in (0..).zip(games) {
        all.extend(hashes.iter().filter(|hash| **hash != 0).map(|hash| (*hash, game)));
    }
    all.sort_unstable();
    all.dedup();
    let mut near = HashMap::new();
    let mut shared: HashMap<u32, u32> = HashMap::new();
    for (game, hashes) in (0..).zip(games) {
        shared.clear();
        for (place, &hash) in hashes.iter().enumerate().filter(|(_, hash)| **hash != 0) {
            let first = all.partition_point(|&(other, _)| other < hash);
            let own = all.partition_point(|&entry| entry < (hash, game));
            let earlier = &all[first..own];
            let alike = match earlier {
                [first, .., last] if earlier.len() > MAX_ALIKE => &[*first, *last][..],
                earlier => earlier,
            };
            for &(_, other) in alike {
                *shared.entry(other).or_default() += if place == RUNS { 2 } else { 1 };
            }
        }
        let mut candidates: Vec<(u32, u32)> = shared
            .iter()
            .filter(|(_, number)| **number >= 2)
            .map(|(&other, &number)| (u32::MAX - number, other))
            .collect();
        candidates.sort_unstable();
        for &(_, other) in candidates.iter().take(MAX_COMPARED) {
            let Some(likeness) = compare(game, other)? else { continue };
            let best = near.entry(game).or_insert((other, likeness));
            // Of a game and its continuation, the one of the same length.
            let order = |likeness: &Likeness| (likeness.shared, Reverse(likeness.differing));
            if order(&likeness) > order(&best.1) {
                *best = (other, likeness);
            }
        }
    }
    Ok(near)
}
