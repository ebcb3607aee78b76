//! One row of CSV per move.

use super::not_convertible::NotConvertible;
use crate::go::{Board, Size};
use crate::record::{Move, walk};
use crate::report::{Cells, push_csv};
use crate::sgf::{Game, MoveValue, Text};

/// The columns. Scripts depend on them, so new ones are added at the end.
pub const MOVE_COLUMNS: [&str; 10] =
    ["path", "game", "move", "color", "column", "row", "point", "captures", "suicide", "position"];

/// Returns the header row.
#[must_use]
pub fn csv_header() -> String {
    let mut header = String::new();
    push_csv(&mut header, |writer| writer.write_record(MOVE_COLUMNS))
        .expect("memory takes every record");
    header
}

/// Appends the rows of a game's main line.
///
/// # Errors
///
/// If too many points are set up.
pub(super) fn push_rows(
    path: &str,
    number: u32,
    text: &Text,
    game: &Game,
    size: Size,
    cells: Cells,
    out: &mut String,
) -> Result<(), NotConvertible> {
    let mut board = Board::new(size);
    let mut count = 0u32;
    let path = cells.of(path);
    let number = number.to_string();
    push_csv(out, |writer| {
        walk(text, game, size, |step| {
            board.set_up(step.setup.iter().copied());
            for &Move { color, value, .. } in step.moves {
                count += 1;
                let (mut captures, mut suicide) = (0, 0);
                let (column, row, point) = match value {
                    MoveValue::Point(point) | MoveValue::OddPoint(point) => {
                        if board.get(point).is_none() {
                            let played = board.play(color, point);
                            (captures, suicide) = (played.captured, played.suicide);
                        }
                        let one_based = |n: u8| (u32::from(n) + 1).to_string();
                        (one_based(point.col), one_based(point.row), point.name(size))
                    }
                    MoveValue::Pass | MoveValue::OddPass => {
                        (String::new(), String::new(), "pass".to_owned())
                    }
                    MoveValue::OffBoard | MoveValue::Malformed => Default::default(),
                };
                let written = writer.write_record([
                    &*path,
                    &number,
                    &count.to_string(),
                    &color.letter().to_string(),
                    &column,
                    &row,
                    &point,
                    &captures.to_string(),
                    &suicide.to_string(),
                    &format!("p{:016x}", board.key()),
                ]);
                written.expect("memory takes every record");
            }
            Ok(())
        })
    })
}
