//! A table of results in one form, whatever its format.

use std::fmt;

use crate::event::name_key::excerpt;
use crate::event::record_path::file_rank;
use crate::event::roster::Player;
use crate::event::round::RoundId;
use crate::go::Points;
use crate::sgf::{Outcome, WinBy};

pub(super) const MAX_ROWS: usize = 200_000;

/// The players and games of a table, whatever its format.
#[derive(Clone, Debug, Default)]
pub struct ResultTable {
    /// The players, in the order of the table.
    pub players: Vec<Player>,
    pub rows: Vec<Row>,
    /// Whether the table lists each player once, so that two of one name are two persons.
    pub lists_players: bool,
    pub unread: Vec<UnreadRow>,
    pub header: Header,
}

/// What a table states of its event, by the keys of H9: `EV`, `PC`, `DT`, `CL`, `HA`, `KM`, `TM`, `TA`, `CM`, `OR`; in its order.
#[derive(Clone, Debug, Default)]
pub struct Header {
    pub values: Vec<(String, String)>,
    /// Whether the table has the players in the order of their places.
    pub is_placed: bool,
}

impl Header {
    /// Adds a value, unless it is empty.
    pub(in crate::event) fn push(&mut self, key: &str, value: &str) {
        if !value.trim().is_empty() {
            self.values.push((key.to_owned(), value.trim().to_owned()));
        }
    }

    /// Returns the first value of a key; empty if there is none.
    pub fn get(&self, key: &str) -> &str {
        self.values.iter().find(|(known, _)| known == key).map_or("", |(_, value)| value)
    }
}

impl ResultTable {
    /// Adds a row or a cell that can't be read.
    pub fn unread(&mut self, line: u32, why: impl Into<String>) {
        self.unread.push(UnreadRow { line, why: why.into(), is_note: false });
    }

    /// Adds a column that isn't read.
    pub(super) fn skipped(&mut self, line: u32, column: &str) {
        let why = format!("the column {:?} isn't read", excerpt(column));
        self.unread.push(UnreadRow { line, why, is_note: true });
    }

    /// Adds the players' game, or reports why it can't be read.
    pub(super) fn push(&mut self, line: u32, row: Result<Row, String>) {
        match row {
            Ok(row) => self.rows.push(row),
            Err(why) => self.unread(line, why),
        }
    }
}

#[derive(Clone, Debug)]
pub struct UnreadRow {
    /// The line of the table, from 1; 0 if the format has no lines.
    pub line: u32,
    pub why: String,
    /// Whether nothing is wrong with it: a column that isn't read.
    pub is_note: bool,
}

/// A game or a bye.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// The line of the table, from 1; 0 if there are no lines.
    pub line: u32,
    pub round: Option<RoundId>,
    /// The number of the board in its round, if the table has it.
    pub board: Option<u32>,
    /// The two players by their index in [`ResultTable::players`]; the second is `None` for a bye. Black comes first
    /// where colours are known.
    pub players: [Option<usize>; 2],
    /// Whether it is known who played Black.
    pub colors_known: bool,
    /// Handicap stones, if the table has them; 0 for none.
    pub handicap: Option<u32>,
    pub komi: Option<Points>,
    /// Whether the table states komi without its half point, as AGA's does.
    pub whole_komi: bool,
    /// The date as SGF has it: `YYYY-MM-DD`, `YYYY-MM` or `YYYY`, if the table has it.
    pub date: Option<String>,
    /// The record's file or the game's number on a server, if the table has it.
    pub file: Option<String>,
    /// The two players as the table states them, by their index in [`ResultTable::players`].
    pub stated: [Option<usize>; 2],
    /// Whether a bye is worth half a point.
    pub is_half: bool,
    /// Whether the table states a result that can't be read.
    pub is_unread: bool,
    /// The result. Black is the first player, also where colours aren't known.
    pub result: Outcome,
}

impl Row {
    /// A game without a result, with known colours.
    pub fn game(line: u32, round: Option<RoundId>, players: [usize; 2]) -> Self {
        let players = players.map(Some);
        Self {
            line,
            round,
            players,
            colors_known: true,
            result: Outcome::Unknown,
            ..Self::default()
        }
    }

    pub fn bye(line: u32, round: Option<RoundId>, player: usize) -> Self {
        let players = [Some(player), None];
        Self { line, round, players, result: Outcome::Bye, ..Self::default() }
    }

    /// Sets the handicap as tournament programs write it, and komi where it follows: `even` is the tournament's. A
    /// handicap of 1 is Black's first move without komi but for a half point, and no stone.
    pub(super) fn with_handicap(self, written: Option<u32>, even: Option<Points>) -> Self {
        let komi = match written {
            Some(0) => even,
            Some(1) => Some(Points::HALF),
            _ => None,
        };
        let handicap = written.map(handicap_stones);
        Self { handicap, komi, whole_komi: self.whole_komi || written == Some(1), ..self }
    }

    /// Whether the row names a file, with its ending, and it isn't this one.
    pub fn names_another_file(&self, path: &str) -> bool {
        let named = self.file.as_deref().filter(|file| file.contains('.'));
        named.is_some_and(|file| file_rank(file, path).is_none())
    }

    /// The result as reports write it: in SGF's form; `1+` and `2+` for the players where colours aren't known.
    pub fn result_text(&self) -> String {
        match self.result {
            Outcome::Win(winner, by) if !self.colors_known => {
                let number = if winner == crate::go::Color::Black { 1 } else { 2 };
                format!("{number}+{by}")
            }
            outcome => outcome_text(outcome),
        }
    }
}

/// Returns an outcome as tables write it: in SGF's form where it has one, and of a draw the one that isn't a number.
pub fn outcome_text(outcome: Outcome) -> String {
    match outcome {
        Outcome::Draw => "Draw".to_owned(),
        Outcome::NotPlayed => "not played".to_owned(),
        Outcome::Bye => "bye".to_owned(),
        outcome => outcome.to_string(),
    }
}

/// Returns an outcome as a table in CSV has it.
pub(crate) fn written_result(outcome: Outcome) -> String {
    match outcome {
        Outcome::BothLose => "0-0".to_owned(),
        Outcome::BothWin => "1-1".to_owned(),
        Outcome::Unknown => String::new(),
        Outcome::Win(winner, WinBy::Default) => format!("{}!", winner.letter()),
        outcome => outcome_text(outcome),
    }
}

/// Returns the number of handicap stones. A handicap of 1 is Black's first move, and no stone.
pub(super) fn handicap_stones(written: u32) -> u32 {
    if written < 2 { 0 } else { written }
}

/// Returns a result that a tournament program keeps with a mark for games that weren't played.
pub(super) fn by_default(result: Outcome) -> Outcome {
    match result {
        Outcome::Win(winner, _) => Outcome::Win(winner, WinBy::Default),
        _ => Outcome::NotPlayed,
    }
}

/// Why a file of an event can't be read; the message names the line or the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    why: String,
    is_of_encoding: bool,
}

impl ReadError {
    pub(in crate::event) fn new(why: impl Into<String>) -> Self {
        Self { why: why.into(), is_of_encoding: false }
    }

    /// Says that another encoding would help.
    pub(super) fn of_encoding(self) -> Self {
        Self { is_of_encoding: true, ..self }
    }

    /// Whether the table is in another encoding than the one by which it was read.
    pub fn is_of_encoding(&self) -> bool {
        self.is_of_encoding
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

impl std::error::Error for ReadError {}
