//! Tests of `report::board`.

use sgf_audit::report::Drawing;
use sgf_audit_core::go::{Grid, Point, Size};

#[test]
fn small_boards_are_drawn_whole() {
    let grid = Grid::draw("X . . O . . .\n. . . . . . .\n. . . . . . .\n. . . X . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .").unwrap();
    let drawing = Drawing {
        mark: Some(Point::new(3, 0)),
        around: Some(Point::new(3, 0)),
        ..Drawing::new(&grid)
    };
    assert_eq!(
        drawing.to_string(),
        "  A B C D E F G\n\
         7 X . .(O). . .\n\
         6 . . . . . . .\n\
         5 . . + . + . .\n\
         4 . . . X . . .\n\
         3 . . + . + . .\n\
         2 . . . . . . .\n\
         1 . . . . . . .\n"
    );
}

#[test]
fn large_boards_are_cut_and_marks_fit_at_the_edge() {
    let grid = Grid::new(Size::STANDARD);
    let corner = Point::new(18, 0);
    let drawing =
        Drawing { mark: Some(corner), around: Some(corner), ..Drawing::new(&grid) }.to_string();
    let lines: Vec<&str> = drawing.lines().collect();
    assert_eq!(lines[0], "   J K L M N O P Q R S T");
    assert_eq!(lines[1], "19 . . . . . . . . . .(.)");
    assert_eq!(lines[4], "16 . + . . . . . + . . .");
    assert_eq!((lines.len(), lines[11]), (12, " 9 . . . . . . . . . . ."));
}
