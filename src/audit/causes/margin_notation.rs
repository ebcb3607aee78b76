//! How a margin is written down: `MarginNotation`.

use crate::go::Points;

/// How the margin was written down once it was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarginNotation {
    /// As it is.
    Exactly,
    /// Halved: in zi, the Chinese unit of two points.
    InZi,
    /// Without its half point.
    HalfDropped,
    /// Half a point more.
    HalfAdded,
    /// With the other player as the winner.
    Swapped,
}

impl MarginNotation {
    /// The written margin. `None` if it can't be written so: a margin without a half point can't lose one.
    pub fn of_margin(self, margin: Points) -> Option<Points> {
        let away = |points: Points| if margin < Points::ZERO { -points } else { points };
        let half = margin.fraction() == 50;
        match self {
            Self::Exactly => Some(margin),
            Self::InZi => {
                let hundredths = margin.as_hundredths();
                (hundredths % 2 == 0).then(|| Points::hundredths(hundredths / 2))
            }
            Self::HalfDropped => half.then(|| margin - away(Points::HALF)),
            Self::HalfAdded => half.then(|| margin + away(Points::HALF)),
            Self::Swapped => Some(-margin),
        }
    }
}
