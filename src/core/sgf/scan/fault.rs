//! Faults of syntax, and the merge conflicts that git left in a file.

use memchr::{memchr_iter, memchr2_iter, memmem};

use crate::sgf::tree::{NodeId, Span};

/// A kind of fault of syntax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// Something other than white space outside all game trees.
    TextOutsideTree,
    /// A `)` outside all game trees, beside trees that may be variations of the game before them.
    MisplacedParenthesis(TornTree),
    /// The file or the next game begins before this tree's last `)`.
    UnclosedTree,
    /// The file ends inside a value.
    UnclosedValue,
    /// The tree has neither its `(` nor its `)`.
    MissingParentheses,
    /// A character that means the `;` of a node.
    WrongSeparator,
    /// A value with something in it that looks like a property. It is read as text.
    PropertyInText,
    /// A value whose `]` is escaped, as the property that follows shows. The value is read up to there.
    EscapedEnd,
    /// A line with the marker of a merge conflict, outside values. It is skipped; [`conflicts`](super::conflicts) returns whole
    /// conflicts.
    ConflictMarker,
    /// Characters in a tree that belong to no node, property or value.
    Junk,
    /// A line break written as the four characters `\r\n`. Noted once per game, at the first.
    LiteralNewline,
    /// A value with no identifier before it.
    ValueWithoutProperty,
    /// An identifier with no value after it.
    PropertyWithoutValue,
    /// Properties that follow `(` or `)` without the `;` of a node.
    MissingNode,
    EmptyVariation,
    /// A `]` inside text that should have been written `\]`.
    UnescapedBracket,
    /// An identifier with lower-case letters (old formats).
    LowerCaseIdent,
    /// The game has more nodes than the limit; these bytes were skipped.
    TooManyNodes,
    /// Variations are nested more deeply than the limit; these bytes were skipped.
    TooDeep,
    /// The file has more games than the limit; these bytes were skipped.
    TooManyGames,
    /// A node that follows variations of the node before it, outside all of them.
    NodeAfterVariation,
    /// The tree's last `)` is before its last node: what follows was read as a part of the tree.
    EarlyEnd,
}

/// A game that may have lost the `(` of a variation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TornTree {
    pub game: u32,
    pub sign: TornSign,
}

/// The sign that a game may have lost the `(` of a variation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TornSign {
    /// As many trees without a header follow, which may be its variations.
    Trees(u32),
    /// Nodes of the game follow its variations.
    NodeAfterVariation,
    /// It has variations, and nothing else.
    Variations,
}

/// A fault of syntax and its place.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    pub kind: FaultKind,
    /// The bytes concerned; empty where something is missing.
    pub span: Span,
    /// The last node that began before it.
    pub node: NodeId,
}

/// Adds a fault. Runs of rubbish with only white space between them become one fault.
pub(super) fn push_fault(faults: &mut Vec<Fault>, bytes: &[u8], fault: Fault) {
    let is_rubbish = matches!(
        fault.kind,
        FaultKind::Junk | FaultKind::PropertyWithoutValue | FaultKind::ValueWithoutProperty
    );
    if is_rubbish
        && let Some(last) = faults.last_mut()
        && last.kind == FaultKind::Junk
        && let Some(between) = bytes.get(last.span.end as usize..fault.span.start as usize)
        && between.trim_ascii().is_empty()
    {
        last.span.end = fault.span.end;
        return;
    }
    faults.push(fault);
}

impl Fault {
    /// Whether this is text outside the games that consists of `)` alone.
    pub fn is_stray_parenthesis(&self, bytes: &[u8]) -> bool {
        self.kind == FaultKind::TextOutsideTree && is_parentheses(self.span.of(bytes))
    }

    /// Whether this is text outside the games that holds moves, so that a game, or a part of one, isn't read.
    pub fn loses_moves(&self, bytes: &[u8]) -> bool {
        let has = |node: &[u8]| memchr::memmem::find(self.span.of(bytes), node).is_some();
        self.kind == FaultKind::TextOutsideTree && (has(b";B[") || has(b";W["))
    }
}

/// Limits on what is read. Content beyond a limit is skipped, and a fault reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes per file. A larger file isn't read at all.
    pub bytes: u32,
    pub nodes: u32,
    pub games: u32,
    pub depth: u32,
}

