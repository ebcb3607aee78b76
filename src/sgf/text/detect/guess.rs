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

use std::sync::OnceLock;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, IBM866, ISO_8859_2, ISO_8859_7, KOI8_R, KOI8_U,
    MACINTOSH, SHIFT_JIS, UTF_8, WINDOWS_874, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252,
    WINDOWS_1253, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256, WINDOWS_1257, WINDOWS_1258,
};

use super::cjk::Language;
use super::language_model::{
    BALTIC, CENTRAL, CYRILLIC, GREEK, Model, OTHER, TURKISH, WESTERN, cost,
};
use super::lazy_chars::Characters;
use super::single_byte::{Alphabet, Letters};

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
pub(crate) struct Guess {
    pub encoding: &'static Encoding,
    pub confidence: Confidence,
}

/// What is guessed where nothing tells anything.
const NOTHING: Guess = Guess { encoding: WINDOWS_1252, confidence: Confidence::Doubtful };

/// How much text a guess is made from at most.
const ENOUGH: usize = 16 * 1024;

/// Longer than most such texts.
const USUAL: usize = 512;

/// How many ASCII bytes are kept on each side of others: words, and second bytes of characters.
const AROUND: usize = 3;

/// Guesses the encoding of bytes that aren't valid in the one they should be in. `declared` is what
/// the record says about it, which counts for a little even where it can't be the whole truth.
pub(crate) fn guess(bytes: &[u8], declared: Option<&'static Encoding>) -> Guess {
    let sample = beyond_ascii(bytes);
    if is_damaged_utf_8(&sample) {
        return Guess { encoding: UTF_8, confidence: Confidence::Sure };
    }
    compare(&sample, declared)
}

/// The same by comparing all candidates.
fn compare(sample: &[u8], declared: Option<&'static Encoding>) -> Guess {
    let mut contest = Contest::new(sample, declared);
    CANDIDATES.iter().for_each(|candidate| contest.enter(candidate));
    contest.enter_declared();
    if contest.depends_on_detector() {
        contest.ask_detector();
    }
    let (found, confidence) = contest.outcome();
    let encoding = if found == GBK && has_four_byte_chars(sample) { GB18030 } else { found };
    Guess { encoding, confidence }
}

/// Whether bytes that aren't UTF-8 throughout, in a file that is said or found to be, are surely in
/// another encoding, and in which. The same as [`guess`], which takes longer.
pub(crate) fn surely_not_utf_8(bytes: &[u8]) -> Option<&'static Encoding> {
    let sample = beyond_ascii(bytes);
    if is_damaged_utf_8(&sample) {
        return None;
    }
    surely_other(&sample).map(|found| found.encoding)
}

fn surely_other(sample: &[u8]) -> Option<Guess> {
    let mut contest = Contest::new(sample, Some(UTF_8));
    let [utf_8, others @ ..] = &CANDIDATES;
    contest.enter(utf_8);
    // Sure is who is ahead by more than that, with the detector's word.
    let behind = contest.best.saturating_sub(SURE).saturating_add(DETECTOR_SAYS);
    let ahead = |rival: &Candidate| {
        let limit = behind.checked_sub(contest.prior(rival.encoding, rival.prior));
        limit.is_some_and(|limit| rival.cost(sample, limit).is_some())
    };
    if !others.iter().chain(&RARE).any(ahead) {
        return None;
    }
    let found = compare(sample, Some(UTF_8));
    (found.encoding != UTF_8 && found.confidence == Confidence::Sure).then_some(found)
}

/// Whether bytes are UTF-8 with some damage: four characters of three bytes or more, and no fewer of them
/// than places that are none. Of text in another encoding hardly one character in fifty reads so by
/// chance. Saves such files, which one server has by the thousand, the contest.
fn is_damaged_utf_8(sample: &[u8]) -> bool {
    let (mut long, mut damaged) = (0, 0);
    for chunk in sample.utf8_chunks() {
        long += chunk.valid().bytes().filter(|&b| b >= 0xe0).count();
        damaged += usize::from(!chunk.invalid().is_empty());
    }
    long >= 4 && damaged <= long
}

