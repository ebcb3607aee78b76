//! Unconditional life (D. B. Benson, "Life in the game of Go", Information Sciences 10, 1976).

use super::bitboard::BitBoard;
use super::chains::NO_LABEL;
use super::grid::Grid;
use super::padded::Padded;
use super::point::Color;

/// Which chains of `color` can't be captured even if their owner passes for ever: each point of the
/// result says whether it holds a stone of such a chain.
///
/// Benson's algorithm: a region enclosed by `color` (empty points and opposing stones) is vital to a
/// chain when all its empty points are liberties of that chain. Chains with fewer than two vital
/// regions are dropped, then the regions that a dropped chain encloses, until nothing changes.
#[must_use]
pub fn pass_alive(grid: &Grid, color: Color) -> Vec<bool> {
    let own = |cell| cell == Some(color);
    let mut living = vec![false; grid.cells().len()];
    let narrow = narrow_regions(grid, color);
    if narrow.count() < 2 {
        return living;
    }
    let board = Padded::new(grid);
    let mut labels = board.labels();
    let mut reached = Vec::new();
    let mut chains = 0;
    // A chain next to no such region has no eye.
    for place in narrow.dilate().places().map(|point| board.place(point)) {
        if own(board.cells()[place]) && labels[place] == NO_LABEL {
            board.flood(place, chains, &mut labels, &mut reached, own);
            chains += 1;
        }
    }
    let starts = narrow.places().map(|place| board.place(place));
    let regions = Regions::new(&board, starts, color, &mut labels, usize::from(chains));
    let alive = regions.living(usize::from(chains));
    if alive.contains(&true) {
        for (living, place) in living.iter_mut().zip(board.places()) {
            *living =
                own(board.cells()[place]) && alive.get(usize::from(labels[place])) == Some(&true);
        }
    }
    living
}

/// The regions enclosed by `color` of which every empty point is next to a stone of `color`: no other is
/// vital to anything.
fn narrow_regions(grid: &Grid, color: Color) -> BitBoard {
    let by_stone = BitBoard::by_stone(grid);
    let [stones, empty] = [&by_stone[color.index()], &by_stone[2]];
    let others = stones.complement();
    let far = empty.difference(&stones.dilate());
    others.difference(&far.flood(&others))
}

/// Of each colour the first stone that shows by itself that its chain isn't alive in that way, if one
/// does: it stands alone, and none of the empty points next to one of its liberties is its liberty too, so a
/// region is vital to it only around a liberty that no empty point is next to, and it would need two of
/// those.
pub(super) fn stones_without_two_eyes(grid: &Grid) -> [Option<usize>; 2] {
    let [black, white, empty] = BitBoard::by_stone(grid);
    let eyes = empty.difference(&empty.dilate());
    let eyed = eyes.two_neighbors();
    let weak =
        |stones: &BitBoard| stones.difference(&stones.dilate()).difference(&eyed).places().next();
    [weak(&black), weak(&white)]
}

/// The label of all regions; no chain has it.
const REGION: u16 = Padded::EDGE - 1;

/// The regions that a colour encloses, and the chains around each.
struct Regions {
    /// All regions' chains, each with whether the region is vital to it.
    around: Vec<(u16, bool)>,
    /// By region: where its chains end in `around`.
    ends: Vec<usize>,
}

