//! Players, rounds and aliases of an event's file that no game has.

use std::cell::LazyCell;
use std::collections::HashSet;

use super::check::EventCheck;
use super::entry::Entry;
use super::file_findings::FileFindings;
use super::name_key::{name_keys, name_or_words};
use super::places::Place;
use super::roster::Roster;
use super::round::RoundId;
use crate::audit::{FindingKind, Severity};

impl EventCheck {
    /// Reports players, rounds and aliases of the event's file that no record and no row has.
    pub(super) fn check_unused(&self, entries: &[Entry], findings: &mut FileFindings) {
        let places = &self.terms.places;
        let mut report = |severity, place: Place, message: String| {
            findings.push_as(severity, &self.path, place, FindingKind::UnusedEntry, message);
        };
        let rows = || self.all_rows().iter();
        let players = entries.iter().map(|entry| entry.players);
        let playing: HashSet<usize> =
            players.chain(rows().map(|row| row.players)).flatten().flatten().collect();
        for (at, player) in self.terms.players.iter().enumerate() {
            if !playing.contains(&at) {
                let message = format!("{} has no game", name_or_words(&player.name));
                report(Severity::Note, places.of("players", at), message);
            }
        }
        let recorded = entries.iter().map(|entry| &entry.round);
        let rounds: HashSet<&RoundId> =
            recorded.chain(rows().map(|row| &row.round)).flatten().collect();
        // Records without rounds are told by other things.
        let severity = if rounds.is_empty() { Severity::Note } else { Severity::Warning };
        for (at, round) in self.terms.rounds.iter().enumerate() {
            if let Some(number) = round.number.as_ref().filter(|number| !rounds.contains(number)) {
                report(severity, places.of("rounds", at), format!("no game is of round {number}"));
            }
        }
        let in_records = || entries.iter().flat_map(|entry| [&entry.black, &entry.white]);
        let in_table = self.table_players.iter().map(|player| &player.name);
        let known: HashSet<Vec<String>> =
            in_records().chain(in_table).map(|name| name_keys(name)).collect();
        let names = LazyCell::new(|| Roster::of_names(in_records()));
        let aliases = self.terms.aliases.keys();
        let aliases = aliases.map(|alias| (alias, Severity::Warning, places.of_alias(alias)));
        // A list of players may have names from other events.
        let of_players = self.terms.players.iter().enumerate().flat_map(|(at, player)| {
            let place = places.of("players", at);
            player.aliases.iter().map(move |alias| (alias, Severity::Note, place))
        });
        for (alias, severity, place) in aliases.chain(of_players).filter(|_| !entries.is_empty()) {
            if !known.contains(&name_keys(alias)) {
                let (why, alias) = (names.why_none(alias), name_or_words(alias));
                report(severity, place, format!("no record has the name {alias}; {why}"));
            }
        }
    }
}
