//! Findings about how the game ended.

use super::{Condition, Family, FindingInfo, FindingKind as Kind, Severity};
use Severity::{Error, Note, Warning};

const ENTRY: FindingInfo = FindingInfo::new(Family::End);

pub(super) const ENTRIES: &[FindingInfo] = &[
    FindingInfo {
        kind: Kind::MissingWhitePass,
        severity: Warning,
        conditions: &[(Condition::ResultNotConfirmed, Error)],
        meaning: "Black was the last to pass, and White's last pass isn't recorded.",
        reason: "White must make the last move. Without White's pass stone, the territory count gives White one point too many and differs from the area count.",
        example: "(;RU[AGA]...;W[];B[])",
        advice: "Add White's pass: `sgf-audit fix --write --fix missing-white-pass FILE`.",
        source: "A91 11; BGA 11; B07 6",
        ..ENTRY
    },
    FindingInfo {
        kind: Kind::MissingPasses,
        severity: Warning,
        conditions: &[(Condition::PassesAreFree, Note), (Condition::NeverPasses, Note)],
        meaning: "A counted game ends with fewer than two passes.",
        reason: "Where passes cost stones, the territory count depends on who passed.",
        example: "(;RU[AGA]RE[B+3.5]...;B[aa])",
        advice: "Nothing, if the source never records passes; the count assumes that the game ended properly.",
        source: "A91 9, 11",
        ..ENTRY
    },
    FindingInfo {
        kind: Kind::UnequalMoves,
        severity: Warning,
        meaning: "Even with the missing final passes added, Black and White made different numbers of moves.",
        reason: "Area and territory scores then differ by the difference in moves. A move is missing, or a player moved twice in a row.",
        example: "(;RU[AGA]RE[B+3.5];B[pd];W[dp];W[dd];...)",
        advice: "Look for `out-of-turn` findings of the same game.",
        source: "A91 11; AS 9; BGA B",
        ..ENTRY
    },
    FindingInfo {
        kind: Kind::ExtraPass,
        severity: Note,
        meaning: "There are more passes at the end than the ruleset asks for.",
        reason: "Where passes cost stones, each costs a point.",
        example: "(;RU[Japanese];B[];W[];B[])",
        advice: "Usually nothing: some programs record an agreement as passes.",
        source: "A91 9; OVw, Rule 9",
        ..ENTRY
    },
];
