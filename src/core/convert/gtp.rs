//! Scripts for the Go Text Protocol that replay a game.

use super::notice::NotConvertible;
use crate::audit::Audit;
use crate::go::{Board, Color, Size};
use crate::record::{Change, RecordedGame};

/// Size of the largest board: GTP names columns with one letter (GTP 2, 2.11).
const MAX_SIZE: u8 = 25;

/// Appends the script of a game. Fails if GTP can't express the game.
pub(super) fn push_script(
    record: &RecordedGame,
    audit: &Audit,
    out: &mut String,
) -> Result<(), NotConvertible> {
    let size = record.size;
    if size.cols() != size.rows() {
        let reason = format!("GTP has no boards that aren't square; this one is {size}");
        return Err(NotConvertible::not_representable(reason));
    }
    if size.cols() > MAX_SIZE {
        let reason = format!("GTP has boards of up to {MAX_SIZE} lines; this one has {size}");
        return Err(NotConvertible::not_representable(reason));
    }
    out.push_str(&format!("boardsize {size}\nclear_board\nkomi {}\n", audit.komi));
    let mut board = Board::new(size);
    let mut number = 0;
    record.walk(|step| {
        set_up(&mut board, step.setup, number, out)?;
        for played in step.moves {
            number += 1;
            let color = played.color;
            if played.is_pass() {
                out.push_str(&format!("play {} pass\n", color.letter()));
                continue;
            }
            let Some(point) = played.value.point() else {
                let reason = format!("move {number} names no point of the board");
                return Err(NotConvertible::not_representable(reason));
            };
            if board.get(point).is_some() {
                let reason = format!("move {number} is on an occupied point");
                return Err(NotConvertible::not_representable(reason));
            }
            board.play_unchecked(color, point);
            out.push_str(&format!("play {} {}\n", color.letter(), point.name(size)));
        }
        Ok::<(), NotConvertible>(())
    })?;
    out.push_str("quit\n");
    Ok(())
}

/// Sets up stones: black ones before the first move as handicap, others as plays. Plays capture nothing if every chain has a
/// liberty.
fn set_up(
    board: &mut Board,
    setup: &[Change],
    moves_before: u32,
    out: &mut String,
) -> Result<(), NotConvertible> {
    let size = board.size();
    let changes: Vec<Change> =
        setup.iter().copied().filter(|&(point, stone)| board.get(point) != stone).collect();
    if changes.is_empty() {
        return Ok(());
    }
    let removes =
        changes.iter().any(|&(point, stone)| stone.is_none() || board.get(point).is_some());
    if removes {
        let reason =
            format!("GTP can't take stones off, as the setup after move {moves_before} does");
        return Err(NotConvertible::not_representable(reason));
    }
    let empty = board.stones(Color::Black) + board.stones(Color::White) == 0;
    board.set_up(changes.iter().copied());
    if let Some(point) = without_liberty(board, size) {
        let reason = format!("a chain is set up without a liberty, at {point}");
        return Err(NotConvertible::not_representable(reason));
    }
    let all_black = changes.iter().all(|&(_, stone)| stone == Some(Color::Black));
    if empty && moves_before == 0 && all_black && changes.len() > 1 {
        let names: Vec<String> = changes.iter().map(|(point, _)| point.name(size)).collect();
        out.push_str(&format!("set_free_handicap {}\n", names.join(" ")));
        return Ok(());
    }
    for (point, stone) in changes {
        if let Some(color) = stone {
            out.push_str(&format!("play {} {}\n", color.letter(), point.name(size)));
        }
    }
    Ok(())
}

/// Returns the name of a point of a chain without liberties.
fn without_liberty(board: &Board, size: Size) -> Option<String> {
    size.points()
        .find(|&point| board.get(point).is_some() && board.liberties(point) == 0)
        .map(|point| point.name(size))
}
