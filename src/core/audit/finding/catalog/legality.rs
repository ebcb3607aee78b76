//! Findings about moves against the rules.

use super::{Condition, Family, FindingInfo, FindingKind as Kind, Severity};
use Severity::{Error, Note, Warning};

const ENTRY: FindingInfo = FindingInfo::new(Family::Legality);

pub(super) const ENTRIES: &[FindingInfo] = &[
    FindingInfo {
        kind: Kind::OccupiedPoint,
        severity: Error,
        meaning: "A stone is played on an occupied point.",
        reason: "The game can't have gone on like this: a move is missing, doubled or misread.",
        example: "(;SZ[9];B[ee];W[ee])",
        advice: "Compare with another record of the game. The replay leaves the board as it is and counts the move as a pass, with a pass stone where the ruleset asks for one.",
        source: "A91 8; BGA A.2 ii",
        ..ENTRY
    },
    FindingInfo {
        kind: Kind::OffBoard,
        severity: Error,
        meaning: "A move names a point outside the board.",
        reason: "Either the board's size or the move is wrong. Other programs drop the move or stop here.",
        example: "(;SZ[9];B[kk])",
        advice: "Check SZ first. `tt` is a pass only on boards up to 19x19. The replay counts the move as a pass.",
        source: "FF[4], Move",
        ..ENTRY
    },
    FindingInfo {
        kind: Kind::Suicide,
        severity: Error,
        conditions: &[(Condition::UnknownRuleset, Warning)],
        meaning: "A play leaves its own chain without a liberty, and the ruleset forbids that.",
        reason: "It is illegal, and programs differ in what they do with the stones.",
        example: "(;SZ[5]AW[ba][ab];B[aa])",
        advice: "Check the ruleset and the preceding moves. New Zealand and Tromp-Taylor rules allow suicide, Ing rules allow it for two or more stones. The replay removes the stones as the opponent's prisoners.",
        source: "A91 5; BGA 5.2, 8.1 i; OVw, Suicide",
        ..ENTRY
    },
    FindingInfo {
        kind: Kind::Ko,
        severity: Error,
        conditions: &[(Condition::NotPlay, Note)],
        meaning: "A ko is retaken immediately.",
        reason: "It is illegal under every ruleset; usually a move or a pass is missing before it.",
        example: "(;SZ[5]AB[ba][ab][cb][bc]AW[ca][db][cc];W[bb];B[cb])",
        advice: "Look for a missing exchange. The replay plays the move.",
        source: "A91 6; BGA 6.1",
        ..ENTRY
    },
    FindingInfo {
        kind: Kind::Superko,
        severity: Error,
        conditions: &[(Condition::UnknownRuleset, Warning), (Condition::NotPlay, Note)],
        meaning: "A play recreates an earlier position of the whole board that the ruleset forbids.",
        reason: "The play is illegal. Typical cases are triple ko, eternal life, and sending two stones and returning one.",
        example: "(;RU[AGA]...) where a triple ko goes on",
        advice: "Check which superko rule applied: positional, situational and natural situational superko differ. The replay plays the move.",
        source: "A91 6; BGA 6.2",
        ..ENTRY
    },
    FindingInfo {
        kind: Kind::Repetition,
        severity: Warning,
        conditions: &[(Condition::NotPlay, Note)],
        meaning: "A play recreates an earlier position of the whole board, which the ruleset doesn't forbid.",
        reason: "Under Japanese rules the game has no result if neither player gives way; under Korean rules it is a draw or has no result.",
        example: "(;RU[Japanese]...) with a triple ko",
        advice: "Check the result. It should be Void if the players agreed on no result, or 0 for a draw under Korean rules.",
        source: "OVw, Repetition; Comparison Table; OVg, Korean rules",
        ..ENTRY
    },
    FindingInfo {
        kind: Kind::OutOfTurn,
        severity: Error,
        conditions: &[(Condition::NotPlay, Note)],
        meaning: "A player moves twice in a row, or the wrong player moves first.",
        reason: "A move or a pass is missing, or the colours are wrong. From here on the move numbers are wrong.",
        example: "(;B[pd];B[dp])",
        advice: "Insert the missing move or pass. Handicap stones played as moves need HA.",
        source: "A91 2; BGA 2, A.1 i",
        ..ENTRY
    },
    FindingInfo {
        kind: Kind::PlayAfterEnd,
        severity: Warning,
        conditions: &[(Condition::CleanUpPhase, Note), (Condition::NotPlay, Note)],
        meaning: "Play goes on after the game has ended.",
        reason: "Under this ruleset, the moves after the end can't belong to the game. Often they are analysis.",
        example: "(;RU[Tromp-Taylor];B[pd];W[];B[];W[dp])",
        advice: "Make the continuation a variation, or check the ruleset: under most, play may resume.",
        source: "OVw, Rule 9",
        ..ENTRY
    },
];
