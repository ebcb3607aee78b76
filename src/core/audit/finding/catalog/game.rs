//! Findings about the game: its moves, end, setup and result, and what cleaners of records reject.

use super::{Condition, FindingInfo, Severity, entries};

/// Doubts about the count that make a wrong result only a warning.
const OPEN_QUESTIONS: &[(Condition, Severity)] = &[
    (Condition::DeadStonesJudged, Severity::Warning),
    (Condition::RightByOtherRuleset, Severity::Warning),
    (Condition::UnknownRuleset, Severity::Warning),
    (Condition::HandicapInDoubt, Severity::Warning),
    (Condition::RightWithoutMarks, Severity::Warning),
    (Condition::RightByArea, Severity::Warning),
    (Condition::PrisonersUnknown, Severity::Warning),
    (Condition::KomiUnknown, Severity::Warning),
    (Condition::PlayAfterEnd, Severity::Warning),
];

/// Findings about moves against the rules.
pub(super) const LEGALITY: &[FindingInfo] = entries! { Legality:
    OccupiedPoint: Error
        meaning: "A stone is played on an occupied point."
        reason: "The game can't have gone on like this: a move is missing, doubled or misread."
        example: "(;SZ[9];B[ee];W[ee])"
        advice: "Compare with another record of the game. The replay leaves the board as it is and counts the move as a pass, with a pass stone where the ruleset asks for one."
        source: "A91 8; BGA A.2 ii"
    OffBoard: Error
        meaning: "A move names a point outside the board."
        reason: "Either the board's size or the move is wrong. Other programs drop the move or stop here."
        example: "(;SZ[9];B[kk])"
        advice: "Check SZ first. `tt` is a pass only on boards up to 19x19. The replay counts the move as a pass."
        source: "FF[4], Move"
    Suicide: Error [UnknownRuleset => Warning, NoRuleset => Note]
        meaning: "A play leaves its own chain without a liberty, and the ruleset forbids that."
        reason: "It is illegal, and programs differ in what they do with the stones."
        example: "(;SZ[5]AW[ba][ab];B[aa])"
        advice: "Check the ruleset and the preceding moves. New Zealand and Tromp-Taylor rules allow suicide, Ing rules allow it for two or more stones. The replay removes the stones as the opponent's prisoners."
        source: "A91 5; BGA 5.2, 8.1 i; WIK, Suicide"
    Ko: Error [NotPlay => Note]
        meaning: "A ko is retaken immediately."
        reason: "It is illegal under every ruleset; usually a move or a pass is missing before it."
        example: "(;SZ[5]AB[ba][ab][cb][bc]AW[ca][db][cc];W[bb];B[cb])"
        advice: "Look for a missing exchange. The replay plays the move."
        source: "A91 6; BGA 6.1"
    Superko: Error [UnknownRuleset => Warning, NoRuleset => Warning, NotPlay => Note]
        meaning: "A play recreates an earlier position of the whole board that the ruleset forbids."
        reason: "The play is illegal. Typical cases are triple ko, eternal life, and sending two stones and returning one."
        example: "(;RU[AGA]...) where a triple ko goes on"
        advice: "Check which superko rule applied: positional, situational and natural situational superko differ. The replay plays the move."
        source: "A91 6; BGA 6.2"
    Repetition: Warning [NotPlay => Note]
        meaning: "A play recreates an earlier position of the whole board, which the ruleset doesn't forbid."
        reason: "Under Japanese rules the game has no result if neither player gives way; under Korean rules it is a draw or has no result."
        example: "(;RU[Japanese]...) with a triple ko"
        advice: "Check the result. It should be Void if the players agreed on no result, or 0 for a draw under Korean rules."
        source: "WIK, Repetition; Comparison Table; GRO, Korean rules"
    OutOfTurn: Error [NotPlay => Note]
        meaning: "A player moves twice in a row, or the wrong player moves first."
        reason: "A move or a pass is missing, or the colours are wrong. From here on the move numbers are wrong."
        example: "(;B[pd];B[dp])"
        advice: "Insert the missing move or pass. Handicap stones played as moves need HA."
        source: "A91 2; BGA 2, A.1 i"
    PlayAfterEnd: Warning [CleanUpPhase => Note, NotPlay => Note]
        meaning: "Play goes on after the game has ended."
        reason: "Under this ruleset, the moves after the end can't belong to the game. Often they are analysis."
        example: "(;RU[Tromp-Taylor];B[pd];W[];B[];W[dp])"
        advice: "Make the continuation a variation, or check the ruleset: under most, play may resume."
        source: "WIK, Rule 9"
};

