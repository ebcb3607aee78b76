//! Exact 3x3 convolutions of integers with fewer products.
//!
//! Winograd's algorithm F(2x2, 3x3) computes a tile of 2x2 outputs with 16 products per pair of channels
//! instead of 36 (Lavin and Gray, "Fast Algorithms for Convolutional Neural Networks", 2015, section
//! 4.1). It transforms inputs and weights by sums and differences; with the halves in the transform of
//! the weights left out nothing is ever rounded, and the sums are four times as large.

use super::kernels::{Kernel, LANES, ROWS, Row, Vector, WIDTH};
use super::matrix::Matrix;

/// The largest input. Transformed it is at most four times as large, which fits into 16 bits.
pub(super) const MAX_INPUT: i16 = 8191;
/// The largest weight. Transformed it is at most nine times as large, which fits into 16 bits.
pub(super) const MAX_WEIGHT: i32 = 3640;
/// The outputs are the convolution's sums times two to this power.
pub(super) const GAIN_BITS: u32 = 2;

/// Products per tile and pair of channels.
const TILE: usize = 16;
/// Tiles whose products are computed together, few enough for the first-level cache.
const BATCH: usize = 3 * ROWS;

/// The inputs of each point of a board, with a margin of zeros around it.
#[derive(Clone, Debug, Default)]
pub(super) struct Plane {
    cols: usize,
    rows: usize,
    stride: usize,
    /// Row by row; [`Plane::index`] gives the index of a point.
    pub points: Vec<Row>,
}

impl Plane {
    /// Sets the size of the board and fills the plane with zeros.
    pub(super) fn reset(&mut self, cols: usize, rows: usize) {
        (self.cols, self.rows) = (cols, rows);
        self.stride = cols.next_multiple_of(2) + 2;
        let points = self.stride * (rows.next_multiple_of(2) + 2);
        self.points.clear();
        self.points.resize(points.next_multiple_of(ROWS), Row::default());
    }

    /// Number of columns of the board.
    pub(super) fn cols(&self) -> usize {
        self.cols
    }

    /// Index of a point of the board in `points`.
    #[inline(always)]
    pub(super) fn index(&self, row: usize, col: usize) -> usize {
        (row + 1) * self.stride + col + 1
    }
}

/// The sums of a point, one for each output.
pub(super) type Sums = Vector<i32, WIDTH>;

/// Transformed tiles and their products.
#[derive(Clone, Debug)]
pub(super) struct Workspace {
    inputs: Box<[[Row; BATCH]; TILE]>,
    products: Box<[[Sums; BATCH]; TILE]>,
}

impl Default for Workspace {
    fn default() -> Self {
        Self {
            inputs: Box::new([[Row::default(); BATCH]; TILE]),
            products: Box::new([[Sums::default(); BATCH]; TILE]),
        }
    }
}

/// Receives the sums of each point of a board. This isn't a closure because not every closure is inlined, and one that
/// isn't doesn't use the instruction set of the kernel.
pub(super) trait TakeSums {
    fn take(&mut self, row: usize, col: usize, sums: &Sums);
}

/// A 3x3 convolution to [`WIDTH`] outputs.
#[derive(Clone, Debug)]
pub(super) struct Convolution {
    /// The transformed weights, for each of the products of a tile.
    matrices: Vec<Matrix<{ WIDTH / LANES }>>,
}

impl Convolution {
    /// Builds the convolution from the nine weights, row by row, of each input and output. A weight's
    /// magnitude is at most [`MAX_WEIGHT`].
    pub(super) fn new(inputs: usize, weights: impl Fn(usize, usize) -> [i32; 9]) -> Self {
        let mut transformed = vec![[0i16; TILE]; inputs * WIDTH];
        for (at, to) in transformed.iter_mut().enumerate() {
            let weights = transform_weights(&weights(at / WIDTH, at % WIDTH));
            *to = weights.map(|weight| i16::try_from(weight).expect("weights are small"));
        }
        let matrix = |product: usize| {
            Matrix::new(inputs, |input, output| transformed[input * WIDTH + output][product])
        };
        Self { matrices: (0..TILE).map(matrix).collect() }
    }