impl Limits {
    /// The default limits, far beyond any true record.
    pub const DEFAULT: Self =
        Self { bytes: 1 << 30, nodes: 10_000_000, games: 10_000_000, depth: 1_000_000 };
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Whether text outside the games is nothing but `)`.
pub(crate) fn is_parentheses(text: &[u8]) -> bool {
    text.iter().all(|&byte| byte == b')' || byte.is_ascii_whitespace())
}

/// A merge conflict: from its `<<<<<<<` to the end of the line with its `>>>>>>>`, or one of its other markers if the first
/// is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// All of it, with the markers.
    pub span: Span,
    /// Offset of the `=======` between the two sides; where the conflict ends if there is none.
    pub middle: u32,
}

/// The merge conflicts of a file, wherever their lines are, in values too. One without an end counts only if its markers have
/// the usual length. Linear.
pub fn conflicts(bytes: &[u8]) -> Vec<Conflict> {
    let mut conflicts: Vec<Conflict> = Vec::new();
    let marks: [&[u8]; 3] = [b"<<<<<<<", b">>>>>>>", b"|||||||"];
    if !marks.iter().any(|mark| memmem::find(bytes, mark).is_some()) {
        return conflicts;
    }
    // The length of the markers of the last conflict, while its end isn't found.
    let mut open = None;
    let forget_unusual = |conflicts: &mut Vec<Conflict>, open: Option<usize>| {
        conflicts.pop_if(|_| open.is_some_and(|length| length != USUAL_LENGTH));
    };
    for start in [0].into_iter().chain(memchr_iter(b'\n', bytes).map(|end| end + 1)) {
        let Some(Marker { byte, length, end }) = marker_line(bytes, start) else { continue };
        match (byte, conflicts.last_mut()) {
            // The markers of a conflict within a side of another one are longer.
            (b'<', _) if open.is_none_or(|open| length <= open) => {
                forget_unusual(&mut conflicts, open);
                let span = Span::new(start, end);
                conflicts.push(Conflict { span, middle: end as u32 });
                open = Some(length);
            }
            (b'=', Some(conflict)) if open == Some(length) => {
                conflict.middle = start as u32;
                conflict.span.end = end as u32;
            }
            (b'>', Some(conflict)) if open == Some(length) => {
                conflict.span.end = end as u32;
                open = None;
            }
            // What is left of a conflict whose beginning was deleted. A line of `=` may be a heading.
            (b'>' | b'|', _) if open.is_none() && length == USUAL_LENGTH => {
                let span = Span::new(start, end);
                conflicts.push(Conflict { span, middle: end as u32 });
            }
            _ => {}
        }
    }
    forget_unusual(&mut conflicts, open);
    conflicts
}

/// The number of characters of a marker, unless git's attribute `conflict-marker-size` asks for more.
const USUAL_LENGTH: usize = 7;

/// A line that git wrote around a side of a merge conflict.
#[derive(Clone, Copy)]
pub(super) struct Marker {
    /// The character that it begins with: `<`, `|`, `=` or `>`.
    byte: u8,
    /// How many of them it begins with.
    length: usize,
    /// The offset of the line's end.
    pub end: usize,
}

/// The line with the marker of a merge conflict that begins at `start`. `None` if no line begins there, or one without a marker.
pub(super) fn marker_line(bytes: &[u8], start: usize) -> Option<Marker> {
    let rest = bytes.get(start..)?;
    let &byte = rest.first()?;
    if !matches!(byte, b'<' | b'=' | b'>' | b'|') {
        return None;
    }
    let before = &bytes[..start];
    let is_line = matches!(before, [] | [.., b'\n' | b'\r'] | b"\xef\xbb\xbf");
    let length = rest.iter().take_while(|&&other| other == byte).count();
    let line = rest.iter().take_while(|byte| !matches!(byte, b'\n' | b'\r')).count();
    // Git writes a blank and a name after the others.
    let is_whole = line == length || byte != b'=' && rest[length] == b' ';
    let is_marker = is_line && length >= USUAL_LENGTH && is_whole;
    is_marker.then_some(Marker { byte, length, end: start + line })
}

/// The lines with markers of merge conflicts that lie between two offsets.
pub(super) fn marker_lines(bytes: &[u8], from: usize, to: usize) -> impl Iterator<Item = Span> {
    let breaks = memchr2_iter(b'\n', b'\r', &bytes[from..to]).map(move |at| from + at + 1);
    [from].into_iter().chain(breaks).filter_map(move |start| {
        let Marker { end, .. } = marker_line(bytes, start)?;
        (end <= to).then(|| Span::new(start, end))
    })
}
