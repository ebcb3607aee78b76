//! The scanner: bytes to games, with every fault noted and nothing skipped silently.
//!
//! It never recurses and looks at each byte a bounded number of times.

use super::fault::{Fault, FaultKind, Limits, marker_lines, push_fault};
use super::game_bytes::GameBytes;
use super::game_start::find_game;
use super::lookahead::strip_literal_newlines;
use super::tree_reader::{Recovery, TreeReader};
use crate::sgf::text::Text;
use crate::sgf::tree::{Game, ROOT, Span};

/// Where a game is, and what a scanner needs to read it again without the games before it.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::sgf) struct GameSpan {
    /// End of the game before it, or of the byte order mark.
    pub from: u32,
    pub start: u32,
    /// Offset of the game that its charset was judged by, if the file's games differ in that.
    pub charset_from: u32,
    /// The offset behind it.
    end: u32,
}

/// Yields the games of a file one by one.
pub struct Scanner<'a> {
    source: GameBytes<'a>,
    at: usize,
    games: u32,
    limits: Limits,
    recovery: Recovery,
    last: GameSpan,
}

impl<'a> Scanner<'a> {
    /// A scanner at the beginning of a file, with the default limits.
    pub fn new(text: &'a Text<'a>) -> Self {
        Self::with_limits(text, Limits::default())
    }

    /// A scanner at the beginning of a file, with these limits.
    pub fn with_limits(text: &'a Text<'a>, limits: Limits) -> Self {
        Self {
            source: GameBytes::new(text),
            at: text.bom_len(),
            games: 0,
            limits,
            recovery: Recovery::default(),
            last: GameSpan::default(),
        }
    }

    /// The text to decode the last game with: the file's text, in the game's own charset where the file's
    /// games declare different ones.
    pub fn text(&self) -> &Text<'a> {
        self.source.text()
    }

    /// Reads the next game into `game`. Adds its faults, and the faults of the text before it, to `faults`.
    /// Returns false when no game is left.
    pub fn next_game(&mut self, game: &mut Game, faults: &mut Vec<Fault>) -> bool {
        let from = self.at;
        let start = find_game(&self.source, from, self.games == 0);
        let bytes = self.source.bytes;
        let length = bytes.len();
        note_text_outside(bytes, from, start.unwrap_or(length), faults);
        let Some(start) = start else {
            self.at = length;
            return false;
        };
        if self.games == self.limits.games {
            let span = Span::new(start, length);
            let fault = Fault { kind: FaultKind::TooManyGames, span, node: ROOT };
            push_fault(faults, bytes, fault);
            self.at = length;
            return false;
        }
        self.games += 1;
        self.source.select_charset(start);
        self.recovery.balance.begin_tree(None);
        game.clear();
        let (source, recovery) = (&self.source, &mut self.recovery);
        self.at = TreeReader::new(source, self.limits, recovery, game, faults, start).read();
        self.last = GameSpan {
            from: from as u32,
            start: start as u32,
            charset_from: self.source.charset_from as u32,
            end: self.at as u32,
        };
        true
    }

    pub(in crate::sgf) fn last_game(&self) -> GameSpan {
        self.last
    }
}

/// Reads a game again. `text` must be in the game's charset. Replaces what `game` and `faults` hold.
pub(in crate::sgf) fn read_game(
    text: &Text,
    span: &GameSpan,
    limits: Limits,
    game: &mut Game,
    faults: &mut Vec<Fault>,
) {
    let source = GameBytes::new(text);
    let mut recovery = Recovery::default();
    recovery.balance.begin_tree(Some(span.end as usize));
    game.clear();
    faults.clear();
    let start = span.start as usize;
    note_text_outside(text.bytes(), span.from as usize, start, faults);
    TreeReader::new(&source, limits, &mut recovery, game, faults, start).read();
}

/// Notes what is between two games, or before the first or after the last one.
fn note_text_outside(bytes: &[u8], mut from: usize, to: usize, faults: &mut Vec<Fault>) {
    if bytes[from..to].trim_ascii().is_empty() {
        return;
    }
    for span in marker_lines(bytes, from, to) {
        note_text(bytes, from, span.start as usize, faults);
        faults.push(Fault { kind: FaultKind::ConflictMarker, span, node: ROOT });
        from = span.end as usize;
    }
    note_text(bytes, from, to, faults);
}

fn note_text(bytes: &[u8], from: usize, to: usize, faults: &mut Vec<Fault>) {
    let gap = &bytes[from..to];
    let Some(first) = gap.iter().position(|b| !b.is_ascii_whitespace() && *b != 0) else { return };
    let last = gap.iter().rposition(|b| !b.is_ascii_whitespace()).unwrap_or(first);
    let span = Span::new(from + first, from + last + 1);
    let kind = match strip_literal_newlines(span.of(bytes)) {
        Some([]) => FaultKind::LiteralNewline,
        _ => FaultKind::TextOutsideTree,
    };
    faults.push(Fault { kind, span, node: ROOT });
}
