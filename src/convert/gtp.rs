//! A script for the Go Text Protocol that plays a game again.

use crate::audit::Audit;
use crate::go::{Board, Color, Size};
use crate::replay::{Change, Move, walk};
use crate::sgf::{Game, MoveValue, Text};

/// GTP names columns with one letter (GTP 2, 2.11), so no board is larger.
const MOST_LINES: u8 = 25;

/// Writes the script of a game.
///
/// # Errors
///
/// If GTP has no words for the game, and why.
pub(super) fn script(
    text: &Text,
    game: &Game,
    audit: &Audit,
    out: &mut String,
) -> Result<(), String> {
    let size = audit.size;
    if size.cols() != size.rows() {
        return Err(format!("GTP has no boards that aren't square; this one is {size}"));
    }
    if size.cols() > MOST_LINES {
        return Err(format!("GTP has boards of up to {MOST_LINES} lines; this one has {size}"));
    }
    out.push_str(&format!("boardsize {size}\nclear_board\nkomi {}\n", audit.komi));
    let mut board = Board::new(size);
    let mut number = 0;
    walk(text, game, size, |step| {
        set_up(&mut board, step.setup, number, out)?;
        for &Move { color, value, .. } in step.moves {
            number += 1;
            let point = match value {
                MoveValue::Point(point) | MoveValue::OddPoint(point) => point,
                MoveValue::Pass | MoveValue::OddPass => {
                    out.push_str(&format!("play {} pass\n", color.letter()));
                    continue;
                }
                MoveValue::OffBoard | MoveValue::Malformed => {
                    return Err(format!("move {number} names no point of the board"));
                }
            };
            if board.get(point).is_some() {
                return Err(format!("move {number} is on an occupied point"));
            }
            board.play(color, point);
            out.push_str(&format!("play {} {}\n", color.letter(), point.name(size)));
        }
        Ok(())
    })?;
    out.push_str("quit\n");
    Ok(())
}

/// Stones are set up as handicap where they can be meant so, else as plays, which capture nothing as
/// long as every chain has a liberty.
fn set_up(
    board: &mut Board,
    setup: &[Change],
    moves_before: u32,
    out: &mut String,
) -> Result<(), String> {
    let size = board.size();
    let changes: Vec<Change> =
        setup.iter().copied().filter(|&(point, stone)| board.get(point) != stone).collect();
    if changes.is_empty() {
        return Ok(());
    }
    let removes =
        changes.iter().any(|&(point, stone)| stone.is_none() || board.get(point).is_some());
    if removes {
        return Err(format!(
            "GTP can't take stones off, as the setup after move {moves_before} does"
        ));
    }
    let empty = board.stones(Color::Black) + board.stones(Color::White) == 0;
    board.set_up(changes.iter().copied());
    if let Some(point) = without_liberty(board, size) {
        return Err(format!("a chain is set up without a liberty, at {point}"));
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

fn without_liberty(board: &Board, size: Size) -> Option<String> {
    size.points()
        .find(|&point| board.get(point).is_some() && board.liberties(point) == 0)
        .map(|point| point.name(size))
}
