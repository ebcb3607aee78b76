//! Unconditional life (D. B. Benson, "Life in the game of Go", Information Sciences 10, 1976) and the
//! regions that chains enclose.

use super::bitboard::BitBoard;
use super::chains::{Chains, NO_LABEL, Parts};
use super::grid::Grid;
use super::point::{ByColor, Color};

/// Returns, for each point, whether it has a stone of `color` that can't be captured even if its
/// owner passes for ever.
///
/// Benson's algorithm: a region enclosed by `color` (empty points and opposing stones) is vital to a
/// chain if all its empty points are liberties of that chain. Chains with fewer than two vital regions
/// are dropped, then the regions that a dropped chain encloses, until nothing changes.
pub fn pass_alive(grid: &Grid, color: Color) -> Vec<bool> {
    let may_be_vital = regions_without_inner_points(grid, color);
    // Most positions show at once that there aren't two regions which can be vital to anything.
    if may_be_vital.count() < 2 {
        return vec![false; grid.cells().len()];
    }
    // Regions that aren't vital to any chain make none live.
    let chains = Chains::new(grid);
    let mut is_wanted = vec![false; grid.cells().len()];
    may_be_vital.places().for_each(|point| is_wanted[point] = true);
    EnclosedRegions::within(grid, color, false, &chains, |point| is_wanted[point]).alive(None)
}

/// Whether a quick test shows that no stone of `color` lives unconditionally.
pub(super) fn none_is_alive(grid: &Grid, color: Color) -> bool {
    regions_without_inner_points(grid, color).count() < 2
}

/// The regions enclosed by `color` in which every empty point is next to a stone of `color`. No other
/// region is vital to a chain.
fn regions_without_inner_points(grid: &Grid, color: Color) -> BitBoard {
    let by_stone = BitBoard::by_stone(grid);
    let [stones, empty] = [&by_stone[color.index()], &by_stone[2]];
    let others = stones.complement();
    let inner = empty.difference(&stones.dilate());
    others.difference(&inner.flood(&others))
}

/// Returns the first stone of each colour whose chain is quickly seen not to live unconditionally.
///
/// Such a stone is alone and next to fewer than two empty points without an empty neighbour. Two
/// neighbouring points can't both be liberties of one stone, so a region is vital to it only if all
/// empty points of the region are of that kind, and it would need two such regions.
pub fn stones_without_two_eyes(grid: &Grid) -> ByColor<Option<usize>> {
    let [black, white, empty] = BitBoard::by_stone(grid);
    let eyes = empty.difference(&empty.dilate());
    let beside_two_eyes = eyes.two_neighbors();
    let weak = |stones: &BitBoard| {
        stones.difference(&stones.dilate()).difference(&beside_two_eyes).places().next()
    };
    ByColor::new(weak(&black), weak(&white))
}

/// The chains of a colour and the regions that they enclose.
pub(super) struct EnclosedRegions<'a> {
    chains: &'a Chains,
    color: Color,
    /// By point: its region's number, or [`NO_LABEL`] for a stone of the colour.
    of: Vec<u16>,
    regions: Vec<EnclosedRegion>,
}

/// A region that stones of one colour enclose.
#[derive(Default)]
pub(super) struct EnclosedRegion {
    /// The chains around it.
    around: Vec<u16>,
    /// The chains that have every empty point of it as a liberty.
    pub vital: Vec<u16>,
    /// The chains that every point of it is next to, occupied or not.
    pub fully_adjacent: Vec<u16>,
}

impl<'a> EnclosedRegions<'a> {
    /// Finds the regions that `color` encloses. `chains` are the position's. If `suicide` is allowed,
    /// an opponent's stones in a region can become empty points without having been captured, so they count
    /// as such.
    pub(super) fn new(grid: &Grid, color: Color, suicide: bool, chains: &'a Chains) -> Self {
        Self::within(grid, color, suicide, chains, |_| true)
    }

    /// The same, with nothing known of the regions whose first point `is_wanted` refuses.
    fn within(
        grid: &Grid,
        color: Color,
        suicide: bool,
        chains: &'a Chains,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Self {
        let is_own: Vec<bool> = grid.cells().iter().map(|cell| *cell == Some(color)).collect();
        let (of, regions) = Parts::new(grid.size(), &is_own).selected(|point| !is_own[point]);
        let mut beside = vec![Beside::default(); chains.color.len()];
        let regions = regions.iter().map(|points| match is_wanted(points[0].into()) {
            true => EnclosedRegion::new(grid, color, chains, points, suicide, &mut beside),
            false => EnclosedRegion::default(),
        });
        Self { chains, color, of, regions: regions.collect() }
    }

    /// The region that a point is in; `None` for a stone of the colour.
    pub(super) fn region(&self, point: usize) -> Option<(u16, &EnclosedRegion)> {
        let region = self.of[point];
        (region != NO_LABEL).then(|| (region, &self.regions[region as usize]))
    }

