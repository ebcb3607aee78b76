//! Findings about the file: its format, and its characters.

use super::{FindingInfo, entries};

/// Findings about the format of the file.
pub(super) const FORMAT: &[FindingInfo] = entries! { Format:
    NotSgf: Error
        meaning: "The file contains no game record: it is empty, or holds something else."
        reason: "Nothing in it was audited."
        example: "Hello"
        advice: "Check what the file is."
        source: "FF[4], EBNF"
    MergeConflict: Error
        meaning: "The file has the markers of a merge conflict that git left and nobody resolved, or a line of one: seven or more `<`, `|`, `=` or `>`, as git writes them."
        reason: "Both sides are read, so games, properties or moves occur twice. No fix touches the file, and it isn't converted."
        example: "<<<<<<< HEAD"
        advice: "Keep one side, and remove the lines with the markers."
        source: "git, git-merge(1)"
    OtherGame: Note
        meaning: "The record is of a game other than Go: GM names another or, without GM, the event as Little Golem writes it does, or a move is a swap."
        reason: "The game is skipped."
        example: "(;GM[4]SZ[15];B[hh])"
        advice: "Nothing."
        source: "FF[4], GM"
    UnclosedTree: Error
        meaning: "A closing `)` is missing."
        reason: "The record may be cut off; some programs refuse it."
        example: "(;B[pd];W[dp]"
        advice: "Compare with the source. If nothing is missing, add the parenthesis: `sgf-audit fix --fix unclosed-tree FILE`."
        source: "FF[4], EBNF"
    UnclosedValue: Error
        meaning: "A closing `]` is missing."
        reason: "Other programs read on to the next bracket. Here the value ends before a node or a property that it swallowed, if the game lacks the property otherwise."
        example: "(;C[hello;B[pd])"
        advice: "Close the value."
        source: "FF[4], EBNF"
    TextOutsideTree: Warning [OnlyEndOfFileMark => Note, OnlyParentheses => Error, LosesMoves => Error]
        meaning: "There is text before, between or after the game trees."
        reason: "Programs that rewrite the file lose it. Moves in it aren't read; at a `)` too many some programs refuse the file. Beside trees without a header it is a sign that a `(` is missing, so that variations are read as games."
        example: "From: igs (;B[pd])"
        advice: "Move it into a comment, or remove it."
        source: "FF[4], EBNF"
    Junk: Error [LiteralNewlines => Warning, NotAnSgfFile => Warning]
        meaning: "Characters in the game tree belong to no property."
        reason: "Some programs stop here, others skip more or less of the record. Line breaks written as `\\r\\n` remain if a record is copied out of JSON without decoding."
        example: "(;B[pd]*;W[dp])"
        advice: "Remove them, or find the value that they belong to."
        source: "FF[4], EBNF"
    UnescapedBracket: Error
        meaning: "A `]` inside text isn't written as `\\]`."
        reason: "Other programs end the text there and lose the rest. Here the whole text is read."
        example: "(;C[player [5d]: hi];B[pd])"
        advice: "Escape the bracket with a backslash."
        source: "FF[4], Text"
    PropertyInText: Warning [ReadAsProperty => Error]
        meaning: "A text holds what looks like a property, or a bracket that nothing closes: its `]` may be missing, or escaped by a backslash that was meant as text."
        reason: "It is read as a property only where a backslash precedes the bracket and the node lacks the property otherwise."
        example: "(;C[hello AB[dd];B[pd])"
        advice: "Add the `]`, or double the backslash. If it is text, escape its brackets."
        source: "FF[4], Text"
    ValueWithoutProperty: Error
        meaning: "A value has no identifier before it."
        reason: "The value is skipped."
        example: "(;[pd])"
        advice: "Add the identifier, or remove the value."
        source: "FF[4], EBNF"
    PropertyWithoutValue: Error
        meaning: "An identifier has no value after it."
        reason: "The identifier is skipped."
        example: "(;KO;B[pd])"
        advice: "If the property needs no content, add empty brackets, as in `KO[]`."
        source: "FF[4], EBNF"
    MissingNode: Error
        meaning: "The `;` of a node, the `(` or `(;` of a game, or both its parentheses are missing, or a comma stands for the `;`."
        reason: "Programs drop the property or the whole tree."
        example: "(B[pd];W[dp])"
        advice: "Add what is missing."
        source: "FF[4], EBNF"
    EmptyVariation: Warning
        meaning: "A variation has no node."
        reason: "It means nothing, and some programs stop there."
        example: "(;B[pd]()(;W[dp]))"
        advice: "Remove the parentheses."
        source: "FF[4], EBNF"
    MalformedValue: Error [ReadAnyway => Warning, BoardNotAffected => Warning, Resignation => Warning, UnusualDate => Note, UnusualRectangle => Note, NoColon => Note]
        meaning: "A value doesn't have the type of its property."
        reason: "Programs read it differently or drop it."
        example: "(;SZ[nineteen])"
        advice: "Write it as FF[4] prescribes."
        source: "FF[4], Property value types"
    DuplicateProperty: Warning
        meaning: "A node has the same property twice."
        reason: "Programs use the first, the last or both. Here the first is used; lists of points are combined."
        example: "(;GN[a]GN[b])"
        advice: "Remove one, or merge lists into one property."
        source: "FF[4], Properties"
    MisplacedProperty: Warning
        meaning: "A property isn't allowed in this node: a root property elsewhere, or setup beside a move."
        reason: "Programs ignore it or change the meaning of the node."
        example: "(;B[pd];SZ[19])"
        advice: "Move it to the right node."
        source: "FF[4], Properties"
    OldProperty: Note
        meaning: "A property or its spelling belongs to an older version of SGF, FF[1] to FF[3]."
        reason: "Newer programs may not know it."
        example: "(;GaMe[1]SiZe[9])"
        advice: "`sgf-audit fix` writes it as FF[4] does."
        source: "FF[4], Changes from FF[3]"
    UnknownProperty: Note
        meaning: "The property isn't in FF[4]."
        reason: "It is kept."
        example: "(;KGSDE[aa])"
        advice: "Nothing."
        source: "FF[4], Private properties"
    Unreadable: Error
        meaning: "The file can't be read."
        reason: "Nothing in it was audited."
        example: "a file without read permission"
        advice: "See the message of the operating system."
        source: "the operating system"
    TooLarge: Error
        meaning: "The file, a game or a variation exceeds a limit."
        reason: "What exceeds the limit wasn't audited."
        example: "a file of more than 1 GiB, or a game of more than 10,000,000 nodes"
        advice: "Raise the limit (--max-bytes, --max-nodes, --max-games, --max-depth), or split a collection with a higher one: \
                 `sgf-audit convert --to sgf --split --max-bytes 3G --out DIR FILE`."
        source: "the limits of this program"
    DamagedArchive: Error
        meaning: "An archive, or a member of it, is damaged or ends too early."
        reason: "The part before the damage was audited, the part after it wasn't."
        example: "a download that broke off"
        advice: "Get the archive again."
        source: "the specifications of ZIP, tar, gzip, Zstandard, XZ and 7z"
    ArchiveLimit: Error
        meaning: "An archive exceeds a limit: it unpacks to too much data, has too many members, or nests archives too deeply."
        reason: "What exceeds the limit wasn't audited."
        example: "a file of 1 MB that unpacks to 1 GB of blanks"
        advice: "Unpack it, or raise the limit (--max-unpacked, --max-ratio, --max-members, --max-nesting)."
        source: "the limits of this program"
    EncryptedMember: Error
        meaning: "A record in an archive is encrypted."
        reason: "It wasn't audited."
        example: "a member of a ZIP made with a password"
        advice: "Unpack the archive with its password."
        source: "APPNOTE.TXT 6.3.10, 4.4.4"
    InternalError: Error
        meaning: "This program failed on the record."
        reason: "The record wasn't audited. This is a bug."
        example: "none known"
        advice: "Please report it, with the file."
        source: "this program"
    HumanCoordinates: Warning
        meaning: "A point is written as people say it (`Q16`) or with a blank or a line break in it, not as in SGF (`pd`)."
        reason: "Other programs drop the point or stop. Here it is understood."
        example: "(;B[q16])"
        advice: "Write it as SGF does: `pd`."
        source: "FF[4], Move"
    OddPass: Warning
        meaning: "A pass is written as neither `[]` nor `[tt]`."
        reason: "Other programs drop it or stop. Here it counts as a pass."
        example: "(;B[ ])"
        advice: "Write `[]`. If it is two letters and other moves are off the board, SZ is wrong and this is a move."
        source: "FF[4], Move"
    SeveralMoves: Error
        meaning: "A node has more than one move."
        reason: "A `;` is missing. Programs play one of the moves or none."
        example: "(;B[pd]W[dp];B[dd])"
        advice: "Put a `;` before each move. If the colours alternate, all moves are played; otherwise the first of each colour."
        source: "FF[4], Move properties"
    MixedNode: Warning
        meaning: "A node has both a move and setup."
        reason: "Programs apply them in different orders or ignore one. Here the setup comes first."
        example: "(;B[pd]AW[dd])"
        advice: "Move the setup to a node of its own."
        source: "FF[4], Setup properties"
    MoveInRoot: Note
        meaning: "The root node has a move."
        reason: "Programs that read only game information from the root miss the move."
        example: "(;SZ[9]B[ee];W[cc])"
        advice: "Move it to the second node."
        source: "FF[4], Move properties"
    SecondGameInfo: Warning
        meaning: "Two nodes of one line of play have game information."
        reason: "It isn't known which one applies. Here the first does."
        example: "(;PB[a];B[pd];PB[b])"
        advice: "Keep it in one node, usually the root."
        source: "FF[4], Game info properties"
    DuplicatePoint: Warning
        meaning: "A point occurs more than once in lists of a node where it may occur only once."
        reason: "Some programs stop. Others use the first occurrence or the last."
        example: "(;AB[dd][dd])"
        advice: "Remove one; `sgf-audit fix` does it."
        source: "FF[4], Point lists"
    SetupWithoutEffect: Note
        meaning: "A node sets up points that already are as it sets them."
        reason: "The setup changes nothing; perhaps it was meant for another position."
        example: "(;AE[dd])"
        advice: "Remove it."
        source: "FF[4], Setup properties"
    AnnotationWithoutMove: Warning
        meaning: "A property that annotates a move is in a node without a move."
        reason: "It isn't known which move it refers to."
        example: "(;TE[1]AB[dd])"
        advice: "Move it to the node of that move."
        source: "FF[4], Move annotation properties"
    ContradictingAnnotation: Warning
        meaning: "A node has two annotations that contradict each other."
        reason: "Programs show one of them."
        example: "(;B[dd]TE[1]BM[1])"
        advice: "Keep one of them. FF[4] also has IT (interesting) and DO (doubtful) for moves that are neither good nor bad."
        source: "FF[4], Node annotation, Move annotation properties"
    EmptyValue: Note
        meaning: "A property has an empty value where its type requires content."
        reason: "An empty value says nothing."
        example: "(;GN[])"
        advice: "Remove the property."
        source: "FF[4], Property value types"
    NameSpacing: Note
        meaning: "A player's name has leading, trailing, repeated or wide blanks (U+3000)."
        reason: "Programs that compare names take it for another player's."
        example: "(;PB[Lee  Sedol ])"
        advice: "`sgf-audit fix` leaves one blank between words."
        source: "FF[4], PB, PW; SimpleText"
    ListedAlias: Warning
        meaning: "`[aliases]` of the configuration has another form of this name, rank, event, place or ruleset."
        reason: "The archive uses the other form."
        example: "(;PB[Go Seigen]) where the list has `\"Go Seigen\" = \"Wu Qingyuan\"`"
        advice: "`sgf-audit fix` writes what the list says, if the record's encoding has its characters."
        source: "the configuration; FF[4], PB, PW, BR, WR, EV, PC, RU"
    RankSpelling: Note
        meaning: "A rank is written neither as `9p`, `3d` or `5k` nor as `3dan` or `5kyu`, or BR or WR isn't a rank."
        reason: "Programs that compare ranks don't recognise it. A country belongs in BT or WT, the team. A dan rank in words or in Chinese doesn't say whether the player is a professional."
        example: "(;BR[9 dan]WR[3级])"
        advice: "`sgf-audit fix` writes the ranks that can mean only one thing; `--fix rank-spelling` also reads 9 dan as a professional rank if the record names an event or a place and is from no server."
        source: "FF[4], BR, WR"
    RulesetSpelling: Note
        meaning: "RU names a ruleset by another name than SGF's own."
        reason: "Programs that know only SGF's name use another ruleset."
        example: "(;RU[japanese rules])"
        advice: "`sgf-audit fix` writes AGA, GOE, Japanese, NZ, Chinese or Korean."
        source: "FF[4], RU"
    EmptyNode: Note
        meaning: "A node has no property."
        reason: "An empty node means nothing, though FF[4] allows it."
        example: "(;B[dd];;W[pp])"
        advice: "Remove it."
        source: "FF[4], EBNF"
    NodeAfterVariation: Error
        meaning: "A node follows variations and belongs to none of them."
        reason: "It isn't known which line of play the node continues. Here it is read as another variation."
        example: "(;B[dd](;W[pp])(;W[dp]);B[pd])"
        advice: "Move it into the variation that it continues."
        source: "FF[4], EBNF"
    EarlyEnd: Error
        meaning: "The closing parenthesis of the game comes before its last node."
        reason: "Other programs lose what follows. Here it is read as the rest of the game."
        example: "(;B[dd]);W[pp])"
        advice: "Remove the parenthesis."
        source: "FF[4], EBNF"
    SeveralGames: Note
        meaning: "The file holds more than one game."
        reason: "Many programs read only the first."
        example: "(;B[dd])(;B[pp])"
        advice: "Nothing. To split it: `sgf-audit convert --to sgf --split --out DIR FILE`."
        source: "FF[4], Collection"
    MixedFormat: Note
        meaning: "The games of the file are in different versions of SGF."
        reason: "Programs that look only at the first game's version misread the others."
        example: "(;FF[3];B[dd])(;FF[4];B[pp])"
        advice: "Convert the file to FF[4]."
        source: "FF[4], FF"
    UnknownFormat: Warning
        meaning: "FF names a version of SGF that doesn't exist."
        reason: "Programs may refuse the file. It is read as FF[4]."
        example: "(;FF[5];B[dd])"
        advice: "Write FF[4]."
        source: "FF[4], FF"
    NotInFormat: Note
        meaning: "The record uses something that its declared version of SGF doesn't have."
        reason: "Programs that rely on FF may misread the record."
        example: "(;FF[3];B[])"
        advice: "Write FF[4]."
        source: "FF[4], Changes from FF[3]"
    NulByte: Warning
        meaning: "The file contains NUL bytes."
        reason: "Programs written in C stop there."
        example: "zeros at the end of a file after a crash"
        advice: "Remove them."
        source: "FF[4], EBNF"
    MissingSize: Note
        meaning: "SZ is missing, and all stones of the game stand on a board of 9 or 13 lines, near all its edges."
        reason: "Without SZ the board has 19 lines. On a smaller one other points are at the edge, and the count is another."
        example: "(;AB[aa][ia][ai][ii]AW[ba][ha][bi][hi];B[ee];W[ce];B[ge];W[ec])"
        advice: "Add SZ if the game was played on the smaller board."
        source: "FF[4], SZ"
};

