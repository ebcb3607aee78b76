//! The cost of letters in encodings of one byte per character.

use encoding_rs::Encoding;

/// The properties of a character that matter to the cost of its neighbours: a set of the bits below.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Class(u16);

impl Class {
    const ASCII: u16 = 1;
    const ALPHABETIC: u16 = 1 << 1;
    const LOWER: u16 = 1 << 2;
    const UPPER: u16 = 1 << 3;
    /// Latin letters beyond ASCII.
    const LATIN: u16 = 1 << 4;
    const ENYE: u16 = 1 << 5;
    /// The letters that may follow ñ.
    const VOWEL: u16 = 1 << 6;

    /// The class before and after all text.
    const LINE_BREAK: Self = Self(Self::ASCII);

    pub(super) fn from_char(c: char) -> Self {
        let bit = |is: bool, bit: u16| if is { bit } else { 0 };
        Self(
            bit(c.is_ascii(), Self::ASCII)
                | bit(c.is_alphabetic(), Self::ALPHABETIC)
                | bit(c.is_lowercase(), Self::LOWER)
                | bit(c.is_uppercase(), Self::UPPER)
                | bit(matches!(c, '\u{c0}'..='\u{24f}'), Self::LATIN)
                | bit(c == 'ñ', Self::ENYE)
                | bit("aeioué".contains(c), Self::VOWEL),
        )
    }

    const fn has(self, bit: u16) -> bool {
        self.0 & bit != 0
    }

    const fn is_ascii_letter(self) -> bool {
        self.has(Self::ASCII) && self.has(Self::ALPHABETIC)
    }
}

/// The letters beyond ASCII of a language.
pub(crate) struct Letters {
    /// For each character its rank, from 1 for the commonest. 0 for others.
    ranks: [u8; Self::END],
    is_empty: bool,
}

impl Letters {
    /// One past the last letter of all languages.
    const END: usize = 0x460;

    /// The letters of a language, the commonest first. Each must have two bytes in UTF-8.
    pub(super) const fn new(commonest: &str) -> Self {
        let mut ranks = [0; Self::END];
        let mut rest = commonest.as_bytes();
        let mut rank = 1;
        while let [first, second, behind @ ..] = rest {
            assert!(*first & 0xe0 == 0xc0);
            let letter = (*first as usize & 0x1f) << 6 | *second as usize & 0x3f;
            // The first occurrence of a letter counts.
            if ranks[letter] == 0 {
                ranks[letter] = rank;
            }
            (rest, rank) = (behind, rank + 1);
        }
        assert!(rest.is_empty());
        Self { ranks, is_empty: commonest.is_empty() }
    }

    fn rank(&self, c: char) -> Option<u32> {
        let rank = self.ranks.get(c as usize).copied().unwrap_or(0);
        (rank > 0).then(|| u32::from(rank))
    }

    /// The cost of a character in the language, without its neighbours. `class` is the character's.
    pub(super) fn cost(&self, c: char, class: Class) -> u32 {
        if !class.has(Class::ALPHABETIC) {
            return match c {
                '’' | '‘' | '“' | '”' | '„' | '–' | '—' | '…' | '´' => 32,
                '«' | '»' | '°' | '½' | '·' | '\u{a0}' | '£' | '©' | '•' | '€' => 44,
                _ => 60,
            };
        }
        let is_known = |c| self.rank(c).is_some();
        match self.rank(c) {
            Some(rank) if class.has(Class::LATIN) => 18 + 5 * rank.ilog2(),
            Some(rank) => 12 + 3 * rank.ilog2(),
            None if self.is_empty => 24,
            None if class.has(Class::UPPER) && c.to_lowercase().any(is_known) => 28,
            None => 52,
        }
    }
}

