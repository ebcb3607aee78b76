//! Notes each game of a run.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};
use std::io;

use serde_json::Value;

use super::near::{Hashes, Share};
use crate::batch::{Audited, AuditedRecord, Audits, Sink};
use crate::select::{Columns, Completeness, from_bytes, game_key, to_bytes};
use crate::spool::Spool;
use sgf_audit_core::audit::FileAudit;
use sgf_audit_core::go::Size;
use sgf_audit_core::record::RecordedGame;
use sgf_audit_core::replay::{Plays, RUNS};
use sgf_audit_core::table::{Cell, GameRow, SeverityCounts};

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

pub struct Registrar {
    pub(super) columns: Columns,
    /// Shorter games are the same only if their names and dates are, and they are neither beginnings nor near to others.
    least_moves: u32,
    pub(super) share: Share,
}

impl Registrar {
    /// A registrar that knows games by their plays from this number of moves on. `share`: what games that are nearly the same have
    /// in common.
    pub fn new(least_moves: u32, share: Share) -> Self {
        let names = ["path", "game", "game_hash"].into_iter();
        let names = names.chain(COMPARED).chain(Completeness::columns());
        Self { columns: Columns::of(names), least_moves, share }
    }
}

#[derive(Default)]
pub struct RegisterPart {
    entries: Vec<Entry>,
    /// Their part of the temporary file.
    bytes: Vec<u8>,
}

impl Sink for Registrar {
    type Part = RegisterPart;

    fn size(&self, part: &RegisterPart) -> usize {
        part.bytes.len() + part.entries.len() * size_of::<Entry>()
    }

    fn game(&self, part: &mut RegisterPart, record: &AuditedRecord, game: Audited) {
        let FileAudit::Game(audit) = game.audit else { return };
        let (path, text) = (record.record.path, &game.game.text);
        let row =
            GameRow { path, text, audit, file: SeverityCounts::count(record.audit.findings()) };
        let mut values = self.columns.values(&row);
        // What records state is compared, whatever the run lays down.
        let ruleset = audit.info.named_rules.map_or(Cell::Empty, |rules| Cell::from(&*rules.id));
        self.columns.set(&mut values, "ruleset", ruleset.into());
        let komi = audit.info.komi.map_or(Cell::Empty, Cell::Points);
        self.columns.set(&mut values, "komi", komi.into());
        let signature = &audit.signature;
        let key = match signature.game {
            Some(hash) => game_key(&self.columns, &values, hash, self.least_moves),
            // Nothing makes empty boards records of the same game.
            None => hash_of((path, audit.game)),
        };
        let plays = Plays::new(
            &RecordedGame::read(text, game.game.game),
            signature.view,
            self.least_moves.max(1),
        );
        let mut hashes = Hashes::default();
        hashes[..RUNS].copy_from_slice(&plays.runs);
        hashes[RUNS] = signature.dyer.as_deref().map_or(0, |points| hash_of(points) as u32);
        let at = part.bytes.len();
        part.bytes.extend(to_bytes(&plays.codes));
        let behind = part.bytes.len();
        serde_json::to_writer(&mut part.bytes, &values).expect("memory takes all values");
        part.entries.push(Entry {
            key,
            opening: plays.opening,
            at: at as u64,
            codes: plays.codes.len() as u32,
            before: plays.before,
            values: (part.bytes.len() - behind) as u32,
            moves: audit.replay.moves,
            hashes,
            view: signature.view,
            size: audit.size,
        });
    }
}

fn hash_of(value: impl Hash) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(value)
}

/// A game as memory holds it, in some 90 bytes.
pub(super) struct Entry {
    /// The key that records of the same game share.
    pub key: u64,
    /// The key that games with the same beginning share.
    pub opening: Option<u64>,
    /// Where the codes of its plays are, and its values behind them.
    at: u64,
    codes: u32,
    /// Number of plays that have no codes, before the others.
    pub before: u32,
    values: u32,
    pub moves: u32,
    pub hashes: Hashes,
    /// How it is looked at for its hash.
    pub view: u8,
    pub size: Size,
}

/// The games of a run. What their records say waits in a temporary file.
pub struct Register {
    pub registrar: Registrar,
    pub(super) entries: Vec<Entry>,
    spool: Spool,
}

impl Register {
    pub fn new(registrar: Registrar) -> Self {
        Self { registrar, entries: Vec::new(), spool: Spool::default() }
    }

    /// Adds some files. Fails if the temporary file can't be written.
    pub fn add(&mut self, audits: Audits<RegisterPart>) -> io::Result<()> {
        let part = audits.part;
        let start = self.spool.add(&part.bytes)?.start;
        let entries = part.entries.into_iter();
        self.entries.extend(entries.map(|entry| Entry { at: start + entry.at, ..entry }));
        Ok(())
    }

    /// Returns the number of games, those included in which nothing is played.
    pub fn number(&self) -> u64 {
        self.entries.len() as u64
    }

    pub(super) fn values(&mut self, entry: u32) -> io::Result<Vec<Value>> {
        let Entry { at, codes, values, .. } = self.entries[entry as usize];
        let start = at + 2 * u64::from(codes);
        let bytes = self.spool.read(&(start..start + u64::from(values)))?;
        Ok(serde_json::from_slice(&bytes)?)
    }

    pub(super) fn codes(&mut self, entry: u32) -> io::Result<Vec<u16>> {
        let Entry { at, codes, .. } = self.entries[entry as usize];
        Ok(from_bytes(&self.spool.read(&(at..at + 2 * u64::from(codes)))?))
    }
}