/// Findings about how the game ended.
pub(super) const ENDING: &[FindingInfo] = entries! { End:
    MissingWhitePass: Warning [ResultNotConfirmed => Error]
        meaning: "Black was the last to pass, and White's last pass isn't recorded."
        reason: "White must make the last move. Without White's pass stone, the territory count gives White one point too many and differs from the area count."
        example: "(;RU[AGA]...;W[];B[])"
        advice: "Add White's pass: `sgf-audit fix --write --fix missing-white-pass FILE`."
        source: "A91 11; BGA 11; B07 6"
    MissingPasses: Warning [PassesAreFree => Note, NeverPasses => Note]
        meaning: "A counted game ends with fewer than two passes."
        reason: "Where passes cost stones, the territory count depends on who passed."
        example: "(;RU[AGA]RE[B+3.5]...;B[aa])"
        advice: "Nothing, if the source never records passes; the count assumes that the game ended properly."
        source: "A91 9, 11"
    UnequalMoves: Warning
        meaning: "Even with the missing final passes added, Black and White made different numbers of moves."
        reason: "Area and territory scores then differ by the difference in moves. A move is missing, or a player moved twice in a row."
        example: "(;RU[AGA]RE[B+3.5];B[pd];W[dp];W[dd];...)"
        advice: "Look for `out-of-turn` findings of the same game."
        source: "A91 11; AS 9; BGA B"
    ExtraPass: Note
        meaning: "There are more passes at the end than the ruleset asks for."
        reason: "Where passes cost stones, each costs a point."
        example: "(;RU[Japanese];B[];W[];B[])"
        advice: "Usually nothing: some programs record an agreement as passes."
        source: "A91 9; WIK, Rule 9"
};

/// Findings about handicap and other stones set up.
pub(super) const SETUP: &[FindingInfo] = entries! { Setup:
    HandicapMismatch: Warning [StartUnknown => Error]
        meaning: "HA doesn't agree with the handicap stones on the board."
        reason: "Komi and compensation depend on the number. If no stones are recorded and White moves first on a 19x19 board, they are assumed on the star points, unless that makes moves illegal."
        example: "(;HA[3]AB[dd][pp];W[dp])"
        advice: "Correct HA to the number of stones set up, or add the stones that are missing."
        source: "FF[4], HA; A91 4"
    HandicapPlacement: Note
        meaning: "The handicap stones aren't where the ruleset puts them."
        reason: "Under rules with fixed placement the game should have begun from another position."
        example: "(;RU[AGA]HA[2]AB[dd][pp];W[dp])"
        advice: "Nothing, if free placement was agreed. The game is valid even if this was noticed late."
        source: "A91 4; BGA 4, A.2 iv"
    MidGameSetup: Warning [ChangesNothing => Note, TakesDeadStones => Note]
        meaning: "Stones are added or removed after the first move."
        reason: "From here on the moves don't explain the position, so prisoners, repetition and move numbers can't be followed. Stones removed after the last pass count as dead."
        example: "(;B[dd];AW[pp];B[dp])"
        advice: "Nothing, for a correction during the game (BGA A.2 v, vi). Otherwise record it as moves."
        source: "FF[4], Setup properties; BGA A.2 v, vi"
};

