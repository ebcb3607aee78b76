//! Limits of games between people: by which the cleaner of KataGo's human games rejects one
//! (lightvector/KataGo at 6a1fc5de, `cpp/command/writetrainingdata.cpp`). All of them grow with the board's area, in points.

use crate::go::Size;

/// The last move that can be called an early pass: `disallowEarlyPassesTurns`, reason `MovesSemiEarlyPass`. 50 on 19x19, 22 on 9x9.
pub(super) const fn last_early_pass(size: Size) -> u32 {
    14 + size.area() as u32 / 10
}

/// The fewest moves before the final passes: `minGameLenToWrite`, reason `MovesTooShort`. 60 on 19x19, 25 on 9x9.
pub(super) const fn fewest_moves(size: Size) -> u32 {
    15 + size.area() as u32 / 8
}

/// The most moves: reason `MovesTooManyMoves`. 581 on 19x19, 161 on 9x9.
pub(super) const fn most_moves(size: Size) -> u32 {
    size.area() as u32 * 3 / 2 + 40
}

/// Seconds by which a clock may rise or exceed its limit, since programs round.
pub(super) const CLOCK_TOLERANCE: f64 = 1.0;

/// From this komi on, in points, HA\[1\] contradicts it: a game with a handicap of one stone has a komi of half a point or
/// none (reason `GameHandicap1MismatchKomi`).
pub(super) const LEAST_KOMI_OF_EVEN_GAMES: i64 = 2;
