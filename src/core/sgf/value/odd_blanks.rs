//! Blanks of a name that are more than one between two words.

use crate::sgf::text::Text;
use crate::sgf::tree::Span;

/// Returns the runs of blanks in a name that should be one blank or none, each with what it should be. Line breaks at
/// the ends, tabs and ideographic blanks (U+3000) count as blanks, but not a single one between two words in Chinese or Japanese. Empty for a name of nothing but blanks, and for one with escapes
/// or brackets.
pub fn odd_blanks(text: &Text, value: Span) -> Vec<(Span, &'static str)> {
    if is_tidy(&text.decode(value)) {
        return Vec::new();
    }
    let characters = text.characters(value).unwrap_or_default();
    let mut runs = Vec::new();
    let mut before = ' ';
    for run in characters.chunk_by(|(a, _), (b, _)| is_blank(*a) == is_blank(*b)) {
        let ([(first, from), .., (_, to)] | [(first, from @ to)]) = run else { continue };
        let after_ascii = before.is_ascii();
        before = run[run.len() - 1].0;
        if !is_blank(*first) {
            continue;
        }
        let span = Span { start: from.start, end: to.end };
        let is_within = value.start < span.start && span.end < value.end;
        // A line break within may stand between the names of two partners.
        if is_within && run.iter().any(|(c, _)| matches!(c, '\n' | '\r')) {
            continue;
        }
        // The blank between family and given name in Chinese and Japanese.
        if is_within && !after_ascii && run.len() == 1 && *first == '\u{3000}' {
            continue;
        }
        let meant = if is_within { " " } else { "" };
        if meant.as_bytes() != span.of(text.bytes()) {
            runs.push((span, meant));
        }
    }
    runs
}

/// Whether a name has no such blanks, or none that may be changed.
fn is_tidy(name: &str) -> bool {
    let mut before = ' ';
    let mut is_odd = false;
    for c in name.chars() {
        is_odd |= is_blank(c) && (c != ' ' || is_blank(before));
        before = c;
    }
    // A bracket shows that the value has taken in what follows the name.
    !is_odd && !is_blank(before) || name.contains(['\\', '[', ']']) || name.chars().all(is_blank)
}

/// Whether a character is a blank. A no-break space isn't: in a misread encoding it is half of another character.
fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t'..='\r' | '\u{2000}'..='\u{200a}' | '\u{3000}')
}
