//! Names and sizes of boards and points.

use sgf_audit_core::go::{Point, Size};

#[test]
fn names_skip_i_and_count_rows_from_below() {
    let size = Size::STANDARD;
    assert_eq!(Point::new(15, 3).name(size), "Q16");
    assert_eq!(Point::new(8, 18).name(size), "J1");
    assert_eq!(Point::new(0, 0).name(size), "A19");
    let large = Size::new(52, 52).unwrap();
    assert_eq!(Point::new(24, 51).name(large), "Z1");
    assert_eq!(Point::new(25, 51).name(large), "AA1");
    assert_eq!(Point::new(51, 0).name(large), "BBB52");
}

#[test]
fn every_name_reads_back() {
    for (cols, rows) in [(1, 1), (9, 13), (19, 19), (52, 52)] {
        let size = Size::new(cols, rows).unwrap();
        for point in size.points() {
            assert_eq!(Point::from_name(&point.name(size), size), Some(point));
            assert_eq!(size.point(size.index(point)), point);
        }
    }
    assert_eq!(Point::from_name("i9", Size::STANDARD), None);
    assert_eq!(Point::from_name("q20", Size::STANDARD), None);
    assert_eq!(Point::from_name("16", Size::STANDARD), None);
    assert_eq!(Point::from_name("q0", Size::STANDARD), None);
}

#[test]
fn sizes_out_of_range_are_refused() {
    assert!(Size::new(0, 19).is_none());
    assert!(Size::new(53, 1).is_none());
    assert_eq!(Size::new(13, 9).unwrap().to_string(), "13x9");
}

#[test]
fn sgf_writes_capitals_past_z() {
    let written: Vec<[u8; 2]> =
        [(0, 25), (26, 51), (18, 3)].map(|(col, row)| Point::new(col, row).sgf()).to_vec();
    assert_eq!(written, [*b"az", *b"AZ", *b"sd"]);
}

#[test]
fn a_board_ends_at_its_last_lines() {
    let size = Size::new(5, 3).unwrap();
    let on = [(0, 0), (4, 2), (4, 0), (0, 2)];
    let off = [(5, 2), (4, 3), (5, 0), (0, 3), (2, 4)];
    assert!(on.iter().all(|&(col, row)| size.contains(Point::new(col, row))));
    assert!(!off.iter().any(|&(col, row)| size.contains(Point::new(col, row))));
    assert_eq!(Point::from_name("F1", size), None);
    assert_eq!(Point::from_name("E1", size), Some(Point::new(4, 2)));
}
