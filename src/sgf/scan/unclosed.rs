//! Text that goes on after a `]` that should have been written `\\]`.

use std::collections::VecDeque;

use memchr::memmem;

use super::lookahead::starts_something;
use super::scanner::Scanner;
use crate::sgf::tree::Game;
use crate::sgf::tree::Ident;

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

const LABELS: Ident = Ident::new("LB");

/// So many brackets in a text may be unescaped.
const BRACKETS: usize = 64;

/// What is known of the bytes ahead, so that none is looked at twice in search of a text's end.
#[derive(Default)]
pub(crate) struct Ahead {
    /// The `]` up to `seen` after which nothing can begin.
    duds: VecDeque<usize>,
    seen: usize,
    /// The last node with a move up to the first `]` after `seen`.
    node: Option<usize>,
}

impl Scanner<'_> {
    /// Where text goes on after a `]` that should have been escaped: if the last thing read was the
    /// value of a text property and what follows can't begin anything, the value is extended to the
    /// next `]` after which something can begin. Returns where to go on.
    pub(crate) fn unclosed_text(&mut self, game: &mut Game, at: usize) -> Option<usize> {
        if at != self.resume || !game.last_ident().is_some_and(|id| TEXTS.contains(&id)) {
            return None;
        }
        if at >= self.ahead.seen {
            self.ahead.duds.clear();
            self.ahead.seen = at;
        }
        while self.ahead.duds.front().is_some_and(|&dud| dud < at) {
            self.ahead.duds.pop_front();
        }
        while self.ahead.duds.len() < BRACKETS {
            // A `;` or `(` may well stand in text; a whole node may not.
            if self.ahead.node.is_some_and(|node| node >= at) {
                return None;
            }
            let seen = self.ahead.seen;
            let Some(end) = self.value_end(seen) else {
                self.ahead.seen = self.bytes.len();
                return None;
            };
            let from = seen.saturating_sub(2).max(at);
            let piece = &self.bytes[from..end];
            let black = memmem::rfind(piece, b";B[");
            if let Some(node) = black.max(memmem::rfind(piece, b";W[")) {
                self.ahead.node = Some(from + node);
                return None;
            }
            if starts_something(&self.bytes[end + 1..]) {
                if self.bytes[at] == b')' && !self.goes_on_in_tree(at, end) {
                    return None;
                }
                // What looks like several values is one text with brackets in it.
                game.extend_value(end as u32, game.last_ident() != Some(LABELS))?;
                self.resume = end + 1;
                while self.bytes.get(self.resume).is_some_and(u8::is_ascii_whitespace) {
                    self.resume += 1;
                }
                return Some(end + 1);
            }
            self.ahead.duds.push_back(end);
            self.ahead.seen = end + 1;
        }
        None
    }

    /// The same for a `)` behind such a value, where neither a tree's end nor its next part follows.
    pub(crate) fn text_behind_tree(&mut self, game: &mut Game, at: usize) -> Option<usize> {
        if at != self.resume || starts_something(&self.bytes[at + 1..]) {
            return None;
        }
        self.unclosed_text(game, at)
    }

    /// Whether what stands between this `)` and a `]` can be text of the tree: no game begins in it, and
    /// a node or a property follows. Files have text between their games, too.
    fn goes_on_in_tree(&self, at: usize, end: usize) -> bool {
        let next = self.bytes[end + 1..].trim_ascii_start().first();
        next.is_some_and(|&byte| byte == b';' || byte.is_ascii_uppercase())
            && !memchr::memchr_iter(b'(', &self.bytes[at..end])
                .any(|open| self.opens_game(at + open))
    }
}
