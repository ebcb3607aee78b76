//! Determines the charset of a file too large to be read whole, from its bytes in pieces.

use encoding_rs::{Encoding, ISO_2022_JP, UTF_8};

use super::charset::Charset;
use super::declared::{Declared, all_declared, first_declared};
use super::encoding::{ESCAPE, EncodingDecision, decide, shifts_to_japanese, utf_16_without_bom};

/// Determines the charset of a file from its bytes in pieces.
pub struct CharsetSurvey {
    /// The beginning of the file.
    head: Vec<u8>,
    /// The bytes for [`decide`]: text beyond ASCII with a few bytes around it. Once there is enough of it, only runs
    /// with new properties.
    sample: Vec<u8>,
    /// The bytes behind the last `;`, which may be the beginning of a longer run.
    rest: Vec<u8>,
    seen: Seen,
    ascii: bool,
    /// Whether there is an escape.
    escape: bool,
    /// Whether there is an escape that shifts to Japanese.
    shifted: bool,
    /// The first declared charset.
    first: Option<Vec<u8>>,
    /// Whether another charset is declared, too.
    several: bool,
    /// Whether a run of bytes without a `;` was too long.
    lost: bool,
    declared: Option<Declared>,
}

/// Properties of the sample that bear on the decision.
#[derive(Default)]
struct Seen {
    /// A run isn't UTF-8.
    no_utf_8: bool,
    /// A byte may begin a UTF-8 character of three bytes or more.
    three_bytes: bool,
    /// At least four bytes beyond ASCII stand in a row.
    word: bool,
    /// A run is malformed in the declared encoding.
    error: bool,
}

/// Number of bytes kept from the beginning: more than the CA property is searched for in.
const HEAD: usize = 1 << 17;

/// Number of bytes that a charset is judged by: four times as many as are needed.
const SAMPLE: usize = 1 << 16;

/// Number of ASCII bytes kept on each side of others.
const AROUND: usize = 8;

/// Maximum number of bytes without a `;`.
const MAX_WITHOUT_NODE: usize = 1 << 20;

impl Default for CharsetSurvey {
    fn default() -> Self {
        Self {
            head: Vec::new(),
            sample: Vec::new(),
            rest: Vec::new(),
            seen: Seen::default(),
            ascii: true,
            escape: false,
            shifted: false,
            first: None,
            several: false,
            lost: false,
            declared: None,
        }
    }
}

impl CharsetSurvey {
    /// Adds the next bytes of the file.
    pub fn add(&mut self, bytes: &[u8]) {
        let room = HEAD.saturating_sub(self.head.len()).min(bytes.len());
        self.head.extend_from_slice(&bytes[..room]);
        self.ascii &= bytes.is_ascii();
        self.escape |= memchr::memchr(ESCAPE, bytes).is_some();
        let mut all_bytes = std::mem::take(&mut self.rest);
        all_bytes.extend_from_slice(bytes);
        // A `;` is part of neither a character nor a CA property.
        let cut = memchr::memrchr(b';', &all_bytes).map_or(0, |at| at + 1);
        self.lost |= all_bytes.len() - cut > MAX_WITHOUT_NODE;
        if cut > 0 {
            self.examine(&all_bytes[..cut]);
            all_bytes.drain(..cut);
        }
        self.rest = if self.lost { Vec::new() } else { all_bytes };
    }

    /// Examines bytes that end with a node or the file.
    fn examine(&mut self, bytes: &[u8]) {
        self.shifted |= self.escape && self.ascii && shifts_to_japanese(bytes);
        if !self.several {
            for declared in all_declared(bytes, 0) {
                let Some(charset) = declared.charset(bytes) else { continue };
                self.several |= *self.first.get_or_insert_with(|| charset.to_vec()) != charset;
            }
        }
        if self.sample.len() < SAMPLE {
            self.sample_from(bytes);
            // Of long ASCII at the beginning only both ends are needed.
            if self.sample.len() > 4 * AROUND && self.sample.is_ascii() {
                self.sample.drain(AROUND..self.sample.len() - AROUND);
            }
        } else if !self.seen.everything() {
            self.add_new(bytes);
        }
    }

