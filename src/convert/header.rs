//! Properties of a game's main line that conversions and fixes look up.

use crate::go::Size;
use crate::rules::{Ruleset, parse_ru};
use crate::sgf::{Game, Ident, NodeId, SizeValue, Span, Text, size, small_number};

/// Returns the first value of the first property of this name on the main line, and its node.
pub(crate) fn first(game: &Game, id: &str) -> Option<(NodeId, Span)> {
    let id = Ident::new(id);
    (0..game.main_line()).find_map(|node| Some((node, *game.find(node, id)?.first()?)))
}

/// Returns the value of [`first`] as simple text; empty if there is none.
pub(crate) fn first_text(text: &Text, game: &Game, id: &str) -> String {
    first(game, id).map_or_else(String::new, |(_, span)| text.simple_text(span).into_owned())
}

/// Returns the size of the board: that of SZ if it can be read, else 19x19.
pub(crate) fn board_size(text: &Text, game: &Game) -> Size {
    match size(&first_text(text, game, "SZ")) {
        SizeValue::Standard(size) | SizeValue::Odd(size) => size,
        SizeValue::OutOfRange | SizeValue::Malformed => Size::STANDARD,
    }
}

/// Returns the property which shows that the game isn't Go: GM with another number than 1, or without GM the event.
pub(crate) fn other_game(text: &Text, game: &Game) -> Option<String> {
    let stated = first_text(text, game, "GM");
    if stated.is_empty() {
        return Some(format!("EV[{}]", text.simple_text(crate::sgf::other_game(text, game)?)));
    }
    small_number(&stated).filter(|&number| number != 1)?;
    Some(format!("GM[{stated}]"))
}

/// Returns the value of RU for a ruleset: the word of `FF[4]` if it has one, else the name that servers write.
pub(crate) fn rules_name(rules: &Ruleset) -> &str {
    let standard = ["AGA", "GOE", "Japanese", "NZ", "Chinese", "Korean"];
    let is_same = |name: &&str| parse_ru(name).is_some_and(|named| named.id == rules.id);
    standard.into_iter().find(is_same).unwrap_or(&rules.name)
}

/// Returns the version of the format: 4 unless FF says 1 to 3.
pub(crate) fn format(text: &Text, game: &Game) -> i64 {
    let stated = small_number(&first_text(text, game, "FF"));
    stated.filter(|format| (1..=3).contains(format)).unwrap_or(4)
}
