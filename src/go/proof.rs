//! Life and death that can be proved without a search: unconditional life, and death inside it.

use super::chains::Chains;
use super::grid::Grid;
use super::life::{EnclosedRegions, none_is_alive, pass_alive, stones_without_two_eyes};
use super::point::Color;

/// The stones of a position that are proved to be alive or dead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proofs {
    /// By point: whether it has a stone that can't be captured even if its owner passes for ever.
    pub alive: Vec<bool>,
    /// By point: whether it has a stone whose capture its owner can't prevent.
    pub dead: Vec<bool>,
}

impl Proofs {
    /// Looks for both colours' unconditional life (Benson) and for stones that are dead inside it.
    /// `suicide`: whether a player may take his own chain of several stones off the board.
    #[must_use]
    pub fn new(grid: &Grid, suicide: bool) -> Self {
        Self::of_chains(grid, &Chains::new(grid), suicide)
    }

    /// The same, given the chains of the position.
    #[must_use]
    pub fn of_chains(grid: &Grid, chains: &Chains, suicide: bool) -> Self {
        let area = grid.cells().len();
        let mut proofs = Self { alive: vec![false; area], dead: vec![false; area] };
        for color in Color::BOTH.into_iter().filter(|&color| !none_is_alive(grid, color)) {
            let enclosures = EnclosedRegions::new(grid, color, suicide, chains);
            let alive = enclosures.alive(None);
            if alive.contains(&true) {
                dead_within(grid, color, &enclosures, &alive, &mut proofs.dead);
            }
            for (proved, alive) in proofs.alive.iter_mut().zip(alive) {
                *proved |= alive;
            }
        }
        proofs
    }

    /// Whether a quick test shows that some stone of a position can't be proved alive or dead: it hasn't two
    /// eyes of its own, and the opponent's living stones leave too much room around it for a proof of its
    /// death. Takes a small part of the time of a proof.
    #[must_use]
    pub fn cannot_be_complete(grid: &Grid) -> bool {
        let stones = stones_without_two_eyes(grid);
        let weak =
            || stones.iter().filter_map(|(color, stone)| Some(((*stone)?, color.opponent())));
        // Room that is too wide even if all stones around it live needs no search for those that do.
        weak().any(|(stone, living)| is_wide(grid, stone, |at| grid.cells()[at] == Some(living)))
            || weak().any(|(stone, living)| {
                let alive = pass_alive(grid, living);
                is_wide(grid, stone, |at| alive[at])
            })
    }
}

/// Whether the part of the board that a stone is in, if living stones bound it, has three points or more
/// that none of them is next to: of three, two are apart.
fn is_wide(grid: &Grid, stone: usize, lives: impl Fn(usize) -> bool) -> bool {
    let mut seen = vec![false; grid.cells().len()];
    seen[stone] = true;
    // A few points decide it in most cases.
    let mut part = Vec::with_capacity(64);
    part.push(stone);
    let (mut at, mut inner) = (0, 0);
    while at < part.len() && inner < 3 {
        inner += u32::from(!grid.neighbors(part[at]).any(&lives));
        for near in grid.neighbors(part[at]) {
            if !lives(near) && !std::mem::replace(&mut seen[near], true) {
                part.push(near);
            }
        }
        at += 1;
    }
    inner >= 3
}

/// Marks the opponent's stones that are dead inside the unconditionally living stones U of `color`.
///
/// Let R be a connected part of the board without U, and I those of its points, whatever is there,
/// that aren't next to U. Stones of the opponent in R are dead if
///
/// 1. no two points of I are apart, that is, neither the same nor next to each other; and
/// 2. U lives without an eye in R; or each chain of U for which R is a vital region has every point of
///    R next to it.
///
/// For U can't be captured, so nothing connects R with the rest of the board, and an eye of the
/// opponent in R, being next to none of U's stones, lies in I: two eyes would be two points of I that
/// are apart. So he never lives there with two eyes, even if he moves all the time.
///
/// And `color` can take what he has there. Let it play on points of R next to U, or to stones connected
/// to U. These stones are never captured: a chain that doesn't need R has its eyes elsewhere, and by 2
/// a chain that needs R has all empty points of R as liberties, of which `color` takes the last only by
/// capturing all that is in R. So those plays come to an end, and then the empty points of R are
/// all in I: one point, or two that are next to each other. Every chain of the opponent in R has its
/// liberties there; a play on one of them takes them all, or is answered by the other, after which the
/// first takes them. Where the opponent has just taken a ko there, `color` passes once: the opponent
/// can't fill his own last liberty.
fn dead_within(
    grid: &Grid,
    color: Color,
    enclosures: &EnclosedRegions,
    alive: &[bool],
    dead: &mut [bool],
) {
    let mut seen = alive.to_vec();
    let mut part = Vec::new();
    for start in 0..seen.len() {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        part.clear();
        part.push(start);
        let mut at = 0;
        while at < part.len() {
            for near in grid.neighbors(part[at]) {
                if !std::mem::replace(&mut seen[near], true) {
                    part.push(near);
                }
            }
            at += 1;
        }
        let opposing = |&point: &usize| grid.cells()[point] == Some(color.opponent());
        if part.iter().any(opposing)
            && no_two_eyes(grid, &part, alive)
            && lives_without(grid, color, enclosures, &part, alive)
        {
            for point in part.iter().copied().filter(|point| opposing(point)) {
                dead[point] = true;
            }
        }
    }
}

/// Whether no two points of a part are apart, of those that aren't next to living stones.
fn no_two_eyes(grid: &Grid, part: &[usize], alive: &[bool]) -> bool {
    let mut inner =
        part.iter().copied().filter(|&point| !grid.neighbors(point).any(|near| alive[near]));
    match (inner.next(), inner.next(), inner.next()) {
        (Some(a), Some(b), None) => grid.neighbors(a).any(|near| near == b),
        (_, None, _) => true,
        _ => false,
    }
}

/// Whether the living stones don't need an eye in a part, or are next to all of it if they do.
fn lives_without(
    grid: &Grid,
    color: Color,
    enclosures: &EnclosedRegions,
    part: &[usize],
    alive: &[bool],
) -> bool {
    if part.iter().any(|&point| grid.cells()[point] == Some(color)) {
        // It holds stones of `color` that may fall, so the living ones have no eye there.
        return true;
    }
    let Some((number, region)) = enclosures.region(part[0]) else { return false };
    region.vital.iter().all(|chain| region.fully_adjacent.contains(chain))
        || enclosures.alive(Some(number)) == alive
}
