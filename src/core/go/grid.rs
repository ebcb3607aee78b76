//! A position as a plain grid of points.

use super::point::{Color, Point, Size};
use super::point::{Near, neighbors};

/// A position: each point empty, black or white. Unlike a [`super::Board`] it keeps no chains, so any
/// arrangement of stones is allowed.
#[derive(Clone)]
pub struct Grid {
    size: Size,
    cells: Vec<Option<Color>>,
    near: &'static [Near],
}

impl Grid {
    #[must_use]
    pub fn new(size: Size) -> Self {
        Self { size, cells: vec![None; size.area()], near: neighbors(size) }
    }

    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Empties the grid and gives it another size, keeping its memory.
    pub fn reset(&mut self, size: Size) {
        (self.size, self.near) = (size, neighbors(size));
        self.cells.clear();
        self.cells.resize(size.area(), None);
    }

    /// The stone on a point, which must be on the board.
    #[must_use]
    pub fn get(&self, point: Point) -> Option<Color> {
        self.cells[self.size.index(point)]
    }

    /// Puts a stone on a point, or takes it off.
    pub fn set(&mut self, point: Point, stone: Option<Color>) {
        let index = self.size.index(point);
        self.cells[index] = stone;
    }

    /// The points in row-major order.
    #[must_use]
    pub fn cells(&self) -> &[Option<Color>] {
        &self.cells
    }

    /// The points in row-major order, to write to.
    pub fn cells_mut(&mut self) -> &mut [Option<Color>] {
        &mut self.cells
    }

    /// The row-major indices of the points next to `index`: up to four.
    #[inline]
    pub fn neighbors(&self, index: usize) -> impl Iterator<Item = usize> + use<> {
        self.near[index].points()
    }

    /// Reads a drawing: one row per line, `X`/`#`/`B` black, `O`/`W` white, `.`/`+` empty, blanks ignored.
    /// `None` if rows differ in length or another character occurs.
    #[must_use]
    pub fn draw(text: &str) -> Option<Self> {
        let mut rows = Vec::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let mut row = Vec::new();
            for character in line.chars().filter(|c| !c.is_whitespace()) {
                row.push(match character {
                    'X' | '#' | 'B' => Some(Color::Black),
                    'O' | 'W' => Some(Color::White),
                    '.' | '+' => None,
                    _ => return None,
                });
            }
            rows.push(row);
        }
        let cols = rows.first()?.len();
        if rows.iter().any(|row| row.len() != cols) {
            return None;
        }
        let size = Size::new(u8::try_from(cols).ok()?, u8::try_from(rows.len()).ok()?)?;
        Some(Self { size, cells: rows.concat(), near: neighbors(size) })
    }
}

impl PartialEq for Grid {
    fn eq(&self, other: &Self) -> bool {
        (self.size, &self.cells) == (other.size, &other.cells)
    }
}

impl Eq for Grid {}

impl std::fmt::Debug for Grid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

impl std::fmt::Display for Grid {
    /// A drawing that [`Grid::draw`] reads.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for row in self.cells.chunks(self.size.cols() as usize) {
            for (i, cell) in row.iter().enumerate() {
                let mark = match cell {
                    None => '.',
                    Some(Color::Black) => 'X',
                    Some(Color::White) => 'O',
                };
                write!(f, "{}{mark}", if i == 0 { "" } else { " " })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
