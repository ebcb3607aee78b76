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

    fn save(&self, _: RegisterPart) -> Vec<u8> {
        unreachable!("there is no cache")
    }

    fn load(&self, _: &[u8]) -> Option<RegisterPart> {
        None
    }
}

/// A game as memory holds it: 40 bytes.
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
    /// The games of a large file whose parts aren't complete.
    open: RegisterPart,
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
        let mut part = audits.part;
        self.games += part.games;
        let is_part = audits.files == 0 || !self.open.rows.is_empty();
        if is_part {
            self.open.rows.append(&mut part.rows);
            self.open.file += part.file;
            if audits.files == 0 {
                return Ok(());
            }
            part = std::mem::take(&mut self.open);
            part.last_file = 0;
            self.registrar.end_file(&mut part);
        }
        for Row { hash, view, moves, values } in part.rows {
            let Range { start, end } = self.spool.add(&serde_json::to_vec(&values)?)?;
            let length = (end - start) as u32;
            self.entries.push(Entry { hash, values: start, length, moves, view });
        }
        Ok(())
    }

    /// Reads back what a record says.
    pub(super) fn values(&mut self, entry: usize) -> io::Result<Vec<Value>> {
        let Entry { values, length, .. } = self.entries[entry];
        let bytes = self.spool.read(&(values..values + u64::from(length)))?;
        Ok(serde_json::from_slice(&bytes)?)
    }

    pub(super) fn columns(&self) -> &Columns {
        &self.registrar.columns
    }
}
