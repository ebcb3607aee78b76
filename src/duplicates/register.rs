//! The first reading: what is noted of each game.

use std::io;
use std::ops::Range;
use std::path::Path;

use serde_json::Value;

use crate::audit::FileAudit;
use crate::batch::{Audits, Collector};
use crate::report::{GameRow, SeverityCounts};
use crate::select::{Columns, Completeness};
use crate::sgf::Text;
use crate::spool::Spool;

/// The columns of which differences are said.
pub(super) const COMPARED: [&str; 15] = [
    "black",
    "white",
    "black_rank",
    "white_rank",
    "date",
    "event",
    "round",
    "place",
    "recorded_result",
    "ruleset",
    "komi",
    "handicap",
    "moves",
    "main_time",
    "overtime",
];

/// Notes each game that is played.
pub struct Registrar {
    pub(super) columns: Columns,
}

impl Default for Registrar {
    fn default() -> Self {
        let names = ["path", "game"].into_iter().chain(COMPARED).chain(Completeness::columns());
        Self { columns: Columns::named_by(names) }
    }
}

/// The games of some files.
#[derive(Default)]
pub struct RegisterPart {
    rows: Vec<Row>,
    /// Where the rows of the last file begin that isn't known to be complete.
    last_file: usize,
    /// The findings of that file.
    file: SeverityCounts,
    /// Number of games, those included in which nothing is played.
    games: u64,
}

struct Row {
    hash: u64,
    view: u8,
    moves: u32,
    values: Vec<Value>,
}

impl Collector for Registrar {
    type Part = RegisterPart;

    fn add(&self, part: &mut RegisterPart, path: &Path, audit: &FileAudit, text: Option<&Text>) {
        match (audit, text) {
            (FileAudit::Game(game), Some(text)) => {
                part.games += 1;
                let Some(hash) = game.signature.game else { return };
                let row = GameRow { path, text, audit: game, file: SeverityCounts::default() };
                let values = self.columns.values(&row);
                let (view, moves) = (game.signature.view, game.replay.moves);
                part.rows.push(Row { hash, view, moves, values });
            }
            (FileAudit::Findings { game: 0, findings }, _) => {
                part.file += SeverityCounts::of(findings);
            }
            _ => {}
        }
    }

    fn end_file(&self, part: &mut RegisterPart) {
        for row in &mut part.rows[part.last_file..] {
            self.columns.add_file(&mut row.values, part.file);
        }
        part.last_file = part.rows.len();
        part.file = SeverityCounts::default();
    }
}

/// A game as memory holds it: 32 bytes.
pub(super) struct Entry {
    pub hash: u64,
    /// Where its values are.
    values: u64,
    length: u32,
    pub moves: u32,
    /// How it is looked at for its hash.
    pub view: u8,
}

/// The games of a run. What their records say waits in a temporary file.
#[derive(Default)]
pub struct Register {
    registrar: Registrar,
    pub(super) entries: Vec<Entry>,
    spool: Spool,
    /// The findings of files that were read in parts, each with the entries of its games.
    files: Vec<(Range<usize>, SeverityCounts)>,
    /// The same of the file whose parts aren't complete.
    open: Option<(usize, SeverityCounts)>,
    /// Number of games, those included in which nothing is played.
    pub games: u64,
}

impl Register {
    /// Adds some files.
    ///
    /// # Errors
    ///
    /// If the temporary file can't be written.
    pub fn add(&mut self, audits: Audits<RegisterPart>) -> io::Result<()> {
        let part = audits.part;
        self.games += part.games;
        let first = self.entries.len();
        for Row { hash, view, moves, values } in part.rows {
            let Range { start, end } = self.spool.add(&serde_json::to_vec(&values)?)?;
            let length = (end - start) as u32;
            self.entries.push(Entry { hash, values: start, length, moves, view });
        }
        // The findings of a file that was read whole are in its rows.
        if audits.files == 0 || self.open.is_some() {
            let (first, mut findings) =
                self.open.take().unwrap_or((first, SeverityCounts::default()));
            findings += part.file;
            match audits.files {
                0 => self.open = Some((first, findings)),
                _ => self.files.push((first..self.entries.len(), findings)),
            }
        }
        Ok(())
    }

    /// Reads back what a record says.
    pub(super) fn values(&mut self, entry: usize) -> io::Result<Vec<Value>> {
        let Entry { values, length, .. } = self.entries[entry];
        let bytes = self.spool.read(&(values..values + u64::from(length)))?;
        let mut values: Vec<Value> = serde_json::from_slice(&bytes)?;
        let place = self.files.partition_point(|(games, _)| games.end <= entry);
        if let Some((_, findings)) =
            self.files.get(place).filter(|(games, _)| games.contains(&entry))
        {
            self.registrar.columns.add_file(&mut values, *findings);
        }
        Ok(values)
    }

    pub(super) fn columns(&self) -> &Columns {
        &self.registrar.columns
    }
}
