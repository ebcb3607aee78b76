//! Signatures by which copies of a game are found, however their boards are turned.

use std::collections::HashSet;
use std::ops::Range;

use crate::go::{Color, Grid, MAX_LINES, Point, Size, point_key};
use crate::record::{Change, Move, RecordedGame, Step, TooManySetupPoints};
use crate::sgf::MoveValue;

/// Values that are equal for records of the same game, and hardly ever for records of different games.
/// They don't change if the board is turned or mirrored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// A hash of the board's size, of the stones on the board when White plays first, set up or played in any
    /// order, and of all plays and setups from then on. Passes, moves that name no point and setups after the
    /// last play don't count. Of a position from which nothing is played, a hash of its stones, whichever colour has which.
    /// `None` for an empty board. Equal in every release, since users store it.
    pub game: Option<u64>,
    /// D. Dyer's signature, as databases keep it: the points of moves 20, 40, 60, 31, 51 and 71 in SGF's
    /// letters, from the view of the board that makes the alphabetically first text. It finds copies whose end
    /// is missing or whose other moves are mistaken. `tt` is a pass, `??` a move that the record doesn't have;
    /// `None` for a record of fewer than 20 moves, or whose move 20 names no point.
    pub dyer: Option<String>,
    /// How the board is looked at for the hash, for [`turn`]: one of eight ways, and 8 more if the colours are exchanged.
    pub view: u8,
}

/// Returns the text of a hash of [`Signature::game`]: g and 16 hexadecimal digits. It begins with a letter, so that no
/// program takes it for a number.
pub fn game_hash(hash: u64) -> String {
    format!("g{hash:016x}")
}

/// The moves of Dyer's signature, in its order.
const DYER: [u32; 6] = [20, 40, 60, 31, 51, 71];

/// The moves of [`DYER`] in the order of the game, each with its index there.
const BY_NUMBER: [(u32, usize); 6] = [(20, 0), (31, 3), (40, 1), (51, 4), (60, 2), (71, 5)];

impl Signature {
    /// The signature of a game's main line, the handicap stones included that are assumed. Takes time in the length of the
    /// main line.
    pub fn new(record: &RecordedGame) -> Self {
        let size = record.size;
        let mut noted = Noted::new(size);
        let walked = record.walk(|step| {
            noted.note(&step);
            Ok::<(), TooManySetupPoints>(())
        });
        let Noted { number, dyer, .. } = noted;
        let (game, view) = noted.finish();
        let game = game.filter(|_| walked.is_ok());
        let dyer = (number >= DYER[0]).then(|| first_by_alphabet(&dyer, size));
        // So that it begins with a letter, and no program takes it for a number.
        Self { game, dyer: dyer.filter(|points| !points.starts_with('?')), view }
    }
}

/// The plays of a game from White's first one on, by which it is compared with other games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plays {
    /// A number for each play, and for each point that is set up between them, in the view of the game's
    /// [signature](Signature::view): games that begin alike have codes that begin alike.
    pub codes: Vec<u16>,
    /// Number of plays before White's first one, which have no codes.
    pub before: u32,
    /// What [`Signature::game`] is of a record that ends after a number of plays; `None` if it has fewer.
    pub opening: Option<u64>,
    /// Hashes of some runs of plays, whoever plays and however the board is turned. Records that have most plays in common
    /// share some.
    pub runs: [u32; RUNS],
}

/// Number of runs that are kept of a game: those with the least hashes, so that similar games keep the same ones, of the whole and
/// then of its first part.
pub const RUNS: usize = OF_WHOLE + OF_FIRST_PART;
const OF_WHOLE: usize = 8;
const OF_FIRST_PART: usize = 4;

/// The plays behind which the runs of the first part begin. They are in a record that breaks off early, and few games share
/// them.
const FIRST_PART: Range<usize> = 12..60;

const RUN: usize = 8;

