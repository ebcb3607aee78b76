//! `impossible-margin`: a recorded margin that the komi can't give.

use crate::audit::finding::{FindingKind, FindingList};
use crate::go::{Points, Size};
use crate::record::NodeSpan;
use crate::rules::{Counting, FirstPass, Ruleset};
use crate::sgf::Outcome;

/// Reports a recorded margin that the komi can't give. Points on the board are whole, so a margin has the fraction of
/// the komi and of the button. No more than two points can be won per point of the board, by a stone that dies there.
pub(crate) fn check(
    outcome: Outcome,
    at: NodeSpan,
    komi: Option<Points>,
    rules: &Ruleset,
    size: Size,
    findings: &mut FindingList,
) {
    let Some(margin) = outcome.white_margin() else { return };
    let most = Points::whole(2 * size.area() as i64) + komi.unwrap_or_default().abs();
    if margin.abs() > most {
        let message = format!("no {} game can end with {outcome}", size.by());
        findings.push(at.finding(FindingKind::ImpossibleMargin, message));
        return;
    }
    let Some(komi) = komi.filter(|&komi| contradicts(outcome, komi, rules)) else { return };
    let message =
        format!("{outcome} is impossible with komi {komi}: points on the board are whole");
    findings.push(at.finding(FindingKind::ImpossibleMargin, message));
}

/// Whether the recorded margin has another fraction than this komi gives.
pub(crate) fn contradicts(outcome: Outcome, komi: Points, rules: &Ruleset) -> bool {
    let by_area = rules.counting.value != Counting::Territory;
    let button = by_area && rules.first_pass.value == FirstPass::Button;
    let given = if button { komi + Points::HALF } else { komi };
    outcome.white_margin().is_some_and(|margin| (margin - given).fraction() != 0)
}