    /// Hands the sums, times 2^[`GAIN_BITS`], of every point of the board to `layer`.
    #[inline(always)]
    pub(super) fn run(
        &self,
        kernel: impl Kernel,
        plane: &Plane,
        workspace: &mut Workspace,
        layer: &mut impl TakeSums,
    ) {
        let tile_cols = plane.cols.div_ceil(2);
        let tiles = plane.rows.div_ceil(2) * tile_cols;
        for first in (0..tiles).step_by(BATCH) {
            let corner = |slot: usize| {
                let tile = first + slot;
                (tile / tile_cols * 2, tile % tile_cols * 2)
            };
            let batch = BATCH.min(tiles - first);
            for slot in 0..batch {
                let (row, col) = corner(slot);
                transform(plane, row * plane.stride + col, slot, &mut workspace.inputs);
            }
            let rows = batch.next_multiple_of(ROWS);
            for (at, matrix) in self.matrices.iter().enumerate() {
                let inputs = &workspace.inputs[at][..rows];
                matrix.multiply(kernel, inputs, &mut workspace.products[at][..rows]);
            }
            for slot in 0..batch {
                let (row, col) = corner(slot);
                let sums = transform_back(&workspace.products, slot);
                for (at, sums) in sums.iter().enumerate() {
                    let (row, col) = (row + at / 2, col + at % 2);
                    if row < plane.rows && col < plane.cols {
                        layer.take(row, col, sums);
                    }
                }
            }
        }
    }
}

/// The weights' transform, twice in each direction what the paper has: G g G^T times four.
fn transform_weights(weights: &[i32; 9]) -> [i32; TILE] {
    let transform = |a: i32, b: i32, c: i32| [2 * a, a + b + c, a - b + c, 2 * c];
    let rows = [0, 3, 6].map(|at| transform(weights[at], weights[at + 1], weights[at + 2]));
    let mut transformed = [0; TILE];
    for col in 0..4 {
        let down = transform(rows[0][col], rows[1][col], rows[2][col]);
        for (row, weight) in down.into_iter().enumerate() {
            transformed[row * 4 + col] = weight;
        }
    }
    transformed
}

/// Transforms the 4x4 inputs of a tile, the first of which is at `at`: B^T d B.
// Loops by index over arrays: these are what the compiler turns into vector instructions.
#[inline(always)]
fn transform(plane: &Plane, at: usize, slot: usize, to: &mut [[Row; BATCH]; TILE]) {
    let mut rows = [[[0i16; WIDTH]; 4]; 4];
    for (row, out) in rows.iter_mut().enumerate() {
        let line = &plane.points[at + row * plane.stride..][..4];
        for i in 0..WIDTH {
            let (a, b, c, d) = (line[0][i], line[1][i], line[2][i], line[3][i]);
            out[0][i] = a.wrapping_sub(c);
            out[1][i] = b.wrapping_add(c);
            out[2][i] = c.wrapping_sub(b);
            out[3][i] = b.wrapping_sub(d);
        }
    }
    for col in 0..4 {
        for i in 0..WIDTH {
            let (a, b) = (rows[0][col][i], rows[1][col][i]);
            let (c, d) = (rows[2][col][i], rows[3][col][i]);
            to[col][slot][i] = a.wrapping_sub(c);
            to[4 + col][slot][i] = b.wrapping_add(c);
            to[8 + col][slot][i] = c.wrapping_sub(b);
            to[12 + col][slot][i] = b.wrapping_sub(d);
        }
    }
}