/// Set in the codes of setup, which is the point, and the stone in two bits.
const SETUP: u16 = 1 << 15;

impl Plays {
    /// Reads the plays of a game whose signature has this view. `opening`: the number of plays for [`Plays::opening`].
    pub fn new(record: &RecordedGame, view: u8, opening: u32) -> Self {
        let (size, view) = (record.size, View(view));
        let place = |point| {
            let point = view.apply(point, size);
            u16::from(point.row) * u16::from(MAX_LINES) + u16::from(point.col)
        };
        let mut noted = Noted::new(size);
        let mut plays = Self::default();
        let (mut between, mut number) = (Vec::new(), 0);
        let walked = record.walk(|step| {
            noted.note(&Step { moves: &[], ..step });
            if noted.start.is_none() {
                between.extend(step.setup.iter().map(|&(point, stone)| {
                    SETUP | place(point) << 2 | stone.map_or(2, |color| color.index() as u16)
                }));
            }
            for (color, point) in step.moves.iter().filter_map(Move::play) {
                noted.note_play((color, point));
                number += 1;
                if noted.start.is_some() {
                    plays.before = number;
                    continue;
                }
                between.sort_unstable();
                plays.codes.append(&mut between);
                plays.codes.push(place(point) << 1 | color.index() as u16);
                if number == opening {
                    plays.opening = Some(noted.views.finish());
                }
            }
            Ok::<(), TooManySetupPoints>(())
        });
        if walked.is_err() {
            return Self::default();
        }
        plays.runs = runs(&plays.codes, view.size(size));
        plays
    }

    /// Returns the plays of codes, as a game whose board is turned like `turned` has them, without setup.
    pub fn points(codes: &[u16], size: Size, turned: u8) -> impl Iterator<Item = (Color, Point)> {
        let plays = codes.iter().filter(|&&code| code & SETUP == 0);
        plays.map(move |&code| {
            let place = code >> 1;
            let lines = u16::from(MAX_LINES);
            let point = Point::new((place % lines) as u8, (place / lines) as u8);
            let color = if code & 1 == 0 { Color::Black } else { Color::White };
            (color, View(turned).apply(point, size))
        })
    }
}

/// Returns the least hashes of the runs of plays, whichever way the board is looked at: those of all and then others of the first
/// part; 0 where there are fewer. `size`: of the board as the codes see it.
fn runs(codes: &[u16], size: Size) -> [u32; RUNS] {
    const BASE: u64 = 0x9E37_79B9_7F4A_7C15;
    let last = BASE.wrapping_pow(RUN as u32);
    let points: Vec<Point> = Plays::points(codes, size, 0).map(|(_, point)| point).collect();
    let mut least = vec![u64::MAX; points.len().saturating_sub(RUN - 1)];
    for view in View::all() {
        let key = |point: Point| point_key(Color::Black, view.apply(point, size));
        let mut hash = 0_u64;
        for (at, &point) in points.iter().enumerate() {
            hash = hash.wrapping_mul(BASE).wrapping_add(key(point));
            if at >= RUN {
                hash = hash.wrapping_sub(key(points[at - RUN]).wrapping_mul(last));
            }
            if let Some(run) = (at + 1).checked_sub(RUN) {
                least[run] = least[run].min(after(hash, BASE));
            }
        }
    }
    let end = FIRST_PART.end.min(least.len());
    let mut first_part = least.get(FIRST_PART.start..end).unwrap_or_default().to_vec();
    for hashes in [&mut least, &mut first_part] {
        hashes.sort_unstable();
        hashes.dedup();
    }
    least.truncate(OF_WHOLE);
    first_part.retain(|hash| !least.contains(hash));
    least.resize(OF_WHOLE, 0);
    let mut runs = [0; RUNS];
    let kept = least.into_iter().chain(first_part);
    runs.iter_mut().zip(kept).for_each(|(run, hash)| *run = (hash >> 32) as u32);
    runs
}

