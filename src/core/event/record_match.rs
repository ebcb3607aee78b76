//! A record beside its row of the table, and how the two differ: `RecordMatch`.

use std::fmt::Display;
use std::path::Path;

use super::check::EventCheck;
use super::entry::{Entry, Met};
use super::name_key::name_or_words;
use super::results::Row;
use super::roster::PlayerId;
use super::round::RoundId;
use super::rows::{GameKeys, RowMatch, Rows, is_same_day};
use crate::audit::{Audit, Finding, FindingKind, GameInfo, Names, Severity, Verdict};
use crate::go::Points;
use crate::plural::pluralize;
use crate::printable::path_text;
use crate::record::{Field, RecordedGame};
use crate::replay::known_handicap;
use crate::sgf::{Agreement, Outcome, WinBy};

/// A record beside the table.
#[derive(Default)]
pub(super) struct RecordMatch {
    /// What the run keeps of the game, as far as it is known before the audit.
    pub(super) entry: Entry,
    /// Whether a name is written in another way, and was recognised by the opponent or the row of the file.
    pub(super) is_renamed: [bool; 2],
    is_by_file: bool,
    /// The decisions on the game, in the order of the event's file.
    pub(super) decisions: Vec<Met>,
    /// The row of the record; `None` if there are no rows, or if a name is unknown.
    row: Option<RowMatch>,
    /// The result in the table, with the record's colours.
    pub(super) table_outcome: Outcome,
}

impl RecordMatch {
    /// Finds a game of this number in its file among those of the event.
    pub(super) fn new(
        check: &EventCheck,
        path: &Path,
        game: u32,
        record: &RecordedGame,
        info: &GameInfo,
    ) -> Self {
        let [black, white] =
            [Field::Black, Field::White].map(|of| record.header.text(record.text, of).into_owned());
        let players = [(&black, &info.black_rank), (&white, &info.white_rank)]
            .map(|(name, rank)| check.roster.find_ranked(name, rank));
        let entry = Entry {
            path: path_text(path).into_owned(),
            game,
            black,
            white,
            players,
            round: RoundId::read(&info.round).filter(|it| check.terms.has_round(it)),
            date: info.date_iso.clone(),
            result: record.result.outcome.to_string(),
            komi: info.komi.map(|komi| komi.as_hundredths()),
            handicap: known_handicap(record),
            ..Entry::default()
        };
        let mut matched = Self { entry, ..Self::default() };
        matched.find_row(check, record.result.outcome);
        matched.is_renamed = [0, 1].map(|side| players[side] != matched.entry.players[side]);
        matched.entry.row = matched.row();
        if let Some(row) = check.row_at(matched.row()) {
            let is_swapped = matched.is_swapped(row);
            matched.table_outcome = if is_swapped { row.result.swapped() } else { row.result };
            let entry = &mut matched.entry;
            entry.board = row.board;
            entry.round = entry.round.take().or_else(|| row.round.clone());
        }
        matched.decisions = check.decisions(&matched.entry);
        matched
    }

    /// Whether its row gives the players the other colours.
    fn is_swapped(&self, row: &Row) -> bool {
        row.players[0] != self.entry.players[0]
    }

    /// Finds the row of a record: the one that names its file, or else one of its players, who may be recognised by who met whom.
    fn find_row(&mut self, check: &EventCheck, result: Outcome) {
        let Some(rows) = &check.table else { return };
        let path = &*self.entry.path;
        if let Some(at) = rows.of_file(path)
            && let [Some(one), Some(other)] = rows.rows[at].players
            && one != other
        {
            let is_swapped =
                self.entry.players[0] == Some(other) || self.entry.players[1] == Some(one);
            self.entry.players = if is_swapped { [other, one] } else { [one, other] }.map(Some);
            (self.row, self.is_by_file) = (Some(RowMatch::One(at)), true);
            return;
        }
        let names = [&*self.entry.black, &self.entry.white];
        let round = self.entry.round.as_ref();
        if self.entry.players.contains(&None) {
            self.entry.players = by_opponent(check, rows, names, self.entry.players, round);
        } else if !have_row(rows, self.entry.players, round) {
            // A shorter or longer name may be another player's, if that one met the opponent.
            let recorded = self.entry.players;
            for side in [0, 1].into_iter().filter(|&side| check.roster.is_open(names[side])) {
                let mut known = recorded;
                known[side] = None;
                let others = by_opponent(check, rows, names, known, round);
                if have_row(rows, others, round) {
                    self.entry.players = others;
                }
            }
        }
        // `unexpected-pairing` reports a player against himself, and other findings a name that is unknown.
        if let [Some(black), Some(white)] = self.entry.players
            && black != white
        {
            let (date, handicap) = (&*self.entry.date, self.entry.handicap);
            let keys = GameKeys { round, date, path, handicap, result };
            self.row = Some(rows.find(black, white, &keys));
        }
    }

