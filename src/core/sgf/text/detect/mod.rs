//! Detection of the legacy encoding of a file without a (true) CA property.
//!
//! Game records hold little text: two names, two ranks, an event. That is too little for the statistics
//! over whole pages that detectors for the web use. So each candidate is judged by the number of bits that
//! the text takes under a model of its language: a character that is common in records costs little, a rare
//! one much, and a malformed sequence most. The candidate with the fewest bits wins. Its lead over the next
//! one that decodes to another text gives the confidence. All costs are in quarters of a bit.
//!
//! Among the encodings of one byte per character, the guess of `chardetng` counts as well: it knows the
//! letter sequences of many languages.

mod cjk;
mod language_model;
mod lazy_chars;
mod single_byte;

use std::sync::OnceLock;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, IBM866, ISO_8859_2, ISO_8859_7, KOI8_R, KOI8_U,
    MACINTOSH, SHIFT_JIS, UTF_8, WINDOWS_874, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252,
    WINDOWS_1253, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256, WINDOWS_1257, WINDOWS_1258,
};

use crate::named::named;
use cjk::Language;
use language_model::{BALTIC, CENTRAL, CYRILLIC, GREEK, Model, OTHER, TURKISH, WESTERN, cost};
use lazy_chars::Characters;
use single_byte::{Alphabet, Letters};

named! {
    /// How sure a guess is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Confidence {
        /// Another encoding explains the bytes about as well: the lead is at most 4 bits.
        Doubtful = "doubtful",
        /// The lead is more than 4 bits, and at most 16.
        Likely = "likely",
        /// The lead is more than 16 bits: 65,536 to 1.
        Sure = "sure",
    }
}

impl Confidence {
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

/// A detected encoding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guess {
    pub encoding: &'static Encoding,
    pub confidence: Confidence,
}

/// The guess if no candidate explains the text.
const NOTHING: Guess = Guess { encoding: WINDOWS_1252, confidence: Confidence::Doubtful };

/// Number of bytes from which on a sample isn't extended.
const MAX_SAMPLE: usize = 16 * 1024;

/// Initial capacity of a sample: enough for most records.
const USUAL: usize = 512;

/// Number of ASCII bytes kept on each side of others. They show words, and may be second bytes.
const AROUND: usize = 3;

/// Guesses the encoding of bytes. `declared` is the encoding that the record names, which has an advantage even
/// if the bytes aren't valid in it.
pub(crate) fn guess(bytes: &[u8], declared: Option<&'static Encoding>) -> Guess {
    let sample = beyond_ascii(bytes);
    if is_damaged_utf_8(&sample) {
        return Guess { encoding: UTF_8, confidence: Confidence::Sure };
    }
    compare(&sample, declared)
}

/// Guesses the encoding of a sample by comparing all candidates.
fn compare(sample: &[u8], declared: Option<&'static Encoding>) -> Guess {
    let mut contest = Contest::new(sample, declared);
    CANDIDATES.iter().for_each(|candidate| contest.enter(candidate));
    contest.enter_declared();
    if contest.depends_on_detector() {
        contest.ask_detector();
    }
    let best = contest.outcome();
    if best.encoding == GBK && has_four_byte_chars(sample) {
        return Guess { encoding: GB18030, ..best };
    }
    best
}

/// Whether bytes are UTF-8 with some damage: at least four characters of three bytes or more, and no more
/// malformed places than such characters. In text of another encoding hardly one character in fifty is valid
/// UTF-8 by chance. This spares such files, of which one server has thousands, the comparison.
fn is_damaged_utf_8(sample: &[u8]) -> bool {
    let (mut long, mut damaged) = (0, 0);
    for chunk in sample.utf8_chunks() {
        long += chunk.valid().bytes().filter(|&b| b >= 0xe0).count();
        damaged += usize::from(!chunk.invalid().is_empty());
    }
    long >= 4 && damaged <= long
}

/// The encoding that bytes are surely in, if it isn't the declared one, although they are valid in that.
pub(crate) fn contradicts(bytes: &[u8], declared: &'static Encoding) -> Option<Guess> {
    rival(bytes, declared).filter(|rival| rival.confidence == Confidence::Sure)
}

