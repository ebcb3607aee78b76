//! Keys of whole positions (Zobrist, 1970): the exclusive or of one number per stone.
//!
//! The numbers come from SplitMix64 with a fixed seed and depend only on colour, column and row, so a
//! position has the same key on every machine and in every release. A key is a filter, never a proof:
//! it is linear and can be forged, so equal keys call for a comparison of the positions.

use super::point::{Color, MAX_LINES, Point};
use super::stone::{PLACES, Stone};

/// A position's key. The empty board's is 0.
pub type Key = u64;

const LINES: usize = MAX_LINES as usize;

/// The keys by the numbers of stones.
static KEYS: [Key; 2 * PLACES] = table();

const fn table() -> [Key; 2 * PLACES] {
    let mut keys = [0; 2 * PLACES];
    let mut state: u64 = 0x5347_4641_5544_4954; // "SGFAUDIT"
    let mut i = 0;
    while i < 2 * LINES * LINES {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let point = Point::new((i % LINES) as u8, (i / LINES % LINES) as u8);
        let color = if i < LINES * LINES { Color::Black } else { Color::White };
        keys[Stone::new(color, point).number()] = z ^ (z >> 31);
        i += 1;
    }
    keys
}

/// The number that a stone of this colour on this point adds to a position's key. The point must be
/// within [`MAX_LINES`] lines.
#[must_use]
pub fn point_key(color: Color, point: Point) -> Key {
    stone_key(Stone::new(color, point))
}

/// The number that a stone adds to a position's key.
#[inline]
pub(super) fn stone_key(stone: Stone) -> Key {
    KEYS[stone.number() % KEYS.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
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
