//! The moves of a game, as a card carries them for stepping through it.

use std::fmt::Write;

use crate::audit::Audit;
use crate::go::{Color, Grid, Point};
use crate::replay::{Ply, Positions};
use crate::report::position_view::number_moves;
use crate::sgf::{Game, Text, two_letters};

/// Maximum number of moves that a card lets one step through.
const MAX_MOVES: u32 = 2000;

/// Number of moves before the end that have their numbers on the counted board.
const NUMBERED: u32 = 10;

/// The moves that a card shows.
pub(super) struct FinalMoves {
    /// By point: the number of the move, if it is one of the last.
    pub numbers: Vec<Option<u32>>,
    /// The position after the last move.
    pub position: Grid,
}

/// Appends the size, the setup and the moves as attributes. A game with stones set up later, or with very many moves, has
/// none.
pub(super) fn push_moves(out: &mut String, audit: &Audit, text: &Text, game: &Game) -> FinalMoves {
    let (size, last) = (audit.size, audit.replay.moves);
    let mut positions = Positions::new(text, game, size, &audit.replay.assumed);
    let grid = positions.grid();
    let mut moves = String::new();
    let push = |ply: Ply| push_stone(&mut moves, ply.color, ply.point);
    let mut numbers = number_moves(&mut positions, size, last, push).unwrap_or_default();
    for number in &mut numbers {
        *number = number.filter(|number| number + NUMBERED > last);
    }
    let _ = write!(out, " data-size=\"{}x{}\"", size.cols(), size.rows());
    if audit.replay.setups.is_empty() && last <= MAX_MOVES {
        out.push_str(" data-setup=\"");
        for (point, cell) in size.points().zip(grid.cells()) {
            if let Some(color) = cell {
                push_stone(out, *color, Some(point));
            }
        }
        let _ = write!(out, "\" data-moves=\"{moves}\"");
    }
    positions.finish();
    FinalMoves { numbers, position: positions.grid() }
}

/// Appends a stone as three characters, its colour and SGF's letters; a pass as `B--`.
fn push_stone(out: &mut String, color: Color, point: Option<Point>) {
    out.push(color.letter());
    push_point(out, point);
}

/// Appends a point in SGF's letters; `--` for none.
pub(super) fn push_point(out: &mut String, point: Option<Point>) {
    out.extend(point.map_or([b'-'; 2], Point::sgf).map(char::from));
}

/// Reads points as [`push_point`] writes them.
pub(super) fn read_points(letters: &str) -> Vec<Point> {
    let pairs = letters.as_bytes().chunks_exact(2);
    pairs.filter_map(|pair| two_letters(pair[0], pair[1])).collect()
}
