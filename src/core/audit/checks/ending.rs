//! The last passes of a game (A91 9 to 11).

use crate::audit::finding::{Condition, Finding, FindingKind, FindingList};
use crate::go::{ByColor, Color};
use crate::named::named;
use crate::record::{ChosenRules, Ending, ValueSource};
use crate::replay::Replay;
use crate::rules::Ruleset;
use crate::score::completed_passes;
use crate::sgf::{ROOT, Span};

named! {
    /// Whether White's last pass is recorded.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum WhiteLastPass {
        /// White passed last.
        Ok = "ok",
        /// Black passed last, and White's pass should follow.
        Missing = "missing",
        /// The ruleset doesn't ask for it, or the game ended in another way.
        NotNeeded = "not-needed",
    }
}

/// Checks the passes at the end of a game. `margin_recorded`: whether a margin, or a draw, is recorded. Findings
/// about a game without moves are at its root. Returns whether White's last pass is recorded, `None` if the record
/// has too few passes to say. [`report_white_pass`] reports one that isn't.
pub(crate) fn check(
    replay: &Replay,
    chosen: &ChosenRules,
    ending: Ending,
    margin_recorded: bool,
    root: Span,
    findings: &mut FindingList,
) -> Option<WhiteLastPass> {
    let rules = &chosen.rules;
    let white_last = rules.white_last.value && is_asked_for(chosen);
    if !ending.is_counted() || !white_last && !margin_recorded {
        return Some(WhiteLastPass::NotNeeded);
    }
    let last_span = replay.last_ply.map_or(root, |ply| ply.span);
    let at_last = |kind, message: String| {
        let finding = Finding::new(kind, last_span, message);
        match &replay.last_ply {
            Some(ply) => finding.at_move(ply),
            None => finding.at_node(ROOT),
        }
    };
    let ended = replay.final_passes >= 2;
    if !ended && margin_recorded {
        let passes = if replay.final_passes == 0 { "no pass" } else { "one pass" };
        let message = format!("a margin is recorded, but {passes} ends the game");
        let finding = at_last(FindingKind::MissingPasses, message);
        findings.push(finding.when(harmless_without_passes(replay, chosen)));
    }
    if !white_last {
        return Some(WhiteLastPass::NotNeeded);
    }
    let missing = ended && completed_passes(replay, rules) != ByColor::default();
    if margin_recorded || ended {
        check_equal_moves(replay, rules, at_last, findings);
    }
    match (ended, missing) {
        (false, _) => None,
        (true, false) => Some(WhiteLastPass::Ok),
        (true, true) => Some(WhiteLastPass::Missing),
    }
}

/// Whether somebody names the ruleset: the record, the caller or an event. A ruleset that is only likely asks for nothing.
fn is_asked_for(chosen: &ChosenRules) -> bool {
    chosen.source.is_stated() || chosen.source == ValueSource::Default && !chosen.likely
}

/// `missing-white-pass`: an error where the recorded result is in doubt, since it may rest on the count without that
/// pass.
pub(crate) fn report_white_pass(
    replay: &Replay,
    chosen: &ChosenRules,
    in_doubt: bool,
    findings: &mut FindingList,
) {
    let Some(last) = &replay.last_ply else { return };
    let message =
        "White's last pass is missing, so the territory count gives White one point too many";
    let changes_result = in_doubt && chosen.source.is_stated();
    let finding = Finding::new(FindingKind::MissingWhitePass, last.span, message).at_move(last);
    let finding = finding.rule(chosen.rules.white_last.source);
    findings.push(finding.when(changes_result.then_some(Condition::ResultNotConfirmed)));
}

/// The condition that makes missing passes harmless, if one holds.
fn harmless_without_passes(replay: &Replay, chosen: &ChosenRules) -> Option<Condition> {
    if !chosen.rules.pass_stones.value {
        return Some(Condition::PassesAreFree);
    }
    // If a source never records passes, their absence means nothing.
    let never = replay.tally.passes == ByColor::default() && !chosen.source.is_stated();
    never.then_some(Condition::NeverPasses)
}

/// `unequal-moves`: the players made different numbers of moves.
fn check_equal_moves(
    replay: &Replay,
    rules: &Ruleset,
    at_last: impl Fn(FindingKind, String) -> Finding,
    findings: &mut FindingList,
) {
    // The moves before a position that was set up aren't known.
    if replay.is_set_up() || replay.moves == 0 {
        return;
    }
    let added = completed_passes(replay, rules);
    let handicap = u32::from(replay.handicap.stones >= 2);
    let black = replay.tally.moves(Color::Black) + added.black + handicap;
    let white = replay.tally.moves(Color::White) + added.white;
    if black != white {
        let handicap = if handicap > 0 { ", the handicap stones counted as one" } else { "" };
        let message = format!(
            "Black made {black} moves in all and White {white}{handicap}: area and territory \
             differ by {}",
            black.abs_diff(white)
        );
        findings.push(at_last(FindingKind::UnequalMoves, message).rule(rules.white_last.source));
    }
}
