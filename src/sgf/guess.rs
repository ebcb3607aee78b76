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
            17..=SURE => Self::Likely,
            _ => Self::Sure,
        }
    }
}

/// The lead beyond which a guess is sure.
const SURE: u32 = 64;

/// What was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guess {
    pub encoding: &'static Encoding,
    pub confidence: Confidence,
}

/// How much text a guess is made from at most.
const ENOUGH: usize = 16 * 1024;

/// How many ASCII bytes are kept on each side of others: words, and second bytes of characters.
const AROUND: usize = 3;

/// Guesses the encoding of bytes that aren't valid in the one they should be in. `declared` is what
/// the record says about it, which counts for a little even where it can't be the whole truth.
pub(super) fn guess(bytes: &[u8], declared: Option<&'static Encoding>) -> Guess {
    let sample = beyond_ascii(bytes);
    let mut contest = Contest::new(&sample, declared);
    CANDIDATES.iter().for_each(|candidate| contest.enter(candidate));
    if contest.is_open() {
        contest.ask_detector();
    }
    let (found, confidence) = contest.outcome();
    let encoding = if found == GBK && has_four_byte_chars(&sample) { GB18030 } else { found };
    Guess { encoding, confidence }
}

/// Whether bytes that are valid in a declared encoding are plainly something else all the same.
pub(super) fn contradicts(bytes: &[u8], declared: &'static Encoding) -> Option<Guess> {
    let found = guess(bytes, Some(declared));
    let found = match found.encoding {
        e if e == declared || e == GBK && declared == GB18030 => return None,
        // Western records name a charset of one byte or another as their program's default is, and
        // a few letters don't tell them apart; whole words of another script do.
        e if e.is_single_byte() && declared.is_single_byte() => {
            let word = bytes.split(u8::is_ascii).any(|word| word.len() >= 4);
            (word && ![WINDOWS_1252, WINDOWS_1250, ISO_8859_2].contains(&e)).then_some(found)?
        }
        _ => found,
    };
    (found.confidence == Confidence::Sure).then_some(found)
}

/// An encoding, how text in it is judged, and what it costs before a byte is read.
type Candidate = (&'static Encoding, Model, u32);

#[derive(Clone, Copy)]
enum Model {
    /// Any language; what is valid at all is as good as proven.
    Utf8,
    /// Characters of two bytes, of one language.
    East(Language),
    /// One byte a character, with the letters of the languages that are written in it.
    Letters(&'static [&'static str]),
}

#[derive(Clone, Copy)]
enum Language {
    Simplified,
    Traditional,
    Japanese,
    Korean,
}

/// The letters beyond ASCII of languages, the commonest first: German, French, Spanish, the Nordic
/// ones, Portuguese, Italian, Icelandic.
const WESTERN: [&str; 7] = [
    "üöäßÜÖÄé",
    "éèçàêâîôûïëÉÈÀÇŒœ",
    "áíéóñúüÁÍÉÓÑÚ",
    "åäöøæéÅÖÄØÆ",
    "ãáçéíóêõâúôàÁÉ",
    "àòèùìéÀÈ",
    "áíðóéöúþýæÞÁÍÓÉÖÚ",
];
/// Czech and Slovak, Polish, Hungarian, Romanian, Slovene and Croat, German.
const CENTRAL: [&str; 6] = [
    "áíéěýčřšžůúóťňďľôäĺŕČŠŘŽÚÍŽ",
    "łąóęśżńćźŁŚŻÓĆŹ",
    "áéöóíőüúűÁÉÖÓÍŐÜÚŰ",
    "ăîâşţÎŞŢĂÂ",
    "čžšćđČŽŠĆĐ",
    "üöäßÜÖÄ",
];
const CYRILLIC: [&str; 1] = ["оаеинтрвслкмдпуяыьгзбчйхжшюцщэфё"];
const GREEK: [&str; 1] = ["αοιετσνηυρπκμλςωγδχθάόίήέύφβώξζψ"];
const TURKISH: [&str; 1] = ["ıüöçşğİÖÇŞÜâ"];
const BALTIC: [&str; 3] = ["āšīēžņčūļģķŠŽĀĒČ", "ėšžųąįūęčŠŽČ", "äõöüšžÕÄÖÜ"];
const OTHER: [&str; 1] = [""];

