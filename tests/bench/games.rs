//! Complete legal games from a seed: random play to the end, no eye filled, passes at the end.

use std::collections::HashSet;
use std::fmt::Write;

use sgf_audit_core::go::{Board, Color, Point, Size};

/// A pseudo-random number generator (Marsaglia's xorshift64).
pub struct Seed(u64);

impl Seed {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }
}

/// The game with this number, as a record.
pub fn record(number: u64) -> String {
    let size = Size::STANDARD;
    let mut seed = Seed::new(number + 1);
    let mut board = Board::new(size);
    let mut seen = HashSet::from([board.key()]);
    let points: Vec<Point> = size.points().collect();
    let mut sgf = format!(
        "(;GM[1]FF[4]CA[UTF-8]SZ[19]RU[AGA]KM[7.5]PB[Black {number}]PW[White {number}]\
         DT[2024-01-{:02}]RE[?]\n",
        number % 28 + 1
    );
    let mut color = Color::Black;
    let mut passes = 0;
    for _ in 0..180 + seed.below(120) {
        let tries = (0..40).map(|_| points[seed.below(points.len())]);
        let tries: Vec<Point> = tries.collect();
        let played = tries.into_iter().find(|&point| {
            if !is_sensible(&board, color, point) {
                return false;
            }
            let before = board.clone();
            board.play(color, point);
            let new = seen.insert(board.key());
            if !new {
                board = before;
            }
            new
        });
        let letter = if color == Color::Black { 'B' } else { 'W' };
        match played {
            Some(point) => {
                let [col, row] = point.sgf().map(char::from);
                write!(sgf, ";{letter}[{col}{row}]").expect("a string takes everything");
                passes = 0;
            }
            None => {
                write!(sgf, ";{letter}[]").expect("a string takes everything");
                passes += 1;
            }
        }
        color = color.opponent();
        if passes == 2 {
            break;
        }
    }
    while passes < 2 || color == Color::White {
        sgf.push_str(if color == Color::Black { ";B[]" } else { ";W[]" });
        color = color.opponent();
        passes += 1;
    }
    sgf.push_str(")\n");
    sgf
}

/// Whether a play is legal (but for repetition) and fills no eye.
fn is_sensible(board: &Board, color: Color, point: Point) -> bool {
    if board.get(point).is_some() {
        return false;
    }
    let size = board.size();
    let (col, row) = (point.col, point.row);
    let mut neighbors = [(0, 1), (1, 0), (0, -1), (-1, 0)]
        .into_iter()
        .map(|(right, down)| (i32::from(col) + right, i32::from(row) + down))
        .filter(|&(col, row)| {
            (0..i32::from(size.cols())).contains(&col) && (0..i32::from(size.rows())).contains(&row)
        })
        .map(|(col, row)| Point::new(col as u8, row as u8));
    let all: Vec<Point> = neighbors.by_ref().collect();
    if all.iter().all(|&near| board.get(near) == Some(color)) {
        return false;
    }
    all.iter().any(|&near| match board.get(near) {
        None => true,
        Some(stone) if stone == color => board.liberties(near) > 1,
        Some(_) => board.liberties(near) == 1,
    })
}
