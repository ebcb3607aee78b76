//! The cells of a board: a byte for each place.
//!
//! What stands on a place and how many empty points are next to it are one byte: a stone that has none
//! left is told from all else by one comparison. What stands around a play is hard to foresee, so that
//! neighbours are looked at without branches.

use crate::go::point::Color;
use crate::go::stone::{PLACES, STRIDE};

/// What stands on a place: one bit each, above the three that count empty points.
pub(super) const STONES: [u8; 2] = [1 << 3, 1 << 4];
pub(super) const EMPTY: u8 = 1 << 5;
/// Its count means nothing, but has room for the point that may be next to it.
pub(super) const EDGE: u8 = 1 << 6 | 1;
/// A stone that [`super::liberties::LibertySearch::has_liberty`] has come by.
pub(super) const SEEN: u8 = 1 << 7;
/// The bits that count empty points.
pub(super) const FREE: u8 = 7;

/// From the places around a place, those above it, left of it, right of it and below it.
pub(super) const SIDES: [usize; 4] = [0, STRIDE - 1, STRIDE + 1, 2 * STRIDE];

/// The place itself.
pub(super) const HERE: usize = STRIDE;

/// A place and what is around it: all from the place above it to the one below it.
pub(super) type Surroundings = [u8; 2 * STRIDE + 1];

/// Something of every place.
pub(super) type Table<T> = Box<[T; PLACES]>;

/// A place as an index into the tables of a board.
pub(super) const fn i(place: usize) -> usize {
    place & (PLACES - 1)
}

/// The places next to a place.
pub(super) fn around(place: usize) -> [usize; 4] {
    SIDES.map(|side| place - HERE + side)
}

/// A place with what is around it; `None` where it has no place above or below it, as no point has.
#[inline(always)]
pub(super) fn surroundings(cells: &mut [u8; PLACES], place: usize) -> Option<&mut Surroundings> {
    let above = place.wrapping_sub(HERE);
    if above > PLACES - size_of::<Surroundings>() {
        return None;
    }
    cells[above..].first_chunk_mut()
}

pub(super) fn table<T: Clone>(filling: T) -> Table<T> {
    let Ok(table) = vec![filling; PLACES].into_boxed_slice().try_into() else {
        unreachable!("it has this length")
    };
    table
}

/// What stands on a place: 0 nothing, 1 black, 2 white.
pub(super) fn number(cell: u8) -> u8 {
    cell >> 3 & 3
}

/// The same as a stone, without branches.
pub(super) fn color_of(cell: u8) -> Option<Color> {
    const COLORS: [Option<Color>; 2] = [Some(Color::Black), Some(Color::White)];
    if cell & (STONES[0] | STONES[1]) == 0 {
        None
    } else {
        COLORS[usize::from(cell & STONES[1] != 0)]
    }
}
