//! How a count was carried out: the ruleset's own way, and every way that somebody may have taken
//! instead.

use crate::go::{ByColor, Color, Grid, Points, Regions};
use crate::replay::{Replay, ViolationKind};
use crate::rules::{Counting, Presentation, Ruleset};
use crate::score::{Count, Dead, Evidence, PointKind, Score, TerritoryFrom, territory};
use crate::sgf::KomiUnit;

use super::chains::StatusFlip;
use crate::audit::ValueSource;

/// A counted game whose record says another margin.
#[derive(Clone, Copy)]
pub struct MarginCase<'a> {
    /// The ruleset that it was counted by.
    pub rules: &'a Ruleset,
    /// The replay.
    pub replay: &'a Replay,
    /// The final position, dead stones on it.
    pub grid: &'a Grid,
    /// The dead stones.
    pub dead: &'a Dead,
    /// The count.
    pub score: &'a Score,
    /// Where the komi was taken from.
    pub komi_source: ValueSource,
    /// What the record's komi is written in, where it has one that can be read.
    pub komi_unit: Option<KomiUnit>,
    /// Whether somebody said by which ruleset.
    pub known_rules: bool,
    /// White's margin as recorded.
    pub recorded: Points,
}

/// Which passes cost a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passes {
    /// None.
    Free,
    /// Those in the record.
    Recorded,
    /// Those in the record, and those that the ruleset adds at the end.
    Completed,
}

/// Which of the enclosed points count that Japanese rules leave out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eyes {
    /// Eyes of groups in seki.
    pub seki: bool,
    /// False eyes, which have to be filled.
    pub false_eyes: bool,
}

/// What was written down once the margin was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarginNotation {
    /// The margin.
    Exactly,
    /// Half of it: zi, the Chinese unit of two points.
    InZi,
    /// The margin without its half point.
    HalfDropped,
    /// The margin, and half a point more.
    HalfAdded,
    /// One point less.
    PointDropped,
    /// The margin with the other player as the winner.
    Swapped,
}

/// How a count is carried out. The ruleset's own reckoning comes from [`CountModel::of`]; a cause changes
/// a field of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CountModel {
    /// By territory or by area.
    pub counting: Counting,
    /// Which passes cost a stone, where territory is counted.
    pub passes: Passes,
    /// Whether stones captured in play count, where territory is counted.
    pub captured: bool,
    /// Whether dead stones count as prisoners, where territory is counted.
    pub dead: bool,
    /// Stones handed over by Black and by White for irregular moves, where territory is counted.
    pub handed_over: ByColor<u32>,
    /// Whether area is counted with every stone on the board alive.
    pub all_alive: bool,
    /// White's komi.
    pub komi: Points,
    /// White's points for the handicap; `None` as the ruleset has it where area is counted, and nothing
    /// where territory is.
    pub compensation: Option<Points>,
    /// Which doubtful eyes count; `None` as the ruleset says.
    pub eyes: Option<Eyes>,
    /// The point off Black where White was the first to pass.
    pub first_pass: Points,
    /// A chain of the other status.
    pub flip: Option<StatusFlip>,
    /// What was written down.
    pub written: MarginNotation,
}

/// The points of a position by what they are, by colour.
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
        let mut enclosed = Self::default();
        for kind in kinds {
            let (points, color) = match *kind {
                PointKind::Territory(color) => (&mut enclosed.territory, color),
                PointKind::SekiEye(color) => (&mut enclosed.seki, color),
                PointKind::FalseEye(color) => (&mut enclosed.false_eyes, color),
                _ => continue,
            };
            points[color] += 1;
        }
        enclosed
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

