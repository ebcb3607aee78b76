//! What a conversion needs to know of a game before it begins.

use crate::go::Size;
use crate::rules::{Ruleset, parse_ru};
use crate::sgf::{Game, Ident, NodeId, SizeValue, Span, Text, size, small_number};

/// The first value of the first property of this name on the main line.
pub(crate) fn first(game: &Game, id: &str) -> Option<(NodeId, Span)> {
    let id = Ident::new(id);
    (0..game.main_line()).find_map(|node| Some((node, *game.find(node, id)?.first()?)))
}

/// That value as simple text; empty where there is none.
pub(crate) fn first_text(text: &Text, game: &Game, id: &str) -> String {
    first(game, id).map_or_else(String::new, |(_, span)| text.simple_text(span).into_owned())
}

/// The board: as SZ says where that can be read, else 19x19.
pub(crate) fn board_size(text: &Text, game: &Game) -> Size {
    match size(&first_text(text, game, "SZ")) {
        SizeValue::Standard(size) | SizeValue::Odd(size) => size,
        SizeValue::OutOfRange | SizeValue::Malformed => Size::STANDARD,
    }
}

/// What says that the game isn't Go: a number in GM that isn't 1, or without GM the event.
pub(crate) fn other_game(text: &Text, game: &Game) -> Option<String> {
    let stated = first_text(text, game, "GM");
    if stated.is_empty() {
        return Some(format!("EV[{}]", text.simple_text(crate::sgf::other_game(text, game)?)));
    }
    small_number(&stated).filter(|&number| number != 1)?;
    Some(format!("GM[{stated}]"))
}

/// How a record names a ruleset (RU): as `FF[4]` prescribes, or as servers do, where they have a word.
pub(crate) fn rules_name(rules: &Ruleset) -> &str {
    let standard = ["AGA", "GOE", "Japanese", "NZ", "Chinese", "Korean"];
    let same = |name: &&str| parse_ru(name).is_some_and(|of| of.id == rules.id);
    standard.into_iter().find(same).unwrap_or(&rules.name)
}

/// The version of the format: 4 unless FF says 1 to 3.
pub(crate) fn format(text: &Text, game: &Game) -> i64 {
    let stated = small_number(&first_text(text, game, "FF"));
    stated.filter(|format| (1..=3).contains(format)).unwrap_or(4)
}
