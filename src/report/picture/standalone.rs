//! A drawing as a file of its own: caption, board and legend.

use std::fmt::Write;

use super::board::{extent, push_board};
use super::{BOARD_STYLE, BoardPicture, STONE_COLORS};
use crate::report::escape::Escaped;

/// Height of a line of the caption or the legend, and the width of a character on average.
const LINE: u32 = 18;
const CHARACTER: u32 = 7;

/// Returns the drawing.
pub(super) fn draw(picture: &BoardPicture) -> String {
    let (width, board) = extent(picture.grid.size());
    let legend = picture.legend();
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
