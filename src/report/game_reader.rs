//! Reads the games of a file a second time, for reports that show more than an audit holds.

use crate::sgf::{Bookmark, Fault, Game, Scanner, Text};

/// Reads the games of a file again, in order and each once.
#[derive(Debug, Default)]
pub(super) struct GameReader {
    /// Number of games read so far.
    pub games: u32,
    /// Where the next one begins.
    bookmark: Bookmark,
    /// The last one.
    pub game: Game,
    faults: Vec<Fault>,
}

impl GameReader {
    pub fn new(text: &Text) -> Self {
        Self {
            games: text.chunk_offset().games,
            bookmark: Scanner::new(text).bookmark(),
            ..Self::default()
        }
    }

    /// Reads up to the game of this number, or to the end of the file.
    pub fn advance<'t>(&mut self, text: &'t Text<'t>, number: u32) -> Scanner<'t> {
        let mut scanner = Scanner::resume(text, self.bookmark);
        while self.games < number {
            self.faults.clear();
            if !scanner.next_game(&mut self.game, &mut self.faults) {
                break;
            }
            self.games += 1;
        }
        self.bookmark = scanner.bookmark();
        scanner
    }
}
