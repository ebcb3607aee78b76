//! The scanner: bytes to games, with every fault noted and nothing skipped silently.
//!
//! It never recurses and looks at each byte a bounded number of times.

use super::fault::{Fault, FaultKind, push_fault};
use super::game_bytes::GameBytes;
use super::game_start::find_game;
use super::limits::Limits;
use super::lookahead::strip_literal_newlines;
use super::tree_reader::{Recovery, TreeEnd, TreeReader};
use crate::sgf::text::Text;
use crate::sgf::tree::{Game, ROOT, Span};

/// A place between two games of a file, from which a scanner can go on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bookmark {
    at: usize,
    games: u32,
    /// The game that the charset of those before this place was judged by.
    charset_from: Option<usize>,
    /// Up to here variations that look like games are games.
    split_until: usize,
}

/// Yields the games of a file one by one.
pub struct Scanner<'a> {
    source: GameBytes<'a>,
    at: usize,
    games: u32,
    limits: Limits,
    recovery: Recovery,
}

impl<'a> Scanner<'a> {
    /// A scanner at the beginning of a file, with the default limits.
    #[must_use]
    pub fn new(text: &'a Text<'a>) -> Self {
        Self::with_limits(text, Limits::default())
    }

    /// A scanner at the beginning of a file, with these limits.
    #[must_use]
    pub fn with_limits(text: &'a Text<'a>, limits: Limits) -> Self {
        Self {
            source: GameBytes::new(text),
            at: text.bom_len(),
            games: text.chunk_offset().games,
            limits,
            recovery: Recovery::default(),
        }
    }

    /// A scanner that goes on where another scanner of the same file was. The default bookmark is the
    /// beginning of the file.
    #[must_use]
    pub fn resume(text: &'a Text<'a>, from: Bookmark) -> Self {
        let at = from.at.max(text.bom_len()).min(text.bytes().len());
        let mut scanner = Self { at, games: from.games, ..Self::new(text) };
        scanner.recovery.split_guess.split_until = from.split_until;
        if let Some(start) = from.charset_from {
            scanner.source.judge_charset(start);
        }
        scanner
    }

    /// The place behind the last game.
    #[must_use]
    pub fn bookmark(&self) -> Bookmark {
        Bookmark {
            at: self.at,
            games: self.games,
            charset_from: self.source.charset_from,
            split_until: self.recovery.split_guess.split_until,
        }
    }

    /// The text to decode the last game with: the file's text, in the game's own charset where the file's
    /// games declare different ones.
    #[must_use]
    pub fn text(&self) -> &Text<'a> {
        self.source.text()
    }

    /// Reads the next game into `game`. Adds its faults, and those of the text before it, to `faults`.
    /// Returns false when no game is left.
    pub fn next_game(&mut self, game: &mut Game, faults: &mut Vec<Fault>) -> bool {
        game.clear();
        let from = self.at;
        let start = find_game(&self.source, from, self.games == 0);
        let length = self.source.bytes.len();
        self.note_text_outside(from, start.unwrap_or(length), faults);
        let Some(start) = start else {
            self.at = length;
            return false;
        };
        if self.games == self.limits.games {
            let span = Span::new(start, length);
            let fault = Fault { kind: FaultKind::TooManyGames, span, node: ROOT };
            push_fault(faults, self.source.bytes, fault);
            self.at = length;
            return false;
        }
        self.games += 1;
        self.source.select_charset(start);
        let before = faults.len();
        self.recovery.split_guess.begin_tree();
        let mut tree = self.read_tree(start, game, faults);
        if self.recovery.split_guess.is_refuted(tree.at, tree.closed, length) {
            game.clear();
            faults.truncate(before);
            tree = self.read_tree(start, game, faults);
        }
        self.at = tree.at;
        true
    }

    /// Whether a game was split in two because the bytes ended before it closed.
    pub fn ended_inside_game(&self) -> bool {
        self.recovery.split_guess.ended_inside_game
    }

    fn read_tree(&mut self, start: usize, game: &mut Game, faults: &mut Vec<Fault>) -> TreeEnd {
        TreeReader::new(&self.source, self.limits, &mut self.recovery, game, faults, start).read()
    }

    fn note_text_outside(&self, from: usize, to: usize, faults: &mut Vec<Fault>) {
        let gap = &self.source.bytes[from..to];
        let Some(first) = gap.iter().position(|b| !b.is_ascii_whitespace() && *b != 0) else {
            return;
        };
        let last = gap.iter().rposition(|b| !b.is_ascii_whitespace()).unwrap_or(first);
        let span = Span::new(from + first, from + last + 1);
        let kind = match strip_literal_newlines(span.of(self.source.bytes)) {
            Some([]) => FaultKind::LiteralNewline,
            _ => FaultKind::TextOutsideTree,
        };
        faults.push(Fault { kind, span, node: ROOT });
    }
}
