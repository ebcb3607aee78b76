//! What an event's file says and nothing meets: decisions without effect, and players, rounds, pairings and aliases that no
//! game has.

use std::collections::{HashMap, HashSet};

use super::check::EventCheck;
use super::conclusion::FileFindings;
use super::decision_id::DecisionId;
use super::entry::Entry;
use super::name_key::{name_keys, name_or_words};
use super::named_games::Meeting;
use super::places::{List, Place};
use super::results::Row;
use super::roster::{Player, Roster};
use super::round::RoundId;
use super::wording::Names;
use crate::audit::{FindingKind, Severity};
use crate::go::Color;

/// Maximum number of games that a message names.
const MAX_NAMED: usize = 3;

impl EventCheck {
    /// Reports decisions that aren't applied. Returns the rulings on rows without a record: by row, the last ruling, and
    /// whether it gives the players the other colours.
    pub(super) fn check_decisions(
        &self,
        entries: &[Entry],
        findings: &mut FileFindings,
    ) -> HashMap<usize, (usize, bool)> {
        let mut of_rows: HashMap<usize, (usize, bool)> = HashMap::new();
        let mut names: Option<Roster> = None;
        for (id, meeting) in self.meetings(entries, self.bound.is_some()) {
            let what = match id {
                DecisionId::Ruling(_) => "ruling",
                DecisionId::Penalty(_) => "penalty",
            };
            let mut report = |severity: Severity, why: String| {
                let message = format!("this {what} isn't applied: {why}");
                let place = self.place_of(id);
                findings.push_as(
                    severity,
                    &self.path,
                    place,
                    FindingKind::UnappliedDecision,
                    message,
                );
            };
            match meeting {
                Meeting::Game(at, _) => {
                    let unapplied = entries[at].unapplied.iter().find(|it| it.decision == id);
                    if let Some(unapplied) = unapplied {
                        let is_overtaken = unapplied.is_overtaken;
                        let severity = if is_overtaken { Severity::Note } else { Severity::Error };
                        report(severity, unapplied.why.clone());
                    }
                }
                Meeting::Row(row, is_swapped) => match (id, self.ruled_row(id, row)) {
                    (DecisionId::Ruling(at), None) => {
                        if let Some((earlier, _)) = of_rows.insert(row, (at, is_swapped)) {
                            let why = "a later ruling on the same game takes its place".to_owned();
                            let message = format!("this ruling isn't applied: {why}");
                            let place = self.place_of(DecisionId::Ruling(earlier));
                            let kind = FindingKind::UnappliedDecision;
                            findings.push_as(Severity::Note, &self.path, place, kind, message);
                        }
                    }
                    (_, why) => report(Severity::Error, why.unwrap_or_default()),
                },
                Meeting::None => {
                    let names = names.get_or_insert_with(|| self.all_names(entries));
                    report(Severity::Error, self.why_no_game(id, entries, names));
                }
                Meeting::Several(games) => {
                    let named = games.iter().take(MAX_NAMED).map(|&at| {
                        let entry = &entries[at];
                        // Games of one file differ in their numbers.
                        match games
                            .iter()
                            .any(|&other| other != at && entries[other].path == entry.path)
                        {
                            true => format!("{} game {}", entry.path, entry.game),
                            false => entry.path.clone(),
                        }
                    });
                    let named = named.collect::<Vec<_>>().join(", ");
                    let number = games.len();
                    if self.bound.is_some() {
                        report(Severity::Error, format!("it fits {number} games: {named}"));
                        continue;
                    }
                    let message = format!(
                        "this {what} is applied to each of {number} games that it fits: {named}"
                    );
                    let kind = FindingKind::UnappliedDecision;
                    findings.push_as(Severity::Error, &self.path, self.place_of(id), kind, message);
                }
                Meeting::SeveralRows(rows) => {
                    let rounds: Vec<String> = rows
                        .iter()
                        .filter_map(|&at| self.rows()?.rows[at].round.as_ref())
                        .take(9)
                        .map(RoundId::to_string)
                        .collect();
                    let source = self.source();
                    let why = format!(
                        "{source} has {} games of these players, in rounds {}",
                        rows.len(),
                        rounds.join(", ")
                    );
                    report(Severity::Error, why);
                }
            }
        }
        for (&row, &(ruling, is_swapped)) in &of_rows {
            self.compare_ruled_row(row, ruling, is_swapped, findings);
        }
        of_rows
    }

    /// Returns why a decision can't be applied to a row without a record; `None` if it can.
    fn ruled_row(&self, id: DecisionId, row: usize) -> Option<String> {
        let row = &self.rows()?.rows[row];
        let names = self.row_names(row);
        let [black, white] = &names.0;
        match id {
            DecisionId::Ruling(at) if self.terms.rulings[at].result.is_some() => None,
            _ => Some(format!("there is no record of the game of {black} and {white}")),
        }
    }

