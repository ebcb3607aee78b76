//! Findings as the rows of `findings.csv`, for a stream.

use super::columns::{self, FindingRow};
use super::rows::{push_cells, push_header};
use crate::printable::push_printable;

/// The header row.
pub(super) fn header() -> String {
    let mut header = String::new();
    push_header(&mut header, columns::findings());
    header
}

/// A row a finding. Unlike in the table, control characters are made visible: a stream can end on a
/// terminal.
pub(super) fn rows<'a>(out: &mut String, rows: impl Iterator<Item = FindingRow<'a>>) {
    let mut cell = String::new();
    for row in rows {
        push_cells(out, columns::findings(), |column, out| {
            cell.clear();
            (column.write)(&row, &mut cell);
            push_printable(out, &cell);
        });
    }
}
