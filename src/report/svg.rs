//! Positions as SVG drawings.

use std::fmt::{Arguments, Write};

use super::board::{column_name, is_star};
use super::escape::Escaped;
use crate::go::{Color, Grid, Point};
use crate::score::Count;

/// Distance between two lines, and between the outermost line and the edge, in pixels.
const CELL: u32 = 24;
const MARGIN: u32 = 36;

/// Height of a line of the caption or the legend, in pixels, and the width of a character on average.
const LINE: u32 = 18;
const CHARACTER: u32 = 7;

/// The colour of what is in dispute.
const DISPUTED: &str = "#d00000";

/// A drawing of a position, with coordinates and a ring on the last move. In a counted position, territory is marked
/// with small squares of its colour, and dead stones are pale. The same position gives the same bytes.
#[derive(Clone, Copy, Debug)]
pub struct BoardPicture<'a> {
    /// The position.
    pub grid: &'a Grid,
    /// The point of the last move.
    pub last: Option<Point>,
    /// The count, if the position was counted.
    pub counted: Option<&'a Count>,
    /// By point: whether a dead stone stands there. May be empty.
    pub dead: &'a [bool],
    /// The stones whose status would explain the recorded result.
    pub disputed: &'a [Point],
    /// By point: the number of the move that put the stone there. May be empty.
    pub numbers: &'a [Option<u32>],
    /// What the drawing is called.
    pub title: &'a str,
    /// Lines above the board.
    pub caption: &'a [String],
}

impl<'a> BoardPicture<'a> {
    /// A position and nothing else.
    #[must_use]
    pub fn new(grid: &'a Grid, title: &'a str) -> Self {
        Self {
            grid,
            last: None,
            counted: None,
            dead: &[],
            disputed: &[],
            numbers: &[],
            title,
            caption: &[],
        }
    }

    /// Returns the drawing.
    #[must_use]
    pub fn svg(&self) -> String {
        Canvas::new(self).draw()
    }

    /// The entries of the legend: the sign and what it means.
    fn legend(&self) -> Vec<(Sign, &'static str)> {
        let mut legend = Vec::new();
        if self.counted.is_some() {
            legend.push((Sign::Territory(Color::Black), "Black's territory"));
            legend.push((Sign::Territory(Color::White), "White's territory"));
        }
        if self.dead.contains(&true) {
            legend.push((Sign::Dead, "dead stone"));
        }
        if !self.disputed.is_empty() {
            legend.push((Sign::Disputed, "in dispute: the other status gives the recorded result"));
        }
        legend
    }
}

/// A sign on the board.
#[derive(Clone, Copy)]
enum Sign {
    Territory(Color),
    Dead,
    Disputed,
}

struct Canvas<'a> {
    picture: &'a BoardPicture<'a>,
    legend: Vec<(Sign, &'static str)>,
    /// Height of the caption.
    top: u32,
    width: u32,
    svg: String,
}

impl<'a> Canvas<'a> {
    fn new(picture: &'a BoardPicture<'a>) -> Self {
        let top =
            LINE * picture.caption.len() as u32 + if picture.caption.is_empty() { 0 } else { 8 };
        let width = 2 * MARGIN + CELL * (u32::from(picture.grid.size().cols()) - 1);
        Self { picture, legend: picture.legend(), top, width, svg: String::new() }
    }

    fn add(&mut self, line: Arguments) {
        writeln!(self.svg, "{line}").expect("a string takes everything");
    }

    fn x(&self, col: u8) -> u32 {
        MARGIN + CELL * u32::from(col)
    }

    fn y(&self, row: u8) -> u32 {
        self.top + MARGIN + CELL * u32::from(row)
    }

    fn bottom(&self) -> u32 {
        self.y(self.picture.grid.size().rows() - 1)
    }

