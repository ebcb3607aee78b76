//! The estimators that judge the dead stones where neither marks nor a proof do: `DeadStoneEstimators`.

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

/// The embedded estimator, made when it is first needed, or the judge that replaces it.
#[derive(Debug, Default)]
pub(crate) struct DeadStoneEstimators {
    /// The policy for this game.
    pub policy: EstimatePolicy,
    /// Asked instead of the estimator.
    judge: Option<Box<dyn OwnershipEstimator>>,
    estimator: Option<Box<Estimator>>,
    /// The last position of this game that was judged. Rulesets that are compared share the judgement, so
    /// that their results differ by the rules and not by the judge.
    last: Option<(Grid, Ownership)>,
}

impl DeadStoneEstimators {
    pub fn with_judge(judge: Box<dyn OwnershipEstimator>) -> Self {
        Self { judge: Some(judge), ..Self::default() }
    }

    /// Forgets the game before. Nothing is asked about the next one until a policy allows it.
    pub fn begin_game(&mut self) {
        self.policy = EstimatePolicy::Never;
        self.last = None;
    }

    /// The judgement of a final position, by the judge or the estimator as the policy allows; the estimator only
    /// if `estimate` is set. `None` without one, and where a player has no stone or there are too few.
    pub fn ask(
        &mut self,
        grid: &Grid,
        rules: &Ruleset,
        komi: Points,
        estimate: bool,
    ) -> Option<&Ownership> {
        let has = |color| grid.cells().contains(&Some(color));
        if !has(Color::Black) || !has(Color::White) || too_few_stones(grid) {
            return None;
        }
        let judge = match (&mut self.judge, self.policy) {
            (_, EstimatePolicy::Never) | (Some(_), EstimatePolicy::EstimatorOnly) => return None,
            (Some(judge), EstimatePolicy::Any) => judge.as_mut(),
            (None, _) if estimate => self.estimator.get_or_insert_default().as_mut(),
            (None, _) => return None,
        };
        if self.last.as_ref().is_none_or(|(last, _)| last != grid) {
            let (by, evidence) = (judge.name(), judge.evidence());
            let judgement = Ownership { by, evidence, answer: judge.ownership(grid, rules, komi) };
            self.last = Some((grid.clone(), judgement));
        }
        self.last.as_ref().map(|(_, judgement)| judgement)
    }
}

/// Whether a board has fewer stones than a line across it would take. Such a game isn't finished.
pub(crate) fn too_few_stones(grid: &Grid) -> bool {
    let size = grid.size();
    let across = usize::from(size.cols().min(size.rows()));
    grid.cells().iter().flatten().count() < across
}
