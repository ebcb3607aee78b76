//! What an RE value says.

use super::outcome::{Outcome, WinBy};
use crate::go::Points;

/// The result of an RE value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedResult {
    /// The outcome. A margin recorded in zi is in points here.
    pub outcome: Outcome,
    /// Whether the value has a form of `FF[4]`.
    pub standard: bool,
    /// Whether the margin was recorded in zi, the Chinese unit of two points.
    pub zi: bool,
    /// Whether the text says more about how the game was won than could be read, so that the game needn't
    /// have been counted.
    pub has_unread_reason: bool,
    /// Whether a winner is named with a margin of zero: `W+0.0`, which Fox and Tygem write where a game
    /// wasn't counted, and others for a draw.
    pub zero_margin: bool,
}

impl RecordedResult {
    /// A result in another form than `FF[4]`'s.
    pub(super) fn nonstandard(outcome: Outcome) -> Self {
        Self { outcome, standard: false, zi: false, has_unread_reason: false, zero_margin: false }
    }

    pub(super) fn standard(outcome: Outcome) -> Self {
        Self { standard: true, ..Self::nonstandard(outcome) }
    }

    /// The result with its margin taken as zi, for a source that gives every margin in zi.
    #[must_use]
    pub fn in_zi(self) -> Self {
        match self.outcome {
            Outcome::Win(winner, WinBy::Points(zi)) if !self.zi => {
                Self { outcome: Outcome::Win(winner, WinBy::Points(zi + zi)), zi: true, ..self }
            }
            _ => self,
        }
    }

    /// The outcome with the number as recorded, where the unit zi was only a guess.
    #[must_use]
    pub fn as_written(&self) -> Outcome {
        match self.outcome {
            Outcome::Win(winner, WinBy::Points(points)) if self.zi && self.standard => {
                let written = Points::hundredths(points.as_hundredths() / 2);
                Outcome::Win(winner, WinBy::Points(written))
            }
            outcome => outcome,
        }
    }
}