    fn draw(mut self) -> String {
        let height = self.bottom() + MARGIN + LINE * self.legend.len() as u32;
        let (width, title) = (self.width, Escaped(self.picture.title));
        self.add(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n<title>{title}</title>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#e3bd75\"/>"
        ));
        self.draw_caption();
        self.draw_board();
        self.draw_coordinates();
        self.draw_stones();
        self.draw_territory();
        self.draw_marks();
        self.draw_legend();
        self.add(format_args!("</svg>"));
        self.svg
    }

    fn draw_caption(&mut self) {
        let most = ((self.width - 16) / CHARACTER) as usize;
        for (i, line) in self.picture.caption.iter().enumerate() {
            let mut shown: String = line.chars().take(most).collect();
            if shown.len() < line.len() {
                shown.push_str("...");
            }
            let (y, weight) = (LINE * (i as u32 + 1), if i == 0 { "bold" } else { "normal" });
            self.add(format_args!(
                "<text x=\"8\" y=\"{y}\" font-family=\"sans-serif\" font-size=\"13\" font-weight=\"{weight}\">{}</text>",
                Escaped(&shown)
            ));
        }
    }

    fn draw_board(&mut self) {
        let size = self.picture.grid.size();
        let (left, top) = (self.x(0), self.y(0));
        let (right, bottom) = (self.x(size.cols() - 1), self.bottom());
        self.add(format_args!("<g stroke=\"#000\" stroke-linecap=\"square\">"));
        // The edge is drawn thicker, as on a board.
        let weight =
            |n: u8, all: u8| if n == 0 || n + 1 == all { " stroke-width=\"2\"" } else { "" };
        for col in 0..size.cols() {
            let (x, weight) = (self.x(col), weight(col, size.cols()));
            self.add(format_args!(
                "<line x1=\"{x}\" y1=\"{top}\" x2=\"{x}\" y2=\"{bottom}\"{weight}/>"
            ));
        }
        for row in 0..size.rows() {
            let (y, weight) = (self.y(row), weight(row, size.rows()));
            self.add(format_args!(
                "<line x1=\"{left}\" y1=\"{y}\" x2=\"{right}\" y2=\"{y}\"{weight}/>"
            ));
        }
        self.add(format_args!("</g>\n<g>"));
        for point in size.points().filter(|&point| is_star(size, point)) {
            let (x, y) = (self.x(point.col), self.y(point.row));
            self.add(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"3\"/>"));
        }
        self.add(format_args!("</g>"));
    }

    fn draw_coordinates(&mut self) {
        let (size, top, bottom) = (self.picture.grid.size(), self.top + 16, self.bottom() + 28);
        let right = self.width - 12;
        self.add(format_args!(
            "<g font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\">"
        ));
        for col in 0..size.cols() {
            let (x, name) = (self.x(col), column_name(col, size));
            for y in [top, bottom] {
                self.add(format_args!("<text x=\"{x}\" y=\"{y}\">{name}</text>"));
            }
        }
        for row in 0..size.rows() {
            let (y, number) = (self.y(row) + 4, size.rows() - row);
            for x in [12, right] {
                self.add(format_args!("<text x=\"{x}\" y=\"{y}\">{number}</text>"));
            }
        }
        self.add(format_args!("</g>"));
    }

    fn draw_stones(&mut self) {
        let (grid, size) = (self.picture.grid, self.picture.grid.size());
        self.add(format_args!("<g stroke=\"#000\">"));
        for point in size.points() {
            let Some(color) = grid.get(point) else { continue };
            let (x, y, fill) = (self.x(point.col), self.y(point.row), fill(color));
            let pale = self.picture.dead.get(size.index(point)) == Some(&true);
            let opacity = if pale { " opacity=\"0.45\"" } else { "" };
            self.add(format_args!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"11\" fill=\"{fill}\"{opacity}/>"
            ));
        }
        self.add(format_args!("</g>"));
    }

    fn draw_territory(&mut self) {
        let Some(count) = self.picture.counted else { return };
        let size = self.picture.grid.size();
        self.add(format_args!("<g stroke=\"#000\">"));
        for (point, owner) in size.points().zip(&count.owner) {
            let Some(color) = *owner else { continue };
            self.territory(self.x(point.col), self.y(point.row), color);
            // A star stays visible on the square.
            if is_star(size, point) && self.picture.grid.get(point).is_none() {
                let (x, y, fill) = (self.x(point.col), self.y(point.row), fill(color.opponent()));
                self.add(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"2\" fill=\"{fill}\"/>"));
            }
        }
        self.add(format_args!("</g>"));
    }

    fn territory(&mut self, x: u32, y: u32, color: Color) {
        let (x, y, fill) = (x - 4, y - 4, fill(color));
        self.add(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"8\" height=\"8\" fill=\"{fill}\"/>"
        ));
    }

    /// The numbers of moves, or else the ring on the last one, and what is in dispute.
    fn draw_marks(&mut self) {
        let (picture, size) = (self.picture, self.picture.grid.size());
        for point in size.points() {
            let number = picture.numbers.get(size.index(point)).copied().flatten();
            let (Some(color), Some(number)) = (picture.grid.get(point), number) else { continue };
            let (x, y, fill) = (self.x(point.col), self.y(point.row) + 4, fill(color.opponent()));
            self.add(format_args!(
                "<text x=\"{x}\" y=\"{y}\" font-family=\"sans-serif\" font-size=\"10\" text-anchor=\"middle\" \
                 fill=\"{fill}\">{number}</text>"
            ));
        }
        let last = picture.last.filter(|&point| size.contains(point) && picture.numbers.is_empty());
        if let Some(point) = last {
            let stroke =
                if picture.grid.get(point) == Some(Color::Black) { "#fff" } else { "#000" };
            self.ring(self.x(point.col), self.y(point.row), 6, stroke);
        }
        for &point in picture.disputed {
            self.ring(self.x(point.col), self.y(point.row), 9, DISPUTED);
        }
    }

    fn ring(&mut self, x: u32, y: u32, radius: u32, stroke: &str) {
        self.add(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"2\"/>"
        ));
    }

    fn draw_legend(&mut self) {
        let first = self.bottom() + MARGIN + 4;
        for (i, (sign, meaning)) in self.legend.clone().into_iter().enumerate() {
            let y = first + LINE * i as u32;
            match sign {
                Sign::Territory(color) => self.territory(16, y, color),
                Sign::Dead => self.add(format_args!(
                    "<circle cx=\"16\" cy=\"{y}\" r=\"7\" opacity=\"0.45\" stroke=\"#000\"/>"
                )),
                Sign::Disputed => self.ring(16, y, 7, DISPUTED),
            }
            self.add(format_args!(
                "<text x=\"30\" y=\"{}\" font-family=\"sans-serif\" font-size=\"12\">{meaning}</text>",
                y + 4
            ));
        }
    }
}

const fn fill(color: Color) -> &'static str {
    match color {
        Color::Black => "#000",
        Color::White => "#fff",
    }
}
