//! Reads small places out where the estimate isn't quite sure: who keeps what if one player or the other moves first.

mod place;
mod races;
mod search;

use super::ownership::signed_for;
use super::territory::{EYE_BUDGET, Eyes, eyes};
use super::thresholds::{
    KO_DOUBT_OWNERSHIP, KO_OWNERSHIP, MAX_EMPTY_TO_READ, MAX_EMPTY_TO_READ_FURTHER,
    MAX_FOR_A_KO_ALONE, MIN_ROOM_FOR_EYE, READ_BELOW_OWNERSHIP, READ_FURTHER_BELOW_OWNERSHIP,
    SECURE_OWNERSHIP, SETTLED_OWNERSHIP, UNSETTLED_OWNERSHIP, UNSETTLED_SHAPE_OWNERSHIP,
};
use crate::go::{Chains, Color, Grid, NO_LABEL, Regions, chains_and_regions};
use place::{ReadablePlace, Surroundings};
use races::races_without_winner;
use search::{End, Search};

/// So many places of a position are read at most.
const MAX_PLACES: usize = 8;

/// How much is read.
#[derive(Clone, Copy)]
struct Effort {
    /// Empty points of a place.
    empty: usize,
    /// Positions that are looked at for one player having the threats for a ko.
    positions: u32,
}

/// Most games have a place that is read with this.
const USUAL: Effort = Effort { empty: MAX_EMPTY_TO_READ, positions: 700 };

/// The budget if there is doubt.
const FURTHER: Effort = Effort { empty: MAX_EMPTY_TO_READ_FURTHER, positions: 2000 };

/// Corrects an estimate by what can be read. `owner` has for each point the expected owner from +1, Black's, to -1,
/// White's. Returns the stones of each place that is unsettled: they live or die according to who moves first or wins a
/// ko, or they aren't as estimated.
///
/// If reading confirms the estimate for all stones of a place, whoever moves first, their ownership becomes at least
/// `SETTLED_OWNERSHIP`. The ownership of unsettled stones becomes `UNSETTLED_OWNERSHIP`, or `KO_OWNERSHIP` if they
/// depend on a ko.
///
/// Reading is exact under two assumptions. A chain that has two liberties in its own territory, according to the
/// estimate, can't be captured. A player who captures three or more stones next to such a chain of his keeps
/// their points.
pub(super) fn correct(grid: &Grid, owner: &mut [f32]) -> Vec<Vec<u16>> {
    let (chains, regions) = chains_and_regions(grid);
    let shapes = unsettled_shapes(grid, owner, &chains, &regions).into_iter().map(usize::from);
    let unsure: Vec<usize> = shapes.chain(races_without_winner(grid, owner)).collect();
    let unsettled = correct_unsure(grid, owner, &chains);
    for stone in unsure {
        let owner = &mut owner[stone];
        *owner = owner.abs().min(UNSETTLED_SHAPE_OWNERSHIP).copysign(*owner);
    }
    unsettled
}

/// The stones round each single eye in which the first move decides whether they live, however sure the estimate is: the
/// shapes of up to six points, such as the bulky five.
fn unsettled_shapes(grid: &Grid, owner: &[f32], chains: &Chains, regions: &Regions) -> Vec<u16> {
    let is_small = |points: &[u16]| (MIN_ROOM_FOR_EYE..=MAX_EMPTY_TO_READ).contains(&points.len());
    let dead = vec![false; owner.len()];
    let mut budget = EYE_BUDGET;
    let mut unsettled = Vec::new();
    for (region, points) in regions.points.iter().enumerate().filter(|(_, it)| is_small(it)) {
        let Some(color) = regions.owner(region) else { continue };
        let near = points.iter().flat_map(|&point| grid.neighbors(usize::from(point)));
        let mut around: Vec<u16> =
            near.map(|near| chains.of[near]).filter(|&chain| chain != NO_LABEL).collect();
        around.sort_unstable();
        around.dedup();
        let stones = around.iter().flat_map(|&chain| &chains.points[usize::from(chain)]).copied();
        let stones: Vec<u16> = stones.collect();
        // Nothing that lies elsewhere helps them.
        let is_theirs = |at: usize| signed_for(color, owner[at]) < -SECURE_OWNERSHIP;
        let beside = stones.iter().flat_map(|&stone| grid.neighbors(usize::from(stone)));
        let mut beside = beside.filter(|&at| grid.cells()[at] != Some(color));
        let is_shut = beside.all(|at| usize::from(regions.of[at]) == region || is_theirs(at));
        let mut eyes = |owner_first| eyes(grid, points, &dead, owner_first, &mut budget);
        if is_shut && eyes(true) == Eyes::Two && eyes(false) == Eyes::One {
            unsettled.extend(stones);
        }
    }
    unsettled
}