    pub(super) fn row_names(&self, row: &Row) -> Names {
        let [black, white] =
            row.players.map(|player| player.map_or("", |id| &*self.roster.player(id).name));
        Names::new([black, white])
    }

    /// Returns a ruling on a row without a record, in words.
    pub(super) fn ruling_in_words(&self, at: usize, row: &Row) -> String {
        let ruling = &self.terms.rulings[at];
        let is_swapped =
            ruling.black.as_deref().and_then(|name| self.roster.find(name)) != row.players[0];
        let words = match ruling.result {
            Some(result) => {
                let outcome = if is_swapped { result.0.swapped() } else { result.0 };
                format!("ruled: {}", self.row_names(row).wins(outcome))
            }
            None => "noted".to_owned(),
        };
        ruling.signed(words)
    }

    /// Reports a row whose result isn't the one that was ruled.
    fn compare_ruled_row(
        &self,
        at: usize,
        ruling: usize,
        is_swapped: bool,
        findings: &mut FileFindings,
    ) {
        let (Some(rows), Some(result)) = (&self.table, self.terms.rulings[ruling].result) else {
            return;
        };
        let row = &rows.rows[at];
        let ruled = if is_swapped { result.0.swapped() } else { result.0 };
        if row.result.agrees(ruled) == Some(true) {
            return;
        }
        let (table, words) =
            (self.row_names(row).won(row.result), self.ruling_in_words(ruling, row));
        let message = format!("the table: {table}; {words}");
        findings.push(&self.table_path, row.line, FindingKind::ResultDiffersFromTable, message);
    }

    /// Reports players, rounds, pairings and aliases of the event's file that no record and no row has.
    pub(super) fn check_unused(&self, entries: &[Entry], findings: &mut FileFindings) {
        let rows = self.table.as_ref().map_or(&[][..], |rows| &rows.rows);
        let pairings = self.pairings.as_ref().map_or(&[][..], |rows| &rows.rows);
        let playing: HashSet<usize> = entries
            .iter()
            .flat_map(|entry| entry.players)
            .chain(rows.iter().chain(pairings).flat_map(|row| row.players))
            .flatten()
            .collect();
        let rounds: HashSet<&RoundId> = entries
            .iter()
            .filter_map(|entry| entry.round.as_ref())
            .chain(rows.iter().chain(pairings).filter_map(|row| row.round.as_ref()))
            .collect();
        let mut report = |severity, place: Place, message: String| {
            findings.push_as(severity, &self.path, place, FindingKind::UnusedEntry, message);
        };
        for (at, player) in self.terms.players.iter().enumerate() {
            if !playing.contains(&at) {
                let name = name_or_words(&player.name);
                let message = format!("{name} has no game");
                report(Severity::Note, self.terms.places.of(List::Players, at), message);
            }
        }
        let any_round = !rounds.is_empty();
        for (at, round) in self.terms.rounds.iter().enumerate() {
            let Some(number) = round.number.as_ref().filter(|number| !rounds.contains(number))
            else {
                continue;
            };
            // Records without rounds are told by other things.
            let severity = if any_round { Severity::Warning } else { Severity::Note };
            let message = format!("no game is of round {number}");
            report(severity, self.terms.places.of(List::Rounds, at), message);
        }
        if let (Some(table), Some(pairings)) = (&self.table, &self.pairings) {
            for (at, row) in pairings.rows.iter().enumerate() {
                let [Some(black), Some(white)] = row.players else { continue };
                let same = |&&at: &&usize| {
                    let other = table.rows[at].round.as_ref();
                    row.round.is_none() || other.is_none() || row.round.as_ref() == other
                };
                if table.of_pair(black, white).iter().find(same).is_none() {
                    let names = self.row_names(row);
                    let (black, white) = (names.of(Color::Black), names.of(Color::White));
                    let round = row.round.as_ref();
                    let round = round.map_or(String::new(), |round| format!(" in round {round}"));
                    let message = format!("the table has no game of {black} and {white}{round}");
                    report(Severity::Warning, self.terms.places.of(List::Pairings, at), message);
                }
            }
        }
        let recorded: HashSet<Vec<String>> = entries
            .iter()
            .flat_map(|entry| [&entry.black, &entry.white])
            .chain(&self.table_names)
            .map(|name| name_keys(name))
            .collect();
        let mut names: Option<Roster> = None;
        for alias in self.terms.aliases.keys() {
            if recorded.contains(&name_keys(alias)) || entries.is_empty() {
                continue;
            }
            let names = names.get_or_insert_with(|| {
                let mut names = Roster::default();
                for name in entries.iter().flat_map(|entry| [&entry.black, &entry.white]) {
                    if names.find_in_order(name).is_none() {
                        names.add(Player { name: name.clone(), ..Player::default() });
                    }
                }
                names
            });
            let why = names.why_none(alias);
            let message = format!("no record has the name {}; {why}", name_or_words(alias));
            report(Severity::Warning, self.terms.places.of_alias(alias), message);
        }
    }
}