/// The encoding that bytes are likelier in than in the declared one.
pub(crate) fn rival(bytes: &[u8], declared: &'static Encoding) -> Option<Guess> {
    let best = guess(bytes, Some(declared));
    match best.encoding {
        e if e == declared || e == GBK && declared == GB18030 => None,
        // Western records name the default charset of their program, and a few letters don't tell these
        // charsets apart. Whole words of another script do.
        e if e.is_single_byte() && declared.is_single_byte() => {
            let word = bytes.split(u8::is_ascii).any(|word| word.len() >= 4);
            (word && ![WINDOWS_1252, WINDOWS_1250, ISO_8859_2].contains(&e)).then_some(best)
        }
        _ => Some(best),
    }
}

/// An encoding that a text may be in.
struct Candidate {
    encoding: &'static Encoding,
    model: Model,
    /// The cost of the encoding itself, added to the text's.
    prior: u32,
    /// The tables for [`Model::Letters`], made when they are first needed.
    alphabet: OnceLock<Alphabet>,
}

const fn candidate(encoding: &'static Encoding, model: Model, prior: u32) -> Candidate {
    Candidate { encoding, model, prior, alphabet: OnceLock::new() }
}

/// The candidates. Where two explain the text equally well, the first wins.
static CANDIDATES: [Candidate; 15] = [
    candidate(UTF_8, Model::Utf8, 0),
    candidate(GBK, Model::East(Language::Simplified), 0),
    candidate(BIG5, Model::East(Language::Traditional), 8),
    candidate(SHIFT_JIS, Model::East(Language::Japanese), 8),
    candidate(EUC_KR, Model::East(Language::Korean), 8),
    candidate(EUC_JP, Model::East(Language::Japanese), 20),
    candidate(WINDOWS_1252, Model::Letters(&WESTERN), 4),
    candidate(WINDOWS_1250, Model::Letters(&CENTRAL), 12),
    candidate(WINDOWS_1251, Model::Letters(&CYRILLIC), 16),
    candidate(KOI8_R, Model::Letters(&CYRILLIC), 20),
    candidate(ISO_8859_2, Model::Letters(&CENTRAL), 20),
    candidate(WINDOWS_1254, Model::Letters(&TURKISH), 20),
    candidate(WINDOWS_1253, Model::Letters(&GREEK), 24),
    candidate(MACINTOSH, Model::Letters(&WESTERN), 28),
    candidate(IBM866, Model::Letters(&CYRILLIC), 28),
];

/// Candidates only if `chardetng` prefers them to all other encodings.
static RARE: [Candidate; 7] = [
    candidate(WINDOWS_1257, Model::Letters(&BALTIC), 28),
    candidate(ISO_8859_7, Model::Letters(&GREEK), 32),
    candidate(WINDOWS_874, Model::Letters(&OTHER), 28),
    candidate(WINDOWS_1255, Model::Letters(&OTHER), 28),
    candidate(WINDOWS_1256, Model::Letters(&OTHER), 28),
    candidate(WINDOWS_1258, Model::Letters(&WESTERN), 36),
    candidate(KOI8_U, Model::Letters(&CYRILLIC), 36),
];

/// Cost of an encoding that `chardetng` doesn't prefer.
const DETECTOR_VOTE: u32 = 12;

/// Cost of an encoding that the record doesn't name.
const RECORD_VOTE: u32 = 48;

/// Prior cost of an encoding that isn't a candidate but named by the record.
const DECLARED_ONLY: u32 = 28;

/// An encoding with the cost of the text in it.
struct Reading {
    encoding: &'static Encoding,
    cost: u32,
}

/// The comparison of the encodings of a sample.
struct Contest<'a> {
    sample: &'a [u8],
    declared: Option<&'static Encoding>,
    /// The readings that were close enough to the best one when they were entered.
    readings: Vec<Reading>,
    /// The least cost of a reading.
    best: u32,
}

impl<'a> Contest<'a> {
    fn new(sample: &'a [u8], declared: Option<&'static Encoding>) -> Self {
        Self { sample, declared, readings: Vec::new(), best: u32::MAX }
    }

    /// The cost of an encoding itself, if `chardetng` doesn't prefer it.
    fn prior(&self, encoding: &'static Encoding, prior: u32) -> u32 {
        let same = |declared| declared == encoding || declared == GB18030 && encoding == GBK;
        let record = if self.declared.is_some_and(same) { 0 } else { RECORD_VOTE };
        prior + record + DETECTOR_VOTE
    }

