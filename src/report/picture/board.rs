//! A board: lines, star points, coordinates, stones, and what is marked on it.

use std::fmt::Write;

use super::BoardPicture;
use crate::report::board::{column_name, is_star};
use crate::report::escape::Escaped;
use sgf_audit_core::go::{Color, Point, Size};
use sgf_audit_core::score::PointKind;

/// Distance between two lines, in units of the drawing.
const CELL: u32 = 24;

/// Distance of the outermost lines from the edge.
const MARGIN: u32 = 30;

/// Width of the smallest board on a page, in pixels.
const MIN_WIDTH: u32 = 360;

const STONE: &str = "11.3";

/// Returns the width and the height of a board.
pub(super) fn extent(size: Size) -> (u32, u32) {
    let along = |lines: u8| 2 * MARGIN + CELL * (u32::from(lines) - 1);
    (along(size.cols()), along(size.rows()))
}

/// Appends a board as an element of a page.
pub(super) fn push_to_page(picture: &BoardPicture, out: &mut String) {
    let (width, height) = extent(picture.grid.size());
    let display_width = width.max(MIN_WIDTH);
    let _ = write!(
        out,
        "<svg class=\"board\" width=\"{display_width}\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\">",
        Escaped(picture.title)
    );
    push_board(picture, 0, out);
    out.push_str("</svg>");
}

/// Appends a board whose upper edge is at `top`.
pub(super) fn push_board(picture: &BoardPicture, top: u32, out: &mut String) {
    let mut board = Board { picture, size: picture.grid.size(), top, out };
    board.push_lines();
    board.push_coordinates();
    board.out.push_str("<g class=\"stones\">");
    board.push_stones();
    board.out.push_str("</g><g class=\"counted\">");
    board.push_counted();
    board.push_marks();
    board.out.push_str("</g>");
}

struct Board<'a, 'o> {
    picture: &'a BoardPicture<'a>,
    size: Size,
    top: u32,
    out: &'o mut String,
}

impl Board<'_, '_> {
    fn add(&mut self, element: std::fmt::Arguments) {
        self.out.write_fmt(element).expect("a string takes everything");
    }

    fn x(&self, col: u8) -> u32 {
        MARGIN + CELL * u32::from(col)
    }

    fn y(&self, row: u8) -> u32 {
        self.top + MARGIN + CELL * u32::from(row)
    }

    fn at(&self, point: Point) -> (u32, u32) {
        (self.x(point.col), self.y(point.row))
    }

    fn push_lines(&mut self) {
        let (width, height) = extent(self.size);
        let (left, top) = (self.x(0), self.y(0));
        let (right, bottom) = (self.x(self.size.cols() - 1), self.y(self.size.rows() - 1));
        let y = self.top;
        self.add(format_args!(
            "<rect class=\"wood\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"5\"/><path class=\"grid\" d=\""
        ));
        for row in 0..self.size.rows() {
            let y = self.y(row);
            self.add(format_args!("M{left} {y}H{right}"));
        }
        for col in 0..self.size.cols() {
            let x = self.x(col);
            self.add(format_args!("M{x} {top}V{bottom}"));
        }
        // The edge is thicker, as on a board.
        self.add(format_args!(
            "\"/><path class=\"edge\" d=\"M{left} {top}H{right}V{bottom}H{left}Z\"/>"
        ));
        for point in self.stars() {
            let (x, y) = self.at(point);
            self.add(format_args!("<circle class=\"star\" cx=\"{x}\" cy=\"{y}\" r=\"3\"/>"));
        }
    }

    fn stars(&self) -> Vec<Point> {
        self.size.points().filter(|&point| is_star(self.size, point)).collect()
    }

    fn push_coordinates(&mut self) {
        let (width, height) = extent(self.size);
        self.out.push_str("<g class=\"names\">");
        for col in 0..self.size.cols() {
            let (x, name) = (self.x(col), column_name(col, self.size));
            for y in [self.top + 15, self.top + height - 7] {
                self.add(format_args!("<text x=\"{x}\" y=\"{y}\">{name}</text>"));
            }
        }
        for row in 0..self.size.rows() {
            let (y, number) = (self.y(row) + 4, self.size.rows() - row);
            for x in [10, width - 10] {
                self.add(format_args!("<text x=\"{x}\" y=\"{y}\">{number}</text>"));
            }
        }
        self.out.push_str("</g>");
    }

