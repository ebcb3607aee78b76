//! One record held against an event.

use std::path::Path;

use super::breaches;
use super::check::{EventCheck, recorded_komi};
use super::differences::{self, Differences};
use super::entry::Entry;
use super::matching::RowMatch;
use crate::audit::Audit;
use crate::printable::printable_path;
use crate::sgf::Text;

impl EventCheck {
    /// Returns what the run keeps of a game.
    #[must_use]
    pub fn entry(&self, path: &Path, audit: &Audit) -> Entry {
        let players = [&audit.black, &audit.white].map(|name| self.roster.find(name));
        let round = self.round(audit);
        let row = match (players, self.rows()) {
            ([Some(black), Some(white)], Some(rows)) => match rows.find(black, white, round) {
                RowMatch::One(row) => Some(row),
                RowMatch::None | RowMatch::Several(_) => None,
            },
            _ => None,
        };
        let differences = match row.zip(self.rows()) {
            Some((row, rows)) => {
                let of = Differences::of(audit, players, round, &rows.rows[row], self.source());
                of.names().map(str::to_owned).collect()
            }
            None => Vec::new(),
        };
        Entry {
            path: printable_path(path).into_owned(),
            game: audit.game,
            black: audit.black.clone(),
            white: audit.white.clone(),
            players,
            round,
            row,
            result: audit.outcome.to_string(),
            recount: audit.recounted().map_or_else(String::new, |outcome| outcome.to_string()),
            komi: recorded_komi(audit).map(|komi| komi.as_hundredths()),
            handicap: audit.replay.handicap.stones,
            differences,
        }
    }

    /// Adds to a game's findings what the event and its table say of it.
    pub fn check(&self, path: &Path, audit: &mut Audit, text: Option<&Text>) {
        let mut findings = breaches::check(self, path, audit, text);
        findings.extend(differences::check(self, audit));
        if !findings.is_empty() {
            audit.findings.extend(findings);
            audit.findings.sort_by_key(|finding| finding.span.start);
        }
    }
}
