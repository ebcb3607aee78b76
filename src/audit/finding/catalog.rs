//! The catalogue of findings: an entry per kind with its name, family, severity and the conditions that
//! change it, meaning, reason, example, advice, source, and the files that raise it.
//!
//! `explain`, `docs/findings.md` and the reports are generated from it.

use super::severity::Severity;
use Severity::{Error, Note, Warning};

/// A family of findings: what they are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// Moves against the rules.
    Legality,
    /// How the game ended.
    End,
    /// Handicap and other stones set up.
    Setup,
    /// The recorded result.
    Result,
    /// The format of the file.
    Format,
    /// Its characters.
    Encoding,
}

impl Family {
    /// All families in the order of the documentation.
    pub const ALL: [Self; 6] =
        [Self::Legality, Self::End, Self::Setup, Self::Result, Self::Format, Self::Encoding];

    /// The word that tables use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Legality => "legality",
            Self::End => "end",
            Self::Setup => "setup",
            Self::Result => "result",
            Self::Format => "format",
            Self::Encoding => "encoding",
        }
    }

    /// The heading in the documentation.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Legality => "Legality",
            Self::End => "The end of the game",
            Self::Setup => "Setup and handicap",
            Self::Result => "The result",
            Self::Format => "The format",
            Self::Encoding => "Characters",
        }
    }
}

/// An entry of the catalogue.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FindingInfo {
    /// The kebab-case name, which never changes.
    pub name: &'static str,
    /// The family.
    pub family: Family,
    /// The severity where none of the conditions holds.
    pub severity: Severity,
    /// Conditions under which the severity is another one.
    pub(crate) conditions: &'static [(Condition, Severity)],
    /// The source files that raise the finding, relative to `src/`.
    pub raised_in: &'static [&'static str],
    /// What it means.
    pub meaning: &'static str,
    /// Why it matters.
    pub reason: &'static str,
    /// A record, or a part of one, that has it.
    pub example: &'static str,
    /// What to do about it.
    pub advice: &'static str,
    /// Document and paragraph of the rule. Where a ruleset has a rule of its own, the finding carries that one.
    pub source: &'static str,
}

impl FindingInfo {
    /// The severity under a condition that the entry lists; without an entry the usual one.
    pub(crate) fn severity_when(&self, condition: Condition) -> Severity {
        let listed = self.conditions.iter().find(|&&(listed, _)| listed == condition);
        debug_assert!(listed.is_some(), "{} has no {condition:?}", self.name);
        listed.map_or(self.severity, |&(_, severity)| severity)
    }

    /// The conditions under which the severity is another one, each with its description.
    pub fn severity_conditions(&self) -> impl Iterator<Item = (&'static str, Severity)> {
        self.conditions.iter().map(|&(condition, severity)| (condition.description(), severity))
    }
}

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
    ResultNotConfirmed = "the recorded result is wrong or can't be checked, and the record or the caller names the ruleset"
    CleanUpPhase = "KataGo wrote the record, and play goes on to take dead stones"
    PassesAreFree = "passes cost nothing under the ruleset"
    NeverPasses = "the record has no pass at all, and no ruleset is named"
    ChangesNothing = "the setup changes no point"
    TakesDeadStones = "stones are only taken off, after the last pass"
    DamagesPlay = "the bytes stand in a move, the setup, the board's size, the handicap, the komi or the result"
    KomiInPoints = "the komi is in points, and only its number is unusual"
    ResignedAfterPasses = "the loser resigned after the passes that end the game"
    ResignedAfterMoving = "the loser resigned after a move of their own"
    PassAddedOnTime = "the second of two passes may be one that the server added for the player whose time ran out"
    EndMayBeMissing = "a margin is recorded and the board lies open, so the end of the record may be missing"
    OnlyEndOfFileMark = "the text is DOS's end-of-file mark"
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
    RightByOtherRuleset = "the record names no ruleset, and the result is right by another one"
    FourPasses = "four passes say that all stones are alive, which the players may have agreed otherwise"
    HandicapInDoubt = "the stated handicap isn't the number of stones, and the ruleset compensates for it"
    RightWithoutMarks = "the result is right where the marks are left aside"
    RightByArea = "the result is right by area, which players by AGA rules may agree to count"
    PrisonersUnknown = "setup during the game leaves the number of prisoners unknown"
    KomiUnknown = "the komi isn't recorded"
    PlayAfterEnd = "play goes on after the end of the game"
}

