//! Text that goes on after a `]` that should have been written `\]`.

use std::collections::VecDeque;

use memchr::{memchr_iter, memmem};

use super::game_bytes::GameBytes;
use super::lookahead::{opens_game, starts_something};
use crate::sgf::tree::Ident;

/// The properties whose values may be such text.
const TEXTS: [Ident; 18] = [
    Ident::new("DT"),
    Ident::new("C"),
    Ident::new("GC"),
    Ident::new("N"),
    Ident::new("GN"),
    Ident::new("EV"),
    Ident::new("RO"),
    Ident::new("PC"),
    Ident::new("PB"),
    Ident::new("PW"),
    Ident::new("AN"),
    Ident::new("US"),
    Ident::new("SO"),
    Ident::new("CP"),
    Ident::new("ON"),
    Ident::new("BT"),
    Ident::new("WT"),
    LABELS,
];

/// LB has a list of values, of which only the last may go on.
pub(super) const LABELS: Ident = Ident::new("LB");

/// Maximum number of unescaped brackets in a text.
const MAX_BRACKETS: usize = 64;

/// Whether the values of a property are text that may go on after a `]`.
pub(super) fn is_text(id: Ident) -> bool {
    TEXTS.contains(&id)
}

/// Finds the end of text with unescaped brackets. Remembers what it has seen, so that no byte is searched
/// twice.
#[derive(Default)]
pub(super) struct BracketLookahead {
    /// The `]` up to `seen` after which nothing can begin.
    inner: VecDeque<usize>,
    seen: usize,
    /// The last node with a move up to the first `]` after `seen`.
    node: Option<usize>,
}

impl BracketLookahead {
    /// The `]` that ends the text that goes on at `at`: the next one after which something can begin.
    /// `None` if a whole node stands before it, or text behind a `)` doesn't belong to the tree.
    pub fn text_end(&mut self, source: &GameBytes, at: usize) -> Option<usize> {
        self.forget_before(at);
        while self.inner.len() < MAX_BRACKETS {
            // A `;` or `(` may well stand in text; a whole node may not.
            if self.node.is_some_and(|node| node >= at) {
                return None;
            }
            let Some(end) = source.closing_bracket(self.seen) else {
                self.seen = source.bytes.len();
                return None;
            };
            let from = self.seen.saturating_sub(2).max(at);
            let searched = &source.bytes[from..end];
            let black = memmem::rfind(searched, b";B[");
            if let Some(node) = black.max(memmem::rfind(searched, b";W[")) {
                self.node = Some(from + node);
                return None;
            }
            if starts_something(&source.bytes[end + 1..]) {
                let is_outside =
                    source.bytes[at] == b')' && !goes_on_in_tree(source.bytes, at, end);
                return (!is_outside).then_some(end);
            }
            self.inner.push_back(end);
            self.seen = end + 1;
        }
        None
    }

    fn forget_before(&mut self, at: usize) {
        if at >= self.seen {
            self.inner.clear();
            self.seen = at;
        }
        while self.inner.front().is_some_and(|&bracket| bracket < at) {
            self.inner.pop_front();
        }
    }
}

/// Whether the bytes between this `)` and a `]` can be text of the tree: no game begins in them, and a
/// node or a property follows. Files have text between their games, too.
fn goes_on_in_tree(bytes: &[u8], at: usize, end: usize) -> bool {
    let next = bytes[end + 1..].trim_ascii_start().first();
    next.is_some_and(|&byte| byte == b';' || byte.is_ascii_uppercase())
        && !memchr_iter(b'(', &bytes[at..end]).any(|open| opens_game(&bytes[at + open..]))
}
