//! Findings about what cleaners of game records reject.

use super::{Family, FindingInfo, FindingKind as Kind, Severity};
use Severity::Note;

const ENTRY: FindingInfo = FindingInfo::new(Family::Cleaning);

pub(super) const ENTRIES: &[FindingInfo] = &[
    FindingInfo {
        kind: Kind::EarlyPass,
        severity: Note,
        meaning: "A player passes in the first moves (up to move 50 on 19x19, 22 on 9x9), and play goes on.",
        reason: "The pass may be a program's or a handicap's; after one as the first move the colours may be swapped. Games with a setup or handicap moves don't have the finding.",
        example: "(;B[];W[pd];B[dp]...)",
        advice: "Leave the game out of training data, or read the colours as swapped.",
        source: "KataGo, writetrainingdata.cpp: MovesSemiEarlyPass; startposes.cpp: -flip-if-pass",
        ..ENTRY
    },
    FindingInfo {
        kind: Kind::UnusualLength,
        severity: Note,
        meaning: "A game between two named players has a result after very few moves, or a game has very many.",
        reason: "With fewer moves than 15 and an eighth of the board's points (60 on 19x19, without final passes) a game was hardly played, or its record is cut off. With more than 40 and one and a half times the points (581 on 19x19) it wasn't played by people, or several records are in one.",
        example: "(;PB[a]PW[b]RE[B+R];B[pd];W[dp])",
        advice: "Leave the game out of statistics.",
        source: "KataGo, writetrainingdata.cpp: MovesTooShort, MovesTooManyMoves",
        ..ENTRY
    },
    FindingInfo {
        kind: Kind::RisingClock,
        severity: Note,
        meaning: "A player's clock (BL, WL) shows more time than after the player's move before, though no overtime has begun and no time is added for moves.",
        reason: "A move was taken back, a player was given time, or there were several sittings.",
        example: "(;TM[600];B[pd]BL[580];W[dp];B[dd]BL[590])",
        advice: "Don't use this game's times per move.",
        source: "FF[4], BL, OB",
        ..ENTRY
    },
    FindingInfo {
        kind: Kind::ClockAboveLimit,
        severity: Note,
        meaning: "A player's clock (BL, WL) shows more than the main time (TM), and more than a period of overtime.",
        reason: "TM isn't the time that the players had, or the clocks are in another unit.",
        example: "(;TM[600];B[pd]BL[1180])",
        advice: "Don't class this game by its time limit.",
        source: "FF[4], TM, BL",
        ..ENTRY
    },
    FindingInfo {
        kind: Kind::OneStoneHandicap,
        severity: Note,
        meaning: "HA is 1, and no stone is placed before the first move.",
        reason: "A handicap has 2 stones or more. Servers write HA[1] where Black begins and komi is half a point.",
        example: "(;HA[1]KM[6.5];B[pd]...)",
        advice: "Go by the komi; remove HA.",
        source: "FF[4], HA; KataGo, writetrainingdata.cpp: GameHandicap1MismatchKomi",
        ..ENTRY
    },
    FindingInfo {
        kind: Kind::ZeroKomi,
        severity: Note,
        meaning: "Fox wrote KM[0] in an even game.",
        reason: "Fox writes it whatever the komi was; under Japanese rules it was 6.5.",
        example: "(;KM[0]HA[0]RU[Japanese]AP[foxwq]...)",
        advice: "Take the komi of the ruleset.",
        source: "KataGo, writetrainingdata.cpp: komi of data source fox",
        ..ENTRY
    },
];