macro_rules! catalog {
    ($($variant:ident = $name:literal, $family:ident, $severity:ident {
        $(unless: [$($condition:ident => $other:ident),+],)?
        raised_in: [$($file:literal),+],
        meaning: $meaning:literal,
        reason: $reason:literal,
        example: $example:literal,
        advice: $advice:literal,
        source: $source:literal,
    })*) => {
        /// The kind of a finding, and the key of its entry in the catalogue.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[allow(rustdoc::broken_intra_doc_links, reason = "`FF[4]` in a meaning is no link")]
        pub enum FindingKind {
            $(
                #[doc = $meaning]
                $variant,
            )*
        }

        impl FindingKind {
            /// All kinds, in the order of the documentation.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The entry of the catalogue.
            #[must_use]
            pub fn info(self) -> &'static FindingInfo {
                static ENTRIES: &[FindingInfo] = &[$(FindingInfo {
                    name: $name,
                    family: Family::$family,
                    severity: $severity,
                    conditions: &[$($((Condition::$condition, $other)),+)?],
                    raised_in: &[$($file),+],
                    meaning: $meaning,
                    reason: $reason,
                    example: $example,
                    advice: $advice,
                    source: $source,
                }),*];
                &ENTRIES[self as usize]
            }
        }
    };
}

impl FindingKind {
    /// The kebab-case name that people write and reports carry.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.info().name
    }

    /// Whether it says that the recorded result is wrong, which is what most people want to know first.
    #[must_use]
    pub const fn is_wrong_result(self) -> bool {
        matches!(self, Self::WrongWinner | Self::WrongMargin)
    }

    /// The kind with this name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|known| known.as_str() == name)
    }
}

