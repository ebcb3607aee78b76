//! The scanner: bytes to games, with every fault noted and nothing skipped in silence.
//!
//! It never recurses and looks at each byte a bounded number of times. After a fault it goes on
//! where a person would: a missing bracket costs what is missing, not the rest of the file.

use memchr::{memchr, memchr2};

use super::encoding::Text;
use super::game::{Game, NodeId, ROOT, Span};
use super::ident::Ident;

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

/// A place between two games of a file, at which a scanner can go on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bookmark {
    at: usize,
    games: u32,
}

/// Yields the games of a file one by one.
pub struct Scanner<'a> {
    text: &'a Text<'a>,
    /// The same text as the last game declares it, where the file's games differ in that.
    aimed: Option<Text<'a>>,
    bytes: &'a [u8],
    at: usize,
    games: u32,
}

const SETEXT: [Ident; 17] = [
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
    Ident::new("LB"),
];

/// Where a new thing can begin after a value.
fn starts_something(rest: &[u8]) -> bool {
    let Some(skip) = rest.iter().position(|b| !b.is_ascii_whitespace()) else { return true };
    let rest = &rest[skip..];
    match rest[0] {
        b';' | b')' | b'(' => true,
        b'A'..=b'Z' => {
            let letters = rest.iter().take(10).take_while(|b| b.is_ascii_alphanumeric()).count();
            let after = &rest[letters..];
            let gap = after.iter().take(4).take_while(|b| b.is_ascii_whitespace()).count();
            after.get(gap) == Some(&b'[')
        }
        _ => false,
    }
}

impl<'a> Scanner<'a> {
    /// A scanner at the beginning of a file.
    #[must_use]
    pub fn new(text: &'a Text<'a>) -> Self {
        let bytes = text.bytes();
        Self { text, aimed: None, bytes, at: text.bom_len(), games: 0 }
    }

    /// A scanner that goes on where another one of the same file was; at the beginning for the default.
    #[must_use]
    pub fn resume(text: &'a Text<'a>, from: Bookmark) -> Self {
        let at = from.at.max(text.bom_len()).min(text.bytes().len());
        Self { at, games: from.games, ..Self::new(text) }
    }

    /// The place just past the last game.
    #[must_use]
    pub fn bookmark(&self) -> Bookmark {
        Bookmark { at: self.at, games: self.games }
    }