impl Regions {
    /// Finds the regions of the places in `starts`; `labels` has the colour's chains and gets those of the
    /// regions.
    fn new(
        board: &Padded,
        starts: impl Iterator<Item = usize>,
        color: Color,
        labels: &mut [u16],
        chains: usize,
    ) -> Self {
        let mut regions = Self { around: Vec::new(), ends: Vec::new() };
        // Of the region at hand. By chain: how many of its empty points are the chain's liberties, and
        // the last such point; and where in `around` the chain stands.
        let mut liberties = vec![(0u32, 0usize); chains];
        let mut listed = vec![usize::MAX; chains];
        let mut points = Vec::new();
        for start in starts {
            if labels[start] != NO_LABEL {
                continue;
            }
            // Which region a point is in doesn't matter, only that it is in one.
            board.flood(start, REGION, labels, &mut points, |cell| cell != Some(color));
            let first = regions.around.len();
            let mut empty = 0;
            for &point in &points {
                let is_empty = board.cells()[point].is_none();
                empty += u32::from(is_empty);
                for near in board.around(point) {
                    if board.cells()[near] != Some(color) {
                        continue;
                    }
                    let chain = usize::from(labels[near]);
                    if listed[chain] < first || listed[chain] == usize::MAX {
                        listed[chain] = regions.around.len();
                        liberties[chain] = (0, 0);
                        regions.around.push((labels[near], false));
                    }
                    let (count, last) = &mut liberties[chain];
                    if is_empty && *last != point {
                        *count += 1;
                        *last = point;
                    }
                }
            }
            for (chain, vital) in &mut regions.around[first..] {
                *vital = empty > 0 && liberties[usize::from(*chain)].0 == empty;
            }
            regions.ends.push(regions.around.len());
        }
        regions
    }

    fn all(&self) -> impl Iterator<Item = &[(u16, bool)]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.around[start..end])
    }

    /// Which chains are left when no more can be dropped.
    fn living(&self, chains: usize) -> Vec<bool> {
        let mut alive = vec![true; chains];
        let mut eyes = vec![0u32; chains];
        loop {
            eyes.fill(0);
            for around in self.all() {
                if around.iter().all(|&(chain, _)| alive[usize::from(chain)]) {
                    for &(chain, vital) in around {
                        eyes[usize::from(chain)] += u32::from(vital);
                    }
                }
            }
            let mut changed = false;
            for (alive, &eyes) in alive.iter_mut().zip(&eyes) {
                changed |= *alive && eyes < 2;
                *alive &= eyes >= 2;
            }
            if !changed {
                return alive;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn alive(text: &str, color: Color) -> usize {
        let grid = Grid::draw(text).unwrap();
        let alive = pass_alive(&grid, color);
        assert!(stones_without_two_eyes(&grid)[color.index()].is_none_or(|weak| !alive[weak]));
        alive.into_iter().filter(|&alive| alive).count()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn a_weak_stone_tells_the_truth(
            cells in prop::collection::vec(0u8..5, 5 * 6),
            color in prop_oneof![Just(Color::Black), Just(Color::White)],
        ) {
            let rows: Vec<String> = cells
                .chunks(6)
                .map(|row| row.iter().map(|&cell| ['.', 'X', 'X', 'O', 'X'][cell as usize]).collect())
                .collect();
            alive(&rows.join("\n"), color);
        }
    }

    #[test]
    fn two_eyes_live_and_one_does_not() {
        assert_eq!(alive(". X . X\nX X X X\n. . . .", Color::Black), 6);
        assert_eq!(alive(". . . X\nX X X X\nO O O O", Color::Black), 0);
        // These two points and no other are next to Black wherever they are empty.
        assert_eq!(alive(". X . X\nX X X X\n. . . .\n. O . .", Color::Black), 6);
    }

    #[test]
    fn an_opposing_stone_in_a_small_eye_does_not_matter() {
        assert_eq!(alive("O . X . X\nX X X X X\n. . . . .", Color::Black), 7);
        // Two empty points, of which one is no liberty of the chain below: not vital.
        assert_eq!(alive(". X . .\nX . . O\nX X X X\nO O O O", Color::Black), 0);
    }

    #[test]
    fn chains_that_share_eyes_live_together() {
        assert_eq!(alive(". X .\nX . X\n. X .", Color::Black), 4);
        // With three corners gone, two of the four chains have one eye, and the others fall with them.
        assert_eq!(alive(". X O\nX . X\nO X O", Color::Black), 0);
        let text = ". X . X .
                    X X . X X
                    O O O O O";
        assert_eq!(alive(text, Color::Black), 6);
    }
}