/// Findings about characters.
pub(super) const ENCODING: &[FindingInfo] = entries! { Encoding:
    UndeclaredEncoding: Warning
        meaning: "There are characters beyond ASCII and no CA says how they are encoded."
        reason: "Programs that don't guess show and save wrong characters."
        example: "(;PB[柯洁]) in GBK"
        advice: "Add CA; `sgf-audit fix` declares what was found."
        source: "FF[4], CA"
    WrongEncoding: Warning [OnlyAscii => Note]
        meaning: "The file isn't in the encoding that CA declares, CA names an encoding that isn't known or can't be read here, or part of the text is in UTF-8 unlike the rest, or encoded twice."
        reason: "Programs show and save wrong characters."
        example: "(;CA[UTF-8]PB[...]) in GBK"
        advice: "Correct CA; `sgf-audit fix` declares what was found. Convert a part in another encoding by hand."
        source: "FF[4], CA"
    MixedCharset: Note
        meaning: "The games of a file declare different charsets."
        reason: "This is allowed, but many programs read the whole file in one charset. Here each game is read in its own."
        example: "(;CA[GBK];B[dd])(;CA[UTF-8];B[pp])"
        advice: "`sgf-audit convert --to sgf` writes all games in UTF-8."
        source: "FF[4], CA"
    UndecodableBytes: Warning [DamagesPlay => Error]
        meaning: "Some bytes aren't valid in the file's encoding."
        reason: "The text was damaged earlier, or is in two encodings."
        example: "half of a two-byte character"
        advice: "Compare with another copy of the record. The bytes are kept as they are."
        source: "FF[4], CA"
};
