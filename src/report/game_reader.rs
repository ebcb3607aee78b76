//! Reads the games of a file a second time, for reports that show more than an audit holds.

use std::path::{Path, PathBuf};

use super::item::ReportItem;
use crate::sgf::{Bookmark, Fault, Game, Scanner, Text};

/// Reads the games of a file again, in order and each once.
#[derive(Debug, Default)]
pub(crate) struct GameReader {
    /// The file.
    path: PathBuf,
    /// Number of games read so far.
    pub games: u32,
    /// Where the next one begins.
    bookmark: Bookmark,
    /// The last one.
    pub game: Game,
    faults: Vec<Fault>,
}

impl GameReader {
    /// Turns to the file of an audit. Returns whether that is another one than the last.
    pub fn open(&mut self, item: ReportItem) -> bool {
        // A path can be given twice: then its games count from the first again.
        let again = item.game() > 0 && item.game() <= self.games;
        let is_new = self.path != item.path || again;
        if is_new {
            *self = item.text.map_or_else(Self::default, |text| Self::new(item.path, text));
        }
        is_new
    }

    fn new(path: &Path, text: &Text) -> Self {
        Self {
            path: path.to_path_buf(),
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
