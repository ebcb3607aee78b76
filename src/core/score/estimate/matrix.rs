//! Products of integer matrices: the only arithmetic of the network that takes time.
//!
//! Inputs and weights have 16 bits, sums 32. Sums of integers don't depend on their order, so every
//! processor computes the same bits.

use super::kernels::{Kernel, LANES, PairWeights, ROWS, Row, Vector};

/// The weights from up to [`WIDTH`](super::kernels::WIDTH) inputs to `BLOCKS` times [`LANES`] outputs.
#[derive(Clone, Debug)]
pub(super) struct Matrix<const BLOCKS: usize> {
    /// For each pair of inputs.
    weights: Vec<[PairWeights; BLOCKS]>,
}

impl<const BLOCKS: usize> Matrix<BLOCKS> {
    /// Builds the matrix for an even number of inputs from the weight of each input and output.
    pub(super) fn new(inputs: usize, weight: impl Fn(usize, usize) -> i16) -> Self {
        let of_block = |pair: usize, block: usize| -> PairWeights {
            Vector(std::array::from_fn(|at| weight(2 * pair + at % 2, block * LANES + at / 2)))
        };
        let of_pair = |pair| std::array::from_fn(|block| of_block(pair, block));
        Self { weights: (0..inputs / 2).map(of_pair).collect() }
    }

    /// Multiplies rows, whole groups of [`ROWS`] of them, and writes the outputs of each.
    #[inline(always)]
    pub(super) fn multiply<const OUTPUTS: usize>(
        &self,
        kernel: impl Kernel,
        rows: &[Row],
        outputs: &mut [Vector<i32, OUTPUTS>],
    ) {
        // Loops by index, as in the kernels.
        let (rows, outputs) = (rows.as_chunks::<ROWS>().0, outputs.as_chunks_mut::<ROWS>().0);
        for group in 0..rows.len() {
            kernel.multiply(&rows[group], &self.weights, &mut outputs[group]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::kernels::Portable;
    #[cfg(target_arch = "x86_64")]
    use super::super::kernels::Vnni;
    use super::*;
    use proptest::prelude::*;

    fn rows() -> impl Strategy<Value = Vec<Row>> {
        prop::collection::vec(
            prop::array::uniform32(any::<i16>()).prop_map(Vector),
            ROWS..=2 * ROWS,
        )
        .prop_map(|mut rows| {
            rows.truncate(rows.len() / ROWS * ROWS);
            rows
        })
    }

    fn product(kernel: impl Kernel, matrix: &Matrix<2>, rows: &[Row]) -> Vec<Vector<i32, 32>> {
        let mut outputs = vec![Vector::default(); rows.len()];
        matrix.multiply(kernel, rows, &mut outputs);
        outputs
    }

    proptest! {
        #[test]
        fn products_are_sums_of_products(
            rows in rows(),
            weights in prop::collection::vec(-2000i16..=2000, 32 * 32),
        ) {
            let matrix = Matrix::new(32, |input, output| weights[input * 32 + output]);
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
            let matrix = Matrix::new(32, |input, output| weights[input * 32 + output]);
            if let Some(kernel) = pulp::x86::V3::try_new() {
                prop_assert_eq!(product(kernel, &matrix, &rows), product(Portable, &matrix, &rows));
            }
            if let Some(kernel) = Vnni::try_new() {
                prop_assert_eq!(product(kernel, &matrix, &rows), product(Portable, &matrix, &rows));
            }
        }
    }
}
