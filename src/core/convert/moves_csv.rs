//! One row of CSV per move.

use super::notice::NotConvertible;
use crate::go::{Board, Color, Key, position_text};
use crate::record::{RecordedGame, setup_words};
use crate::table::{Cells, push_csv};

/// The columns. Scripts depend on them, so new ones are added at the end.
pub const MOVE_COLUMNS: [&str; 11] = [
    "path", "game", "move", "color", "column", "row", "point", "captures", "suicide", "position",
    "setup",
];

pub fn csv_header() -> String {
    let mut header = String::new();
    push_csv(&mut header, |writer| writer.write_record(MOVE_COLUMNS))
        .expect("memory takes every record");
    header
}

/// Appends the rows of a game's main line. Fails if too many points are set up.
pub(super) fn push_rows(
    path: &str,
    number: u32,
    record: &RecordedGame,
    cells: Cells,
    out: &mut String,
) -> Result<(), NotConvertible> {
    let size = record.size;
    let mut board = Board::new(size);
    let mut count = 0u32;
    let mut setup = Vec::new();
    let path = cells.render(path);
    let number = number.to_string();
    // A position depends on whose turn it is, which the next move shows.
    let mut last: Option<(Row, Key, Color)> = None;
    push_csv(out, |writer| {
        let mut write = |(row, key, _): (Row, Key, Color), to_move| {
            let [columns @ .., setup] = &row;
            let position = position_text(key, size, to_move);
            let row = [&*path, &number].into_iter().chain(columns.iter().map(String::as_str));
            let written = writer.write_record(row.chain([&*position, setup]));
            written.expect("memory takes every record");
        };
        record.walk(|step| {
            if !step.setup.is_empty() {
                setup.push(setup_words(&step, size));
                board.set_up(step.setup.iter().copied());
            }
            for played in step.moves {
                count += 1;
                let color = played.color;
                if let Some(row) = last.take() {
                    write(row, color);
                }
                let (mut captures, mut suicide) = (0, 0);
                let (column, row, point) = match played.value.point() {
                    Some(point) => {
                        if board.get(point).is_none() {
                            let played = board.play_unchecked(color, point);
                            (captures, suicide) = (played.captured, played.suicide);
                        }
                        let one_based = |n: u8| (u32::from(n) + 1).to_string();
                        (one_based(point.col), one_based(point.row), point.name(size))
                    }
                    None if played.is_pass() => (String::new(), String::new(), "pass".to_owned()),
                    None => Default::default(),
                };
                let row = [
                    count.to_string(),
                    color.letter().to_string(),
                    column,
                    row,
                    point,
                    captures.to_string(),
                    suicide.to_string(),
                    std::mem::take(&mut setup).join(" "),
                ];
                last = Some((row, board.key(), color));
            }
            Ok::<(), NotConvertible>(())
        })?;
        if let Some(row) = last.take() {
            let to_move = row.2.opponent();
            write(row, to_move);
        }
        Ok(())
    })
}

/// The columns of a move but for the game's and the position.
type Row = [String; 8];
