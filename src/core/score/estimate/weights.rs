//! The weights of the network, as integers in fixed point.
//!
//! A number of `b` fractional bits is stored as the integer nearest to 2^b times it.

use std::sync::LazyLock;

use super::convolution::{Convolution, GAIN_BITS, MAX_WEIGHT};
use super::features::{FEATURES, PARTITIONS};
use super::kernels::{LANES, WIDTH};
use super::matrix::Matrix;

/// Numbers per point that are summed over parts of the board.
pub(super) const POOLED: usize = 16;

/// Fractional bits of the features, which are 0 or 1.
pub(super) const FEATURE_BITS: u32 = 12;
/// Fractional bits of activations, which so reach 32. On 4,000 games the largest was 17.
pub(super) const ACTIVATION_BITS: u32 = 8;
/// Fractional bits of the numbers that are summed over parts, and of their means.
pub(super) const MEAN_BITS: u32 = 9;
/// Fractional bits of saturated sums, which are below 1.
pub(super) const SATURATED_BITS: u32 = 11;

/// The largest sum of a convolution's positive or negative weights. Times the largest input and the
/// convolution's gain it leaves a third of the range of 32 bits to what is added.
const MAX_TOTAL: f32 = 42_000.0;

/// The weights, as `bf16`: the high bytes of all, and then the low bytes of all. So they pack better.
const BYTES: &[u8] = include_bytes!("weights.bin");

pub(super) static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| Weights::read(BYTES));

/// Returns the first digits of the hash of the weights.
pub(super) fn weights_id() -> String {
    blake3::hash(BYTES).to_hex()[..12].to_owned()
}

pub(super) struct Weights {
    pub stem: Layer,
    pub blocks: Vec<Block>,
    pub head: Head,
}

/// A residual block.
pub(super) struct Block {
    pub first: Layer,
    pub pool: Pool,
    pub second: Layer,
}

/// A convolution with a bias.
pub(super) struct Layer {
    pub convolution: Convolution,
    /// With as many fractional bits as the convolution's sums.
    pub bias: [i32; WIDTH],
    /// How many more fractional bits the sums have than activations.
    pub shift: u32,
}

/// Sums over the parts of each partition, and what their points are given for them.
pub(super) struct Pool {
    pub enter: Matrix<{ POOLED / LANES }>,
    pub bias: [i32; POOLED],
    /// How many more fractional bits the sums of `enter` have than means.
    pub shift: u32,
    /// For each partition, from means and saturated sums.
    pub leave: Vec<Matrix<{ WIDTH / LANES }>>,
}

/// From the last activations to one number per point.
pub(super) struct Head {
    pub pool: Pool,
    pub hidden: Matrix<{ WIDTH / LANES }>,
    pub bias: [i32; WIDTH],
    /// From an integer of the hidden numbers to its value.
    pub unit: f32,
    pub out: [f32; WIDTH],
    pub out_bias: f32,
}

/// Fractional bits of the head's weights.
const HEAD_BITS: u32 = 12;

/// The integer for a number in fixed point.
fn fixed(number: f32, bits: u32) -> i32 {
    // Exact, but for the last step.
    let scaled = number * (1u32 << bits) as f32;
    (scaled + 0.5f32.copysign(scaled)) as i32
}

/// A weight of a [`Matrix`].
fn weight(number: f32, bits: u32) -> i16 {
    i16::try_from(fixed(number, bits)).expect("weights are small")
}

/// Reads numbers one after another: the high and the low bytes to come.
struct Reader<'a>(&'a [u8], &'a [u8]);

