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
    /// One point less.
    PointDropped,
    /// With the other player as the winner.
    Swapped,
}

impl MarginNotation {
    /// The written margin. `None` where it can't be written so: a margin without a half point can't lose one.
    pub fn of(self, margin: Points) -> Option<Points> {
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
            Self::PointDropped => {
                (margin.abs() > Points::whole(1)).then(|| margin - away(Points::whole(1)))
            }
            Self::Swapped => Some(-margin),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_down() {
        let half = |halves: i64| Points::hundredths(halves * 50);
        for (written, margin, on_paper) in [
            (MarginNotation::Exactly, 7, Some(7)),
            (MarginNotation::InZi, 8, Some(4)),
            (MarginNotation::InZi, -10, Some(-5)),
            // Half a point is dropped towards a draw, whoever won.
            (MarginNotation::HalfDropped, 7, Some(6)),
            (MarginNotation::HalfDropped, -7, Some(-6)),
            (MarginNotation::HalfAdded, 7, Some(8)),
            (MarginNotation::HalfAdded, -7, Some(-8)),
            // A margin without a half point can't lose it.
            (MarginNotation::HalfDropped, 6, None),
            (MarginNotation::HalfAdded, 6, None),
            (MarginNotation::PointDropped, 7, Some(5)),
            (MarginNotation::PointDropped, -7, Some(-5)),
            // The winner stays the winner.
            (MarginNotation::PointDropped, 2, None),
            (MarginNotation::PointDropped, -1, None),
            (MarginNotation::Swapped, 7, Some(-7)),
            (MarginNotation::Swapped, 0, Some(0)),
        ] {
            assert_eq!(written.of(half(margin)), on_paper.map(half), "{written:?} {margin}");
        }
    }
}
