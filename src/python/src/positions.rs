//! The positions of games, as arrays of fixed shape.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::builder::StringDictionaryBuilder;
use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, FixedSizeListArray, Float32Array, Int8Array, Int16Array, Int32Array, RecordBatch,
    StringArray, UInt8Array,
};
use arrow_schema::Field;
use sgf_audit_core::audit::Audit;
use sgf_audit_core::go::{Color, Grid, Point, Size};
use sgf_audit_core::printable::path_text;
use sgf_audit_core::replay::Turns;
use sgf_audit_core::rules::SharedRuleset;
use sgf_audit_core::sgf::Outcome;
use sgf_audit_core::table::GameRow;

/// Number of moves before a position that are kept.
const LAST: usize = 5;

/// Which positions are made, and of what.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PositionShape {
    /// Columns and rows of the board.
    pub size: Size,
    /// Whether only counted games are taken, with who owns each point at the end.
    pub ownership: bool,
}

/// A game whose positions are taken.
pub struct PlayedGame {
    path: PathBuf,
    game: u32,
    rules: SharedRuleset,
    start: Grid,
    moves: Vec<(Color, Option<Point>)>,
    /// Number of moves of the record before the first of these: handicap stones placed as moves.
    before: usize,
    handicap: u32,
    komi: f32,
    /// +1 if Black won, -1 if White did, 0 for a draw; NaN where no winner is recorded.
    result: f32,
    end: Option<End>,
}

/// The counted end of a game.
struct End {
    /// Black's margin.
    margin: f32,
    /// By point: +1 Black's, -1 White's, 0 nobody's.
    owner: Vec<i8>,
}

impl PlayedGame {
    /// Takes a game of an audit whose options have [asked](sgf_audit_core::audit::AuditOptions::moves) for its moves, or returns why
    /// it is left out.
    pub fn new(row: &GameRow, shape: PositionShape) -> Result<Self, &'static str> {
        let (path, audit) = (row.path, row.audit);
        let replay = &audit.replay;
        if audit.size != shape.size {
            return Err("another size of board");
        }
        if !row.flaws().is_empty()
            || replay.violations.iter().any(|broken| broken.kind.is_forbidden())
        {
            return Err("not clean");
        }
        if replay.setups.iter().any(|setup| !setup.takes_dead) {
            return Err("setup after the first move");
        }
        let mut start = Grid::new(audit.size);
        let setups = audit.moves.setups().iter().filter(|setup| setup.after == 0);
        let changes = setups.flat_map(|setup| &setup.changes);
        changes.for_each(|&(point, stone)| start.set(point, stone));
        let moves = audit.moves.points();
        let played = Color::BOTH.iter().map(|&color| replay.tally.moves(color) as usize);
        let before = moves.len().saturating_sub(played.sum());
        let placed = moves[..before].iter().filter_map(|&(color, point)| Some((color, point?)));
        placed.for_each(|(color, point)| start.set(point, Some(color)));
        if moves.len() == before {
            return Err("no moves");
        }
        let end = shape.ownership.then(|| End::new(audit).ok_or("not counted")).transpose()?;
        Ok(Self {
            path: path.to_path_buf(),
            game: audit.game,
            rules: audit.rules.clone(),
            start,
            moves: moves[before..].to_vec(),
            before,
            handicap: replay.handicap.stones,
            komi: hundredths(audit.komi),
            result: match audit.outcome {
                Outcome::Win(winner, _) => sign(winner).into(),
                Outcome::Draw => 0.0,
                _ => f32::NAN,
            },
            end,
        })
    }
}

impl End {
    fn new(audit: &Audit) -> Option<Self> {
        let (position, score) = (audit.position.as_ref()?, audit.score.as_ref()?);
        let dead = &audit.dead.as_ref()?.stones;
        let stones = position.cells().iter().zip(dead);
        let alive = stones.map(|(stone, is_dead)| stone.filter(|_| !is_dead));
        let owner = alive.zip(&score.count.owner).map(|(stone, owner)| stone.or(*owner));
        let owner = owner.map(|owner| owner.map_or(0, sign)).collect();
        Some(Self { margin: -hundredths(score.margin), owner })
    }
}

fn hundredths(points: sgf_audit_core::Points) -> f32 {
    points.as_hundredths() as f32 / 100.0
}

/// +1 for Black, -1 for White.
fn sign(color: Color) -> i8 {
    match color {
        Color::Black => 1,
        Color::White => -1,
    }
}

/// A game that is left out, and why.
pub struct LeftOut {
    pub path: String,
    pub game: u32,
    pub reason: &'static str,
}

impl LeftOut {
    pub fn new(path: &Path, game: u32, reason: &'static str) -> Self {
        Self { path: path_text(path).into_owned(), game, reason }
    }
}

