//! Colours, points and board sizes.

use super::points::Points;
use std::fmt;
use std::ops::{Add, Index, IndexMut};
use std::sync::OnceLock;

/// The most lines that an SGF coordinate can name (`a`-`z`, `A`-`Z`; `FF[4]`, "Go-specific properties").
pub const MAX_LINES: u8 = 52;

/// A player, or the colour of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// Black, who plays first in an even game.
    Black,
    /// White, who receives komi.
    White,
}

impl Color {
    /// Both, Black first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// `B` or `W`, as SGF and the reports write it.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'B',
            Self::White => 'W',
        }
    }

    /// 0 for Black, 1 for White: for tables of two.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "Black",
            Self::White => "White",
        })
    }
}

/// The lines of a board: columns by rows, each from 1 to [`MAX_LINES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    cols: u8,
    rows: u8,
}

impl Size {
    /// The usual board, 19x19.
    pub const STANDARD: Self = Self { cols: 19, rows: 19 };

    /// A board of `cols` columns and `rows` rows; `None` unless both are from 1 to [`MAX_LINES`].
    #[must_use]
    pub const fn new(cols: u8, rows: u8) -> Option<Self> {
        if cols >= 1 && cols <= MAX_LINES && rows >= 1 && rows <= MAX_LINES {
            Some(Self { cols, rows })
        } else {
            None
        }
    }

    #[must_use]
    pub const fn cols(self) -> u8 {
        self.cols
    }

    #[must_use]
    pub const fn rows(self) -> u8 {
        self.rows
    }

    #[must_use]
    pub const fn area(self) -> usize {
        self.cols as usize * self.rows as usize
    }

    /// Whether the point lies on this board.
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        point.col < self.cols && point.row < self.rows
    }

    /// Every point, row by row from the upper left.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.rows).flat_map(move |row| (0..self.cols).map(move |col| Point { col, row }))
    }

    /// The place of a point in row-major order, from 0.
    #[must_use]
    pub const fn index(self, point: Point) -> usize {
        point.row as usize * self.cols as usize + point.col as usize
    }

    /// The point at a place in row-major order.
    #[must_use]
    pub const fn point(self, index: usize) -> Point {
        Point { col: (index % self.cols as usize) as u8, row: (index / self.cols as usize) as u8 }
    }
}

impl Size {
    /// `19x19`, `13x9` (columns x rows).
    #[must_use]
    pub fn by(self) -> String {
        format!("{}x{}", self.cols, self.rows)
    }
}

impl fmt::Display for Size {
    /// `19`, or `13x9` (columns x rows).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.cols == self.rows {
            write!(f, "{}", self.cols)
        } else {
            write!(f, "{}x{}", self.cols, self.rows)
        }
    }
}

/// An intersection: column from the left and row from the top, both from 0, as SGF counts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// Column from the left, from 0.
    pub col: u8,
    /// Row from the top, from 0.
    pub row: u8,
}

impl Point {
    /// The point at a column from the left and a row from the top, both from 0.
    #[must_use]
    pub const fn new(col: u8, row: u8) -> Self {
        Self { col, row }
    }

    /// The point's name as GTP and players write it on a board of this size: `Q16`, without the
    /// column `I`; columns past `Z` go on with `AA`, `BB`, as board programs do.
    #[must_use]
    pub fn name(self, size: Size) -> String {
        const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";
        let letter = LETTERS[self.col as usize % 25] as char;
        let times = self.col as usize / 25 + 1;
        let mut name = String::with_capacity(5);
        for _ in 0..times {
            name.push(letter);
        }
        name.push_str(&(i16::from(size.rows) - i16::from(self.row)).to_string());
        name
    }

    /// Reads a name as [`Point::name`] writes it, in either case; `None` if it names no point of the
    /// board.
    #[must_use]
    pub fn from_name(name: &str, size: Size) -> Option<Self> {
        let letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (column, row) = name.split_at(letters);
        let first = column.bytes().next()?.to_ascii_uppercase();
        if first == b'I' || !column.bytes().all(|b| b.to_ascii_uppercase() == first) {
            return None;
        }
        let in_alphabet = first - b'A' - u8::from(first > b'I');
        let col = in_alphabet as usize + 25 * (letters - 1);
        // `parse` would take a sign: `B+3` is a result.
        let row: u8 = row.bytes().all(|b| b.is_ascii_digit()).then(|| row.parse().ok())??;
        let point = Self::new(u8::try_from(col).ok()?, size.rows.checked_sub(row)?);
        size.contains(point).then_some(point)
    }

