//! Who is asked which stones are dead where neither marks nor a proof say so.

use crate::go::{Color, Grid, Points};
use crate::rules::Ruleset;
use crate::score::{Estimator, Ownership, OwnershipEstimator};

/// Who is to be asked about a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::audit) enum EstimatePolicy {
    /// Nobody.
    #[default]
    Nobody,
    /// The embedded estimator, unless an engine was given in its place: an engine is asked only about what nobody
    /// has said.
    Estimator,
    /// Whoever there is.
    Anybody,
}

/// The embedded estimator, made when it is first needed, or the judge that replaces it.
#[derive(Debug, Default)]
pub(in crate::audit) struct DeadStoneEstimators {
    /// Who is to be asked about this game.
    pub asked: EstimatePolicy,
    /// Asked in place of the estimator.
    given: Option<Box<dyn OwnershipEstimator>>,
    estimator: Option<Box<Estimator>>,
    /// The last position of this game that was judged: rulesets that are compared share its answer, so
    /// that they differ by their rules and not by the judge.
    last: Option<(Grid, Ownership)>,
}

impl DeadStoneEstimators {
    pub fn with(judge: Box<dyn OwnershipEstimator>) -> Self {
        Self { given: Some(judge), ..Self::default() }
    }

    /// Forgets the game before and says who is asked about the next.
    pub fn next_game(&mut self, asked: EstimatePolicy) {
        self.asked = asked;
        self.last = None;
    }

    /// Leaves an engine out from now on; who was asked before is returned.
    pub fn without_engine(&mut self) -> EstimatePolicy {
        let fewer = self.asked.min(EstimatePolicy::Estimator);
        std::mem::replace(&mut self.asked, fewer)
    }

    /// The judgement of a final position, by those who are asked: the given judge's, or the estimator's if
    /// `estimate` allows that; else `None`.
    pub fn ask(
        &mut self,
        grid: &Grid,
        rules: &Ruleset,
        komi: Points,
        estimate: bool,
    ) -> Option<&Ownership> {
        // Where one player has no stone there is nothing to judge.
        let has = |color| grid.cells().contains(&Some(color));
        let few = || too_few_stones(grid);
        let judge = match &mut self.given {
            _ if !has(Color::Black) || !has(Color::White) || few() => return None,
            _ if self.asked == EstimatePolicy::Nobody => return None,
            Some(_) if self.asked == EstimatePolicy::Estimator => return None,
            Some(judge) => judge.as_mut(),
            None if estimate => self.estimator.get_or_insert_default().as_mut(),
            None => return None,
        };
        if self.last.as_ref().is_none_or(|(last, _)| last != grid) {
            let (by, evidence) = (judge.name(), judge.evidence());
            let judgement = Ownership { by, evidence, owner: judge.ownership(grid, rules, komi) };
            self.last = Some((grid.clone(), judgement));
        }
        self.last.as_ref().map(|(_, judgement)| judgement)
    }
}

/// Whether fewer stones stand on a board than a line across it takes: such a game isn't finished.
pub(in crate::audit) fn too_few_stones(grid: &Grid) -> bool {
    let size = grid.size();
    let across = usize::from(size.cols().min(size.rows()));
    grid.cells().iter().flatten().count() < across
}
