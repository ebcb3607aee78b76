//! How complete a record is.

use std::cmp::Reverse;

use serde_json::Value;

use super::values::Columns;

/// How complete a record is. Of several records of a game the greatest is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Completeness {
    /// Whether a result is recorded that can be read.
    has_result: bool,
    /// Number of moves, passes included: all records of a game have the same plays.
    moves: u64,
    /// How many of [`TOLD`] the record tells, and of ruleset and komi.
    told: u32,
    errors: Reverse<u64>,
    warnings: Reverse<u64>,
}

/// The columns that a record may have or lack: the more it has, the more complete it is.
const TOLD: [&str; 12] = [
    "black",
    "white",
    "date_iso",
    "event",
    "round",
    "place",
    "black_rank",
    "white_rank",
    "main_time",
    "overtime",
    "recorded_result",
    "margin",
];

impl Completeness {
    /// The names of the columns that decide it.
    pub fn columns() -> impl Iterator<Item = &'static str> {
        let others = ["winner", "moves", "errors", "warnings", "ruleset_source", "komi_source"];
        TOLD.into_iter().chain(others)
    }

    /// Returns how complete a record is, by its values in these columns.
    #[must_use]
    pub fn of(columns: &Columns, values: &[Value]) -> Self {
        let value = |name: &str| columns.get(values, name);
        let number = |name: &str| value(name).as_u64().unwrap_or(0);
        let told = TOLD.iter().filter(|name| !value(name).is_null());
        let stated = ["ruleset_source", "komi_source"].into_iter();
        let stated = stated.filter(|name| *value(name) == "record");
        Self {
            has_result: !value("winner").is_null(),
            moves: number("moves"),
            told: (told.count() + stated.count()) as u32,
            errors: Reverse(number("errors")),
            warnings: Reverse(number("warnings")),
        }
    }
}
