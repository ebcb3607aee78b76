//! The estimators that judge the dead stones if neither marks nor a proof do.

use crate::go::{Color, Grid, Points};
use crate::rules::Ruleset;
use crate::score::{Estimator, Ownership, OwnershipEstimator};

/// The estimators that may be asked about a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum EstimatePolicy {
    /// None.
    #[default]
    Never,
    /// The embedded estimator; none if an engine replaces it. An engine is asked only once per position, where
    /// nothing else decides.
    EstimatorOnly,
    /// The engine if there is one, else the estimator.
    Any,
}

/// The embedded estimator, created when it is first needed, or the judge that replaces it.
#[derive(Debug, Default)]
pub(crate) struct Estimators {
    /// Asked instead of the estimator.
    pub(super) judge: Option<Box<dyn OwnershipEstimator>>,
    estimator: Option<Box<Estimator>>,
}

impl Estimators {
    pub(crate) fn with_judge(judge: Box<dyn OwnershipEstimator>) -> Self {
        Self { judge: Some(judge), estimator: None }
    }

    /// Whether a judge replaces the embedded estimator.
    pub(crate) fn has_judge(&self) -> bool {
        self.judge.is_some()
    }

    /// The judge or the estimator, as the policy allows; the estimator only if `estimate` is set.
    fn get(
        &mut self,
        policy: EstimatePolicy,
        estimate: bool,
    ) -> Option<&mut dyn OwnershipEstimator> {
        match (&mut self.judge, policy) {
            (_, EstimatePolicy::Never) | (Some(_), EstimatePolicy::EstimatorOnly) => None,
            (Some(judge), EstimatePolicy::Any) => Some(judge.as_mut()),
            (None, _) if estimate => Some(self.estimator.get_or_insert_default().as_mut()),
            (None, _) => None,
        }
    }
}

/// The estimates of one game. Rulesets that are compared share the estimate of a position, so that their results differ
/// by the rules only.
pub(crate) struct GameEstimates<'a> {
    estimators: &'a mut Estimators,
    /// Whether the options allow the embedded estimator.
    estimate: bool,
    last: Option<(Grid, Ownership)>,
    /// Whether `last` is a first look only, which another one may replace.
    is_first_look: bool,
}

impl<'a> GameEstimates<'a> {
    pub(crate) fn new(estimators: &'a mut Estimators, estimate: bool) -> Self {
        Self { estimators, estimate, last: None, is_first_look: false }
    }

    /// A first estimate of a final position, which [`keep`](Self::keep) makes the only one. `None` if there is one already, if
    /// [`ask`](Self::ask) would give none, and if the judge has nothing cheaper.
    pub(crate) fn first_look(&mut self, grid: &Grid, policy: EstimatePolicy) -> Option<&Ownership> {
        if !may_be_judged(grid) || self.knows(grid) {
            return None;
        }
        let judge = self.estimators.get(policy, self.estimate)?;
        let look = judge.first_look(grid)?;
        self.is_first_look = !look.is_final;
        let answer = Ok(look.estimate);
        let look = Ownership { by: judge.name(), evidence: judge.evidence(), answer };
        Some(&self.last.insert((grid.clone(), look)).1)
    }

    /// Whether the last answer is a first look that [`ask`](Self::ask) may replace by another answer.
    pub(crate) fn may_change(&self) -> bool {
        self.is_first_look
    }

    /// Keeps the first look for every further question about the game.
    pub(crate) fn keep(&mut self) {
        self.is_first_look = false;
    }

    /// The estimate of a final position. `None` if the policy allows no estimator, if a player has no stone, and if there
    /// are too few stones.
    pub(crate) fn ask(
        &mut self,
        grid: &Grid,
        rules: &Ruleset,
        komi: Points,
        policy: EstimatePolicy,
    ) -> Option<&Ownership> {
        if !may_be_judged(grid) {
            return None;
        }
        let is_known = self.knows(grid) && !self.is_first_look;
        let judge = self.estimators.get(policy, self.estimate)?;
        if !is_known {
            let answer = judge.ownership(grid, rules, komi);
            let (by, evidence) = (judge.name(), judge.evidence());
            self.last = Some((grid.clone(), Ownership { by, evidence, answer }));
            self.is_first_look = false;
        }
        self.last.as_ref().map(|(_, judgement)| judgement)
    }

    fn knows(&self, grid: &Grid) -> bool {
        self.last.as_ref().is_some_and(|(last, _)| last == grid)
    }
}

/// Whether a final position is one that an estimator may be asked about.
fn may_be_judged(grid: &Grid) -> bool {
    let has = |color| grid.cells().contains(&Some(color));
    has(Color::Black) && has(Color::White) && !too_few_stones(grid)
}

/// Whether a board has fewer stones than a line across it would take. Such a game isn't finished.
pub(crate) fn too_few_stones(grid: &Grid) -> bool {
    let size = grid.size();
    let across = usize::from(size.cols().min(size.rows()));
    grid.cells().iter().flatten().count() < across
}
