//! The costs of East Asian characters are derived again and compared with `src/core/sgf/text/detect/cjk.bin`: from the order of
//! characters in the standards of the encodings, and from the frequency of characters.

mod frequency;

use std::fs;
use std::ops::RangeInclusive;

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GBK};

use frequency::{JAPANESE, KOREAN, SIMPLIFIED, TRADITIONAL};

/// The costs by character and language.
static COSTS: &[[u8; 4]] =
    include_bytes!("../../../src/core/sgf/text/detect/cjk.bin").as_chunks().0;

/// The character that the table begins with.
const FIRST: u32 = 0x3000;

/// A written language: a column of the table.
#[derive(Clone, Copy)]
enum Language {
    Simplified,
    Traditional,
    Japanese,
    Korean,
}

/// The last syllable of Hangul.
const LAST: u32 = 0xd7a3;

/// Cost of kana in another language's encoding.
const FOREIGN_KANA: u8 = 60;

/// Cost added to a character that is common in another language and that this one writes otherwise.
const FOREIGN_HAN: u8 = 20;

struct Costs(Vec<[u8; 4]>);

impl Costs {
    fn derive() -> Self {
        let mut costs = Self(vec![[84; 4]; (LAST - FIRST + 1) as usize]);
        // The standards sort their characters by frequency: a first level, then the rest.
        let rows = |from: u8, to: u8| from..=to;
        costs.fill(Language::Simplified, GBK, rows(0xd8, 0xf7), 72);
        costs.fill(Language::Simplified, GBK, rows(0xb0, 0xd7), 62);
        costs.fill(Language::Traditional, BIG5, rows(0xc9, 0xf9), 72);
        costs.fill(Language::Traditional, BIG5, rows(0xa4, 0xc6), 62);
        costs.fill(Language::Japanese, EUC_JP, rows(0xd0, 0xf4), 72);
        costs.fill(Language::Japanese, EUC_JP, rows(0xb0, 0xcf), 62);
        costs.fill(Language::Japanese, EUC_JP, rows(0xa4, 0xa5), 44);
        costs.fill(Language::Korean, EUC_KR, rows(0xca, 0xfd), 68);
        costs.fill(Language::Korean, EUC_KR, rows(0xb0, 0xc8), 56);
        for language in [Language::Simplified, Language::Traditional, Language::Korean] {
            costs.fill(language, EUC_JP, rows(0xa4, 0xa5), FOREIGN_KANA);
        }
        costs.rank(Language::Simplified, SIMPLIFIED, 0);
        costs.rank(Language::Traditional, TRADITIONAL, 0);
        costs.rank(Language::Japanese, JAPANESE, 0);
        costs.rank(Language::Korean, KOREAN, 0);
        // GBK holds the characters of all three, and records of games between them use it so.
        costs.rank(Language::Simplified, TRADITIONAL, FOREIGN_HAN);
        let kanji: String = JAPANESE.chars().filter(|&c| c >= '\u{4e00}').collect();
        costs.rank(Language::Simplified, &kanji, FOREIGN_HAN);
        costs
    }

    /// Sets the cost of all characters whose first byte is one of `leads`.
    fn fill(
        &mut self,
        language: Language,
        encoding: &'static Encoding,
        leads: RangeInclusive<u8>,
        cost: u8,
    ) {
        let first_trail = if encoding == BIG5 { 0x40 } else { 0xa1 };
        for lead in leads {
            for trail in first_trail..=0xfeu8 {
                let pair = [lead, trail];
                let (text, malformed) = encoding.decode_without_bom_handling(&pair);
                // A valid pair may decode to two characters, of which the first counts.
                if let Some(c) = text.chars().next().filter(|_| !malformed) {
                    self.set(language, c, cost);
                }
            }
        }
    }

    /// Lowers the costs of the commonest characters, given most frequent first.
    fn rank(&mut self, language: Language, chars: &str, surcharge: u8) {
        for (rank, c) in chars.chars().enumerate() {
            let cost = 22 + 2 * (rank + 1).ilog2() as u8 + surcharge;
            let before = u32::from(c).checked_sub(FIRST).and_then(|i| self.0.get(i as usize));
            if before.is_some_and(|costs| cost < costs[language as usize]) {
                self.set(language, c, cost);
            }
        }
    }

    fn set(&mut self, language: Language, c: char, cost: u8) {
        let place = u32::from(c).checked_sub(FIRST);
        if let Some(costs) = place.and_then(|place| self.0.get_mut(place as usize)) {
            costs[language as usize] = cost;
        }
    }
}

#[test]
fn the_file_holds_what_standards_and_frequencies_say() {
    let derived = Costs::derive().0;
    if derived != COSTS {
        let file = std::env::temp_dir().join("cjk.bin");
        fs::write(&file, derived.as_flattened()).unwrap();
        panic!("src/core/sgf/text/detect/cjk.bin should hold what {} does", file.display());
    }
}
