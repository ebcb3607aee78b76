//! A small residual network that estimates the owner of each point of a final position.
//!
//! Between its 3x3 convolutions each block also sees sums over the chain, over the region enclosed by
//! Black or by White, and over the whole board: the parts of [`Features`]. So the eyes at both ends of a
//! long group are seen together.
//!
//! Activations and weights are integers in fixed point. Floating point is used for quotients and for the
//! last sum, in an order that the code fixes. So every processor computes the same bits.
//! `tests/estimator/README.md` describes how the weights were made.

use super::convolution::{MAX_INPUT, Plane, Sums, TakeSums, Workspace};
use super::features::{Features, PARTITIONS};
#[cfg(target_arch = "x86_64")]
use super::kernels::Vnni;
use super::kernels::{Kernel, Portable, ROWS, Row, Vector, WIDTH};
use super::weights::{
    FEATURE_BITS, Head, Layer, MEAN_BITS, POOLED, Pool, SATURATED_BITS, WEIGHTS, Weights,
};
use crate::go::Grid;

/// The network. Keeps its memory from one position to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Network {
    features: Features,
    cols: usize,
    rows: usize,
    /// For each point of the board, its index in the planes.
    index: Vec<u32>,
    /// For each point of the turned board, the point of the board.
    origin: Vec<u16>,
    input: Plane,
    trunk: Plane,
    middle: Plane,
    workspace: Workspace,
    entered: Vec<Vector<i32, POOLED>>,
    sums: Vec<Vector<i32, POOLED>>,
    /// For each part, means and saturated sums.
    pooled: Vec<Row>,
    /// For each part, what its points are given.
    given: Vec<Sums>,
    hidden: Vec<Sums>,
    chain_means: Vec<f32>,
    logits: Vec<f32>,
}

/// An evaluation as one function, which is compiled for each instruction set.
#[cfg(target_arch = "x86_64")]
struct Evaluation<'a, K> {
    network: &'a mut Network,
    kernel: K,
}

#[cfg(target_arch = "x86_64")]
impl<K: Kernel> pulp::NullaryFnOnce for Evaluation<'_, K> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        self.network.forward(&WEIGHTS, self.kernel);
    }
}

impl Network {
    pub(super) fn set_position(&mut self, grid: &Grid) {
        self.features.fill(grid);
        self.cols = usize::from(grid.size().cols());
        self.rows = usize::from(grid.size().rows());
    }

    /// Returns for each point of the position, row by row, the log-odds that Black owns it, as seen with
    /// the board turned and mirrored by the symmetry of that number. All stones of a chain have the same.
    pub(super) fn evaluate(&mut self, symmetry: usize) -> &[f32] {
        self.fill_input(symmetry);
        #[cfg(target_arch = "x86_64")]
        if let Some(kernel) = Vnni::try_new() {
            kernel.vectorize(Evaluation { network: self, kernel });
            return &self.logits;
        }
        #[cfg(target_arch = "x86_64")]
        if let Some(kernel) = pulp::x86::V3::try_new() {
            kernel.vectorize(Evaluation { network: self, kernel });
            return &self.logits;
        }
        #[cfg(target_arch = "wasm32")]
        if let Some(kernel) = pulp::wasm::Simd128::try_new() {
            self.forward(&WEIGHTS, kernel);
            return &self.logits;
        }
        self.forward(&WEIGHTS, Portable);
        &self.logits
    }

    fn fill_input(&mut self, symmetry: usize) {
        let symmetry = Symmetry::new(self.cols, self.rows, symmetry);
        for plane in [&mut self.input, &mut self.trunk, &mut self.middle] {
            plane.reset(symmetry.cols, symmetry.rows);
        }
        self.origin.clear();
        self.origin.extend(symmetry.origins());
        self.index.resize(self.origin.len(), 0);
        for (place, &point) in self.origin.iter().enumerate() {
            let index = self.input.index(place / symmetry.cols, place % symmetry.cols);
            let features = &self.features.features[usize::from(point)];
            for (input, &feature) in self.input.points[index].iter_mut().zip(features) {
                *input = i16::from(feature) << FEATURE_BITS;
            }
            self.index[usize::from(point)] = index as u32;
        }
    }

