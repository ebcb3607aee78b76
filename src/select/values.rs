//! The values of a game in some columns of `games.csv`.

use serde_json::Value;

use crate::report::{Cell, GameRow, game_columns};

/// Returns the place of a column in `games.csv`.
pub(super) fn column(name: &str) -> Option<usize> {
    game_columns().iter().position(|column| column.field.name == name)
}

/// Columns of `games.csv`, by their places, in order.
#[derive(Clone, Debug)]
pub struct Columns(Vec<usize>);

impl Columns {
    /// All columns.
    #[must_use]
    pub fn all() -> Self {
        Self((0..game_columns().len()).collect())
    }

    /// The columns with these names.
    pub fn named_by(names: impl IntoIterator<Item = &'static str>) -> Self {
        Self(Vec::new()).with(names.into_iter().filter_map(column))
    }

    /// These columns and others.
    #[must_use]
    pub fn with(mut self, places: impl IntoIterator<Item = usize>) -> Self {
        self.0.extend(places);
        self.0.sort_unstable();
        self.0.dedup();
        self
    }

    /// Returns a game's values. Text that is empty isn't known, unless every game has the value.
    #[must_use]
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
    #[must_use]
    pub fn get<'v>(&self, values: &'v [Value], name: &str) -> &'v Value {
        self.place(name).and_then(|place| values.get(place)).unwrap_or(&Value::Null)
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