/// Returns the rows of games that are left out.
pub fn left_out_rows(games: &[LeftOut]) -> RecordBatch {
    let path = games.iter().map(|game| &game.path);
    batch([
        ("path", Arc::new(StringArray::from_iter_values(path)) as ArrayRef),
        ("game", Arc::new(games.iter().map(|game| game.game as i32).collect::<Int32Array>())),
        ("reason", Arc::new(StringArray::from_iter_values(games.iter().map(|game| game.reason)))),
    ])
}

/// Returns columns as a batch. Every row has all values.
fn batch(columns: impl IntoIterator<Item = (&'static str, ArrayRef)>) -> RecordBatch {
    let columns = columns.into_iter().map(|(name, values)| (name, values, false));
    RecordBatch::try_from_iter_with_nullable(columns).expect("the columns are of one length")
}

/// The rows of a batch. Values by point are one row of the board after another, of each position.
#[derive(Default)]
pub struct PositionRows {
    path: StringDictionaryBuilder<Int32Type>,
    game: Vec<i32>,
    number: Vec<i32>,
    to_move: Vec<i8>,
    handicap: Vec<i8>,
    komi: Vec<f32>,
    result: Vec<f32>,
    ko: Vec<i16>,
    played: Vec<i16>,
    last: Vec<i16>,
    black: Vec<u8>,
    white: Vec<u8>,
    legal: Vec<u8>,
    score: Vec<f32>,
    ownership: Vec<i8>,
}

impl PositionRows {
    pub fn rows(&self) -> usize {
        self.game.len()
    }

    /// Adds the position before each move of a game.
    pub fn push(&mut self, game: &PlayedGame) {
        let size = game.start.size();
        let area = size.area();
        let place = |point: Option<Point>| point.map_or(area, |point| size.index(point)) as i16;
        let Some(&(first, _)) = game.moves.first() else { return };
        let mut turns = Turns::new(&game.rules, &game.start, first);
        let (mut codes, mut last) = (vec![0; area], [-1; LAST]);
        let path = path_text(&game.path);
        for (number, &(color, point)) in (game.before as i32 + 1..).zip(&game.moves) {
            let sign = sign(color);
            self.path.append_value(&path);
            self.game.push(game.game as i32);
            self.number.push(number);
            self.to_move.push(sign);
            self.handicap.push(game.handicap.try_into().unwrap_or(i8::MAX));
            self.komi.push(game.komi);
            self.result.push(game.result * f32::from(sign));
            self.ko.push(turns.ko(color).map_or(-1, |ko| size.index(ko) as i16));
            self.played.push(place(point));
            self.last.extend(last);
            turns.board().copy_codes(&mut codes);
            self.black.extend(codes.iter().map(|&code| u8::from(code == 1)));
            self.white.extend(codes.iter().map(|&code| u8::from(code == 2)));
            let begin = self.legal.len();
            // A pass is always legal.
            self.legal.resize(begin + area + 1, 1);
            turns.legal(color, &mut self.legal[begin..begin + area]);
            if let Some(end) = &game.end {
                self.score.push(end.margin * f32::from(sign));
                self.ownership.extend(end.owner.iter().map(|owner| owner * sign));
            }
            turns.make(color, point);
            last.rotate_right(1);
            last[0] = place(point);
        }
    }

    /// Returns all rows; none are left.
    pub fn finish(&mut self, shape: PositionShape) -> RecordBatch {
        let mut rows = std::mem::take(self);
        let points = shape.size.area();
        let mut columns: Vec<(&str, ArrayRef)> = vec![
            ("path", Arc::new(rows.path.finish())),
            ("game", Arc::new(Int32Array::from(rows.game))),
            ("number", Arc::new(Int32Array::from(rows.number))),
            ("to_move", Arc::new(Int8Array::from(rows.to_move))),
            ("handicap", Arc::new(Int8Array::from(rows.handicap))),
            ("komi", Arc::new(Float32Array::from(rows.komi))),
            ("result", Arc::new(Float32Array::from(rows.result))),
            ("ko", Arc::new(Int16Array::from(rows.ko))),
            ("move", Arc::new(Int16Array::from(rows.played))),
            ("last", lists(Arc::new(Int16Array::from(rows.last)), LAST)),
            ("black", lists(Arc::new(UInt8Array::from(rows.black)), points)),
            ("white", lists(Arc::new(UInt8Array::from(rows.white)), points)),
            ("legal", lists(Arc::new(UInt8Array::from(rows.legal)), points + 1)),
        ];
        if shape.ownership {
            columns.push(("score", Arc::new(Float32Array::from(rows.score))));
            columns.push(("ownership", lists(Arc::new(Int8Array::from(rows.ownership)), points)));
        }
        batch(columns)
    }
}

/// Returns values as lists of this length.
fn lists(values: ArrayRef, length: usize) -> ArrayRef {
    let item = Arc::new(Field::new("item", values.data_type().clone(), false));
    Arc::new(FixedSizeListArray::new(item, length as i32, values, None))
}
