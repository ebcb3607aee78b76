//! Boards drawn with characters, with coordinates as GTP names them.

use std::fmt;
use std::ops::Range;

use anstyle::{AnsiColor, Style};

use sgf_audit_core::go::{Color, Grid, Point, Size};

/// Largest board, in lines, that is drawn whole even if only the surroundings of a point matter.
const WHOLE: u8 = 13;

/// Number of lines drawn on each side of a point.
const REACH: u8 = 5;

const MARK: Style = AnsiColor::Yellow.on_default().bold();

/// A drawing of a position: `X` black, `O` white, `.` empty, `+` an empty star point.
#[derive(Clone, Copy, Debug)]
pub struct Drawing<'a> {
    pub grid: &'a Grid,
    pub mark: Option<Point>,
    /// The point to whose surroundings a large board is cut.
    pub around: Option<Point>,
    /// Characters, one per point, instead of stones and empty points.
    pub characters: Option<&'a [char]>,
    /// Whether ANSI codes colour the mark.
    pub color: bool,
}

impl<'a> Drawing<'a> {
    /// Creates a drawing of the whole board.
    pub fn new(grid: &'a Grid) -> Self {
        Self { grid, mark: None, around: None, characters: None, color: false }
    }

    fn character(&self, point: Point) -> char {
        let place = self.grid.size().index(point);
        if let Some(&character) = self.characters.and_then(|characters| characters.get(place)) {
            return character;
        }
        match self.grid.get(point) {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None if is_star(self.grid.size(), point) => '+',
            None => '.',
        }
    }
}

/// Returns the name of a column as GTP writes it.
pub(super) fn column_name(col: u8, size: Size) -> String {
    let name = Point::new(col, 0).name(size);
    name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned()
}

fn window(lines: u8, center: Option<u8>) -> Range<u8> {
    match center {
        Some(center) if lines > WHOLE => {
            let width = 2 * REACH + 1;
            let start = center.saturating_sub(REACH).min(lines - width);
            start..start + width
        }
        _ => 0..lines,
    }
}

/// Whether a board of this size has a star point here.
pub(super) fn is_star(size: Size, point: Point) -> bool {
    #[derive(PartialEq)]
    enum Line {
        Corner,
        Middle,
        Other,
    }
    let line = |at: u8, lines: u8| {
        let edge = if lines >= 12 { 3 } else { 2 };
        if lines < 7 {
            Line::Other
        } else if at == edge || at == lines - 1 - edge {
            Line::Corner
        } else if lines % 2 == 1 && at == lines / 2 {
            Line::Middle
        } else {
            Line::Other
        }
    };
    let sides = size.cols() >= 15 && size.rows() >= 15;
    match (line(point.col, size.cols()), line(point.row, size.rows())) {
        (Line::Other, _) | (_, Line::Other) => false,
        (col, row) => col == row || sides,
    }
}

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.grid.size();
        let cols = window(size.cols(), self.around.map(|point| point.col));
        let rows = window(size.rows(), self.around.map(|point| point.row));
        let names: Vec<String> = cols.clone().map(|col| column_name(col, size)).collect();
        let width = names.iter().map(String::len).max().unwrap_or(1) + 1;
        let gutter = (size.rows() - rows.start).to_string().len();
        let header = |f: &mut fmt::Formatter<'_>| {
            write!(f, "{:gutter$}", "")?;
            names.iter().try_for_each(|name| write!(f, "{name:>width$}"))?;
            writeln!(f)
        };
        let (style, reset) = if self.color {
            (MARK.render().to_string(), MARK.render_reset().to_string())
        } else {
            (String::new(), String::new())
        };
        header(f)?;
        for row in rows {
            write!(f, "{:>gutter$}", size.rows() - row)?;
            let mut open = false;
            for col in cols.clone() {
                let point = Point::new(col, row);
                let mut gap = " ".repeat(width - 1);
                if std::mem::take(&mut open) {
                    gap.replace_range(..1, ")");
                    gap.insert_str(1, &reset);
                }
                if self.mark == Some(point) {
                    open = true;
                    gap.truncate(gap.len() - 1);
                    gap.push_str(&style);
                    gap.push('(');
                }
                write!(f, "{gap}{}", self.character(point))?;
            }
            writeln!(f, "{}", if open { format!("){reset}") } else { String::new() })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_and_point_can_be_drawn() {
        for (cols, rows) in [(1, 1), (52, 52), (2, 40), (26, 3)] {
            let size = Size::new(cols, rows).unwrap();
            let grid = Grid::new(size);
            for point in size.points() {
                let drawing =
                    Drawing { mark: Some(point), around: Some(point), ..Drawing::new(&grid) };
                assert!(drawing.to_string().contains("(.)") || is_star(size, point));
            }
        }
    }

    #[test]
    fn stars_by_size() {
        let stars = |lines| {
            let size = Size::new(lines, lines).unwrap();
            size.points().filter(|&point| is_star(size, point)).count()
        };
        assert_eq!([5, 7, 8, 9, 13, 14, 19].map(stars), [0, 5, 4, 5, 5, 4, 9]);
    }
}