    /// The stones of each colour, the dead ones apart.
    fn push_stones(&mut self) {
        let picture = self.picture;
        for (color, class) in [(Color::Black, "black"), (Color::White, "white")] {
            for dead in [false, true] {
                let stones = self.size.points().enumerate().filter(|&(place, point)| {
                    picture.grid.get(point) == Some(color) && picture.is_dead(place) == dead
                });
                let stones: Vec<Point> = stones.map(|(_, point)| point).collect();
                if stones.is_empty() {
                    continue;
                }
                let state = if dead { " dead" } else { "" };
                self.add(format_args!("<g class=\"{class}{state}\" fill=\"url(#stone-{class})\">"));
                for point in stones {
                    let (x, y) = self.at(point);
                    self.add(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{STONE}\"/>"));
                }
                self.out.push_str("</g>");
            }
        }
    }

    fn push_counted(&mut self) {
        let picture = self.picture;
        let Some(count) = picture.counted else { return };
        for (place, point) in self.size.points().enumerate() {
            let (x, y) = self.at(point);
            let has_number = picture.numbers.get(place).is_some_and(Option::is_some)
                && picture.grid.get(point).is_some();
            match count.owner[place] {
                // The stone is pale, and its number is to be read.
                Some(_) if has_number => {}
                Some(color) => {
                    Sign::Owner(color).push(self.out, x, y);
                    if is_star(self.size, point) && picture.grid.get(point).is_none() {
                        // A star stays visible on the square.
                        let class = match color {
                            Color::Black => "on-black",
                            Color::White => "on-white",
                        };
                        self.add(format_args!(
                            "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"2\"/>"
                        ));
                    }
                }
                None => {
                    let Some(sign) = picture.unowned(count, place) else { continue };
                    let fills = count.kinds.as_ref().map(|kinds| kinds[place]);
                    let Some(PointKind::FalseEye(owner)) = fills else {
                        sign.push(self.out, x, y);
                        continue;
                    };
                    // A page's script shows it on a click, too.
                    let name = point.name(self.size);
                    let (left, top) = (x - 10, y - 10);
                    self.add(format_args!(
                        "<g class=\"filled\"><title>{name}: {owner} has to fill it, so it is no point by territory</title>\
                         <rect x=\"{left}\" y=\"{top}\" width=\"20\" height=\"20\"/>"
                    ));
                    sign.push(self.out, x, y);
                    self.out.push_str("</g>");
                }
            }
        }
        for point in picture.seki_points() {
            let (x, y) = self.at(point);
            Sign::Seki.push(self.out, x, y);
        }
    }

    /// The numbers of moves, or else a ring on the last one, and the stones in dispute.
    fn push_marks(&mut self) {
        let picture = self.picture;
        if picture.numbers.iter().any(Option::is_some) {
            self.push_numbers();
        } else if let Some(point) = picture.last.filter(|&point| self.size.contains(point)) {
            let class = match picture.grid.get(point) {
                Some(Color::Black) => "last-black",
                _ => "last-white",
            };
            let (x, y) = self.at(point);
            self.add(format_args!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"6\"/>"));
        }
        for &point in picture.disputed {
            let (x, y) = self.at(point);
            Sign::Disputed.push(self.out, x, y);
        }
    }

    fn push_numbers(&mut self) {
        let picture = self.picture;
        self.out.push_str("<g class=\"numbers\">");
        for (point, number) in self.size.points().zip(picture.numbers) {
            let (Some(color), Some(number)) = (picture.grid.get(point), number) else { continue };
            let class = match color {
                Color::Black => "on-black",
                Color::White => "on-white",
            };
            let size = if *number < 100 { 11 } else { 9 };
            let (x, y) = (self.x(point.col), self.y(point.row) + 4);
            self.add(format_args!(
                "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{number}</text>"
            ));
        }
        self.out.push_str("</g>");
    }
}

/// A sign on a board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Owner(Color),
    /// A point that is nobody's.
    Dame,
    /// A point that its owner has to fill.
    Fill,
    /// A stone or an eye in seki.
    Seki,
    Dead,
    Disputed,
}

impl Sign {
    /// The signs of a counted position besides its stones.
    pub const COUNTED: [Self; 5] =
        [Self::Owner(Color::Black), Self::Owner(Color::White), Self::Dame, Self::Fill, Self::Seki];

    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Owner(Color::Black) => "Black's territory",
            Self::Owner(Color::White) => "White's territory",
            Self::Dame => "dame: nobody's point",
            Self::Fill => "to be filled: no point by territory",
            Self::Seki => "in seki",
            Self::Dead => "dead stone",
            Self::Disputed => "in dispute: the other status gives the recorded result",
        }
    }

    /// Appends it at a place of the drawing.
    pub fn push(self, out: &mut String, x: u32, y: u32) {
        let written = match self {
            Self::Owner(color) => {
                let class = match color {
                    Color::Black => "own-black",
                    Color::White => "own-white",
                };
                let (x, y) = (x - 4, y - 4);
                write!(
                    out,
                    "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"8\" height=\"8\"/>"
                )
            }
            Self::Dame => {
                write!(out, "<path class=\"dame\" d=\"M{} {}l6 6m0-6l-6 6\"/>", x - 3, y - 3)
            }
            Self::Fill => {
                write!(out, "<path class=\"fill\" d=\"M{} {y}h8m-4-4v8\"/>", x - 4)
            }
            Self::Seki => write!(out, "<circle class=\"seki\" cx=\"{x}\" cy=\"{y}\" r=\"5\"/>"),
            Self::Dead => {
                write!(out, "<circle class=\"black dead\" cx=\"{x}\" cy=\"{y}\" r=\"8\"/>")
            }
            Self::Disputed => {
                write!(out, "<circle class=\"ring\" cx=\"{x}\" cy=\"{y}\" r=\"11\"/>")
            }
        };
        written.expect("a string takes everything");
    }

    /// Returns it as a small drawing of its own, for the legend of a page.
    pub fn key(self) -> String {
        let mut out =
            String::from("<svg class=\"key\" viewBox=\"0 0 26 26\" aria-hidden=\"true\">");
        self.push(&mut out, 13, 13);
        out.push_str("</svg>");
        out
    }
}
