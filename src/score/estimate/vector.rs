//! Rows of numbers as the widest registers load them.

use std::ops::{Deref, DerefMut};

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
