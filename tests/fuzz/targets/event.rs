//! Check of the files of an event.

use sgf_audit_core::event::{EventCheck, Mark, Results, Terms};

/// A table is read or refused with a message, in whatever format. What is read stands in the text: each word of each
/// player's name, and no game more than the rows say. Without records, no game of it agrees with one or differs.
pub fn event_files(bytes: &[u8]) {
    let terms = std::str::from_utf8(bytes).ok().and_then(|text| match Terms::from_toml(text) {
        Ok(terms) => Some(("event.toml".to_owned(), terms)),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            None
        }
    });
    match Results::read("table".to_owned(), bytes, None) {
        Ok(results) => check_table(bytes, terms.clone(), results),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Some(terms) = terms {
        let conclusion = EventCheck::new(Some(terms), None).conclude(&[]);
        assert!(conclusion.pairings.iter().all(|pairing| pairing.record.is_none()));
    }
}

fn check_table(bytes: &[u8], terms: Option<(String, Terms)>, results: Results) {
    check_names(bytes, &results);
    let rows = results.table.rows.len();
    let lines = bytes.iter().filter(|&&byte| matches!(byte, b'\n' | b'\r')).count() + 1;
    let unread = results.table.unread.iter().map(|row| row.line);
    for line in results.table.rows.iter().map(|row| row.line).chain(unread) {
        assert!((1..=lines).contains(&(line as usize)), "line {line} of {lines}");
    }
    let conclusion = EventCheck::new(terms, Some(results)).conclude(&[]);
    assert_eq!(conclusion.pairings.len(), rows);
    for pairing in &conclusion.pairings {
        assert!(
            matches!(pairing.mark, Mark::NoRecord | Mark::NotPlayed | Mark::Differs),
            "{pairing:?}"
        );
        for player in pairing.row.players.into_iter().flatten() {
            assert!(player < conclusion.players.len());
        }
    }
}

fn check_names(bytes: &[u8], results: &Results) {
    // Quotes, entities, and other encodings write a name in other bytes.
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if text.contains(['"', '&', '\0', '\x1b', '\u{feff}']) {
        return;
    }
    for name in results.table.players.iter().map(|player| &player.name) {
        for word in name.split([' ', ',', '_']) {
            assert!(text.contains(word), "{word:?} of {name:?}");
        }
    }
}