    /// Adds everything to the sample but the middles of long runs of ASCII.
    fn sample_from(&mut self, bytes: &[u8]) {
        let mut at = 0;
        while at < bytes.len() {
            let plain = Encoding::ascii_valid_up_to(&bytes[at..]);
            let (from, to) = (at, at + plain);
            if plain > 2 * AROUND {
                self.sample.extend_from_slice(&bytes[from..from + AROUND]);
                self.sample.extend_from_slice(&bytes[to - AROUND..to]);
            } else {
                self.sample.extend_from_slice(&bytes[from..to]);
            }
            let beyond = bytes[to..].iter().take_while(|b| !b.is_ascii()).count();
            self.sample.extend_from_slice(&bytes[to..to + beyond]);
            at = to + beyond;
        }
    }

    /// Adds the runs with new properties to the sample.
    fn add_new(&mut self, bytes: &[u8]) {
        let declared =
            self.declared.get_or_insert_with(|| first_declared(&self.head, 0)).encoding();
        let mut at = 0;
        loop {
            at += Encoding::ascii_valid_up_to(&bytes[at..]);
            if at == bytes.len() {
                return;
            }
            let from = bytes[..at].iter().rposition(is_border).map_or(0, |border| border + 1);
            let to = bytes[at..].iter().position(is_border).map_or(bytes.len(), |len| at + len);
            let run = &bytes[from..to];
            let shows = Seen::of(run, declared);
            if self.seen.add(&shows) {
                self.sample.extend_from_slice(b"; ");
                self.sample.extend_from_slice(run);
                self.sample.extend_from_slice(b"; ");
            }
            at = to;
        }
    }

    /// The file's charset. `None` for a file that must be decoded before it can be read, or whose games
    /// declare different charsets.
    #[must_use]
    pub fn finish(mut self) -> Option<Charset> {
        let rest = std::mem::take(&mut self.rest);
        self.examine(&rest);
        if self.lost {
            return None;
        }
        let declared = first_declared(&self.head, 0);
        let charset = |decision, bom_len| {
            Some(Charset { declared: declared.clone(), decision, ascii: self.ascii, bom_len })
        };
        if let Some((encoding, bom_len)) = Encoding::for_bom(&self.head) {
            let decision = EncodingDecision::bom(encoding);
            return (encoding == UTF_8).then(|| charset(decision, bom_len)).flatten();
        }
        if utf_16_without_bom(&self.head).is_some() {
            return None;
        }
        // The sample doesn't show where ASCII shifts to other characters.
        if !self.ascii && self.several
            || self.ascii && matches!(declared, Declared::Unsupported(Some(_), _))
        {
            return None;
        }
        let mut decision = decide(&declared, &self.sample, self.ascii);
        if decision.encoding != ISO_2022_JP && self.ascii && self.shifted {
            decision = EncodingDecision::SHIFTED;
        }
        if decision.encoding == ISO_2022_JP && self.escape {
            return None;
        }
        charset(decision, 0)
    }
}

/// Whether a byte is ASCII and no part of a longer character in any encoding.
fn is_border(byte: &u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'/' | b':'..=b'?')
}

impl Seen {
    fn of(run: &[u8], declared: Option<&'static Encoding>) -> Self {
        let no_utf_8 = std::str::from_utf8(run).is_err();
        let decodes = |encoding: &'static Encoding| {
            encoding.decode_without_bom_handling_and_without_replacement(run).is_some()
        };
        Self {
            no_utf_8,
            three_bytes: run.iter().any(|&byte| byte >= 0xe0),
            word: run.split(u8::is_ascii).any(|word| word.len() >= 4),
            error: match declared {
                Some(encoding) if encoding == UTF_8 => no_utf_8,
                Some(encoding) => !decodes(encoding),
                None => false,
            },
        }
    }

    /// Adds the properties of a run. Returns whether any of them is new.
    fn add(&mut self, other: &Self) -> bool {
        let pairs = [
            (&mut self.no_utf_8, other.no_utf_8),
            (&mut self.three_bytes, other.three_bytes),
            (&mut self.word, other.word),
            (&mut self.error, other.error),
        ];
        pairs.into_iter().fold(false, |new, (seen, shown)| {
            let is_new = shown && !*seen;
            *seen |= shown;
            new | is_new
        })
    }

    fn everything(&self) -> bool {
        self.no_utf_8 && self.three_bytes && self.word && self.error
    }
}
