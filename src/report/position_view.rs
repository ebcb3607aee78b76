//! The position after a move of a game.

use std::fmt;
use std::path::Path;

use super::board::Drawing;
use super::picture::BoardPicture;
use sgf_audit_core::audit::{Audit, AuditOptions, Auditor, FileAudit};
use sgf_audit_core::formats::read;
use sgf_audit_core::go::{ByColor, Color, Grid, Size};
use sgf_audit_core::printable::{Shown, push_printable};
use sgf_audit_core::replay::{Ply, Positions, ViolationKind};
use sgf_audit_core::sgf::{GameMemory, Limits, LineIndex, SourceFile, SourceGame};

/// A position of a game's main line and what led to it.
#[derive(Clone, Debug)]
pub struct PositionView {
    heading: String,
    players: String,
    grid: Grid,
    number: u32,
    last: Option<Ply>,
    passed: bool,
    /// Whether the point of the last move was occupied.
    refused: bool,
    to_move: Color,
    captured: ByColor<u32>,
}

/// Why a game or a position can't be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameLookupError {
    /// The file has only this number of games.
    NoSuchGame(u32),
    /// The main line has only this number of moves.
    NoSuchMove(u32),
    OtherGame,
}

impl std::error::Error for GameLookupError {}

impl fmt::Display for GameLookupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchGame(0) => f.write_str("the file has no game"),
            Self::NoSuchGame(1) => f.write_str("the file has only one game"),
            Self::NoSuchGame(games) => write!(f, "the file has only {games} games"),
            Self::NoSuchMove(1) => f.write_str("the main line has only one move"),
            Self::NoSuchMove(moves) => write!(f, "the main line has only {moves} moves"),
            Self::OtherGame => f.write_str("the game isn't Go"),
        }
    }
}

/// Returns the position after a move of a game, by default after the last one. Moves and games count from 1;
/// move 0 is the position before the first. Fails if there is no such game or move.
pub fn position_view(
    path: &Path,
    bytes: &[u8],
    number: u32,
    after: Option<u32>,
) -> Result<PositionView, GameLookupError> {
    let text = read(bytes);
    let file = SourceFile::new(text, Limits::DEFAULT);
    let mut memory = GameMemory::default();
    let source = find_game(&file, number, &mut memory)?;
    let options = AuditOptions { estimate: false, ..AuditOptions::default() };
    let audit = audit_found(&source, &options, &mut Auditor::new())?;
    let mut positions =
        Positions::new(&source.text, source.game, audit.size, &audit.replay.assumed);
    let last = after.unwrap_or(audit.replay.moves);
    if !positions.advance_to(last) {
        return Err(GameLookupError::NoSuchMove(positions.number()));
    }
    // Setup after the last move belongs to the end.
    if after.is_none() {
        positions.finish();
    }
    Ok(PositionView {
        heading: heading(path, &audit),
        players: players(&audit),
        grid: positions.grid(),
        number: positions.number(),
        refused: audit.replay.violations.iter().any(|violation| {
            violation.kind == ViolationKind::OccupiedPoint
                && violation.ply.number == positions.number()
        }),
        last: positions.last(),
        passed: positions.passed(),
        to_move: positions.to_move(),
        captured: positions.captured(),
    })
}

/// Advances to just after move `last` and passes each move on the way to `each`. Returns, by point, the number of the
/// last move there; `None` if the main line ends before.
pub(super) fn number_moves(
    positions: &mut Positions,
    size: Size,
    last: u32,
    mut each: impl FnMut(Ply),
) -> Option<Vec<Option<u32>>> {
    let mut numbers = vec![None; size.area()];
    for number in positions.number()..=last {
        if !positions.advance_to(number) {
            return None;
        }
        let Some(ply) = positions.last() else { continue };
        each(ply);
        if let Some(point) = ply.point.filter(|&point| size.contains(point)) {
            numbers[size.index(point)] = Some(number);
        }
    }
    Some(numbers)
}

/// Returns the game of a file with this number.
pub(super) fn find_game<'f>(
    file: &'f SourceFile,
    number: u32,
    memory: &'f mut GameMemory,
) -> Result<SourceGame<'f>, GameLookupError> {
    file.game(number, memory).ok_or(GameLookupError::NoSuchGame(file.games()))
}

pub(super) fn audit_found(
    game: &SourceGame,
    options: &AuditOptions,
    auditor: &mut Auditor,
) -> Result<Box<Audit>, GameLookupError> {
    match auditor.audit_game(game, options, &mut LineIndex::default()) {
        FileAudit::Game(audit) => Ok(audit),
        FileAudit::Findings { .. } => Err(GameLookupError::OtherGame),
    }
}

/// Returns the file, the game from the second on, and the players.
pub(super) fn heading(path: &Path, audit: &Audit) -> String {
    let mut heading = Shown::Path(path).to_string();
    if audit.game > 1 {
        heading.push_str(&format!(", game {}", audit.game));
    }
    if !(audit.black.is_empty() && audit.white.is_empty()) {
        heading.push_str(&format!(": {}", players(audit)));
    }
    heading
}

/// Returns the players; a name that isn't recorded is the colour.
pub(super) fn players(audit: &Audit) -> String {
    let [black, white] = [(&audit.black, Color::Black), (&audit.white, Color::White)]
        .map(|(name, color)| if name.is_empty() { color.to_string() } else { name.clone() });
    format!("{black} - {white}")
}

impl PositionView {
    /// Returns the board with coordinates, the last move in parentheses, whose turn it is, and prisoners.
    pub fn text(&self, color: bool) -> String {
        let mut out = String::new();
        push_printable(&mut out, &self.heading);
        out.push_str(&format!("\n{}\n\n", self.caption()));
        let mark = self.last.filter(|_| !self.refused).and_then(|last| last.point);
        out.push_str(&Drawing { mark, color, ..Drawing::new(&self.grid) }.to_string());
        let ByColor { black, white } = self.captured;
        out.push_str(&format!(
            "\n{} to play. Stones captured: by Black {black}, by White {white}.\n",
            self.to_move
        ));
        out
    }

    /// Returns the board as an SVG drawing.
    pub fn svg(&self) -> String {
        let title = format!("{}. {}", self.heading, self.caption());
        let last = self.last.filter(|_| !self.refused).and_then(|last| last.point);
        let caption = [self.players.clone(), self.caption()];
        let picture = BoardPicture::new(&self.grid, &title);
        BoardPicture { last, caption: &caption, ..picture }.svg()
    }

    fn caption(&self) -> String {
        match self.last {
            None => "Before the first move".to_owned(),
            Some(last) => {
                let what = match last.point {
                    Some(point) if self.refused => {
                        let point = point.name(self.grid.size());
                        format!("plays at {point}, which is occupied; the board is as before")
                    }
                    Some(point) => point.name(self.grid.size()),
                    None if self.passed => "passes".to_owned(),
                    None => "names no point of the board".to_owned(),
                };
                format!("After move {}: {} {what}", self.number, last.color)
            }
        }
    }
}
