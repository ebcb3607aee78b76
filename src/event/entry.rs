//! What a run keeps of each game of an event: `Entry`.

use serde::{Deserialize, Serialize};

/// What a run keeps of a game, to see what only all records together show.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The file, as reports write it.
    pub path: String,
    /// The game's number in it.
    pub game: u32,
    /// Black as recorded.
    pub black: String,
    /// White as recorded.
    pub white: String,
    /// The players, where their names are known.
    pub players: [Option<usize>; 2],
    /// The round as recorded.
    pub round: Option<u32>,
    /// The row of the table or the pairings that the record is of.
    pub row: Option<usize>,
    /// The recorded result in SGF's form.
    pub result: String,
    /// The counted result; empty where it isn't known.
    pub recount: String,
    /// The recorded komi in hundredths.
    pub komi: Option<i64>,
    /// Number of handicap stones.
    pub handicap: u32,
    /// Names of the findings that say that record and row differ.
    pub differences: Vec<String>,
}