/// The candidates. Where two explain the text equally
/// well, the first wins.
const CANDIDATES: [Candidate; 15] = [
    (UTF_8, Model::Utf8, 0),
    (GBK, Model::East(Language::Simplified), 0),
    (BIG5, Model::East(Language::Traditional), 8),
    (SHIFT_JIS, Model::East(Language::Japanese), 8),
    (EUC_KR, Model::East(Language::Korean), 8),
    (EUC_JP, Model::East(Language::Japanese), 20),
    (WINDOWS_1252, Model::Letters(&WESTERN), 4),
    (WINDOWS_1250, Model::Letters(&CENTRAL), 12),
    (WINDOWS_1251, Model::Letters(&CYRILLIC), 16),
    (KOI8_R, Model::Letters(&CYRILLIC), 20),
    (ISO_8859_2, Model::Letters(&CENTRAL), 20),
    (WINDOWS_1254, Model::Letters(&TURKISH), 20),
    (WINDOWS_1253, Model::Letters(&GREEK), 24),
    (MACINTOSH, Model::Letters(&WESTERN), 28),
    (IBM866, Model::Letters(&CYRILLIC), 28),
];

/// Candidates only where `chardetng` finds them the best of all, or the record names them.
const RARE: [Candidate; 7] = [
    (WINDOWS_1257, Model::Letters(&BALTIC), 28),
    (ISO_8859_7, Model::Letters(&GREEK), 32),
    (WINDOWS_874, Model::Letters(&OTHER), 28),
    (WINDOWS_1255, Model::Letters(&OTHER), 28),
    (WINDOWS_1256, Model::Letters(&OTHER), 28),
    (WINDOWS_1258, Model::Letters(&WESTERN), 36),
    (KOI8_U, Model::Letters(&CYRILLIC), 28),
];

/// What the word of `chardetng`, and that of the record, are worth.
const DETECTOR_SAYS: u32 = 12;
const RECORD_SAYS: u32 = 48;

/// One way to read the text.
struct Reading {
    encoding: &'static Encoding,
    text: String,
    cost: u32,
}

/// The readings that can still win, or come close enough to matter.
struct Contest<'a> {
    sample: &'a [u8],
    declared: Option<&'static Encoding>,
    readings: Vec<Reading>,
    best: u32,
}

impl<'a> Contest<'a> {
    fn new(sample: &'a [u8], declared: Option<&'static Encoding>) -> Self {
        Self { sample, declared, readings: Vec::new(), best: u32::MAX }
    }

    fn enter(&mut self, &(encoding, model, prior): &Candidate) {
        let same = |declared| declared == encoding || declared == GB18030 && encoding == GBK;
        let said = if self.declared.is_some_and(same) { 0 } else { RECORD_SAYS };
        let prior = prior + said + DETECTOR_SAYS;
        // Whoever is further behind is out, whatever the detector says.
        let limit = self.best.saturating_add(SURE + DETECTOR_SAYS).saturating_sub(prior);
        let text = encoding.decode_without_bom_handling(self.sample).0;
        if let Some(cost) = cost(model, &text, limit) {
            let cost = prior + cost;
            self.best = self.best.min(cost);
            self.readings.push(Reading { encoding, text: text.into_owned(), cost });
        }
    }

    /// Whether an encoding of one byte a character may have won, or none explains the text well:
    /// less well than 6 bits a byte.
    fn is_open(&self) -> bool {
        let beyond = self.sample.iter().filter(|b| !b.is_ascii()).count() as u32;
        self.best > 24 * beyond + RECORD_SAYS + DETECTOR_SAYS
            || self
                .readings
                .iter()
                .any(|r| r.encoding.is_single_byte() && r.cost <= self.best + SURE + DETECTOR_SAYS)
    }

    fn ask_detector(&mut self) {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        detector.feed(self.sample, true);
        let says = detector.guess(None, Utf8Detection::Deny);
        let declared = self.declared;
        for rare in RARE.iter().filter(|c| c.0 == says || Some(c.0) == declared) {
            self.enter(rare);
        }
        if says.is_single_byte()
            && let Some(reading) = self.readings.iter_mut().find(|r| r.encoding == says)
        {
            reading.cost -= DETECTOR_SAYS;
            self.best = self.best.min(reading.cost);
        }
    }

