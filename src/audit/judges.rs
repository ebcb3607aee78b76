//! Who is asked which stones are dead where neither marks nor a proof say so.

use crate::go::{Color, Grid, Points};
use crate::rules::Ruleset;
use crate::score::{Estimator, Judge, Judgement};

/// The embedded estimator, made when it is first needed, or the judge that replaces it.
#[derive(Debug, Default)]
pub(super) struct Judges {
    /// Whether anybody is to be asked about this game.
    pub wanted: bool,
    /// Asked in place of the estimator.
    given: Option<Box<dyn Judge>>,
    estimator: Option<Box<Estimator>>,
    /// The last position of this game that was judged: rulesets that are compared share its answer, so
    /// that they differ by their rules and not by the judge.
    last: Option<(Grid, Judgement)>,
}

impl Judges {
    pub fn with(judge: Box<dyn Judge>) -> Self {
        Self { given: Some(judge), ..Self::default() }
    }

    /// Forgets the game before.
    pub fn next_game(&mut self) {
        self.last = None;
    }

    /// The estimator's opinion of a position whose dead stones are marked, where no engine was given: an
    /// engine is asked only about what nobody has said.
    pub fn second_opinion(
        &mut self,
        grid: &Grid,
        rules: &Ruleset,
        komi: Points,
        estimate: bool,
    ) -> Option<&Judgement> {
        if self.given.is_some() { None } else { self.ask(grid, rules, komi, estimate) }
    }

    /// The judgement of a final position, where it is wanted: the given judge's, or the estimator's if
    /// `estimate` allows that; else `None`.
    pub fn ask(
        &mut self,
        grid: &Grid,
        rules: &Ruleset,
        komi: Points,
        estimate: bool,
    ) -> Option<&Judgement> {
        // Where one player has no stone there is nothing to judge.
        let has = |color| grid.cells().contains(&Some(color));
        let few = || are_few(grid);
        let judge = match &mut self.given {
            _ if !self.wanted || !has(Color::Black) || !has(Color::White) || few() => return None,
            Some(judge) => judge.as_mut(),
            None if estimate => self.estimator.get_or_insert_default().as_mut(),
            None => return None,
        };
        if self.last.as_ref().is_none_or(|(last, _)| last != grid) {
            let (by, evidence) = (judge.name(), judge.evidence());
            let judgement = Judgement { by, evidence, owner: judge.ownership(grid, rules, komi) };
            self.last = Some((grid.clone(), judgement));
        }
        self.last.as_ref().map(|(_, judgement)| judgement)
    }
}

/// Whether fewer stones stand on a board than a line across it takes: such a game isn't finished.
pub(super) fn are_few(grid: &Grid) -> bool {
    let size = grid.size();
    let across = usize::from(size.cols().min(size.rows()));
    grid.cells().iter().flatten().count() < across
}
