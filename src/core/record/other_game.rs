//! Records of other games than Go.

use crate::sgf::{Game, Ident, ROOT, Span, Text, small_number};

/// Names of Go in GM, in lower case.
const GO: [&str; 8] = ["go", "igo", "weiqi", "baduk", "囲碁", "围棋", "圍棋", "바둑"];

/// Values that programs write if they don't have one.
const NOTHING: [&str; 5] = ["undefined", "null", "none", "nan", "unknown"];

/// The move of a second player of Hex who takes over the first move.
const SWAPS: [&[u8]; 3] = [b"swap", b"swap-sides", b"swap-pieces"];

/// The property and the value by which a record belongs to a game other than Go: a GM that is another number or a name, or
/// without GM an event, or a move that Go doesn't have. `None` if nothing shows that.
pub(crate) fn other_game(text: &Text, game: &Game) -> Option<(&'static str, Span)> {
    match game.main_line_value(Ident::new("GM")) {
        Some(stated) if !text.simple_text(stated).is_empty() => {
            is_other(&text.simple_text(stated)).then_some(("GM", stated))
        }
        _ => event(text, game).map(|span| ("EV", span)).or_else(|| swap(text, game)),
    }
}

/// Whether a GM names another game: by its number, or in words.
fn is_other(stated: &str) -> bool {
    if let Some(number) = small_number(stated) {
        return number != 1;
    }
    let lower = stated.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_name = |word: &str| word.starts_with(char::is_alphabetic) && !NOTHING.contains(&word);
    words.clone().any(is_name) && !words.any(|word| GO.contains(&word))
}

/// The event of a record of Little Golem's that names another game.
fn event(text: &Text, game: &Game) -> Option<Span> {
    let value = |id| game.find(ROOT, Ident::new(id))?.first().copied();
    let source = text.simple_text(value("SO")?);
    if !source.contains("littlegolem.") {
        return None;
    }
    let event = value("EV")?;
    let named = text.simple_text(event);
    let (name, _) = named.split_once('.')?;
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    let is_go = name.trim_end_matches(|c: char| c.is_ascii_digit()) == "go";
    (is_name && !is_go).then_some(event)
}

/// The first move of the main line that swaps the sides.
fn swap(text: &Text, game: &Game) -> Option<(&'static str, Span)> {
    let nodes = game.other_nodes().iter().take_while(|&&node| node < game.main_line());
    nodes.take(MAX_NODES).find_map(|&node| {
        ["B", "W"].into_iter().find_map(|id| {
            let value = game.find(node, Ident::new(id))?.first().copied()?;
            SWAPS.contains(&value.of(text.bytes())).then_some((id, value))
        })
    })
}

/// Maximum number of nodes that are searched for a swap, which comes early.
const MAX_NODES: usize = 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_name_other_games() {
        for (stated, other) in [
            ("1", false),
            ("Go", false),
            ("Weiqi (1)", false),
            ("undefined", false),
            ("?", false),
            ("11", true),
            ("q5go-1", true),
            ("Hex", true),
            ("Othello 8x8", true),
        ] {
            assert_eq!(is_other(stated), other, "{stated}");
        }
    }
}