    /// The winner, and how sure its lead over the next that reads differently makes it.
    fn outcome(&self) -> (&'static Encoding, Confidence) {
        let Some(best) = self.readings.iter().min_by_key(|r| r.cost) else {
            return (WINDOWS_1252, Confidence::Doubtful);
        };
        let rivals = self.readings.iter().filter(|r| r.text != best.text);
        let lead = rivals.map(|r| r.cost - best.cost).min().unwrap_or(u32::MAX);
        (best.encoding, Confidence::of_lead(lead))
    }
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

const MALFORMED: u32 = 72;

/// What a text costs, if that is no more than `limit`.
fn cost(model: Model, text: &str, limit: u32) -> Option<u32> {
    let costs = &*COSTS;
    match model {
        Model::Utf8 => sum(text, limit, |c, _| costs.utf8(c)),
        Model::East(language) => sum(text, limit, |c, near| costs.east(language, c) + near.east(c)),
        Model::Letters(languages) => languages.iter().fold(None, |best, common| {
            sum(text, best.unwrap_or(limit), |c, near| near.letter(c, common)).or(best)
        }),
    }
}

/// What a text costs if `of` says it of the characters beyond ASCII that mean something.
fn sum(text: &str, limit: u32, of: impl Fn(char, &Near) -> u32) -> Option<u32> {
    let mut total = 0u32;
    let mut chars = text.chars().peekable();
    let mut before = '\n';
    while let Some(c) = chars.next() {
        let after = chars.peek().copied().unwrap_or('\n');
        total = total.saturating_add(match c {
            '\0'..='\x7f' if before.is_ascii() => 0,
            // In another candidate it may be the second half of the character before.
            'a'..='z' => 12,
            ' ' | ']' | '0'..='9' | '\n' | '\r' => 8,
            'A'..='Z' => 16,
            '\0'..='\x7f' => 24,
            '\u{fffd}' => MALFORMED,
            '\u{80}'..='\u{9f}' => 88,
            _ => of(c, &Near { before, after }),
        });
        if total > limit {
            return None;
        }
        before = c;
    }
    Some(total)
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
        let mut cost = match common.chars().position(|known| known == c) {
            Some(rank) if latin => 18 + 5 * (rank as u32 + 1).ilog2(),
            Some(rank) => 12 + 3 * (rank as u32 + 1).ilog2(),
            None if common.is_empty() => 24,
            None if c.to_lowercase().any(|lower| common.contains(lower)) => 28,
            None => 52,
        };
        // Only a vowel follows ñ; elsewhere the byte is Polish ń.
        if c == 'ñ' && !"aeioué".contains(self.after) {
            cost += 40;
        }
        // "hÉllo" and "HÉllo" are no words.
        if c.is_uppercase() && self.before.is_alphabetic() {
            cost += match (self.before.is_lowercase(), self.after.is_lowercase()) {
                (true, _) => 32,
                (_, true) => 24,
                _ => 0,
            };
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
            'Ａ'..='Ｚ' | '\u{2010}'..='\u{203b}' | '■'..='◯' | '★' | '☆' => {
                40
            }
            '\u{ff61}'..='\u{ff9f}' => 32,
            '\u{ff00}'..='\u{ffef}' => 52,
            '\u{e000}'..='\u{f8ff}' => 104,
            _ => self.of(c).map_or(68, |costs| u32::from(costs[language as usize])),
        }
    }

    fn utf8(&self, c: char) -> u32 {
        match c {
            '\u{ff00}'..='\u{ffef}' => 40,
            '\u{c0}'..='\u{ff}' => 28,
            'а'..='я' | 'А'..='Я' => 24,
            _ if c.is_alphabetic() || matches!(c, '\u{2010}'..='\u{303f}') => self
                .of(c)
                .map_or(40, |costs| 4 + u32::from(costs.iter().copied().min().unwrap_or(84))),
            _ => 52,
        }
    }
}
