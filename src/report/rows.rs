//! Rows of CSV (RFC 4180), written into text.
//!
//! A library writes each cell in a dozen steps; of the main job, which writes half a million cells for eight thousand
//! games, that was a tenth.

use memchr::{memchr, memchr3};

use super::columns::{Column, Type};

/// Adds a row: what the columns say of something.
pub(super) fn push_row<T>(out: &mut String, columns: &[Column<T>], row: &T) {
    push_cells(out, columns, |column, out| (column.write)(row, out));
}

/// Adds the row of the columns' names.
pub(super) fn push_header<T>(out: &mut String, columns: &[Column<T>]) {
    push_cells(out, columns, |column, out| out.push_str(column.name));
}

/// Adds a row of what `write` writes for each column.
pub(super) fn push_cells<T>(
    out: &mut String,
    columns: &[Column<T>],
    mut write: impl FnMut(&Column<T>, &mut String),
) {
    for (number, column) in columns.iter().enumerate() {
        if number > 0 {
            out.push(',');
        }
        let start = out.len();
        write(column, out);
        // Numbers have nothing that must be quoted.
        if column.kind == Type::String {
            quote(out, start);
        }
    }
    out.push_str("\r\n");
}

/// Puts a cell that begins at `start` and ends the text into quotes, if it must be.
pub(super) fn quote(out: &mut String, start: usize) {
    let cell = &out.as_bytes()[start..];
    if memchr3(b'"', b',', b'\n', cell).is_some() || memchr(b'\r', cell).is_some() {
        let cell = out.split_off(start);
        out.push('"');
        out.push_str(&cell.replace('"', "\"\""));
        out.push('"');
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::report::columns;

    fn row(cells: &[String]) -> String {
        let columns: Vec<_> = columns::findings()
            .iter()
            .take(cells.len())
            .map(|column| Column { kind: Type::String, ..*column })
            .collect();
        let mut cells = cells.iter();
        let mut out = "before".to_owned();
        push_cells(&mut out, &columns, |_, out| out.push_str(cells.next().expect("as many")));
        out
    }

    proptest! {
        /// As a library writes and reads it.
        #[test]
        fn rows_are_csv(cells in prop::collection::vec("[a,\"\r\n é-]{0,9}", 2..9)) {
            let row = row(&cells);
            let mut writer =
                csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
            writer.write_record(&cells).unwrap();
            let written = String::from_utf8(writer.into_inner().unwrap()).unwrap();
            prop_assert_eq!(row.strip_prefix("before"), Some(&written[..]));
            let mut reader =
                csv::ReaderBuilder::new().has_headers(false).from_reader(written.as_bytes());
            let read: Vec<_> = reader.records().map(Result::unwrap).collect();
            prop_assert_eq!(read.len(), 1);
            prop_assert!(read[0].iter().eq(&cells));
        }
    }
}