    /// Returns, for each point, whether it has a stone of an unconditionally living chain, if the
    /// region `without` isn't used as an eye.
    pub(super) fn alive(&self, without: Option<u16>) -> Vec<bool> {
        let mut alive: Vec<bool> = self.chains.color.iter().map(|&c| c == self.color).collect();
        loop {
            let mut eyes = vec![0u32; alive.len()];
            for (number, EnclosedRegion { around, vital, .. }) in self.regions.iter().enumerate() {
                let counts = without != Some(number as u16);
                if counts && around.iter().all(|&chain| alive[chain as usize]) {
                    for &chain in vital {
                        eyes[chain as usize] += 1;
                    }
                }
            }
            let mut changed = false;
            for (chain, alive) in alive.iter_mut().enumerate() {
                if *alive && eyes[chain] < 2 {
                    *alive = false;
                    changed = true;
                }
            }
            if !changed {
                let lives = |&chain: &u16| chain != NO_LABEL && alive[chain as usize];
                return self.chains.of.iter().map(lives).collect();
            }
        }
    }
}

/// How many points of a region are next to a chain.
#[derive(Clone, Copy, Debug, Default)]
struct Beside {
    points: usize,
    empty: usize,
    /// The point that was counted last: it may be next to the chain at several sides.
    last: Option<u16>,
}

impl EnclosedRegion {
    /// The region of these points. `beside` is scratch memory with a default for each chain, before and after.
    fn new(
        grid: &Grid,
        color: Color,
        chains: &Chains,
        points: &[u16],
        suicide: bool,
        beside: &mut [Beside],
    ) -> Self {
        let mut around: Vec<u16> = Vec::new();
        let mut empty = 0;
        for &point in points {
            let is_empty = usize::from(grid.cells()[usize::from(point)].is_none());
            empty += is_empty;
            for near in grid.neighbors(usize::from(point)) {
                if grid.cells()[near] != Some(color) {
                    continue;
                }
                let beside = &mut beside[usize::from(chains.of[near])];
                if beside.points == 0 {
                    around.push(chains.of[near]);
                }
                if beside.last.replace(point) != Some(point) {
                    beside.points += 1;
                    beside.empty += is_empty;
                }
            }
        }
        let (mut vital, mut fully_adjacent) = (Vec::new(), Vec::new());
        for &chain in &around {
            let beside = std::mem::take(&mut beside[usize::from(chain)]);
            let is_fully_adjacent = beside.points == points.len();
            fully_adjacent.extend(is_fully_adjacent.then_some(chain));
            let is_vital =
                if suicide { is_fully_adjacent } else { empty > 0 && beside.empty == empty };
            vital.extend(is_vital.then_some(chain));
        }
        Self { around, vital, fully_adjacent }
    }
}

/// Returns, for each point, whether it has a stone that KataGo takes off before it counts area
/// (`Board::calculateArea`): it is in a region whose chains all live unconditionally, and at most one
/// point of the region is next to none of them, so two eyes have no room. `suicide` is as in
/// [`Proofs`](super::Proofs).
pub fn pass_dead(grid: &Grid, suicide: bool) -> Vec<bool> {
    let mut dead = vec![false; grid.cells().len()];
    let chains = Chains::new(grid);
    for color in Color::BOTH {
        let enclosed = EnclosedRegions::new(grid, color, suicide, &chains);
        let alive = enclosed.alive(None);
        let lives =
            |&chain: &u16| alive[usize::from(enclosed.chains.points[usize::from(chain)][0])];
        let regions = enclosed.regions.iter();
        let mut closed: Vec<bool> =
            regions.map(|r| !r.around.is_empty() && r.around.iter().all(lives)).collect();
        let mut inner = vec![false; closed.len()];
        let places = || enclosed.of.iter().map(|&region| usize::from(region)).enumerate();
        for (point, region) in places().filter(|&(_, region)| region != usize::from(NO_LABEL)) {
            if !grid.neighbors(point).any(|near| grid.cells()[near] == Some(color)) {
                closed[region] &= !std::mem::replace(&mut inner[region], true);
            }
        }
        for (point, region) in places() {
            dead[point] |= grid.cells()[point] == Some(color.opponent()) && closed[region];
        }
    }
    dead
}

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
    pub fn new(grid: &Grid, suicide: bool) -> Self {
        Self::of_chains(grid, &Chains::new(grid), suicide)
    }

    /// The same, given the chains of the position.
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
    pub fn cannot_be_complete(grid: &Grid) -> bool {
        let stones = stones_without_two_eyes(grid);
        let weak =
            || stones.iter().filter_map(|(color, stone)| Some(((*stone)?, color.opponent())));
        // Room that is too wide even if all stones around it live needs no search for living ones.
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

/// Whether the points of a part that aren't next to living stones are connected.
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
