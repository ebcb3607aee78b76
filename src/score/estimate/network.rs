//! A small residual network that estimates the owner of each point of a final position.
//!
//! Between its 3x3 convolutions each block sees, besides, what lies anywhere in the same chain, in the
//! same region enclosed by Black or by White, and on the whole board: sums over the parts of
//! [`Features`]. That is how eyes at the two ends of a long group are seen together.
//!
//! Arithmetic is `f32`, only sums and products in an order that the code fixes, so that every machine
//! gives the same bits. `tests/estimator/README.md` says how the weights were made.

use super::features::{FEATURES, Features, PARTITIONS};
use crate::go::Grid;
use std::sync::LazyLock;

/// Channels by point.
const WIDTH: usize = 32;
/// Channels by point that are summed over parts.
const POOLED: usize = 16;
/// Outputs that a convolution computes at once: as many as stay in registers.
const LANES: usize = 16;
/// Points that a convolution computes at once.
const TILE: usize = 6;

/// The weights, as `bf16` in little-endian order.
static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| Weights::read(include_bytes!("weights.bin")));

struct Weights {
    stem: Convolution,
    blocks: Vec<Block>,
    head: Head,
}

struct Block {
    first: Convolution,
    pool: Pool,
    second: Convolution,
}

/// A 3x3 convolution: by group of outputs, by tap, by input, the weights to [`LANES`] outputs.
struct Convolution {
    inputs: usize,
    weights: Vec<[f32; LANES]>,
    bias: [f32; WIDTH],
}

/// Channels that are summed over parts, and given back to every point of the part.
struct Pool {
    /// By input, the weights to the summed channels.
    enter: Vec<[f32; POOLED]>,
    bias: [f32; POOLED],
    /// By partition, by mean and then saturated sum, the weights to the outputs.
    leave: Vec<[f32; WIDTH]>,
}

struct Head {
    pool: Pool,
    /// By input, the weights to the hidden channels.
    hidden: Vec<[f32; WIDTH]>,
    bias: [f32; WIDTH],
    out: [f32; WIDTH],
    out_bias: f32,
}

/// Reads weights one after another.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn next(&mut self) -> f32 {
        let (bytes, rest) = self.0.split_first_chunk::<2>().expect("the weights are whole");
        self.0 = rest;
        f32::from_bits(u32::from(u16::from_le_bytes(*bytes)) << 16)
    }

    fn array<const N: usize>(&mut self) -> [f32; N] {
        std::array::from_fn(|_| self.next())
    }

    fn rows<const N: usize>(&mut self, count: usize) -> Vec<[f32; N]> {
        (0..count).map(|_| self.array()).collect()
    }

    fn convolution(&mut self, inputs: usize) -> Convolution {
        let weights = self.rows(WIDTH / LANES * 9 * inputs);
        Convolution { inputs, weights, bias: self.array() }
    }

    fn pool(&mut self) -> Pool {
        let enter = self.rows(WIDTH);
        Pool { enter, bias: self.array(), leave: self.rows(PARTITIONS * 2 * POOLED) }
    }
}

impl Weights {
    fn read(bytes: &[u8]) -> Self {
        let mut reader = Reader(bytes);
        let blocks = reader.next() as usize;
        let stem = reader.convolution(FEATURES);
        let blocks = (0..blocks)
            .map(|_| Block {
                first: reader.convolution(WIDTH),
                pool: reader.pool(),
                second: reader.convolution(WIDTH),
            })
            .collect();
        let head = Head {
            pool: reader.pool(),
            hidden: reader.rows(WIDTH),
            bias: reader.array(),
            out: reader.array(),
            out_bias: reader.next(),
        };
        assert!(reader.0.is_empty(), "the weights are as many as the network needs");
        Self { stem, blocks, head }
    }
}

/// The network with its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Network {
    features: Features,
    input: Plane<FEATURES>,
    trunk: Plane<WIDTH>,
    middle: Plane<WIDTH>,
    sums: Vec<[f32; POOLED]>,
    given: Vec<[f32; WIDTH]>,
    logits: Vec<f32>,
}

