//! Tests of `sgf::value::point`.

use sgf_audit_core::go::{Point, Size};
use sgf_audit_core::sgf::{
    MoveValue, PointsValue, Span, Text, move_value, points_of, points_value, rectangle_fault,
};

fn read(value: &str, lines: u8) -> MoveValue {
    let text = Text::new(value.as_bytes());
    move_value(&text, Span::new(0, value.len()), Size::new(lines, lines).unwrap())
}

#[test]
fn passes_by_board_size() {
    assert_eq!(read("", 52), MoveValue::Pass);
    assert_eq!(read("tt", 19), MoveValue::Pass);
    assert_eq!(read("tt", 9), MoveValue::Pass);
    assert_eq!(read("tt", 20), MoveValue::Point(Point::new(19, 19)));
    assert_eq!(read(" ", 19), MoveValue::OddPass);
    assert_eq!(read("Pass", 19), MoveValue::OddPass);
    // The point just beyond a corner, as some programs write a pass.
    assert_eq!(read("``", 9), MoveValue::OddPass);
    assert_eq!(read("nn", 13), MoveValue::OddPass);
    assert_eq!(read("nn", 14), MoveValue::Point(Point::new(13, 13)));
    assert_eq!(read("nn", 12), MoveValue::OffBoard);
    assert_eq!(read("vv", 21), MoveValue::OddPass);
    assert_eq!(read("`a", 9), MoveValue::Malformed);
}

#[test]
fn points_in_every_spelling() {
    assert_eq!(read("pd", 19), MoveValue::Point(Point::new(15, 3)));
    assert_eq!(read("q16", 19), MoveValue::OddPoint(Point::new(15, 3)));
    assert_eq!(read(" pd\n", 19), MoveValue::OddPoint(Point::new(15, 3)));
    assert_eq!(read("A1", 19), MoveValue::OddPoint(Point::new(0, 18)));
    assert_eq!(read("rt", 18), MoveValue::OffBoard);
    assert_eq!(read("zz", 19), MoveValue::OffBoard);
    assert_eq!(read("pdd", 19), MoveValue::Malformed);
    assert_eq!(read("AA", 52), MoveValue::Point(Point::new(26, 26)));
}

#[test]
fn rectangles_are_written_from_the_upper_left() {
    let size = Size::new(9, 9).unwrap();
    for (raw, fault) in [
        ("aa", None),
        ("aa:cc", None),
        (" aa:cc ", None),
        ("aa:ac", None),
        ("cc:aa", Some("from its upper left")),
        ("ca:ac", Some("from its upper left")),
        ("dd:dd", Some("one point")),
    ] {
        let PointsValue::Rectangle(from, to) = points_of(raw.as_bytes(), size) else {
            panic!("{raw}")
        };
        let found = rectangle_fault(raw.as_bytes(), from, to);
        assert_eq!(found.is_some(), fault.is_some(), "{raw}");
        assert!(found.unwrap_or_default().contains(fault.unwrap_or_default()), "{raw}");
    }
}

#[test]
fn rectangles_in_either_order() {
    let size = Size::STANDARD;
    let list = |value: &str| {
        let text = Text::new(value.as_bytes());
        points_value(&text, Span::new(0, value.len()), size)
    };
    assert_eq!(list("aa:bc").points().count(), 6);
    assert_eq!(list("bc:aa").points().count(), 6);
    assert_eq!(list("dd").points().count(), 1);
    assert_eq!(list("").points().count(), 0);
    assert_eq!(list("tt"), PointsValue::OffBoard);
    assert_eq!(list("a"), PointsValue::Malformed);
    assert_eq!(list("Q16"), PointsValue::Odd(Point::new(15, 3)));
    assert_eq!(list("d4"), PointsValue::Odd(Point::new(3, 15)));
    assert_eq!(list("d4").points().count(), 1);
}
