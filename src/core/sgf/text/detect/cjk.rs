//! The costs of East Asian characters, by language.
//!
//! `cjk.bin` holds the costs of all characters from U+3000 to the last syllable of Hangul, four bytes per
//! character: in simplified Chinese, traditional Chinese, Japanese and Korean. `tests/suite/cjk/` derives them from the
//! order of characters in the standards of the encodings and from the frequency of characters.
//! All costs are in quarters of a bit.

/// A written language. The number of a variant is its column in the table.
#[derive(Clone, Copy)]
pub(crate) enum Language {
    Simplified,
    Traditional,
    Japanese,
    Korean,
}

/// The costs of each character, from [`FIRST`] on.
static COSTS: &[[u8; 4]] = include_bytes!("cjk.bin").as_chunks().0;

const FIRST: u32 = 0x3000;

/// Cost of a character that the table doesn't have.
const UNLISTED: u32 = 68;

/// The costs of a character in the table.
fn listed(c: char) -> Option<&'static [u8; 4]> {
    COSTS.get(u32::from(c).checked_sub(FIRST)? as usize)
}

/// The cost of a character in a language.
pub(crate) fn east(language: Language, c: char) -> u32 {
    let by_table = || listed(c).map_or(UNLISTED, |costs| u32::from(costs[language as usize]));
    match c {
        '\u{4e00}'..='\u{d7a3}' => by_table(),
        '　' | '、' | '。' | '，' | '：' | '（' | '）' | '！' | '？' | '·' | '“' | '”' | '・' => {
            30
        }
        '《' | '》' | '「' | '」' | '【' | '】' | '；' | '－' | '０'..='９' => 36,
        'Ａ'..='Ｚ' | '\u{2010}'..='\u{203b}' | '■'..='◯' | '★' | '☆' => 40,
        '\u{ff61}'..='\u{ff9f}' => 32,
        '\u{ff00}'..='\u{ffef}' => 60,
        '\u{e000}'..='\u{f8ff}' => 104,
        _ => by_table(),
    }
}

/// The alphabets whose characters have two bytes in UTF-8, by the first character of each.
const ALPHABETS: [char; 9] = [
    '\u{a0}', '\u{250}', '\u{370}', '\u{400}', '\u{530}', '\u{590}', '\u{600}', '\u{700}',
    '\u{800}',
];

/// Cost of a change of alphabet within a word in UTF-8. Two characters of GBK that are valid UTF-8 change it in most
/// cases; words in any language don't.
const OTHER_ALPHABET: u32 = 48;

/// The cost of a letter in UTF-8 behind another one beyond ASCII, added to its own.
pub(crate) fn utf_8_behind(before: char, c: char) -> u32 {
    let alphabet = |c: char| ALPHABETS.partition_point(|&first| first <= c);
    let has_two_bytes = |c| ('\u{c0}'..'\u{800}').contains(&c);
    // Combining marks go with any letter.
    let is_mark = matches!(c, '\u{300}'..='\u{36f}');
    let changes = has_two_bytes(before) && has_two_bytes(c) && alphabet(before) != alphabet(c);
    if changes && !is_mark { OTHER_ALPHABET } else { 0 }
}

/// The cost of a character in UTF-8, in text of any language.
pub(crate) fn utf_8(c: char) -> u32 {
    match c {
        '\u{ff00}'..='\u{ffef}' => 40,
        '\u{c0}'..='\u{ff}' => 28,
        'а'..='я' | 'А'..='Я' => 24,
        _ if matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{2010}'..='\u{303f}')
            || c.is_alphabetic() =>
        {
            listed(c).map_or(40, |costs| 4 + u32::from(costs.iter().copied().min().unwrap_or(84)))
        }
        _ => 52,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_costs_least_where_it_is_common() {
        let costs = |c| {
            use Language::{Japanese, Korean, Simplified, Traditional};
            [Simplified, Traditional, Japanese, Korean].map(|language| east(language, c))
        };
        // The commonest in Chinese; the commonest kana; the fourteenth in China, in Korea one of the hanja.
        assert_eq!(costs('的')[..2], [22, 22]);
        assert_eq!(costs('の'), [60, 60, 22, 60]);
        assert_eq!((costs('黑')[..2].to_vec(), costs('黑')[3]), (vec![28, 28], 68));
        assert_eq!(utf_8('の'), 26);
    }
}
