//! What a record says of its game is read in `src/core/record/` alone.

use std::collections::BTreeMap;

use walkdir::WalkDir;

use crate::support::project;

/// Properties of the game, and the functions that read them and moves.
const READERS: [&str; 20] = [
    "\"SZ\"",
    "\"HA\"",
    "\"AB\"",
    "\"AW\"",
    "\"AE\"",
    "\"KM\"",
    "\"RU\"",
    "\"RE\"",
    "\"TM\"",
    "\"OT\"",
    "\"PL\"",
    "MoveValue::Pass",
    "MoveValue::OddPass",
    "move_value(",
    "parse_ru(",
    "to_play(",
    "RecordedResult::",
    "main_time(&",
    "komi_of_ki(",
    "SizeValue::",
];

/// Rooms and files outside `record/` that name them, each with the reason. None decides what a game is.
const ALLOWED: [(&str, &str); 18] = [
    ("sgf/value/", "reads single values; `record` decides which values count"),
    ("sgf/tree/property_table.rs", "the table of properties"),
    ("sgf/scan/game_start.rs", "knows the beginning of a game by its properties"),
    ("rules/", "knows the names of rulesets"),
    ("formats/", "writes other formats as SGF"),
    ("replay/replayer.rs", "replays variations, too, and reports odd passes"),
    ("replay/positions.rs", "walks node by node with `record`'s reading of each"),
    ("audit/aliases.rs", "says in which list the values of a property are"),
    ("audit/checks/encoding.rs", "damage of these properties affects the game"),
    ("audit/checks/handicap.rs", "compares the recorded stones with the ruleset's points"),
    ("audit/checks/header.rs", "reports values that aren't in their usual form"),
    ("audit/checks/properties.rs", "reports values that FF[4] doesn't allow"),
    ("audit/checks/unusual_play.rs", "looks for a pass with its node"),
    ("convert/normal_form.rs", "adds properties that are implied"),
    ("convert/property.rs", "writes single values in their normal form"),
    ("convert/recount.rs", "writes the counted result"),
    ("event/", "says which property a finding is about"),
    ("fix/", "writes values in their usual form, and compares them before and after"),
];

#[test]
fn only_the_reading_of_a_game_decides_what_its_record_says() {
    let root = project("src");
    let mut hits: BTreeMap<&str, usize> = ALLOWED.iter().map(|&(place, _)| (place, 0)).collect();
    for entry in WalkDir::new(&root) {
        let entry = entry.expect("the sources can be listed");
        let file = entry.path().strip_prefix(&root).expect("below src");
        let file = file.strip_prefix("core").unwrap_or(file).display().to_string();
        let is_other = ["record/", "python/", "web/"].iter().any(|room| file.starts_with(room));
        if !file.ends_with(".rs") || is_other {
            continue;
        }
        let text = std::fs::read_to_string(entry.path()).expect("UTF-8");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        let found: Vec<&str> = lines
            .flat_map(|line| READERS.iter().copied().filter(|reader| line.contains(reader)))
            .collect();
        if found.is_empty() {
            continue;
        }
        let allowed = ALLOWED.iter().find(|(place, _)| file.starts_with(place));
        let (place, _) =
            allowed.unwrap_or_else(|| panic!("{file} reads a game by itself: {found:?}"));
        *hits.get_mut(place).expect("it is listed") += 1;
    }
    let unused: Vec<_> = hits.iter().filter(|(_, hits)| **hits == 0).collect();
    assert!(unused.is_empty(), "not needed any more: {unused:?}");
}
