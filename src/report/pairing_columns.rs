//! The columns of `pairings.csv`: the games of an event's table beside their records.

use super::column::{Cell, Column, Field, Type, columns, is_required};
use crate::event::{Entry, PairingRow};
use crate::go::Points;

fn record(row: &PairingRow) -> Option<&Entry> {
    row.record.as_ref()
}

/// The columns of `pairings.csv`.
#[must_use]
pub fn pairings() -> &'static [Column<PairingRow>] {
    columns! {
        "round" Integer "" "the round: of the table, else of the record" => |row| row.round,
        "board" Integer "" "the number of the board in the table" => |row| row.board,
        "black" String "" "Black, or the first player where the table doesn't know the colours; as the event's list or the table writes the name"
            => |row| &*row.black,
        "white" String "" "White, or the second player; empty for a bye" => |row| &*row.white,
        "mark" String required "" "agrees or differs: the record and the table; no-record; no-row: the table has no such game; not-played: a bye or a win by default"
            => |row| row.mark.name(),
        "table_result" String "" "the result in the table: B+, W+ with the margin where there is one, +F by default; 1+ and 2+ for the first and second player where colours aren't known; empty without --results"
            => |row| &*row.table_result,
        "record_result" String "" "the recorded result; empty without a record"
            => |row| record(row).map(|entry| &*entry.result),
        "recounted_result" String "" "the counted result; empty where it isn't known"
            => |row| record(row).map(|entry| &*entry.recount),
        "ruling" String "" "the referee's decision, from the event's file"
            => |row| record(row).map(|entry| &*entry.ruling),
        "table_komi" Number "points" "komi in the table; AGA's has whole points only" => |row| row.table_komi,
        "record_komi" Number "points" "the recorded komi"
            => |row| record(row).and_then(|entry| entry.komi).map(Points::hundredths),
        "table_handicap" Integer "stones" "handicap stones in the table" => |row| row.table_handicap,
        "record_handicap" Integer "stones" "handicap stones of the record"
            => |row| record(row).and_then(|entry| entry.handicap),
        "differences" String "" "names of the findings that say how record and table differ, separated by blanks"
            => |row| record(row).map(|entry| entry.differences.join(" ")),
        "path" String "" "the record's path" => |row| record(row).map(|entry| &*entry.path),
        "game" Integer "" "the game's number in its file" => |row| record(row).map(|entry| entry.game),
        "line" Integer "" "the line of the table, from 1" => |row| row.line,
    }
}