    fn enter(&mut self, candidate: &Candidate) {
        let prior = self.prior(candidate.encoding, candidate.prior);
        let cost = candidate.cost(self.sample, self.limit(prior));
        self.add(candidate.encoding, prior, cost);
    }

    /// The maximum cost of a text in an encoding with this prior cost. Above it the encoding can neither win nor
    /// make the winner less than sure, whatever the detector prefers.
    fn limit(&self, prior: u32) -> u32 {
        self.best.saturating_add(SURE + DETECTOR_VOTE).saturating_sub(prior)
    }

    fn add(&mut self, encoding: &'static Encoding, prior: u32, cost: Option<u32>) {
        if let Some(cost) = cost {
            let cost = prior + cost;
            self.best = self.best.min(cost);
            self.readings.push(Reading { encoding, cost });
        }
    }

    /// Enters the encoding that the record names with all languages, and not only its usual one: a Japanese name may
    /// are in GBK, a Korean one in GB18030.
    fn enter_declared(&mut self) {
        const EAST: [Language; 4] =
            [Language::Simplified, Language::Traditional, Language::Japanese, Language::Korean];
        const WEST: [&[Letters]; 6] = [&WESTERN, &CENTRAL, &CYRILLIC, &GREEK, &TURKISH, &BALTIC];
        /// One past the Latin, Greek and Cyrillic letters.
        const LAST_LETTER: char = '\u{530}';
        let Some(declared) = self.declared.filter(|&e| e != UTF_8) else { return };
        let entered = CANDIDATES.iter().any(|candidate| candidate.encoding == declared);
        if declared.is_single_byte() && entered {
            return;
        }
        let text = || Characters::new(declared, self.sample);
        let prior = self.prior(declared, DECLARED_ONLY);
        // Encodings of two bytes have letters, too: АК in GBK.
        let letters = declared.is_single_byte() || text().all(|c| c < LAST_LETTER);
        let west = WEST.into_iter().map(Model::Letters).filter(|_| letters);
        let east = EAST.into_iter().map(Model::East).filter(|_| !declared.is_single_byte());
        for model in west.chain(east) {
            let cost = cost(model, text, self.limit(prior));
            self.add(declared, prior, cost);
        }
    }

    /// Whether the detector's preference can make a difference: an encoding of one byte per character may have
    /// won; or all readings cost more than 6 bits per byte, and a rare encoding comes close.
    fn depends_on_detector(&self) -> bool {
        let single = |r: &Reading| r.encoding.is_single_byte();
        if self.readings.iter().any(|r| single(r) && r.cost <= self.best + SURE + DETECTOR_VOTE) {
            return true;
        }
        let beyond = self.sample.iter().filter(|b| !b.is_ascii()).count() as u32;
        self.best > 24 * beyond + RECORD_VOTE + DETECTOR_VOTE
            && RARE.iter().any(|rare| {
                let prior = self.prior(rare.encoding, rare.prior);
                rare.cost(self.sample, self.limit(prior)).is_some()
            })
    }

    fn ask_detector(&mut self) {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        detector.feed(self.sample, true);
        let preferred = detector.guess(None, Utf8Detection::Deny);
        RARE.iter().filter(|candidate| candidate.encoding == preferred).for_each(|r| self.enter(r));
        if preferred.is_single_byte()
            && let Some(reading) = self.readings.iter_mut().find(|r| r.encoding == preferred)
        {
            reading.cost -= DETECTOR_VOTE;
            self.best = self.best.min(reading.cost);
        }
    }

    /// The reading with the least cost. Its lead over the next one that decodes to another text gives the confidence.
    fn outcome(mut self) -> Guess {
        let sample = self.sample;
        // The sort is stable: of two with the same cost, the first one entered wins.
        self.readings.sort_by_key(|r| r.cost);
        let Some((best, rivals)) = self.readings.split_first() else {
            return NOTHING;
        };
        let decode = |r: &Reading| r.encoding.decode_without_bom_handling(sample).0;
        let mut text = None;
        let lead = rivals
            .iter()
            .map(|rival| (rival, rival.cost - best.cost))
            .take_while(|&(_, lead)| lead <= SURE)
            .find(|(rival, _)| decode(rival) != *text.get_or_insert_with(|| decode(best)));
        let confidence = Confidence::of_lead(lead.map_or(u32::MAX, |(_, lead)| lead));
        Guess { encoding: best.encoding, confidence }
    }
}

