//! What a text costs in bits if it is in one language or another.
//!
//! Costs are in quarters of a bit: about minus four times the binary logarithm of how often a
//! character occurs in records in that language.

use std::sync::LazyLock;

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GBK};

use super::alphabet::{Class, company, letter};
use super::frequency::{JAPANESE, KOREAN, SIMPLIFIED, TRADITIONAL};

#[derive(Clone, Copy)]
pub(super) enum Model {
    /// Any language; what is valid at all is as good as proven.
    Utf8,
    /// Characters of two bytes, of one language.
    East(Language),
    /// One byte a character, with the letters of the languages that are written in it.
    Letters(&'static [&'static str]),
}

#[derive(Clone, Copy)]
pub(super) enum Language {
    Simplified,
    Traditional,
    Japanese,
    Korean,
}

/// The letters beyond ASCII of languages, the commonest first: German, French, Spanish, the Nordic
/// ones, Portuguese, Italian, Icelandic.
pub(super) const WESTERN: [&str; 7] = [
    "üöäßÜÖÄé",
    "éèçàêâîôûïëÉÈÀÇŒœ",
    "áíéóñúüÁÍÉÓÑÚ",
    "åäöøæéÅÖÄØÆ",
    "ãáçéíóêõâúôàÁÉ",
    "àòèùìéÀÈ",
    "áíðóéöúþýæÞÁÍÓÉÖÚ",
];
/// Czech and Slovak, Polish, Hungarian, Romanian, Slovene and Croat, German.
pub(super) const CENTRAL: [&str; 6] = [
    "áíéěýčřšžůúóťňďľôäĺŕČŠŘŽÚÍŽ",
    "łąóęśżńćźŁŚŻÓĆŹ",
    "áéöóíőüúűÁÉÖÓÍŐÜÚŰ",
    "ăîâşţÎŞŢĂÂ",
    "čžšćđČŽŠĆĐ",
    "üöäßÜÖÄ",
];
pub(super) const CYRILLIC: [&str; 1] = ["оаеинтрвслкмдпуяыьгзбчйхжшюцщэфё"];
pub(super) const GREEK: [&str; 1] = ["αοιετσνηυρπκμλςωγδχθάόίήέύφβώξζψ"];
pub(super) const TURKISH: [&str; 1] = ["ıüöçşğİÖÇŞÜâ"];
pub(super) const BALTIC: [&str; 3] = ["āšīēžņčūļģķŠŽĀĒČ", "ėšžųąįūęčŠŽČ", "äõöüšžÕÄÖÜ"];
pub(super) const OTHER: [&str; 1] = [""];

const MALFORMED: u32 = 72;

/// What a text costs, if that is no more than `limit`. `text` makes its characters.
pub(super) fn cost<T: Iterator<Item = char>>(
    model: Model,
    text: impl Fn() -> T,
    limit: u32,
) -> Option<u32> {
    let costs = &*COSTS;
    match model {
        Model::Utf8 => sum(text(), limit, |c, _| costs.utf8(c)),
        Model::East(language) => {
            sum(text(), limit, |c, near| near.east(language, c, costs.east(language, c)))
        }
        Model::Letters(languages) => languages.iter().fold(None, |best, common| {
            let of = |c, near: &Near| {
                let [before, class, after] = [near.before, c, near.after].map(Class::of);
                letter(c, class, common) + company(before, class, after)
            };
            sum(text(), best.unwrap_or(limit), of).or(best)
        }),
    }
}

/// What a text costs if `of` says it of the characters beyond ASCII that mean something.
fn sum(
    text: impl Iterator<Item = char>,
    limit: u32,
    of: impl Fn(char, &Near) -> u32,
) -> Option<u32> {
    let mut total = 0u32;
    let mut chars = text.peekable();
    let mut before = '\n';
    while let Some(c) = chars.next() {
        let after = chars.peek().copied().unwrap_or('\n');
        total = total.saturating_add(match c {
            '\0'..='\x7f' if before.is_ascii() => 0,
            _ => meaningless(c).unwrap_or_else(|| of(c, &Near { before, after })),
        });
        if total > limit {
            return None;
        }
        before = c;
    }
    Some(total)
}

/// What a character costs that isn't text beyond ASCII; one of ASCII behind one that is beyond it.
pub(super) fn meaningless(c: char) -> Option<u32> {
    Some(match c {
        // In another candidate it may be the second half of the character before.
        'a'..='z' => 12,
        ' ' | ']' | '0'..='9' | '\n' | '\r' => 8,
        'A'..='Z' => 16,
        '\0'..='\x7f' => 24,
        '\u{fffd}' => MALFORMED,
        '\u{80}'..='\u{9f}' => 88,
        _ => return None,
    })
}

/// What stands on both sides of a character.
struct Near {
    before: char,
    after: char,
}

