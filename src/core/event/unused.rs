//! What an event's file says and nothing meets: decisions without effect, and players, rounds, pairings and aliases that no
//! game has.

use std::collections::{BTreeMap, HashSet};

use super::check::EventCheck;
use super::conclusion::FileFindings;
use super::entry::{DecisionId, Entry, Unapplied};
use super::meetings::{Meeting, names_in};
use super::name_key::{name_keys, name_or_words};
use super::places::Place;
use super::results::Row;
use super::roster::Roster;
use super::round::RoundId;
use super::wording::Names;
use crate::audit::{DecidedResult, Decision, FindingKind, Severity};
use crate::sgf::Agreement;

impl EventCheck {
    /// Reports decisions that aren't applied. Returns the rulings on rows without a record, by row, with the row's colours.
    pub(super) fn check_decisions(
        &self,
        entries: &[Entry],
        findings: &mut FileFindings,
    ) -> BTreeMap<usize, Decision> {
        let mut of_rows: BTreeMap<usize, Decision> = BTreeMap::new();
        let meetings = self.meetings(entries);
        for (id, meeting) in meetings.all() {
            let mut report = |id: DecisionId, severity, why: String| {
                let message = format!("this {} {why}", id.noun());
                let kind = FindingKind::UnappliedDecision;
                findings.push_as(severity, &self.path, self.place_of(id), kind, message);
            };
            let why = match meeting {
                Meeting::Game(at, _) => {
                    let unapplied = entries[at].unapplied.iter().find(|it| it.decision == id);
                    let Some(Unapplied { why, is_note, .. }) = unapplied else { continue };
                    report(
                        id,
                        if *is_note { Severity::Note } else { Severity::Error },
                        why.clone(),
                    );
                    continue;
                }
                Meeting::Row(row, is_swapped) => match self.ruling_on(id, row, is_swapped) {
                    Some(decision) => {
                        of_rows.insert(row, decision);
                        continue;
                    }
                    None => {
                        let Names([black, white]) = self.row_names(&self.all_rows()[row]);
                        format!("there is no record of the game of {black} and {white}")
                    }
                },
                Meeting::None => meetings.why_no_game(id),
                Meeting::Second(first) => {
                    let (line, _) = self.place_of(first);
                    let noun = first.noun();
                    format!("the {noun} in line {line} is on the same game")
                }
                Meeting::Several(games) => {
                    let named = games.iter().take(3).map(|&at| {
                        let Entry { path, game, .. } = &entries[at];
                        // Games of one file differ in their numbers.
                        let is_in =
                            |other: &&usize| **other != at && entries[**other].path == *path;
                        match games.iter().any(|other| is_in(&other)) {
                            true => format!("{path} game {game}"),
                            false => path.clone(),
                        }
                    });
                    let (named, number) = (named.collect::<Vec<_>>().join(", "), games.len());
                    if self.bound.is_none() {
                        let why =
                            format!("is applied to each of {number} games that it fits: {named}");
                        report(id, Severity::Error, why);
                        continue;
                    }
                    format!("it fits {number} games: {named}")
                }
                Meeting::SeveralRows(rows) => {
                    let rounds = rows.iter().filter_map(|&at| self.all_rows()[at].round.as_ref());
                    let rounds: Vec<String> = rounds.take(9).map(RoundId::to_string).collect();
                    let (source, number, rounds) = (self.source(), rows.len(), rounds.join(", "));
                    format!("{source} has {number} games of these players, in rounds {rounds}")
                }
            };
            report(id, Severity::Error, format!("isn't applied: {why}"));
        }
        self.compare_with_rows(&of_rows, findings);
        of_rows
    }

    /// Returns a ruling with a result on a row without a record, with the row's colours; `None` for every other decision.
    fn ruling_on(&self, id: DecisionId, row: usize, is_swapped: bool) -> Option<Decision> {
        let DecisionId::Ruling(at) = id else { return None };
        let ruling = &self.terms.rulings[at];
        let outcome = ruling.result?.0;
        let outcome = if is_swapped { outcome.swapped() } else { outcome };
        let words = format!("ruled: {}", self.row_names(&self.all_rows()[row]).wins(outcome));
        let (result, words) = (Some(DecidedResult::Ruled(outcome)), ruling.signed(words));
        Some(Decision { result, words, is_ruling: true, ..Decision::default() })
    }

