//! How a game ended: `Ending`.

use crate::named::named;
use crate::sgf::{Outcome, WinBy};

named! {
    /// How a game ended.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Ending {
        /// By passes in a row.
        Passes = "passes",
        Resignation = "resignation",
        Time = "time",
        /// By forfeit, or by another decision off the board; both players may have lost.
        Forfeit = "forfeit",
        Void = "void",
        /// In a draw, by a position that recurred.
        Repetition = "repetition",
        Unfinished = "unfinished",
        /// The record doesn't say.
        Unknown = "unknown",
    }
}

impl Ending {
    /// The ending by the recorded result and the number of passes in a row at the end.
    #[must_use]
    pub fn new(outcome: Outcome, final_passes: u32) -> Self {
        match outcome {
            Outcome::Win(_, WinBy::Resignation) => Self::Resignation,
            Outcome::Win(_, WinBy::Time) => Self::Time,
            Outcome::Win(_, WinBy::Points(_) | WinBy::Unspecified)
            | Outcome::Draw
            | Outcome::Unknown
            | Outcome::Missing
            | Outcome::Unreadable
                if final_passes >= 2 =>
            {
                Self::Passes
            }
            Outcome::Unknown | Outcome::Suspended => Self::Unfinished,
            Outcome::Void | Outcome::Annulled => Self::Void,
            Outcome::Win(_, WinBy::Points(_) | WinBy::Unspecified)
            | Outcome::Draw
            | Outcome::Missing
            | Outcome::Unreadable => Self::Unknown,
            _ => Self::Forfeit,
        }
    }

    /// Whether the final position was to be counted, as far as the record states.
    #[must_use]
    pub const fn is_counted(self) -> bool {
        matches!(self, Self::Passes | Self::Unknown)
    }
}