/// Channels by point, with a margin of zeros around the board.
#[derive(Clone, Debug, Default)]
struct Plane<const N: usize> {
    cols: usize,
    points: Vec<[f32; N]>,
}

impl<const N: usize> Plane<N> {
    /// Makes the plane as large as a board, with room for whole tiles.
    fn reset(&mut self, cols: usize, rows: usize) {
        self.cols = cols;
        self.points.clear();
        self.points.resize((cols + 2) * (rows + 2) + TILE, [0.0; N]);
    }

    /// The index of a point of the board.
    fn index(&self, point: usize) -> usize {
        (point / self.cols + 1) * (self.cols + 2) + point % self.cols + 1
    }
}

/// The whole computation as one function, compiled for each instruction set and chosen at run time.
struct Forward<'a> {
    network: &'a mut Network,
    grid: &'a Grid,
    weights: &'a Weights,
}

impl pulp::NullaryFnOnce for Forward<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        self.network.forward(self.grid, self.weights);
    }
}

impl Network {
    /// Returns, for each point, row by row, the log-odds that it ends as Black's; equal for all stones
    /// of a chain. Some 55 million multiplications on a board of 19x19.
    pub fn run(&mut self, grid: &Grid) -> &[f32] {
        pulp::Arch::new().dispatch(Forward { network: self, grid, weights: &WEIGHTS });
        &self.logits
    }

    #[inline(always)]
    fn forward(&mut self, grid: &Grid, weights: &Weights) {
        self.features.fill(grid);
        let (cols, rows) = (grid.size().cols() as usize, grid.size().rows() as usize);
        self.input.reset(cols, rows);
        self.trunk.reset(cols, rows);
        self.middle.reset(cols, rows);
        for (point, features) in self.features.features.as_chunks::<FEATURES>().0.iter().enumerate()
        {
            let index = self.input.index(point);
            self.input.points[index] = *features;
        }
        weights.stem.run(&self.input, &mut self.trunk, |_, sum| sum);
        for block in &weights.blocks {
            block.pool.run(&self.features, &self.trunk, &mut self.sums, &mut self.given);
            let (part_of, given) = (&self.features.part_of, &self.given);
            block.first.run(&self.trunk, &mut self.middle, |point, sum| {
                add_parts(part_of, given, point, sum)
            });
            block.second.add(&self.middle, &mut self.trunk);
        }
        self.head(&weights.head);
    }

    #[inline(always)]
    fn head(&mut self, head: &Head) {
        head.pool.run(&self.features, &self.trunk, &mut self.sums, &mut self.given);
        let chain = &self.features.part_of[0];
        let mut mean = vec![0.0; self.features.first[1]];
        self.logits.clear();
        for point in 0..chain.len() {
            let mut hidden = head.bias;
            let x = &self.trunk.points[self.trunk.index(point)];
            for (x, weights) in x.iter().zip(&head.hidden) {
                for (sum, weight) in hidden.iter_mut().zip(weights) {
                    *sum += x * weight;
                }
            }
            for part_of in &self.features.part_of {
                for (sum, given) in hidden.iter_mut().zip(&self.given[part_of[point] as usize]) {
                    *sum += given;
                }
            }
            let mut logit = head.out_bias;
            for (hidden, weight) in hidden.iter().zip(&head.out) {
                logit += hidden.max(0.0) * weight;
            }
            self.logits.push(logit);
            mean[chain[point] as usize] += logit;
        }
        for (sum, &size) in mean.iter_mut().zip(&self.features.size) {
            *sum /= f32::from(size);
        }
        // A chain lives or dies as one.
        for (point, features) in self.features.features.chunks_exact(FEATURES).enumerate() {
            if features[3] == 0.0 {
                self.logits[point] = mean[chain[point] as usize];
            }
        }
    }
}

#[inline(always)]
fn add_parts(
    part_of: &[Vec<u16>; PARTITIONS],
    given: &[[f32; WIDTH]],
    point: usize,
    mut sum: [f32; WIDTH],
) -> [f32; WIDTH] {
    for part_of in part_of {
        for (sum, given) in sum.iter_mut().zip(&given[part_of[point] as usize]) {
            *sum += given;
        }
    }
    sum
}

