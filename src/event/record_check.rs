//! One record held against an event.

use std::path::Path;

use super::breaches;
use super::check::{EventCheck, recorded_komi};
use super::entry::Entry;
use super::record_match::RecordMatch;
use crate::audit::Audit;
use crate::printable::printable_path;
use crate::sgf::Text;

impl EventCheck {
    /// Returns what the run keeps of a game.
    #[must_use]
    pub fn entry(&self, path: &Path, audit: &Audit) -> Entry {
        let matched = RecordMatch::new(self, audit);
        Entry {
            path: printable_path(path).into_owned(),
            game: audit.game,
            black: audit.black.clone(),
            white: audit.white.clone(),
            players: matched.players,
            round: matched.round,
            row: matched.row(),
            result: audit.outcome.to_string(),
            recount: audit.recounted().map_or_else(String::new, |outcome| outcome.to_string()),
            komi: recorded_komi(audit).map(|komi| komi.as_hundredths()),
            handicap: audit.replay.handicap.stones,
            differences: matched.differences(),
        }
    }

    /// Adds to a game's findings what the event and its table say of it.
    pub fn check(&self, path: &Path, audit: &mut Audit, text: Option<&Text>) {
        let mut findings = breaches::check(self, path, audit, text);
        findings.extend(RecordMatch::new(self, audit).findings(self, audit));
        if !findings.is_empty() {
            audit.findings.extend(findings);
            audit.findings.sort_by_key(|finding| finding.span.start);
        }
    }
}
