//! Tests of `report::picture`.

use std::path::Path;

use sgf_audit::report::{BoardPicture, score_sheet};
use sgf_audit_core::audit::{AuditOptions, Auditor};
use sgf_audit_core::go::{Color, Grid, Point, Size};

#[test]
fn draws_lines_stars_stones_and_the_last_move() {
    let mut grid = Grid::new(Size::STANDARD);
    grid.set(Point::new(3, 3), Some(Color::Black));
    grid.set(Point::new(15, 15), Some(Color::White));
    let picture = BoardPicture::new(&grid, "a<b> & \"c\"\x1b");
    let svg = BoardPicture { last: Some(Point::new(3, 3)), ..picture }.svg();
    let lines = attribute(&svg, "class=\"grid\" d=");
    assert_eq!((lines.matches('H').count(), lines.matches('V').count()), (19, 19));
    assert_eq!(svg.matches("class=\"star\"").count(), 9);
    assert_eq!(svg.matches("r=\"11.3\"").count(), 2);
    assert_eq!(svg.matches("<text ").count(), 76);
    assert!(svg.contains("<title>a&lt;b&gt; &amp; &quot;c&quot;\\u{1b}</title>"));
    assert!(svg.contains("<circle class=\"last-black\" cx=\"102\" cy=\"102\" r=\"6\"/>"), "{svg}");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
}

#[test]
fn every_size_can_be_drawn() {
    for (cols, rows) in [(1, 1), (52, 52), (2, 7)] {
        let size = Size::new(cols, rows).unwrap();
        let grid = Grid::new(size);
        let last = Some(Point::new(51, 51));
        let svg = BoardPicture { last, ..BoardPicture::new(&grid, "") }.svg();
        let lines = attribute(&svg, "class=\"grid\" d=").matches('M').count();
        assert_eq!(lines, usize::from(cols) + usize::from(rows));
    }
}

#[test]
fn a_caption_a_legend_numbers_and_what_is_in_dispute() {
    let mut grid = Grid::new(Size::new(9, 9).unwrap());
    grid.set(Point::new(2, 2), Some(Color::Black));
    let mut numbers = vec![None; 81];
    numbers[20] = Some(17);
    // Nothing stands here any more.
    numbers[0] = Some(16);
    let mut dead = vec![false; 81];
    dead[20] = true;
    let caption = ["Lee <9p> - Kim".to_owned(), "x".repeat(200)];
    let picture = BoardPicture {
        disputed: &[Point::new(2, 2)],
        numbers: &numbers,
        dead: &dead,
        caption: &caption,
        ..BoardPicture::new(&grid, "")
    };
    let svg = picture.svg();
    assert!(svg.contains(">Lee &lt;9p&gt; - Kim</text>") && svg.contains("xxx...</text>"), "{svg}");
    assert!(svg.contains(">17</text>") && !svg.contains(">16</text>"), "{svg}");
    assert_eq!(svg.matches("class=\"ring\"").count(), 2, "on the board and in the legend: {svg}");
    assert!(svg.contains(">dead stone</text>") && svg.contains(">in dispute: "), "{svg}");
    assert!(!BoardPicture::new(&grid, "").svg().contains("class=\"ring\""));
}

#[test]
fn a_counted_position_shows_territory_dame_and_seki() {
    let record =
        "(;SZ[5]KM[0]RU[Japanese]RE[W+5]AB[ba][bb][bc][bd][be]AW[da][db][dc][dd][de];B[];W[])";
    let options = AuditOptions::default();
    let sheet =
        score_sheet(Path::new("a.sgf"), record.as_bytes(), 1, &options, &mut Auditor::new());
    let svg = sheet.expect("there is a game").svg();
    for (class, number) in [("own-black", 6), ("own-white", 6), ("dame", 6)] {
        assert_eq!(svg.matches(&format!("class=\"{class}\"")).count(), number, "{class}: {svg}");
    }
    assert!(svg.contains(">dame: nobody's point</text>"), "{svg}");
    assert!(!svg.contains(">in seki<"), "{svg}");
}

/// The value of an attribute that stands behind `before`.
fn attribute<'s>(svg: &'s str, before: &str) -> &'s str {
    let from = svg.find(before).expect("it is there") + before.len() + 1;
    svg[from..].split('"').next().unwrap_or_default()
}
