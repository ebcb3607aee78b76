//! A stone on a point as one number.

use super::point::{Color, MAX_LINES, Point, Size};
use std::num::NonZeroU16;

/// Distance from a place to the one below it, on boards of all sizes.
pub(super) const STRIDE: usize = (MAX_LINES as usize + 2).next_power_of_two();

/// Number of places: a power of two, so that an index can be masked instead of checked.
pub(super) const PLACES: usize = STRIDE * STRIDE;

/// The place of a point: places have an edge of one around the largest board.
pub(super) const fn padded_index(point: Point) -> usize {
    (point.row as usize + 1) * STRIDE + point.col as usize + 1
}

pub(super) const fn point_at(place: usize) -> Point {
    Point::new((place % STRIDE - 1) as u8, (place / STRIDE - 1) as u8)
}

/// A colour and a point in two bytes; an `Option` of it takes two bytes too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stone(NonZeroU16);

impl Stone {
    /// The number of the first of White's places; Black's come before it.
    const WHITE: u16 = PLACES as u16;

    /// A stone on a point, which must be within [`MAX_LINES`] lines.
    pub const fn new(color: Color, point: Point) -> Self {
        Self::at(color, padded_index(point))
    }

    /// A stone at a place, which must belong to a point.
    pub(super) const fn at(color: Color, place: usize) -> Self {
        match Self::from_number(place as u16 + color as u16 * Self::WHITE) {
            Some(stone) => stone,
            None => unreachable!(),
        }
    }

    const fn from_number(number: u16) -> Option<Self> {
        match NonZeroU16::new(number) {
            Some(number) => Some(Self(number)),
            None => None,
        }
    }

    /// Its number: the place of a black stone, and [`PLACES`] more than the place of a white one.
    pub(super) const fn number(self) -> usize {
        self.0.get() as usize
    }

    /// The number of a stone of this colour less its place: a single bit, or 0.
    pub(super) const fn base(color: Color) -> usize {
        color.index() * PLACES
    }

    pub const fn color(self) -> Color {
        if self.0.get() < Self::WHITE { Color::Black } else { Color::White }
    }

    pub const fn point(self) -> Point {
        point_at(self.number() % PLACES)
    }
}

/// A position's key. The empty board's is 0.
pub type Key = u64;

const LINES: usize = MAX_LINES as usize;

/// The keys by the numbers of stones.
static KEYS: [Key; 2 * PLACES] = table();

const fn table() -> [Key; 2 * PLACES] {
    let mut keys = [0; 2 * PLACES];
    let mut i = 0;
    while i < 2 * LINES * LINES {
        let point = Point::new((i % LINES) as u8, (i / LINES % LINES) as u8);
        let color = if i < LINES * LINES { Color::Black } else { Color::White };
        keys[Stone::new(color, point).number()] = number(i);
        i += 1;
    }
    keys
}

/// The number at a place of the sequence that SplitMix64 makes from "SGFAUDIT".
const fn number(place: usize) -> Key {
    let from: u64 = 0x5347_4641_5544_4954;
    let mut z = from.wrapping_add(0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(place as u64 + 1));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The text of a position's key in tables, by the key of its stones: it also depends on the size of the board and on whose turn
/// it is. docs/convert.md describes how to compute it.
pub fn position_text(stones: Key, size: Size, to_move: Color) -> String {
    let place = (size.cols() as usize - 1) + (size.rows() as usize - 1) * LINES;
    let turn = if to_move == Color::White { number(3 * LINES * LINES) } else { 0 };
    format!("p{:016x}", stones ^ number(2 * LINES * LINES + place) ^ turn)
}

/// The number that a stone of this colour on this point adds to a position's key. The point must be
/// within [`MAX_LINES`] lines.
pub fn point_key(color: Color, point: Point) -> Key {
    stone_key(Stone::new(color, point))
}

/// The point on a board of this size where a stone of this colour adds this number; `None` if there is none.
pub(crate) fn point_of_key(color: Color, size: Size, key: Key) -> Option<Point> {
    (0..size.rows()).find_map(|row| {
        let first = Stone::new(color, Point::new(0, row)).number();
        let keys = &KEYS[first..first + usize::from(size.cols())];
        // Without an early end: many are compared at once.
        let is_here = keys.iter().fold(false, |any, &other| any | (other == key));
        let col = if is_here { keys.iter().position(|&other| other == key)? } else { return None };
        Some(Point::new(col as u8, row))
    })
}

/// The number that a stone adds to a position's key.
#[inline]
pub(super) fn stone_key(stone: Stone) -> Key {
    KEYS[stone.number() % KEYS.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn color_and_point_are_read_back() {
        for color in Color::BOTH {
            for point in [Point::new(0, 0), Point::new(18, 3), Point::new(51, 51)] {
                let stone = Stone::new(color, point);
                assert_eq!((stone.color(), stone.point()), (color, point));
                assert_eq!(stone.number() ^ Stone::base(color), padded_index(point));
                assert!(stone.number() ^ Stone::base(color.opponent()) >= PLACES);
            }
        }
        assert_eq!(size_of::<Option<Stone>>(), 2);
    }

    use std::collections::HashSet;

    #[test]
    fn keys_are_distinct_and_stable() {
        let distinct: HashSet<_> = KEYS.iter().filter(|&&key| key != 0).collect();
        assert_eq!(distinct.len(), 2 * LINES * LINES);
        // These three figures may never change: users store keys.
        assert_eq!(point_key(Color::Black, Point::new(0, 0)), STABLE[0]);
        assert_eq!(point_key(Color::White, Point::new(15, 3)), STABLE[1]);
        assert_eq!(point_key(Color::White, Point::new(51, 51)), STABLE[2]);
    }

    const STABLE: [Key; 3] = [0x66FA_61A9_ACC2_3B77, 0x19CA_C949_DEE6_1C70, 0x7A0A_CA65_6453_1BF1];
}