impl MarginCase<'_> {
    /// Whether points may have been counted as zi, as by Chinese rules.
    #[must_use]
    pub fn may_be_in_zi(&self) -> bool {
        !self.known_rules || self.rules.presentation.value == Presentation::HalfCount
    }

    /// Whether the record's marks tell the dead stones.
    #[must_use]
    pub fn is_marked(&self) -> bool {
        self.dead.source == Evidence::Marked
    }

    /// White's margin as counted by the ruleset.
    #[must_use]
    pub fn counted(&self) -> Points {
        self.score.margin
    }

    /// Handicap stones, 0 or 2 and more.
    #[must_use]
    pub fn handicap(&self) -> u32 {
        self.replay.handicap.stones
    }

    /// The eyes that count by the ruleset, where the board says it and not the players' marks.
    #[must_use]
    pub fn own_eyes(&self) -> Eyes {
        let both = self.rules.seki_eyes.value;
        Eyes { seki: both, false_eyes: both || self.rules.counting.value == Counting::Stones }
    }

    /// Stones of a colour that came off the board by suicide.
    #[must_use]
    pub fn suicides(&self) -> ByColor<u32> {
        let mut stones = ByColor::default();
        for violation in &self.replay.violations {
            if let ViolationKind::Suicide(number) = violation.kind {
                stones[violation.ply.color] += number;
            }
        }
        stones
    }

    /// Passes that a second move in a row stands for, by the colour that didn't move.
    #[must_use]
    pub fn skipped_turns(&self) -> ByColor<u32> {
        let mut passes = ByColor::default();
        for violation in &self.replay.violations {
            if violation.kind == ViolationKind::OutOfTurn {
                passes[violation.ply.color.opponent()] += 1;
            }
        }
        passes
    }

    /// White's area less Black's with every stone on the board alive.
    fn area_of_all(&self) -> Points {
        let regions = Regions::new(self.grid);
        let owners: Vec<_> =
            (0..regions.points.len()).map(|region| regions.owner(region)).collect();
        let surrounds = |&region: &u16| owners.get(usize::from(region)).copied().flatten();
        let mut area = ByColor::<u32>::default();
        for (cell, region) in self.grid.cells().iter().zip(&regions.of) {
            cell.or_else(|| surrounds(region)).into_iter().for_each(|color| area[color] += 1);
        }
        area.margin()
    }

    /// The margin with a chain of another status, by the ruleset's own count.
    pub(super) fn margin_with(&self, dead: &Dead) -> Points {
        let count = Count::new(self.grid, dead, None, self.rules, TerritoryFrom::Board);
        Score::new(count, self.replay, self.rules, self.score.komi).margin
    }
}

impl CountModel {
    /// The ruleset's own.
    #[must_use]
    pub fn of(case: &MarginCase) -> Self {
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
    #[must_use]
    pub fn compensation(&self, case: &MarginCase) -> Points {
        self.compensation.unwrap_or(match self.counting {
            Counting::Territory => Points::ZERO,
            Counting::Area | Counting::Stones => case.score.compensation,
        })
    }

    /// White's margin by this reckoning, as it would be written down. `None` where it can't be: a
    /// margin that has no half point can't lose it.
    #[must_use]
    pub(super) fn margin(&self, case: &MarginCase, enclosed: &SurroundedPoints) -> Option<Points> {
        let count = &case.score.count;
        let tally = &case.replay.tally;
        let mut margin = self.komi + self.compensation(case) + self.first_pass + case.score.tax;
        if self.all_alive {
            return self.written.of(margin + case.area_of_all());
        }
        // By area every eye counts, whatever the ruleset says of territory.
        let all_eyes = self.counting == Counting::Area && !case.rules.seki_eyes.value;
        margin += match self.eyes {
            None if all_eyes && case.rules.counting.value == Counting::Territory => {
                enclosed.counted(Eyes { seki: true, false_eyes: true })
            }
            None => count.territory.margin(),
            Some(eyes) => enclosed.counted(eyes),
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
        self.written.of(margin)
    }
}

impl MarginNotation {
    fn of(self, margin: Points) -> Option<Points> {
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

    #[test]
    fn the_winner_by_a_margin() {
        assert_eq!(winner(Points::HALF), Some(Color::White));
        assert_eq!(winner(-Points::HALF), Some(Color::Black));
        assert_eq!(winner(Points::ZERO), None);
    }
}
