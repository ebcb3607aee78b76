//! Which legacy encoding a file without a (true) CA property is in.
//!
//! Game records hold little text: two names, two ranks, an event. Statistics over whole pages, which
//! is what detectors for the web count on, have nothing to hold on to there. So each candidate is
//! judged by how many bits it would take to write the file's text down in it: a character that
//! records in that language are full of costs little, a rare one much, and bytes that mean nothing
//! most of all. The candidate that needs the fewest bits wins, and its lead over the next one that
//! reads differently says how sure that is. All costs are in quarters of a bit.
//!
//! Between the encodings of one byte a character `chardetng` is asked as well: it knows the letter
//! sequences of many languages.

use std::sync::LazyLock;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, IBM866, ISO_8859_2, ISO_8859_7, KOI8_R, KOI8_U,
    MACINTOSH, SHIFT_JIS, UTF_8, WINDOWS_874, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252,
    WINDOWS_1253, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256, WINDOWS_1257, WINDOWS_1258,
};

use super::frequency::{JAPANESE, KOREAN, SIMPLIFIED, TRADITIONAL};

/// How sure a guess is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// Another encoding explains the bytes about as well: 4 bits or fewer lie between them.
    Doubtful,
    /// The best explanation by 4 to 16 bits.
    Likely,
    /// The best explanation by more than 16 bits: 65,536 to 1.
    Sure,
}

impl Confidence {
    /// The word that reports use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Doubtful => "doubtful",
            Self::Likely => "likely",
            Self::Sure => "sure",
        }
    }

    fn of_lead(lead: u32) -> Self {
        match lead {
            0..=16 => Self::Doubtful,
            17..=64 => Self::Likely,
            _ => Self::Sure,
        }
    }
}

/// What was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guess {
    pub encoding: &'static Encoding,
    pub confidence: Confidence,
}

/// How much text a guess is made from at most.
const ENOUGH: usize = 64 * 1024;

/// How many ASCII bytes are kept on each side of others: words, and second bytes of characters.
const AROUND: usize = 3;

/// Guesses the encoding of bytes that aren't valid in the one they should be in. `declared` is what
/// the record says about it, which counts for a little even where it can't be the whole truth.
pub(super) fn guess(bytes: &[u8], declared: Option<&'static Encoding>) -> Guess {
    let sample = beyond_ascii(bytes);
    let readings = readings(&sample, declared);
    // At least UTF-8 and windows-1252 are always there.
    let best = readings.iter().min_by_key(|r| r.cost).expect("candidates");
    let lead = readings
        .iter()
        .filter(|r| r.text != best.text)
        .map(|r| r.cost - best.cost)
        .min()
        .unwrap_or(u32::MAX);
    let encoding =
        if best.encoding == GBK && has_four_byte_chars(&sample) { GB18030 } else { best.encoding };
    Guess { encoding, confidence: Confidence::of_lead(lead) }
}

/// Whether bytes that are valid in a declared encoding are plainly something else all the same.
pub(super) fn contradicts(bytes: &[u8], declared: &'static Encoding) -> Option<Guess> {
    let found = guess(bytes, Some(declared));
    let same = found.encoding == declared
        || [found.encoding, declared].iter().all(|e| [GBK, GB18030].contains(e));
    (!same && found.confidence == Confidence::Sure).then_some(found)
}

/// One way to read the text.
struct Reading {
    encoding: &'static Encoding,
    text: String,
    cost: u32,
}

