//! The cost of a text in bits, assuming that it is in one language or another.
//!
//! Costs are in quarters of a bit: about minus four times the binary logarithm of how often a
//! character occurs in records in that language.

use super::cjk::{Language, east, utf_8, utf_8_behind};
use super::single_byte::{Class, Letters, company, cost_of_no_text};

/// The way in which the cost of a text is computed.
#[derive(Clone, Copy)]
pub(crate) enum Model {
    /// Any language, since valid UTF-8 is as good as proven.
    Utf8,
    /// Characters of two bytes, of one language.
    East(Language),
    /// One byte per character, with the letters of the languages that are written in it.
    Letters(&'static [Letters]),
}

/// Letters beyond ASCII, the commonest first, of German, French, Spanish, the Nordic languages, Portuguese,
/// Italian and Icelandic.
pub(crate) static WESTERN: [Letters; 7] = [
    Letters::new("üöäßÜÖÄé"),
    Letters::new("éèçàêâîôûïëÉÈÀÇŒœ"),
    Letters::new("áíéóñúüÁÍÉÓÑÚ"),
    Letters::new("åäöøæéÅÖÄØÆ"),
    Letters::new("ãáçéíóêõâúôàÁÉ"),
    Letters::new("àòèùìéÀÈ"),
    Letters::new("áíðóéöúþýæÞÁÍÓÉÖÚ"),
];
/// Letters beyond ASCII of Czech and Slovak, Polish, Hungarian, Romanian, Slovene and Croat, German.
pub(crate) static CENTRAL: [Letters; 6] = [
    Letters::new("áíéěýčřšžůúóťňďľôäĺŕČŠŘŽÚÍŽ"),
    Letters::new("łąóęśżńćźŁŚŻÓĆŹ"),
    Letters::new("áéöóíőüúűÁÉÖÓÍŐÜÚŰ"),
    Letters::new("ăîâşţÎŞŢĂÂ"),
    Letters::new("čžšćđČŽŠĆĐ"),
    Letters::new("üöäßÜÖÄ"),
];
pub(crate) static CYRILLIC: [Letters; 1] = [Letters::new("оаеинтрвслкмдпуяыьгзбчйхжшюцщэфё")];
pub(crate) static GREEK: [Letters; 1] = [Letters::new("αοιετσνηυρπκμλςωγδχθάόίήέύφβώξζψ")];
pub(crate) static TURKISH: [Letters; 1] = [Letters::new("ıüöçşğİÖÇŞÜâ")];
pub(crate) static BALTIC: [Letters; 3] =
    [Letters::new("āšīēžņčūļģķŠŽĀĒČ"), Letters::new("ėšžųąįūęčŠŽČ"), Letters::new("äõöüšžÕÄÖÜ")];
pub(crate) static OTHER: [Letters; 1] = [Letters::new("")];

/// The cost of a text, if it is at most `limit`. `text` returns its characters.
pub(crate) fn cost<T: Iterator<Item = char>>(
    model: Model,
    text: impl Fn() -> T,
    limit: u32,
) -> Option<u32> {
    match model {
        Model::Utf8 => sum(text(), limit, |c, near| utf_8(c) + utf_8_behind(near.before, c)),
        Model::East(language) => {
            sum(text(), limit, |c, near| near.east(language, c, east(language, c)))
        }
        Model::Letters(languages) => languages.iter().fold(None, |best, letters| {
            let of = |c, near: &Near| {
                let [before, class, after] = [near.before, c, near.after].map(Class::from_char);
                letters.cost(c, class) + company(before, class, after)
            };
            sum(text(), best.unwrap_or(limit), of).or(best)
        }),
    }
}

/// The cost of a text if `of` is the cost of a character of text beyond ASCII. `None` above `limit`.
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
            _ => cost_of_no_text(c).unwrap_or_else(|| of(c, &Near { before, after })),
        });
        if total > limit {
            return None;
        }
        before = c;
    }
    Some(total)
}

/// Reduction of the cost of kana behind kana.
const CONTINUED_KANA: u32 = 22;

/// The neighbours of a character.
struct Near {
    before: char,
    after: char,
}

impl Near {
    /// The cost of an East Asian character here. `cost`: its cost anywhere.
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
        // A Japanese name in a Chinese or Korean record: kana follow kana.
        let kana = |c| matches!(c, '\u{3041}'..='\u{30fe}');
        if kana(c) && kana(self.before) && !matches!(language, Language::Japanese) {
            cost = cost.saturating_sub(CONTINUED_KANA);
        }
        if half_kana(c) {
            cost += match c {
                // The voiced mark is after k, s, t, h and u, the half-voiced one after h.
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

#[cfg(test)]
mod tests {
    use encoding_rs::{
        Encoding, IBM866, MACINTOSH, WINDOWS_1250, WINDOWS_1252, WINDOWS_1255, WINDOWS_1257,
    };
    use proptest::prelude::*;

    use super::super::single_byte::Alphabet;
    use super::*;

    static SOME: [(&Encoding, &[Letters]); 6] = [
        (WINDOWS_1252, &WESTERN),
        (WINDOWS_1250, &CENTRAL),
        (IBM866, &CYRILLIC),
        (WINDOWS_1257, &BALTIC),
        (MACINTOSH, &WESTERN),
        (WINDOWS_1255, &OTHER),
    ];

    proptest! {
        #[test]
        fn an_alphabet_gives_the_cost_of_the_decoded_text(
            bytes in prop::collection::vec(prop_oneof![any::<u8>(), 0xc0..=0xffu8, b'A'..=b'z'], 0..60),
            which in 0..SOME.len(),
            limit in prop_oneof![Just(u32::MAX), 0..3000u32],
        ) {
            let (encoding, languages) = SOME[which];
            let (text, _) = encoding.decode_without_bom_handling(&bytes);
            let by_text = cost(Model::Letters(languages), || text.chars(), limit);
            prop_assert_eq!(Alphabet::new(encoding, languages).cost(&bytes, limit), by_text);
        }
    }
}
