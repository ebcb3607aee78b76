//! Random games to the end: what stands on a point then is whose it is.

use crate::go::{Board, Color, Grid, Point};
use crate::rules::Counting;

/// Number of games; half of them begin with Black.
const GAMES: u32 = 24;

/// Plays random games.
#[derive(Debug, Default)]
pub(super) struct Playouts {
    empty: Vec<Point>,
    sum: Vec<i32>,
}

impl Playouts {
    /// Writes the mean owner of each point at the end of the games, which are seeded by the position.
    pub fn ownership(&mut self, grid: &Grid, _: Counting, owner: &mut Vec<f32>) {
        let size = grid.size();
        let start = Board::from_grid(grid);
        let mut random = Random(start.key());
        self.sum.clear();
        self.sum.resize(size.area(), 0);
        for game in 0..GAMES {
            let mut board = start.clone();
            let first = if game % 2 == 0 { Color::Black } else { Color::White };
            self.play(&mut board, first, &mut random);
            for (sum, point) in self.sum.iter_mut().zip(size.points()) {
                *sum += match owner_of(&board, point) {
                    Some(Color::Black) => 1,
                    Some(Color::White) => -1,
                    None => 0,
                };
            }
        }
        owner.clear();
        owner.extend(self.sum.iter().map(|&sum| sum as f32 / GAMES as f32));
    }

    /// Plays until both pass. Nobody fills an own eye or takes back at once what a ko took.
    fn play(&mut self, board: &mut Board, first: Color, random: &mut Random) {
        let size = board.size();
        let (mut color, mut passes, mut ko) = (first, 0, None);
        self.empty.clear();
        self.empty.extend(size.points().filter(|&point| board.get(point).is_none()));
        // Captures make games longer than the board, but hardly ever three times as long.
        for _ in 0..3 * size.area() {
            // Those that were tried are moved behind the others.
            let mut untried = self.empty.len();
            let mut played = false;
            while untried > 0 && !played {
                let at = random.below(untried);
                let point = self.empty[at];
                if ko == Some(point) || is_eye(board, point, color) || !lives(board, point, color) {
                    untried -= 1;
                    self.empty.swap(at, untried);
                    continue;
                }
                self.empty.swap_remove(at);
                let result = board.play(color, point);
                self.empty.extend_from_slice(board.removed());
                let single = result.captured == 1 && result.chain == 1;
                ko = if single { board.removed().first().copied() } else { None };
                played = true;
            }
            if played {
                passes = 0;
            } else {
                (passes, ko) = (passes + 1, None);
                if passes == 2 {
                    return;
                }
            }
            color = color.opponent();
        }
    }
}

/// Whether a play leaves its chain a liberty: it isn't suicide.
fn lives(board: &Board, point: Point, color: Color) -> bool {
    neighbors(board, point).any(|near| match board.get(near) {
        None => true,
        Some(stone) if stone == color => board.liberties(near) > 1,
        Some(_) => board.liberties(near) == 1,
    })
}

fn neighbors(board: &Board, point: Point) -> impl Iterator<Item = Point> + use<> {
    let size = board.size();
    [(0, -1), (-1, 0), (1, 0), (0, 1)].into_iter().filter_map(move |(dc, dr)| {
        let near = Point::new(point.col.checked_add_signed(dc)?, point.row.checked_add_signed(dr)?);
        size.contains(near).then_some(near)
    })
}

/// Whether only stones of a colour are next to a point, and at most one of the other is diagonal to it
/// (none at the edge).
fn is_eye(board: &Board, point: Point, color: Color) -> bool {
    if neighbors(board, point).any(|near| board.get(near) != Some(color)) {
        return false;
    }
    let size = board.size();
    let (mut off, mut theirs) = (0, 0);
    for (dc, dr) in [(-1, -1), (1, -1), (-1, 1), (1, 1)] {
        match (point.col.checked_add_signed(dc), point.row.checked_add_signed(dr)) {
            (Some(col), Some(row)) if size.contains(Point::new(col, row)) => {
                theirs += u32::from(board.get(Point::new(col, row)) == Some(color.opponent()));
            }
            _ => off = 1,
        }
    }
    theirs + off < 2
}

/// The stone on a point, or the colour that surrounds it.
fn owner_of(board: &Board, point: Point) -> Option<Color> {
    board.get(point).or_else(|| {
        let mut near = neighbors(board, point).map(|near| board.get(near));
        let first = near.next().flatten()?;
        near.all(|near| near == Some(first)).then_some(first)
    })
}

/// A generator of numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }
}
