//! What a run keeps of a game of an event, and the decisions that concern it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::name_key::name_or_words;
use super::round::RoundId;

/// The data that a run keeps of a game for the conclusions from all records.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub path: String,
    pub game: u32,
    pub black: String,
    pub white: String,
    /// The players, where their names are known.
    pub players: [Option<usize>; 2],
    /// The round as recorded, or else the row's.
    pub round: Option<RoundId>,
    /// The first date, `YYYY-MM-DD`, `YYYY-MM` or `YYYY`; empty if the record has none.
    pub date: String,
    /// The number of the board in the table.
    pub board: Option<u32>,
    /// The row of the table that the record is of.
    pub row: Option<usize>,
    /// The recorded result in SGF's form.
    pub result: String,
    /// The counted result; empty where it isn't known.
    pub recount: String,
    /// The referee's decision, in words; empty if there is none.
    pub ruling: String,
    /// The result by a ruling, or by the count with penalties, in SGF's form; empty if the event decided nothing.
    pub decided: String,
    /// Decisions on the game that have no effect.
    pub unapplied: Vec<Unapplied>,
    pub verdict: String,
    /// The recorded komi in hundredths.
    pub komi: Option<i64>,
    /// Number of handicap stones, if the position at the start is known.
    pub handicap: Option<u32>,
    /// Names of the findings that say that record and row differ.
    pub differences: Vec<String>,
}

/// A decision on a game that has no effect, or not all of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unapplied {
    pub decision: DecisionId,
    /// That it isn't applied, or what of it, and why, as the end of a sentence.
    pub why: String,
    /// Whether nothing is wrong: another decision counts, or the rest of this one.
    pub is_note: bool,
}

impl Entry {
    /// The players as recorded, Black first.
    pub(super) fn names(&self) -> [&str; 2] {
        [&self.black, &self.white]
    }

    /// The record, as messages name it.
    pub(super) fn place(&self) -> String {
        match self.game {
            0 | 1 => self.path.clone(),
            game => format!("{} game {game}", self.path),
        }
    }

    /// The players and the round, as messages name them.
    pub(super) fn players_in_words(&self) -> String {
        let [black, white] = self.names().map(name_or_words);
        let round = self.round.as_ref().map_or(String::new(), |round| format!(", round {round}"));
        format!("{black} and {white}{round}")
    }
}

/// A ruling or a penalty by its number in the event's file, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DecisionId {
    Ruling(usize),
    Penalty(usize),
}

impl DecisionId {
    pub(super) const fn noun(self) -> &'static str {
        match self {
            Self::Ruling(_) => "ruling",
            Self::Penalty(_) => "penalty",
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Met {
    pub id: DecisionId,
    /// Whether it gives the players the other colours than the record.
    pub is_swapped: bool,
}

/// Which games the decisions of an event concern.
#[derive(Clone, Debug, Default)]
pub(super) enum Binding {
    /// Each game that they fit, since nobody knows all games.
    #[default]
    Open,
    /// None yet: the games are being collected, and none is audited.
    Collecting,
    /// These, by file and number.
    Bound(BTreeMap<(String, u32), Vec<Met>>),
}
