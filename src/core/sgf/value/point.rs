//! Moves and points as SGF writes them.

use crate::go::{Point, Size};
use crate::sgf::text::Text;
use crate::sgf::tree::Span;

/// The meaning of a B or W value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveValue {
    Point(Point),
    /// `[]`, or `[tt]` on a board of at most 19 lines (`FF[4]`, "Go-specific types: Move").
    Pass,
    /// A pass in another form: white space (`[ ]`), a word for it (`[pass]`), or the point just beyond a corner of the
    /// board, whose letters come after the last or before the first line (`[nn]` on 13x13, two back-ticks).
    OddPass,
    /// A point of the board in another notation (`Q16`) or with white space around it or in it.
    OddPoint(Point),
    /// Two letters that name a point outside the board.
    OffBoard,
    /// The value names no point.
    Malformed,
}

impl MoveValue {
    /// The meaning of the two letters for `point`, which may lie outside the board.
    pub fn from_point(point: Point, size: Size) -> Self {
        if size.contains(point) {
            Self::Point(point)
        } else if point.sgf() == *b"tt" && size.cols() <= 19 && size.rows() <= 19 {
            Self::Pass
        } else if (point.col, point.row) == (size.cols(), size.rows()) {
            Self::OddPass
        } else {
            Self::OffBoard
        }
    }

    /// The point, if the value names one of the board.
    pub fn point(self) -> Option<Point> {
        match self {
            Self::Point(point) | Self::OddPoint(point) => Some(point),
            Self::Pass | Self::OddPass | Self::OffBoard | Self::Malformed => None,
        }
    }

    /// Whether the value is a pass, in any notation.
    pub fn is_pass(self) -> bool {
        matches!(self, Self::Pass | Self::OddPass)
    }
}

/// Reads the value of a B or W property.
pub fn move_value(text: &Text, span: Span, size: Size) -> MoveValue {
    match *span.of(text.bytes()) {
        [] => MoveValue::Pass,
        [a, b] => match two_letters(a, b) {
            Some(point) => MoveValue::from_point(point, size),
            None => odd_move(text, span, size),
        },
        _ => odd_move(text, span, size),
    }
}

#[cold]
fn odd_move(text: &Text, span: Span, size: Size) -> MoveValue {
    let value = text.decode(span);
    let trimmed = value.trim();
    if matches!(trimmed, "" | "``") || trimmed.eq_ignore_ascii_case("pass") {
        return MoveValue::OddPass;
    }
    let named = Point::from_name(trimmed, size).or_else(|| broken_point(trimmed.as_bytes(), size));
    if let Some(point) = named {
        return MoveValue::OddPoint(point);
    }
    match *trimmed.as_bytes() {
        [a, b] => match two_letters(a, b).map(|point| MoveValue::from_point(point, size)) {
            Some(MoveValue::Point(point)) => MoveValue::OddPoint(point),
            // With white space around it.
            Some(MoveValue::Pass) => MoveValue::OddPass,
            Some(read) => read,
            None => MoveValue::Malformed,
        },
        _ => MoveValue::Malformed,
    }
}

/// The meaning of a value of a point or stone list (AB, TB, ...).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointsValue {
    /// The upper left and the lower right corner of a rectangle of points of the board. Often it is one point.
    Rectangle(Point, Point),
    /// A point of the board in another notation (`Q16`) or with white space in it.
    Odd(Point),
    /// The value names points outside the board.
    OffBoard,
    /// The value is empty (`[]`), as in an empty list.
    Empty,
    /// The value names no points.
    Malformed,
}

impl PointsValue {
    /// The upper left and the lower right corner of the rectangle. `None` if the value names no points of the board.
    pub const fn corners(self) -> Option<(Point, Point)> {
        match self {
            Self::Rectangle(from, to) => Some((from, to)),
            Self::Odd(point) => Some((point, point)),
            _ => None,
        }
    }

    /// The points of the board that the value names, column by column.
    pub fn points(self) -> impl Iterator<Item = Point> {
        let (from, to) = self.corners().unwrap_or((Point::new(1, 1), Point::new(0, 0)));
        (from.col..=to.col)
            .flat_map(move |col| (from.row..=to.row).map(move |row| Point::new(col, row)))
    }
}

/// Reads one value of a point list: `aa`, or a compressed rectangle `aa:cc`.
pub fn points_value(text: &Text, span: Span, size: Size) -> PointsValue {
    points_of(span.of(text.bytes()), size)
}

/// Reads the bytes of one value of a point list.
pub fn points_of(raw: &[u8], size: Size) -> PointsValue {
    let raw = raw.trim_ascii();
    let (from, to) = match *raw {
        [] => return PointsValue::Empty,
        [a, b] => (two_letters(a, b), two_letters(a, b)),
        [a, b, b':', c, d] => (two_letters(a, b), two_letters(c, d)),
        _ => (None, None),
    };
    match (from, to) {
        (Some(a), Some(b)) if size.contains(a) && size.contains(b) => PointsValue::Rectangle(
            Point::new(a.col.min(b.col), a.row.min(b.row)),
            Point::new(a.col.max(b.col), a.row.max(b.row)),
        ),
        (Some(_), Some(_)) => PointsValue::OffBoard,
        _ => std::str::from_utf8(raw)
            .ok()
            .and_then(|name| Point::from_name(name, size).or_else(|| broken_point(raw, size)))
            .map_or(PointsValue::Malformed, PointsValue::Odd),
    }
}

/// The point whose two letters blanks or a line break part.
fn broken_point(raw: &[u8], size: Size) -> Option<Point> {
    let mut letters = raw.iter().filter(|byte| !byte.is_ascii_whitespace());
    let (Some(&a), Some(&b), None) = (letters.next(), letters.next(), letters.next()) else {
        return None;
    };
    two_letters(a, b).filter(|&point| size.contains(point))
}

/// The fault in the notation of a rectangle with these corners, by `FF[4]` (Point lists). `None` if it is correct, or
/// not a rectangle.
pub fn rectangle_fault(raw: &[u8], from: Point, to: Point) -> Option<&'static str> {
    let &[a, b, b':', ..] = raw.trim_ascii() else { return None };
    if from == to {
        return Some("a rectangle of one point");
    }
    let turned = two_letters(a, b) != Some(from);
    turned.then_some("a rectangle that isn't written from its upper left corner to its lower right")
}

/// The point that two letters name on the largest board of SGF.
pub fn two_letters(a: u8, b: u8) -> Option<Point> {
    Some(Point::new(coordinate(a)?, coordinate(b)?))
}

/// The coordinate of a letter: `a` to `z` are 0 to 25, `A` to `Z` 26 to 51.
fn coordinate(letter: u8) -> Option<u8> {
    let coordinate = COORDINATES[letter as usize];
    (coordinate < NO_COORDINATE).then_some(coordinate)
}

const NO_COORDINATE: u8 = 52;

static COORDINATES: [u8; 256] = {
    let mut table = [NO_COORDINATE; 256];
    let mut n = 0;
    while n < 26 {
        table[b'a' as usize + n] = n as u8;
        table[b'A' as usize + n] = n as u8 + 26;
        n += 1;
    }
    table
};
