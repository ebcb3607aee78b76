//! The columns of the table of moves, which programs that embed the library can ask for.

use std::path::{Path, PathBuf};

use super::column::{Cell, Column, Field, Type, columns, is_required};
use crate::audit::Audit;
use crate::go::Size;
use crate::printable::printable_path;
use crate::record::{RecordedMove, RecordedMoves};

/// The moves of a game, and which game it is. Its rows take many times its memory.
pub struct GameMoves {
    path: PathBuf,
    game: u32,
    size: Size,
    moves: RecordedMoves,
}

impl GameMoves {
    /// Takes the moves of an audit, whose options must have [asked](crate::audit::AuditOptions::moves) for them.
    #[must_use]
    pub fn of(path: &Path, audit: &Audit) -> Self {
        let Audit { game, size, ref moves, .. } = *audit;
        Self { path: path.to_path_buf(), game, size, moves: moves.clone() }
    }

    /// Returns a row for each move.
    pub fn rows(&self) -> impl Iterator<Item = MoveRow<'_>> {
        (1..).zip(self.moves.iter()).map(|(number, (recorded, setup))| MoveRow {
            path: &self.path,
            game: self.game,
            size: self.size,
            number,
            recorded,
            setup,
        })
    }
}

/// A row of the table of moves.
pub struct MoveRow<'a> {
    /// The file.
    pub path: &'a Path,
    /// The game's number.
    pub game: u32,
    /// The size of the board, for the names of points.
    pub size: Size,
    /// The move's number.
    pub number: u32,
    /// The move.
    pub recorded: RecordedMove<'a>,
    /// The setup before it.
    pub setup: &'a str,
}

/// The columns of the table of moves. The integers are as in `points` of `convert --to jsonl`, and the names as in
/// `moves` there.
#[must_use]
pub fn moves<'a>() -> &'a [Column<MoveRow<'a>>] {
    columns! {
        "path" String required "" "the file's path as given or walked; - for standard input"
            => |row| printable_path(row.path),
        "game" Integer required "" "the game's number in its file, from 1" => |row| row.game,
        "move" Integer required "" "the move's number, from 1, passes counted" => |row| row.number,
        "color" String required "" "whose move it is: B or W" => |row| row.recorded.color,
        "x" Integer "" "the point's column, from 0 at the left; empty for a pass, and for a value that names no point of the board"
            => |row| row.recorded.point.map(|point| u32::from(point.col)),
        "y" Integer "" "the point's row, from 0 at the top; empty as x"
            => |row| row.recorded.point.map(|point| u32::from(point.row)),
        "point" String required "" "the point as GTP names it, e.g. Q16; pass; ? and the value as recorded where it names no point of the board"
            => |row| row.recorded.name(row.size),
        "setup" String "" "the points that are set up before the move, e.g. B D4 Q16 E K10 (E: emptied); assumed before handicap stones that HA states and the record doesn't have; empty where nothing is set up"
            => |row| row.setup,
    }
}
