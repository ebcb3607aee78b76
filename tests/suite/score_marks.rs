//! Territory marks.

use sgf_audit::go::{Grid, Point};
use sgf_audit::score::Marks;

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
