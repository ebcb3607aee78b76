//! The bytes of a file with the charset of the game that is being read.

use memchr::memchr2;

use super::lookahead::{first_node, has_root_property, starts_something};
use crate::sgf::text::Text;
use crate::sgf::tree::{Ident, Span};
use crate::sgf::value::{Swallowed, SwallowedKind};

/// Maximum number of properties that are searched for one that a node may lack.
pub(super) const MAX_PROPERTIES: usize = 64;

pub(super) struct RawValue {
    /// The bytes between the brackets.
    pub content: Span,
    /// The offset behind its `]`.
    pub end: usize,
    pub is_closed: bool,
}

/// The bytes of a file with the charset of the game that is being read.
pub(super) struct GameBytes<'a> {
    file: &'a Text<'a>,
    /// The same text in the charset of the last game, where the file's games differ in that.
    game: Option<Text<'a>>,
    /// The game that `game` was judged by.
    pub charset_from: usize,
    /// Where the bytes end that `game` was judged by.
    charset_until: usize,
    pub bytes: &'a [u8],
    /// Whether a `]` may be the second byte of a character.
    has_unsafe_trails: bool,
}

impl<'a> GameBytes<'a> {
    pub(super) fn new(file: &'a Text<'a>) -> Self {
        Self {
            file,
            game: None,
            charset_from: 0,
            charset_until: 0,
            bytes: file.bytes(),
            has_unsafe_trails: file.has_unsafe_trails(),
        }
    }

    /// The text to decode the current game with.
    pub(super) fn text(&self) -> &Text<'a> {
        self.game.as_ref().unwrap_or(self.file)
    }

    /// Selects the charset of the game that begins at `start`, where the file's games differ in that.
    pub(super) fn select_charset(&mut self, start: usize) {
        if !self.file.has_several_charsets() {
            return;
        }
        // Consecutive games that declare nothing are judged together.
        let covers_game = self.game.as_ref().is_some_and(|text| {
            text.declared().name().is_none_or(|name| name.start as usize > start)
        });
        if start >= self.charset_until || !covers_game {
            self.judge_charset(start);
        }
    }

    /// Judges the charset by the game that begins at `start`.
    fn judge_charset(&mut self, start: usize) {
        let text = self.file.for_game(start);
        self.has_unsafe_trails = text.has_unsafe_trails();
        self.game = Some(text);
        self.charset_from = start;
        self.charset_until = self.file.charset_scope_end(start);
    }

    /// Reads the value whose `[` is at `open`.
    pub(super) fn value(&self, open: usize) -> RawValue {
        let start = open + 1;
        // Moves and points, by far the most values, are two letters.
        if let Some(&[a, b, b']']) = self.bytes.get(start..start + 3)
            && a.is_ascii_alphanumeric()
            && b.is_ascii_alphanumeric()
        {
            let content = Span::new(start, start + 2);
            return RawValue { content, end: start + 3, is_closed: true };
        }
        match self.closing_bracket(start) {
            Some(end) => RawValue { content: Span::new(start, end), end: end + 1, is_closed: true },
            None => {
                let end = self.bytes.len();
                RawValue { content: Span::new(start, end), end, is_closed: false }
            }
        }
    }

    /// The next `]` that is neither escaped nor the second half of a character.
    pub(super) fn closing_bracket(&self, from: usize) -> Option<usize> {
        if self.has_unsafe_trails {
            return self.text().find_bracket(from);
        }
        let mut at = from;
        loop {
            at += memchr2(b']', b'\\', self.bytes.get(at..)?)?;
            if self.bytes[at] == b']' {
                return Some(at);
            }
            at += 2;
        }
    }

    /// The node that a value ends with, if that shows that its `]` is missing.
    pub(super) fn swallowed_node(&self, value: &RawValue) -> Option<Swallowed> {
        let swallowed = Swallowed::read(value.content.of(self.bytes))?;
        let is_node = match swallowed.kind {
            SwallowedKind::Move => true,
            SwallowedKind::Variation => starts_something(&self.bytes[value.end..]),
            SwallowedKind::Property(_) => false,
        };
        is_node.then_some(swallowed)
    }

    /// The offset behind the value or the byte at `at`.
    pub(super) fn skip_token(&self, at: usize) -> usize {
        if self.bytes[at] != b'[' {
            return at + 1;
        }
        let value = self.value(at);
        match self.swallowed_node(&value) {
            Some(swallowed) => value.content.start as usize + swallowed.start,
            None => value.end,
        }
    }

    /// Whether a property is among the next few of a node, which go on at `from`.
    pub(super) fn node_has(&self, id: Ident, from: usize) -> bool {
        let mut at = self.skip_white_space(from);
        for _ in 0..MAX_PROPERTIES {
            let rest = &self.bytes[at..];
            let length = rest.iter().take(9).take_while(|byte| byte.is_ascii_uppercase()).count();
            if Ident::read(&rest[..length]) == id {
                return true;
            }
            at = self.skip_white_space(at + length);
            while self.bytes.get(at) == Some(&b'[') {
                at = self.skip_white_space(self.value(at).end);
            }
            if !self.bytes.get(at).is_some_and(u8::is_ascii_uppercase) {
                break;
            }
        }
        false
    }

    /// The offset of the first byte from `from` on that isn't white space.
    pub(super) fn skip_white_space(&self, from: usize) -> usize {
        self.bytes.len() - self.bytes[from..].trim_ascii_start().len()
    }

    /// The offset of the `)` that closes `levels` variations, or where another game or the end of the
    /// file comes before it. Reads each byte once.
    pub(super) fn skip_variations(&self, from: usize, mut levels: usize) -> usize {
        let mut at = from;
        while let Some(&byte) = self.bytes.get(at) {
            match byte {
                b'(' if first_node(&self.bytes[at..]).is_some_and(has_root_property) => return at,
                b'(' => levels += 1,
                b')' if levels == 1 => return at,
                b')' => levels -= 1,
                b'[' => {
                    at = self.value(at).end;
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
        at
    }
}