impl Reader<'_> {
    fn number(&mut self) -> f32 {
        let next = |bytes: &mut &[u8]| *bytes.split_off_first().expect("the weights are complete");
        let bytes = [next(&mut self.0), next(&mut self.1)];
        f32::from_bits(u32::from(u16::from_be_bytes(bytes)) << 16)
    }

    fn array<const N: usize>(&mut self) -> [f32; N] {
        std::array::from_fn(|_| self.number())
    }

    fn rows<const N: usize>(&mut self, count: usize) -> Vec<[f32; N]> {
        (0..count).map(|_| self.array()).collect()
    }

    /// Reads a convolution of inputs with `input_bits` fractional bits: for each half of the outputs, for
    /// each tap, for each input, the weights.
    fn layer(&mut self, inputs: usize, input_bits: u32) -> Layer {
        const HALF: usize = WIDTH / 2;
        let rows: Vec<[f32; HALF]> = self.rows(WIDTH / HALF * 9 * inputs);
        let bias: [f32; WIDTH] = self.array();
        let taps = |input: usize, output: usize| -> [f32; 9] {
            let first = output / HALF * 9 * inputs + input;
            std::array::from_fn(|tap| rows[first + tap * inputs][output % HALF])
        };
        let (mut largest, mut total) = (0.0f32, 0.0f32);
        for output in 0..WIDTH {
            let (mut positive, mut negative) = (0.0f32, 0.0f32);
            for weight in (0..inputs).flat_map(|input| taps(input, output)) {
                largest = largest.max(weight.abs());
                positive += weight.max(0.0);
                negative -= weight.min(0.0);
            }
            total = total.max(positive).max(negative);
        }
        let fits = |bits: &u32| {
            let one = (1u32 << bits) as f32;
            largest * one < MAX_WEIGHT as f32 && total * one < MAX_TOTAL
        };
        let bits = (0..16).rev().find(fits).expect("weights are small");
        Layer {
            convolution: Convolution::new(inputs, |input, output| {
                taps(input, output).map(|weight| fixed(weight, bits))
            }),
            bias: bias.map(|bias| fixed(bias, bits + input_bits + GAIN_BITS)),
            shift: bits + input_bits + GAIN_BITS - ACTIVATION_BITS,
        }
    }

    /// Reads the sums over parts, what is given having `bits` fractional bits.
    fn pool(&mut self, bits: u32) -> Pool {
        let enter: Vec<[f32; POOLED]> = self.rows(WIDTH);
        let bias: [f32; POOLED] = self.array();
        let leave: Vec<[f32; WIDTH]> = self.rows(PARTITIONS * 2 * POOLED);
        let enter_bits = HEAD_BITS;
        let leave = leave.chunks_exact(2 * POOLED).map(|rows| {
            Matrix::new(2 * POOLED, |input, output| {
                let input_bits = if input < POOLED { MEAN_BITS } else { SATURATED_BITS };
                weight(rows[input][output], bits - input_bits)
            })
        });
        Pool {
            leave: leave.collect(),
            enter: Matrix::new(WIDTH, |input, output| weight(enter[input][output], enter_bits)),
            bias: bias.map(|bias| fixed(bias, enter_bits + ACTIVATION_BITS)),
            shift: enter_bits + ACTIVATION_BITS - MEAN_BITS,
        }
    }

    fn head(&mut self) -> Head {
        let bits = HEAD_BITS + ACTIVATION_BITS;
        let pool = self.pool(bits);
        let hidden: Vec<[f32; WIDTH]> = self.rows(WIDTH);
        Head {
            pool,
            hidden: Matrix::new(WIDTH, |input, output| weight(hidden[input][output], HEAD_BITS)),
            bias: self.array().map(|bias| fixed(bias, bits)),
            unit: 1.0 / (1u32 << bits) as f32,
            out: self.array(),
            out_bias: self.number(),
        }
    }
}

impl Weights {
    fn read(bytes: &[u8]) -> Self {
        let (high, low) = bytes.split_at(bytes.len() / 2);
        let mut reader = Reader(high, low);
        let blocks = reader.number() as usize;
        let stem = reader.layer(FEATURES, FEATURE_BITS);
        let block = |_| {
            let first = reader.layer(WIDTH, ACTIVATION_BITS);
            let pool = reader.pool(first.shift + ACTIVATION_BITS);
            Block { first, pool, second: reader.layer(WIDTH, ACTIVATION_BITS) }
        };
        let blocks = (0..blocks).map(block).collect();
        let head = reader.head();
        assert!(
            reader.0.is_empty() && reader.1.is_empty(),
            "there are as many weights as the network needs"
        );
        Self { stem, blocks, head }
    }
}