    /// Returns the row's place in the table.
    pub(super) fn row(&self) -> Option<usize> {
        match self.row {
            Some(RowMatch::One(row)) => Some(row),
            _ => None,
        }
    }

    /// Compares a record with its row: returns what is to be reported.
    pub(super) fn compare(
        &mut self,
        check: &EventCheck,
        record: &RecordedGame,
        audit: &Audit,
    ) -> Vec<Finding> {
        let finding = |of, kind, message| record.at(of).finding(kind, message);
        let mut findings = Vec::new();
        for (side, (of, name)) in
            [("PB", &audit.black), ("PW", &audit.white)].into_iter().enumerate()
        {
            let Some(player) = self.entry.players[side].filter(|_| self.is_renamed[side]) else {
                continue;
            };
            let why = if self.is_by_file {
                "whom the row of this file names"
            } else {
                "who met this opponent"
            };
            let known = name_or_words(&check.roster.player(player).name);
            let is_another = check.roster.find(name).is_some_and(|other| other != player);
            let name = name_or_words(name);
            let message = match name == known {
                true => format!("of the players called {name}, the one {why} is meant"),
                false => format!("{name} is taken for {known}, {why}"),
            };
            let mut variant = finding(of, FindingKind::NameVariant, message);
            if self.is_by_file && is_another {
                variant.severity = Severity::Warning;
            }
            findings.push(variant);
        }
        let missing = match &self.row {
            Some(RowMatch::None) => {
                let without = [("PB", 0), ("PW", 1)].into_iter().find_map(|(of, side)| {
                    let player = self.entry.players[side]?;
                    let is_absent = check.table.as_ref()?.opponents(player).is_empty();
                    is_absent.then(|| (of, check.without_game(player)))
                });
                let no_game = ("PB", "the table has no game of these players".to_owned());
                Some(without.unwrap_or(no_game))
            }
            Some(RowMatch::OtherDay(at)) => {
                let (row, date) = (&check.all_rows()[*at], &audit.info.date_iso);
                let (line, day) = (row.line, row.date.as_deref().unwrap_or(""));
                let message = format!(
                    "the table has a game of these players on {day} (line {line}), the record is of {date}"
                );
                Some(("DT", message))
            }
            Some(RowMatch::Several(games, rounds)) if rounds.len() < *games => {
                let message = format!(
                    "the table has {games} games of these players, and neither round, date, file, colours, handicap nor result tells which one this is"
                );
                Some(("RO", message))
            }
            Some(RowMatch::Several(_, rounds)) => {
                let stated = self
                    .entry
                    .round
                    .as_ref()
                    .map_or("no round".to_owned(), |it| format!("round {it}"));
                let rounds: Vec<String> = rounds.iter().take(9).map(RoundId::to_string).collect();
                let rounds = rounds.join(", ");
                let message = format!(
                    "the record states {stated}; the table has these players in rounds {rounds}"
                );
                Some(("RO", message))
            }
            Some(RowMatch::One(_)) | None => None,
        };
        findings.extend(missing.map(|(of, message)| finding(of, FindingKind::RowMissing, message)));
        if let Some(row) = check.row_at(self.row()) {
            let differences = check.differences(record, audit, self, row);
            let names = differences.iter().map(|finding| finding.kind.as_str().to_owned());
            self.entry.differences = names.collect();
            findings.extend(differences);
        }
        findings
    }
}

