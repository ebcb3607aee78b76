//! Tables that the program writes.

use std::collections::BTreeMap;

/// A row of a table by column.
pub type Row = BTreeMap<String, String>;

/// Returns the rows of a table in CSV.
pub fn rows(csv: impl AsRef<[u8]>) -> Vec<Row> {
    let mut reader = csv::Reader::from_reader(csv.as_ref());
    reader.deserialize().map(|row| row.expect("every row has every column")).collect()
}