    #[inline(always)]
    fn forward(&mut self, weights: &Weights, kernel: impl Kernel) {
        // The trunk is all zeros.
        let mut stem = Adding { layer: &weights.stem, to: &mut self.trunk };
        weights.stem.convolution.run(kernel, &self.input, &mut self.workspace, &mut stem);
        for block in &weights.blocks {
            self.pool(&block.pool, kernel);
            let mut first = Replacing {
                layer: &block.first,
                features: &self.features,
                origin: &self.origin,
                given: &self.given,
                to: &mut self.middle,
            };
            block.first.convolution.run(kernel, &self.trunk, &mut self.workspace, &mut first);
            let mut second = Adding { layer: &block.second, to: &mut self.trunk };
            block.second.convolution.run(kernel, &self.middle, &mut self.workspace, &mut second);
        }
        self.pool(&weights.head.pool, kernel);
        self.head(&weights.head, kernel);
    }

    /// Sums numbers of the trunk over each part and computes what its points are given for them.
    #[inline(always)]
    fn pool(&mut self, pool: &Pool, kernel: impl Kernel) {
        let features = &self.features;
        self.entered.resize(self.trunk.points.len(), Vector::default());
        pool.enter.multiply(kernel, &self.trunk.points, &mut self.entered);
        let parts = features.size.len();
        self.sums.clear();
        self.sums.resize(parts, Vector::default());
        for (point, &index) in self.index.iter().enumerate() {
            let entered = &self.entered[index as usize];
            let mut kept = [0; POOLED];
            for i in 0..POOLED {
                let sum = rounded(entered[i].wrapping_add(pool.bias[i]), pool.shift);
                kept[i] = sum.clamp(0, i32::from(i16::MAX));
            }
            for part_of in &features.part_of {
                let sums = &mut self.sums[usize::from(part_of[point])];
                for i in 0..POOLED {
                    sums[i] += kept[i];
                }
            }
        }
        // A group of rows that begins at the last part reaches beyond it.
        self.pooled.resize(parts + ROWS, Vector::default());
        self.given.resize(parts + ROWS, Vector::default());
        for ((row, sums), &size) in self.pooled.iter_mut().zip(&self.sums).zip(&features.size) {
            let (inverse, one) = (1.0 / f32::from(size), (1 << MEAN_BITS) as f32);
            let (means, saturated) = row.split_at_mut(POOLED);
            for i in 0..POOLED {
                let sum = sums[i] as f32;
                means[i] = nearest(sum * inverse);
                saturated[i] = nearest(sum / (one + sum) * (1 << SATURATED_BITS) as f32);
            }
        }
        // Such a group's last rows belong to the next partition, which overwrites their outputs.
        for (partition, leave) in pool.leave.iter().enumerate().take(PARTITIONS) {
            let (first, end) = (features.first[partition], features.first[partition + 1]);
            let end = first + (end - first).next_multiple_of(ROWS);
            leave.multiply(kernel, &self.pooled[first..end], &mut self.given[first..end]);
        }
    }

    #[inline(always)]
    fn head(&mut self, head: &Head, kernel: impl Kernel) {
        self.hidden.resize(self.trunk.points.len(), Vector::default());
        head.hidden.multiply(kernel, &self.trunk.points, &mut self.hidden);
        let [chain_of, b, c, d] = &self.features.part_of;
        self.chain_means.clear();
        self.chain_means.resize(self.features.first[1], 0.0);
        self.logits.clear();
        for (point, &index) in self.index.iter().enumerate() {
            let chain = usize::from(chain_of[point]);
            let (a, b) = (&self.given[chain], &self.given[usize::from(b[point])]);
            let (c, d) = (&self.given[usize::from(c[point])], &self.given[usize::from(d[point])]);
            let sums = &self.hidden[index as usize];
            let mut products = [0.0; WIDTH];
            for i in 0..WIDTH {
                let given = a[i].wrapping_add(b[i]).wrapping_add(c[i]).wrapping_add(d[i]);
                let sum = sums[i].wrapping_add(head.bias[i]).wrapping_add(given);
                products[i] = sum.max(0) as f32 * head.unit * head.out[i];
            }
            let logit = total(&products) + head.out_bias;
            self.logits.push(logit);
            self.chain_means[chain] += logit;
        }
        for (sum, &size) in self.chain_means.iter_mut().zip(&self.features.size) {
            *sum /= f32::from(size);
        }
        // A chain lives or dies as one.
        for (point, logit) in self.logits.iter_mut().enumerate() {
            if !self.features.is_empty(point) {
                *logit = self.chain_means[usize::from(chain_of[point])];
            }
        }
    }
}

