//! Faults of syntax, and the merge conflicts that git left in a file.

use memchr::{memchr_iter, memmem};

use crate::sgf::tree::{NodeId, Span};

/// A kind of fault of syntax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// Something other than white space outside all game trees.
    TextOutsideTree,
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
    /// A line with the marker of a merge conflict. It is skipped; [`conflicts`](super::conflicts) returns whole ones.
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
    /// A variation without a node.
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
    /// Nodes per game.
    pub nodes: u32,
    /// Games per file.
    pub games: u32,
    /// Depth of nested variations.
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

/// A merge conflict: from its `<<<<<<<` to the end of the line with its `>>>>>>>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// All of it, with the markers.
    pub span: Span,
    /// Offset of the `=======` between the two sides; where the conflict ends if there is none.
    pub middle: u32,
}

/// The merge conflicts of a file, wherever their lines stand. Linear.
pub fn conflicts(bytes: &[u8]) -> Vec<Conflict> {
    let mut conflicts: Vec<Conflict> = Vec::new();
    if memmem::find(bytes, b"<<<<<<<").is_none() {
        return conflicts;
    }
    let mut is_open = false;
    for start in [0].into_iter().chain(memchr_iter(b'\n', bytes).map(|end| end + 1)) {
        let Some((marker, end)) = marker_line(bytes, start) else { continue };
        match (marker, conflicts.last_mut()) {
            (b'<', _) => {
                let span = Span::new(start, end);
                conflicts.push(Conflict { span, middle: end as u32 });
                is_open = true;
            }
            (b'=', Some(conflict)) if is_open => {
                conflict.middle = start as u32;
                conflict.span.end = end as u32;
            }
            (b'>', Some(conflict)) if is_open => {
                conflict.span.end = end as u32;
                is_open = false;
            }
            _ => {}
        }
    }
    conflicts
}

/// The character of the conflict marker that a line begins with, and the offset of the line's end. `None` if `start` isn't
/// where a line with a marker begins.
pub(super) fn marker_line(bytes: &[u8], start: usize) -> Option<(u8, usize)> {
    const LENGTH: usize = 7;
    let rest = bytes.get(start..)?;
    let &marker = rest.first()?;
    let is_line = start == 0 || matches!(bytes[start - 1], b'\n' | b'\r');
    let run = rest.iter().take(LENGTH + 1).take_while(|&&byte| byte == marker).count();
    if !is_line || run != LENGTH || !matches!(marker, b'<' | b'=' | b'>' | b'|') {
        return None;
    }
    let length = rest.iter().take_while(|byte| !matches!(byte, b'\n' | b'\r')).count();
    // Git writes a blank and a name behind the others.
    let is_whole = match marker {
        b'=' => length == LENGTH,
        _ => length == LENGTH || rest[LENGTH] == b' ',
    };
    is_whole.then_some((marker, start + length))
}
