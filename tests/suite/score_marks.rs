//! Territory marks.

use sgf_audit_core::go::{Grid, Point};
use sgf_audit_core::score::Marks;

#[test]
fn most_of_a_large_territory_is_not_left_out_by_chance() {
    // White lives, with two eyes. Black's area has eight points, or seven, but one region is no proof that his
    // stones live.
    let eight = ". . . . X O . O
                 . . . . X O O O
                 X X X X X O . O
                 O O O O O O O O";
    let seven = &eight.replacen('.', "X", 1);
    let left = |drawing: &str, count: usize| {
        let grid = Grid::draw(drawing).unwrap();
        let inside = |&point: &Point| point.col < 4 && point.row < 2;
        let black = grid.size().points().filter(inside).filter(|&p| grid.get(p).is_none());
        let white = [Point::new(6, 0), Point::new(6, 2)];
        Marks::new(&grid, black.skip(count), white).left_out(&grid, &[]).len()
    };
    for (drawing, count, expected) in
        [(eight, 0, 0), (eight, 1, 0), (eight, 4, 0), (eight, 5, 5), (eight, 8, 8), (seven, 4, 4)]
    {
        assert_eq!(left(drawing, count), expected, "{count} left out of\n{drawing}");
    }
}

/// A board of nine columns on which living stones of both colours touch a region of 18 points.
const OPEN: &str = ". X . X X X X X X
                    X X X X . . . . X
                    O O O . . . . . .
                    . O . . . . . . .
                    O O O O O O O O .
                    . . . O . O . O O";

/// The board's grid, and marks of `count` points of that region.
fn marked(count: usize) -> (Grid, Marks) {
    let grid = Grid::draw(OPEN).unwrap();
    let is_open = |point: &Point| {
        point.col >= 2 && (1..=4).contains(&point.row) && grid.get(*point).is_none()
    };
    let open: Vec<Point> = grid.size().points().filter(is_open).collect();
    assert_eq!(open.len(), 18);
    let marks = Marks::new(&grid, open[..count].iter().copied(), []);
    (grid, marks)
}

#[test]
fn a_region_is_left_open_unless_most_of_it_is_marked() {
    for (count, least, left) in
        [(0, 0, true), (9, 0, true), (10, 0, false), (9, 18, true), (0, 19, false)]
    {
        let (grid, marks) = marked(count);
        assert_eq!(marks.leave_open(&grid, &[], least), left, "{count} of 18, {least}");
    }
}
