//! Findings as the rows of `findings.csv`, for a stream.

use super::columns::{self, FindingRow};
use super::tables::csv_to;
use super::text::printable;

/// The header row.
pub(super) fn header() -> String {
    let names: Vec<&str> = columns::findings().iter().map(|column| column.name).collect();
    format!("{}\r\n", names.join(","))
}

/// A row a finding. Unlike in the table, control characters are made visible: a stream can end on a
/// terminal.
pub(super) fn rows<'a>(out: &mut String, rows: impl Iterator<Item = FindingRow<'a>>) {
    let mut writer = csv_to(Vec::new());
    let (mut cell, mut safe) = (String::new(), String::new());
    for row in rows {
        for column in columns::findings() {
            cell.clear();
            safe.clear();
            (column.write)(&row, &mut cell);
            printable(&mut safe, &cell);
            writer.write_field(&safe).expect("a vector takes everything");
        }
        writer.write_record(None::<&[u8]>).expect("a vector takes everything");
    }
    let bytes = writer.into_inner().expect("a vector takes everything");
    out.push_str(&String::from_utf8_lossy(&bytes));
}
