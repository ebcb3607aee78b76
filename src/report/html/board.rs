//! The counted board of a card, as SVG. Stones are copies of two symbols that the page holds once.

use std::fmt::Write;

use crate::audit::Audit;
use crate::go::{Color, Grid, Point, Size};
use crate::report::board::{column_name, is_star};
use crate::score::PointKind;

/// Distance between two lines, in units of the drawing.
const CELL: u32 = 24;
/// Distance of the outermost lines from the edge.
const MARGIN: u32 = 30;

/// Where a coordinate lies in the drawing.
fn at(coordinate: u8) -> u32 {
    MARGIN + CELL * u32::from(coordinate)
}

/// Appends a position with what was counted: territory, dead stones, dame, eyes in seki, and a ring around
/// each of the stones in `disputed`.
pub(super) fn push_board(out: &mut String, grid: &Grid, audit: &Audit, disputed: &[Point]) {
    let size = grid.size();
    let (cols, rows) = (size.cols(), size.rows());
    let (width, height) = (at(cols - 1) + MARGIN, at(rows - 1) + MARGIN);
    let _ = write!(
        out,
        "<svg class=\"board\" style=\"max-width:{width}px\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"The counted position\">\
         <rect class=\"wood\" width=\"{width}\" height=\"{height}\" rx=\"6\"/>"
    );
    push_lines(out, size);
    push_coordinates(out, size, width, height);
    out.push_str("<g class=\"stones\">");
    let dead = audit.dead.as_ref().map_or(&[][..], |dead| &dead.stones);
    for (point, cell) in size.points().zip(grid.cells()) {
        let Some(color) = cell else { continue };
        let symbol = if *color == Color::Black { "b" } else { "w" };
        let is_dead = dead.get(size.index(point)) == Some(&true);
        let class = if is_dead { " class=\"dead\"" } else { "" };
        let (x, y) = (at(point.col), at(point.row));
        let _ = write!(out, "<use href=\"#{symbol}\" x=\"{x}\" y=\"{y}\"{class}/>");
    }
    out.push_str("</g><g class=\"counted\">");
    push_counted(out, grid, audit, dead);
    for point in disputed {
        let (x, y) = (at(point.col), at(point.row));
        let _ = write!(out, "<circle class=\"ring\" cx=\"{x}\" cy=\"{y}\" r=\"12\"/>");
    }
    out.push_str("</g></svg>");
}

fn push_lines(out: &mut String, size: Size) {
    let (right, bottom) = (at(size.cols() - 1), at(size.rows() - 1));
    out.push_str("<path class=\"grid\" d=\"");
    for row in 0..size.rows() {
        let _ = write!(out, "M{MARGIN} {}H{right}", at(row));
    }
    for col in 0..size.cols() {
        let _ = write!(out, "M{} {MARGIN}V{bottom}", at(col));
    }
    let _ = write!(
        out,
        "\"/><rect class=\"edge\" x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{}\" height=\"{}\"/>",
        right - MARGIN,
        bottom - MARGIN
    );
    for point in size.points().filter(|&point| is_star(size, point)) {
        let (x, y) = (at(point.col), at(point.row));
        let _ = write!(out, "<circle class=\"star\" cx=\"{x}\" cy=\"{y}\" r=\"2.8\"/>");
    }
}

fn push_coordinates(out: &mut String, size: Size, width: u32, height: u32) {
    out.push_str("<g class=\"names\">");
    for col in 0..size.cols() {
        let (x, name) = (at(col), column_name(col, size));
        for y in [15, height - 7] {
            let _ = write!(out, "<text x=\"{x}\" y=\"{y}\">{name}</text>");
        }
    }
    for row in 0..size.rows() {
        let (y, number) = (at(row) + 3, size.rows() - row);
        for x in [11, width - 11] {
            let _ = write!(out, "<text x=\"{x}\" y=\"{y}\">{number}</text>");
        }
    }
    out.push_str("</g>");
}

fn push_counted(out: &mut String, grid: &Grid, audit: &Audit, dead: &[bool]) {
    let Some(score) = &audit.score else { return };
    let (size, count) = (grid.size(), &score.count);
    for (place, point) in size.points().enumerate() {
        let (x, y) = (at(point.col), at(point.row));
        let is_dead = dead.get(place) == Some(&true);
        let kind = count.kinds.as_ref().map(|kinds| kinds[place]);
        let is_open = grid.get(point).is_none() || is_dead;
        match (count.owner[place], kind) {
            (Some(color), _) if is_open => {
                let class = if color == Color::Black { "tb" } else { "tw" };
                let (x, y) = (x - 4, y - 4);
                let _ = write!(
                    out,
                    "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"8\" height=\"8\"/>"
                );
            }
            (None, Some(PointKind::SekiEye(_))) => {
                let _ = write!(out, "<circle class=\"seki\" cx=\"{x}\" cy=\"{y}\" r=\"4\"/>");
            }
            (None, _) if is_open => {
                let (x, y) = (x - 3, y - 3);
                let _ = write!(out, "<path class=\"dame\" d=\"M{x} {y}l6 6m0-6l-6 6\"/>");
            }
            _ => {}
        }
    }
}
