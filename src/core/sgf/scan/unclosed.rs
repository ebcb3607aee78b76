//! Text that continues after a `]` that should have been written `\]`.

use std::collections::VecDeque;

use memchr::{memchr_iter, memmem, memrchr_iter};

use super::game_bytes::GameBytes;
use super::lookahead::{first_node, opens_game, starts_something};
use crate::sgf::tree::{FfVersions, Ident, PropertyKind, ValueType};
use crate::sgf::value::Swallowed;

/// LB has a list of values, of which only the last may go on.
pub(super) const LABELS: Ident = Ident::new("LB");

/// Maximum number of unescaped brackets in a text.
const MAX_BRACKETS: usize = 1 << 12;

/// Whether the values of a property are text that may go on after a `]`. Private properties hold text, too, such as JSON. The
/// name of a charset has no brackets.
pub(super) fn is_text(id: Ident) -> bool {
    let info = id.info();
    let is_text = info.values == ValueType::Text && info.kind != PropertyKind::Root;
    id == LABELS || is_text || info.formats == FfVersions::None
}

/// Finds the end of text with unescaped brackets. Remembers what it has seen, so that no byte is searched
/// twice.
#[derive(Default)]
pub(super) struct BracketLookahead {
    /// The `]` up to `seen` after which nothing can begin.
    inner: VecDeque<usize>,
    seen: usize,
    /// The last thing up to the first `]` after `seen` that isn't text: a node with a move, the end of a game before another
    /// one, or a property.
    barrier: Option<usize>,
}

impl BracketLookahead {
    /// The `]` that ends the text that continues at `at`: the next one after which something can begin.
    /// `None` if a whole node, the end of a game or a property is before it, or text after a `)` doesn't belong to the
    /// tree.
    pub(super) fn text_end(&mut self, source: &GameBytes, at: usize) -> Option<usize> {
        self.forget_before(at);
        while self.inner.len() < MAX_BRACKETS {
            // A `;` or `(` may well be in text; a whole node may not.
            if self.barrier.is_some_and(|barrier| barrier >= at) {
                return None;
            }
            let Some(end) = source.closing_bracket(self.seen) else {
                self.seen = source.bytes.len();
                return None;
            };
            let from = self.seen.saturating_sub(2).max(at);
            let searched = &source.bytes[from..end];
            let black = memmem::rfind(searched, b";B[");
            let node = black.max(memmem::rfind(searched, b";W["));
            if let Some(barrier) = node.max(last_game_end(searched)) {
                self.barrier = Some(from + barrier);
                return None;
            }
            if starts_something(&source.bytes[end + 1..]) {
                if let Some(property) = Swallowed::read(&source.bytes[at..end]) {
                    self.barrier = Some(at + property.start);
                    return None;
                }
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

/// The last `)` that a `(;` follows.
fn last_game_end(bytes: &[u8]) -> Option<usize> {
    memrchr_iter(b'(', bytes).find_map(|open| {
        let close = bytes[..open].trim_ascii_end().len().checked_sub(1)?;
        let is_end = bytes[close] == b')' && first_node(&bytes[open..]).is_some();
        is_end.then_some(close)
    })
}

/// Whether the bytes between this `)` and a `]` can be text of the tree: no game begins in them, and a
/// node or a property follows. Files have text between their games, too.
fn goes_on_in_tree(bytes: &[u8], at: usize, end: usize) -> bool {
    let next = bytes[end + 1..].trim_ascii_start().first();
    next.is_some_and(|&byte| byte == b';' || byte.is_ascii_uppercase())
        && !memchr_iter(b'(', &bytes[at..end]).any(|open| opens_game(&bytes[at + open..]))
}
