//! Products of integer matrices: the only arithmetic of the network that takes time.
//!
//! Inputs and weights have 16 bits, sums 32. Sums of integers don't depend on their order, so every
//! processor computes the same bits.

/// Inputs per row.
pub(super) const WIDTH: usize = 32;
/// Rows computed together: as many sums as fit into registers.
pub(super) const ROWS: usize = 6;
/// Outputs computed together.
const LANES: usize = 16;

/// A row of inputs.
pub(super) type Row = [i16; WIDTH];
/// The weights of a pair of inputs: two for each output, side by side.
type PairWeights = [i16; 2 * LANES];

/// The weights from up to [`WIDTH`] inputs to a multiple of 16 outputs.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    /// For each block of 16 outputs, for each pair of inputs.
    weights: Vec<PairWeights>,
    pairs: usize,
}

impl Matrix {
    /// Builds the matrix for an even number of inputs from the weight of each input and output.
    pub fn new(inputs: usize, outputs: usize, weight: impl Fn(usize, usize) -> i16) -> Self {
        let pairs = inputs / 2;
        let mut weights = Vec::with_capacity(outputs / LANES * pairs);
        for first in (0..outputs).step_by(LANES) {
            for pair in 0..pairs {
                let of_lane = |at: usize| weight(2 * pair + at % 2, first + at / 2);
                weights.push(std::array::from_fn(of_lane));
            }
        }
        Self { weights, pairs }
    }

    /// Multiplies rows, whole groups of [`ROWS`] of them, and writes the outputs of each.
    #[inline(always)]
    pub fn multiply<const OUTPUTS: usize>(
        &self,
        kernel: impl Kernel,
        rows: &[Row],
        outputs: &mut [[i32; OUTPUTS]],
    ) {
        for (block, weights) in self.weights.chunks_exact(self.pairs).enumerate() {
            let groups = rows.as_chunks::<ROWS>().0.iter();
            for (rows, outputs) in groups.zip(outputs.as_chunks_mut::<ROWS>().0) {
                let sums = kernel.multiply(rows, weights);
                for (output, sums) in outputs.iter_mut().zip(&sums) {
                    output[block * LANES..][..LANES].copy_from_slice(sums);
                }
            }
        }
    }
}

/// A way to multiply. All give the same bits.
pub(super) trait Kernel: Copy {
    /// Returns for each row and output the sum of the products, modulo 2^32.
    fn multiply(self, rows: &[Row; ROWS], weights: &[PairWeights]) -> [[i32; LANES]; ROWS];
}

/// The definition, which any processor can compute.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

impl Kernel for Portable {
    #[inline(always)]
    fn multiply(self, rows: &[Row; ROWS], weights: &[PairWeights]) -> [[i32; LANES]; ROWS] {
        let mut sums = [[0; LANES]; ROWS];
        for (pair, weights) in weights.iter().enumerate() {
            for (sums, row) in sums.iter_mut().zip(rows) {
                let (a, b) = (i32::from(row[2 * pair]), i32::from(row[2 * pair + 1]));
                for (sum, [of_a, of_b]) in sums.iter_mut().zip(weights.as_chunks().0) {
                    let products = (a * i32::from(*of_a)).wrapping_add(b * i32::from(*of_b));
                    *sum = i32::wrapping_add(*sum, products);
                }
            }
        }
        sums
    }
}

#[cfg(target_arch = "x86_64")]
impl Kernel for pulp::x86::V3 {
    /// AVX2 has an instruction for just this: 16 products, summed in pairs.
    #[inline(always)]
    fn multiply(self, rows: &[Row; ROWS], weights: &[PairWeights]) -> [[i32; LANES]; ROWS] {
        use std::arch::x86_64::__m256i;
        let (avx, avx2) = (self.avx, self.avx2);
        let rows: &[[[i16; 2]; WIDTH / 2]; ROWS] = pulp::bytemuck::cast_ref(rows);
        let mut sums = [[avx._mm256_setzero_si256(); 2]; ROWS];
        for (pair, weights) in weights.iter().enumerate() {
            let weights: [__m256i; 2] = pulp::cast(*weights);
            for (sums, row) in sums.iter_mut().zip(rows) {
                let inputs = avx._mm256_set1_epi32(pulp::cast(row[pair]));
                for (sum, weights) in sums.iter_mut().zip(weights) {
                    let products = avx2._mm256_madd_epi16(inputs, weights);
                    *sum = avx2._mm256_add_epi32(*sum, products);
                }
            }
        }
        pulp::cast(sums)
    }
}

#[cfg(target_arch = "wasm32")]
impl Kernel for pulp::wasm::Simd128 {
    /// WebAssembly has the same instruction for 8 products.
    #[inline(always)]
    fn multiply(self, rows: &[Row; ROWS], weights: &[PairWeights]) -> [[i32; LANES]; ROWS] {
        use std::arch::wasm32::v128;
        let simd = self.simd128;
        let rows: &[[[i16; 2]; WIDTH / 2]; ROWS] = pulp::bytemuck::cast_ref(rows);
        let mut sums = [[simd.i32x4_splat(0); 4]; ROWS];
        for (pair, weights) in weights.iter().enumerate() {
            let weights: [v128; 4] = pulp::cast(*weights);
            for (sums, row) in sums.iter_mut().zip(rows) {
                let inputs = simd.i32x4_splat(pulp::cast(row[pair]));
                for (sum, weights) in sums.iter_mut().zip(weights) {
                    *sum = simd.i32x4_add(*sum, simd.i32x4_dot_i16x8(inputs, weights));
                }
            }
        }
        pulp::cast(sums)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rows() -> impl Strategy<Value = Vec<Row>> {
        prop::collection::vec(prop::array::uniform32(any::<i16>()), ROWS..=2 * ROWS).prop_map(
            |mut rows| {
                rows.truncate(rows.len() / ROWS * ROWS);
                rows
            },
        )
    }

    fn product(kernel: impl Kernel, matrix: &Matrix, rows: &[Row]) -> Vec<[i32; 32]> {
        let mut outputs = vec![[0; 32]; rows.len()];
        matrix.multiply(kernel, rows, &mut outputs);
        outputs
    }

    proptest! {
        #[test]
        fn products_are_sums_of_products(
            rows in rows(),
            weights in prop::collection::vec(-2000i16..=2000, 32 * 32),
        ) {
            let matrix = Matrix::new(32, 32, |input, output| weights[input * 32 + output]);
            let outputs = product(Portable, &matrix, &rows);
            for (row, outputs) in rows.iter().zip(&outputs) {
                for (at, output) in outputs.iter().enumerate() {
                    let products =
                        row.iter().enumerate().map(|(input, &x)| {
                            i64::from(x) * i64::from(weights[input * 32 + at])
                        });
                    prop_assert_eq!(i64::from(*output), products.sum::<i64>());
                }
            }
        }

        #[cfg(target_arch = "x86_64")]
        #[test]
        fn every_kernel_computes_the_same_bits(
            rows in rows(),
            weights in prop::collection::vec(any::<i16>(), 32 * 32),
        ) {
            let matrix = Matrix::new(32, 32, |input, output| weights[input * 32 + output]);
            if let Some(kernel) = pulp::x86::V3::try_new() {
                prop_assert_eq!(product(kernel, &matrix, &rows), product(Portable, &matrix, &rows));
            }
        }
    }
}