/// Whether the two have a game in this round or, without one, any game.
fn have_row(rows: &Rows, players: [Option<PlayerId>; 2], round: Option<&RoundId>) -> bool {
    let [Some(one), Some(other)] = players else { return false };
    one == other || rows.of_pair(one, other).len() == 1 || rows.has_game(one, other, round)
}

/// Recognises names by who plays whom: of a known player's opponents, one alone has the name that is nearest to the unknown
/// one; of two unknown names, one pair of players who meet.
fn by_opponent(
    check: &EventCheck,
    rows: &Rows,
    names: [&str; 2],
    players: [Option<PlayerId>; 2],
    round: Option<&RoundId>,
) -> [Option<PlayerId>; 2] {
    let [black, white] = [0, 1].map(|side| match players[side] {
        Some(known) => [(known, usize::MAX)].into(),
        None => {
            let opponents = players[1 - side].map_or(&[][..], |known| rows.opponents(known));
            check.roster.near_players(names[side], opponents)
        }
    });
    // Games of this round first, if one has it. The least certain name of a pair decides. Several pairs that are as near are
    // none.
    for round in [round, None] {
        let (mut most, mut nearest) = (0, None);
        for (&black, &near) in &black {
            let is_game = |white: PlayerId| rows.has_game(black, white, round);
            for (&white, &also) in white.iter().filter(|&(&white, _)| is_game(white)) {
                let near = near.min(also);
                if near >= most {
                    nearest = (near > most).then_some([black, white]);
                    most = near;
                }
            }
        }
        if let Some(pair) = nearest {
            return pair.map(Some);
        }
    }
    players
}

impl EventCheck {
    /// The message about a listed player whom the table doesn't have, with the nearest whom it has.
    fn without_game(&self, player: PlayerId) -> String {
        let name = self.name_of(Some(player), "");
        let has_game = |id| self.table.as_ref().is_some_and(|it| !it.opponents(id).is_empty());
        let nearest = self.roster.nearest_of(name, has_game).unwrap_or_default().join("; ");
        let nearest =
            if nearest.is_empty() { nearest } else { format!("; the nearest: {nearest}") };
        let name = name_or_words(name);
        format!("{name} has no game in the table{nearest}")
    }

    /// Compares a record with its row.
    fn differences(
        &self,
        record: &RecordedGame,
        audit: &Audit,
        matched: &RecordMatch,
        row: &Row,
    ) -> Vec<Finding> {
        let mut differences = Vec::new();
        if row.colors_known && matched.is_swapped(row) {
            let message = "the table gives the players the opposite colours".to_owned();
            differences.push(record.at("PB").finding(FindingKind::ColorsDifferFromTable, message));
        }
        let mut differ = |of, kind, there: String, here: &dyn Display| {
            let message = format!("the table has {there}, the record {here}");
            differences.push(record.at(of).finding(kind, message));
        };
        if let (Some(there), Some(here)) = (&row.round, &matched.entry.round)
            && there != here
        {
            let here = format!("round {here}");
            differ("RO", FindingKind::RoundDiffersFromTable, format!("round {there}"), &here);
        }
        if let Some((there, here)) = row.komi.zip(audit.info.komi)
            && !is_same_komi(there, here, row.whole_komi)
        {
            differ("KM", FindingKind::KomiDiffersFromTable, format!("komi {there}"), &here);
        }
        let here = &audit.info.date_iso;
        if let Some(there) = row.date.as_deref().filter(|day| !is_same_day(day, here)) {
            differ("DT", FindingKind::DateDiffersFromTable, format!("the date {there}"), here);
        }
        if let Some((there, here)) = row.handicap.zip(audit.replay.handicap.known())
            && there != here
        {
            let there = pluralize(there, "handicap stone");
            differ("HA", FindingKind::HandicapDiffersFromTable, there, &here);
        }
        if !row.is_unread
            && let Some((message, is_note)) = self.result(audit, matched)
        {
            let kind = FindingKind::ResultDiffersFromTable;
            let severity = if is_note { Severity::Note } else { kind.info().severity };
            let finding = record.result_at().finding(kind, message);
            differences.push(Finding { severity, ..finding });
        }
        differences
    }

