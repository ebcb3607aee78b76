//! Findings about the recorded result.

use super::{Condition, Family, FindingInfo, FindingKind as Kind, Severity};
use Severity::{Error, Note, Warning};

const ENTRY: FindingInfo = FindingInfo::new(Family::Result);

/// Doubts about the count that make a wrong result only a warning.
const OPEN_QUESTIONS: &[(Condition, Severity)] = &[
    (Condition::DeadStonesJudged, Warning),
    (Condition::RightByOtherRuleset, Warning),
    (Condition::UnknownRuleset, Warning),
    (Condition::FourPasses, Warning),
    (Condition::HandicapInDoubt, Warning),
    (Condition::RightWithoutMarks, Warning),
    (Condition::RightByArea, Warning),
    (Condition::PrisonersUnknown, Warning),
    (Condition::KomiUnknown, Warning),
    (Condition::PenaltyMentioned, Warning),
    (Condition::PlayAfterEnd, Warning),
];

pub(super) const ENTRIES: &[FindingInfo] = &[
    FindingInfo {
        kind: Kind::WrongWinner,
        severity: Error,
        conditions: OPEN_QUESTIONS,
        meaning: "By the count, the other player won, or the game was drawn.",
        reason: "The result or the record is wrong.",
        example: "(;RE[W+0.5]...) where Black has half a point more",
        advice: "Check the count item by item: `sgf-audit score FILE`.",
        source: "A91 12; BGA 12.3",
        ..ENTRY
    },
    FindingInfo {
        kind: Kind::WrongMargin,
        severity: Error,
        conditions: OPEN_QUESTIONS,
        meaning: "By the count, the recorded winner won by another margin.",
        reason: "The game was miscounted, or counted under another ruleset.",
        example: "(;RE[W+3.5]...) where White has 2.5 points more",
        advice: "Check the count item by item: `sgf-audit score FILE`.",
        source: "A91 12; BGA 12.3",
        ..ENTRY
    },
    FindingInfo {
        kind: Kind::MissingResult,
        severity: Note,
        meaning: "No result is recorded.",
        reason: "The result can't be checked or used in statistics.",
        example: "(;PB[a]PW[b];B[pd])",
        advice: "Add RE; `?` says that it isn't known.",
        source: "FF[4], RE",
        ..ENTRY
    },
    FindingInfo {
        kind: Kind::MalformedResult,
        severity: Warning,
        meaning: "The result isn't written in a form that FF[4] allows.",
        reason: "Other programs don't understand it or misread it.",
        example: "(;RE[Black wins by resignation])",
        advice: "Write it as FF[4] does: `B+R`, `W+3.5`, `0`, `Void`, `?`.",
        source: "FF[4], RE",
        ..ENTRY
    },
    FindingInfo {
        kind: Kind::ImpossibleMargin,
        severity: Warning,
        meaning: "The recorded margin is impossible with the recorded komi.",
        reason: "With a half-point komi every margin has half a point, and none exceeds two points per point of the board.",
        example: "(;KM[6.5]RE[W+3])",
        advice: "Find out the komi, or whether the half point was left out of the margin.",
        source: "A91 3; BGA B, corollary 2",
        ..ENTRY
    },
    FindingInfo {
        kind: Kind::UnusualKomi,
        severity: Warning,
        conditions: &[(Condition::KomiInPoints, Note)],
        meaning: "The komi isn't in points, or is very unusual.",
        reason: "Fox and Tygem write hundredths (650 is 6.5 points), others zi (3.75 is 7.5 points). If it gives the recorded result as points, it is read as points.",
        example: "(;KM[375])",
        advice: "Write the komi in points. The count already uses the komi in points.",
        source: "FF[4], KM",
        ..ENTRY
    },
    FindingInfo {
        kind: Kind::ResultContradictsEnd,
        severity: Warning,
        conditions: &[
            (Condition::ResignedAfterPasses, Note),
            (Condition::ResignedAfterMoving, Note),
            (Condition::PassAddedOnTime, Note),
            (Condition::EndMayBeMissing, Note),
        ],
        meaning: "The result doesn't fit the end of the record.",
        reason: "A player can't lose on time while the opponent's clock is running, or resign by moving, and a half-empty board can't be counted. Either the result or the end of the record is wrong.",
        example: "(;RE[W+T]...;W[dd];B[pd])",
        advice: "Compare with another record of the game.",
        source: "the clock runs for the player to move; A91 9: two passes end the game",
        ..ENTRY
    },
    FindingInfo {
        kind: Kind::WrongMarks,
        severity: Warning,
        meaning: "The territory marks treat a living chain as dead or a dead one as alive, or leave out points that are clearly territory.",
        reason: "A proof, the recorded result, neighbouring marks or a confident estimate shows it. If the marks leave out territory, it is taken from the board.",
        example: "(;RE[W+4.5]...;W[]TB[aa]) where a dead stone in Black's territory isn't marked",
        advice: "Look at the chain (`sgf-audit score FILE`) and correct its marks.",
        source: "A91 9; FF[4], TB and TW",
        ..ENTRY
    },
    FindingInfo {
        kind: Kind::Undecided,
        severity: Note,
        meaning: "The game was scored, but the record doesn't say enough to check the result.",
        reason: "The message gives the reason: docs/undecided.md.",
        example: "(;RE[B+3.5]...) without TB and TW",
        advice: "Look at the points named in the message (`sgf-audit score FILE`). An engine (`--engine`) can decide what the estimator leaves open.",
        source: "A91 9",
        ..ENTRY
    },
    FindingInfo {
        kind: Kind::UnknownRuleset,
        severity: Note,
        meaning: "RU names no known ruleset.",
        reason: "The game is judged by the default ruleset (`--default-rules`) instead.",
        example: "(;RU[Pair go])",
        advice: "Name the ruleset with `--rules`.",
        source: "FF[4], RU",
        ..ENTRY
    },
];
