//! What East Asian characters cost, by language.
//!
//! `cjk.bin` holds it for all from U+3000 to the last syllable of Hangul, four bytes for each: in
//! simplified and traditional Chinese, Japanese and Korean. `tests/suite/sgf_cjk_costs.rs` derives it from the
//! standards of the encodings and from how often characters occur, and compares.

#[derive(Clone, Copy)]
pub(crate) enum Language {
    Simplified,
    Traditional,
    Japanese,
    Korean,
}

/// By character, from [`FIRST`] on.
static COSTS: &[[u8; 4]] = include_bytes!("cjk.bin").as_chunks().0;

const FIRST: u32 = 0x3000;

fn of(c: char) -> Option<&'static [u8; 4]> {
    COSTS.get(u32::from(c).checked_sub(FIRST)? as usize)
}

/// What a character costs in a language.
pub(crate) fn east(language: Language, c: char) -> u32 {
    match c {
        '\u{4e00}'..='\u{d7a3}' => of(c).map_or(68, |costs| u32::from(costs[language as usize])),
        '　' | '、' | '。' | '，' | '：' | '（' | '）' | '！' | '？' | '·' | '“' | '”' | '・' => {
            30
        }
        '《' | '》' | '「' | '」' | '【' | '】' | '；' | '－' | '０'..='９' => 36,
        'Ａ'..='Ｚ' | '\u{2010}'..='\u{203b}' | '■'..='◯' | '★' | '☆' => 40,
        '\u{ff61}'..='\u{ff9f}' => 32,
        '\u{ff00}'..='\u{ffef}' => 60,
        '\u{e000}'..='\u{f8ff}' => 104,
        _ => of(c).map_or(68, |costs| u32::from(costs[language as usize])),
    }
}

/// What a character costs in text of any language.
pub(crate) fn utf_8(c: char) -> u32 {
    match c {
        '\u{ff00}'..='\u{ffef}' => 40,
        '\u{c0}'..='\u{ff}' => 28,
        'а'..='я' | 'А'..='Я' => 24,
        _ if matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{2010}'..='\u{303f}')
            || c.is_alphabetic() =>
        {
            of(c).map_or(40, |costs| 4 + u32::from(costs.iter().copied().min().unwrap_or(84)))
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
        // The first of the commonest; the first kana; the fourteenth in China, and in Korea one of the hanja.
        assert_eq!(costs('的')[..2], [22, 22]);
        assert_eq!(costs('の'), [60, 60, 22, 60]);
        assert_eq!((costs('黑')[..2].to_vec(), costs('黑')[3]), (vec![28, 28], 68));
        assert_eq!(utf_8('の'), 26);
    }
}