    /// The message where the results differ, and whether it is a note.
    fn result(&self, audit: &Audit, matched: &RecordMatch) -> Option<(String, bool)> {
        let (names, table) = (self.names(&matched.entry), matched.table_outcome);
        let stated = format!("the table: {}", names.won(table));
        if let Some((decision, outcome)) =
            audit.decision.as_ref().and_then(|it| Some((it, it.result?)))
        {
            let words = names.with_result(&decision.words, outcome);
            let agrees = table.agreement(outcome) == Agreement::Agrees;
            return (!agrees).then(|| (format!("{stated}; {words}"), false));
        }
        let (recorded, moves) = (audit.outcome, audit.replay.moves);
        if !table.is_played() {
            // A record without a result of a game that wasn't played has no moves.
            let why = if table == Outcome::NotPlayed { "" } else { ", so no game was played" };
            let moves_in_words = pluralize(moves, "move");
            let message = format!("{stated}{why}; the record has {moves_in_words}");
            let agrees = table.agreement(recorded) == Agreement::Agrees;
            return (!agrees && moves > 0).then_some((message, false));
        }
        let record = format!("the record: {}", names.won(recorded));
        let counted = audit.possible_or_counted();
        let by_event = audit.by_event.as_ref();
        let is_off_board = is_decided(table);
        let differs = |counted| table.agreement(counted) == Agreement::Differs;
        let differs_from_count = !is_off_board && counted.is_some_and(differs);
        match table.agreement(recorded) {
            // Both were counted by other terms than the event's.
            Agreement::Agrees => by_event
                .filter(|_| differs_from_count)
                .map(|by_event| (format!("{stated}; {by_event}"), false)),
            Agreement::Differs => {
                let has_score = |outcome: Outcome| outcome.white_margin().is_some();
                // No count refutes what was decided off the board, and a game that was suspended may have gone on.
                let is_note = is_off_board && has_score(recorded)
                    || recorded == Outcome::Suspended && !audit.counted().is_some_and(differs);
                let right = match counted {
                    _ if is_off_board => String::new(),
                    None => not_counted(audit, &names),
                    Some(counted) => {
                        let fits =
                            |outcome: Outcome| outcome.agreement(counted) == Agreement::Agrees;
                        let clause = by_event
                            .cloned()
                            .unwrap_or_else(|| format!("counted: {}", names.won(counted)));
                        let right = match (fits(table), fits(recorded)) {
                            _ if !has_score(table) || !has_score(recorded) => "",
                            (true, false) => "; the table is right",
                            (false, true) => "; the record is right",
                            (true, true) => "; both fit",
                            (false, false) => "; neither is right",
                        };
                        format!("; {clause}{right}")
                    }
                };
                Some((format!("{stated}; {record}{right}"), is_note))
            }
            Agreement::Unknown => {
                let is_told =
                    if table.is_unknown() { !recorded.is_unknown() } else { differs_from_count };
                let counted = counted.map(|counted| format!("; counted: {}", names.won(counted)));
                is_told
                    .then(|| (format!("{stated}; {record}{}", counted.unwrap_or_default()), false))
            }
        }
    }
}

/// Why there is no count that says who is right, as the end of a sentence.
fn not_counted(audit: &Audit, names: &Names) -> String {
    match audit.counted() {
        Some(counted) => {
            format!("; the count is undecided, as the record stands {}", names.won(counted))
        }
        None if audit.verdict == Verdict::Undecided => "; the count is undecided".to_owned(),
        None => "; the game isn't counted".to_owned(),
    }
}

/// Whether two numbers are the same komi. The AGA's report has no half points: 7 is 7 or 7.5.
fn is_same_komi(there: Points, here: Points, is_whole: bool) -> bool {
    let whole = |points: Points| points.as_hundredths() / 100;
    if is_whole { whole(there) == whole(here) } else { there == here }
}

/// Whether a result was decided off the board, so that no count refutes it.
fn is_decided(outcome: Outcome) -> bool {
    match outcome {
        Outcome::Win(_, WinBy::Points(_) | WinBy::Resignation | WinBy::Unspecified) => false,
        Outcome::Win(..) => true,
        Outcome::Draw => false,
        outcome => !outcome.is_unknown(),
    }
}