/// Cost added to a character of the class `c` for its neighbours.
pub(crate) fn company(before: Class, c: Class, after: Class) -> u32 {
    if !c.has(Class::ALPHABETIC) {
        return 0;
    }
    let mut cost = 0;
    // Only a vowel follows ñ; elsewhere the byte is Polish ń.
    if c.has(Class::ENYE) && !after.has(Class::VOWEL) {
        cost += 40;
    }
    // "hÉllo" and "HÉllo" aren't words.
    if c.has(Class::UPPER) && before.has(Class::ALPHABETIC) {
        cost += match (before.has(Class::LOWER), after.has(Class::LOWER)) {
            (true, _) => 32,
            (_, true) => 24,
            _ => 0,
        };
    }
    if c.has(Class::LATIN) {
        if before.has(Class::ALPHABETIC) && !before.has(Class::ASCII) {
            cost += 12;
        }
        if !before.has(Class::ALPHABETIC) && !after.has(Class::ALPHABETIC) {
            cost += 24;
        }
    } else {
        cost += 24 * u32::from(before.is_ascii_letter());
        cost += 24 * u32::from(after.is_ascii_letter());
    }
    cost
}

/// Cost of a malformed byte sequence.
const MALFORMED: u32 = 72;

/// The cost of a character that isn't text beyond ASCII: a control character, a malformed sequence, or an
/// ASCII character behind one beyond ASCII. `None` for text.
pub(crate) fn cost_of_no_text(c: char) -> Option<u32> {
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

/// An encoding of one byte per character with the letters of some languages, as tables.
pub(crate) struct Alphabet {
    classes: [Class; 256],
    /// The least cost of each byte: of ASCII, its cost behind a byte beyond ASCII; of others, the minimum over
    /// all languages, without the company.
    least: [u32; 256],
    /// Cost added to `least` in each language, for each byte.
    more: Vec<[u32; 256]>,
}

impl Alphabet {
    /// The tables of an encoding, for the letters of `languages`.
    pub(super) fn new(encoding: &'static Encoding, languages: &[Letters]) -> Self {
        let mut alphabet = Self {
            classes: [Class::LINE_BREAK; 256],
            least: [0; 256],
            more: vec![[0; 256]; languages.len()],
        };
        let bytes: Vec<u8> = (0..=u8::MAX).collect();
        let (text, _) = encoding.decode_without_bom_handling(&bytes);
        for (byte, c) in text.chars().enumerate() {
            let class = Class::from_char(c);
            alphabet.classes[byte] = class;
            if let Some(cost) = cost_of_no_text(c) {
                alphabet.least[byte] = cost;
                continue;
            }
            let mut least = u32::MAX;
            for (more, letters) in alphabet.more.iter_mut().zip(languages) {
                more[byte] = letters.cost(c, class);
                least = least.min(more[byte]);
            }
            alphabet.more.iter_mut().for_each(|more| more[byte] -= least);
            alphabet.least[byte] = least;
        }
        alphabet
    }

    /// The cost of bytes in the language that suits them best. `None` above `limit`.
    pub(super) fn cost(&self, bytes: &[u8], limit: u32) -> Option<u32> {
        let class = |byte: u8| self.classes[usize::from(byte)];
        let mut total = 0;
        let mut before = Class::LINE_BREAK;
        for (at, &byte) in bytes.iter().enumerate() {
            let here = class(byte);
            if !here.has(Class::ASCII) {
                let after = bytes.get(at + 1).map_or(Class::LINE_BREAK, |&byte| class(byte));
                total += self.least[usize::from(byte)] + company(before, here, after);
            } else if !before.has(Class::ASCII) {
                total += self.least[usize::from(byte)];
            }
            if total > limit {
                return None;
            }
            before = here;
        }
        let more = |language: &[u32; 256]| bytes.iter().map(|&b| language[usize::from(b)]).sum();
        let total = total + self.more.iter().map(more).min().unwrap_or(0);
        (total <= limit).then_some(total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commonest_letter_costs_least() {
        let cost = |letters: &Letters, c| letters.cost(c, Class::from_char(c));
        let letters = Letters::new("üöé");
        assert_eq!(
            ['ü', 'ö', 'é', 'Ü', 'ß', '«'].map(|c| cost(&letters, c)),
            [18, 23, 23, 28, 52, 44]
        );
        let letters = Letters::new("ёя");
        assert_eq!(['ё', 'я', 'Я', 'ж'].map(|c| cost(&letters, c)), [12, 15, 28, 52]);
        assert_eq!(cost(&Letters::new(""), 'ж'), 24);
    }
}