fn correct_unsure(grid: &Grid, owner: &mut [f32], chains: &Chains) -> Vec<Vec<u16>> {
    let mut unsettled = Vec::new();
    let estimate = owner.to_vec();
    let around = Surroundings::new(grid, &estimate, chains);
    let mut seen = vec![false; around.chains.color.len()];
    let mut places = 0;
    for seed in 0..seen.len() {
        let first = around.chains.points[seed][0] as usize;
        if seen[seed] || estimate[first].abs() >= READ_BELOW_OWNERSHIP || places == MAX_PLACES {
            continue;
        }
        let doubtful = estimate[first].abs() < READ_FURTHER_BELOW_OWNERSHIP;
        let effort = if doubtful { FURTHER } else { USUAL };
        let Some(place) = around.place(seed as u16, effort.empty) else { continue };
        place.chains.iter().for_each(|&chain| seen[chain as usize] = true);
        places += 1;
        let Some(read) = Read::new(&around, &place, &estimate, effort) else { continue };
        match read.finding() {
            Conclusion::Settled => {
                for chain in &read.chains {
                    chain.set(owner, chain.owner.abs().max(SETTLED_OWNERSHIP));
                }
            }
            Conclusion::Unsettled => {
                let odd = || read.chains.iter().filter(|chain| chain.is_odd());
                for chain in odd() {
                    let by_ko = chain.depends_on_ko();
                    chain.set(owner, if by_ko { KO_OWNERSHIP } else { UNSETTLED_OWNERSHIP });
                }
                unsettled.push(odd().flat_map(|chain| chain.stones).copied().collect());
            }
            Conclusion::Nothing => {}
        }
    }
    unsettled
}

/// The result of reading a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Conclusion {
    /// All stones are alive or dead as estimated.
    Settled,
    /// Some aren't, or it depends on who moves first.
    Unsettled,
    /// It depends on a ko, which is no reason for doubt.
    Nothing,
}

struct Read<'a> {
    chains: Vec<ReadChain<'a>>,
    /// By how much, in points of area, the ends differ.
    difference: i32,
}

/// A chain of a place that was read.
struct ReadChain<'a> {
    stones: &'a [u16],
    color: Color,
    /// The estimate of its owner.
    owner: f32,
    /// Whether it is left at the end if Black or White moves first; where kos matter, first with Black having the
    /// threats and then with White.
    left: Vec<bool>,
}

impl<'a> Read<'a> {
    /// Reads a place; `None` if it is too large.
    fn new(
        around: &'a Surroundings,
        place: &ReadablePlace,
        estimate: &[f32],
        effort: Effort,
    ) -> Option<Self> {
        let ends = ends(place, effort.positions)?;
        let chain = |&chain: &u16| {
            let stones = &around.chains.points[chain as usize];
            let color = around.chains.color[chain as usize];
            let place = place.points.iter().position(|&point| point == stones[0])?;
            let left = ends.iter().map(|end| end.stones[color] >> place & 1 == 1).collect();
            Some(ReadChain { stones, color, owner: estimate[stones[0] as usize], left })
        };
        let scores = || ends.iter().map(|end| end.score);
        let difference = scores().max()? - scores().min()?;
        Some(Self { chains: place.chains.iter().filter_map(chain).collect(), difference })
    }

    fn finding(&self) -> Conclusion {
        if !self.chains.iter().any(ReadChain::is_odd) {
            return Conclusion::Settled;
        }
        let by_ko = self.chains.iter().any(ReadChain::depends_on_ko);
        let sure = |chain: &ReadChain| chain.owner.abs() >= KO_DOUBT_OWNERSHIP;
        let small = self.difference <= MAX_FOR_A_KO_ALONE;
        // Players seldom pass before a ko that matters, and then the estimate has an eye for it.
        if by_ko && (small || self.chains.iter().all(sure)) {
            Conclusion::Nothing
        } else {
            Conclusion::Unsettled
        }
    }
}

impl ReadChain<'_> {
    /// Whether some end differs from the estimate.
    fn is_odd(&self) -> bool {
        let alive = signed_for(self.color, self.owner) > 0.0;
        self.left.iter().any(|&left| left != alive)
    }

    fn depends_on_ko(&self) -> bool {
        self.left.chunks(2).any(|left| *left != self.left[..2])
    }

    /// Sets its ownership, leaving the sign of the estimate.
    fn set(&self, owner: &mut [f32], value: f32) {
        for &point in self.stones {
            owner[point as usize] = value.copysign(self.owner);
        }
    }
}

