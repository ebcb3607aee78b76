//! The decision how a text is encoded, by its CA property and its bytes.

use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use super::declared::Declared;
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
    pub encoding: &'static Encoding,
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
