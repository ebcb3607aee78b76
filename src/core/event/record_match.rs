//! A record beside its row of the table, and how the two differ: `RecordMatch`.

use std::path::Path;

use super::check::{EventCheck, recorded_komi};
use super::entry::Met;
use super::name_key::name_or_words;
use super::results::Row;
use super::roster::PlayerId;
use super::round::RoundId;
use super::rows::{GameKeys, RowMatch, Rows, is_same_day};
use super::wording::{Names, is_decided};
use crate::audit::{Audit, Decision, Finding, FindingKind, Severity, Verdict};
use crate::go::Points;
use crate::plural::pluralize;
use crate::printable::path_text;
use crate::sgf::{Agreement, Ident, Outcome};

/// A difference of a record from its row: the property, the kind, the message, and whether it is a note.
type Difference = (&'static str, FindingKind, String, bool);

/// A record beside the table or the pairings: what [`EventCheck::judge`] found, and [`EventCheck::check`] takes.
pub struct RecordMatch {
    /// The players, where their names are known.
    pub(super) players: [Option<PlayerId>; 2],
    /// Whether a name is written in another way, and was recognised by the opponent or the row of the file.
    pub(super) is_renamed: [bool; 2],
    /// Whether the row names the record's file.
    is_by_file: bool,
    /// The round of the record, if the event has it, or else of the row.
    pub(super) round: Option<RoundId>,
    /// The decisions on the game, in the order of the event's file.
    pub(super) decisions: Vec<Met>,
    /// The row of the record; `None` if there are no rows, or if a name is unknown.
    row: Option<RowMatch>,
    /// The result in the table, with the record's colours, once the two were compared.
    pub(super) table_outcome: Outcome,
    /// How the record differs from its row, once the two were compared.
    differences: Vec<Difference>,
}

impl RecordMatch {
    pub(super) fn new(check: &EventCheck, path: &Path, audit: &Audit) -> Self {
        let names = [&audit.black, &audit.white].map(String::as_str);
        let ranks = [&audit.info.black_rank, &audit.info.white_rank];
        let players = [0, 1].map(|side| check.roster.find_ranked(names[side], ranks[side]));
        let round = check.round(audit);
        let mut matched = Self {
            players,
            is_renamed: [false; 2],
            is_by_file: false,
            round,
            decisions: Vec::new(),
            row: None,
            table_outcome: Outcome::Missing,
            differences: Vec::new(),
        };
        matched.find_row(check, path, audit);
        if matched.round.is_none() {
            let row = matched.row().and_then(|at| check.rows()?.rows.get(at));
            matched.round = row.and_then(|row| row.round.clone());
        }
        matched.decisions = check.decisions(path, audit, &matched);
        matched
    }

    /// Compares a record with its row.
    pub(super) fn compare(&mut self, check: &EventCheck, audit: &Audit) {
        if let (Some(RowMatch::One(at)), Some(rows)) = (&self.row, check.rows()) {
            let row = &rows.rows[*at];
            let is_swapped = row.players[0] != self.players[0];
            if check.table.is_some() {
                self.table_outcome = if is_swapped { row.result.swapped() } else { row.result };
            }
            self.differences = check.differences(audit, self, is_swapped, row);
        }
    }

    fn find_row(&mut self, check: &EventCheck, path: &Path, audit: &Audit) {
        let matched = self;
        let names = [&audit.black, &audit.white].map(String::as_str);
        let (players, round) = (matched.players, matched.round.clone());
        let round = round.as_ref();
        let Some(rows) = check.rows() else { return };
        let path = path_text(path);
        if let Some(at) = rows.of_file(&path)
            && let [Some(one), Some(other)] = rows.rows[at].players
            && one != other
        {
            let is_swapped = players[0] == Some(other) || players[1] == Some(one);
            matched.players = if is_swapped { [other, one] } else { [one, other] }.map(Some);
            matched.is_renamed = [0, 1].map(|side| players[side] != matched.players[side]);
            (matched.row, matched.is_by_file) = (Some(RowMatch::One(at)), true);
            return;
        }
        if players.contains(&None) {
            matched.players = by_opponent(check, rows, names, players, round);
        } else if !have_row(rows, players, round) {
            // A shorter or longer name may be another player's, if that one met the opponent.
            for side in [0, 1].into_iter().filter(|&side| check.roster.is_open(names[side])) {
                let mut known = players;
                known[side] = None;
                let others = by_opponent(check, rows, names, known, round);
                if have_row(rows, others, round) {
                    matched.players = others;
                }
            }
        }
        matched.is_renamed = [0, 1].map(|side| players[side] != matched.players[side]);
        // `unexpected-pairing` reports a player against himself, and other findings a name that is unknown.
        if let [Some(black), Some(white)] = matched.players
            && black != white
        {
            let keys = GameKeys {
                round,
                date: &audit.info.date_iso,
                path: &path,
                handicap: audit.replay.handicap.known(),
                result: audit.outcome,
            };
            matched.row = Some(rows.find(black, white, &keys));
        }
    }

    /// Returns the row's place in the table or the pairings.
    pub(super) fn row(&self) -> Option<usize> {
        match self.row {
            Some(RowMatch::One(row)) => Some(row),
            _ => None,
        }
    }

    /// Returns the names of the findings that say how record and row differ.
    pub(super) fn differences(&self) -> Vec<String> {
        self.differences.iter().map(|(_, kind, ..)| kind.as_str().to_owned()).collect()
    }

    /// Returns what is to be reported.
    pub(super) fn findings(self, check: &EventCheck, audit: &Audit) -> Vec<Finding> {
        let finding =
            |of: &'static str, kind, message| audit.places.finding(Ident::new(of), kind, message);
        let mut findings = Vec::new();
        for (side, (of, name)) in
            [("PB", &audit.black), ("PW", &audit.white)].into_iter().enumerate()
        {
            let Some(player) = self.players[side].filter(|_| self.is_renamed[side]) else {
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
        match self.row {
            Some(RowMatch::None) if check.table.is_some() => {
                let without = [("PB", 0), ("PW", 1)].into_iter().find_map(|(of, side)| {
                    let player = self.players[side]?;
                    let is_absent = check.rows()?.opponents(player).is_empty();
                    is_absent.then(|| (of, check.without_game(player)))
                });
                let (of, message) = without
                    .unwrap_or_else(|| ("PB", "the table has no game of these players".to_owned()));
                findings.push(finding(of, FindingKind::RowMissing, message));
            }
            Some(RowMatch::OtherDay(at)) => {
                let row = check.rows().map(|rows| &rows.rows[at]);
                let (line, day) =
                    row.map_or((0, ""), |row| (row.line, row.date.as_deref().unwrap_or("")));
                let (source, date) = (check.source(), &audit.info.date_iso);
                let message = format!(
                    "{source} has a game of these players on {day} (line {line}), the record is of {date}"
                );
                findings.push(finding("DT", FindingKind::RowMissing, message));
            }
            Some(RowMatch::Several(games, rounds)) => {
                let source = check.source();
                let stated = match &self.round {
                    Some(round) => format!("round {round}"),
                    None => "no round".to_owned(),
                };
                let message = if rounds.len() < games {
                    format!(
                        "{source} has {games} games of these players, and neither round, date, file, colours, handicap nor result tells which one this is"
                    )
                } else {
                    let rounds: Vec<String> =
                        rounds.iter().take(9).map(RoundId::to_string).collect();
                    let rounds = rounds.join(", ");
                    format!(
                        "the record states {stated}; {source} has these players in rounds {rounds}"
                    )
                };
                findings.push(finding("RO", FindingKind::RowMissing, message));
            }
            // Without a table, `unexpected-pairing` reports players who have no row.
            Some(RowMatch::One(_) | RowMatch::None) | None => {
                for (of, kind, message, is_note) in self.differences {
                    let mut finding = finding(of, kind, message);
                    if is_note {
                        finding.severity = Severity::Note;
                    }
                    findings.push(finding);
                }
            }
        }
        findings
    }
}

/// Whether the two have a game in this round or, without one, any game.
fn have_row(rows: &Rows, players: [Option<PlayerId>; 2], round: Option<&RoundId>) -> bool {
    match players {
        [Some(one), Some(other)] => {
            let is_only = rows.of_pair(one, other).len() == 1;
            one == other
                || is_only
                || rows.has(one, other) && rows.may_have_round(one, other, round)
        }
        _ => false,
    }
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
            let is_game = |white: PlayerId| {
                rows.has(black, white) && rows.may_have_round(black, white, round)
            };
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
        let has_game = |id| self.rows().is_some_and(|rows| !rows.opponents(id).is_empty());
        let nearest = self.roster.nearest_of(name, has_game).unwrap_or_default().join("; ");
        let nearest =
            if nearest.is_empty() { nearest } else { format!("; the nearest: {nearest}") };
        let name = name_or_words(name);
        format!("{name} has no game in the table{nearest}")
    }

    /// Compares a record with its row.
    fn differences(
        &self,
        audit: &Audit,
        matched: &RecordMatch,
        is_swapped: bool,
        row: &Row,
    ) -> Vec<Difference> {
        let (source, round) = (self.source(), matched.round.as_ref());
        let mut differences = Vec::new();
        if row.colors_known && is_swapped {
            let message = format!("{source} gives the players the opposite colours");
            differences.push(("PB", FindingKind::ColorsDifferFromTable, message, false));
        }
        if let Some((there, here)) =
            row.round.as_ref().zip(round).filter(|(there, here)| there != here)
        {
            let message = format!("{source} has round {there}, the record round {here}");
            differences.push(("RO", FindingKind::RoundDiffersFromTable, message, false));
        }
        if let Some((there, here)) = row.komi.zip(recorded_komi(audit))
            && !is_same_komi(there, here, row.whole_komi)
        {
            let message = format!("{source} has komi {there}, the record {here}");
            differences.push(("KM", FindingKind::KomiDiffersFromTable, message, false));
        }
        let here = &*audit.info.date_iso;
        if let Some(there) = row.date.as_deref().filter(|day| !is_same_day(day, here)) {
            let message = format!("{source} has the date {there}, the record {here}");
            differences.push(("DT", FindingKind::DateDiffersFromTable, message, false));
        }
        let known = row.handicap.zip(audit.replay.handicap.known());
        if let Some((there, stones)) = known.filter(|(there, stones)| there != stones) {
            let there = pluralize(there, "handicap stone");
            let message = format!("{source} has {there}, the record {stones}");
            differences.push(("HA", FindingKind::HandicapDiffersFromTable, message, false));
        }
        // Pairings have no results.
        let table = if is_swapped { row.result.swapped() } else { row.result };
        if self.table.is_some()
            && !row.is_unread
            && let Some((message, is_note)) = self.result(audit, matched, table)
        {
            differences.push(("RE", FindingKind::ResultDiffersFromTable, message, is_note));
        }
        differences
    }

    /// The message where the results differ, and whether it is a note. `table`: the row's result, with the record's
    /// colours.
    fn result(
        &self,
        audit: &Audit,
        matched: &RecordMatch,
        table: Outcome,
    ) -> Option<(String, bool)> {
        let (source, names) = (self.source(), self.names(audit, matched));
        let stated = format!("{source}: {}", names.won(table));
        let decision = self.decision(audit, matched);
        if let Some(outcome) = decision.as_ref().and_then(Decision::outcome) {
            let agrees = table.agreement(outcome) == Agreement::Agrees;
            let words = decision.map_or_else(String::new, |decision| decision.words);
            let words = names.with_result(&words, outcome);
            return (!agrees).then(|| (format!("{stated}; {words}"), false));
        }
        let (recorded, moves) = (audit.outcome, audit.replay.moves);
        let record = format!("the record: {}", names.won(recorded));
        let counted = self.counted(audit, matched);
        if !table.is_played() {
            // A record without a result of a game that wasn't played has no moves.
            let agrees = match table.agreement(recorded) {
                Agreement::Agrees => true,
                Agreement::Differs => false,
                Agreement::Unknown => moves == 0,
            };
            let moves = pluralize(moves, "move");
            let why = if table == Outcome::NotPlayed { "" } else { ", so no game was played" };
            let message = format!("{stated}{why}; the record has {moves}");
            return (!agrees && audit.replay.moves > 0).then_some((message, false));
        }
        let by_terms = self.by_terms(audit, &names);
        let differs_from_count =
            counted.is_some_and(|counted| table.agreement(counted) == Agreement::Differs);
        match table.agreement(recorded) {
            // Both were counted by other terms than the event's.
            Agreement::Agrees => by_terms
                .filter(|_| differs_from_count && !is_decided(table))
                .map(|by_terms| (format!("{stated}; {by_terms}"), false)),
            Agreement::Differs => {
                let has_score = |outcome: Outcome| outcome.white_margin().is_some();
                // No count refutes what was decided off the board.
                let is_note = is_decided(table) && has_score(recorded);
                let right = match counted {
                    _ if is_decided(table) => String::new(),
                    None => not_counted(audit, &names),
                    Some(counted) => {
                        let fits =
                            |outcome: Outcome| outcome.agreement(counted) == Agreement::Agrees;
                        let clause =
                            by_terms.unwrap_or_else(|| format!("counted: {}", names.won(counted)));
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
            Agreement::Unknown if table.is_unknown() => (!recorded.is_unknown()).then(|| {
                let counted = counted
                    .map_or(String::new(), |counted| format!("; counted: {}", names.won(counted)));
                (format!("{stated}; {record}{counted}"), false)
            }),
            Agreement::Unknown => {
                counted.filter(|_| differs_from_count && !is_decided(table)).map(|counted| {
                    (format!("{stated}; {record}; counted: {}", names.won(counted)), false)
                })
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