/// Returns how a board is turned so that it is another one of the same game, by the [views](Signature::view) of both; empty if
/// it isn't turned. `between`: the turn that maps the second view onto the first, 0 for records
/// of the same game.
pub fn turn(from: u8, to: u8, between: u8) -> &'static str {
    let size = Size::STANDARD;
    let point = Point::new(1, 0);
    let seen = View(from).apply(point, size);
    let same =
        size.points().find(|&other| View(between).apply(View(to).apply(other, size), size) == seen);
    let last = size.cols() - 1;
    let names = match same.map_or((1, 0), |point| (point.col, point.row)) {
        (1, 0) => ["", "with the colours exchanged"],
        (0, 1) => [
            "mirrored along the diagonal from top left",
            "mirrored along the diagonal from top left, with the colours exchanged",
        ],
        (1, _) => ["mirrored top to bottom", "mirrored top to bottom, with the colours exchanged"],
        (0, _) => [
            "turned by 90 degrees to the left",
            "turned by 90 degrees to the left, with the colours exchanged",
        ],
        (col, 0) if col == last - 1 => {
            ["mirrored left to right", "mirrored left to right, with the colours exchanged"]
        }
        (col, 1) if col == last => [
            "turned by 90 degrees to the right",
            "turned by 90 degrees to the right, with the colours exchanged",
        ],
        (col, row) if (col, row) == (last - 1, last) => {
            ["turned by 180 degrees", "turned by 180 degrees, with the colours exchanged"]
        }
        _ => [
            "mirrored along the diagonal from top right",
            "mirrored along the diagonal from top right, with the colours exchanged",
        ],
    };
    names[usize::from((from ^ to) & EXCHANGED != 0)]
}

/// Returns how one board is to be turned so that most plays which follow each other do so on the other one, too, and the number of
/// these.
pub fn best_turn(own: &[Point], other: &[Point], size: Size) -> (u8, usize) {
    let pairs: HashSet<_> = other.windows(2).map(|pair| [pair[0].sgf(), pair[1].sgf()]).collect();
    let common = |view: u8| {
        let seen = |point| View(view).apply(point, size).sgf();
        own.windows(2).filter(|pair| pairs.contains(&[seen(pair[0]), seen(pair[1])])).count()
    };
    let views = if size.cols() == size.rows() { 8 } else { 4 };
    let all = (0..views).rev().map(|view| (view, common(view)));
    all.max_by_key(|(_, common)| *common).unwrap_or_default()
}

/// The state of a walk along a main line.
struct Noted {
    views: Views,
    /// The initial stones, until White's first play; from then on the order of plays counts.
    start: Option<Start>,
    /// The setup since the last play.
    between: Vec<Change>,
    is_played: bool,
    number: u32,
    dyer: [MoveValue; DYER.len()],
}

impl Noted {
    fn new(size: Size) -> Self {
        let start = Start { grid: Grid::new(size), named: Vec::new() };
        Self {
            views: Views::new(size),
            start: Some(start),
            between: Vec::new(),
            is_played: false,
            number: 0,
            dyer: [MoveValue::Malformed; DYER.len()],
        }
    }

    fn note(&mut self, step: &Step) {
        match &mut self.start {
            Some(start) => step.setup.iter().for_each(|&(point, stone)| start.set(point, stone)),
            None => self.between.extend_from_slice(step.setup),
        }
        let mut moves = step.moves;
        while !moves.is_empty() {
            let next = BY_NUMBER.iter().find(|(at, _)| *at > self.number);
            let until = next.map_or(moves.len(), |(at, _)| (at - self.number) as usize);
            let (together, rest) = moves.split_at(until.min(moves.len()));
            self.note_moves(together);
            self.number += together.len() as u32;
            if let (Some((at, place)), Some(last)) = (next, together.last())
                && self.number == *at
            {
                self.dyer[*place] = last.value;
            }
            moves = rest;
        }
    }

