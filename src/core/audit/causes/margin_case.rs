//! A game whose recorded margin is to be explained: `MarginCase`.

use crate::go::{ByColor, Grid, Points, Regions};
use crate::record::ValueSource;
use crate::replay::{Replay, ViolationKind};
use crate::rules::{Counting, Presentation, Ruleset};
use crate::score::{Assessment, Count, Dead, Evidence, Score};
use crate::sgf::KomiUnit;

/// A counted game whose recorded margin is another one.
#[derive(Clone, Copy)]
pub(crate) struct MarginCase<'a> {
    /// The ruleset that it was counted by.
    pub rules: &'a Ruleset,
    pub replay: &'a Replay,
    /// The final position, dead stones on it.
    pub grid: &'a Grid,
    pub dead: &'a Dead,
    /// An estimate of the chains of a marked position, if one was made.
    pub estimated: Option<&'a Assessment>,
    pub score: &'a Score,
    pub komi_source: ValueSource,
    /// The unit of the record's komi, if that can be read.
    pub komi_unit: Option<KomiUnit>,
    /// Whether the record or the caller names the ruleset.
    pub known_rules: bool,
    /// White's recorded margin.
    pub recorded: Points,
    /// Whether a server counted, by the dead stones that the players marked there.
    pub is_counted_by_server: bool,
}

/// The surrounded points that count although Japanese rules leave them out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Eyes {
    /// Eyes of groups in seki.
    pub seki: bool,
    /// False eyes, which have to be filled.
    pub false_eyes: bool,
}

impl MarginCase<'_> {
    /// Whether the margin may be in zi, as by Chinese rules.
    pub(crate) fn may_be_in_zi(&self) -> bool {
        !self.known_rules || self.rules.presentation.value == Presentation::HalfCount
    }

    /// Whether the record marks the dead stones.
    pub(crate) fn is_marked(&self) -> bool {
        self.dead.source == Evidence::Marked
    }

    /// Number of passes of each colour that end the record.
    pub(crate) fn final_passes(&self) -> ByColor<u32> {
        let (passes, last) = (self.replay.final_passes, self.replay.last_mover);
        ByColor::from_fn(|color| match last == Some(color) {
            true => passes.div_ceil(2),
            false => passes / 2,
        })
    }

    /// White's margin by the count.
    pub(crate) fn counted(&self) -> Points {
        self.score.margin
    }

    /// Number of handicap stones: 0, or at least 2.
    pub(crate) fn handicap(&self) -> u32 {
        self.replay.handicap.stones
    }

    /// The eyes that count by the ruleset where territory is taken from the board and not from marks.
    pub(crate) fn own_eyes(&self) -> Eyes {
        let both = self.rules.seki_eyes.value;
        Eyes { seki: both, false_eyes: both || self.rules.counting.value == Counting::Stones }
    }

    /// Number of stones of each colour that came off the board by suicide.
    pub(crate) fn suicides(&self) -> ByColor<u32> {
        let mut stones = ByColor::default();
        for violation in &self.replay.violations {
            if let ViolationKind::Suicide(number) = violation.kind {
                stones[violation.ply.color] += number;
            }
        }
        stones
    }

    /// Number of turns of each colour that the opponent skipped by moving twice in a row.
    pub(crate) fn skipped_turns(&self) -> ByColor<u32> {
        let mut passes = ByColor::default();
        for violation in &self.replay.violations {
            if violation.kind == ViolationKind::OutOfTurn {
                passes[violation.ply.color.opponent()] += 1;
            }
        }
        passes
    }

    /// White's area minus Black's with every stone on the board alive.
    pub(crate) fn area_of_all(&self) -> Points {
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

    /// White's margin with these stones dead, by the ruleset's own count.
    pub(crate) fn margin_with(&self, dead: &Dead) -> Points {
        let count = Count::new(self.grid, dead, self.rules);
        Score::new(count, self.replay, self.rules, self.score.komi).margin
    }
}
