//! Conclusions from all records of an event: `Conclusion`.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::Serialize;

use super::check::EventCheck;
use super::entry::Entry;
use super::file_findings::{FileFindings, MAX_FINDINGS};
use super::name_key::{excerpt, name_or_words};
use super::nicknames::Nickname;
use super::results::{Row, outcome_text};
use super::terms::Records;
use crate::audit::{Decision, FileAudit, FindingKind, Severity};
use crate::go::{Color, Points};
use crate::named::named;
use crate::plural::pluralize;
use crate::printable::toml_string;
use crate::sgf::{self, Agreement, Outcome, WinBy};

/// A name in records that the event doesn't know.
#[derive(Clone, Debug, Serialize)]
pub struct UnknownName {
    pub name: String,
    pub path: String,
    /// The players who may be meant, the likeliest first.
    pub candidates: Vec<String>,
}

named! {
    /// How a row of the table and its records go together.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Mark {
        Agrees = "agrees",
        Differs = "differs",
        NoRecord = "no-record",
        /// The table has no such game.
        #[default]
        NoRow = "no-row",
        /// There is nothing to record: a bye, or a game that wasn't played.
        NotPlayed = "not-played",
    }
}

/// A row of `pairings.csv`: a game of the table, of a record, or of both. Results have Black and White of the row,
/// whatever colours the record gives the players.
#[derive(Clone, Debug, Default)]
pub struct PairingRow {
    /// The row of the table or the pairings, with the record's round and result where it has none; of a record without a row,
    /// only its round, players and result.
    pub row: Row,
    /// The first player, Black where colours are known; as the event writes the name.
    pub black: String,
    /// The second player; empty for a bye.
    pub white: String,
    /// The teams of both; empty for a player without one.
    pub teams: [String; 2],
    pub mark: Mark,
    /// The result in the table; empty without a table.
    pub table_result: String,
    /// The recorded result; empty without a record.
    pub record_result: String,
    /// The counted result; empty where it isn't known.
    pub recounted_result: String,
    /// The result that counts, by a ruling or penalties; `None` if nothing was decided.
    pub decided: Option<Outcome>,
    /// The referee's decision, in words; empty if there is none.
    pub ruling: String,
    pub record: Option<Entry>,
    /// Whether the result is the record's, since the table has none.
    pub(super) is_of_record: bool,
}

impl PairingRow {
    /// Adds a record, whose results have the colours of the row if it gives the players the other ones.
    fn with_record(&self, entry: &Entry) -> Self {
        let is_swapped = entry.players[0] != self.row.players[0];
        let turned = |text: &str| {
            let outcome = sgf::result(text).outcome;
            if is_swapped { outcome.swapped() } else { outcome }
        };
        let text = |text: &str| match text {
            "" => String::new(),
            text => outcome_text(turned(text)),
        };
        let is_of_record = self.row.result.is_unknown();
        let decided = (!entry.decided.is_empty()).then(|| turned(&entry.decided));
        Self {
            row: Row {
                result: if is_of_record { turned(&entry.result) } else { self.row.result },
                round: self.row.round.clone().or(entry.round.clone()),
                ..self.row.clone()
            },
            is_of_record,
            record_result: text(&entry.result),
            recounted_result: text(&entry.recount),
            decided: decided.or(self.decided),
            ruling: entry.ruling.clone(),
            record: Some(entry.clone()),
            ..self.clone()
        }
    }

    /// The result that counts: what was decided, or else that of the table or of the record.
    pub fn result(&self) -> Outcome {
        self.decided.unwrap_or(self.row.result)
    }

    /// Whether a player got a point without an opponent.
    pub fn is_bye(&self) -> bool {
        self.row.players[1].is_none() && self.record.is_none() || self.result() == Outcome::Bye
    }

    /// Returns twice the points of a player.
    pub(super) fn half_points(&self, side: usize) -> u32 {
        let has_won = |winner| (winner == Color::Black) == (side == 0);
        match self.result() {
            _ if self.row.players[1 - side].is_none() => 2 - u32::from(self.row.is_half),
            Outcome::Win(winner, _) if has_won(winner) => 2,
            Outcome::BothWin => 2,
            Outcome::Draw => 1,
            _ => 0,
        }
    }

