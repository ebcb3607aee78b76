//! The values of a game in some columns of `games.csv`, and how complete they make its record.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use serde_json::Value;

use sgf_audit_core::table::{Cell, GameRow, game_columns};

/// Returns the place of a column in `games.csv`.
pub(super) fn column(name: &str) -> Option<usize> {
    game_columns().iter().position(|column| column.field.name == name)
}

/// Columns of `games.csv`, by their places, in order.
#[derive(Clone, Debug)]
pub struct Columns(Vec<usize>);

impl Columns {
    /// The columns of these names.
    pub fn of(names: impl IntoIterator<Item = &'static str>) -> Self {
        let places: BTreeSet<usize> = names.into_iter().filter_map(column).collect();
        Self(places.into_iter().collect())
    }

    /// Returns a game's values. Text that is empty isn't known, unless every game has the value.
    pub fn values(&self, row: &GameRow) -> Vec<Value> {
        let value = |&place: &usize| {
            let column = &game_columns()[place];
            match (column.value)(row) {
                Cell::Text(text) if text.is_empty() && !column.field.required => Value::Null,
                cell => Value::from(cell),
            }
        };
        self.0.iter().map(value).collect()
    }

    /// Returns the value of a column; `null` if it isn't one of these.
    pub fn get<'v>(&self, values: &'v [Value], name: &str) -> &'v Value {
        self.place(name).and_then(|place| values.get(place)).unwrap_or(&Value::Null)
    }

    /// Puts another value in a column's place.
    pub fn set(&self, values: &mut [Value], name: &str, value: Value) {
        if let Some(old) = self.place(name).and_then(|place| values.get_mut(place)) {
            *old = value;
        }
    }

    /// Returns the values with the names of their columns.
    pub fn named<'v>(
        &self,
        values: &'v [Value],
    ) -> impl Iterator<Item = (&'static str, &'v Value)> {
        self.0.iter().map(|&place| game_columns()[place].field.name).zip(values)
    }

    fn place(&self, name: &str) -> Option<usize> {
        let column = column(name)?;
        self.0.iter().position(|&place| place == column)
    }
}

/// Number of moves from which on equal plays make the same game: shorter games may begin alike by chance.
pub const MIN_MOVES: u32 = 30;

/// Returns a number that records of the same game have in common: `hash`, and in games of fewer than `least` moves also the names
/// and the date.
pub fn game_key(columns: &Columns, values: &[Value], hash: u64, least: u32) -> u64 {
    let value = |name| columns.get(values, name);
    if value("moves").as_u64().is_some_and(|moves| moves >= u64::from(least)) {
        return hash;
    }
    let named = ["black", "white", "date_iso"].map(|name| value(name).as_str().unwrap_or_default());
    BuildHasherDefault::<DefaultHasher>::default().hash_one((hash, named))
}

/// How complete a record is. Of several records of a game the greatest is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Completeness {
    /// Whether a result is recorded that can be read.
    has_result: bool,
    /// Number of moves, passes included: all records of a game have the same plays.
    moves: u64,
    /// Number of [`STATED`] columns that the record has, and of ruleset and komi.
    stated: u32,
    errors: Reverse<u64>,
    warnings: Reverse<u64>,
}

/// The columns that a record may have or lack: the more it has, the more complete it is.
const STATED: [&str; 12] = [
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
        STATED.into_iter().chain(others)
    }

    /// Returns how complete a record is, by its values in these columns.
    pub fn new(columns: &Columns, values: &[Value]) -> Self {
        let value = |name: &str| columns.get(values, name);
        let number = |name: &str| value(name).as_u64().unwrap_or(0);
        let stated = STATED.iter().filter(|name| !value(name).is_null()).count();
        let sources = ["ruleset_source", "komi_source"].into_iter();
        let sources = sources.filter(|name| *value(name) == "record").count();
        Self {
            has_result: !value("winner").is_null(),
            moves: number("moves"),
            stated: (stated + sources) as u32,
            errors: Reverse(number("errors")),
            warnings: Reverse(number("warnings")),
        }
    }
}
