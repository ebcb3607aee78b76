//! The network's input: features by point, and partitions of the board into connected parts.

use super::ladders::{Ladder, Ladders};
use crate::go::{Color, Grid, Parts, pass_alive};

/// Number of features by point: a black stone, a white stone, on the board, empty, in a chain of 1, 2, 3,
/// or at least 4 liberties, in an unconditionally alive black chain, in such a white one, in a chain caught in
/// a ladder, in one that the opponent can catch so.
pub(super) const FEATURES: usize = 12;

const ON_BOARD: usize = 2;
const EMPTY: usize = 3;
const LIBERTIES: usize = 4;
const ALIVE: usize = 8;
const CAUGHT: usize = 10;
const CATCHABLE: usize = 11;

/// Number of partitions of the board: into chains and empty regions; into black chains and what they
/// enclose; into white chains and what they enclose; and the board as a whole.
pub(super) const PARTITIONS: usize = 4;

/// A position as the network sees it. Keeps its memory from one position to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Features {
    pub features: Vec<[bool; FEATURES]>,
    /// For each partition and point, the part that the point belongs to. Parts are numbered through all
    /// partitions.
    pub part_of: [Vec<u16>; PARTITIONS],
    /// For each partition the number of its first part, and at the end the number of all parts.
    pub first: [usize; PARTITIONS + 1],
    /// For each part, its number of points.
    pub size: Vec<u16>,
    liberties: Vec<u16>,
    caught: Vec<Option<Ladder>>,
    ladders: Ladders,
}

impl Features {
    pub(super) fn is_empty(&self, point: usize) -> bool {
        self.features[point][EMPTY]
    }

    /// Computes the features of a position, in time linear in the board but for unconditional life and
    /// ladders.
    pub(super) fn fill(&mut self, grid: &Grid) {
        let cells = grid.cells();
        self.size.clear();
        for (partition, of) in self.part_of.iter_mut().enumerate() {
            self.first[partition] = self.size.len();
            let is_of = |color| cells.iter().map(|cell| *cell == Some(color)).collect::<Vec<_>>();
            let mut parts = match partition {
                0 => Parts::new(grid.size(), cells),
                1 => Parts::new(grid.size(), &is_of(Color::Black)),
                2 => Parts::new(grid.size(), &is_of(Color::White)),
                _ => Parts { of: vec![0; cells.len()], size: vec![cells.len() as u16] },
            };
            parts.of.iter_mut().for_each(|part| *part += self.size.len() as u16);
            self.size.extend(&parts.size);
            *of = parts.of;
        }
        self.first[PARTITIONS] = self.size.len();
        self.count_liberties(grid);
        self.ladders.fill(grid);
        self.caught.clear();
        self.caught.resize(self.first[1], None);
        let alive = [pass_alive(grid, Color::Black), pass_alive(grid, Color::White)];
        self.features.clear();
        self.features.resize(cells.len(), [false; FEATURES]);
        for (point, (features, cell)) in self.features.iter_mut().zip(cells).enumerate() {
            features[ON_BOARD] = true;
            let Some(color) = cell else {
                features[EMPTY] = true;
                continue;
            };
            features[color.index()] = true;
            let chain = usize::from(self.part_of[0][point]);
            let liberties = self.liberties[chain];
            features[LIBERTIES - 1 + usize::from(liberties.clamp(1, 4))] = true;
            features[ALIVE + color.index()] = alive[color.index()][point];
            // Ladders begin at two liberties.
            if liberties > 2 {
                continue;
            }
            match *self.caught[chain].get_or_insert_with(|| self.ladders.read(grid, point)) {
                Ladder::No => {}
                Ladder::Caught => features[CAUGHT] = true,
                Ladder::Catchable => features[CATCHABLE] = true,
            }
        }
    }

    fn count_liberties(&mut self, grid: &Grid) {
        let (cells, chain) = (grid.cells(), &self.part_of[0]);
        self.liberties.clear();
        self.liberties.resize(self.first[1], 0);
        for point in (0..cells.len()).filter(|&point| cells[point].is_none()) {
            let mut seen = [u16::MAX; 4];
            for (slot, near) in grid.neighbors(point).enumerate() {
                if cells[near].is_some() && !seen.contains(&chain[near]) {
                    seen[slot] = chain[near];
                    self.liberties[chain[near] as usize] += 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_is_divided_three_ways() {
        let grid = Grid::draw(". X O .\nX X O O\n. . X .").unwrap();
        let mut features = Features::default();
        features.fill(&grid);
        // Chains and empty regions; black chains and the rest; white chains and the rest; all.
        assert_eq!(features.first, [0, 7, 12, 14 + 1, 16]);
        assert_eq!(features.part_of[0][0], 0);
        assert_eq!(features.size.iter().map(|&size| u32::from(size)).sum::<u32>(), 4 * 12);
        // The white chain has two liberties at the right.
        let white = features.features[2].map(u8::from);
        assert_eq!(white, [0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
    }
}
