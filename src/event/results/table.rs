//! A table of results in one form, whatever its format.

use crate::go::Points;
use crate::sgf::{self, Outcome, WinBy};

/// Maximum number of rows that are read.
pub const MOST_ROWS: usize = 200_000;

/// A table of results.
#[derive(Clone, Debug, Default)]
pub struct ResultTable {
    /// The players' names, in the order of the table.
    pub players: Vec<String>,
    /// The games and byes.
    pub rows: Vec<Row>,
    /// Whether the table lists each player once, so that two of one name are two persons.
    pub lists_players: bool,
    /// What couldn't be read.
    pub unread: Vec<UnreadRow>,
}

/// A row that couldn't be read.
#[derive(Clone, Debug)]
pub struct UnreadRow {
    /// The line of the table, from 1.
    pub line: u32,
    /// Why, as a clause.
    pub why: String,
}

/// A game or a bye.
#[derive(Clone, Debug)]
pub struct Row {
    /// The line of the table, from 1; 0 where there is no table.
    pub line: u32,
    /// The round, if the table says.
    pub round: Option<u32>,
    /// The two players by their index in [`ResultTable::players`]; the second is `None` for a bye. Black comes first
    /// where colours are known.
    pub players: [Option<usize>; 2],
    /// Whether it is known who played Black.
    pub colors_known: bool,
    /// Handicap stones, if the table says; 0 for none.
    pub handicap: Option<u32>,
    /// Komi, if the table says.
    pub komi: Option<Points>,
    /// Whether the table writes komi without its half point, as AGA's does.
    pub whole_komi: bool,
    /// The result.
    pub result: RowResult,
}

impl Row {
    /// A bye.
    pub fn bye(line: u32, round: Option<u32>, player: usize) -> Self {
        Self {
            line,
            round,
            players: [Some(player), None],
            colors_known: false,
            handicap: None,
            komi: None,
            whole_komi: false,
            result: RowResult::by_default(None),
        }
    }
}

/// Returns the number of handicap stones. A handicap of 1 is Black's first move, and no stone.
pub fn handicap_stones(written: u32) -> u32 {
    if written < 2 { 0 } else { written }
}

/// Who won, as the first or second player of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winner {
    /// The first player, or Black.
    First,
    /// The second player, or White.
    Second,
    /// Neither: a draw.
    Draw,
}

/// How a game of a table ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// On the board; the margin or the way of winning if the table says.
    Played(Option<WinBy>),
    /// It wasn't played: a forfeit or a bye.
    ByDefault,
}

/// The result of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowResult {
    /// The winner; `None` where the table doesn't say, or both lost.
    pub winner: Option<Winner>,
    /// How it ended.
    pub ending: Ending,
}

impl RowResult {
    /// No result yet.
    pub const UNKNOWN: Self = Self { winner: None, ending: Ending::Played(None) };

    /// A winner, and nothing else.
    pub fn won_by(winner: Winner) -> Self {
        Self { winner: Some(winner), ending: Ending::Played(None) }
    }

    /// A game that wasn't played.
    pub fn by_default(winner: Option<Winner>) -> Self {
        Self { winner, ending: Ending::ByDefault }
    }

    /// Reads a result as people write it: SGF's forms and its dialects, `B`, `W`, `jigo`, `bye`, `forfeit`.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        match text.to_lowercase().as_str() {
            "" | "?" | "-" => return Some(Self::UNKNOWN),
            "b" => return Some(Self::won_by(Winner::First)),
            "w" => return Some(Self::won_by(Winner::Second)),
            "jigo" | "=" | "draw" => return Some(Self::won_by(Winner::Draw)),
            "bye" | "forfeit" => return Some(Self::by_default(None)),
            _ => {}
        }
        Some(match sgf::result(text).outcome {
            Outcome::Win(color, by) => {
                let winner = match color {
                    crate::go::Color::Black => Winner::First,
                    crate::go::Color::White => Winner::Second,
                };
                match by {
                    WinBy::Forfeit => Self::by_default(Some(winner)),
                    WinBy::Unspecified => Self::won_by(winner),
                    by => Self { winner: Some(winner), ending: Ending::Played(Some(by)) },
                }
            }
            Outcome::Draw => Self::won_by(Winner::Draw),
            Outcome::BothLose => Self::by_default(None),
            Outcome::Void | Outcome::Unknown => Self::UNKNOWN,
            Outcome::Missing | Outcome::Unreadable => return None,
        })
    }

    /// The result in SGF's form; `+F` for a win by default.
    pub fn text(self, colors_known: bool) -> String {
        let letter = |winner| match (winner, colors_known) {
            (Winner::First, true) => "B+",
            (Winner::Second, true) => "W+",
            (Winner::First, false) => "1+",
            (Winner::Second, false) => "2+",
            (Winner::Draw, _) => "0",
        };
        match (self.winner, self.ending) {
            (None, Ending::ByDefault) => "not played".to_owned(),
            (None, _) => "?".to_owned(),
            (Some(Winner::Draw), _) => "0".to_owned(),
            (Some(winner), Ending::ByDefault) => format!("{}F", letter(winner)),
            (Some(winner), Ending::Played(by)) => {
                format!("{}{}", letter(winner), by.map_or(String::new(), |by| by.to_string()))
            }
        }
    }
}

impl ResultTable {
    /// Adds a row that can't be read.
    pub fn unread(&mut self, line: u32, why: impl Into<String>) {
        if self.unread.len() < 1000 {
            self.unread.push(UnreadRow { line, why: why.into() });
        }
    }
}