impl Convolution {
    /// Convolves, applies `adjust` to the sums of each point, and replaces negative sums by 0.
    #[inline(always)]
    fn run<const N: usize>(
        &self,
        from: &Plane<N>,
        to: &mut Plane<WIDTH>,
        adjust: impl Fn(usize, [f32; WIDTH]) -> [f32; WIDTH],
    ) {
        self.each(from, |point, sum| {
            let index = to.index(point);
            to.points[index] = adjust(point, sum).map(|x| x.max(0.0));
        });
    }

    /// Convolves, adds the sums to `to`, and replaces negative results by 0.
    #[inline(always)]
    fn add(&self, from: &Plane<WIDTH>, to: &mut Plane<WIDTH>) {
        self.each(from, |point, sum| {
            let index = to.index(point);
            for (x, sum) in to.points[index].iter_mut().zip(&sum) {
                *x = (*x + sum).max(0.0);
            }
        });
    }

    #[inline(always)]
    fn each<const N: usize>(&self, from: &Plane<N>, mut take: impl FnMut(usize, [f32; WIDTH])) {
        debug_assert_eq!(N, self.inputs);
        let (cols, stride) = (from.cols, from.cols + 2);
        let rows = (from.points.len() - TILE) / stride - 2;
        // Tiles run on across the margin between two rows: fewer are needed than by row.
        for start in (0..rows * stride - 2).step_by(TILE) {
            let mut sums = [[0.0; WIDTH]; TILE];
            for group in 0..WIDTH / LANES {
                let weights = &self.weights[group * 9 * N..][..9 * N];
                let bias: [f32; LANES] = self.bias.as_chunks().0[group];
                let mut tile = [bias; TILE];
                for tap in 0..9 {
                    let at = start + tap / 3 * stride + tap % 3;
                    let points: &[[f32; N]] = &from.points[at..at + TILE];
                    for (input, weights) in weights[tap * N..][..N].iter().enumerate() {
                        for (sums, point) in tile.iter_mut().zip(points) {
                            for (sum, weight) in sums.iter_mut().zip(weights) {
                                *sum += point[input] * weight;
                            }
                        }
                    }
                }
                for (sums, tile) in sums.iter_mut().zip(&tile) {
                    sums[group * LANES..][..LANES].copy_from_slice(tile);
                }
            }
            for (at, sums) in (start..).zip(&sums) {
                let (row, col) = (at / stride, at % stride);
                if row < rows && col < cols {
                    take(row * cols + col, *sums);
                }
            }
        }
    }
}

impl Pool {
    /// Sums the channels over each part, and computes what each of its points is given for the sums.
    #[inline(always)]
    fn run(
        &self,
        features: &Features,
        from: &Plane<WIDTH>,
        sums: &mut Vec<[f32; POOLED]>,
        given: &mut Vec<[f32; WIDTH]>,
    ) {
        sums.clear();
        sums.resize(features.first[PARTITIONS], [0.0; POOLED]);
        for point in 0..features.part_of[0].len() {
            let mut entered = self.bias;
            for (x, weights) in from.points[from.index(point)].iter().zip(&self.enter) {
                for (sum, weight) in entered.iter_mut().zip(weights) {
                    *sum += x * weight;
                }
            }
            for part_of in &features.part_of {
                for (sum, x) in sums[part_of[point] as usize].iter_mut().zip(&entered) {
                    *sum += x.max(0.0);
                }
            }
        }
        given.clear();
        given.resize(sums.len(), [0.0; WIDTH]);
        for partition in 0..PARTITIONS {
            let leave = &self.leave[partition * 2 * POOLED..][..2 * POOLED];
            for part in features.first[partition]..features.first[partition + 1] {
                let size = f32::from(features.size[part]);
                for (input, &sum) in sums[part].iter().enumerate() {
                    let (mean, saturated) = (sum / size, sum / (1.0 + sum));
                    let pairs = leave[input].iter().zip(&leave[POOLED + input]);
                    for (given, (of_mean, of_sum)) in given[part].iter_mut().zip(pairs) {
                        *given += mean * of_mean + saturated * of_sum;
                    }
                }
            }
        }
    }
}
