//! Tests of `report::svg`.

use sgf_audit::go::{Color, Grid, Point, Size};
use sgf_audit::report::board_svg;

#[test]
fn draws_lines_stars_stones_and_the_last_move() {
    let mut grid = Grid::new(Size::STANDARD);
    grid.set(Point::new(3, 3), Some(Color::Black));
    grid.set(Point::new(15, 15), Some(Color::White));
    let svg = board_svg(&grid, Some(Point::new(3, 3)), None, &[], "a<b> & \"c\"\x1b");
    assert_eq!(svg.matches("<line ").count(), 38);
    assert_eq!(svg.matches("r=\"3\"").count(), 9);
    assert_eq!(svg.matches("r=\"11\"").count(), 2);
    assert_eq!(svg.matches("<text ").count(), 76);
    assert!(svg.contains("<title>a&lt;b&gt; &amp; &quot;c&quot;\\u{1b}</title>"));
    assert!(svg.contains("<circle cx=\"108\" cy=\"108\" r=\"6\" fill=\"none\" stroke=\"#fff\""));
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
}

#[test]
fn every_size_can_be_drawn() {
    for (cols, rows) in [(1, 1), (52, 52), (2, 7)] {
        let size = Size::new(cols, rows).unwrap();
        let svg = board_svg(&Grid::new(size), Some(Point::new(51, 51)), None, &[], "");
        assert_eq!(svg.matches("<line ").count(), usize::from(cols) + usize::from(rows));
    }
}
