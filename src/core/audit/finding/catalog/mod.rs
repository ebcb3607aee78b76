//! The catalogue of findings: an entry per kind with its name, family, severity and the conditions that
//! change it, meaning, reason, example, advice and source.
//!
//! `explain`, `docs/findings.md` and the reports are generated from it. Each family has a file with a table of entries.

mod event;
mod file;
mod game;

use std::fmt;

use crate::named::named;

macro_rules! kinds {
    ($($variant:ident = $name:literal,)*) => {
        /// The kind of a finding, and the key of its entry in the catalogue.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum FindingKind {
            $(
                #[doc = concat!("`", $name, "`")]
                $variant,
            )*
        }

        impl FindingKind {
            /// All kinds, in the order of the documentation.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The kebab-case name that people write and reports carry.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),*
                }
            }
        }
    };
}

// In the order of the tables below.
kinds! {
    OccupiedPoint = "occupied-point", OffBoard = "off-board", Suicide = "suicide", Ko = "ko", Superko = "superko",
    Repetition = "repetition", OutOfTurn = "out-of-turn", PlayAfterEnd = "play-after-end",
    MissingWhitePass = "missing-white-pass", MissingPasses = "missing-passes", UnequalMoves = "unequal-moves",
    ExtraPass = "extra-pass", HandicapMismatch = "handicap-mismatch", HandicapPlacement = "handicap-placement",
    MidGameSetup = "mid-game-setup", WrongWinner = "wrong-winner", WrongMargin = "wrong-margin", MissingResult = "missing-result",
    MalformedResult = "malformed-result", ImpossibleMargin = "impossible-margin", UnusualKomi = "unusual-komi",
    ResultContradictsEnd = "result-contradicts-end", WrongMarks = "wrong-marks", Undecided = "undecided",
    UnknownRuleset = "unknown-ruleset", NotSgf = "not-sgf", MergeConflict = "merge-conflict", OtherGame = "other-game",
    UnclosedTree = "unclosed-tree", UnclosedValue = "unclosed-value", TextOutsideTree = "text-outside-tree", Junk = "junk",
    UnescapedBracket = "unescaped-bracket", PropertyInText = "property-in-text", ValueWithoutProperty = "value-without-property",
    PropertyWithoutValue = "property-without-value", MissingNode = "missing-node", EmptyVariation = "empty-variation",
    MalformedValue = "malformed-value", DuplicateProperty = "duplicate-property", MisplacedProperty = "misplaced-property",
    OldProperty = "old-property", UnknownProperty = "unknown-property", Unreadable = "unreadable", TooLarge = "too-large",
    DamagedArchive = "damaged-archive", ArchiveLimit = "archive-limit", EncryptedMember = "encrypted-member",
    InternalError = "internal-error", HumanCoordinates = "human-coordinates", OddPass = "odd-pass",
    SeveralMoves = "several-moves", MixedNode = "mixed-node", MoveInRoot = "move-in-root", SecondGameInfo = "second-game-info",
    DuplicatePoint = "duplicate-point", SetupWithoutEffect = "setup-without-effect",
    AnnotationWithoutMove = "annotation-without-move", ContradictingAnnotation = "contradicting-annotation",
    EmptyValue = "empty-value", NameSpacing = "name-spacing", ListedAlias = "listed-alias", RankSpelling = "rank-spelling",
    RulesetSpelling = "ruleset-spelling", EmptyNode = "empty-node", NodeAfterVariation = "node-after-variation",
    EarlyEnd = "early-end", SeveralGames = "several-games", MixedFormat = "mixed-format", UnknownFormat = "unknown-format",
    NotInFormat = "not-in-format", NulByte = "nul-byte", MissingSize = "missing-size", UndeclaredEncoding = "undeclared-encoding",
    WrongEncoding = "wrong-encoding", MixedCharset = "mixed-charset",
    UndecodableBytes = "undecodable-bytes", EarlyPass = "early-pass", UnusualLength = "unusual-length",
    RisingClock = "rising-clock", ClockAboveLimit = "clock-above-limit", OneStoneHandicap = "one-stone-handicap",
    ZeroKomi = "zero-komi", UnexpectedRuleset = "unexpected-ruleset", UnexpectedKomi = "unexpected-komi",
    UnexpectedHandicap = "unexpected-handicap", UnexpectedBoardSize = "unexpected-board-size", UnexpectedDate = "unexpected-date",
    UnexpectedTime = "unexpected-time", UnexpectedRound = "unexpected-round", UnexpectedPlayer = "unexpected-player",
    UnexpectedRank = "unexpected-rank", UnexpectedPairing = "unexpected-pairing", UnstatedTerm = "unstated-term",
    ResultDiffersFromTable = "result-differs-from-table", ColorsDifferFromTable = "colors-differ-from-table",
    KomiDiffersFromTable = "komi-differs-from-table",
    HandicapDiffersFromTable = "handicap-differs-from-table", RoundDiffersFromTable = "round-differs-from-table",
    DateDiffersFromTable = "date-differs-from-table", ContradictoryTable = "contradictory-table",
    RecordMissing = "record-missing", RowMissing = "row-missing", DuplicateRecord = "duplicate-record",
    UnmatchedName = "unmatched-name", NameVariant = "name-variant", UnreadRow = "unread-row", UnappliedDecision = "unapplied-decision",
    UnusedEntry = "unused-entry",
}

