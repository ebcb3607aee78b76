//! The cells of a board: one byte per place.
//!
//! The byte holds the stone on the place and the number of empty points next to it, so one comparison
//! finds a stone that has none left. Neighbours are read without branches, since they are hard to predict.

use crate::go::point::Color;
use crate::go::stone::{PLACES, STRIDE};

/// The stones, then an empty point: one bit each, above the three that count empty points.
pub(super) const STONES: [u8; 2] = [1 << 3, 1 << 4];
pub(super) const EMPTY: u8 = 1 << 5;
/// A place off the board. Its count has no meaning, but has room for the one point that may be next to it.
pub(super) const EDGE: u8 = 1 << 6 | 1;
/// Marks a stone that [`super::liberties::LibertySearch::has_liberty`] has visited.
pub(super) const SEEN: u8 = 1 << 7;
/// The bits that count empty points.
pub(super) const FREE: u8 = 7;

/// The indices in [`Surroundings`] of the places above, left, right and below.
pub(super) const SIDES: [usize; 4] = [0, STRIDE - 1, STRIDE + 1, 2 * STRIDE];

/// The index in [`Surroundings`] of the place itself.
pub(super) const HERE: usize = STRIDE;

/// The cells from the place above a place to the one below it.
pub(super) type Surroundings = [u8; 2 * STRIDE + 1];

/// A value per place.
pub(super) type Table<T> = Box<[T; PLACES]>;

/// Masks a place to an index into a [`Table`], so that no bounds check is needed.
pub(super) const fn index(place: usize) -> usize {
    place & (PLACES - 1)
}

/// The places next to a place.
pub(super) fn around(place: usize) -> [usize; 4] {
    SIDES.map(|side| place - HERE + side)
}

/// Returns the cells around a place; `None` if no place is above or below it, which is so for no point.
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

/// The code of a place: 0 empty, 1 black, 2 white.
pub(super) fn code(cell: u8) -> u8 {
    cell >> 3 & 3
}

/// The stone on a place, found without branches.
pub(super) fn color_of(cell: u8) -> Option<Color> {
    const COLORS: [Option<Color>; 2] = [Some(Color::Black), Some(Color::White)];
    if cell & (STONES[0] | STONES[1]) == 0 {
        None
    } else {
        COLORS[usize::from(cell & STONES[1] != 0)]
    }
}