    fn note_moves(&mut self, moves: &[Move]) {
        let mut plays = moves.iter().filter_map(Move::play);
        while self.start.is_some() || !self.between.is_empty() {
            let Some(play) = plays.next() else { return };
            self.note_play(play);
        }
        self.views.note_plays(plays);
    }

    fn note_play(&mut self, (color, point): (Color, Point)) {
        self.is_played = true;
        if let Some(start) = &mut self.start {
            if color == Color::Black {
                return start.set(point, Some(color));
            }
            self.views.note_setup(&start.stones());
            self.start = None;
        }
        if !self.between.is_empty() {
            self.views.note_setup(&self.between);
            self.between.clear();
        }
        self.views.note_plays(std::iter::once((color, point)));
    }

    /// Returns [`Signature::game`] and [`Signature::view`].
    fn finish(mut self) -> (Option<u64>, u8) {
        let mut stones = match &mut self.start {
            Some(start) => start.stones(),
            None => Vec::new(),
        };
        if self.is_played {
            if self.start.is_some() {
                self.views.note_setup(&stones);
            }
            return (Some(self.views.finish()), self.views.left[0].0);
        }
        if stones.is_empty() {
            return (None, 0);
        }
        let mut exchanged = Views::new(self.views.size);
        self.views.note_setup(&stones);
        for (_, stone) in &mut stones {
            *stone = stone.map(Color::opponent);
        }
        exchanged.note_setup(&stones);
        let seen = (self.views.finish(), self.views.left[0].0);
        let least = seen.min((exchanged.finish(), exchanged.left[0].0 | EXCHANGED));
        (Some(least.0), least.1)
    }
}

/// The initial stones, in any order.
struct Start {
    grid: Grid,
    /// The points that were changed, some of them more than once.
    named: Vec<Point>,
}

impl Start {
    fn set(&mut self, point: Point, stone: Option<Color>) {
        self.grid.set(point, stone);
        self.named.push(point);
    }

    /// Takes off the stones and returns them.
    fn stones(&mut self) -> Vec<Change> {
        let named = std::mem::take(&mut self.named).into_iter();
        let stones = named.map(|point| {
            let stone = self.grid.get(point);
            self.grid.set(point, None);
            (point, stone)
        });
        stones.filter(|(_, stone)| stone.is_some()).collect()
    }
}

/// Set in the view of a position whose colours are exchanged.
const EXCHANGED: u8 = 8;

/// One of the eight ways to look at a board.
#[derive(Clone, Copy, Debug)]
struct View(u8);

impl View {
    /// The size of a board that is looked at this way.
    fn size(self, size: Size) -> Size {
        if self.0 & 4 == 0 { size } else { Size::new(size.rows(), size.cols()).unwrap_or(size) }
    }

    fn all() -> impl Iterator<Item = Self> {
        (0..8).map(Self)
    }

    fn apply(self, point: Point, size: Size) -> Point {
        let col = if self.0 & 1 == 0 { point.col } else { size.cols() - 1 - point.col };
        let row = if self.0 & 2 == 0 { point.row } else { size.rows() - 1 - point.row };
        if self.0 & 4 == 0 { Point::new(col, row) } else { Point::new(row, col) }
    }
}

/// Returns the alphabetically first of the texts of Dyer's signature in all views of the board.
fn first_by_alphabet(moves: &[MoveValue; DYER.len()], size: Size) -> String {
    let seen = |view: View| {
        moves.map(|value| match value.point() {
            Some(point) => view.apply(point, size).sgf(),
            None if value.is_pass() => *b"tt",
            None => *b"??",
        })
    };
    let first = View::all().map(seen).min();
    let letters = first.iter().flat_map(|letters| letters.as_flattened());
    letters.map(|&letter| char::from(letter)).collect()
}

/// The hash of a game in the views of its board that are left: of eight, those with the least number for
/// everything noted so far. After a few plays one is left, the same for every record of the game.
struct Views {
    size: Size,
    left: Vec<View>,
    number: u64,
}

