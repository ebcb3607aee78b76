//! The second reading: which games are the beginning of another one.

use std::collections::{HashMap, HashSet};

use super::register::Register;
use crate::audit::FileAudit;
use crate::batch::{Audited, AuditedRecord, Sink};
use crate::replay::Signature;
use crate::sgf::SourceGame;

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

impl Sink for Beginnings {
    type Part = Containers;

    fn game(&self, part: &mut Containers, _: &AuditedRecord, game: Audited) {
        let FileAudit::Game(audit) = game.audit else { return };
        let Some(own) = audit.signature.game else { return };
        let SourceGame { text, game, .. } = game.game;
        let hashes = Signature::of_beginnings(text, game, audit.size, &audit.replay.assumed);
        for &hash in &hashes {
            if hash != own && self.whole.contains(&hash) {
                note(part, hash, hashes.len(), own);
            }
        }
    }
}
