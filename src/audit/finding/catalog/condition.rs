//! The circumstances that change the severity of a finding.

macro_rules! conditions {
    ($($variant:ident = $description:literal)*) => {
        /// A circumstance that changes the severity of a finding.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Condition {
            $(
                #[doc = $description]
                $variant,
            )*
        }

        impl Condition {
            /// When the condition holds, as a clause.
            pub const fn description(self) -> &'static str {
                match self {
                    $(Self::$variant => $description),*
                }
            }
        }
    };
}

conditions! {
    UnknownRuleset = "the record names a ruleset that isn't known"
    NotPlay = "the move is in a variation, or in a study: a record with variations or a position set up, but without a result and the names of both players"
    ResultNotConfirmed = "the recorded result is wrong or can't be checked, and the record or `--rules` names the ruleset"
    CleanUpPhase = "KataGo wrote the record, and play goes on to take dead stones"
    PassesAreFree = "passes cost nothing under the ruleset"
    NeverPasses = "the record has no pass at all, and no ruleset is named"
    ChangesNothing = "the setup changes no point"
    TakesDeadStones = "stones are only taken off, after the last pass"
    DamagesPlay = "the bytes are in a move, the setup, the board's size, the handicap, the komi or the result"
    KomiInPoints = "the komi is in points, and only its number is unusual"
    ResignedAfterPasses = "the loser resigned after the passes that end the game"
    ResignedAfterMoving = "the loser resigned after a move of their own"
    PassAddedOnTime = "the second of two passes may be one that the server added for the player whose time ran out"
    EndMayBeMissing = "a margin is recorded for an unfinished board, so the end of the record may be missing"
    OnlyEndOfFileMark = "the text is DOS's end-of-file mark"
    OnlyParentheses = "the text is nothing but closing parentheses"
    ReadAsProperty = "it is read as a property, since the game lacks it otherwise"
    LosesMoves = "the text holds moves"
    LiteralNewlines = "line breaks are written as `\\r` and `\\n`"
    NotAnSgfFile = "the file is in another format than SGF"
    OnlyAscii = "all characters are ASCII, so nothing is misread"
    ReadAnyway = "the value is written in another way, but its meaning is clear"
    BoardNotAffected = "neither the board nor the moves depend on the value"
    Resignation = "the move says that the player resigns"
    UnusualDate = "the date has another usual form, a part 00, or a day of a lunar calendar"
    UnusualRectangle = "the rectangle of points is written in an unusual way"
    DeadStonesJudged = "the dead stones are an estimate or an engine's judgement"
    RightByOtherRuleset = "the record names no ruleset, and the result is right under another one"
    FourPasses = "four passes say that all stones are alive, which the players may have agreed otherwise"
    StartUnknown = "White moves first on an empty board, and no usual placement of the stones fits the moves"
    HandicapInDoubt = "the stated handicap isn't the number of stones, and the ruleset compensates for it"
    RightWithoutMarks = "the result is right if the marks are ignored"
    RightByArea = "the result is right by area, which players by AGA rules may agree to count"
    PrisonersUnknown = "setup during the game leaves the number of prisoners unknown"
    KomiUnknown = "the komi isn't recorded"
    PlayAfterEnd = "play goes on after the end of the game"
}
