//! Sets of points as bits, a word for each row: quick looks at a whole position.

use super::grid::Grid;
use super::point::{Color, MAX_LINES, Point, Size};

/// The bits of the lines from one to another, both included.
#[must_use]
pub const fn row_mask(from: u8, to: u8) -> u64 {
    (u64::MAX >> (63 - (to - from))) << from
}

/// A set of points of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitBoard {
    size: Size,
    bits: [u64; MAX_LINES as usize],
}

impl BitBoard {
    /// The points by what stands on them: Black's, White's and the empty ones.
    pub fn by_stone(grid: &Grid) -> [Self; 3] {
        let size = grid.size();
        let mut black = Self::empty(size);
        let mut white = black.clone();
        let cols = usize::from(size.cols());
        let rows = grid.cells().chunks_exact(cols);
        for ((black, white), row) in black.bits.iter_mut().zip(&mut white.bits).zip(rows) {
            let mut take = |at: usize, eight: [Option<Color>; 8]| {
                let [blacks, whites] = eight_by_stone(eight);
                *black |= blacks << at;
                *white |= whites << at;
            };
            let (eights, rest) = row.as_chunks::<8>();
            eights.iter().enumerate().for_each(|(number, eight)| take(8 * number, *eight));
            match row.last_chunk::<8>() {
                _ if rest.is_empty() => {}
                // Some of them once more.
                Some(last) => take(cols - 8, *last),
                None => take(0, std::array::from_fn(|col| rest.get(col).copied().flatten())),
            }
        }
        let mut empty = white.complement();
        empty.bits.iter_mut().zip(&black.bits).for_each(|(empty, black)| *empty &= !black);
        [black, white, empty]
    }

    /// No points of a board.
    #[must_use]
    pub const fn empty(size: Size) -> Self {
        Self { size, bits: [0; MAX_LINES as usize] }
    }

    /// Adds the points from the upper left corner of a rectangle on the board to its lower right one.
    pub fn add_rectangle(&mut self, from: Point, to: Point) {
        let line = row_mask(from.col, to.col);
        for row in &mut self.bits[usize::from(from.row)..=usize::from(to.row)] {
            *row |= line;
        }
    }

    /// How many points there are.
    pub fn count(&self) -> usize {
        self.bits.iter().map(|bits| bits.count_ones() as usize).sum()
    }

    /// The places of the points, row by row.
    pub fn places(&self) -> impl Iterator<Item = usize> {
        let cols = usize::from(self.size.cols());
        self.bits.iter().enumerate().flat_map(move |(row, &bits)| {
            let rest = std::iter::successors(Some(bits), |bits| Some(bits & bits.wrapping_sub(1)));
            let rest = rest.take_while(|&bits| bits != 0);
            rest.map(move |bits| row * cols + bits.trailing_zeros() as usize)
        })
    }

    /// Whether the sets have a point in common.
    pub fn intersects(&self, other: &Self) -> bool {
        self.bits.iter().zip(&other.bits).any(|(own, other)| own & other != 0)
    }

    /// The points that aren't in the other set.
    pub fn difference(&self, other: &Self) -> Self {
        let mut left = self.clone();
        left.bits.iter_mut().zip(&other.bits).for_each(|(own, other)| *own &= !other);
        left
    }

    /// The points of the board that aren't in the set.
    pub fn complement(&self) -> Self {
        let board = u64::MAX >> (64 - self.size.cols());
        let mut others = self.clone();
        others.bits[..usize::from(self.size.rows())].iter_mut().for_each(|own| *own ^= board);
        others
    }

    /// The points of the board next to one of these.
    pub fn dilate(&self) -> Self {
        self.beside(|above, below, left, right| above | below | left | right)
    }

    /// The points of the board next to two or more of these.
    pub fn two_neighbors(&self) -> Self {
        self.beside(|above, below, left, right| {
            above & below | left & right | (above | below) & (left | right)
        })
    }

    /// Of each row what comes of those of these points that are above its points, below, left and right
    /// of them.
    fn beside(&self, join: impl Fn(u64, u64, u64, u64) -> u64) -> Self {
        let rows = usize::from(self.size.rows());
        let board = u64::MAX >> (64 - self.size.cols());
        let mut joined = Self { size: self.size, bits: [0; MAX_LINES as usize] };
        for row in 0..rows {
            let above = if row > 0 { self.bits[row - 1] } else { 0 };
            let below = self.bits.get(row + 1).copied().unwrap_or(0);
            let bits = self.bits[row];
            joined.bits[row] = join(above, below, bits << 1, bits >> 1) & board;
        }
        joined
    }

    /// The first point alone, row by row; `None` of the empty set.
    pub fn first(&self) -> Option<Self> {
        let row = self.bits.iter().position(|&bits| bits != 0)?;
        let mut first = Self { size: self.size, bits: [0; MAX_LINES as usize] };
        first.bits[row] = self.bits[row] & self.bits[row].wrapping_neg();
        Some(first)
    }

    /// The points of `within` that are in the set or connected to it through points of `within`.
    pub fn flood(&self, within: &Self) -> Self {
        let rows = usize::from(self.size.rows());
        let mut reached = self.clone();
        reached.bits.iter_mut().zip(&within.bits).for_each(|(own, within)| *own &= within);
        // Down and up until nothing is added.
        loop {
            let before = reached.clone();
            for row in (0..rows).chain((0..rows).rev()) {
                let above = if row > 0 { reached.bits[row - 1] } else { 0 };
                let below = reached.bits.get(row + 1).copied().unwrap_or(0);
                let mut bits = reached.bits[row] | (above | below) & within.bits[row];
                loop {
                    let wider = bits | (bits << 1 | bits >> 1) & within.bits[row];
                    if wider == bits {
                        break;
                    }
                    bits = wider;
                }
                reached.bits[row] = bits;
            }
            if reached == before {
                return reached;
            }
        }
    }
}

/// Which of eight points in a row are Black's and which are White's, the first one's bit lowest.
fn eight_by_stone(eight: [Option<Color>; 8]) -> [u64; 2] {
    const EACH: u64 = 0x0101_0101_0101_0101;
    // As they are in memory, so that this is one number.
    let cells = u64::from_le_bytes(eight.map(|cell| cell.map_or(2, |color| color as u8)));
    // A byte of 0 or 1 for each, which the product puts side by side.
    [!(cells | cells >> 1), cells]
        .map(|ones| (ones & EACH).wrapping_mul(0x0102_0408_1020_4080) >> 56)
}
