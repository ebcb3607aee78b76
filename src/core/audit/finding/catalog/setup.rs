//! Findings about handicap and other stones set up.

use super::{Condition, Family, FindingInfo, FindingKind as Kind, Severity};
use Severity::{Error, Note, Warning};

const ENTRY: FindingInfo = FindingInfo::new(Family::Setup);

pub(super) const ENTRIES: &[FindingInfo] = &[
    FindingInfo {
        kind: Kind::HandicapMismatch,
        severity: Warning,
        conditions: &[(Condition::StartUnknown, Error)],
        meaning: "HA doesn't agree with the handicap stones on the board.",
        reason: "Komi and compensation depend on the number. If no stones are recorded and White moves first on a 19x19 board, they are assumed on the star points, unless that makes moves illegal.",
        example: "(;HA[3]AB[dd][pp];W[dp])",
        advice: "Correct HA to the number of stones set up, or add the stones that are missing.",
        source: "FF[4], HA; A91 4",
        ..ENTRY
    },
    FindingInfo {
        kind: Kind::HandicapPlacement,
        severity: Note,
        meaning: "The handicap stones aren't where the ruleset puts them.",
        reason: "Under rules with fixed placement the game should have begun from another position.",
        example: "(;RU[AGA]HA[2]AB[dd][pp];W[dp])",
        advice: "Nothing, if free placement was agreed. The game is valid even if this was noticed late.",
        source: "A91 4; BGA 4, A.2 iv",
        ..ENTRY
    },
    FindingInfo {
        kind: Kind::MidGameSetup,
        severity: Warning,
        conditions: &[(Condition::ChangesNothing, Note), (Condition::TakesDeadStones, Note)],
        meaning: "Stones are added or removed after the first move.",
        reason: "From here on the moves don't explain the position, so prisoners, repetition and move numbers can't be followed. Stones removed after the last pass count as dead.",
        example: "(;B[dd];AW[pp];B[dp])",
        advice: "Nothing, for a correction during the game (BGA A.2 v, vi). Otherwise record it as moves.",
        source: "FF[4], Setup properties; BGA A.2 v, vi",
        ..ENTRY
    },
];
