//! Text of records and tables as messages show it.

/// Maximum number of characters.
const MOST: usize = 40;

/// Returns text without control characters, cut where it is long.
pub(super) fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(MOST).filter(|c| !c.is_control()).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}

/// Returns the name of a player, or words for one that is empty.
pub(super) fn shown_name(name: &str) -> String {
    if name.is_empty() { "a player without a name".to_owned() } else { shown(name) }
}
