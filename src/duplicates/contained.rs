//! The second reading: which games are the beginning of another one.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::register::Register;
use crate::audit::FileAudit;
use crate::batch::Collector;
use crate::replay::Signature;
use crate::report::{GameReader, ReportItem};
use crate::sgf::Text;

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
    #[must_use]
    pub fn of(register: &Register, least_moves: u32) -> Self {
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
    let found = all.entry(hash).or_insert((plays, container));
    if plays > found.0 || plays == found.0 && container < found.1 {
        *found = (plays, container);
    }
}

/// What some files contain.
#[derive(Default)]
pub struct BeginningsPart {
    pub(super) found: Containers,
    reader: GameReader,
}

impl Collector for Beginnings {
    type Part = BeginningsPart;

    fn add(&self, part: &mut BeginningsPart, path: &Path, audit: &FileAudit, text: Option<&Text>) {
        let (FileAudit::Game(game), Some(text)) = (audit, text) else { return };
        let Some(own) = game.signature.game else { return };
        part.reader.open(ReportItem { path, text: Some(text), audit });
        let scanner = part.reader.advance(text, game.game);
        let assumed = &game.replay.assumed;
        let hashes =
            Signature::of_beginnings(scanner.text(), &part.reader.game, game.size, assumed);
        for &hash in &hashes {
            if hash != own && self.whole.contains(&hash) {
                note(&mut part.found, hash, hashes.len(), own);
            }
        }
    }
}
