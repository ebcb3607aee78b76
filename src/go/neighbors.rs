//! The neighbours of points, computed once for each size of a board.

use super::point::{MAX_LINES, Size};
use std::sync::OnceLock;

/// The row-major indices of the points next to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Near {
    points: [u16; 4],
    count: u8,
}

impl Near {
    /// The points above, to the left, to the right and below, as far as they are on the board.
    pub fn points(&'static self) -> impl Iterator<Item = usize> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_have_two_neighbors_edges_three_and_the_rest_four() {
        let table = neighbors(Size::new(4, 3).unwrap());
        let near = |point: usize| table[point].points().collect::<Vec<_>>();
        assert_eq!(near(0), [1, 4]);
        assert_eq!(near(3), [2, 7]);
        assert_eq!(near(4), [0, 5, 8]);
        assert_eq!(near(6), [2, 5, 7, 10]);
        assert_eq!(near(11), [7, 10]);
        assert_eq!(table.len(), 12);
    }

    #[test]
    fn the_smallest_board_has_no_neighbors() {
        assert_eq!(neighbors(Size::new(1, 1).unwrap())[0].points().count(), 0);
    }
}
