//! The results of an event as a table: `--results-out`.

use super::column::{Cell, Cells, Column, Field, Type, columns, is_word};
use super::csv::{push_header, push_rows};
use crate::event::{Conclusion, EventCheck, OutFormat, OutRow, written_result};

/// The columns that every table of results has.
const ALWAYS: [&str; 8] =
    ["round", "board", "black", "white", "handicap", "komi", "result", "result_source"];

fn result_columns() -> &'static [Column<OutRow>] {
    columns! {
        "round" String "" "" => |out| out.row.row.round.as_ref().map(|round| round.to_string()),
        "board" Integer "" "" => |out| out.row.row.board,
        "black" String "" "" => |out| &*out.row.black,
        "white" String "" "" => |out| &*out.row.white,
        "handicap" Integer "" "" => |out| out.row.handicap(),
        "komi" String "" "" => |out| out.row.komi().map(|komi| komi.to_string()),
        "result" String "" "" => |out| result(out),
        "result_source" String "" "" => |out| out.source,
        "colors" String "" "" => |out| {
            if out.row.row.colors_known || out.row.row.players[1].is_none() { "" } else { "unknown" }
        },
        "black_rank" String "" "" => |out| &*out.players[0].rank,
        "white_rank" String "" "" => |out| &*out.players[1].rank,
        "black_id" String "" "" => |out| &*out.players[0].id,
        "white_id" String "" "" => |out| &*out.players[1].id,
        "black_team" String "" "" => |out| &*out.players[0].team,
        "white_team" String "" "" => |out| &*out.players[1].team,
    }
}

fn result(out: &OutRow) -> String {
    match (out.row.is_bye(), out.row.row.is_half) {
        (true, true) => "1/2 bye".to_owned(),
        (true, false) => "bye".to_owned(),
        (false, _) => written_result(out.row.result()),
    }
}

/// Returns the results of an event in a form that rating lists take, corrected by what was decided. Fails with the reason why
/// they can't be written.
pub fn results_out(
    event: &EventCheck,
    conclusion: &Conclusion,
    format: OutFormat,
) -> Result<String, String> {
    if format != OutFormat::Csv {
        return event.results_out(conclusion, format);
    }
    let (rows, notes) = event.results_rows(conclusion)?;
    let is_stated =
        |column: &Column<OutRow>| rows.iter().any(|row| !is_empty(&(column.value)(row)));
    let columns: Vec<Column<OutRow>> = result_columns()
        .iter()
        .filter(|column| ALWAYS.contains(&column.field.name) || is_stated(column))
        .map(|column| Column { field: column.field, value: column.value })
        .collect();
    let mut out: String = notes.iter().map(|note| format!("# {note}\r\n")).collect();
    push_header(&mut out, &columns);
    push_rows(&mut out, &columns, rows, Cells::Spreadsheet);
    Ok(out)
}

fn is_empty(cell: &Cell) -> bool {
    match cell {
        Cell::Empty => true,
        Cell::Text(text) => text.is_empty(),
        _ => false,
    }
}