pub(super) const RESULT: &[FindingInfo] = entries! { Result:
    WrongWinner: Error by OPEN_QUESTIONS
        meaning: "By the count, the other player won, or the game was drawn."
        reason: "The result or the record is wrong."
        example: "(;RE[W+0.5]...) where Black has half a point more"
        advice: "Check the count item by item: `sgf-audit score FILE`."
        source: "A91 12; BGA 12.3"
    WrongMargin: Error by OPEN_QUESTIONS
        meaning: "By the count, the recorded winner won by another margin."
        reason: "The game was miscounted, or counted under another ruleset."
        example: "(;RE[W+3.5]...) where White has 2.5 points more"
        advice: "Check the count item by item: `sgf-audit score FILE`."
        source: "A91 12; BGA 12.3"
    MissingResult: Note
        meaning: "No result is recorded."
        reason: "The result can't be checked or used in statistics."
        example: "(;PB[a]PW[b];B[pd])"
        advice: "Add RE; `?` says that it isn't known."
        source: "FF[4], RE"
    MalformedResult: Warning
        meaning: "The result isn't written in a form that FF[4] allows."
        reason: "Other programs don't understand it or misread it."
        example: "(;RE[Black wins by resignation])"
        advice: "Write it as FF[4] does: `B+R`, `W+3.5`, `0`, `Void`, `?`."
        source: "FF[4], RE"
    ImpossibleMargin: Warning
        meaning: "The recorded margin is impossible with the recorded komi."
        reason: "With a half-point komi every margin has half a point, and none exceeds two points per point of the board."
        example: "(;KM[6.5]RE[W+3])"
        advice: "Find out the komi, or whether the half point was left out of the margin."
        source: "A91 3; BGA B, corollary 2"
    UnusualKomi: Warning [KomiInPoints => Note]
        meaning: "The komi isn't in points, or is very unusual."
        reason: "Fox and Tygem write hundredths (650 is 6.5 points), others zi (3.75 is 7.5 points). If it gives the recorded result as points, it is read as points."
        example: "(;KM[375])"
        advice: "Write the komi in points. The count already uses the komi in points."
        source: "FF[4], KM"
    ResultContradictsEnd: Warning [ResignedAfterPasses => Note, ResignedAfterMoving => Note, PassAddedOnTime => Note, EndMayBeMissing => Note]
        meaning: "The result doesn't fit the end of the record."
        reason: "A player can't lose on time while the opponent's clock is running, or resign by moving, and a half-empty board can't be counted. Either the result or the end of the record is wrong."
        example: "(;RE[W+T]...;W[dd];B[pd])"
        advice: "Compare with another record of the game."
        source: "the clock runs for the player to move; A91 9: two passes end the game"
    WrongMarks: Warning
        meaning: "The territory marks treat a living chain as dead or a dead one as alive, or leave out points that are clearly territory."
        reason: "A proof, the recorded result, neighbouring marks or a confident estimate shows it. If the marks leave out territory, it is taken from the board."
        example: "(;RE[W+4.5]...;W[]TB[aa]) where a dead stone in Black's territory isn't marked"
        advice: "Look at the chain (`sgf-audit score FILE`) and correct its marks."
        source: "A91 9; FF[4], TB and TW"
    Undecided: Note
        meaning: "The game was scored, but the record doesn't say enough to check the result."
        reason: "The message gives the reason: docs/undecided.md."
        example: "(;RE[B+3.5]...) without TB and TW"
        advice: "Look at the points named in the message (`sgf-audit score FILE`). An engine (`--engine`) can decide what the estimator leaves open."
        source: "A91 9"
    UnknownRuleset: Note
        meaning: "RU names no known ruleset."
        reason: "The game is judged by the default ruleset (`--default-rules`) instead."
        example: "(;RU[Pair go])"
        advice: "Name the ruleset with `--rules`."
        source: "FF[4], RU"
};

/// Findings about what cleaners of game records reject.
pub(super) const CLEANING: &[FindingInfo] = entries! { Cleaning:
    EarlyPass: Note
        meaning: "A player passes in the first moves (up to move 50 on 19x19, 22 on 9x9), and play goes on."
        reason: "The pass may be a program's or a handicap's; after one as the first move the colours may be swapped. Games with a setup or handicap moves don't have the finding."
        example: "(;B[];W[pd];B[dp]...)"
        advice: "Leave the game out of training data, or read the colours as swapped."
        source: "KataGo, writetrainingdata.cpp: MovesSemiEarlyPass; startposes.cpp: -flip-if-pass"
    UnusualLength: Note
        meaning: "A game between two named players has a result after very few moves, or a game has very many."
        reason: "With fewer moves than 15 and an eighth of the board's points (60 on 19x19, without final passes) a game was hardly played, or its record is cut off. With more than 40 and one and a half times the points (581 on 19x19) it wasn't played by people, or several records are in one."
        example: "(;PB[a]PW[b]RE[B+R];B[pd];W[dp])"
        advice: "Leave the game out of statistics."
        source: "KataGo, writetrainingdata.cpp: MovesTooShort, MovesTooManyMoves"
    RisingClock: Note
        meaning: "A player's clock (BL, WL) shows more time than after the player's move before, though no overtime has begun and no time is added for moves."
        reason: "A move was taken back, a player was given time, or there were several sittings."
        example: "(;TM[600];B[pd]BL[580];W[dp];B[dd]BL[590])"
        advice: "Don't use this game's times per move."
        source: "FF[4], BL, OB"
    ClockAboveLimit: Note
        meaning: "A player's clock (BL, WL) shows more than the main time (TM), and more than a period of overtime."
        reason: "TM isn't the time that the players had, or the clocks are in another unit."
        example: "(;TM[600];B[pd]BL[1180])"
        advice: "Don't class this game by its time limit."
        source: "FF[4], TM, BL"
    OneStoneHandicap: Note
        meaning: "HA is 1, and no stone is placed before the first move."
        reason: "A handicap has 2 stones or more. Servers write HA[1] where Black begins and komi is half a point."
        example: "(;HA[1]KM[6.5];B[pd]...)"
        advice: "Go by the komi; remove HA."
        source: "FF[4], HA; KataGo, writetrainingdata.cpp: GameHandicap1MismatchKomi"
    ZeroKomi: Note
        meaning: "Fox wrote KM[0] in an even game."
        reason: "Fox writes it whatever the komi was; under Japanese rules it was 6.5."
        example: "(;KM[0]HA[0]RU[Japanese]AP[foxwq]...)"
        advice: "Take the komi of the ruleset."
        source: "KataGo, writetrainingdata.cpp: komi of data source fox"
};