impl Candidate {
    /// The cost of a text in this encoding. `None` above `limit`.
    fn cost(&self, sample: &[u8], limit: u32) -> Option<u32> {
        if let Model::Letters(languages) = self.model {
            let make = || Alphabet::new(self.encoding, languages);
            return self.alphabet.get_or_init(make).cost(sample, limit);
        }
        cost(self.model, || Characters::new(self.encoding, sample), limit)
    }
}

/// The bytes beyond ASCII with a few ASCII bytes around them, separated by line breaks. No character of any
/// candidate is cut, because none has two ASCII bytes in succession.
fn beyond_ascii(bytes: &[u8]) -> Vec<u8> {
    let mut sample = Vec::with_capacity(bytes.len().min(USUAL));
    let mut taken = 0;
    let mut at = 0;
    while sample.len() < MAX_SAMPLE {
        at += Encoding::ascii_valid_up_to(&bytes[at..]);
        let from = at.saturating_sub(AROUND).max(taken);
        if at == bytes.len() {
            break;
        }
        if from > taken {
            sample.push(b'\n');
        }
        while at - from < MAX_SAMPLE && bytes.get(at).is_some_and(|b| !b.is_ascii()) {
            at += 1;
        }
        taken = bytes.len().min(at + AROUND);
        // The bytes that follow may reach the next one already.
        if let Some(next) = bytes[at..taken].iter().position(|b| !b.is_ascii()) {
            taken = at + next;
        }
        sample.extend_from_slice(&bytes[from..taken]);
        at = taken;
    }
    sample
}

/// Whether characters of GB18030 beyond GBK occur, which have four bytes: a high one, a digit, and the same again.
fn has_four_byte_chars(sample: &[u8]) -> bool {
    sample
        .windows(4)
        .any(|w| w[0] >= 0x81 && w[1].is_ascii_digit() && w[2] >= 0x81 && w[3].is_ascii_digit())
        && GB18030.decode_without_bom_handling_and_without_replacement(sample).is_some()
}

#[cfg(test)]
mod tests {
    use encoding_rs::ISO_8859_5;

    use super::*;

    fn record(encoding: &'static Encoding, text: &str) -> Vec<u8> {
        let (bytes, _, lost) = encoding.encode(text);
        assert!(!lost, "{text} can't be written in {}", encoding.name());
        [b"(;GM[1]FF[4]", &bytes[..], b"KM[6.5];B[pd];W[dp];B[pq])"].concat()
    }

    #[test]
    fn the_declared_encoding_has_an_advantage() {
        // é in the one encoding, й in the other.
        let bytes = b"(;PB[\xe9])";
        assert_eq!(guess(bytes, Some(WINDOWS_1251)).encoding, WINDOWS_1251);
        assert_eq!(guess(bytes, Some(WINDOWS_1252)).encoding, WINDOWS_1252);
        let chinese = record(GBK, "PB[王磊]PW[常昊]BR[九段]WR[九段]");
        assert_eq!(contradicts(&chinese, WINDOWS_1252).map(|g| g.encoding), Some(GBK));
        assert!(contradicts(&chinese, GB18030).is_none());
        let russian = record(ISO_8859_5, "PB[Иван Дугин]PW[Саша Динерштейн]");
        assert!(contradicts(&russian, ISO_8859_5).is_none());
        let russian = record(WINDOWS_1251, "PB[Иван Дугин]PW[Саша Динерштейн]");
        assert_eq!(contradicts(&russian, WINDOWS_1252).map(|g| g.encoding), Some(WINDOWS_1251));
        // In Windows-1251 this is a list of letters, and no Russian text.
        let letters = record(WINDOWS_1252, "C[Ää Öö Üü Éé Èè Çç]");
        assert!(contradicts(&letters, WINDOWS_1252).is_none());
    }

    #[test]
    fn the_sample_is_short_and_cuts_no_character() {
        let bytes = [&vec![b'a'; 1000][..], b"\x95\x5c]", &vec![b'b'; 1000], b"\xe9"].concat();
        assert_eq!(beyond_ascii(&bytes), b"\naaa\x95\x5c]b\nbbb\xe9");
        assert!(beyond_ascii(&vec![0xff; 1 << 20]).len() < 2 * MAX_SAMPLE);
        assert!(beyond_ascii(b"abc").is_empty());
    }
}
