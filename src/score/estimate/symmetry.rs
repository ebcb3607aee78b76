//! The eight symmetries of a board.

/// Number of ways in which a board can be turned and mirrored, the identity included.
pub(super) const SYMMETRIES: usize = 8;

/// The symmetries besides the identity: first the board turned by 180 degrees, and by 90 and 270, then mirrored.
pub(super) const MORE_SYMMETRIES: [usize; SYMMETRIES - 1] = [3, 5, 6, 1, 2, 4, 7];

/// A board turned and mirrored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Symmetry {
    /// Number of columns of the turned board.
    pub cols: usize,
    /// Number of rows of the turned board.
    pub rows: usize,
    number: usize,
}

impl Symmetry {
    /// The symmetry of a board of `cols` columns and `rows` rows with a number below [`SYMMETRIES`]: its
    /// bits say whether rows are reversed (1), columns are (2), and both are exchanged after that (4).
    pub fn new(cols: usize, rows: usize, number: usize) -> Self {
        let (cols, rows) = if number & 4 == 0 { (cols, rows) } else { (rows, cols) };
        Self { cols, rows, number }
    }

    /// Row and column on the turned board of a point of the board.
    pub fn place(self, row: usize, col: usize) -> (usize, usize) {
        let exchanged = self.number & 4 != 0;
        let (cols, rows) = if exchanged { (self.rows, self.cols) } else { (self.cols, self.rows) };
        let row = if self.number & 1 == 0 { row } else { rows - 1 - row };
        let col = if self.number & 2 == 0 { col } else { cols - 1 - col };
        if exchanged { (col, row) } else { (row, col) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_symmetry_keeps_neighbours() {
        let (cols, rows) = (3, 2);
        let mut seen = BTreeSet::new();
        for number in 0..SYMMETRIES {
            let symmetry = Symmetry::new(cols, rows, number);
            let places: Vec<_> =
                (0..cols * rows).map(|point| symmetry.place(point / cols, point % cols)).collect();
            assert!(places.iter().all(|&(row, col)| row < symmetry.rows && col < symmetry.cols));
            for (a, place) in places.iter().enumerate() {
                for (b, other) in places.iter().enumerate() {
                    let apart = (a / cols).abs_diff(b / cols) + (a % cols).abs_diff(b % cols);
                    let turned = place.0.abs_diff(other.0) + place.1.abs_diff(other.1);
                    assert_eq!(apart, turned, "symmetry {number}, points {a} and {b}");
                }
            }
            seen.insert((symmetry.cols, places));
        }
        assert_eq!(seen.len(), SYMMETRIES);
    }
}
