//! The decision how a text is encoded, by its CA property and its bytes.

use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use memchr::{memchr, memmem};

use super::declared::{CA_WITHIN, Declared, all_declared, first_declared};
use super::detect::{Confidence, Guess, contradicts, guess};
use crate::named::named;

named! {
    /// Where an encoding was taken from.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum EncodingSource {
        /// From the record's CA property.
        Declared = "declared",
        /// From a byte order mark.
        Bom = "bom",
        /// Detected from the bytes.
        Detected = "detected",
        /// The default of `FF[4]`, ISO-8859-1: nothing is declared, and all bytes are ASCII.
        Default = "default",
    }
}

/// The encoding of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EncodingDecision {
    /// The encoding.
    pub encoding: &'static Encoding,
    /// Where it was taken from.
    pub source: EncodingSource,
    /// How sure it is, if it was detected.
    pub confidence: Option<Confidence>,
}

impl EncodingDecision {
    pub(super) const fn declared(encoding: &'static Encoding) -> Self {
        Self { encoding, source: EncodingSource::Declared, confidence: None }
    }

    pub(super) const fn bom(encoding: &'static Encoding) -> Self {
        Self { encoding, source: EncodingSource::Bom, confidence: None }
    }

    pub(super) const fn detected(encoding: &'static Encoding, confidence: Confidence) -> Self {
        Self { encoding, source: EncodingSource::Detected, confidence: Some(confidence) }
    }

    const fn surely(encoding: &'static Encoding) -> Self {
        Self::detected(encoding, Confidence::Sure)
    }

    /// The decision for text that is ASCII but for shifts to Japanese, whatever it declares.
    pub(super) const SHIFTED: Self = Self::surely(ISO_2022_JP);
}

impl From<Guess> for EncodingDecision {
    fn from(guess: Guess) -> Self {
        Self::detected(guess.encoding, guess.confidence)
    }
}

/// Decides between the declared encoding and the one that the bytes show. `ascii`: whether all bytes are.
pub(super) fn decide(declared: &Declared, bytes: &[u8], ascii: bool) -> EncodingDecision {
    let known = declared.encoding();
    if ascii {
        return match declared {
            Declared::Unsupported(Some(shift), _)
                if memchr::memmem::find(bytes, shift).is_some() =>
            {
                EncodingDecision::detected(WINDOWS_1252, Confidence::Doubtful)
            }
            _ => decide_ascii(known),
        };
    }
    let decision = decide_beyond_ascii(known, bytes);
    match (declared, decision.confidence) {
        // The record may well be in it: no guess is better than doubtful.
        (Declared::Unsupported(..), Some(Confidence::Likely | Confidence::Sure))
            if !is_surely_utf_8(bytes) =>
        {
            EncodingDecision::detected(decision.encoding, Confidence::Doubtful)
        }
        _ => decision,
    }
}

/// Whether bytes are UTF-8, with characters of three bytes or more.
fn is_surely_utf_8(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok() && bytes.iter().any(|&byte| byte >= 0xe0)
}

fn decide_beyond_ascii(known: Option<&'static Encoding>, bytes: &[u8]) -> EncodingDecision {
    let valid_utf8 = Encoding::utf8_valid_up_to(bytes) == bytes.len();
    match known.filter(|encoding| encoding.is_ascii_compatible()) {
        Some(encoding) if encoding == UTF_8 && valid_utf8 => EncodingDecision::declared(UTF_8),
        // In an encoding of one byte per character everything decodes. Text that is valid UTF-8 by chance
        // hardly exists.
        Some(encoding) if valid_utf8 && encoding.is_single_byte() => {
            EncodingDecision::surely(UTF_8)
        }
        Some(encoding) if !has_errors(encoding, bytes) => match contradicts(bytes, encoding) {
            Some(guess) => guess.into(),
            None => EncodingDecision::declared(encoding),
        },
        // Two or three characters of a legacy encoding can be valid UTF-8, if each has two bytes.
        None if valid_utf8 && bytes.iter().all(|&byte| byte < 0xe0) => {
            match guess(bytes, Some(UTF_8)) {
                guess if guess.encoding != UTF_8 && guess.confidence == Confidence::Doubtful => {
                    EncodingDecision::detected(UTF_8, Confidence::Doubtful)
                }
                guess => guess.into(),
            }
        }
        _ if valid_utf8 => EncodingDecision::surely(UTF_8),
        // A damaged record in the declared encoding, perhaps.
        known => match guess(bytes, known) {
            guess if Some(guess.encoding) == known => EncodingDecision::declared(guess.encoding),
            guess => guess.into(),
        },
    }
}

fn decide_ascii(known: Option<&'static Encoding>) -> EncodingDecision {
    match known {
        // The bytes disprove it: `(` is one byte here.
        Some(encoding) if encoding == UTF_16BE || encoding == UTF_16LE => {
            EncodingDecision::surely(UTF_8)
        }
        Some(encoding) => EncodingDecision::declared(encoding),
        None => EncodingDecision {
            encoding: WINDOWS_1252,
            source: EncodingSource::Default,
            confidence: None,
        },
    }
}

fn has_errors(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    encoding.decode_without_bom_handling_and_without_replacement(bytes).is_none()
}