/// The ends of a place if Black and if White moves first: twice, with Black and with White having all threats, where
/// kos can be taken. `None` if it is too large.
fn ends(place: &ReadablePlace, positions: u32) -> Option<Vec<End>> {
    let mut ends = Vec::with_capacity(4);
    for master in Color::BOTH {
        let mut search = Search::new(&place.place, master, positions);
        ends.push(search.end(Color::Black)?);
        ends.push(search.end(Color::White)?);
        if !search.ko {
            break;
        }
    }
    Some(ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board and the estimate of it: `X` and `O` live and `x` and `o` are dead, all of them as sure as given; `b`
    /// and `w` are territory.
    pub(super) fn drawn(text: &str, sure: f32) -> (Grid, Vec<f32>) {
        let stones = text.replace(['b', 'w'], ".").to_uppercase();
        let owner = text.chars().filter(|c| !c.is_whitespace()).map(|c| match c {
            'X' | 'o' => sure,
            'O' | 'x' => -sure,
            'b' => 0.99,
            'w' => -0.99,
            _ => 0.0,
        });
        (Grid::draw(&stones).unwrap(), owner.collect())
    }

    /// The new values of points by reading, by name.
    fn changed(text: &str, sure: f32) -> Vec<(String, f32)> {
        let (grid, before) = drawn(text, sure);
        let mut after = before.clone();
        correct(&grid, &mut after);
        let points =
            before.iter().zip(&after).enumerate().filter(|(_, (before, after))| before != after);
        let size = grid.size();
        points.map(|(point, (_, &after))| (size.point(point).name(size), after)).collect()
    }

    fn names(changed: &[(String, f32)], value: f32) -> String {
        let equal = changed.iter().filter(|(_, after)| (after - value).abs() < 1e-6);
        equal.map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// Black lives with B3; White kills with it.
    const CORNER: &str = "
        w w w w w w
        O O w w w w
        x x O w w w
        x O w w w w
        x O O w w w
        x x O O w w
        w w x O w w
        x O x x O O
        w O w x x O";

    #[test]
    fn a_corner_where_the_first_move_decides_is_unsettled() {
        let changes = changed(CORNER, 0.95);
        assert_eq!(names(&changes, -0.05), "A7 B7 A6 A5 A4 B4 C3 A2 C2 D2 D1 E1");
        assert_eq!(changes.len(), 12, "{changes:?}");
        // The estimate is so sure of it that it isn't looked at.
        assert_eq!(changed(CORNER, 0.99), []);
    }

    #[test]
    fn a_bulky_five_is_unsettled_however_sure_the_estimate_is() {
        let room = "
            . . . X O w
            . . X X O w
            X X X O O w
            O O O O w w
            w w w w w w
            w w w w w w";
        let changes = changed(room, 0.999);
        assert_eq!(changes.len(), 6, "{changes:?}");
        assert!(changes.iter().all(|(_, sure)| *sure == UNSETTLED_SHAPE_OWNERSHIP), "{changes:?}");
    }

    #[test]
    fn a_corner_where_the_move_was_made_is_settled() {
        let killed = CORNER.replace("w w x O w w", "w O x O w w");
        assert_eq!(changed(&killed, 0.95), []);
        let changes = changed(&killed, 0.8);
        assert!(changes.iter().all(|(_, after)| after.abs() == 0.9), "{changes:?}");
        assert!(names(&changes, -0.9).contains("A7 B7 A6"), "{changes:?}");
    }

    /// Black would capture at L19 (here B5), but a throw-in leaves him a single eye, and then neither player can
    /// approach: the two stones live in a seki.
    const SEKI: &str = "
        O X b o o X . o . X b
        O X X X X X X o X X X
        O O O O O O O X X O O
        w w w w w w w O O w w
        w w w w w w w w w w w";

    #[test]
    fn stones_in_a_seki_are_not_dead() {
        let changes = changed(SEKI, 0.95);
        assert_eq!(names(&changes, 0.05), "H5 H4");
        assert_eq!(changes.len(), 2, "{changes:?}");
    }

    #[test]
    fn stones_between_two_eyes_are_dead() {
        let joined = SEKI.replace(
            "O O O O O O O X X O O\n        w w w w w w w",
            "O O O O O O X X X O O\n        w w w w w w O",
        );
        assert_eq!(changed(&joined, 0.95), []);
        let changes = changed(&joined, 0.8);
        assert!(names(&changes, 0.9).contains("H5"), "{changes:?}");
    }

    /// White can make a ko for the corner.
    const KO: &str = "
        w w w w w w
        O O w w w w
        X X O w w w
        X O w w w w
        X O O w w w
        X X O O w w
        b X X O w w
        b o X X O O
        b b b X X O";

    #[test]
    fn a_ko_is_a_reason_for_doubt_only_if_the_estimate_has_some() {
        let changes = changed(KO, 0.8);
        assert_eq!(names(&changes, 0.2), "A7 B7 A6 A5 A4 B4 B3 C3 C2 D2 D1 E1");
        assert_eq!(names(&changes, 0.05), "B2");
        assert_eq!(changed(KO, 0.95), []);
    }

    #[test]
    fn a_ko_for_a_stone_is_no_reason_for_doubt() {
        let ko = "
            w w O X b b
            w O . O X b
            w w O X b b
            w w O X b b";
        assert_eq!(changed(ko, 0.8), []);
    }

    #[test]
    fn a_seki_that_neither_player_can_break_is_settled() {
        let seki = "
            X . O X b b
            X . O X b b
            X X O X b b
            O O X X b b
            w O O X b b
            w w O X b b
            w w O X b b
            w w O X b b";
        let changes = changed(seki, 0.8);
        assert_eq!(names(&changes, 0.9), "A8 A7 A6 B6");
        assert_eq!(names(&changes, -0.9), "C8 C7 C6");
        assert_eq!(changed(seki, 0.95), []);
    }
}
