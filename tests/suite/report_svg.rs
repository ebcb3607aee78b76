//! Tests of `report::svg`.

use sgf_audit::go::{Color, Grid, Point, Size};
use sgf_audit::report::BoardPicture;

#[test]
fn draws_lines_stars_stones_and_the_last_move() {
    let mut grid = Grid::new(Size::STANDARD);
    grid.set(Point::new(3, 3), Some(Color::Black));
    grid.set(Point::new(15, 15), Some(Color::White));
    let picture = BoardPicture::new(&grid, "a<b> & \"c\"\x1b");
    let svg = BoardPicture { last: Some(Point::new(3, 3)), ..picture }.svg();
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
        let grid = Grid::new(size);
        let last = Some(Point::new(51, 51));
        let svg = BoardPicture { last, ..BoardPicture::new(&grid, "") }.svg();
        assert_eq!(svg.matches("<line ").count(), usize::from(cols) + usize::from(rows));
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
    assert_eq!(
        svg.matches("stroke=\"#d00000\"").count(),
        2,
        "on the board and in the legend: {svg}"
    );
    assert!(svg.contains(">dead stone</text>") && svg.contains(">in dispute: "), "{svg}");
    // The edge is thicker than the other lines.
    let lines = svg.lines().filter(|line| line.starts_with("<line "));
    assert_eq!(lines.filter(|line| line.contains("stroke-width=\"2\"")).count(), 4);
    assert!(!BoardPicture::new(&grid, "").svg().contains("#d00000"));
}