    /// Komi by the table, or else by the record.
    pub fn komi(&self) -> Option<Points> {
        let of_record = || self.record.as_ref()?.komi.map(Points::hundredths);
        self.row.komi.or_else(of_record)
    }

    /// Handicap stones by the table, or else by the record.
    pub fn handicap(&self) -> Option<u32> {
        self.row.handicap.or(self.record.as_ref().and_then(|entry| entry.handicap))
    }

    /// Whether the record's finding of this name says that it differs from the table.
    pub fn differs(&self, finding: &str) -> bool {
        let differences = self.record.iter().flat_map(|entry| &entry.differences);
        differences.into_iter().any(|known| known == finding)
    }

    /// Returns a result as one of the players sees it, as the EGF's tables have it: `12+/b2`. `side`: 0 for the first
    /// player; `opponent`: as the table names the other one; `stones`: the handicap to be written.
    pub fn half_result(
        &self,
        side: usize,
        opponent: &str,
        result: Outcome,
        stones: Option<u32>,
    ) -> String {
        let own = if side == 0 { Color::Black } else { Color::White };
        let (sign, mark) = match result {
            Outcome::Win(winner, by) => {
                (if winner == own { '+' } else { '-' }, if is_unplayed(by) { "!" } else { "" })
            }
            Outcome::Draw => ('=', ""),
            Outcome::BothWin => ('+', ""),
            Outcome::BothLose => ('-', ""),
            Outcome::NotPlayed | Outcome::Bye => ('-', "!"),
            _ => ('?', ""),
        };
        if !self.row.colors_known {
            return format!("{opponent}{sign}{mark}");
        }
        let color = own.letter().to_ascii_lowercase();
        let stones = stones.map_or(String::new(), |stones| stones.to_string());
        format!("{opponent}{sign}{mark}/{color}{stones}")
    }
}

#[derive(Clone, Debug, Default)]
pub struct Conclusion {
    /// Findings about the event's file and its table, by the path of the file.
    pub findings: Vec<(String, FileAudit)>,
    /// The games of the table, and then the games that only records have.
    pub pairings: Vec<PairingRow>,
    pub players: Vec<String>,
    /// The event's name; empty if its file has none.
    pub name: String,
    pub dates: String,
    /// Whether a player has several teams, so that no match is counted.
    pub(super) has_disputed_teams: bool,
}

impl EventCheck {
    /// Concludes from all records of a run, in the order of the run.
    pub fn conclude(&self, entries: &[Entry]) -> Conclusion {
        let by_row = self.by_row(entries);
        let mut findings = self.findings.clone();
        let ruled_rows = self.check_decisions(entries, &mut findings);
        self.check_unused(entries, &mut findings);
        self.check_nicknames(entries, &mut findings);
        let mut conclusion = Conclusion {
            players: self.roster.players().map(|(_, player)| player.name.clone()).collect(),
            name: match &*self.terms.name {
                "" => self.header.get("EV").to_owned(),
                name => name.to_owned(),
            },
            dates: self.terms.dates(),
            has_disputed_teams: self.has_disputed_teams,
            ..Conclusion::default()
        };
        // Records that could be of several games of the same players.
        let mut unclear: HashMap<[usize; 2], u64> = HashMap::new();
        for entry in entries.iter().filter(|entry| entry.row.is_none()) {
            if let Some(pair) = pair(entry.players) {
                *unclear.entry(pair).or_default() += 1;
            }
        }
        let (rows, mut unrecorded) = (self.all_rows(), 0_u64);
        for (at, row) in rows.iter().enumerate() {
            let records = by_row.get(&at).map_or(&[][..], Vec::as_slice);
            let unclear = pair(row.players).and_then(|pair| unclear.get(&pair));
            let ruling = ruled_rows.get(&at);
            let unclear = unclear.copied().unwrap_or(0);
            if ruling.is_none() && !self.row(row, records, unclear, &mut findings) {
                unrecorded += 1;
            }
            conclusion.pairings.extend(self.pairing_rows(row, records, ruling));
        }
        let without_row = entries.iter().filter(|entry| entry.row.is_none());
        if self.table.is_some() {
            conclusion.pairings.extend(without_row.map(|entry| self.record_without_row(entry)));
        }
        if unrecorded > 0 {
            let games = pluralize(unrecorded, "game");
            let message = format!("no record of {games} of {}", rows.len());
            let kind = FindingKind::RecordMissing;
            findings.push_as(Severity::Note, &self.table_path, (0, 0), kind, message);
        }
        conclusion.findings = findings.finish();
        conclusion
    }

