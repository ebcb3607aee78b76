//! Finds the causes that give a recorded margin, and whether one of them is likely.

use super::catalog::{CAUSES, WITHOUT_EVIDENCE};
use super::count_model::{CountModel, SurroundedPoints};
use super::explanation::{MarginExplanation, Step, report};
use super::margin_case::MarginCase;
use crate::go::Points;

/// Minimum share of all explanations, a plain slip of the pen included, that a likely cause has.
const MIN_LIKELY: f32 = 0.5;

/// The causes that give exactly the recorded margin, the most probable first; `None` if there are none.
pub(crate) fn explain(case: &MarginCase) -> Option<MarginExplanation> {
    let surrounded = SurroundedPoints::new(case);
    let own = CountModel::new(case);
    let mut fitting: Vec<(f32, Step)> = Vec::new();
    for cause in CAUSES {
        let changes = (cause.changes)(case, &surrounded);
        let share = 1.0 / changes.len().max(1) as f32;
        for change in changes {
            let mut model = own;
            change.apply(&mut model);
            if model.margin(case, &surrounded) == Some(case.recorded) {
                let supported = (cause.has_evidence)(case, change);
                let prior = if supported { cause.prior } else { WITHOUT_EVIDENCE.min(cause.prior) };
                fitting.push((prior * share, Step { cause, change }));
            }
        }
    }
    fitting.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let most = fitting.first()?.0;
    let all: f32 = fitting.iter().map(|(weight, _)| weight).sum();
    let likely = most >= MIN_LIKELY * (all + slip(case.recorded - case.counted()));
    let steps: Vec<Step> = fitting.into_iter().map(|(_, step)| step).collect();
    Some(MarginExplanation { likely, ..report(case, &surrounded, &steps) })
}

/// The probability that a slip of the pen changes a margin by this much: mostly by a point or two, seldom by more than ten.
fn slip(difference: Points) -> f32 {
    match difference.abs().as_hundredths() {
        hundredths if hundredths % 100 != 0 => 0.01,
        0..=100 => 0.175,
        101..=200 => 0.075,
        201..=300 => 0.05,
        301..=500 => 0.035,
        501..=900 => 0.03,
        901..=1000 => 0.01,
        _ => 0.002,
    }
}