    /// The text that the last game is to be read with: the file's, in the game's own charset where
    /// the file's games declare different ones.
    #[must_use]
    pub fn text(&self) -> &Text<'a> {
        self.aimed.as_ref().unwrap_or(self.text)
    }

    /// Reads the next game into `game`, adding what is wrong with it, and with what stands before it,
    /// to `faults`. False when there is none left.
    pub fn next_game(&mut self, game: &mut Game, faults: &mut Vec<Fault>) -> bool {
        game.clear();
        let from = self.at;
        let start = self.find_game(from);
        let gap_end = start.unwrap_or(self.bytes.len());
        self.note_text_outside(from, gap_end, faults);
        let Some(start) = start else {
            self.at = self.bytes.len();
            return false;
        };
        self.games += 1;
        self.at = start;
        if self.text.has_several_charsets() {
            self.aimed = Some(self.text.for_game(start));
        }
        self.read_tree(game, faults);
        true
    }

    /// The next `(` that a `;` follows, white space and further `(` between them allowed. Where a file
    /// has no such thing at all, a `;` or `(` that a property follows serves.
    fn find_game(&self, from: usize) -> Option<usize> {
        let mut at = from;
        while let Some(offset) = memchr(b'(', &self.bytes[at..]) {
            let open = at + offset;
            let mut next = open + 1;
            while self.bytes.get(next).is_some_and(u8::is_ascii_whitespace) {
                next += 1;
            }
            match self.bytes.get(next) {
                Some(b';') => return Some(open),
                Some(b'A'..=b'Z') if starts_something(&self.bytes[next..]) => return Some(open),
                _ => at = next.max(open + 1),
            }
        }
        if self.games > 0 {
            return None;
        }
        let semicolon = from + memchr(b';', &self.bytes[from..])?;
        let next = semicolon + 1;
        (self.bytes.get(next).is_some_and(|b| !b.is_ascii_whitespace() || *b == b'\n')
            && starts_something(&self.bytes[next..]))
        .then_some(semicolon)
    }

    fn note_text_outside(&self, from: usize, to: usize, faults: &mut Vec<Fault>) {
        let gap = &self.bytes[from..to];
        let Some(first) = gap.iter().position(|b| !b.is_ascii_whitespace() && *b != 0) else {
            return;
        };
        let last = gap.iter().rposition(|b| !b.is_ascii_whitespace()).unwrap_or(first);
        let span = Span::new(from + first, from + last + 1);
        faults.push(Fault { kind: FaultKind::TextOutsideTree, span, node: ROOT });
    }

    fn read_tree(&mut self, game: &mut Game, faults: &mut Vec<Fault>) {
        let bytes = self.bytes;
        let start = self.at;
        // For each open variation, the node that it hangs on; `None` outside the root's tree.
        let mut open: Vec<Option<NodeId>> = Vec::new();
        let mut last: Option<NodeId> = None;
        // Whether a node has begun since the last `(` or `)`.
        let mut in_node = false;
        let mut at = start;
        if bytes[at] == b'(' {
            open.push(None);
            at += 1;
        } else {
            let span = Span::new(at, at);
            faults.push(Fault { kind: FaultKind::MissingNode, span, node: ROOT });
            open.push(None);
        }
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b';' => {
                    last = Some(game.push_node(at, last.unwrap_or(ROOT)));
                    in_node = true;
                    at += 1;
                }
                b'A'..=b'Z' | b'a'..=b'z' => {
                    if !in_node {
                        if let Some(end) = self.unclosed_text(game, at) {
                            self.note(faults, FaultKind::UnescapedBracket, at, end, last);
                            at = end;
                            continue;
                        }
                        self.note(faults, FaultKind::MissingNode, at, at, last);
                        last = Some(game.push_node(at, last.unwrap_or(ROOT)));
                        in_node = true;
                    }
                    at = self.read_property(game, faults, at, last);
                }
                b' ' | b'\n' | b'\r' | b'\t' | 0x0b | 0x0c => at += 1,
                b'(' => {
                    // A second game that begins before the first has ended.
                    if at > start && self.is_new_game(at, &open, last) {
                        break;
                    }
                    open.push(last);
                    in_node = false;
                    at += 1;
                }
                b')' => {
                    if !in_node && bytes[..at].trim_ascii_end().last() == Some(&b'(') {
                        self.note(faults, FaultKind::EmptyVariation, at, at + 1, last);
                    }
                    if last.is_some() {
                        game.end_main_line();
                    }
                    last = open.pop().flatten().or(Some(ROOT).filter(|_| last.is_some()));
                    in_node = false;
                    at += 1;
                    if open.is_empty() {
                        game.span = Span::new(start, at);
                        self.at = at;
                        return;
                    }
                }
                b'[' => {
                    let (_, next, closed) = self.read_value(at);
                    self.note(faults, FaultKind::ValueWithoutProperty, at, next, last);
                    if !closed {
                        self.note(faults, FaultKind::UnclosedValue, at, next, last);
                    }
                    at = next;
                }
                _ => at = self.read_junk(game, faults, at, last),
            }
        }
        self.note(faults, FaultKind::UnclosedTree, at, at, last);
        game.end_main_line();
        game.span = Span::new(start, at);
        self.at = at;
    }

    /// Whether the `(` here begins another game although `open` is not empty: it does if `;` and a
    /// property that only a root has follow.
    fn is_new_game(&self, at: usize, open: &[Option<NodeId>], last: Option<NodeId>) -> bool {
        if last.is_none() || open.is_empty() {
            return false;
        }
        let rest = self.bytes[at + 1..].trim_ascii_start();
        let Some(rest) = rest.strip_prefix(b";") else { return false };
        let rest = rest.trim_ascii_start();
        [&b"GM["[..], b"FF[", b"SZ[", b"CA["].iter().any(|root| rest.starts_with(root))
    }

    fn note(
        &self,
        faults: &mut Vec<Fault>,
        kind: FaultKind,
        from: usize,
        to: usize,
        node: Option<NodeId>,
    ) {
        faults.push(Fault { kind, span: Span::new(from, to), node: node.unwrap_or(ROOT) });
    }

    /// Reads an identifier and its values; returns where to go on.
    fn read_property(
        &self,
        game: &mut Game,
        faults: &mut Vec<Fault>,
        start: usize,
        node: Option<NodeId>,
    ) -> usize {
        let bytes = self.bytes;
        let mut at = start + 1;
        while bytes.get(at).is_some_and(u8::is_ascii_alphanumeric) {
            at += 1;
        }
        let raw = &bytes[start..at];
        let ident_end = at;
        while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
            at += 1;
        }
        if bytes.get(at) != Some(&b'[') {
            if let Some(end) = self.unclosed_text(game, start) {
                self.note(faults, FaultKind::UnescapedBracket, start, end, node);
                return end;
            }
            self.note(faults, FaultKind::PropertyWithoutValue, start, ident_end, node);
            return ident_end;
        }
        if raw.iter().any(u8::is_ascii_lowercase) {
            self.note(faults, FaultKind::LowerCaseIdent, start, ident_end, node);
        }
        game.push_prop(Ident::read(raw), start);
        loop {
            let (span, next, closed) = self.read_value(at);
            game.push_value(span);
            if !closed {
                self.note(faults, FaultKind::UnclosedValue, at, next, node);
                return next;
            }
            at = next;
            // A further value, perhaps after white space.
            let mut peek = at;
            while bytes.get(peek).is_some_and(u8::is_ascii_whitespace) {
                peek += 1;
            }
            if bytes.get(peek) != Some(&b'[') {
                return peek;
            }
            at = peek;
        }
    }

    /// Reads a value from its `[`: its content, where to go on, and whether its `]` was found.
    fn read_value(&self, open: usize) -> (Span, usize, bool) {
        let bytes = self.bytes;
        let start = open + 1;
        // Moves and points, by far the most values, are two letters.
        if let Some(&[a, b, b']']) = bytes.get(start..start + 3)
            && a.is_ascii_alphanumeric()
            && b.is_ascii_alphanumeric()
        {
            return (Span::new(start, start + 2), start + 3, true);
        }
        let end = self.value_end(start);
        match end {
            Some(end) => (Span::new(start, end), end + 1, true),
            None => (Span::new(start, bytes.len()), bytes.len(), false),
        }
    }

    /// The next `]` that is neither escaped nor the second half of a character.
    fn value_end(&self, from: usize) -> Option<usize> {
        let bytes = self.bytes;
        if self.text().has_unsafe_trails() {
            return self.text().find_bracket(from);
        }
        let mut at = from;
        loop {
            let found = at + memchr2(b']', b'\\', bytes.get(at..)?)?;
            if bytes[found] == b']' {
                return Some(found);
            }
            at = found + 2;
        }
    }

    /// Where text goes on after a `]` that should have been escaped: if the last thing read was the
    /// value of a text property and what follows can't begin anything, the value is extended to the
    /// next `]` after which something can begin. Returns where to go on.
    fn unclosed_text(&self, game: &mut Game, at: usize) -> Option<usize> {
        let text = game.last_prop().is_some_and(|prop| SETEXT.contains(&prop.id));
        let last = *game.last_value_mut()?;
        let between = self.bytes.get(last.end as usize + 1..at)?;
        if !text || !between.trim_ascii().is_empty() {
            return None;
        }
        let mut from = at;
        // A `;` or `(` may well stand in text; a whole node may not.
        for _ in 0..64 {
            let end = self.value_end(from)?;
            let swallowed = &self.bytes[at..end];
            if memchr::memmem::find(swallowed, b";B[").is_some()
                || memchr::memmem::find(swallowed, b";W[").is_some()
            {
                return None;
            }
            if starts_something(&self.bytes[end + 1..]) {
                if let Some(value) = game.last_value_mut() {
                    value.end = end as u32;
                }
                return Some(end + 1);
            }
            from = end + 1;
        }
        None
    }

    /// Skips what can't begin anything; returns where to go on.
    fn read_junk(
        &self,
        game: &mut Game,
        faults: &mut Vec<Fault>,
        start: usize,
        node: Option<NodeId>,
    ) -> usize {
        if let Some(end) = self.unclosed_text(game, start) {
            self.note(faults, FaultKind::UnescapedBracket, start, end, node);
            return end;
        }
        let mut at = start + 1;
        while self.bytes.get(at).is_some_and(|b| {
            !b.is_ascii_whitespace()
                && !b.is_ascii_alphabetic()
                && !matches!(b, b';' | b'(' | b')' | b'[')
        }) {
            at += 1;
        }
        if self.bytes[start..at].iter().any(|&b| b != 0) {
            self.note(faults, FaultKind::Junk, start, at, node);
        }
        at
    }
}