/// The byte that all shifts of ISO-2022-JP begin with. Records have no other use for it.
pub(crate) const ESCAPE: u8 = 0x1b;

/// Whether there is a shift to JIS X 0208, of 1978 or 1983, as only ISO-2022-JP has (RFC 1468).
pub(crate) fn shifts_to_japanese(bytes: &[u8]) -> bool {
    memchr::memchr_iter(ESCAPE, bytes).any(|at| matches!(bytes[at + 1..], [b'$', b'B' | b'@', ..]))
}

/// Detects UTF-16 without a byte order mark: most of every other of the first bytes are NUL.
pub(crate) fn utf_16_without_bom(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(1024)];
    memchr::memchr(0, head)?;
    let zeros = |first: usize| head.iter().skip(first).step_by(2).filter(|&&b| b == 0).count();
    match (zeros(0), zeros(1)) {
        (0, low) if low * 4 > head.len() => Some(UTF_16LE),
        (high, 0) if high * 4 > head.len() => Some(UTF_16BE),
        _ => None,
    }
}

/// The charset of a file.
pub(super) struct FileCharset {
    pub declared: Declared,
    pub decision: EncodingDecision,
    pub is_ascii: bool,
    pub bom_len: usize,
}

/// Finds out the charset of a file from its pieces, in the order of the file. It is found if the file is ASCII or UTF-8 for certain: then
/// parts of the file are decoded as the whole is, whatever the others hold.
#[derive(Debug)]
pub struct CharsetSurvey {
    /// The beginning of the file.
    head: Vec<u8>,
    /// The end of the pieces so far.
    end: Vec<u8>,
    /// Number of bytes at its end that begin a character.
    begun: usize,
    is_ascii: bool,
    /// Whether a character has three bytes or more.
    has_long: bool,
    /// The first charset that a CA property names.
    charset: Option<Vec<u8>>,
    /// Whether another one is named, too.
    has_several: bool,
    is_simple: bool,
}

/// Number of bytes that pieces have in common: more than a CA property or a marker has.
const OVERLAP: usize = 4096;

/// What decides how a file is read wherever it stands: the lines of a merge conflict.
const MARKERS: [&[u8]; 3] = [b"<<<<<<<", b">>>>>>> ", b"||||||| "];

impl Default for CharsetSurvey {
    fn default() -> Self {
        Self {
            head: Vec::new(),
            end: Vec::new(),
            begun: 0,
            is_ascii: true,
            has_long: false,
            charset: None,
            has_several: false,
            is_simple: true,
        }
    }
}

impl CharsetSurvey {
    /// Adds the next piece. Returns whether the charset may still be found.
    pub fn add(&mut self, piece: &[u8]) -> bool {
        let room = CA_WITHIN.saturating_sub(self.head.len()).min(piece.len());
        self.head.extend_from_slice(&piece[..room]);
        let mut bytes = std::mem::take(&mut self.end);
        let fresh = bytes.len() - self.begun;
        bytes.extend_from_slice(piece);
        self.is_ascii &= piece.is_ascii();
        self.has_long |= !self.is_ascii && piece.iter().any(|&byte| byte >= 0xe0);
        let malformed = std::str::from_utf8(&bytes[fresh..]).err();
        self.begun = malformed.map_or(0, |error| bytes.len() - fresh - error.valid_up_to());
        self.is_simple &= malformed.is_none_or(|error| error.error_len().is_none())
            && memchr(ESCAPE, piece).is_none()
            && MARKERS.iter().all(|marker| memmem::find(&bytes, marker).is_none());
        for charset in all_declared(&bytes, 0).filter_map(|declared| declared.charset(&bytes)) {
            self.has_several |= *self.charset.get_or_insert_with(|| charset.to_vec()) != charset;
        }
        bytes.drain(..bytes.len().saturating_sub(OVERLAP));
        self.end = bytes;
        self.is_simple
    }

    /// Returns the charset of the file. `None` if all of the file decides it, or how the file is read.
    pub(super) fn finish(self) -> Option<FileCharset> {
        if !self.is_simple || self.begun > 0 {
            return None;
        }
        let declared = first_declared(&self.head, 0);
        let is_ascii = self.is_ascii;
        let charset = |decision, bom_len| {
            Some(FileCharset { declared: declared.clone(), decision, is_ascii, bom_len })
        };
        if let Some((encoding, bom_len)) = Encoding::for_bom(&self.head) {
            return charset(EncodingDecision::bom(encoding), bom_len).filter(|_| encoding == UTF_8);
        }
        if utf_16_without_bom(&self.head).is_some() {
            return None;
        }
        if self.is_ascii {
            let shifts = matches!(declared, Declared::Unsupported(Some(_), _));
            return charset(decide(&declared, b"", true), 0).filter(|_| !shifts);
        }
        let is_certain = match declared.encoding().filter(|it| it.is_ascii_compatible()) {
            Some(encoding) => encoding == UTF_8 || encoding.is_single_byte(),
            None => self.has_long,
        };
        // Of text in UTF-8, only that it has long characters counts then.
        let sample = "\u{67ef}".as_bytes();
        let is_certain = is_certain && !self.has_several;
        is_certain.then(|| charset(decide(&declared, sample, false), 0)).flatten()
    }
}