macro_rules! entries {
    ($family:ident: $(
        $kind:ident: $severity:ident $([$($condition:ident => $other:ident),*])? $(by $conditions:ident)?
            meaning: $meaning:literal
            reason: $reason:literal
            example: $example:literal
            advice: $advice:literal
            source: $source:literal
    )*) => {
        &[$(FindingInfo {
            kind: super::FindingKind::$kind,
            name: super::FindingKind::$kind.as_str(),
            family: super::Family::$family,
            severity: super::Severity::$severity,
            conditions: {
                let conditions: &[(super::Condition, super::Severity)] =
                    &[$($((super::Condition::$condition, super::Severity::$other)),*)?];
                $(let conditions = { let _ = conditions; $conditions };)?
                conditions
            },
            meaning: $meaning,
            reason: $reason,
            example: $example,
            advice: $advice,
            source: $source,
        }),*]
    };
}
use entries;

const KINDS: usize = FindingKind::ALL.len();

/// The entries of all kinds, in the order of [`FindingKind::ALL`].
static CATALOG: [FindingInfo; KINDS] = {
    let tables = [
        game::LEGALITY,
        game::ENDING,
        game::SETUP,
        game::RESULT,
        file::FORMAT,
        file::ENCODING,
        game::CLEANING,
        event::EVENT,
    ];
    let mut catalog = [game::LEGALITY[0]; KINDS];
    let (mut table, mut entry) = (0, 0);
    let mut index = 0;
    while index < KINDS {
        if entry == tables[table].len() {
            (table, entry) = (table + 1, 0);
        }
        catalog[index] = tables[table][entry];
        assert!(catalog[index].kind as usize == index, "the kinds are in the order of the tables");
        (index, entry) = (index + 1, entry + 1);
    }
    catalog
};

impl FindingKind {
    #[must_use]
    pub fn info(self) -> &'static FindingInfo {
        &CATALOG[self as usize]
    }

    /// Whether it means that the recorded result is wrong, which is what most people want to know first.
    #[must_use]
    pub const fn is_wrong_result(self) -> bool {
        matches!(self, Self::WrongWinner | Self::WrongMargin)
    }

    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|known| known.as_str() == name)
    }
}

/// An entry of the catalogue.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FindingInfo {
    pub kind: FindingKind,
    /// The kebab-case name, which never changes.
    pub name: &'static str,
    pub family: Family,
    /// The severity if none of the conditions holds.
    pub severity: Severity,
    /// Conditions under which the severity is another one.
    pub(crate) conditions: &'static [(Condition, Severity)],
    pub meaning: &'static str,
    pub reason: &'static str,
    /// A record, or a part of one, that has it.
    pub example: &'static str,
    pub advice: &'static str,
    /// Document and paragraph of the rule. If a ruleset has a rule of its own, the finding carries that one.
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

named! {
    /// How bad a finding is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Severity {
        Note = "note",
        /// Suspicious, or it can't be right as recorded.
        Warning = "warning",
        /// The record breaks the rules of the game or of the format.
        Error = "error",
    }
}

impl Severity {
    /// Returns all, the worst first.
    pub fn worst_first() -> impl Iterator<Item = Self> {
        Self::ALL.iter().rev().copied()
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

named! {
    /// The class of a fix: how far it goes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Safety {
        /// It changes how something is written, not what it means.
        Safe = "safe",
        /// It adds what the rules of the game demand.
        Rules = "rules",
        /// It decides something that a person might decide otherwise.
        Judgement = "judgement",
    }
}

named! {
    /// A family of findings: what they are about.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum Family {
        Legality = "legality",
        End = "end",
        Setup = "setup",
        Result = "result",
        Format = "format",
        Encoding = "encoding",
        Cleaning = "cleaning",
        Event = "event",
    }
}

impl Family {
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
            Self::Cleaning => "What cleaners of game records reject",
            Self::Event => "The event and its results",
        }
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
            pub(crate) const fn description(self) -> &'static str {
                match self {
                    $(Self::$variant => $description),*
                }
            }
        }
    };
}

conditions! {
    UnknownRuleset = "the record names a ruleset that isn't known"
    NotPlay = "the move is in a variation or a study"
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
    NoColon = "a program and its version have no colon between them"
    DeadStonesJudged = "the dead stones are an estimate or an engine's judgement"
    RightByOtherRuleset = "the record names no ruleset, and the result is right under another one"
    NoRuleset = "the record names no ruleset, and some allow it"
    StartUnknown = "White moves first on an empty board, and no usual placement of the stones fits the moves"
    HandicapInDoubt = "the stated handicap isn't the number of stones, and the ruleset compensates for it"
    RightWithoutMarks = "the result is right if the marks are ignored"
    RightByArea = "the result is right by area, which players by AGA rules may agree to count"
    PrisonersUnknown = "setup during the game leaves the number of prisoners unknown"
    KomiUnknown = "the komi isn't recorded"
    PlayAfterEnd = "play goes on after the end of the game"
}

#[cfg(test)]
mod tests {
    use std::fs;

    use walkdir::WalkDir;

    use super::*;

    #[test]
    fn every_kind_is_raised_and_every_condition_set() {
        // The program, which is beside the library, raises some.
        let src = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
        let entries = WalkDir::new(src).into_iter().map(|entry| entry.expect("a source file"));
        let files = entries.filter(|entry| {
            entry.path().extension().is_some_and(|extension| extension == "rs")
                && !entry.path().components().any(|part| part.as_os_str() == "catalog")
        });
        let text: String = files.filter_map(|file| fs::read_to_string(file.path()).ok()).collect();
        for &kind in FindingKind::ALL {
            assert!(text.contains(&format!("FindingKind::{kind:?}")), "nothing raises {kind:?}");
            for (condition, _) in kind.info().conditions {
                let is_set = text.contains(&format!("Condition::{condition:?}"));
                assert!(is_set, "{kind:?}: nothing sets {condition:?}");
            }
        }
    }
}