    pub(super) fn row_names(&self, row: &Row) -> Names {
        Names::new(row.players.map(|player| self.name_of(player, "")))
    }

    /// Reports rows of the table whose result isn't the one that was ruled.
    fn compare_with_rows(&self, rulings: &BTreeMap<usize, Decision>, findings: &mut FileFindings) {
        let Some(table) = &self.table else { return };
        for (at, ruling) in rulings {
            let row = &table.rows[*at];
            if ruling
                .outcome()
                .is_some_and(|outcome| row.result.agreement(outcome) != Agreement::Agrees)
            {
                let result = self.row_names(row).won(row.result);
                let message = format!("the table: {result}; {}", ruling.words);
                let kind = FindingKind::ResultDiffersFromTable;
                findings.push(&self.table_path, row.line, kind, message);
            }
        }
    }

    /// Reports players, rounds, pairings and aliases of the event's file that no record and no row has.
    pub(super) fn check_unused(&self, entries: &[Entry], findings: &mut FileFindings) {
        let rows = || [&self.table, &self.pairings].into_iter().flatten().flat_map(|it| &it.rows);
        let playing: HashSet<usize> = entries
            .iter()
            .flat_map(|entry| entry.players)
            .chain(rows().flat_map(|row| row.players))
            .flatten()
            .collect();
        let rounds: HashSet<&RoundId> = entries
            .iter()
            .filter_map(|entry| entry.round.as_ref())
            .chain(rows().filter_map(|row| row.round.as_ref()))
            .collect();
        let mut report = |severity, place: Place, message: String| {
            findings.push_as(severity, &self.path, place, FindingKind::UnusedEntry, message);
        };
        for (at, player) in self.terms.players.iter().enumerate() {
            if !playing.contains(&at) {
                let name = name_or_words(&player.name);
                let message = format!("{name} has no game");
                report(Severity::Note, self.terms.places.of("players", at), message);
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
            report(severity, self.terms.places.of("rounds", at), message);
        }
        let mut in_table: Option<Roster> = None;
        if let (Some(table), Some(pairings)) = (&self.table, &self.pairings) {
            for (at, row) in pairings.rows.iter().enumerate() {
                let [Some(black), Some(white)] = row.players else { continue };
                let same = |&&at: &&usize| {
                    let other = table.rows[at].round.as_ref();
                    row.round.is_none() || other.is_none() || row.round.as_ref() == other
                };
                if table.of_pair(black, white).iter().find(same).is_none() {
                    let names = self.row_names(row);
                    let [black, white] = &names.0;
                    let round = row.round.as_ref();
                    let round = round.map_or(String::new(), |round| format!(" in round {round}"));
                    let in_table = in_table.get_or_insert_with(|| {
                        Roster::of_names(self.table_players.iter().map(|player| &player.name))
                    });
                    let unknown = names.0.iter().find(|name| in_table.find(name).is_none());
                    let unknown = unknown.map_or(String::new(), |name| {
                        format!("; {name}: {}", in_table.why_none(name))
                    });
                    let message =
                        format!("the table has no game of {black} and {white}{round}{unknown}");
                    report(Severity::Warning, self.terms.places.of("pairings", at), message);
                }
            }
        }
        let recorded: HashSet<Vec<String>> = entries
            .iter()
            .flat_map(|entry| [&entry.black, &entry.white])
            .chain(self.table_players.iter().map(|player| &player.name))
            .map(|name| name_keys(name))
            .collect();
        let mut names: Option<Roster> = None;
        let listed = self
            .terms
            .aliases
            .keys()
            .map(|alias| (alias, Severity::Warning, self.terms.places.of_alias(alias)));
        // A list of players may have names from other events.
        let of_players = self.terms.players.iter().enumerate().flat_map(|(at, player)| {
            let place = self.terms.places.of("players", at);
            player.aliases.iter().map(move |alias| (alias, Severity::Note, place))
        });
        for (alias, severity, place) in listed.chain(of_players) {
            if recorded.contains(&name_keys(alias)) || entries.is_empty() {
                continue;
            }
            let names = names.get_or_insert_with(|| Roster::of_names(names_in(entries)));
            let why = names.why_none(alias);
            let message = format!("no record has the name {}; {why}", name_or_words(alias));
            report(severity, place, message);
        }
    }
}
