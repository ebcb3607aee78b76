//! Both readings of a run: the first notes each game, the second looks for games that are the beginning of another one.

use std::collections::{HashMap, HashSet};
use std::io;
use std::ops::Range;

use serde_json::Value;

use crate::audit::FileAudit;
use crate::batch::{Audited, AuditedRecord, Audits, Sink};
use crate::record::RecordedGame;
use crate::replay::Signature;
use crate::report::{GameRow, SeverityCounts};
use crate::select::{Columns, Completeness};
use crate::sgf::SourceGame;
use crate::spool::Spool;

/// The columns whose differences are listed.
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
        let row =
            GameRow { path, text, audit, file: SeverityCounts::count(record.audit.findings()) };
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
    /// Adds some files. Fails if the temporary file can't be written.
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

    /// Reads back the values of a record.
    pub(super) fn values(&mut self, entry: usize) -> io::Result<Vec<Value>> {
        let Entry { values, length, .. } = self.entries[entry];
        let bytes = self.spool.read(&(values..values + u64::from(length)))?;
        Ok(serde_json::from_slice(&bytes)?)
    }

    pub(super) fn columns(&self) -> &Columns {
        &self.registrar.columns
    }
}

/// Looks for games that begin as others that are over sooner.
#[derive(Default)]
pub struct Beginnings {
    /// The hashes of the games that are looked for.
    whole: HashSet<u64>,
}

/// A game that another one begins with, with the longest game that does: its number of plays and its hash.
pub type Containers = HashMap<u64, (usize, u64)>;

impl Beginnings {
    /// Looks for the games of a register that have at least this many moves.
    pub fn new(register: &Register, least_moves: u32) -> Self {
        let long = register.entries.iter().filter(|entry| entry.moves >= least_moves);
        Self { whole: long.map(|entry| entry.hash).collect() }
    }
}

/// Joins what two parts of a run found. Of games that are equally long the one with the least hash counts.
pub(super) fn join(all: &mut Containers, later: Containers) {
    for (hash, (plays, container)) in later {
        note(all, hash, plays, container);
    }
}

fn note(all: &mut Containers, hash: u64, plays: usize, container: u64) {
    let longest = all.entry(hash).or_insert((plays, container));
    if plays > longest.0 || plays == longest.0 && container < longest.1 {
        *longest = (plays, container);
    }
}

impl Sink for Beginnings {
    type Part = Containers;

    fn game(&self, part: &mut Containers, _: &AuditedRecord, game: Audited) {
        let FileAudit::Game(audit) = game.audit else { return };
        let Some(own) = audit.signature.game else { return };
        let SourceGame { text, game, .. } = game.game;
        let hashes = Signature::of_beginnings(&RecordedGame::read(text, game));
        for &hash in &hashes {
            if hash != own && self.whole.contains(&hash) {
                note(part, hash, hashes.len(), own);
            }
        }
    }
}
