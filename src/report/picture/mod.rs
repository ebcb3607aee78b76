//! Positions as SVG: the one place that draws boards. `score --svg`, `show --svg`, the report and the page use it.

mod board;

use std::fmt::Write;

use super::escape::Escaped;
use board::{Sign, extent, push_board};
use sgf_audit_core::audit::Audit;
use sgf_audit_core::go::{Grid, Point};
use sgf_audit_core::score::{Count, PointKind};

/// How the parts of a board look. A page needs it once.
pub(super) const BOARD_STYLE: &str = include_str!("board.css");

/// The colours of stones, which all boards of a page share.
pub(super) const STONE_COLORS: &str = "<defs><radialGradient id=\"stone-black\" cx=\"35%\" cy=\"30%\">\
    <stop offset=\"0\" stop-color=\"#6b6b6b\"/><stop offset=\".55\" stop-color=\"#222\"/><stop offset=\"1\" stop-color=\"#000\"/></radialGradient>\
    <radialGradient id=\"stone-white\" cx=\"35%\" cy=\"30%\">\
    <stop offset=\"0\" stop-color=\"#fff\"/><stop offset=\".75\" stop-color=\"#f4f1ea\"/><stop offset=\"1\" stop-color=\"#d3cdbe\"/></radialGradient></defs>";

/// A drawing of a position, with coordinates and a ring on the last move. In a counted position, territory is marked
/// with small squares of its colour, dead stones are pale, and dame are crossed. The same position gives the same bytes.
#[derive(Clone, Copy, Debug)]
pub struct BoardPicture<'a> {
    pub grid: &'a Grid,
    /// The point of the last move.
    pub last: Option<Point>,
    /// The count, if the position was counted.
    pub counted: Option<&'a Count>,
    /// By point: whether it has a dead stone. May be empty.
    pub dead: &'a [bool],
    /// The stones whose status would explain the recorded result.
    pub disputed: &'a [Point],
    /// By point: the number of the move that put the stone there. May be empty.
    pub numbers: &'a [Option<u32>],
    pub title: &'a str,
    pub caption: &'a [String],
}

impl<'a> BoardPicture<'a> {
    /// A position and nothing else.
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

    /// Returns the drawing as a file of its own, with caption and legend.
    pub fn svg(&self) -> String {
        draw(self)
    }

    /// Appends the drawing for a page that has the style and the colours of boards.
    pub(super) fn push_to_page(&self, out: &mut String) {
        board::push_to_page(self, out);
    }

    /// Returns the legend: each sign on the board as a small drawing, and what it means.
    pub(super) fn key(&self) -> impl Iterator<Item = (String, &'static str)> {
        self.legend().into_iter().map(|sign| (sign.key(), sign.meaning()))
    }

    fn legend(&self) -> Vec<Sign> {
        let mut legend = Vec::new();
        if let Some(count) = self.counted {
            let has = |sign: &Sign| match sign {
                Sign::Owner(color) => count.owner.contains(&Some(*color)),
                Sign::Seki => self.seki_points().next().is_some(),
                Sign::Dame | Sign::Fill => {
                    let area = self.grid.cells().len();
                    (0..area).any(|place| self.unowned(count, place) == Some(*sign))
                }
                _ => false,
            };
            legend.extend(Sign::COUNTED.into_iter().filter(has));
        }
        if self.dead.contains(&true) {
            legend.push(Sign::Dead);
        }
        if !self.disputed.is_empty() {
            legend.push(Sign::Disputed);
        }
        legend
    }

    /// Whether the point with this index has a dead stone.
    fn is_dead(&self, place: usize) -> bool {
        self.dead.get(place) == Some(&true)
    }

    /// The sign of the point with this index, if it is nobody's and free of living stones.
    fn unowned(&self, count: &Count, place: usize) -> Option<Sign> {
        let is_open = self.grid.cells()[place].is_none() || self.is_dead(place);
        if !is_open || count.owner[place].is_some() {
            return None;
        }
        match count.kinds.as_ref().and_then(|kinds| kinds.get(place)) {
            Some(PointKind::SekiEye(_)) => None,
            Some(PointKind::FalseEye(_)) => Some(Sign::Fill),
            _ => Some(Sign::Dame),
        }
    }

    /// The stones and the eyes in seki, where the ruleset looks at them.
    fn seki_points(&self) -> impl Iterator<Item = Point> {
        let size = self.grid.size();
        let kinds = self.counted.and_then(|count| count.kinds.as_ref());
        let kinds = kinds.into_iter().flatten();
        size.points().zip(kinds).filter_map(|(point, kind)| {
            matches!(kind, PointKind::SekiEye(_) | PointKind::SekiStone).then_some(point)
        })
    }
}

/// Height of a line of the caption or the legend, and the width of a character on average.
const LINE: u32 = 18;
const CHARACTER: u32 = 7;

/// Returns a drawing as a file of its own: caption, board and legend.
fn draw(picture: &BoardPicture) -> String {
    let (width, board) = extent(picture.grid.size());
    let legend = picture.legend();
    // A small board may be narrower than what a sign means.
    let longest = legend.iter().map(|sign| sign.meaning().len() as u32).max().unwrap_or_default();
    let width = width.max(34 + CHARACTER * longest);
    let top = LINE * picture.caption.len() as u32 + if picture.caption.is_empty() { 0 } else { 8 };
    let bottom = top + board;
    let height = bottom + LINE * legend.len() as u32 + if legend.is_empty() { 0 } else { LINE / 2 };
    let mut out = String::new();
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n<title>{}</title>\n<style>\n{BOARD_STYLE}</style>\n{STONE_COLORS}\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n",
        Escaped(picture.title)
    );
    push_caption(picture.caption, width, &mut out);
    push_board(picture, top, &mut out);
    for (line, sign) in (1..).zip(legend) {
        let y = bottom + LINE * line - 4;
        out.push('\n');
        sign.push(&mut out, 16, y);
        let _ = write!(
            out,
            "<text class=\"legend\" x=\"34\" y=\"{}\">{}</text>",
            y + 4,
            sign.meaning()
        );
    }
    out.push_str("\n</svg>\n");
    out
}

/// Appends the lines above the board, the first in bold. What is too long for the width is cut.
fn push_caption(caption: &[String], width: u32, out: &mut String) {
    let most = ((width - 16) / CHARACTER) as usize;
    for (line, text) in (1..).zip(caption) {
        let mut cut: String = text.chars().take(most).collect();
        if cut.len() < text.len() {
            cut.push_str("...");
        }
        let weight = if line == 1 { "bold" } else { "normal" };
        let _ = writeln!(
            out,
            "<text class=\"caption\" x=\"8\" y=\"{}\" font-weight=\"{weight}\">{}</text>",
            LINE * line,
            Escaped(&cut)
        );
    }
}

/// Returns the stones whose other status is the likely cause of the recorded result.
pub(in crate::report) fn disputed_stones(audit: &Audit) -> Vec<Point> {
    let cause = audit.cause.as_ref().filter(|cause| cause.likely);
    let stones = cause.and_then(|cause| cause.stones.as_ref());
    let points = stones.into_iter().flat_map(|stones| &stones.points);
    points.map(|&point| audit.replay.position.size().point(point.into())).collect()
}
