//! Ways to multiply a few rows by a matrix, one for each instruction set. All give the same bits.
//!
//! Everything here is inlined into a function that is compiled for the instruction set. Loops go by index: `zip`,
//! `array::map` and `array::from_fn` are inlined only if the whole program is optimised as one.
#![allow(clippy::needless_range_loop, reason = "loops by index are inlined in every profile")]

use std::ops::{Deref, DerefMut};

pub(super) trait Kernel: Copy {
    /// Writes for each row the sums of the products, modulo 2^32, to its outputs.
    fn multiply<const BLOCKS: usize, const OUTPUTS: usize>(
        self,
        rows: &[Row; ROWS],
        weights: &[[PairWeights; BLOCKS]],
        outputs: &mut [Vector<i32, OUTPUTS>; ROWS],
    );
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
    fn multiply<const BLOCKS: usize, const OUTPUTS: usize>(
        self,
        rows: &[Row; ROWS],
        weights: &[[PairWeights; BLOCKS]],
        outputs: &mut [Vector<i32, OUTPUTS>; ROWS],
    ) {
        for block in 0..BLOCKS {
            let mut sums = [[0i32; LANES]; ROWS];
            for pair in 0..weights.len() {
                let weights = &weights[pair][block];
                for row in 0..ROWS {
                    let a = i32::from(rows[row][2 * pair]);
                    let b = i32::from(rows[row][2 * pair + 1]);
                    for lane in 0..LANES {
                        let of_a = a * i32::from(weights[2 * lane]);
                        let of_b = b * i32::from(weights[2 * lane + 1]);
                        let products = of_a.wrapping_add(of_b);
                        sums[row][lane] = sums[row][lane].wrapping_add(products);
                    }
                }
            }
            for row in 0..ROWS {
                outputs[row].set_block(block, &sums[row]);
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
impl Kernel for pulp::x86::V3 {
    /// AVX2 has an instruction for just this: 16 products, summed in pairs.
    #[inline(always)]
    fn multiply<const BLOCKS: usize, const OUTPUTS: usize>(
        self,
        rows: &[Row; ROWS],
        weights: &[[PairWeights; BLOCKS]],
        outputs: &mut [Vector<i32, OUTPUTS>; ROWS],
    ) {
        use std::arch::x86_64::__m256i;
        let (avx, avx2) = (self.avx, self.avx2);
        // The sums of one block fill the registers.
        for block in 0..BLOCKS {
            let mut sums = [[avx._mm256_setzero_si256(); 2]; ROWS];
            for pair in 0..weights.len() {
                let weights: [__m256i; 2] = pulp::cast(weights[pair][block].0);
                for row in 0..ROWS {
                    let inputs = avx._mm256_set1_epi32(pulp::cast(pairs(&rows[row])[pair]));
                    for half in 0..2 {
                        let products = avx2._mm256_madd_epi16(inputs, weights[half]);
                        sums[row][half] = avx2._mm256_add_epi32(sums[row][half], products);
                    }
                }
            }
            for row in 0..ROWS {
                outputs[row].set_block(block, &pulp::cast(sums[row]));
            }
        }
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
    fn multiply<const BLOCKS: usize, const OUTPUTS: usize>(
        self,
        rows: &[Row; ROWS],
        weights: &[[PairWeights; BLOCKS]],
        outputs: &mut [Vector<i32, OUTPUTS>; ROWS],
    ) {
        use std::arch::x86_64::__m512i;
        let (f, bw) = (self.avx512f, self.avx512bw);
        let mut sums = [[f._mm512_setzero_si512(); BLOCKS]; ROWS];
        for pair in 0..weights.len() {
            for row in 0..ROWS {
                let inputs = f._mm512_set1_epi32(pulp::cast(pairs(&rows[row])[pair]));
                for block in 0..BLOCKS {
                    let weights: __m512i = pulp::cast(weights[pair][block].0);
                    let products = bw._mm512_madd_epi16(inputs, weights);
                    sums[row][block] = f._mm512_add_epi32(sums[row][block], products);
                }
            }
        }
        for row in 0..ROWS {
            for block in 0..BLOCKS {
                outputs[row].set_block(block, &pulp::cast(sums[row][block]));
            }
        }
    }
}

#[cfg(target_arch = "wasm32")]
impl Kernel for pulp::wasm::Simd128 {
    /// WebAssembly has the same instruction for 8 products.
    #[inline(always)]
    fn multiply<const BLOCKS: usize, const OUTPUTS: usize>(
        self,
        rows: &[Row; ROWS],
        weights: &[[PairWeights; BLOCKS]],
        outputs: &mut [Vector<i32, OUTPUTS>; ROWS],
    ) {
        use std::arch::wasm32::v128;
        let simd = self.simd128;
        for block in 0..BLOCKS {
            let mut sums = [[simd.i32x4_splat(0); 4]; ROWS];
            for pair in 0..weights.len() {
                let weights: [v128; 4] = pulp::cast(weights[pair][block].0);
                for row in 0..ROWS {
                    let inputs = simd.i32x4_splat(pulp::cast(pairs(&rows[row])[pair]));
                    for part in 0..4 {
                        let products = simd.i32x4_dot_i16x8(inputs, weights[part]);
                        sums[row][part] = simd.i32x4_add(sums[row][part], products);
                    }
                }
            }
            for row in 0..ROWS {
                outputs[row].set_block(block, &pulp::cast(sums[row]));
            }
        }
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

impl<const N: usize> Vector<i32, N> {
    /// Sets the outputs of a block.
    #[inline(always)]
    fn set_block(&mut self, block: usize, sums: &[i32; LANES]) {
        for lane in 0..LANES {
            self.0[block * LANES + lane] = sums[lane];
        }
    }
}

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
