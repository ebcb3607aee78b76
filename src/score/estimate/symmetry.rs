//! A position turned and mirrored.

use crate::go::{Grid, Size};

/// Number of symmetries of a board, the identity included.
pub(super) const SYMMETRIES: usize = 8;

/// A turned position.
#[derive(Clone, Debug)]
pub(super) struct Symmetry {
    /// The position.
    pub grid: Grid,
    /// By point of the original position: its index in the turned one.
    pub place: Vec<u16>,
}

impl Default for Symmetry {
    fn default() -> Self {
        Self { grid: Grid::new(Size::STANDARD), place: Vec::new() }
    }
}

impl Symmetry {
    /// Turns a position: `turn` below [`SYMMETRIES`] says whether rows are reversed (1), columns are (2), and
    /// both are exchanged after that (4).
    pub fn fill(&mut self, grid: &Grid, turn: usize) {
        let (cols, rows) = (usize::from(grid.size().cols()), usize::from(grid.size().rows()));
        let exchanged = turn & 4 != 0;
        let (new_cols, new_rows) = if exchanged { (rows, cols) } else { (cols, rows) };
        let size = Size::new(new_cols as u8, new_rows as u8).unwrap_or(grid.size());
        self.grid.reset(size);
        self.place.clear();
        for (point, &cell) in grid.cells().iter().enumerate() {
            let (mut row, mut col) = (point / cols, point % cols);
            if turn & 1 != 0 {
                row = rows - 1 - row;
            }
            if turn & 2 != 0 {
                col = cols - 1 - col;
            }
            if exchanged {
                (row, col) = (col, row);
            }
            let place = row * new_cols + col;
            self.grid.cells_mut()[place] = cell;
            self.place.push(place as u16);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_turn_keeps_the_neighbours() {
        let grid = Grid::draw("X . O\n. X .").unwrap();
        let mut seen = Vec::new();
        for turn in 0..SYMMETRIES {
            let mut turned = Symmetry::default();
            turned.fill(&grid, turn);
            for point in 0..6 {
                let place = turned.place[point] as usize;
                assert_eq!(turned.grid.cells()[place], grid.cells()[point]);
                let mut near: Vec<_> =
                    grid.neighbors(point).map(|near| turned.place[near] as usize).collect();
                let mut there: Vec<_> = turned.grid.neighbors(place).collect();
                near.sort_unstable();
                there.sort_unstable();
                assert_eq!(near, there);
            }
            seen.push((turned.grid.size(), turned.place));
        }
        seen.dedup();
        assert_eq!(seen.len(), SYMMETRIES);
    }
}