impl Near {
    /// What an East Asian character costs here, if `cost` is what it costs anywhere.
    fn east(&self, language: Language, c: char, cost: u32) -> u32 {
        let half_kana = |c| matches!(c, '\u{ff66}'..='\u{ff9f}');
        let mut cost = cost;
        // "Cho Chikun九段" happens; a character in the middle of a word does not.
        cost += match (self.before.is_ascii_alphabetic(), self.after.is_ascii_alphabetic()) {
            (true, true) => 32,
            (true, false) if self.before.is_ascii_lowercase() => 16,
            (false, true) if self.after.is_ascii_lowercase() => 16,
            (false, false) => 0,
            _ => 6,
        };
        // A Japanese name in a Chinese or Korean record: what is once begun goes on.
        let kana = |c| matches!(c, '\u{3041}'..='\u{30fe}');
        if kana(c) && kana(self.before) && !matches!(language, Language::Japanese) {
            cost = cost.saturating_sub(CONTINUED_KANA);
        }
        if half_kana(c) {
            cost += match c {
                // The voiced mark stands after k, s, t, h and u, the half-voiced one after h.
                'ﾞ' if !matches!(self.before, 'ｶ'..='ﾄ' | 'ﾊ'..='ﾎ' | 'ｳ') => 24,
                'ﾟ' if !matches!(self.before, 'ﾊ'..='ﾎ') => 24,
                'ｦ' => 16,
                'ｧ'..='ｰ' if !half_kana(self.before) => 24,
                _ => 0,
            };
        } else if half_kana(self.before) && !c.is_ascii() {
            cost += 12;
        }
        cost
    }
}

/// The costs of East Asian characters by language.
struct Costs {
    /// From U+3000 to the last syllable of Hangul.
    by_char: Vec<[u8; 4]>,
}

static COSTS: LazyLock<Costs> = LazyLock::new(Costs::new);

/// Kana in another language's encoding, and what they save after others.
const FOREIGN_KANA: u8 = 60;
const CONTINUED_KANA: u32 = 22;

/// What a character costs more that another language has and this one writes otherwise.
const FOREIGN_HAN: u8 = 20;

const FIRST: u32 = 0x3000;
const LAST: u32 = 0xd7a3;

impl Costs {
    fn new() -> Self {
        let mut costs = Self { by_char: vec![[84; 4]; (LAST - FIRST + 1) as usize] };
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
        leads: std::ops::RangeInclusive<u8>,
        cost: u8,
    ) {
        let first_trail = if encoding == BIG5 { 0x40 } else { 0xa1 };
        let trails = first_trail..=0xfeu8;
        let mut row = Vec::with_capacity(2 * trails.len());
        for lead in leads {
            row.clear();
            trails.clone().for_each(|trail| row.extend([lead, trail]));
            let (text, _) = encoding.decode_without_bom_handling(&row);
            let mut chars = text.chars();
            for trail in trails.clone() {
                match chars.next() {
                    // A pair that means nothing; the second half may be ASCII, which stands for itself.
                    Some('\u{fffd}') if trail.is_ascii() => _ = chars.next(),
                    Some('\u{fffd}') => {}
                    Some(c) => self.set(language, c, cost),
                    None => break,
                }
            }
        }
    }

    /// Sets the costs of the commonest characters, most frequent first.
    fn rank(&mut self, language: Language, chars: &str, foreign: u8) {
        for (rank, c) in chars.chars().enumerate() {
            let cost = 22 + 2 * (rank + 1).ilog2() as u8 + foreign;
            if self.of(c).is_some_and(|costs| cost < costs[language as usize]) {
                self.set(language, c, cost);
            }
        }
    }

    fn set(&mut self, language: Language, c: char, cost: u8) {
        if let Some(costs) =
            u32::from(c).checked_sub(FIRST).and_then(|i| self.by_char.get_mut(i as usize))
        {
            costs[language as usize] = cost;
        }
    }

    fn of(&self, c: char) -> Option<&[u8; 4]> {
        u32::from(c).checked_sub(FIRST).and_then(|i| self.by_char.get(i as usize))
    }

    fn east(&self, language: Language, c: char) -> u32 {
        match c {
            '\u{4e00}'..='\u{d7a3}' => {
                self.of(c).map_or(68, |costs| u32::from(costs[language as usize]))
            }
            '　' | '、' | '。' | '，' | '：' | '（' | '）' | '！' | '？' | '·' | '“' | '”'
            | '・' => 30,
            '《' | '》' | '「' | '」' | '【' | '】' | '；' | '－' | '０'..='９' => 36,
            'Ａ'..='Ｚ' | '\u{2010}'..='\u{203b}' | '■'..='◯' | '★' | '☆' => 40,
            '\u{ff61}'..='\u{ff9f}' => 32,
            '\u{ff00}'..='\u{ffef}' => 60,
            '\u{e000}'..='\u{f8ff}' => 104,
            _ => self.of(c).map_or(68, |costs| u32::from(costs[language as usize])),
        }
    }

    fn utf8(&self, c: char) -> u32 {
        match c {
            '\u{ff00}'..='\u{ffef}' => 40,
            '\u{c0}'..='\u{ff}' => 28,
            'а'..='я' | 'А'..='Я' => 24,
            _ if matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{2010}'..='\u{303f}')
                || c.is_alphabetic() =>
            {
                self.of(c)
                    .map_or(40, |costs| 4 + u32::from(costs.iter().copied().min().unwrap_or(84)))
            }
            _ => 52,
        }
    }
}
