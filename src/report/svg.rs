//! Positions as SVG drawings.

use std::fmt::Write;

use super::board::{column_name, is_star};
use crate::go::{Color, Grid, Point};
use crate::printable::push_printable;
use crate::score::Count;

/// Distance between two lines, and between the outermost line and the edge, in pixels.
const CELL: u32 = 24;
const MARGIN: u32 = 36;

/// Draws a position with coordinates and a ring on the last move. In a counted position, territory is marked
/// with small squares of its colour, and dead stones are pale. The same position gives the same bytes.
#[must_use]
pub fn board_svg(
    grid: &Grid,
    last: Option<Point>,
    counted: Option<&Count>,
    dead: &[bool],
    title: &str,
) -> String {
    let size = grid.size();
    let (cols, rows) = (u32::from(size.cols()), u32::from(size.rows()));
    let at = |n: u8| MARGIN + CELL * u32::from(n);
    let (right, bottom) = (MARGIN + CELL * (cols - 1), MARGIN + CELL * (rows - 1));
    let (width, height) = (right + MARGIN, bottom + MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n<title>{}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#e3bd75\"/>\n",
        escape(title)
    );
    let mut add =
        |line: std::fmt::Arguments| writeln!(svg, "{line}").expect("a string takes everything");
    add(format_args!("<g stroke=\"#000\" stroke-linecap=\"square\">"));
    for col in 0..size.cols() {
        let x = at(col);
        add(format_args!("<line x1=\"{x}\" y1=\"{MARGIN}\" x2=\"{x}\" y2=\"{bottom}\"/>"));
    }
    for row in 0..size.rows() {
        let y = at(row);
        add(format_args!("<line x1=\"{MARGIN}\" y1=\"{y}\" x2=\"{right}\" y2=\"{y}\"/>"));
    }
    add(format_args!("</g>\n<g>"));
    for point in size.points().filter(|&point| is_star(size, point)) {
        add(format_args!("<circle cx=\"{}\" cy=\"{}\" r=\"3\"/>", at(point.col), at(point.row)));
    }
    add(format_args!(
        "</g>\n<g font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\">"
    ));
    for col in 0..size.cols() {
        let (x, name) = (at(col), column_name(col, size));
        for y in [16, height - 8] {
            add(format_args!("<text x=\"{x}\" y=\"{y}\">{name}</text>"));
        }
    }
    for row in 0..size.rows() {
        let (y, number) = (at(row) + 4, size.rows() - row);
        for x in [12, width - 12] {
            add(format_args!("<text x=\"{x}\" y=\"{y}\">{number}</text>"));
        }
    }
    add(format_args!("</g>\n<g stroke=\"#000\">"));
    for point in size.points() {
        let Some(color) = grid.get(point) else { continue };
        let fill = if color == Color::Black { "#000" } else { "#fff" };
        let (x, y) = (at(point.col), at(point.row));
        let pale = dead.get(size.index(point)) == Some(&true);
        let opacity = if pale { " opacity=\"0.45\"" } else { "" };
        add(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"11\" fill=\"{fill}\"{opacity}/>"));
    }
    add(format_args!("</g>"));
    if let Some(count) = counted {
        add(format_args!("<g stroke=\"#000\">"));
        for (point, owner) in size.points().zip(&count.owner) {
            let Some(color) = owner else { continue };
            let fill = if *color == Color::Black { "#000" } else { "#fff" };
            let (x, y) = (at(point.col) - 4, at(point.row) - 4);
            add(format_args!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"8\" height=\"8\" fill=\"{fill}\"/>"
            ));
        }
        add(format_args!("</g>"));
    }
    if let Some(point) = last.filter(|&point| size.contains(point)) {
        let stroke = if grid.get(point) == Some(Color::Black) { "#fff" } else { "#000" };
        let (x, y) = (at(point.col), at(point.row));
        add(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"2\"/>"
        ));
    }
    add(format_args!("</svg>"));
    svg
}

/// Escapes text as XML content. Characters that XML doesn't allow are escaped as on a terminal.
fn escape(text: &str) -> String {
    let mut visible = String::new();
    push_printable(&mut visible, text);
    let mut out = String::new();
    for c in visible.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