impl Views {
    fn new(size: Size) -> Self {
        let [less, more] = [size.cols().min(size.rows()), size.cols().max(size.rows())];
        let number = u64::from(less) << 8 | u64::from(more);
        Self { size, left: View::all().collect(), number }
    }

    fn note_plays(&mut self, mut plays: impl Iterator<Item = (Color, Point)>) {
        while self.left.len() > 1 {
            let Some((color, point)) = plays.next() else { return };
            self.note(|view, size| point_key(color, view.apply(point, size)));
        }
        let (view, size) = (self.left[0], self.size);
        let keys = plays.map(|(color, point)| point_key(color, view.apply(point, size)));
        self.number = keys.fold(self.number, after);
    }

    /// Notes a setup; the order of its points doesn't matter.
    fn note_setup(&mut self, changes: &[Change]) {
        self.note(|view, size| {
            let keys = changes.iter().map(|&(point, stone)| {
                let point = view.apply(point, size);
                match stone {
                    Some(color) => !point_key(color, point),
                    None => point_key(Color::Black, point) ^ point_key(Color::White, point),
                }
            });
            keys.fold(0, u64::wrapping_add)
        });
    }

    fn note(&mut self, number: impl Fn(View, Size) -> u64) {
        let mut least = number(self.left[0], self.size);
        if self.left.len() > 1 {
            let numbers: Vec<u64> = self.left.iter().map(|&view| number(view, self.size)).collect();
            least = numbers.iter().copied().min().unwrap_or(least);
            let mut numbers = numbers.into_iter();
            self.left.retain(|_| numbers.next() == Some(least));
        }
        self.number = after(self.number, least);
    }

    fn finish(&self) -> u64 {
        let mut number = self.number;
        number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        number ^ number >> 31
    }
}