/// Adds to the sums of each point what its parts give it, and replaces the activations of a plane.
struct Replacing<'a> {
    layer: &'a Layer,
    features: &'a Features,
    /// For each point of the turned board, the point of the board.
    origin: &'a [u16],
    given: &'a [Sums],
    to: &'a mut Plane,
}

impl TakeSums for Replacing<'_> {
    #[inline(always)]
    fn take(&mut self, row: usize, col: usize, sums: &Sums) {
        let Layer { bias, shift, .. } = self.layer;
        let point = usize::from(self.origin[row * self.to.cols() + col]);
        let [a, b, c, d] = &self.features.part_of;
        let (a, b) = (&self.given[usize::from(a[point])], &self.given[usize::from(b[point])]);
        let (c, d) = (&self.given[usize::from(c[point])], &self.given[usize::from(d[point])]);
        let index = self.to.index(row, col);
        let to = &mut self.to.points[index];
        for i in 0..WIDTH {
            let given = a[i].wrapping_add(b[i]).wrapping_add(c[i]).wrapping_add(d[i]);
            to[i] = activation(sums[i].wrapping_add(bias[i]).wrapping_add(given), *shift, 0);
        }
    }
}

/// Adds the activations to a plane's.
struct Adding<'a> {
    layer: &'a Layer,
    to: &'a mut Plane,
}

impl TakeSums for Adding<'_> {
    #[inline(always)]
    fn take(&mut self, row: usize, col: usize, sums: &Sums) {
        let Layer { bias, shift, .. } = self.layer;
        let index = self.to.index(row, col);
        let to = &mut self.to.points[index];
        for i in 0..WIDTH {
            to[i] = activation(sums[i].wrapping_add(bias[i]), *shift, to[i]);
        }
    }
}

/// Divides by a power of two and rounds to the nearest integer.
#[inline(always)]
fn rounded(sum: i32, shift: u32) -> i32 {
    sum.wrapping_add(1 << (shift - 1)) >> shift
}

/// The integer nearest to a number from 0 to 32767, the even one of two.
// Of a number from 2^23 to 2^24 the last bit is worth 1. A conversion would be computed one by one.
#[inline(always)]
fn nearest(number: f32) -> i16 {
    (number + (3 << 22) as f32).to_bits() as i16
}

/// The sum of numbers, of halves first, which processors add several at a time.
#[inline(always)]
fn total(numbers: &[f32; WIDTH]) -> f32 {
    let halves = added::<{ WIDTH / 2 }>(numbers);
    let halves = added::<{ WIDTH / 8 }>(&added::<{ WIDTH / 4 }>(&halves));
    let [total] = added::<{ WIDTH / 32 }>(&added::<{ WIDTH / 16 }>(&halves));
    total
}

/// The first half of `2 * HALF` numbers, the second added.
// Of constant length, so that no sum goes through memory.
#[inline(always)]
fn added<const HALF: usize>(numbers: &[f32]) -> [f32; HALF] {
    let mut sums = [0.0; HALF];
    for i in 0..HALF {
        sums[i] = numbers[i] + numbers[HALF + i];
    }
    sums
}

/// The activation of a sum that has `shift` fractional bits too many, added to the one before.
#[inline(always)]
fn activation(sum: i32, shift: u32, before: i16) -> i16 {
    (rounded(sum, shift) + i32::from(before)).clamp(0, i32::from(MAX_INPUT)) as i16
}