    /// Returns the records of each row. Of records that fit several rows which say the same, each gets one.
    pub(super) fn by_row<'a>(&self, entries: &'a [Entry]) -> BTreeMap<usize, Vec<&'a Entry>> {
        let mut by_row: BTreeMap<usize, Vec<&Entry>> = BTreeMap::new();
        for entry in entries {
            let (Some(row), Some(rows)) = (entry.row, &self.table) else { continue };
            let is_free = |at: &usize| !by_row.contains_key(at);
            let at = if is_free(&row) { row } else { rows.twins(row).find(is_free).unwrap_or(row) };
            by_row.entry(at).or_default().push(entry);
        }
        by_row
    }

    /// Names those that look like nicknames, with whom they may be.
    fn check_nicknames(&self, entries: &[Entry], findings: &mut FileFindings) {
        let proposal = |(name, nickname): (&str, Nickname)| {
            let player = toml_string(&self.roster.distinct_name(nickname.only()?));
            let games = pluralize(nickname.games as u64, "game");
            Some(format!("{} = {player} (all {games} fit)", toml_string(name)))
        };
        let proposals = self.nicknames(entries).into_iter().filter_map(proposal).take(100);
        let proposals = proposals.collect::<Vec<_>>().join(", ");
        if !proposals.is_empty() {
            let message = format!(
                "these look like nicknames, by round, date, colours and results; in [aliases] of the event's file: {proposals}"
            );
            findings.push(&self.table_path, 0, FindingKind::UnmatchedName, message);
        }
    }

    fn nearest_names(&self, name: &str) -> Vec<String> {
        let nearest = self.roster.nearest(name).unwrap_or_default();
        nearest.into_iter().map(str::to_owned).collect()
    }

    /// Returns the names in records and the table that the event doesn't know, each with the players who may be meant: the only one whom
    /// all games of the name fit, those with the nearest names, and those who met the opponent and have no record of that
    /// game.
    pub fn unknown_names(&self, entries: &[Entry]) -> Vec<UnknownName> {
        let recorded: BTreeSet<[usize; 2]> =
            entries.iter().filter_map(|entry| pair(entry.players)).collect();
        let nicknames = self.nicknames(entries);
        let mut unknown: BTreeMap<&str, UnknownName> = BTreeMap::new();
        for entry in entries.iter().filter(|_| self.has_roster()) {
            for (name, own, other) in [(&entry.black, 0, 1), (&entry.white, 1, 0)] {
                if entry.players[own].is_some() || name.is_empty() || unknown.len() == MAX_FINDINGS
                {
                    continue;
                }
                let of_name = unknown.entry(name).or_insert_with(|| UnknownName {
                    name: name.clone(),
                    path: entry.path.clone(),
                    candidates: Vec::new(),
                });
                let rows = entry.players[other].zip(self.table.as_ref());
                let all = rows.map_or(&[][..], |(other, rows)| rows.opponents(other));
                let is_open = |&&id: &&usize| {
                    let pair = pair([Some(id), entry.players[other]]);
                    pair.is_none_or(|pair| !recorded.contains(&pair))
                };
                let open = all.iter().filter(is_open).copied();
                let (nearest, nickname) = (self.nearest_names(name), nicknames.get(&**name));
                let only = nickname.and_then(Nickname::only);
                let fitting = nickname.map(Nickname::players).into_iter().flatten().take(5);
                let name = |id: usize| self.roster.distinct_name(id);
                let first = only.into_iter().map(name).chain(nearest);
                for candidate in first.chain(fitting.chain(open).map(name)) {
                    if !of_name.candidates.contains(&candidate) {
                        of_name.candidates.push(candidate);
                    }
                }
            }
        }
        let in_table = self.roster.unlisted().map(|name| UnknownName {
            name: name.to_owned(),
            path: self.table_path.clone(),
            candidates: self.nearest_names(name),
        });
        unknown.into_values().chain(in_table.take(MAX_FINDINGS)).collect()
    }

    /// Reports a row without a record, or with several. `unclear`: number of records of its players that could be of
    /// several games. Returns `false` for a row that needs no record of its own, since only some games have one.
    fn row(
        &self,
        row: &Row,
        records: &[&Entry],
        unclear: u64,
        findings: &mut FileFindings,
    ) -> bool {
        // Rows of names that nobody has are reported by their names.
        let is_missing = records.is_empty()
            && is_to_be_recorded(row)
            && !row.is_unread
            && row.players.iter().all(Option::is_some);
        if !is_missing && records.len() < 2 {
            return true;
        }
        if is_missing && self.terms.records == Records::Some && unclear == 0 {
            return false;
        }
        let mut teams = self.teams_of(row.players).into_iter();
        let [black, white] = row.players.map(|player| {
            let name = name_or_words(self.name_of(player, ""));
            match teams.next().filter(|team| !team.is_empty()) {
                Some(team) => format!("{name} ({})", excerpt(&team)),
                None => name,
            }
        });
        let round = row.round.as_ref().map_or(String::new(), |round| format!("round {round}, "));
        let board = row.board.map_or(String::new(), |board| format!("board {board}, "));
        let game = format!("{round}{board}{black} and {white}");
        let (kind, message) = match (records.len(), unclear) {
            (0, 0) => (FindingKind::RecordMissing, format!("no record of {game}")),
            (0, _) => {
                let records = pluralize(unclear, "record");
                let message = format!(
                    "it isn't known which record is that of {game}; row-missing says why in {records} of these players"
                );
                (FindingKind::RecordMissing, message)
            }
            (number, _) => {
                let first: Vec<String> = records.iter().take(3).map(|it| it.place()).collect();
                let message = format!("{number} records of {game}: {}", first.join(", "));
                (FindingKind::DuplicateRecord, message)
            }
        };
        findings.push(&self.table_path, row.line, kind, message);
        true
    }

    /// The rows of a game of the table: one per record, or one without. `ruling`: the one on a game without a record.
    fn pairing_rows(
        &self,
        row: &Row,
        records: &[&Entry],
        ruling: Option<&Decision>,
    ) -> Vec<PairingRow> {
        let decided = ruling.and_then(|ruling| ruling.result);
        let mark = match decided {
            Some(ruled) if row.result.agreement(ruled) == Agreement::Differs => Mark::Differs,
            _ if is_to_be_recorded(row) => Mark::NoRecord,
            _ => Mark::NotPlayed,
        };
        let [black, white] = row.players.map(|player| self.name_of(player, ""));
        let base = PairingRow {
            row: row.clone(),
            black: black.to_owned(),
            white: white.to_owned(),
            mark,
            table_result: self.table.as_ref().map(|_| row.result_text()).unwrap_or_default(),
            decided,
            ruling: ruling.map(|ruling| ruling.words.clone()).unwrap_or_default(),
            teams: self.teams_of(row.players),
            ..PairingRow::default()
        };
        if records.is_empty() {
            return vec![base];
        }
        let with_mark = |entry: &&Entry| {
            let mark = if entry.differences.is_empty() { Mark::Agrees } else { Mark::Differs };
            PairingRow { mark, ..base.with_record(entry) }
        };
        records.iter().map(with_mark).collect()
    }

    fn record_without_row(&self, entry: &Entry) -> PairingRow {
        let [black, white] = [(&entry.black, 0), (&entry.white, 1)]
            .map(|(name, side)| self.name_of(entry.players[side], name).to_owned());
        let (players, teams) = (entry.players, self.teams_of(entry.players));
        let row = Row { players, colors_known: true, ..Row::default() };
        PairingRow { row, black, white, teams, ..PairingRow::default() }.with_record(entry)
    }
}

/// Whether a game was won without being played to its end on the board.
pub(super) fn is_unplayed(by: WinBy) -> bool {
    matches!(by, WinBy::Default | WinBy::Forfeit)
}

/// Returns two players in the order of the list, where both are known.
fn pair(players: [Option<usize>; 2]) -> Option<[usize; 2]> {
    let [one, other] = players;
    one.zip(other).map(|(one, other)| [one.min(other), one.max(other)])
}

/// Whether there should be a record: not of a bye, of a game that wasn't played, or of one that both lost or won, which
/// tables also write for games that weren't played.
fn is_to_be_recorded(row: &Row) -> bool {
    row.result.is_played() && !matches!(row.result, Outcome::BothLose | Outcome::BothWin)
}
