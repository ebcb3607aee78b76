//! Ways to count a game, of which the ruleset's own is one: `CountModel`.

use super::margin_case::{Eyes, MarginCase};
use super::margin_notation::MarginNotation;
use super::status_flip::StatusFlip;
use crate::go::{ByColor, Color, Points};
use crate::rules::Counting;
use crate::score::{PointKind, territory};

/// The passes that cost a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passes {
    /// None.
    Free,
    /// Those in the record.
    Recorded,
    /// Passes in the record, and passes that the ruleset adds at the end.
    Completed,
}

/// How a game is counted. [`CountModel::new`] gives the ruleset's own way; a cause changes a field of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CountModel {
    /// Whether territory or area is counted.
    pub counting: Counting,
    /// The passes that cost a stone if territory is counted.
    pub passes: Passes,
    /// Whether stones captured in play count, where territory is counted.
    pub captured: bool,
    /// Whether dead stones count as prisoners, where territory is counted.
    pub dead: bool,
    /// Number of prisoners that each player gives for illegal moves, where territory is counted.
    pub handed_over: ByColor<u32>,
    /// Whether area is counted with every stone on the board alive.
    pub all_alive: bool,
    /// White's komi.
    pub komi: Points,
    /// White's points for the handicap. With `None` these are the ruleset's where area is counted, and 0 where
    /// territory is.
    pub compensation: Option<Points>,
    /// The eyes that count; `None` as by the ruleset.
    pub eyes: Option<Eyes>,
    /// The point that Black loses if White was the first to pass.
    pub first_pass: Points,
    /// Stones of the other status.
    pub flip: Option<StatusFlip>,
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
    pub fn new(case: &MarginCase) -> Self {
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
    pub fn seki(&self) -> Points {
        self.seki.margin()
    }

    /// Points in false eyes.
    pub fn false_eyes(&self) -> Points {
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
    pub fn new(case: &MarginCase) -> Self {
        let rules = case.rules;
        let counting = match rules.counting.value {
            Counting::Stones => Counting::Area,
            counting => counting,
        };
        let costs = rules.pass_stones.value;
        Self {
            counting,
            passes: if costs { Passes::Completed } else { Passes::Free },
            captured: true,
            dead: true,
            handed_over: if costs { case.replay.tally.illegal_moves } else { ByColor::default() },
            all_alive: false,
            komi: case.score.komi,
            compensation: None,
            eyes: None,
            first_pass: case.score.first_pass,
            flip: None,
            written: MarginNotation::Exactly,
        }
    }

    /// White's points for the handicap.
    pub fn compensation(&self, case: &MarginCase) -> Points {
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
        let all_eyes = self.counting == Counting::Area && !case.rules.seki_eyes.value;
        margin += match self.eyes {
            None if all_eyes && case.rules.counting.value == Counting::Territory => {
                surrounded.counted(Eyes { seki: true, false_eyes: true })
            }
            None => count.territory.margin(),
            Some(eyes) => surrounded.counted(eyes),
        };
        if self.counting == Counting::Territory {
            if self.captured {
                margin = margin - tally.captured_from.margin();
            }
            if self.dead {
                margin = margin - count.dead.margin();
            }
            margin = margin - self.handed_over.margin();
            if self.passes != Passes::Free {
                margin = margin - tally.passes.margin();
            }
            if self.passes == Passes::Completed {
                margin = margin - case.score.added_passes.margin();
            }
        } else {
            margin += count.stones.margin();
        }
        if let Some(flip) = self.flip {
            margin += flip.gain;
        }
        self.written.of_margin(margin)
    }
}

/// The winner by a margin.
pub(super) fn winner(margin: Points) -> Option<Color> {
    match margin.as_hundredths() {
        0 => None,
        1.. => Some(Color::White),
        _ => Some(Color::Black),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_winner_by_a_margin() {
        assert_eq!(winner(Points::HALF), Some(Color::White));
        assert_eq!(winner(-Points::HALF), Some(Color::Black));
        assert_eq!(winner(Points::ZERO), None);
    }
}