/// Number of ways in which a board can be turned and mirrored, the identity included.
pub(super) const SYMMETRIES: usize = 8;

/// The symmetries besides the identity: first the board turned by 180 degrees, and by 90 and 270, then mirrored.
pub(super) const MORE_SYMMETRIES: [usize; SYMMETRIES - 1] = [3, 5, 6, 1, 2, 4, 7];

/// A board turned and mirrored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Symmetry {
    /// Number of columns of the turned board.
    pub cols: usize,
    /// Number of rows of the turned board.
    pub rows: usize,
    number: usize,
}

impl Symmetry {
    /// The symmetry of a board of `cols` columns and `rows` rows with a number below [`SYMMETRIES`]: its
    /// bits say whether rows are reversed (1), columns are (2), and both are exchanged after that (4).
    pub(super) fn new(cols: usize, rows: usize, number: usize) -> Self {
        let (cols, rows) = if number & 4 == 0 { (cols, rows) } else { (rows, cols) };
        Self { cols, rows, number }
    }

    /// The point of the board at each place of the turned board, both row by row.
    pub(super) fn origins(self) -> impl Iterator<Item = u16> {
        let exchanged = self.number & 4 != 0;
        let (cols, rows) = if exchanged { (self.rows, self.cols) } else { (self.cols, self.rows) };
        let origin = move |row: usize, col: usize| {
            let (row, col) = if exchanged { (col, row) } else { (row, col) };
            let row = if self.number & 1 == 0 { row } else { rows - 1 - row };
            let col = if self.number & 2 == 0 { col } else { cols - 1 - col };
            (row * cols + col) as u16
        };
        (0..self.rows).flat_map(move |row| (0..self.cols).map(move |col| origin(row, col)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn numbers_are_rounded_to_the_nearest_integer() {
        let cases = [
            (0.0, 0),
            (0.49, 0),
            (0.51, 1),
            (1.5, 2),
            (2.5, 2),
            (32766.4, 32766),
            (32767.0, 32767),
        ];
        for (number, expected) in cases {
            assert_eq!(nearest(number), expected, "{number}");
        }
    }

    #[test]
    fn every_kernel_gives_the_same_bits() {
        let grid = Grid::draw(". X O . O\nX X O O .\n. . X X O\nO O X . .").unwrap();
        let mut network = Network::default();
        network.set_position(&grid);
        for symmetry in 0..8 {
            let best = bits(network.evaluate(symmetry));
            network.fill_input(symmetry);
            network.forward(&WEIGHTS, Portable);
            assert_eq!(bits(&network.logits), best);
            #[cfg(target_arch = "x86_64")]
            if let Some(kernel) = pulp::x86::V3::try_new() {
                network.fill_input(symmetry);
                kernel.vectorize(Evaluation { network: &mut network, kernel });
                assert_eq!(bits(&network.logits), best);
            }
        }
    }

    fn bits(logits: &[f32]) -> Vec<u32> {
        logits.iter().map(|logit| logit.to_bits()).collect()
    }

    #[test]
    fn every_symmetry_keeps_neighbours() {
        let (cols, rows) = (3, 2);
        let mut seen = BTreeSet::new();
        for number in 0..SYMMETRIES {
            let symmetry = Symmetry::new(cols, rows, number);
            let origins: Vec<usize> = symmetry.origins().map(usize::from).collect();
            for (a, origin) in origins.iter().enumerate() {
                for (b, other) in origins.iter().enumerate() {
                    let apart = |a: usize, b: usize, cols: usize| {
                        (a / cols).abs_diff(b / cols) + (a % cols).abs_diff(b % cols)
                    };
                    let turned = apart(a, b, symmetry.cols);
                    assert_eq!(apart(*origin, *other, cols), turned, "symmetry {number}, {a}, {b}");
                }
            }
            seen.insert((symmetry.cols, origins));
        }
        assert_eq!(seen.len(), SYMMETRIES);
    }
}