#[derive(Clone, Copy)]
enum Model {
    /// Any language; what is valid at all is as good as proven.
    Utf8,
    /// Characters of two bytes, of one language.
    East(Language),
    /// One byte a character, with the letters that are common in it.
    Letters(&'static str),
}

#[derive(Clone, Copy)]
enum Language {
    Simplified,
    Traditional,
    Japanese,
    Korean,
}

const WESTERN: &str = "éèáíóúñäöüßçàâêîôûëïåæøãõÉÖÜÄÅØ";
const CENTRAL: &str = "áčďéěíňóřšťúůýžąćęłńśźżäöüßőűăâîşţôľČŘŠŽŁŚÖÜ";
const CYRILLIC: &str = "оеаинтсрвлкмдпуяы";
const TURKISH: &str = "ğışçöüâîİŞĞÇÖÜ";
const BALTIC: &str = "āčēģīķļņšūžąęėįųõäöü";
const NO_LIST: &str = "";

/// The candidates, with what each costs before a byte is read. Where two explain the text equally
/// well, the first wins.
const CANDIDATES: [(&Encoding, Model, u32); 13] = [
    (UTF_8, Model::Utf8, 0),
    (GBK, Model::East(Language::Simplified), 0),
    (BIG5, Model::East(Language::Traditional), 8),
    (SHIFT_JIS, Model::East(Language::Japanese), 8),
    (EUC_KR, Model::East(Language::Korean), 8),
    (EUC_JP, Model::East(Language::Japanese), 20),
    (WINDOWS_1252, Model::Letters(WESTERN), 4),
    (WINDOWS_1250, Model::Letters(CENTRAL), 12),
    (WINDOWS_1251, Model::Letters(CYRILLIC), 12),
    (KOI8_R, Model::Letters(CYRILLIC), 16),
    (ISO_8859_2, Model::Letters(CENTRAL), 20),
    (MACINTOSH, Model::Letters(WESTERN), 36),
    (IBM866, Model::Letters(CYRILLIC), 36),
];

/// Candidates only where `chardetng` finds them the best of their kind.
const RARE: [(&Encoding, Model, u32); 9] = [
    (WINDOWS_1254, Model::Letters(TURKISH), 28),
    (WINDOWS_1257, Model::Letters(BALTIC), 28),
    (WINDOWS_1253, Model::Letters(NO_LIST), 28),
    (ISO_8859_7, Model::Letters(NO_LIST), 36),
    (WINDOWS_874, Model::Letters(NO_LIST), 28),
    (WINDOWS_1255, Model::Letters(NO_LIST), 28),
    (WINDOWS_1256, Model::Letters(NO_LIST), 28),
    (WINDOWS_1258, Model::Letters(NO_LIST), 36),
    (KOI8_U, Model::Letters(CYRILLIC), 28),
];

/// What the word of `chardetng`, and that of the record, are worth.
const DETECTOR_SAYS: u32 = 12;
const RECORD_SAYS: u32 = 48;

fn readings(sample: &[u8], declared: Option<&'static Encoding>) -> Vec<Reading> {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(sample, true);
    let favourite = Some(detector.guess(None, Utf8Detection::Deny)).filter(|e| e.is_single_byte());
    let wanted = |encoding| Some(encoding) == favourite || Some(encoding) == declared;
    CANDIDATES
        .iter()
        .chain(RARE.iter().filter(|c| wanted(c.0)))
        .map(|&(encoding, model, prior)| {
            let text = encoding.decode_without_bom_handling(sample).0.into_owned();
            let mut cost = prior + DETECTOR_SAYS + RECORD_SAYS + cost(model, &text);
            if Some(encoding) == favourite {
                cost -= DETECTOR_SAYS;
            }
            if declared.is_some_and(|d| d == encoding || (d == GB18030 && encoding == GBK)) {
                cost -= RECORD_SAYS;
            }
            Reading { encoding, text, cost }
        })
        .collect()
}

/// The bytes beyond ASCII with a little of what stands around them, parted by line breaks. No
/// character of any candidate is cut, because none has more than one ASCII byte in succession.
fn beyond_ascii(bytes: &[u8]) -> Vec<u8> {
    let mut sample = Vec::new();
    let mut taken = 0;
    let mut at = 0;
    while sample.len() < ENOUGH {
        at += Encoding::ascii_valid_up_to(&bytes[at..]);
        let from = at.saturating_sub(AROUND).max(taken);
        if at == bytes.len() {
            break;
        }
        if from > taken {
            sample.push(b'\n');
        }
        while at - from < ENOUGH && bytes.get(at).is_some_and(|b| !b.is_ascii()) {
            at += 1;
        }
        taken = bytes.len().min(at + AROUND);
        // What follows may hold the next one already.
        if let Some(next) = bytes[at..taken].iter().position(|b| !b.is_ascii()) {
            taken = at + next;
        }
        sample.extend_from_slice(&bytes[from..taken]);
        at = taken;
    }
    sample
}

/// Whether characters of GB18030 beyond GBK occur: the third byte of four is like the first.
fn has_four_byte_chars(sample: &[u8]) -> bool {
    sample
        .windows(4)
        .any(|w| w[0] >= 0x81 && w[1].is_ascii_digit() && w[2] >= 0x81 && w[3].is_ascii_digit())
        && GB18030.decode_without_bom_handling_and_without_replacement(sample).is_some()
}

const MALFORMED: u32 = 64;

/// What a text costs beyond its ASCII characters.
fn cost(model: Model, text: &str) -> u32 {
    let costs = &*COSTS;
    let mut total = 0u32;
    let mut chars = text.chars().peekable();
    let mut before = '\n';
    while let Some(c) = chars.next() {
        let after = chars.peek().copied().unwrap_or('\n');
        let near = Near { before, after };
        total = total.saturating_add(match (model, c) {
            (_, '\0'..='\x7f') => 0,
            (_, '\u{fffd}') => MALFORMED,
            (_, '\u{80}'..='\u{9f}') => 88,
            (Model::Utf8, _) => costs.utf8(c),
            (Model::East(language), _) => costs.east(language, c) + near.east(c),
            (Model::Letters(common), _) => near.letter(c, common),
        });
        before = c;
    }
    total
}

/// What stands on both sides of a character.
struct Near {
    before: char,
    after: char,
}

impl Near {
    /// What it costs an East Asian character to stand here.
    fn east(&self, c: char) -> u32 {
        let half_kana = |c| matches!(c, '\u{ff66}'..='\u{ff9f}');
        let mut cost = 0;
        // "Cho Chikun九段" happens; a character in the middle of a word does not.
        cost += match (self.before.is_ascii_alphabetic(), self.after.is_ascii_alphabetic()) {
            (true, true) => 32,
            (true, false) if self.before.is_ascii_lowercase() => 16,
            (false, true) if self.after.is_ascii_lowercase() => 16,
            (false, false) => 0,
            _ => 6,
        };
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

    /// What a character of an alphabet costs here.
    fn letter(&self, c: char, common: &str) -> u32 {
        if !c.is_alphabetic() {
            return match c {
                '’' | '‘' | '“' | '”' | '„' | '–' | '—' | '…' | '´' => 32,
                '«' | '»' | '°' | '½' | '·' | '\u{a0}' | '£' | '©' | '•' | '€' => 44,
                _ => 60,
            };
        }
        let latin = matches!(c, '\u{c0}'..='\u{24f}');
        let mut cost = match c {
            _ if common.contains(c) => {
                if latin {
                    24
                } else {
                    16
                }
            }
            'А'..='Я' => 28,
            'а'..='я' | 'ё' => 24,
            '\u{400}'..='\u{52f}' => 52,
            _ if common.is_empty() => 24,
            _ => 44,
        };
        if c.is_uppercase() && self.before.is_lowercase() {
            cost += 32;
        }
        if latin {
            let other = |c: char| c.is_alphabetic() && !c.is_ascii();
            if other(self.before) {
                cost += if self.before.is_lowercase() == c.is_lowercase() { 12 } else { 20 };
            }
            if !self.before.is_alphabetic() && !self.after.is_alphabetic() {
                cost += 24;
            }
        } else {
            cost += 24 * u32::from(self.before.is_ascii_alphabetic());
            cost += 24 * u32::from(self.after.is_ascii_alphabetic());
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
        costs.rank(Language::Simplified, SIMPLIFIED);
        costs.rank(Language::Traditional, TRADITIONAL);
        costs.rank(Language::Japanese, JAPANESE);
        costs.rank(Language::Korean, KOREAN);
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
        for lead in leads {
            for trail in first_trail..=0xfeu8 {
                let pair = [lead, trail];
                let (text, malformed) = encoding.decode_without_bom_handling(&pair);
                if let (Some(c), false) = (text.chars().next(), malformed) {
                    self.set(language, c, cost);
                }
            }
        }
    }

    /// Sets the costs of the commonest characters, most frequent first.
    fn rank(&mut self, language: Language, chars: &str) {
        for (rank, c) in chars.chars().enumerate() {
            self.set(language, c, 22 + 2 * (rank + 1).ilog2() as u8);
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
            '　' | '、' | '。' | '，' | '：' | '（' | '）' | '！' | '？' | '·' | '“' | '”'
            | '・' => 30,
            '《' | '》' | '「' | '」' | '【' | '】' | '；' | '－' | '０'..='９' => 36,
            'Ａ'..='Ｚ' | 'ａ'..='ｚ' | '\u{2010}'..='\u{203b}' | '■'..='◯' | '★' | '☆' => {
                40
            }
            '\u{ff61}'..='\u{ff9f}' => 32,
            '\u{ff00}'..='\u{ffef}' => 48,
            '\u{e000}'..='\u{f8ff}' => 104,
            _ => self.of(c).map_or(68, |costs| u32::from(costs[language as usize])),
        }
    }

    fn utf8(&self, c: char) -> u32 {
        match c {
            '\u{ff00}'..='\u{ffef}' => 40,
            _ if c.is_alphabetic() || matches!(c, '\u{2010}'..='\u{303f}') => self
                .of(c)
                .map_or(40, |costs| 4 + u32::from(costs.iter().copied().min().unwrap_or(84))),
            _ => 52,
        }
    }
}
