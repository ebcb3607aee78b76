//! Ways to multiply a few rows by a matrix, one for each instruction set. All give the same bits.
//!
//! Everything here is inlined into a function that is compiled for the instruction set. `array::map` isn't, unless the
//! whole program is optimised as one: `array::from_fn` is.

use std::ops::{Deref, DerefMut};

/// A way to multiply.
pub(super) trait Kernel: Copy {
    /// Returns for each row and output the sum of the products, modulo 2^32.
    fn multiply<const BLOCKS: usize>(
        self,
        rows: &[Row; ROWS],
        weights: &[[PairWeights; BLOCKS]],
    ) -> [[[i32; LANES]; BLOCKS]; ROWS];
}

/// The inputs of a row in pairs.
#[cfg(any(target_arch = "x86_64", target_arch = "wasm32"))]
#[inline(always)]
fn pairs(row: &Row) -> &[[i16; 2]; WIDTH / 2] {
    pulp::bytemuck::cast_ref(&row.0)
}

/// The definition, which any processor can compute.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

impl Kernel for Portable {
    #[inline(always)]
    fn multiply<const BLOCKS: usize>(
        self,
        rows: &[Row; ROWS],
        weights: &[[PairWeights; BLOCKS]],
    ) -> [[[i32; LANES]; BLOCKS]; ROWS] {
        let mut sums = [[[0; LANES]; BLOCKS]; ROWS];
        for block in 0..BLOCKS {
            for (pair, weights) in weights.iter().enumerate() {
                for (sums, row) in sums.iter_mut().zip(rows) {
                    let (a, b) = (i32::from(row[2 * pair]), i32::from(row[2 * pair + 1]));
                    let weights = weights[block].as_chunks().0;
                    for (sum, [of_a, of_b]) in sums[block].iter_mut().zip(weights) {
                        let products = (a * i32::from(*of_a)).wrapping_add(b * i32::from(*of_b));
                        *sum = i32::wrapping_add(*sum, products);
                    }
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
    fn multiply<const BLOCKS: usize>(
        self,
        rows: &[Row; ROWS],
        weights: &[[PairWeights; BLOCKS]],
    ) -> [[[i32; LANES]; BLOCKS]; ROWS] {
        use std::arch::x86_64::__m256i;
        let (avx, avx2) = (self.avx, self.avx2);
        let rows: [_; ROWS] = std::array::from_fn(|at| pairs(&rows[at]));
        let mut all = [[[0; LANES]; BLOCKS]; ROWS];
        // The sums of one block fill the registers.
        for block in 0..BLOCKS {
            let mut sums = [[avx._mm256_setzero_si256(); 2]; ROWS];
            for (pair, weights) in weights.iter().enumerate() {
                let weights: [__m256i; 2] = pulp::cast(*weights[block]);
                for (sums, row) in sums.iter_mut().zip(&rows) {
                    let inputs = avx._mm256_set1_epi32(pulp::cast(row[pair]));
                    for (sum, weights) in sums.iter_mut().zip(weights) {
                        let products = avx2._mm256_madd_epi16(inputs, weights);
                        *sum = avx2._mm256_add_epi32(*sum, products);
                    }
                }
            }
            for (all, sums) in all.iter_mut().zip(sums) {
                all[block] = pulp::cast(sums);
            }
        }
        all
    }
}

#[cfg(target_arch = "x86_64")]
pulp::simd_type! {
    /// AVX-512 with VNNI, whose instruction multiplies and adds. The fields name what the compiler may use.
    pub(super) struct Vnni {
        avx: "avx",
        avx2: "avx2",
        bmi1: "bmi1",
        bmi2: "bmi2",
        avx512f: "avx512f",
        avx512bw: "avx512bw",
        avx512dq: "avx512dq",
        avx512vl: "avx512vl",
        avx512vnni: "avx512vnni",
    }
}

#[cfg(target_arch = "x86_64")]
impl Kernel for Vnni {
    /// The compiler merges each product and its addition into `vpdpwssd`: 32 products, summed in pairs and added.
    #[inline(always)]
    fn multiply<const BLOCKS: usize>(
        self,
        rows: &[Row; ROWS],
        weights: &[[PairWeights; BLOCKS]],
    ) -> [[[i32; LANES]; BLOCKS]; ROWS] {
        use std::arch::x86_64::__m512i;
        let (f, bw) = (self.avx512f, self.avx512bw);
        let rows: [_; ROWS] = std::array::from_fn(|at| pairs(&rows[at]));
        let mut sums = [[f._mm512_setzero_si512(); BLOCKS]; ROWS];
        for (pair, weights) in weights.iter().enumerate() {
            let weights: [__m512i; BLOCKS] =
                std::array::from_fn(|block| pulp::cast(*weights[block]));
            for (sums, row) in sums.iter_mut().zip(&rows) {
                let inputs = f._mm512_set1_epi32(pulp::cast(row[pair]));
                for (sum, weights) in sums.iter_mut().zip(weights) {
                    *sum = f._mm512_add_epi32(*sum, bw._mm512_madd_epi16(inputs, weights));
                }
            }
        }
        std::array::from_fn(|row| std::array::from_fn(|block| pulp::cast(sums[row][block])))
    }
}

#[cfg(target_arch = "wasm32")]
impl Kernel for pulp::wasm::Simd128 {
    /// WebAssembly has the same instruction for 8 products.
    #[inline(always)]
    fn multiply<const BLOCKS: usize>(
        self,
        rows: &[Row; ROWS],
        weights: &[[PairWeights; BLOCKS]],
    ) -> [[[i32; LANES]; BLOCKS]; ROWS] {
        use std::arch::wasm32::v128;
        let simd = self.simd128;
        let rows: [_; ROWS] = std::array::from_fn(|at| pairs(&rows[at]));
        let mut all = [[[0; LANES]; BLOCKS]; ROWS];
        for block in 0..BLOCKS {
            let mut sums = [[simd.i32x4_splat(0); 4]; ROWS];
            for (pair, weights) in weights.iter().enumerate() {
                let weights: [v128; 4] = pulp::cast(*weights[block]);
                for (sums, row) in sums.iter_mut().zip(&rows) {
                    let inputs = simd.i32x4_splat(pulp::cast(row[pair]));
                    for (sum, weights) in sums.iter_mut().zip(weights) {
                        *sum = simd.i32x4_add(*sum, simd.i32x4_dot_i16x8(inputs, weights));
                    }
                }
            }
            for (all, sums) in all.iter_mut().zip(sums) {
                all[block] = pulp::cast(sums);
            }
        }
        all
    }
}

/// Inputs per row.
pub(super) const WIDTH: usize = 32;
/// Rows computed together: as many sums as fit into registers.
pub(super) const ROWS: usize = 6;
/// Outputs whose sums fit into two registers of 256 bits, or one of 512.
pub(super) const LANES: usize = 16;

/// Numbers that begin at a line of the cache, so that loading the widest register reads one line and not two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Vector<T, const N: usize>(pub [T; N]);

/// A row of inputs.
pub(super) type Row = Vector<i16, WIDTH>;
/// The weights of a pair of inputs: two for each output, side by side.
pub(super) type PairWeights = Vector<i16, { 2 * LANES }>;

impl<T: Copy + Default, const N: usize> Default for Vector<T, N> {
    fn default() -> Self {
        Self([T::default(); N])
    }
}

impl<T, const N: usize> Deref for Vector<T, N> {
    type Target = [T; N];

    #[inline(always)]
    fn deref(&self) -> &[T; N] {
        &self.0
    }
}

impl<T, const N: usize> DerefMut for Vector<T, N> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T; N] {
        &mut self.0
    }
}