/// The 2x2 outputs of a tile: A^T m A. Sums are modulo 2^32, so one that leaves the range of 32 bits on
/// the way is right again at the end.
#[inline(always)]
fn transform_back(products: &[[Sums; BATCH]; TILE], slot: usize) -> [Sums; 4] {
    let mut rows = [[[0i32; WIDTH]; 4]; 2];
    for col in 0..4 {
        let (a, b) = (&products[col][slot], &products[4 + col][slot]);
        let (c, d) = (&products[8 + col][slot], &products[12 + col][slot]);
        for i in 0..WIDTH {
            rows[0][col][i] = a[i].wrapping_add(b[i]).wrapping_add(c[i]);
            rows[1][col][i] = b[i].wrapping_sub(c[i]).wrapping_sub(d[i]);
        }
    }
    let mut sums = [Sums::default(); 4];
    for i in 0..WIDTH {
        for (row, [a, b, c, d]) in rows.iter().enumerate() {
            sums[2 * row][i] = a[i].wrapping_add(b[i]).wrapping_add(c[i]);
            sums[2 * row + 1][i] = b[i].wrapping_sub(c[i]).wrapping_sub(d[i]);
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::super::kernels::Portable;
    use super::*;
    use proptest::prelude::*;
    use proptest::test_runner::{Config, RngAlgorithm, TestRng};

    /// The sum over inputs and taps, as a convolution is defined.
    fn defined(plane: &Plane, weights: &[[i32; 9]], row: usize, col: usize, output: usize) -> i64 {
        let first = plane.index(row, col) - plane.stride - 1;
        let products = (0..9).flat_map(|tap| {
            let point = &plane.points[first + tap / 3 * plane.stride + tap % 3];
            point.iter().enumerate().map(move |(input, &x)| {
                i64::from(x) * i64::from(weights[input * WIDTH + output][tap])
            })
        });
        products.sum()
    }

    /// Row, column and sums of each point.
    struct Taken(Vec<(usize, usize, Sums)>);

    impl TakeSums for Taken {
        fn take(&mut self, row: usize, col: usize, sums: &Sums) {
            self.0.push((row, col, *sums));
        }
    }

    proptest! {
        #![proptest_config(Config::with_cases(16))]
        #[test]
        fn the_sums_are_those_of_the_definition(
            (cols, rows) in (1usize..8, 1usize..8),
            largest in any::<bool>(),
            seed in any::<[u8; 32]>(),
        ) {
            let mut random = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
            let mut number = |limit: u32| (random.next_u32() % (limit + 1)) as i32;
            // Either the largest inputs, or weights so small that no sum exceeds 32 bits.
            let (max_input, max_weight) = if largest { (8191, 400) } else { (255, 3640) };
            let weights: Vec<[i32; 9]> = (0..WIDTH * WIDTH)
                .map(|_| std::array::from_fn(|_| number(2 * max_weight) - max_weight as i32))
                .collect();
            let mut plane = Plane::default();
            plane.reset(cols, rows);
            for row in 0..rows {
                for col in 0..cols {
                    let at = plane.index(row, col);
                    plane.points[at] = Vector(std::array::from_fn(|_| number(max_input) as i16));
                }
            }
            let convolution =
                Convolution::new(WIDTH, |input, output| weights[input * WIDTH + output]);
            let mut taken = Taken(Vec::new());
            convolution.run(Portable, &plane, &mut Workspace::default(), &mut taken);
            prop_assert_eq!(taken.0.len(), cols * rows);
            for (row, col, sums) in taken.0 {
                for (output, &sum) in sums.iter().enumerate() {
                    let defined = defined(&plane, &weights, row, col, output) << GAIN_BITS;
                    prop_assert_eq!(i64::from(sum), defined, "row {}, column {}, {}", row, col, output);
                }
            }
        }
    }

    #[test]
    fn the_largest_weight_and_input_fit_into_16_bits() {
        let signs = [[1, 1, 1, 1, 1, 1, 1, 1, 1], [1, -1, 1, -1, 1, -1, 1, -1, 1]];
        for signs in signs {
            let weights = transform_weights(&signs.map(|sign: i32| sign * MAX_WEIGHT));
            assert!(weights.iter().all(|&weight| i16::try_from(weight).is_ok()), "{weights:?}");
        }
        assert!(i16::try_from(4 * i32::from(MAX_INPUT)).is_ok());
    }
}
