//! Comma-separated values (RFC 4180), by the `csv` crate.

use std::fmt::Write;
use std::io;

use csv::{Terminator, WriterBuilder};

use super::column::{Cell, Cells, Column};

/// A writer of this program's CSV into memory.
pub type CsvWriter<'a> = csv::Writer<&'a mut Vec<u8>>;

/// Creates a writer of this program's CSV.
pub fn csv_writer<W: io::Write>(to: W) -> csv::Writer<W> {
    WriterBuilder::new().terminator(Terminator::CRLF).buffer_capacity(1024).from_writer(to)
}

pub fn push_header<T>(out: &mut String, columns: &[Column<T>]) {
    push_csv(out, |writer| writer.write_record(columns.iter().map(|column| column.field.name)))
        .expect("memory takes every record");
}

/// Appends a record for each row.
pub fn push_rows<T>(
    out: &mut String,
    columns: &[Column<T>],
    rows: impl IntoIterator<Item = T>,
    cells: Cells,
) {
    push_records(out, columns, rows, cells, |writer, field| writer.write_field(field));
}

/// Appends a record for each row, each field by `write_field`.
pub fn push_records<T>(
    out: &mut String,
    columns: &[Column<T>],
    rows: impl IntoIterator<Item = T>,
    cells: Cells,
    write_field: impl Fn(&mut CsvWriter, &str) -> csv::Result<()>,
) {
    let mut rows = rows.into_iter().peekable();
    if rows.peek().is_none() {
        return;
    }
    push_csv(out, |writer| {
        let mut number = String::new();
        rows.try_for_each(|row| {
            for column in columns {
                match (column.value)(&row) {
                    Cell::Text(text) => {
                        let plain = column.field.plain && cells == Cells::Table;
                        let cells = if plain { Cells::Spreadsheet } else { cells };
                        write_field(writer, &cells.render(&text))?;
                    }
                    cell => {
                        number.clear();
                        push_number(&cell, &mut number);
                        writer.write_field(&number)?;
                    }
                }
            }
            writer.write_record(None::<&[u8]>)
        })
    })
    .expect("memory takes every record");
}

/// Appends the records that `write` writes, and returns its result.
pub fn push_csv<T>(out: &mut String, write: impl FnOnce(&mut CsvWriter) -> T) -> T {
    let mut bytes = Vec::new();
    let mut writer = csv_writer(&mut bytes);
    let result = write(&mut writer);
    drop(writer);
    out.push_str(std::str::from_utf8(&bytes).expect("cells are text"));
    result
}

/// Appends a cell that isn't text. Numbers that may have decimals have one at least, so that every program
/// takes the whole column for decimal numbers.
fn push_number(cell: &Cell, out: &mut String) {
    match cell {
        Cell::Empty | Cell::Text(_) => Ok(()),
        Cell::Integer(number) => write!(out, "{number}"),
        Cell::Boolean(value) => write!(out, "{value}"),
        Cell::Points(points) if points.fraction() == 0 => write!(out, "{points}.0"),
        Cell::Points(points) => write!(out, "{points}"),
        Cell::Fraction(number) => write!(out, "{number:.2}"),
        Cell::Number(number) => write!(out, "{number:?}"),
    }
    .expect("a string takes everything");
}