/// Returns the hash `number` with `noted` added. For a given `noted` this is a bijection, so hashes that
/// differ stay different if the same is noted from then on.
fn after(number: u64, noted: u64) -> u64 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    (number ^ noted).wrapping_mul(ODD).rotate_left(29)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::{Game, Scanner, Text};

    fn read<T>(record: &str, size: Size, of: impl Fn(&RecordedGame) -> T) -> T {
        let text = Text::new(record.as_bytes());
        let mut game = Game::default();
        assert!(Scanner::new(&text).next_game(&mut game, &mut Vec::new()));
        of(&RecordedGame { size, ..RecordedGame::read(&text, &game) })
    }

    fn signature(record: &str, size: Size) -> Signature {
        read(record, size, Signature::new)
    }

    #[test]
    fn dyers_moves_are_the_same_in_both_orders() {
        assert!(BY_NUMBER.is_sorted());
        assert!(BY_NUMBER.iter().all(|&(number, place)| DYER[place] == number));
    }

    /// A record of 80 plays and two passes in a view of the board.
    fn played(view: View, size: Size) -> String {
        let points: Vec<_> = size.points().collect();
        let plays = (0..80).map(|number| {
            let [col, row] =
                view.apply(points[number * 37 % points.len()], size).sgf().map(char::from);
            format!(";{}[{col}{row}]", ['B', 'W'][number % 2])
        });
        let plays: String = plays.collect();
        format!("(;FF[4]{plays};B[];W[])")
    }

    #[test]
    fn is_the_same_from_each_side() {
        for (cols, rows) in [(19, 19), (13, 9), (30, 30)] {
            let size = Size::new(cols, rows).unwrap();
            let seen = signature(&played(View(0), size), size);
            for view in View::all() {
                let turned = if view.0 & 4 == 0 { size } else { Size::new(rows, cols).unwrap() };
                let actual = signature(&played(view, size), turned);
                let actual = (actual.game, actual.dyer);
                assert_eq!(actual, (seen.game, seen.dyer.clone()), "{size} {view:?}");
            }
        }
    }

    #[test]
    fn dyers_tells_a_copy_cut_short() {
        let size = Size::STANDARD;
        let whole = played(View(3), size);
        let (start, _) = whole.match_indices(';').nth(75).unwrap();
        let short = format!("{})", &whole[..start]);
        let [whole, short] = [whole, short].map(|record| signature(&record, size));
        assert_eq!(whole.dyer, short.dyer);
        assert_ne!(whole.game, short.game);
        let nineteen = format!("(;{})", ";B[aa];W[bb]".repeat(10).trim_end_matches(";W[bb]"));
        assert_eq!(signature(&nineteen, size).dyer, None);
    }

    #[test]
    fn beginnings_have_the_codes_of_the_whole() {
        for view in View::all() {
            let whole = played(view, Size::STANDARD);
            let plays = |record: &str| {
                let view = signature(record, Size::STANDARD).view;
                read(record, Size::STANDARD, |record| Plays::new(record, view, 20))
            };
            let all = plays(&whole);
            // Black's first play is part of the start.
            assert_eq!(all.codes.len(), 79);
            for moves in [20, 33, 79] {
                let (end, _) = whole.match_indices(';').nth(moves + 1).unwrap();
                let short = format!("{})", &whole[..end]);
                let beginning = plays(&short);
                assert!(
                    all.codes.starts_with(&beginning.codes) && beginning.codes.len() == moves - 1
                );
                assert_eq!(beginning.opening, all.opening);
                let (end, _) = whole.match_indices(';').nth(21).unwrap();
                let opening = signature(&format!("{})", &whole[..end]), Size::STANDARD).game;
                assert_eq!(all.opening, opening);
            }
        }
    }

    /// A run is the same however the board is turned, and whoever plays.
    #[test]
    fn runs_are_the_same_from_each_side() {
        let runs =
            |record: &str| read(record, Size::STANDARD, |record| Plays::new(record, 0, 20)).runs;
        let (wide, high) = (Size::new(13, 9).unwrap(), Size::new(9, 13).unwrap());
        let of = |view: u8, size: Size, own: u8| {
            read(&played(View(view), wide), size, |record| Plays::new(record, own, 20)).runs
        };
        assert_eq!(of(0, wide, 0), of(5, high, 6));
        assert_eq!(of(0, wide, 4), of(3, wide, 2));
        let first = runs(&played(View(0), Size::STANDARD));
        assert!(first.iter().all(|&run| run != 0) && first[..OF_WHOLE].is_sorted());
        for view in View::all() {
            assert_eq!(runs(&played(view, Size::STANDARD)), first);
        }
        let whole = played(View(0), Size::STANDARD);
        let swapped = whole.replace(";B", ";X").replace(";W", ";B").replace(";X", ";W");
        // White's first play is the other one.
        let shared = runs(&swapped).iter().filter(|run| first.contains(run)).count();
        assert!(shared >= RUNS - 1, "{shared}");
    }

    #[test]
    fn turns_are_named() {
        let size = Size::STANDARD;
        let views = |view: View| signature(&played(view, size), size).view;
        let from = views(View(0));
        let names: Vec<&str> = View::all().map(|view| turn(from, views(view), 0)).collect();
        assert_eq!(
            names,
            [
                "",
                "mirrored left to right",
                "mirrored top to bottom",
                "turned by 180 degrees",
                "mirrored along the diagonal from top left",
                "turned by 90 degrees to the left",
                "turned by 90 degrees to the right",
                "mirrored along the diagonal from top right",
            ]
        );
    }

    /// These figures may never change: users store them.
    #[test]
    fn is_stable() {
        let actual = signature(&played(View(0), Size::STANDARD), Size::STANDARD);
        assert_eq!(actual.game, Some(4_214_028_582_524_358_432));
        assert_eq!(actual.dyer.as_deref(), Some("aaassrriqhpg"));
    }
}
