//! A position with an edge around it, so that no neighbour needs a look at where the board ends.

use super::chains::NO_LABEL;
use super::grid::Grid;
use super::point::Color;

/// A copy of a grid with an edge around it: one column serves the right of one row and the left of the
/// next.
pub(super) struct Padded {
    cols: usize,
    rows: usize,
    cells: Vec<Option<Color>>,
}

impl Padded {
    /// The label of the edge, which is none of a chain or region.
    pub const EDGE: u16 = NO_LABEL - 1;

    pub fn new(grid: &Grid) -> Self {
        let (cols, rows) = (usize::from(grid.size().cols()), usize::from(grid.size().rows()));
        let mut cells = vec![None; (rows + 2) * (cols + 1) + 1];
        let lines = cells[cols + 2..].chunks_mut(cols + 1);
        for (line, row) in lines.zip(grid.cells().chunks_exact(cols)) {
            line[..cols].copy_from_slice(row);
        }
        Self { cols, rows, cells }
    }

    /// What stands at each place; nothing on the edge.
    pub fn cells(&self) -> &[Option<Color>] {
        &self.cells
    }

    /// The place of a point by its place in the grid.
    pub fn place(&self, point: usize) -> usize {
        (point / self.cols + 1) * (self.cols + 1) + 1 + point % self.cols
    }

    /// The places of the points, row by row.
    pub fn places(&self) -> impl Iterator<Item = usize> + use<> {
        let (cols, stride) = (self.cols, self.cols + 1);
        (1..=self.rows).flat_map(move |row| row * stride + 1..row * stride + 1 + cols)
    }

    pub fn around(&self, place: usize) -> [usize; 4] {
        let stride = self.cols + 1;
        [place - stride, place - 1, place + 1, place + stride]
    }

    /// Labels for all places: [`NO_LABEL`] on the board, [`Padded::EDGE`] around it.
    pub fn labels(&self) -> Vec<u16> {
        let mut labels = vec![Self::EDGE; self.cells.len()];
        for row in 1..=self.rows {
            let start = row * (self.cols + 1) + 1;
            labels[start..start + self.cols].fill(NO_LABEL);
        }
        labels
    }

    /// Labels everything connected to `start` through cells that `belongs` accepts, and puts its places
    /// into `reached`.
    pub fn flood(
        &self,
        start: usize,
        label: u16,
        labels: &mut [u16],
        reached: &mut Vec<usize>,
        belongs: impl Fn(Option<Color>) -> bool,
    ) {
        reached.clear();
        labels[start] = label;
        reached.push(start);
        let mut next = 0;
        while let Some(&place) = reached.get(next) {
            next += 1;
            for near in self.around(place) {
                if labels[near] == NO_LABEL && belongs(self.cells[near]) {
                    labels[near] = label;
                    reached.push(near);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_edge_parts_rows() {
        let grid = Grid::draw("X . O\n. O X").unwrap();
        let board = Padded::new(&grid);
        let back: Vec<_> = board.places().map(|place| board.cells()[place]).collect();
        assert_eq!(back, grid.cells());
        let (mut labels, mut reached) = (board.labels(), Vec::new());
        let first = board.places().next().unwrap();
        board.flood(first, 0, &mut labels, &mut reached, |cell| cell != Some(Color::White));
        assert_eq!(reached.len(), 3);
        board.flood(first + 2, 1, &mut labels, &mut reached, |_| true);
        assert_eq!(reached.len(), 3);
        assert_eq!(labels.iter().filter(|&&label| label == NO_LABEL).count(), 0);
    }
}
