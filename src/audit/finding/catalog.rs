//! Every finding's name, severity, meaning, reason, example, advice and source, in one place.
//!
//! `explain`, `docs/findings.md` and the reports are made from this table.

use super::finding::Severity;
use Severity::{Error, Info, Warning};

/// What a finding is about.
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

    /// A heading.
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

/// What the registry says of a finding.
#[derive(Clone, Copy, Debug)]
pub struct FindingInfo {
    /// Its name, for good.
    pub name: &'static str,
    /// What it is about.
    pub family: Family,
    /// How bad it usually is.
    pub severity: Severity,
    /// What it means.
    pub meaning: &'static str,
    /// Why it matters.
    pub reason: &'static str,
    /// A record, or a part of one, that has it.
    pub example: &'static str,
    /// What to do about it.
    pub advice: &'static str,
    /// Document and paragraph of the rule; where a ruleset has its own, the finding carries that.
    pub source: &'static str,
}

macro_rules! registry {
    ($($variant:ident = $name:literal, $family:ident, $severity:ident {
        meaning: $meaning:literal,
        reason: $reason:literal,
        example: $example:literal,
        advice: $advice:literal,
        source: $source:literal,
    })*) => {
        /// The name of a finding.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        // `FF[4]` in a meaning is no link.
        #[allow(rustdoc::broken_intra_doc_links)]
        pub enum FindingKind {
            $(
                #[doc = $meaning]
                $variant,
            )*
        }

        impl FindingKind {
            /// All names, in the order of the documentation.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// What the registry says of it.
            #[must_use]
            pub fn info(self) -> &'static FindingInfo {
                static ENTRIES: &[FindingInfo] = &[$(FindingInfo {
                    name: $name,
                    family: Family::$family,
                    severity: $severity,
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

    /// The finding with this name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|known| known.as_str() == name)
    }
}

registry! {
    OccupiedPoint = "occupied-point", Legality, Error {
        meaning: "A stone is played on a point that already has one.",
        reason: "The game can't have gone on like this: a move is missing, doubled or misread.",
        example: "(;SZ[9];B[ee];W[ee])",
        advice: "Compare with another record of the game. In the replay the board stays as it is and the move counts as a pass, the stone handed over.",
        source: "A91 8; BGA A.2 ii",
    }
    OffBoard = "off-board", Legality, Error {
        meaning: "A move names a point outside the board.",
        reason: "Either the size is wrong or the move is; other programs drop it or stop here.",
        example: "(;SZ[9];B[kk])",
        advice: "Check SZ first. `tt` is a pass only on boards up to 19 lines. In the replay the move counts as a pass.",
        source: "FF[4], Move",
    }
    Suicide = "suicide", Legality, Error {
        meaning: "A play leaves its own chain without a liberty, and the ruleset forbids that.",
        reason: "It is illegal, and programs differ in what they do with the stones.",
        example: "(;SZ[5]AW[ba][ab];B[aa])",
        advice: "Check the ruleset (New Zealand and Tromp-Taylor rules allow it, Ing rules for two stones or more) and the moves before. In the replay the stones come off and go to the opponent.",
        source: "A91 5; BGA 5.2, 8.1 i; OVw, Suicide",
    }
    Ko = "ko", Legality, Error {
        meaning: "A ko is retaken at once.",
        reason: "It is illegal under every ruleset; usually a move or a pass is missing before it.",
        example: "(;SZ[5]AB[ba][ab][cb][bc]AW[ca][db][cc];W[bb];B[cb])",
        advice: "Look for a missing exchange. In the replay it stands.",
        source: "A91 6; BGA 6.1",
    }
    Superko = "superko", Legality, Error {
        meaning: "A play recreates an earlier position of the whole board that the ruleset forbids.",
        reason: "The play is illegal, and the game should have gone another way (triple ko, eternal life, sending two and returning one).",
        example: "(;RU[AGA]...) where a triple ko goes on",
        advice: "Check which superko the game was played under: positional, situational and natural situational superko differ. In the replay it stands.",
        source: "A91 6; BGA 6.2",
    }
    Repetition = "repetition", Legality, Warning {
        meaning: "A play recreates an earlier position of the whole board, which the ruleset doesn't forbid.",
        reason: "Under Japanese rules the game has no result if neither player gives way, under Korean rules it is a draw or has none.",
        example: "(;RU[Japanese]...) with a triple ko",
        advice: "Check the result: it should be Void if the players agreed on that, or 0 for a draw under Korean rules.",
        source: "OVw, Repetition; Comparison Table; OVg, Korean rules",
    }
    OutOfTurn = "out-of-turn", Legality, Error {
        meaning: "A player moves twice in a row, or the wrong player moves first.",
        reason: "A move or a pass is missing, or the colours are wrong; the count of moves is off from here.",
        example: "(;B[pd];B[dp])",
        advice: "Insert the missing move or pass. Handicap stones played as moves need HA.",
        source: "A91 2; BGA 2, A.1 i",
    }
    PlayAfterEnd = "play-after-end", Legality, Warning {
        meaning: "Play goes on after the game has ended.",
        reason: "What follows can't belong to the game under this ruleset: often analysis appended to it.",
        example: "(;RU[Japanese];B[pd];W[];B[];W[dp])",
        advice: "Make the continuation a variation, or check the ruleset: AGA rules allow play to resume.",
        source: "OVw, Rule 9",
    }
    MissingWhitePass = "missing-white-pass", End, Error {
        meaning: "Black was the last to pass and White's last pass isn't recorded.",
        reason: "White must make the last move. Without its pass stone the territory count is one point too good for White and differs from the area count. Where the record names no known ruleset it is a warning: nobody says that White had to.",
        example: "(;RU[AGA]...;W[];B[])",
        advice: "Add White's pass: `sgf-audit fix --write --fix missing-white-pass FILE`.",
        source: "A91 11; BGA 11; B07 6",
    }
    MissingPasses = "missing-passes", End, Warning {
        meaning: "A counted game ends with fewer than two passes.",
        reason: "Where passes cost stones the territory count depends on who made them. Where they don't it is for information, and so it is where a record that names no known ruleset has no pass at all.",
        example: "(;RU[AGA]RE[B+3.5]...;B[aa])",
        advice: "Nothing where the source never records passes; the count assumes that the game ended properly.",
        source: "A91 9, 11",
    }
    UnequalMoves = "unequal-moves", End, Warning {
        meaning: "With the last passes completed, Black and White haven't made the same number of moves.",
        reason: "Area and territory then differ by as many points: a move is missing or was made twice in a row.",
        example: "(;RU[AGA]RE[B+3.5];B[pd];W[dp];W[dd];...)",
        advice: "Look for `out-of-turn` findings of the same game.",
        source: "A91 11; AS 9; BGA B",
    }
    ExtraPass = "extra-pass", End, Info {
        meaning: "There are more passes at the end than the ruleset asks for.",
        reason: "Where passes cost stones each costs a point.",
        example: "(;RU[Japanese];B[];W[];B[])",
        advice: "Usually nothing: some programs record an agreement as passes.",
        source: "A91 9; OVw, Rule 9",
    }
    HandicapMismatch = "handicap-mismatch", Setup, Warning {
        meaning: "HA doesn't agree with the handicap stones on the board.",
        reason: "Compensation for handicap stones and the komi depend on their number. Where none are recorded and White moves first on a board of 19 lines, they are taken to stand on star points if that breaks no more rules.",
        example: "(;HA[3]AB[dd][pp];W[dp])",
        advice: "Correct HA to the number of stones set up, or add the stones that are missing.",
        source: "FF[4], HA; A91 4",
    }
    HandicapPlacement = "handicap-placement", Setup, Info {
        meaning: "The handicap stones aren't where the ruleset puts them.",
        reason: "Under rules with fixed placement the game began from another position than it should have.",
        example: "(;RU[AGA]HA[2]AB[dd][pp];W[dp])",
        advice: "Nothing, if free placement was agreed on. Noticed late, the game goes on.",
        source: "A91 4; BGA 4, A.2 iv",
    }
    MidGameSetup = "mid-game-setup", Setup, Warning {
        meaning: "Stones are set up or taken off after the first move.",
        reason: "From here the moves no longer explain the position: prisoners, repetition and the count of moves can't be followed across it. Stones that are only taken off after the last pass are taken as dead ones, which are prisoners: that is for information, and so is setup that changes nothing.",
        example: "(;B[dd];AW[pp];B[dp])",
        advice: "If it is a correction during the game (BGA A.2 v, vi), nothing. Otherwise make it moves.",
        source: "FF[4], Setup properties; BGA A.2 v, vi",
    }
    WrongWinner = "wrong-winner", Result, Error {
        meaning: "The recorded winner isn't the winner of the count.",
        reason: "The result is wrong, or the record is. Where the dead stones were estimated or told by an engine it is a warning, and the message says so: a judgement is no proof. So it is where the record leaves in doubt what was counted: docs/dead-stones.md lists these cases.",
        example: "(;RE[W+0.5]...) where Black has half a point more",
        advice: "`sgf-audit score FILE` shows the count item by item.",
        source: "A91 12; BGA 12.3",
    }
    WrongMargin = "wrong-margin", Result, Error {
        meaning: "The recorded winner won by another margin.",
        reason: "The result was miscounted or counted by another ruleset. Where the dead stones were estimated or told by an engine it is a warning, and the message says so: a judgement is no proof. So it is where the record leaves in doubt what was counted: docs/dead-stones.md lists these cases.",
        example: "(;RE[W+3.5]...) where White has 2.5 points more",
        advice: "`sgf-audit score FILE` shows the count item by item.",
        source: "A91 12; BGA 12.3",
    }
    MissingResult = "missing-result", Result, Info {
        meaning: "There is no result.",
        reason: "The game can't be audited or used in statistics.",
        example: "(;PB[a]PW[b];B[pd])",
        advice: "Add RE; `?` says that it isn't known.",
        source: "FF[4], RE",
    }
    MalformedResult = "malformed-result", Result, Warning {
        meaning: "The result isn't written in a form that FF[4] knows.",
        reason: "Other programs don't understand it or misread it.",
        example: "(;RE[Black wins by resignation])",
        advice: "Write it as FF[4] does: `B+R`, `W+3.5`, `0`, `Void`, `?`.",
        source: "FF[4], RE",
    }
    ImpossibleMargin = "impossible-margin", Result, Warning {
        meaning: "The komi can't give the recorded margin.",
        reason: "Whole points and a half-point komi make a half-point margin, and no more than two points can be won for each of the board's: the komi or the result is wrong.",
        example: "(;KM[6.5]RE[W+3])",
        advice: "Find out the komi, or whether the margin leaves the half point out.",
        source: "A91 3; BGA B, corollary 2",
    }
    UnusualKomi = "unusual-komi", Result, Warning {
        meaning: "The komi isn't in points, or is one that hardly occurs.",
        reason: "Fox and Tygem write hundredths (650 is 6.5 points), others zi (3.75 is 7.5 points): taken as points it makes every count wrong. Where the result is right by the number as it stands, it is left at that.",
        example: "(;KM[375])",
        advice: "Write it in points. The count already takes it for what it must mean.",
        source: "FF[4], KM",
    }
    ResultContradictsEnd = "result-contradicts-end", Result, Warning {
        meaning: "The result doesn't fit the end of the record.",
        reason: "A player can't lose on time while the other's clock runs, nor resign by moving, nor can a half-empty board be counted: the result is wrong, or the end of the record is. For information are a resignation after the last passes or after a move of one's own, which may be, and a margin on a board that lies open, where the end of the record may only be missing.",
        example: "(;RE[W+T]...;W[dd];B[pd])",
        advice: "Compare with another record of the game.",
        source: "the clock runs for the player to move; A91 9: two passes end the game",
    }
    WrongMarks = "wrong-marks", Result, Warning {
        meaning: "The territory marks name a chain dead that lives, leave one alive that is dead, or leave out points that are surely territory.",
        reason: "The count rests on them: a proof, the recorded result, the marks beside it or a sure estimate says that the players marked the wrong stones, or forgot some. Marks that leave out points aren't the territory that was agreed on, and territory is taken from the board.",
        example: "(;RE[W+4.5]...;W[]TB[aa]) where a dead stone in Black's territory isn't marked",
        advice: "Look at the chain (`sgf-audit score FILE`) and mark it as it was.",
        source: "A91 9; FF[4], TB and TW",
    }
    Undecided = "undecided", Result, Info {
        meaning: "The result was counted, but can't be counted again from the record.",
        reason: "Nobody says which stones were dead (they aren't marked, and neither a proof nor the estimate decides it), points are marked for both players, or the board isn't finished: large regions lie open, a player has no living stone, or play goes on after the end. Or the count is another one, and the record doesn't say enough to call its result wrong: the handicap stones or the komi aren't recorded, a winner has a margin of nothing, what is said of the result isn't understood, or no two passes end the game under rules without agreement. The message says which.",
        example: "(;RE[B+3.5]...) without TB and TW",
        advice: "Look at the points that are named (`sgf-audit score FILE`). An engine (`--engine`) can judge what the estimator leaves open. The record is neither confirmed nor refuted.",
        source: "A91 9",
    }
    UnknownRuleset = "unknown-ruleset", Result, Info {
        meaning: "RU names no ruleset that is known here.",
        reason: "The game is judged by the default ruleset (`--default-rules`) instead.",
        example: "(;RU[Pair go])",
        advice: "Name the ruleset with `--rules`.",
        source: "FF[4], RU",
    }
    NotSgf = "not-sgf", Format, Error {
        meaning: "The file holds no game tree.",
        reason: "Nothing in it was audited.",
        example: "Hello",
        advice: "Check what the file is.",
        source: "FF[4], EBNF",
    }
    OtherGame = "other-game", Format, Info {
        meaning: "The record is of another game than Go: GM isn't 1, or there is none and Little Golem's event names another game.",
        reason: "It was skipped.",
        example: "(;GM[4]SZ[15];B[hh])",
        advice: "Nothing.",
        source: "FF[4], GM",
    }
    UnclosedTree = "unclosed-tree", Format, Error {
        meaning: "A closing `)` is missing.",
        reason: "The record may be cut off; some programs refuse it.",
        example: "(;B[pd];W[dp]",
        advice: "Compare with the source; `sgf-audit fix` adds the parenthesis at the end of a file.",
        source: "FF[4], EBNF",
    }
    UnclosedValue = "unclosed-value", Format, Error {
        meaning: "A closing `]` is missing.",
        reason: "Everything up to the next bracket reads as one value.",
        example: "(;C[hello;B[pd])",
        advice: "Close the value.",
        source: "FF[4], EBNF",
    }
    TextOutsideTree = "text-outside-tree", Format, Warning {
        meaning: "There is text before, between or after the game trees.",
        reason: "It is lost when a program rewrites the file. Moves in it aren't read: then it is an error.",
        example: "From: igs (;B[pd])",
        advice: "Move it into a comment, or remove it.",
        source: "FF[4], EBNF",
    }
    Junk = "junk", Format, Error {
        meaning: "There are characters in the tree that belong to no property.",
        reason: "Programs stop here or skip different amounts. A line that means nothing in another format than SGF is a warning. So are line breaks that are written as `\\r\\n`, as a program leaves them that takes a record out of JSON without decoding it; they mean what they stand for.",
        example: "(;B[pd]*;W[dp])",
        advice: "Remove them, or find the value that they were a part of.",
        source: "FF[4], EBNF",
    }
    UnescapedBracket = "unescaped-bracket", Format, Error {
        meaning: "A `]` inside text isn't written `\\]`.",
        reason: "Other programs end the text there and lose the rest.",
        example: "(;C[player [5d]: hi];B[pd])",
        advice: "Escape it with a backslash. The text is kept whole here.",
        source: "FF[4], Text",
    }
    ValueWithoutProperty = "value-without-property", Format, Error {
        meaning: "A value has no identifier before it.",
        reason: "What it means isn't known; it was skipped.",
        example: "(;[pd])",
        advice: "Add the identifier, or remove the value.",
        source: "FF[4], EBNF",
    }
    PropertyWithoutValue = "property-without-value", Format, Error {
        meaning: "An identifier has no value after it.",
        reason: "It was skipped.",
        example: "(;KO;B[pd])",
        advice: "Write `KO[]` for a property without content.",
        source: "FF[4], EBNF",
    }
    MissingNode = "missing-node", Format, Error {
        meaning: "A property stands where a `;` should begin a node, or the first `(` of a game, or its `(;`, is missing.",
        reason: "Programs drop the property or the whole tree.",
        example: "(B[pd];W[dp])",
        advice: "Add the `;`, the `(` or both.",
        source: "FF[4], EBNF",
    }
    EmptyVariation = "empty-variation", Format, Warning {
        meaning: "A variation has no node.",
        reason: "It means nothing, and some programs stop at it.",
        example: "(;B[pd]()(;W[dp]))",
        advice: "Remove the parentheses.",
        source: "FF[4], EBNF",
    }
    MalformedValue = "malformed-value", Format, Error {
        meaning: "A value isn't of the type that its property has.",
        reason: "Programs read it differently or drop it. It is an error where the board or the moves depend on it (a size, a move, points). It is a warning where a size or a komi is only written in another way, where a move says that the player resigns, and for a handicap, a komi, a date or any other value that can't be read. It is for information where a date has another usual form, a part 00, or days of a time of lunar calendars.",
        example: "(;SZ[nineteen])",
        advice: "Write it as FF[4] prescribes.",
        source: "FF[4], Property value types",
    }
    DuplicateProperty = "duplicate-property", Format, Warning {
        meaning: "A node has the same property twice.",
        reason: "Programs take the first, the last or both. Here the first counts; of lists of points all do.",
        example: "(;GN[a]GN[b])",
        advice: "Remove one, or merge lists into one property.",
        source: "FF[4], Properties",
    }
    MisplacedProperty = "misplaced-property", Format, Warning {
        meaning: "A property stands in a node where it may not: of the root elsewhere, or setup beside a move.",
        reason: "Programs ignore it or change the meaning of the node.",
        example: "(;B[pd];SZ[19])",
        advice: "Move it.",
        source: "FF[4], Properties",
    }
    OldProperty = "old-property", Format, Info {
        meaning: "A property or spelling is from FF[1] to FF[3].",
        reason: "Newer programs may not know it.",
        example: "(;GaMe[1]SiZe[9])",
        advice: "`sgf-audit fix` writes it as FF[4] does.",
        source: "FF[4], Changes from FF[3]",
    }
    UnknownProperty = "unknown-property", Format, Info {
        meaning: "FF[4] doesn't know this property.",
        reason: "It is private to a program; it is kept.",
        example: "(;KGSDE[aa])",
        advice: "Nothing.",
        source: "FF[4], Private properties",
    }
    Unreadable = "unreadable", Format, Error {
        meaning: "The file can't be read.",
        reason: "Nothing in it was audited.",
        example: "a file without read permission",
        advice: "See the message of the system.",
        source: "the operating system",
    }
    TooLarge = "too-large", Format, Error {
        meaning: "The file, a game or a variation is beyond a limit.",
        reason: "What is beyond it wasn't audited.",
        example: "a file of more than 1 GiB, or a game of more than 10,000,000 nodes",
        advice: "Split it, or raise the limit (--max-bytes, --max-nodes, --max-games, --max-depth).",
        source: "the limits of this program",
    }
    DamagedArchive = "damaged-archive", Format, Error {
        meaning: "An archive, or a member of it, is damaged or ends too early.",
        reason: "What stands before the damage was audited; what follows wasn't.",
        example: "a download that broke off",
        advice: "Get the archive again.",
        source: "the specifications of ZIP, tar, gzip, Zstandard, XZ and 7z",
    }
    ArchiveLimit = "archive-limit", Format, Error {
        meaning: "An archive is beyond a limit: it unpacks to too much, has too many members, or holds archives in archives too deeply.",
        reason: "What is beyond it wasn't audited. Archives are made on purpose that unpack to a thousand times their size.",
        example: "a file of 1 MB that unpacks to 1 GB of blanks",
        advice: "Unpack it, or raise the limit (--max-unpacked, --max-ratio, --max-members, --max-nesting).",
        source: "the limits of this program",
    }
    EncryptedMember = "encrypted-member", Format, Error {
        meaning: "A record in an archive is encrypted.",
        reason: "It wasn't audited: this program knows no passwords.",
        example: "a member of a ZIP made with a password",
        advice: "Unpack the archive with its password.",
        source: "APPNOTE.TXT 6.3.10, 4.4.4",
    }
    InternalError = "internal-error", Format, Error {
        meaning: "This program failed on the record.",
        reason: "The record wasn't audited. It is a fault of the program.",
        example: "none known",
        advice: "Please report it, with the file.",
        source: "this program",
    }
    HumanCoordinates = "human-coordinates", Format, Warning {
        meaning: "A move or a point of a list is written as people say it (`Q16`), not as SGF does.",
        reason: "Other programs drop the move or the stone, or stop. It is read here.",
        example: "(;B[q16])",
        advice: "Write it in SGF's letters: `pd`.",
        source: "FF[4], Move",
    }
    OddPass = "odd-pass", Format, Warning {
        meaning: "A pass is written as neither `[]` nor `[tt]`.",
        reason: "Other programs drop it or stop. It is taken as a pass here.",
        example: "(;B[ ])",
        advice: "Write `[]`.",
        source: "FF[4], Move",
    }
    SeveralMoves = "several-moves", Format, Error {
        meaning: "A node has more than one move.",
        reason: "A `;` is missing, and programs play one of the moves or none.",
        example: "(;B[pd]W[dp];B[dd])",
        advice: "Put a `;` before each move. Where the colours alternate all are played here; otherwise the first of each.",
        source: "FF[4], Move properties",
    }
    MixedNode = "mixed-node", Format, Warning {
        meaning: "A node has both a move and setup.",
        reason: "Programs do them in different orders, or leave one out. Here the setup comes first.",
        example: "(;B[pd]AW[dd])",
        advice: "Put the setup into a node of its own.",
        source: "FF[4], Setup properties",
    }
    MoveInRoot = "move-in-root", Format, Info {
        meaning: "The root has a move.",
        reason: "It is bad style, and programs that take the root for the game's header miss the move.",
        example: "(;SZ[9]B[ee];W[cc])",
        advice: "Put the move into the second node.",
        source: "FF[4], Move properties",
    }
    SecondGameInfo = "second-game-info", Format, Warning {
        meaning: "Two nodes of one line of play have game information.",
        reason: "Which of them holds isn't known. Here the first does.",
        example: "(;PB[a];B[pd];PB[b])",
        advice: "Keep it in one node, usually the root.",
        source: "FF[4], Game info properties",
    }
    DuplicatePoint = "duplicate-point", Format, Warning {
        meaning: "A point occurs twice in the lists of a node where it may occur once.",
        reason: "Programs stop, or differ in which counts.",
        example: "(;AB[dd][dd])",
        advice: "Remove one: `sgf-audit fix`.",
        source: "FF[4], Point lists",
    }
    SetupWithoutEffect = "setup-without-effect", Format, Info {
        meaning: "Setup names points that are as it says already.",
        reason: "It does nothing; perhaps it was meant for another position.",
        example: "(;AE[dd])",
        advice: "Remove it.",
        source: "FF[4], Setup properties",
    }
    AnnotationWithoutMove = "annotation-without-move", Format, Warning {
        meaning: "A property that says something about a move stands in a node without one.",
        reason: "What it is about isn't known.",
        example: "(;TE[1]AB[dd])",
        advice: "Move it to the node of its move.",
        source: "FF[4], Move annotation properties",
    }
    ContradictingAnnotation = "contradicting-annotation", Format, Warning {
        meaning: "A node has two annotations that exclude each other.",
        reason: "Programs show one of them.",
        example: "(;B[dd]TE[1]BM[1])",
        advice: "Keep one. FF[4] writes both good and bad as IT or DO.",
        source: "FF[4], Node annotation, Move annotation properties",
    }
    EmptyValue = "empty-value", Format, Info {
        meaning: "A property has an empty value where its type wants one.",
        reason: "It says nothing.",
        example: "(;GN[])",
        advice: "Remove the property.",
        source: "FF[4], Property value types",
    }
    EmptyNode = "empty-node", Format, Info {
        meaning: "A node has no property.",
        reason: "It means nothing, though FF[4] allows it.",
        example: "(;B[dd];;W[pp])",
        advice: "Remove it.",
        source: "FF[4], EBNF",
    }
    NodeAfterVariation = "node-after-variation", Format, Error {
        meaning: "A node stands behind variations, in none of them.",
        reason: "To which line it belongs isn't known. Here it is another variation.",
        example: "(;B[dd](;W[pp])(;W[dp]);B[pd])",
        advice: "Put it into the variation that it continues.",
        source: "FF[4], EBNF",
    }
    EarlyEnd = "early-end", Format, Error {
        meaning: "The tree's last parenthesis stands before its last node.",
        reason: "Other programs lose what follows. It is read as the rest of the game here.",
        example: "(;B[dd]);W[pp])",
        advice: "Remove the parenthesis.",
        source: "FF[4], EBNF",
    }
    SeveralGames = "several-games", Format, Info {
        meaning: "The file holds more than one game.",
        reason: "Many programs read only the first.",
        example: "(;B[dd])(;B[pp])",
        advice: "Nothing, or split it: `sgf-audit convert --to sgf --split --out DIR FILE`.",
        source: "FF[4], Collection",
    }
    MixedFormat = "mixed-format", Format, Info {
        meaning: "The games of a file are in different versions of the format.",
        reason: "Programs that look at the first only misread the others.",
        example: "(;FF[3];B[dd])(;FF[4];B[pp])",
        advice: "Convert the file to FF[4].",
        source: "FF[4], FF",
    }
    UnknownFormat = "unknown-format", Format, Warning {
        meaning: "FF names a version of the format that doesn't exist.",
        reason: "Programs may refuse the file. It is read as FF[4].",
        example: "(;FF[5];B[dd])",
        advice: "Write FF[4].",
        source: "FF[4], FF",
    }
    NotInFormat = "not-in-format", Format, Info {
        meaning: "The record uses something that the version it declares doesn't have.",
        reason: "Programs that go by FF may misread it.",
        example: "(;FF[3];B[])",
        advice: "Write FF[4].",
        source: "FF[4], Changes from FF[3]",
    }
    NulByte = "nul-byte", Format, Warning {
        meaning: "The file has NUL bytes.",
        reason: "Programs written in C stop there.",
        example: "zeros at the end of a file after a crash",
        advice: "Remove them.",
        source: "FF[4], EBNF",
    }
    UndeclaredEncoding = "undeclared-encoding", Encoding, Warning {
        meaning: "There are characters beyond ASCII and no CA says how they are encoded.",
        reason: "Programs that don't guess show and save wrong characters.",
        example: "(;PB[柯洁]) in GBK",
        advice: "Add CA; `sgf-audit fix` declares what was found.",
        source: "FF[4], CA",
    }
    WrongEncoding = "wrong-encoding", Encoding, Warning {
        meaning: "The file isn't in the encoding that CA declares.",
        reason: "Programs that believe it show and save wrong characters.",
        example: "(;CA[UTF-8]PB[...]) in GBK",
        advice: "Correct CA; `sgf-audit fix` declares what was found.",
        source: "FF[4], CA",
    }
    MixedEncoding = "mixed-encoding", Encoding, Warning {
        meaning: "The file's text is in more than one encoding.",
        reason: "No single CA can be right; some of the text shows as wrong characters whatever one does.",
        example: "PB in UTF-8 and C in GBK",
        advice: "Convert the parts one by one.",
        source: "FF[4], CA",
    }
    MixedCharset = "mixed-charset", Encoding, Info {
        meaning: "The games of a file declare different charsets.",
        reason: "CA holds for its own game tree, so that is allowed, but many programs read a file in one charset: they show and save wrong characters in the other games. Here each game is read in its own.",
        example: "(;CA[GBK];B[dd])(;CA[UTF-8];B[pp])",
        advice: "`sgf-audit convert --to sgf` writes all games in UTF-8.",
        source: "FF[4], CA",
    }
    UndecodableBytes = "undecodable-bytes", Encoding, Error {
        meaning: "Some bytes mean nothing in the file's encoding.",
        reason: "The text was damaged before, or is in two encodings.",
        example: "half of a two-byte character",
        advice: "Compare with the source. They are kept as they are.",
        source: "FF[4], CA",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_kebab_case_and_unique() {
        let names: HashSet<_> = FindingKind::ALL.iter().map(|name| name.as_str()).collect();
        assert_eq!(names.len(), FindingKind::ALL.len());
        for &name in FindingKind::ALL {
            assert!(name.as_str().bytes().all(|b| b.is_ascii_lowercase() || b == b'-'));
            assert_eq!(FindingKind::find(name.as_str()), Some(name));
        }
    }
}