    /// The point as SGF writes it: two letters, column then row.
    #[must_use]
    pub fn sgf(self) -> [u8; 2] {
        let letter = |n: u8| if n < 26 { b'a' + n } else { b'A' + n - 26 };
        [letter(self.col), letter(self.row)]
    }
}

/// A value for Black and one for White.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByColor<T> {
    pub black: T,
    pub white: T,
}

impl<T> ByColor<T> {
    #[must_use]
    pub const fn new(black: T, white: T) -> Self {
        Self { black, white }
    }

    /// Asks `value` for each colour's value, Black's first.
    pub fn from_fn(mut value: impl FnMut(Color) -> T) -> Self {
        Self { black: value(Color::Black), white: value(Color::White) }
    }

    /// The pair with Black's and White's values exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self { black: self.white, white: self.black }
    }

    /// Applies a function to both values.
    pub fn map<U>(self, mut function: impl FnMut(T) -> U) -> ByColor<U> {
        ByColor { black: function(self.black), white: function(self.white) }
    }

    /// Joins two pairs into a pair of tuples.
    pub fn zip<U>(self, other: ByColor<U>) -> ByColor<(T, U)> {
        ByColor { black: (self.black, other.black), white: (self.white, other.white) }
    }

    /// Both values with their colours, Black's first.
    pub fn iter(&self) -> impl Iterator<Item = (Color, &T)> {
        [(Color::Black, &self.black), (Color::White, &self.white)].into_iter()
    }
}

impl<T: Add> ByColor<T> {
    pub fn total(self) -> T::Output {
        self.black + self.white
    }
}

impl<T: Into<i64>> ByColor<T> {
    /// White's number minus Black's, as points.
    pub fn margin(self) -> Points {
        Points::whole(self.white.into() - self.black.into())
    }
}

impl<T: Add> Add for ByColor<T> {
    type Output = ByColor<T::Output>;

    fn add(self, other: Self) -> Self::Output {
        ByColor { black: self.black + other.black, white: self.white + other.white }
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

impl<T> From<[T; 2]> for ByColor<T> {
    /// Makes a pair of Black's value, then White's.
    fn from([black, white]: [T; 2]) -> Self {
        Self { black, white }
    }
}

impl<T: PartialEq> PartialEq<[T; 2]> for ByColor<T> {
    fn eq(&self, other: &[T; 2]) -> bool {
        self.black == other[0] && self.white == other[1]
    }
}

/// The row-major indices of the points next to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Near {
    points: [u16; 4],
    count: u8,
}

impl Near {
    /// The points above, to the left, to the right and below, as far as they are on the board.
    pub(super) fn points(&'static self) -> impl Iterator<Item = usize> {
        self.points[..usize::from(self.count)].iter().copied().map(usize::from)
    }

    fn new(size: Size, index: usize) -> Self {
        let (cols, col) = (usize::from(size.cols()), index % usize::from(size.cols()));
        let mut near = Self { points: [0; 4], count: 0 };
        let mut push = |on_board: bool, point: usize| {
            if on_board {
                near.points[usize::from(near.count)] = point as u16;
                near.count += 1;
            }
        };
        push(index >= cols, index.wrapping_sub(cols));
        push(col > 0, index.wrapping_sub(1));
        push(col + 1 < cols, index + 1);
        push(index + cols < size.area(), index + cols);
        near
    }
}

/// Returns, for each point of a board of this size, the points next to it.
pub(super) fn neighbors(size: Size) -> &'static [Near] {
    const LINES: usize = MAX_LINES as usize;
    static TABLES: [[OnceLock<Box<[Near]>>; LINES]; LINES] =
        [const { [const { OnceLock::new() }; LINES] }; LINES];
    let table = &TABLES[usize::from(size.rows()) - 1][usize::from(size.cols()) - 1];
    table.get_or_init(|| (0..size.area()).map(|index| Near::new(size, index)).collect())
}