/// Whether bytes that are valid in a declared encoding are plainly something else all the same.
pub(crate) fn contradicts(bytes: &[u8], declared: &'static Encoding) -> Option<Guess> {
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
struct Candidate {
    encoding: &'static Encoding,
    model: Model,
    prior: u32,
    /// Of [`Model::Letters`], made when it is first needed.
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

/// Candidates only where `chardetng` finds them the best of all.
static RARE: [Candidate; 7] = [
    candidate(WINDOWS_1257, Model::Letters(&BALTIC), 28),
    candidate(ISO_8859_7, Model::Letters(&GREEK), 32),
    candidate(WINDOWS_874, Model::Letters(&OTHER), 28),
    candidate(WINDOWS_1255, Model::Letters(&OTHER), 28),
    candidate(WINDOWS_1256, Model::Letters(&OTHER), 28),
    candidate(WINDOWS_1258, Model::Letters(&WESTERN), 36),
    candidate(KOI8_U, Model::Letters(&CYRILLIC), 36),
];

/// What the word of `chardetng`, and that of the record, are worth.
const DETECTOR_SAYS: u32 = 12;
const RECORD_SAYS: u32 = 48;

/// What an encoding costs that is no candidate but named by the record.
const DECLARED_ONLY: u32 = 28;

/// One way to read the text.
struct Reading {
    encoding: &'static Encoding,
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

    /// What a candidate costs before a byte is read, if `chardetng` doesn't name it.
    fn prior(&self, encoding: &'static Encoding, prior: u32) -> u32 {
        let same = |declared| declared == encoding || declared == GB18030 && encoding == GBK;
        let said = if self.declared.is_some_and(same) { 0 } else { RECORD_SAYS };
        prior + said + DETECTOR_SAYS
    }

    fn enter(&mut self, candidate: &Candidate) {
        let prior = self.prior(candidate.encoding, candidate.prior);
        let cost = candidate.cost(self.sample, self.limit(prior));
        self.add(candidate.encoding, prior, cost);
    }

    /// What a reading may cost: whoever is further behind is out, whatever the detector says.
    fn limit(&self, prior: u32) -> u32 {
        self.best.saturating_add(SURE + DETECTOR_SAYS).saturating_sub(prior)
    }

    fn add(&mut self, encoding: &'static Encoding, prior: u32, cost: Option<u32>) {
        if let Some(cost) = cost {
            let cost = prior + cost;
            self.best = self.best.min(cost);
            self.readings.push(Reading { encoding, cost });
        }
    }

    /// The encoding that the record names, with another language than the usual one of this encoding: a Japanese name
    /// in GBK, a Korean one in GB18030. An encoding that only the record names with whatever suits it.
    fn enter_declared(&mut self) {
        const EAST: [Language; 4] =
            [Language::Simplified, Language::Traditional, Language::Japanese, Language::Korean];
        const WEST: [&[Letters]; 6] = [&WESTERN, &CENTRAL, &CYRILLIC, &GREEK, &TURKISH, &BALTIC];
        /// Behind Latin, Greek and Cyrillic letters.
        const LAST_LETTER: char = '\u{530}';
        let Some(declared) = self.declared.filter(|&e| e != UTF_8) else { return };
        let entered = CANDIDATES.iter().any(|candidate| candidate.encoding == declared);
        if declared.is_single_byte() && entered {
            return;
        }
        let text = || Characters::new(declared, self.sample);
        let prior = self.prior(declared, DECLARED_ONLY);
        // Encodings of two bytes have letters too: АК in GBK. What else stands there isn't read as letters.
        let letters = declared.is_single_byte() || text().all(|c| c < LAST_LETTER);
        let west = WEST.into_iter().map(Model::Letters).filter(|_| letters);
        let east = EAST.into_iter().map(Model::East).filter(|_| !declared.is_single_byte());
        for model in west.chain(east) {
            let cost = cost(model, text, self.limit(prior));
            self.add(declared, prior, cost);
        }
    }

    /// Whether the detector's word can make a difference: an encoding of one byte a character may have
    /// won, or none explains the text well, less well than 6 bits a byte, and a rare one comes close.
    fn depends_on_detector(&self) -> bool {
        let single = |r: &Reading| r.encoding.is_single_byte();
        if self.readings.iter().any(|r| single(r) && r.cost <= self.best + SURE + DETECTOR_SAYS) {
            return true;
        }
        let beyond = self.sample.iter().filter(|b| !b.is_ascii()).count() as u32;
        self.best > 24 * beyond + RECORD_SAYS + DETECTOR_SAYS
            && RARE.iter().any(|rare| {
                let prior = self.prior(rare.encoding, rare.prior);
                rare.cost(self.sample, self.limit(prior)).is_some()
            })
    }

    fn ask_detector(&mut self) {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        detector.feed(self.sample, true);
        let says = detector.guess(None, Utf8Detection::Deny);
        RARE.iter().filter(|candidate| candidate.encoding == says).for_each(|r| self.enter(r));
        if says.is_single_byte()
            && let Some(reading) = self.readings.iter_mut().find(|r| r.encoding == says)
        {
            reading.cost -= DETECTOR_SAYS;
            self.best = self.best.min(reading.cost);
        }
    }

    /// The winner, and how sure its lead over the next that reads differently makes it.
    fn outcome(mut self) -> (&'static Encoding, Confidence) {
        let sample = self.sample;
        // Where two are equal the first one entered stays before the other.
        self.readings.sort_by_key(|r| r.cost);
        let Some((best, rivals)) = self.readings.split_first() else {
            return (NOTHING.encoding, NOTHING.confidence);
        };
        let decode = |r: &Reading| r.encoding.decode_without_bom_handling(sample).0;
        let mut text = None;
        let lead = rivals
            .iter()
            .map(|rival| (rival, rival.cost - best.cost))
            .take_while(|&(_, lead)| lead <= SURE)
            .find(|(rival, _)| decode(rival) != *text.get_or_insert_with(|| decode(best)));
        (best.encoding, Confidence::of_lead(lead.map_or(u32::MAX, |(_, lead)| lead)))
    }
}

impl Candidate {
    /// What a text costs that is written in it, if that is no more than `limit`.
    fn cost(&self, sample: &[u8], limit: u32) -> Option<u32> {
        if let Model::Letters(languages) = self.model {
            let make = || Alphabet::new(self.encoding, languages);
            return self.alphabet.get_or_init(make).cost(sample, limit);
        }
        cost(self.model, || Characters::new(self.encoding, sample), limit)
    }
}

/// The bytes beyond ASCII with a little of what stands around them, parted by line breaks. No
/// character of any candidate is cut, because none has more than one ASCII byte in succession.
fn beyond_ascii(bytes: &[u8]) -> Vec<u8> {
    let mut sample = Vec::with_capacity(bytes.len().min(USUAL));
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

#[cfg(test)]
mod tests {
    use encoding_rs::ISO_8859_5;

    use super::*;

    /// Text put down in an encoding, among the ASCII of a record.
    fn record(encoding: &'static Encoding, text: &str) -> Vec<u8> {
        let (bytes, _, lost) = encoding.encode(text);
        assert!(!lost, "{text} can't be written in {}", encoding.name());
        [b"(;GM[1]FF[4]", &bytes[..], b"KM[6.5];B[pd];W[dp];B[pq])"].concat()
    }

    #[test]
    fn the_word_of_the_record_tips_the_scale() {
        // é of the one, й of the other.
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
        // A list of letters is no Russian.
        let letters = record(WINDOWS_1252, "C[Ää Öö Üü Éé Èè Çç]");
        assert!(contradicts(&letters, WINDOWS_1252).is_none());
    }

    #[test]
    fn the_sample_is_short_and_cuts_no_character() {
        let bytes = [&vec![b'a'; 1000][..], b"\x95\x5c]", &vec![b'b'; 1000], b"\xe9"].concat();
        assert_eq!(beyond_ascii(&bytes), b"\naaa\x95\x5c]b\nbbb\xe9");
        assert!(beyond_ascii(&vec![0xff; 1 << 20]).len() < 2 * ENOUGH);
        assert!(beyond_ascii(b"abc").is_empty());
    }
}
