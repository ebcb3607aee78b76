//! The outcome of a game.

use std::fmt;

use crate::go::{Color, Points};

/// How a game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinBy {
    /// By this margin.
    Points(Points),
    /// The other player resigned.
    Resignation,
    /// The other player ran out of time.
    Time,
    /// The other player forfeited the game, or it was decided off the board.
    Forfeit,
    /// The record doesn't say how.
    Unspecified,
}

impl fmt::Display for WinBy {
    /// The form of `FF[4]` behind the plus sign: `3.5`, `R`, `T`, `F`, or nothing.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Points(points) => write!(f, "{points}"),
            Self::Resignation => f.write_str("R"),
            Self::Time => f.write_str("T"),
            Self::Forfeit => f.write_str("F"),
            Self::Unspecified => Ok(()),
        }
    }
}

/// The outcome of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A player won.
    Win(Color, WinBy),
    /// A draw (jigo).
    Draw,
    /// No result, or suspended play.
    Void,
    /// Both players lost, as under Japanese rules those who agree on a wrong count do. `FF[4]` has no form
    /// for it; its `Void` means something else.
    BothLose,
    /// The result is unknown, or the game isn't finished.
    Unknown,
    /// No result was recorded.
    Missing,
    /// The recorded text can't be read as a result.
    Unreadable,
}

impl Outcome {
    /// White's margin in points, if the game was counted.
    #[must_use]
    pub fn white_margin(self) -> Option<Points> {
        match self {
            Self::Draw => Some(Points::ZERO),
            Self::Win(Color::White, WinBy::Points(points)) => Some(points),
            Self::Win(Color::Black, WinBy::Points(points)) => Some(-points),
            _ => None,
        }
    }

    /// The outcome of a count. `margin` is White's, negative where Black won.
    #[must_use]
    pub fn from_white_margin(margin: Points) -> Self {
        match margin.as_hundredths() {
            0 => Self::Draw,
            1.. => Self::Win(Color::White, WinBy::Points(margin)),
            _ => Self::Win(Color::Black, WinBy::Points(-margin)),
        }
    }
}

impl fmt::Display for Outcome {
    /// The form of `FF[4]`: `B+R`, `W+3.5`, `0`, `Void`, `?`; `Both lose`, for which it has none. Empty for
    /// a missing or unreadable result.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(color, how) => write!(f, "{}+{how}", color.letter()),
            Self::Draw => f.write_str("0"),
            Self::Void => f.write_str("Void"),
            Self::BothLose => f.write_str("Both lose"),
            Self::Unknown => f.write_str("?"),
            Self::Missing | Self::Unreadable => Ok(()),
        }
    }
}
