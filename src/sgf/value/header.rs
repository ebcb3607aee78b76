//! Properties that describe a game as a whole. They belong into the root, but some programs write them into
//! later nodes, so they are looked up on the whole main line.

use std::borrow::Cow;

use super::number::{SizeValue, size, small_number};
use crate::go::Size;
use crate::sgf::text::Text;
use crate::sgf::tree::{Game, Ident};

/// Returns the first value of a property on the main line as simple text; empty if there is none.
#[must_use]
pub fn header_text<'t>(text: &'t Text, game: &Game, id: &str) -> Cow<'t, str> {
    game.main_line_value(Ident::new(id)).map_or(Cow::Borrowed(""), |span| text.simple_text(span))
}

/// Returns the size of the board: that of SZ if it can be read, else 19x19.
#[must_use]
pub fn board_size(text: &Text, game: &Game) -> Size {
    match size(&header_text(text, game, "SZ")) {
        SizeValue::Standard(size) | SizeValue::Odd(size) => size,
        SizeValue::OutOfRange | SizeValue::Malformed => Size::STANDARD,
    }
}

/// Returns the version of the file format: 4 unless FF says 1 to 3.
#[must_use]
pub fn ff_version(text: &Text, game: &Game) -> i64 {
    let stated = small_number(&header_text(text, game, "FF"));
    stated.filter(|version| (1..=3).contains(version)).unwrap_or(4)
}
