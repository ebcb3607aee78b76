//! The words that values are read with, by the properties that know them, and the plain spelling in which they are looked up.

use std::collections::HashMap;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

use crate::go::Points;

/// The top of the file describes its form.
const TABLE: &str = include_str!("words.txt");

/// Number of bytes of a text that are looked at. No value that is read in words is longer.
pub(super) const MAX_LENGTH: usize = 240;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Word {
    /// What it says: the name of its line in the table.
    pub role: &'static str,
    /// The number behind `=` in the table; zero without one.
    pub value: Points,
    /// Its length in bytes.
    pub len: usize,
}

/// Spellings with what they say, the longest first.
type Spellings = Vec<(&'static str, Word)>;

/// The words of each property by their first character.
static WORDS: LazyLock<HashMap<(&str, char), Spellings>> = LazyLock::new(|| {
    let mut words: HashMap<_, Vec<_>> = HashMap::new();
    let mut properties = "";
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        if let Some(section) = line.strip_prefix('[') {
            properties = section.trim_end_matches(']');
            continue;
        }
        let Some((role, list)) = line.split_once(": ") else { continue };
        for entry in list.split(", ") {
            let (spelling, value) = entry.split_once('=').unwrap_or((entry, ""));
            let value = Points::parse(value).unwrap_or_default();
            let word = Word { role, value, len: spelling.len() };
            let first = spelling.chars().next().unwrap_or_default();
            for property in properties.split(' ') {
                words.entry((property, first)).or_default().push((spelling, word));
            }
        }
    }
    for words in words.values_mut() {
        words.sort_by_key(|(spelling, _)| std::cmp::Reverse(spelling.len()));
    }
    words
});

/// Returns the longest word of a property that a text begins with. Where letters make words, it ends with the word.
pub(super) fn word_at(property: &'static str, text: &str) -> Option<Word> {
    let words = WORDS.get(&(property, text.chars().next()?))?;
    let ends = |word: &str| {
        let after = text[word.len()..].chars().next();
        let is_apart = |c: char| !c.is_alphabetic() || is_unspaced(c);
        word.chars().next_back().is_none_or(is_apart) || after.is_none_or(is_apart)
    };
    let (_, word) = words.iter().find(|(word, _)| text.starts_with(word) && ends(word))?;
    Some(*word)
}

/// Returns the word that a text is, whatever its case.
pub(super) fn whole_word(property: &'static str, text: &str) -> Option<Word> {
    let text = normalized(text);
    word_at(property, &text).filter(|word| word.len == text.len())
}

/// Whether a character is of a script that doesn't part words with blanks, or not always.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}')
}

/// Returns the beginning of a text as the table writes it: small letters, plain signs and digits, single blanks, and a blank for
/// a hyphen before a letter.
pub(super) fn normalized(text: &str) -> String {
    let text = &text[..text.floor_char_boundary(MAX_LENGTH)];
    // Unicode's tables leave ASCII as it is.
    let plain = if text.is_ascii() { text.to_ascii_lowercase() } else { compatible(text) };
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    if plain.contains('-') { without_hyphens(&plain) } else { plain }
}

/// Replaces each character by plain ones that mean the same, and capitals by small letters.
fn compatible(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '½' => plain.push_str(" 1/2"),
            '¼' => plain.push_str(" 1/4"),
            '¾' => plain.push_str(" 3/4"),
            '’' => plain.push('\''),
            c => plain.push(c),
        }
    }
    plain.nfkc().flat_map(char::to_lowercase).collect()
}

/// Replaces each hyphen between a letter or digit and a letter by a blank.
fn without_hyphens(text: &str) -> String {
    let mut spaced = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let mut before = ' ';
    while let Some(c) = chars.next() {
        let joins = c == '-' && before.is_alphanumeric();
        let is_hyphen = joins && chars.peek().is_some_and(|next| next.is_alphabetic());
        spaced.push(if is_hyphen { ' ' } else { c });
        before = c;
    }
    spaced
}
