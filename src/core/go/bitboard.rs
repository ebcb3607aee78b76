//! Sets of points as bits, one word per row, for fast tests of whole positions.

use super::grid::Grid;
use super::point::{Color, MAX_LINES, Point, Size};

/// Returns a row with the bits `from` to `to` set, both included.
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
    /// Returns Black's stones, White's stones and the empty points of a position.
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
                // The last eight overlap those before.
                Some(last) => take(cols - 8, *last),
                None => take(0, std::array::from_fn(|col| rest.get(col).copied().flatten())),
            }
        }
        let mut empty = white.complement();
        empty.bits.iter_mut().zip(&black.bits).for_each(|(empty, black)| *empty &= !black);
        [black, white, empty]
    }

    pub const fn empty(size: Size) -> Self {
        Self { size, bits: [0; MAX_LINES as usize] }
    }

    /// The points with these row-major indices.
    pub fn of(size: Size, places: impl Iterator<Item = usize>) -> Self {
        let mut set = Self::empty(size);
        for point in places.map(|place| size.point(place)) {
            set.bits[usize::from(point.row)] |= 1 << point.col;
        }
        set
    }

    /// Adds the points of a rectangle, given by its upper left and its lower right corner.
    pub fn add_rectangle(&mut self, from: Point, to: Point) {
        let line = row_mask(from.col, to.col);
        for row in &mut self.bits[usize::from(from.row)..=usize::from(to.row)] {
            *row |= line;
        }
    }

    pub fn count(&self) -> usize {
        self.bits.iter().map(|bits| bits.count_ones() as usize).sum()
    }

    /// The row-major indices of the points, ascending.
    pub fn places(&self) -> impl Iterator<Item = usize> {
        let cols = usize::from(self.size.cols());
        self.bits.iter().enumerate().flat_map(move |(row, &bits)| {
            let rest = std::iter::successors(Some(bits), |bits| Some(bits & bits.wrapping_sub(1)));
            let rest = rest.take_while(|&bits| bits != 0);
            rest.map(move |bits| row * cols + bits.trailing_zeros() as usize)
        })
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

    /// The points of the board at which `join` sets a bit, given whether the points above, below, left and
    /// right are in the set.
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

    /// The set of the first point in row-major order; `None` if there is none.
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

/// Returns Black's and White's stones among eight points of a row, the first point's bit lowest.
fn eight_by_stone(eight: [Option<Color>; 8]) -> [u64; 2] {
    const EACH: u64 = 0x0101_0101_0101_0101;
    // A byte for each: 0 black, 1 white, 2 empty.
    let cells = u64::from_le_bytes(eight.map(|cell| cell.map_or(2, |color| color as u8)));
    // Each byte is now 0 or 1; the product gathers them in its highest byte.
    [!(cells | cells >> 1), cells]
        .map(|ones| (ones & EACH).wrapping_mul(0x0102_0408_1020_4080) >> 56)
}
