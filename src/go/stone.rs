//! A stone on a point as one number.

use std::num::NonZeroU16;

use super::point::{Color, MAX_LINES, Point};

/// From a place to the one below it; the same for boards of all sizes.
pub(super) const STRIDE: usize = (MAX_LINES as usize + 2).next_power_of_two();

/// How many places there are: a power of two, so that an index is masked, not checked.
pub(super) const PLACES: usize = STRIDE * STRIDE;

/// The place of a point: places have an edge of one around the largest board.
pub(super) const fn padded_index(point: Point) -> usize {
    (point.row as usize + 1) * STRIDE + point.col as usize + 1
}

/// The point at a place.
pub(super) const fn point_at(place: usize) -> Point {
    Point::new((place % STRIDE - 1) as u8, (place / STRIDE - 1) as u8)
}

/// A stone of a colour on a point, in two bytes; also where there is one or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stone(NonZeroU16);

impl Stone {
    /// The number of the first of White's places; Black's come before it.
    const WHITE: u16 = PLACES as u16;

    /// A stone on a point, which must be within [`MAX_LINES`] lines.
    #[must_use]
    pub const fn new(color: Color, point: Point) -> Self {
        Self::at(color, padded_index(point))
    }

    /// A stone at a place, which must be that of a point.
    pub(super) const fn at(color: Color, place: usize) -> Self {
        match Self::from_number(place as u16 + color as u16 * Self::WHITE) {
            Some(stone) => stone,
            None => unreachable!(),
        }
    }

    /// The stone by the letters of its point, `a` to `z` counted from 1, without a look at whether they
    /// are that.
    #[must_use]
    #[inline]
    pub(crate) const fn from_letters(color: Color, col: u16, row: u16) -> Option<Self> {
        Self::from_number(row * STRIDE as u16 + col + color as u16 * Self::WHITE)
    }

    /// Four stones by the players in turn, with the letters of their points in a byte each, from the
    /// lowest on the column's and the row's of the first, as for [`Stone::from_letters`].
    #[must_use]
    #[inline]
    pub(crate) const fn four_from_letters(first: Color, letters: u64) -> [Option<Self>; 4] {
        const EACH: u64 = 0x0001_0001_0001_0001;
        let whites = match first {
            Color::Black => 0x0001_0000_0001_0000,
            Color::White => 0x0000_0001_0000_0001,
        };
        let cols = letters & (0xFF * EACH);
        // They stand there as if rows were 256 places apart.
        let rows = (letters & (0xFF00 * EACH)) / (0x100 / STRIDE as u64);
        let numbers = cols + rows + whites * Self::WHITE as u64;
        [
            Self::from_number(numbers as u16),
            Self::from_number((numbers >> 16) as u16),
            Self::from_number((numbers >> 32) as u16),
            Self::from_number((numbers >> 48) as u16),
        ]
    }

    const fn from_number(number: u16) -> Option<Self> {
        match NonZeroU16::new(number) {
            Some(number) => Some(Self(number)),
            None => None,
        }
    }

    /// Its number: its place, and behind all of Black's those of White's.
    pub(super) const fn number(self) -> usize {
        self.0.get() as usize
    }

    /// What a place is added to for the number of a stone of this colour: one bit or none.
    pub(super) const fn base(color: Color) -> usize {
        color.index() * PLACES
    }

    /// Whose it is.
    #[must_use]
    pub const fn color(self) -> Color {
        if self.0.get() < Self::WHITE { Color::Black } else { Color::White }
    }

    /// Where it is.
    #[must_use]
    pub const fn point(self) -> Point {
        point_at(self.number() % PLACES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_it_was_made_of() {
        for color in Color::BOTH {
            for point in [Point::new(0, 0), Point::new(18, 3), Point::new(51, 51)] {
                let stone = Stone::new(color, point);
                assert_eq!((stone.color(), stone.point()), (color, point));
                assert_eq!(stone.number() ^ Stone::base(color), padded_index(point));
                assert!(stone.number() ^ Stone::base(color.opponent()) >= PLACES);
            }
        }
        let stone = Stone::from_letters(Color::White, 16, 4);
        assert_eq!(stone, Some(Stone::new(Color::White, Point::new(15, 3))));
        assert_eq!(size_of::<Option<Stone>>(), 2);
        for first in Color::BOTH {
            let points = [(1, 1), (26, 1), (1, 26), (26, 26)];
            let letters = points.iter().rev().fold(0, |all, (col, row)| all << 16 | row << 8 | col);
            let colors = [first, first.opponent(), first, first.opponent()];
            let stones = points.map(|(col, row)| Point::new(col as u8 - 1, row as u8 - 1));
            let stones = [0, 1, 2, 3].map(|i| Some(Stone::new(colors[i], stones[i])));
            assert_eq!(Stone::four_from_letters(first, letters), stones);
        }
    }
}
