//! What the scanner finds wrong with the syntax.

use crate::sgf::tree::{NodeId, Span};

/// What was wrong with the syntax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// Something other than white space outside all game trees.
    TextOutsideTree,
    /// The file or the next game begins before this tree's last `)`.
    UnclosedTree,
    /// The file ends inside a value.
    UnclosedValue,
    /// Characters in a tree that belong to no node, property or value.
    Junk,
    /// A line break that is written as `\r\n`, as programs do in their own texts: the game's first.
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
    /// The tree's last `)` stands before its last node: what follows was read as a part of the tree.
    EarlyEnd,
}

/// A fault and where it is.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// The bytes concerned; empty where something is missing.
    pub span: Span,
    /// The node it belongs to: the last one begun.
    pub node: NodeId,
}

impl Fault {
    /// Whether moves stand in text outside the games: a game, or a part of one, isn't read.
    #[must_use]
    pub fn loses_moves(&self, bytes: &[u8]) -> bool {
        let has = |node: &[u8]| memchr::memmem::find(self.span.of(bytes), node).is_some();
        self.kind == FaultKind::TextOutsideTree && (has(b";B[") || has(b";W["))
    }
}
