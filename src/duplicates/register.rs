//! The first reading: what is noted of each game.

use std::io;
use std::ops::Range;

use serde_json::Value;

use crate::audit::FileAudit;
use crate::batch::{Audited, AuditedRecord, Audits, Sink};
use crate::report::{GameRow, SeverityCounts};
use crate::select::{Columns, Completeness};
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
    /// Number of games, those included in which nothing is played.
    games: u64,
}

struct Row {
    hash: u64,
    view: u8,
    moves: u32,
    values: Vec<Value>,
}

impl Sink for Registrar {
    type Part = RegisterPart;

    fn game(&self, part: &mut RegisterPart, record: &AuditedRecord, game: Audited) {
        let FileAudit::Game(audit) = game.audit else { return };
        part.games += 1;
        let Some(hash) = audit.signature.game else { return };
        let (path, text) = (record.record.path, &game.game.text);
        let row = GameRow { path, text, audit, file: SeverityCounts::of(&record.findings) };
        let values = self.columns.values(&row);
        let (view, moves) = (audit.signature.view, audit.replay.moves);
        part.rows.push(Row { hash, view, moves, values });
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
