//! Ways to count a game, of which the ruleset's own is one.

use super::margin_case::{Eyes, MarginCase};
use crate::go::{ByColor, Points};
use crate::rules::Counting;
use crate::score::{PointKind, territory};

/// The passes that cost a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passes {
    /// None.
    Free,
    Recorded,
    /// Passes in the record, and passes that the ruleset adds at the end.
    Completed,
    /// Those before the ones that end the game.
    BeforeEnd,
}

/// How a game is counted. [`CountModel::new`] gives the ruleset's own way; a cause changes a field of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CountModel {
    /// Whether territory or area is counted.
    pub counting: Counting,
    /// The passes that cost a stone if territory is counted.
    pub passes: Passes,
    /// Number of prisoners that each player gives for illegal moves, where territory is counted.
    pub handed_over: ByColor<u32>,
    /// Whether area is counted with every stone on the board alive.
    pub all_alive: bool,
    pub komi: Points,
    /// White's points for the handicap. With `None` these are the ruleset's where area is counted, and 0 where
    /// territory is.
    pub compensation: Option<Points>,
    /// The eyes that count; `None` as by the ruleset.
    pub eyes: Option<Eyes>,
    /// The point that Black loses if White was the first to pass.
    pub first_pass: Points,
    /// White's gain by stones of the other status.
    pub gain: Points,
    /// How the margin was written down.
    pub written: MarginNotation,
}

/// The empty points that each colour surrounds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SurroundedPoints {
    territory: ByColor<u32>,
    seki: ByColor<u32>,
    false_eyes: ByColor<u32>,
}

impl SurroundedPoints {
    pub(super) fn new(case: &MarginCase) -> Self {
        let made;
        let kinds = match &case.score.count.kinds {
            Some(kinds) => kinds,
            None => {
                made = territory(case.grid, &case.dead.stones).kind;
                &made
            }
        };
        let mut surrounded = Self::default();
        for kind in kinds {
            let (points, color) = match *kind {
                PointKind::Territory(color) => (&mut surrounded.territory, color),
                PointKind::SekiEye(color) => (&mut surrounded.seki, color),
                PointKind::FalseEye(color) => (&mut surrounded.false_eyes, color),
                _ => continue,
            };
            points[color] += 1;
        }
        surrounded
    }

    /// Points in eyes of groups in seki.
    pub(super) fn seki(&self) -> Points {
        self.seki.margin()
    }

    pub(super) fn false_eyes(&self) -> Points {
        self.false_eyes.margin()
    }

    fn counted(&self, eyes: Eyes) -> Points {
        let mut sum = self.territory.margin();
        if eyes.seki {
            sum += self.seki();
        }
        if eyes.false_eyes {
            sum += self.false_eyes();
        }
        sum
    }
}

impl CountModel {
    /// The ruleset's own way of counting.
    pub(super) fn new(case: &MarginCase) -> Self {
        let rules = case.rules;
        let counting = match rules.counting.value {
            Counting::Stones => Counting::Area,
            counting => counting,
        };
        let costs = rules.pass_stones.value;
        Self {
            counting,
            passes: if costs { Passes::Completed } else { Passes::Free },
            handed_over: if costs { case.replay.tally.illegal_moves } else { ByColor::default() },
            all_alive: false,
            komi: case.score.komi,
            compensation: None,
            eyes: None,
            first_pass: case.score.first_pass,
            gain: Points::ZERO,
            written: MarginNotation::Exactly,
        }
    }

    /// White's points for the handicap.
    pub(super) fn compensation(&self, case: &MarginCase) -> Points {
        self.compensation.unwrap_or(match self.counting {
            Counting::Territory => Points::ZERO,
            Counting::Area | Counting::Stones => case.score.compensation,
        })
    }

    /// White's margin by this model, as it would be written down; `None` if it can't be written so.
    pub(super) fn margin(
        &self,
        case: &MarginCase,
        surrounded: &SurroundedPoints,
    ) -> Option<Points> {
        let count = &case.score.count;
        let tally = &case.replay.tally;
        let mut margin = self.komi + self.compensation(case) + self.first_pass + case.score.tax;
        if self.all_alive {
            return self.written.of_margin(margin + case.area_of_all());
        }
        // By area every eye counts, whatever the ruleset counts as territory.
        margin += match (self.eyes, self.counting) {
            (Some(eyes), _) => surrounded.counted(eyes),
            (None, Counting::Territory) => count.territory.margin(),
            (None, _) => count.surrounded.margin(),
        };
        if self.counting == Counting::Territory {
            let prisoners = tally.captured_from + count.dead + self.handed_over;
            margin = margin - prisoners.margin();
            if self.passes != Passes::Free {
                margin = margin - tally.passes.margin();
            }
            if self.passes == Passes::Completed {
                margin = margin - case.score.added_passes.margin();
            }
            if self.passes == Passes::BeforeEnd {
                margin += case.final_passes().margin();
            }
        } else {
            margin += count.stones.margin();
        }
        self.written.of_margin(margin + self.gain)
    }
}

/// How the margin was written down once it was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarginNotation {
    /// As it was counted.
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
