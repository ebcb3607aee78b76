//! Names of players in the form in which they are compared: `name_keys`.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::sgf::rank;

/// Returns the forms in which a name is compared: without case, accents, punctuation and rank, given and family name in
/// either order. A name in two scripts (`柯洁 Ke Jie`) has a form for each. Empty if nothing is left.
#[must_use]
pub fn name_keys(name: &str) -> Vec<String> {
    let folded: String = name
        .chars()
        .nfkd()
        .filter(|&c| !is_combining_mark(c))
        .flat_map(char::to_lowercase)
        .flat_map(|c| spelt(c).chars().chain(spelt(c).is_empty().then_some(c)).collect::<Vec<_>>())
        .collect();
    // NFKD takes the syllables of Hangul apart.
    let folded: String = folded.nfc().collect();
    // Apostrophes belong to a word: O'Brien is OBrien.
    let folded = folded.replace(['\'', '’', '`', '´'], "");
    let words: Vec<&str> =
        folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_number = |c: char| c.is_ascii_digit() || "一二三四五六七八九十".contains(c);
    let is_rank = |word: &&str| rank(word).is_some() && word.chars().any(is_number);
    let named: Vec<&str> = words.iter().copied().filter(|word| !is_rank(word)).collect();
    let words = if named.is_empty() { words } else { named };
    let (mut east, mut west) = (String::new(), Vec::new());
    for word in words {
        // Such names have a fixed order, with or without a blank.
        if word.chars().all(is_east_asian) { east.push_str(word) } else { west.push(word) }
    }
    west.sort_unstable();
    let keys = [east, west.join(" ")];
    keys.into_iter().filter(|key| !key.is_empty()).collect()
}

/// Returns how a letter that has no decomposition is spelt without its mark; empty for all others.
fn spelt(c: char) -> &'static str {
    match c {
        'ł' => "l",
        'ø' => "o",
        'đ' | 'ð' => "d",
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ı' => "i",
        'þ' => "th",
        'ħ' => "h",
        _ => "",
    }
}

fn is_east_asian(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_names_have_the_same_form() {
        for same in [
            &["José Pérez", "PEREZ Jose", "Pérez, José", "perez_jose", "José Pérez 3d"][..],
            &["Łukasz Wójcik", "Wojcik Lukasz"],
            &["Jørn O'Brien", "OBrien, Jorn [2k]"],
            &["柯 洁", "柯洁", "柯洁 9p", "柯洁(九段)"],
            &["신진서", "신진서 9p"],
            &["Ｋｅ　Ｊｉｅ", "ke jie", "Jie Ke"],
        ] {
            for name in same {
                assert_eq!(name_keys(name), name_keys(same[0]), "{name}");
            }
        }
    }

    #[test]
    fn a_name_in_two_scripts_has_two_forms() {
        assert_eq!(name_keys("柯洁 (Ke Jie)"), ["柯洁", "jie ke"]);
    }

    #[test]
    fn other_names_have_other_forms() {
        assert_ne!(name_keys("Jon Smith"), name_keys("John Smith"));
        assert_ne!(name_keys("张三"), name_keys("三张"));
        assert!(name_keys(" - ").is_empty());
        // A rank alone may be a name.
        assert_eq!(name_keys("5d"), ["5d"]);
    }
}