catalog! {
    OccupiedPoint = "occupied-point", Legality, Error {
        raised_in: ["audit/checks/legality.rs"],
        meaning: "A stone is played on a point that already has one.",
        reason: "The game can't have gone on like this: a move is missing, doubled or misread.",
        example: "(;SZ[9];B[ee];W[ee])",
        advice: "Compare with another record of the game. The replay leaves the board as it is and counts the move as a pass with its pass stone.",
        source: "A91 8; BGA A.2 ii",
    }
    OffBoard = "off-board", Legality, Error {
        raised_in: ["audit/checks/legality.rs"],
        meaning: "A move names a point outside the board.",
        reason: "Either the size is wrong or the move is; other programs drop it or stop here.",
        example: "(;SZ[9];B[kk])",
        advice: "Check SZ first. `tt` is a pass only on boards up to 19x19. The replay counts the move as a pass.",
        source: "FF[4], Move",
    }
    Suicide = "suicide", Legality, Error {
        unless: [UnknownRuleset => Warning],
        raised_in: ["audit/checks/legality.rs"],
        meaning: "A play leaves its own chain without a liberty, and the ruleset forbids that.",
        reason: "It is illegal, and programs differ in what they do with the stones.",
        example: "(;SZ[5]AW[ba][ab];B[aa])",
        advice: "Check the ruleset and the moves before. New Zealand and Tromp-Taylor rules allow suicide, Ing rules allow it for two or more stones. The replay removes the stones as the opponent's prisoners.",
        source: "A91 5; BGA 5.2, 8.1 i; OVw, Suicide",
    }
    Ko = "ko", Legality, Error {
        raised_in: ["audit/checks/legality.rs"],
        meaning: "A ko is retaken immediately.",
        reason: "It is illegal under every ruleset; usually a move or a pass is missing before it.",
        example: "(;SZ[5]AB[ba][ab][cb][bc]AW[ca][db][cc];W[bb];B[cb])",
        advice: "Look for a missing exchange. The replay plays the move.",
        source: "A91 6; BGA 6.1",
    }
    Superko = "superko", Legality, Error {
        unless: [UnknownRuleset => Warning],
        raised_in: ["audit/checks/legality.rs"],
        meaning: "A play recreates an earlier position of the whole board that the ruleset forbids.",
        reason: "The play is illegal, and the game should have gone another way (triple ko, eternal life, sending two and returning one).",
        example: "(;RU[AGA]...) where a triple ko goes on",
        advice: "Check which superko rule applied: positional, situational and natural situational superko differ. The replay plays the move.",
        source: "A91 6; BGA 6.2",
    }
    Repetition = "repetition", Legality, Warning {
        raised_in: ["audit/checks/legality.rs"],
        meaning: "A play recreates an earlier position of the whole board, which the ruleset doesn't forbid.",
        reason: "Under Japanese rules the game has no result if neither player gives way; under Korean rules it is a draw or has no result.",
        example: "(;RU[Japanese]...) with a triple ko",
        advice: "Check the result. It should be Void if the players agreed on no result, or 0 for a draw under Korean rules.",
        source: "OVw, Repetition; Comparison Table; OVg, Korean rules",
    }
    OutOfTurn = "out-of-turn", Legality, Error {
        raised_in: ["audit/checks/legality.rs"],
        meaning: "A player moves twice in a row, or the wrong player moves first.",
        reason: "A move or a pass is missing, or the colours are wrong. The number of moves is wrong from here on.",
        example: "(;B[pd];B[dp])",
        advice: "Insert the missing move or pass. Handicap stones played as moves need HA.",
        source: "A91 2; BGA 2, A.1 i",
    }
    PlayAfterEnd = "play-after-end", Legality, Warning {
        unless: [CleanUpPhase => Note],
        raised_in: ["audit/checks/legality.rs"],
        meaning: "Play goes on after the game has ended.",
        reason: "What follows can't belong to the game under this ruleset. Often it is analysis.",
        example: "(;RU[Japanese];B[pd];W[];B[];W[dp])",
        advice: "Make the continuation a variation, or check the ruleset: AGA rules allow play to resume.",
        source: "OVw, Rule 9",
    }
    MissingWhitePass = "missing-white-pass", End, Warning {
        unless: [ResultNotConfirmed => Error],
        raised_in: ["audit/checks/ending.rs"],
        meaning: "Black was the last to pass, and White's last pass isn't recorded.",
        reason: "White must make the last move. Without White's pass stone the territory count is one point too good for White and differs from the area count. Where the recorded result is confirmed all the same, nothing depends on it.",
        example: "(;RU[AGA]...;W[];B[])",
        advice: "Add White's pass: `sgf-audit fix --write --fix missing-white-pass FILE`.",
        source: "A91 11; BGA 11; B07 6",
    }
    MissingPasses = "missing-passes", End, Warning {
        unless: [PassesAreFree => Note, NeverPasses => Note],
        raised_in: ["audit/checks/ending.rs"],
        meaning: "A counted game ends with fewer than two passes.",
        reason: "Where passes cost stones, the territory count depends on who passed. Where passes are free, or a record without a known ruleset has no pass at all, this is only a note.",
        example: "(;RU[AGA]RE[B+3.5]...;B[aa])",
        advice: "Nothing, if the source never records passes; the count assumes that the game ended properly.",
        source: "A91 9, 11",
    }
    UnequalMoves = "unequal-moves", End, Warning {
        raised_in: ["audit/checks/ending.rs"],
        meaning: "Even with the missing final passes added, Black and White made different numbers of moves.",
        reason: "Area and territory scores then differ by as many points. A move is missing, or a player moved twice in a row.",
        example: "(;RU[AGA]RE[B+3.5];B[pd];W[dp];W[dd];...)",
        advice: "Look for `out-of-turn` findings of the same game.",
        source: "A91 11; AS 9; BGA B",
    }
    ExtraPass = "extra-pass", End, Note {
        raised_in: ["audit/checks/legality.rs"],
        meaning: "There are more passes at the end than the ruleset asks for.",
        reason: "Where passes cost stones, each costs a point.",
        example: "(;RU[Japanese];B[];W[];B[])",
        advice: "Usually nothing: some programs record an agreement as passes.",
        source: "A91 9; OVw, Rule 9",
    }
    HandicapMismatch = "handicap-mismatch", Setup, Warning {
        raised_in: ["audit/checks/handicap.rs"],
        meaning: "HA doesn't agree with the handicap stones on the board.",
        reason: "Komi and the compensation for handicap stones depend on their number. If none are recorded and White moves first on a 19x19 board, they are assumed on the star points, unless that makes moves illegal.",
        example: "(;HA[3]AB[dd][pp];W[dp])",
        advice: "Correct HA to the number of stones set up, or add the stones that are missing.",
        source: "FF[4], HA; A91 4",
    }
    HandicapPlacement = "handicap-placement", Setup, Note {
        raised_in: ["audit/checks/handicap.rs"],
        meaning: "The handicap stones aren't where the ruleset puts them.",
        reason: "Under rules with fixed placement the game should have begun from another position.",
        example: "(;RU[AGA]HA[2]AB[dd][pp];W[dp])",
        advice: "Nothing, if free placement was agreed. A game in which this was noticed late is valid.",
        source: "A91 4; BGA 4, A.2 iv",
    }
    MidGameSetup = "mid-game-setup", Setup, Warning {
        unless: [ChangesNothing => Note, TakesDeadStones => Note],
        raised_in: ["audit/checks/legality.rs"],
        meaning: "Stones are added or removed after the first move.",
        reason: "From here on the moves don't explain the position: prisoners, repetition and the number of moves can't be followed. Setup that changes nothing is only a note, and so is the removal of stones after the last pass: these count as dead stones.",
        example: "(;B[dd];AW[pp];B[dp])",
        advice: "Nothing, for a correction during the game (BGA A.2 v, vi). Otherwise record it as moves.",
        source: "FF[4], Setup properties; BGA A.2 v, vi",
    }
    WrongWinner = "wrong-winner", Result, Error {
        unless: [DeadStonesJudged => Warning, RightByOtherRuleset => Warning, UnknownRuleset => Warning, FourPasses => Warning, HandicapInDoubt => Warning, RightWithoutMarks => Warning, RightByArea => Warning, PrisonersUnknown => Warning, KomiUnknown => Warning, PlayAfterEnd => Warning],
        raised_in: ["audit/recount/verdict_detail.rs"],
        meaning: "By the count, the other player won, or the game was drawn.",
        reason: "The result or the record is wrong. It is a warning where the dead stones are an estimate or an engine's judgement, and where the record leaves in doubt what was counted (docs/dead-stones.md).",
        example: "(;RE[W+0.5]...) where Black has half a point more",
        advice: "Check the count item by item: `sgf-audit score FILE`.",
        source: "A91 12; BGA 12.3",
    }
    WrongMargin = "wrong-margin", Result, Error {
        unless: [DeadStonesJudged => Warning, RightByOtherRuleset => Warning, UnknownRuleset => Warning, FourPasses => Warning, HandicapInDoubt => Warning, RightWithoutMarks => Warning, RightByArea => Warning, PrisonersUnknown => Warning, KomiUnknown => Warning, PlayAfterEnd => Warning],
        raised_in: ["audit/recount/verdict_detail.rs"],
        meaning: "By the count, the recorded winner won by another margin.",
        reason: "The game was miscounted, or counted under another ruleset. It is a warning where the dead stones are an estimate or an engine's judgement, and where the record leaves in doubt what was counted (docs/dead-stones.md).",
        example: "(;RE[W+3.5]...) where White has 2.5 points more",
        advice: "Check the count item by item: `sgf-audit score FILE`.",
        source: "A91 12; BGA 12.3",
    }
    MissingResult = "missing-result", Result, Note {
        raised_in: ["audit/recount/verdict_detail.rs"],
        meaning: "No result is recorded.",
        reason: "The game can't be audited or used in statistics.",
        example: "(;PB[a]PW[b];B[pd])",
        advice: "Add RE; `?` says that it isn't known.",
        source: "FF[4], RE",
    }
    MalformedResult = "malformed-result", Result, Warning {
        raised_in: ["audit/checks/header.rs"],
        meaning: "The result isn't written in a form that FF[4] knows.",
        reason: "Other programs don't understand it or misread it.",
        example: "(;RE[Black wins by resignation])",
        advice: "Write it as FF[4] does: `B+R`, `W+3.5`, `0`, `Void`, `?`.",
        source: "FF[4], RE",
    }
    ImpossibleMargin = "impossible-margin", Result, Warning {
        raised_in: ["audit/checks/margin.rs"],
        meaning: "The komi can't give the recorded margin.",
        reason: "With a half-point komi every margin has half a point, and a margin can't exceed two points per point of the board. The komi or the result is wrong.",
        example: "(;KM[6.5]RE[W+3])",
        advice: "Find out the komi, or whether the half point was left out of the margin.",
        source: "A91 3; BGA B, corollary 2",
    }
    UnusualKomi = "unusual-komi", Result, Warning {
        unless: [KomiInPoints => Note],
        raised_in: ["audit/checks/header.rs"],
        meaning: "The komi isn't in points, or is very unusual.",
        reason: "Fox and Tygem write hundredths (650 is 6.5 points), others write zi (3.75 is 7.5 points). Read as points it makes every count wrong. If the number as it stands gives the recorded result, it is accepted.",
        example: "(;KM[375])",
        advice: "Write it in points. The count already uses what it must mean.",
        source: "FF[4], KM",
    }
    ResultContradictsEnd = "result-contradicts-end", Result, Warning {
        unless: [ResignedAfterPasses => Note, ResignedAfterMoving => Note, PassAddedOnTime => Note, EndMayBeMissing => Note],
        raised_in: ["audit/checks/result_vs_ending.rs"],
        meaning: "The result doesn't fit the end of the record.",
        reason: "A player can't lose on time while the opponent's clock is running, or resign by moving, and a half-empty board can't be counted. The result is wrong, or the end of the record is. Possible but odd cases are only notes: a resignation after the final passes or after one's own move, and a margin on an open board, where the end of the record may be missing.",
        example: "(;RE[W+T]...;W[dd];B[pd])",
        advice: "Compare with another record of the game.",
        source: "the clock runs for the player to move; A91 9: two passes end the game",
    }
    WrongMarks = "wrong-marks", Result, Warning {
        raised_in: ["audit/checks/marks.rs"],
        meaning: "The territory marks treat a living chain as dead or a dead one as alive, or leave out points that are clearly territory.",
        reason: "The count relies on the marks. A proof, the recorded result, neighbouring marks or a confident estimate shows that the wrong stones were marked, or some were forgotten. If marks leave out points, territory is taken from the board.",
        example: "(;RE[W+4.5]...;W[]TB[aa]) where a dead stone in Black's territory isn't marked",
        advice: "Look at the chain (`sgf-audit score FILE`) and correct its marks.",
        source: "A91 9; FF[4], TB and TW",
    }
    Undecided = "undecided", Result, Note {
        raised_in: ["audit/recount/verdict_detail.rs"],
        meaning: "The game was scored, but the record doesn't say enough to check the result.",
        reason: "Either it isn't known which stones were dead, or points are marked for both players, or the board isn't finished. Or the count differs from the recorded result, but komi, handicap stones or final passes aren't recorded, so the result can't be called wrong. The message gives the reason.",
        example: "(;RE[B+3.5]...) without TB and TW",
        advice: "Look at the points named in the message (`sgf-audit score FILE`). An engine (`--engine`) can decide what the estimator leaves open.",
        source: "A91 9",
    }
    UnknownRuleset = "unknown-ruleset", Result, Note {
        raised_in: ["audit/checks/rules_choice.rs"],
        meaning: "RU names no known ruleset.",
        reason: "The game is judged by the default ruleset (`--default-rules`) instead.",
        example: "(;RU[Pair go])",
        advice: "Name the ruleset with `--rules`.",
        source: "FF[4], RU",
    }
    NotSgf = "not-sgf", Format, Error {
        raised_in: ["audit/file.rs"],
        meaning: "The file holds no game tree: it is empty, a text, a picture, a document, a program or other data.",
        reason: "Nothing in it was audited.",
        example: "Hello",
        advice: "Check what the file is.",
        source: "FF[4], EBNF",
    }
    OtherGame = "other-game", Format, Note {
        raised_in: ["audit/checks/header.rs"],
        meaning: "The record is of another game than Go: GM isn't 1, or there is none and Little Golem's event names another game.",
        reason: "It is skipped.",
        example: "(;GM[4]SZ[15];B[hh])",
        advice: "Nothing.",
        source: "FF[4], GM",
    }
    UnclosedTree = "unclosed-tree", Format, Error {
        raised_in: ["audit/checks/syntax.rs"],
        meaning: "A closing `)` is missing.",
        reason: "The record may be cut off; some programs refuse it.",
        example: "(;B[pd];W[dp]",
        advice: "Compare with the source. If nothing is missing, add the parenthesis: `sgf-audit fix --fix unclosed-tree FILE`.",
        source: "FF[4], EBNF",
    }
    UnclosedValue = "unclosed-value", Format, Error {
        raised_in: ["audit/checks/syntax.rs"],
        meaning: "A closing `]` is missing.",
        reason: "Everything up to the next bracket is read as one value.",
        example: "(;C[hello;B[pd])",
        advice: "Close the value.",
        source: "FF[4], EBNF",
    }
    TextOutsideTree = "text-outside-tree", Format, Warning {
        unless: [OnlyEndOfFileMark => Note, LosesMoves => Error],
        raised_in: ["audit/checks/syntax.rs"],
        meaning: "There is text before, between or after the game trees.",
        reason: "Programs that rewrite the file lose it. If it contains moves, these aren't read, and it is an error.",
        example: "From: igs (;B[pd])",
        advice: "Move it into a comment, or remove it.",
        source: "FF[4], EBNF",
    }
    Junk = "junk", Format, Error {
        unless: [LiteralNewlines => Warning, NotAnSgfFile => Warning],
        raised_in: ["audit/checks/syntax.rs", "audit/file.rs"],
        meaning: "Characters in the game tree belong to no property.",
        reason: "Programs stop here or skip different amounts. Two cases are warnings: an invalid line in a format other than SGF, and line breaks written as `\\r\\n`, which remain when a record is taken out of JSON without decoding it.",
        example: "(;B[pd]*;W[dp])",
        advice: "Remove them, or find the value that they belong to.",
        source: "FF[4], EBNF",
    }
    UnescapedBracket = "unescaped-bracket", Format, Error {
        raised_in: ["audit/checks/syntax.rs"],
        meaning: "A `]` inside text isn't written as `\\]`.",
        reason: "Other programs end the text there and lose the rest.",
        example: "(;C[player [5d]: hi];B[pd])",
        advice: "Escape it with a backslash. The whole text is read.",
        source: "FF[4], Text",
    }
    ValueWithoutProperty = "value-without-property", Format, Error {
        raised_in: ["audit/checks/syntax.rs"],
        meaning: "A value has no identifier before it.",
        reason: "Its meaning is unknown, so it is skipped.",
        example: "(;[pd])",
        advice: "Add the identifier, or remove the value.",
        source: "FF[4], EBNF",
    }
    PropertyWithoutValue = "property-without-value", Format, Error {
        raised_in: ["audit/checks/syntax.rs"],
        meaning: "An identifier has no value after it.",
        reason: "It is skipped.",
        example: "(;KO;B[pd])",
        advice: "Write `KO[]` for a property without content.",
        source: "FF[4], EBNF",
    }
    MissingNode = "missing-node", Format, Error {
        raised_in: ["audit/checks/syntax.rs"],
        meaning: "The `;` that begins a node, or the `(` or `(;` that begins a game, is missing.",
        reason: "Programs drop the property or the whole tree.",
        example: "(B[pd];W[dp])",
        advice: "Add the `;`, the `(` or both.",
        source: "FF[4], EBNF",
    }
    EmptyVariation = "empty-variation", Format, Warning {
        raised_in: ["audit/checks/syntax.rs"],
        meaning: "A variation has no node.",
        reason: "It means nothing, and some programs stop there.",
        example: "(;B[pd]()(;W[dp]))",
        advice: "Remove the parentheses.",
        source: "FF[4], EBNF",
    }
    MalformedValue = "malformed-value", Format, Error {
        unless: [ReadAnyway => Warning, BoardNotAffected => Warning, Resignation => Warning, UnusualDate => Note, UnusualRectangle => Note],
        raised_in: ["audit/checks/header.rs", "audit/checks/properties.rs", "audit/checks/legality.rs"],
        meaning: "A value doesn't have the type of its property.",
        reason: "Programs read it differently or drop it. It is an error where the board or the moves depend on it (a size, a move, points), and a warning where the meaning is clear or other values are affected. Dates in another usual form are only notes.",
        example: "(;SZ[nineteen])",
        advice: "Write it as FF[4] prescribes.",
        source: "FF[4], Property value types",
    }
    DuplicateProperty = "duplicate-property", Format, Warning {
        raised_in: ["audit/checks/nodes.rs"],
        meaning: "A node has the same property twice.",
        reason: "Programs take the first, the last or both. The first is used; lists of points are combined.",
        example: "(;GN[a]GN[b])",
        advice: "Remove one, or merge lists into one property.",
        source: "FF[4], Properties",
    }
    MisplacedProperty = "misplaced-property", Format, Warning {
        raised_in: ["audit/checks/properties.rs"],
        meaning: "A property isn't allowed in this node: a root property elsewhere, or setup beside a move.",
        reason: "Programs ignore it or change the meaning of the node.",
        example: "(;B[pd];SZ[19])",
        advice: "Move it to the right node.",
        source: "FF[4], Properties",
    }
    OldProperty = "old-property", Format, Note {
        raised_in: ["audit/checks/syntax.rs", "audit/checks/properties.rs"],
        meaning: "A property or spelling is from FF[1] to FF[3].",
        reason: "Newer programs may not know it.",
        example: "(;GaMe[1]SiZe[9])",
        advice: "`sgf-audit fix` writes it as FF[4] does.",
        source: "FF[4], Changes from FF[3]",
    }
    UnknownProperty = "unknown-property", Format, Note {
        raised_in: ["audit/checks/properties.rs"],
        meaning: "FF[4] doesn't know this property.",
        reason: "It is private to a program, and is kept.",
        example: "(;KGSDE[aa])",
        advice: "Nothing.",
        source: "FF[4], Private properties",
    }
    Unreadable = "unreadable", Format, Error {
        raised_in: ["batch/error.rs", "batch/large_file.rs"],
        meaning: "The file can't be read.",
        reason: "Nothing in it was audited.",
        example: "a file without read permission",
        advice: "See the message of the operating system.",
        source: "the operating system",
    }
    TooLarge = "too-large", Format, Error {
        raised_in: ["audit/checks/syntax.rs", "audit/checks/legality.rs", "batch/error.rs"],
        meaning: "The file, a game or a variation exceeds a limit.",
        reason: "What exceeds it wasn't audited.",
        example: "a file of more than 1 GiB, or a game of more than 10,000,000 nodes",
        advice: "Split it, or raise the limit (--max-bytes, --max-nodes, --max-games, --max-depth).",
        source: "the limits of this program",
    }
    DamagedArchive = "damaged-archive", Format, Error {
        raised_in: ["batch/error.rs"],
        meaning: "An archive, or a member of it, is damaged or ends too early.",
        reason: "What stands before the damage was audited; what follows wasn't.",
        example: "a download that broke off",
        advice: "Get the archive again.",
        source: "the specifications of ZIP, tar, gzip, Zstandard, XZ and 7z",
    }
    ArchiveLimit = "archive-limit", Format, Error {
        raised_in: ["batch/error.rs"],
        meaning: "An archive exceeds a limit: it unpacks to too much data, has too many members, or nests archives too deeply.",
        reason: "What exceeds it wasn't audited. Malicious archives unpack to thousands of times their size.",
        example: "a file of 1 MB that unpacks to 1 GB of blanks",
        advice: "Unpack it, or raise the limit (--max-unpacked, --max-ratio, --max-members, --max-nesting).",
        source: "the limits of this program",
    }
    EncryptedMember = "encrypted-member", Format, Error {
        raised_in: ["batch/error.rs"],
        meaning: "A record in an archive is encrypted.",
        reason: "It wasn't audited, since there is no way to enter a password.",
        example: "a member of a ZIP made with a password",
        advice: "Unpack the archive with its password.",
        source: "APPNOTE.TXT 6.3.10, 4.4.4",
    }
    InternalError = "internal-error", Format, Error {
        raised_in: ["batch/error.rs", "batch/record_auditor.rs", "batch/large_file.rs"],
        meaning: "This program failed on the record.",
        reason: "The record wasn't audited. This is a bug.",
        example: "none known",
        advice: "Please report it, with the file.",
        source: "this program",
    }
    HumanCoordinates = "human-coordinates", Format, Warning {
        raised_in: ["audit/checks/legality.rs", "audit/checks/properties.rs"],
        meaning: "A point is written as people say it (`Q16`), not as in SGF (`pd`).",
        reason: "Other programs drop it or stop. Here it is understood.",
        example: "(;B[q16])",
        advice: "Write it as SGF does: `pd`.",
        source: "FF[4], Move",
    }
    OddPass = "odd-pass", Format, Warning {
        raised_in: ["audit/checks/legality.rs"],
        meaning: "A pass is written as neither `[]` nor `[tt]`.",
        reason: "Other programs drop it or stop. Here it counts as a pass.",
        example: "(;B[ ])",
        advice: "Write `[]`.",
        source: "FF[4], Move",
    }
    SeveralMoves = "several-moves", Format, Error {
        raised_in: ["audit/checks/nodes.rs"],
        meaning: "A node has more than one move.",
        reason: "A `;` is missing. Programs play one of the moves or none.",
        example: "(;B[pd]W[dp];B[dd])",
        advice: "Put a `;` before each move. If the colours alternate, all moves are played; otherwise the first of each colour.",
        source: "FF[4], Move properties",
    }
    MixedNode = "mixed-node", Format, Warning {
        raised_in: ["audit/checks/nodes.rs"],
        meaning: "A node has both a move and setup.",
        reason: "Programs apply them in different orders or ignore one. Here the setup comes first.",
        example: "(;B[pd]AW[dd])",
        advice: "Move the setup to a node of its own.",
        source: "FF[4], Setup properties",
    }
    MoveInRoot = "move-in-root", Format, Note {
        raised_in: ["audit/checks/nodes.rs"],
        meaning: "The root node has a move.",
        reason: "Programs that read only game information from the root miss the move.",
        example: "(;SZ[9]B[ee];W[cc])",
        advice: "Move it to the second node.",
        source: "FF[4], Move properties",
    }
    SecondGameInfo = "second-game-info", Format, Warning {
        raised_in: ["audit/checks/nodes.rs"],
        meaning: "Two nodes of one line of play have game information.",
        reason: "It isn't known which one applies. Here the first does.",
        example: "(;PB[a];B[pd];PB[b])",
        advice: "Keep it in one node, usually the root.",
        source: "FF[4], Game info properties",
    }
    DuplicatePoint = "duplicate-point", Format, Warning {
        raised_in: ["audit/checks/properties.rs"],
        meaning: "A point occurs more than once in lists of a node where it may occur only once.",
        reason: "Programs stop, or differ in which counts.",
        example: "(;AB[dd][dd])",
        advice: "Remove one; `sgf-audit fix` does it.",
        source: "FF[4], Point lists",
    }
    SetupWithoutEffect = "setup-without-effect", Format, Note {
        raised_in: ["audit/checks/legality.rs"],
        meaning: "Setup of points that already are as it says.",
        reason: "It does nothing; perhaps it was meant for another position.",
        example: "(;AE[dd])",
        advice: "Remove it.",
        source: "FF[4], Setup properties",
    }
    AnnotationWithoutMove = "annotation-without-move", Format, Warning {
        raised_in: ["audit/checks/nodes.rs"],
        meaning: "A property that annotates a move is in a node without a move.",
        reason: "It isn't known which move it refers to.",
        example: "(;TE[1]AB[dd])",
        advice: "Move it to the node of that move.",
        source: "FF[4], Move annotation properties",
    }
    ContradictingAnnotation = "contradicting-annotation", Format, Warning {
        raised_in: ["audit/checks/nodes.rs"],
        meaning: "A node has two annotations that contradict each other.",
        reason: "Programs show one of them.",
        example: "(;B[dd]TE[1]BM[1])",
        advice: "Keep one. For moves that are neither good nor bad FF[4] has IT (interesting) and DO (doubtful).",
        source: "FF[4], Node annotation, Move annotation properties",
    }
    EmptyValue = "empty-value", Format, Note {
        raised_in: ["audit/checks/properties.rs"],
        meaning: "A property has an empty value where its type requires content.",
        reason: "It says nothing.",
        example: "(;GN[])",
        advice: "Remove the property.",
        source: "FF[4], Property value types",
    }
    EmptyNode = "empty-node", Format, Note {
        raised_in: ["audit/checks/nodes.rs"],
        meaning: "A node has no property.",
        reason: "It means nothing, though FF[4] allows it.",
        example: "(;B[dd];;W[pp])",
        advice: "Remove it.",
        source: "FF[4], EBNF",
    }
    NodeAfterVariation = "node-after-variation", Format, Error {
        raised_in: ["audit/checks/syntax.rs"],
        meaning: "A node follows variations and belongs to none of them.",
        reason: "It isn't known which line it continues. Here it is another variation.",
        example: "(;B[dd](;W[pp])(;W[dp]);B[pd])",
        advice: "Move it into the variation that it continues.",
        source: "FF[4], EBNF",
    }
    EarlyEnd = "early-end", Format, Error {
        raised_in: ["audit/checks/syntax.rs"],
        meaning: "The closing parenthesis of the game comes before its last node.",
        reason: "Other programs lose what follows. Here it is read as the rest of the game.",
        example: "(;B[dd]);W[pp])",
        advice: "Remove the parenthesis.",
        source: "FF[4], EBNF",
    }
    SeveralGames = "several-games", Format, Note {
        raised_in: ["audit/file_summary.rs"],
        meaning: "The file holds more than one game.",
        reason: "Many programs read only the first.",
        example: "(;B[dd])(;B[pp])",
        advice: "Nothing. To split it: `sgf-audit convert --to sgf --split --out DIR FILE`.",
        source: "FF[4], Collection",
    }
    MixedFormat = "mixed-format", Format, Note {
        raised_in: ["audit/file_summary.rs"],
        meaning: "The games of a file are in different versions of the format.",
        reason: "Programs that look only at the first one misread the others.",
        example: "(;FF[3];B[dd])(;FF[4];B[pp])",
        advice: "Convert the file to FF[4].",
        source: "FF[4], FF",
    }
    UnknownFormat = "unknown-format", Format, Warning {
        raised_in: ["audit/checks/header.rs"],
        meaning: "FF names a version of SGF that doesn't exist.",
        reason: "Programs may refuse the file. It is read as FF[4].",
        example: "(;FF[5];B[dd])",
        advice: "Write FF[4].",
        source: "FF[4], FF",
    }
    NotInFormat = "not-in-format", Format, Note {
        raised_in: ["audit/checks/properties.rs"],
        meaning: "The record uses something that its declared version of SGF doesn't have.",
        reason: "Programs that rely on FF may misread it.",
        example: "(;FF[3];B[])",
        advice: "Write FF[4].",
        source: "FF[4], Changes from FF[3]",
    }
    NulByte = "nul-byte", Format, Warning {
        raised_in: ["audit/checks/encoding.rs"],
        meaning: "The file has NUL bytes.",
        reason: "Programs written in C stop there.",
        example: "zeros at the end of a file after a crash",
        advice: "Remove them.",
        source: "FF[4], EBNF",
    }
    UndeclaredEncoding = "undeclared-encoding", Encoding, Warning {
        raised_in: ["audit/checks/encoding.rs"],
        meaning: "There are characters beyond ASCII and no CA says how they are encoded.",
        reason: "Programs that don't guess show and save wrong characters.",
        example: "(;PB[柯洁]) in GBK",
        advice: "Add CA; `sgf-audit fix` declares what was found.",
        source: "FF[4], CA",
    }
    WrongEncoding = "wrong-encoding", Encoding, Warning {
        unless: [OnlyAscii => Note],
        raised_in: ["audit/checks/encoding.rs"],
        meaning: "The file isn't in the encoding that CA declares, or CA names an encoding that isn't known or can't be read here.",
        reason: "Programs that believe it show and save wrong characters.",
        example: "(;CA[UTF-8]PB[...]) in GBK",
        advice: "Correct CA; `sgf-audit fix` declares what was found.",
        source: "FF[4], CA",
    }
    MixedEncoding = "mixed-encoding", Encoding, Warning {
        raised_in: ["audit/checks/encoding.rs"],
        meaning: "The file's text is in more than one encoding.",
        reason: "No single CA can be right; some of the text shows as wrong characters whatever one does.",
        example: "PB in UTF-8 and C in GBK",
        advice: "Convert the parts one by one.",
        source: "FF[4], CA",
    }
    MixedCharset = "mixed-charset", Encoding, Note {
        raised_in: ["audit/file_summary.rs"],
        meaning: "The games of a file declare different charsets.",
        reason: "CA holds for its own game tree, so that is allowed, but many programs read a file in one charset: they show and save wrong characters in the other games. Here each game is read in its own.",
        example: "(;CA[GBK];B[dd])(;CA[UTF-8];B[pp])",
        advice: "`sgf-audit convert --to sgf` writes all games in UTF-8.",
        source: "FF[4], CA",
    }
    UndecodableBytes = "undecodable-bytes", Encoding, Warning {
        unless: [DamagesPlay => Error],
        raised_in: ["audit/checks/encoding.rs"],
        meaning: "Some bytes aren't valid in the file's encoding.",
        reason: "The text was damaged before, or is in two encodings. Names and comments can't be read in full; the game is affected only if a move, the setup, the komi or the result is hit.",
        example: "half of a two-byte character",
        advice: "Compare with the source. They are kept as they are.",
        source: "FF[4], CA",
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use walkdir::WalkDir;

    use super::*;

    #[test]
    fn the_listed_files_raise_the_finding() {
        for &kind in FindingKind::ALL {
            for file in kind.info().raised_in {
                let is_raised = source_text(file).contains(&format!("FindingKind::{kind:?}"));
                assert!(is_raised, "{kind:?} in {file}");
            }
        }
    }

    #[test]
    fn every_condition_is_set_by_a_check() {
        let paths = ["audit/checks", "audit/recount", "audit/file.rs"];
        let text: String = paths.into_iter().map(source_text).collect();
        for &kind in FindingKind::ALL {
            for (condition, _) in kind.info().conditions {
                let is_set = text.contains(&format!("Condition::{condition:?}"));
                assert!(is_set, "{kind:?}: nothing sets {condition:?}");
            }
        }
    }

    /// The text of a source file, or of all files of a directory.
    fn source_text(path: &str) -> String {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(path);
        let entries = WalkDir::new(path).into_iter().map(|entry| entry.expect("a source file"));
        let files = entries.filter(|entry| entry.file_type().is_file());
        files.map(|file| fs::read_to_string(file.path()).expect("source files are UTF-8")).collect()
    }
}
