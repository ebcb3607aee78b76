//! How a game ended (A91 9 to 11).

use crate::audit::finding::FindingKind;
use crate::audit::finding::FindingList;
use crate::audit::finding::{Finding, Severity};
use crate::go::Color;
use crate::replay::{Replay, ViolationKind};
use crate::rules::{LongCycle, Ruleset};
use crate::score::completed_passes;
use crate::sgf::{Outcome, ROOT, Span, WinBy};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By passes in a row.
    Passes,
    /// By resignation.
    Resignation,
    /// On time.
    Time,
    /// By forfeit, or off the board in another way: both players may have lost.
    Forfeit,
    /// Without a result.
    Void,
    /// In a draw, by a position that recurred.
    Repetition,
    /// It didn't.
    Unfinished,
    /// The record doesn't say.
    Unknown,
}

impl Ending {
    /// The word that reports use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Passes => "passes",
            Self::Resignation => "resignation",
            Self::Time => "time",
            Self::Forfeit => "forfeit",
            Self::Void => "void",
            Self::Repetition => "repetition",
            Self::Unfinished => "unfinished",
            Self::Unknown => "unknown",
        }
    }

    /// The ending that result and passes tell.
    #[must_use]
    pub fn of(outcome: Outcome, replay: &Replay, rules: &Ruleset) -> Self {
        match outcome {
            Outcome::Draw if drawn_by_repetition(replay, rules) => Self::Repetition,
            Outcome::Win(_, WinBy::Resignation) => Self::Resignation,
            Outcome::Win(_, WinBy::Time) => Self::Time,
            Outcome::Win(_, WinBy::Forfeit) | Outcome::BothLose => Self::Forfeit,
            Outcome::Void => Self::Void,
            _ if replay.final_passes >= 2 => Self::Passes,
            Outcome::Unknown => Self::Unfinished,
            _ => Self::Unknown,
        }
    }

    /// Whether the board was to be counted, as far as anybody says.
    #[must_use]
    pub const fn is_counted(self) -> bool {
        matches!(self, Self::Passes | Self::Unknown)
    }
}

/// Whether the last move recreated a position, under a ruleset where that may end the game.
fn drawn_by_repetition(replay: &Replay, rules: &Ruleset) -> bool {
    let last = || replay.violations.iter().filter(|violation| violation.ply.number == replay.moves);
    match rules.long_cycle.value {
        LongCycle::NoResult | LongCycle::DrawOrNoResult => {
            last().any(|last| matches!(last.kind, ViolationKind::Repetition { .. }))
        }
        LongCycle::ForbiddenOrDraw => {
            last().any(|last| matches!(last.kind, ViolationKind::Superko { .. }))
        }
        LongCycle::Forbidden | LongCycle::PlayOn | LongCycle::Ing => false,
    }
}

/// Whether White's last pass is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhiteLastPass {
    /// White passed last.
    Ok,
    /// Black passed last, and White's pass should follow.
    Missing,
    /// The ruleset doesn't ask for it, or the game didn't come to it.
    NotNeeded,
}

impl WhiteLastPass {
    /// The word that reports use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Missing => "missing",
            Self::NotNeeded => "not-needed",
        }
    }
}

/// DeadStoneEstimators the end of a game. `counted` says whether a margin (or a draw) is recorded. The second part
/// is `None` where the record has too few passes to say. A game without moves has its findings at
/// its root.
pub(in crate::audit) fn judge(
    replay: &Replay,
    rules: &Ruleset,
    ending: Ending,
    counted: bool,
    ruleset_is_known: bool,
    root: Span,
    findings: &mut FindingList,
) -> Option<WhiteLastPass> {
    if !ending.is_counted() || !rules.white_last.value && !counted {
        return Some(WhiteLastPass::NotNeeded);
    }
    let last_span = replay.last_ply.map_or(root, |ply| ply.span);
    let at_last = |name, message: String| {
        let finding = Finding::new(name, last_span, message);
        match &replay.last_ply {
            Some(ply) => finding.at_move(ply),
            None => finding.at_node(ROOT),
        }
    };
    let passes = replay.final_passes;
    let mut white_last = None;
    if passes < 2 {
        if counted {
            let never = replay.tally.passes == [0, 0];
            // A source that never records passes says nothing by leaving them out.
            let matters = rules.pass_stones.value && (!never || ruleset_is_known);
            let severity = if matters { Severity::Warning } else { Severity::Info };
            let found = match passes {
                0 => "no pass ends the game",
                _ => "one pass ends the game",
            };
            let message = findings.wording().of(|| format!("a margin is recorded, but {found}"));
            findings.push(at_last(FindingKind::MissingPasses, message).severity(severity));
        }
    } else if rules.white_last.value {
        white_last = Some(WhiteLastPass::Ok);
        if completed_passes(replay, rules) != [0, 0] {
            white_last = Some(WhiteLastPass::Missing);
            let message = "Black passes last and White's last pass isn't recorded: by territory, \
                           one point too many for White";
            let finding = at_last(FindingKind::MissingWhitePass, message.to_owned());
            // Where the record doesn't name its rules, nobody says that White had to.
            let severity = if ruleset_is_known { Severity::Error } else { Severity::Warning };
            findings.push(finding.rule(rules.white_last.source).severity(severity));
        }
    }
    if !rules.white_last.value {
        return Some(WhiteLastPass::NotNeeded);
    }
    if counted || passes >= 2 {
        unequal_moves(replay, rules, at_last, findings);
    }
    white_last
}

fn unequal_moves(
    replay: &Replay,
    rules: &Ruleset,
    at_last: impl Fn(FindingKind, String) -> Finding,
    findings: &mut FindingList,
) {
    // A position that was set up says nothing about moves before it.
    if replay.is_set_up() || replay.moves == 0 {
        return;
    }
    let added = completed_passes(replay, rules);
    let handicap = u32::from(replay.handicap.stones >= 2);
    let black = replay.tally.moves(Color::Black) + added.black + handicap;
    let white = replay.tally.moves(Color::White) + added.white;
    if black != white {
        let handicap = if handicap > 0 { ", the handicap counted as one" } else { "" };
        let message = format!(
            "Black made {black} moves in all and White {white}{handicap}: area and territory \
             differ by {}",
            black.abs_diff(white)
        );
        findings.push(at_last(FindingKind::UnequalMoves, message).rule(rules.white_last.source));
    }
}
