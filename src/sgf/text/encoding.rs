//! The decision how a text is encoded, by its CA property and its bytes.

use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use super::declared::Declared;
use super::detect::{Confidence, Guess, contradicts, guess};

/// Where an encoding was taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncodingSource {
    /// From the record's CA property.
    Declared,
    /// From a byte order mark.
    Bom,
    /// Detected from the bytes.
    Detected,
    /// The default of `FF[4]`, ISO-8859-1: nothing is declared, and all bytes are ASCII.
    Default,
}

impl EncodingSource {
    /// The name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Declared => "declared",
            Self::Bom => "bom",
            Self::Detected => "detected",
            Self::Default => "default",
        }
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
        return decide_ascii(known);
    }
    let valid_utf8 = Encoding::utf8_valid_up_to(bytes) == bytes.len();
    match known.filter(|encoding| encoding.is_ascii_compatible()) {
        Some(encoding) if encoding == UTF_8 && valid_utf8 => EncodingDecision::declared(UTF_8),
        // In an encoding of one byte per character everything decodes. Text that is valid UTF-8 by chance
        // hardly exists.
        Some(encoding) if valid_utf8 && encoding.is_single_byte() => {
            EncodingDecision::surely(UTF_8)
        }
        Some(encoding) if !has_errors(encoding, bytes) => match contradicts(bytes, encoding) {
            Some(found) => found.into(),
            None => EncodingDecision::declared(encoding),
        },
        // Two or three characters of a legacy encoding can be valid UTF-8, if each has two bytes.
        None if valid_utf8 && bytes.iter().all(|&byte| byte < 0xe0) => {
            match guess(bytes, Some(UTF_8)) {
                found if found.confidence == Confidence::Sure => found.into(),
                _ => EncodingDecision::detected(UTF_8, Confidence::Likely),
            }
        }
        _ if valid_utf8 => EncodingDecision::surely(UTF_8),
        // A damaged record in the declared encoding, perhaps.
        known => match guess(bytes, known) {
            found if Some(found.encoding) == known => EncodingDecision::declared(found.encoding),
            found => found.into(),
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

#[cfg(test)]
mod tests {
    use encoding_rs::{EUC_JP, EUC_KR, GB18030, GBK, WINDOWS_1251};

    use super::*;
    use crate::sgf::{Span, Text};

    #[test]
    fn declared_but_not_so() {
        let text = Text::new("(;CA[ISO-8859-1]PB[柯洁])".as_bytes());
        assert_eq!((text.encoding(), text.source()), (UTF_8, EncodingSource::Detected));
        let text = Text::new(b"(;CA[UTF-8]PB[\xbf\xc2\xbd\xe0]PW[\xc0\xee\xca\xc0\xca\xaf])");
        assert_eq!((text.encoding(), text.source()), (GBK, EncodingSource::Detected));
        let text = Text::new(b"(;PB[Ke Jie])");
        assert_eq!((text.encoding(), text.source()), (WINDOWS_1252, EncodingSource::Default));
    }

    #[test]
    fn a_damaged_record_stays_in_its_encoding() {
        let mut bytes = "(;CA[UTF-8]C[柯洁执黑先行白棋贴目".to_owned().into_bytes();
        bytes.extend(b"\xe6\x9f])");
        let text = Text::new(&bytes);
        assert_eq!((text.encoding(), text.source()), (UTF_8, EncodingSource::Declared));
        let undeclared = bytes.split_off(2 + "CA[UTF-8]".len());
        let text = Text::new(&undeclared);
        assert_eq!((text.encoding(), text.source()), (UTF_8, EncodingSource::Detected));
        assert_eq!(text.undecodable(9).len(), 1);
    }

    #[test]
    fn utf_16_without_a_mark() {
        for (encoding, swap) in [(UTF_16LE, false), (UTF_16BE, true)] {
            let mut bytes = Vec::new();
            for unit in "\n(;FF[4]PB[柯洁]PW[李世石];B[aa];W[bb])".encode_utf16() {
                let unit = if swap { unit.swap_bytes() } else { unit };
                bytes.extend(unit.to_le_bytes());
            }
            let text = Text::new(&bytes);
            assert_eq!((text.encoding(), text.source()), (encoding, EncodingSource::Detected));
            assert_eq!(text.decode(Span::new(0, text.bytes().len())).chars().nth(11), Some('柯'));
            assert_eq!(text.original_offset(1), 2);
        }
        // NUL bytes alone don't make it UTF-16.
        assert_eq!(Text::new(b"(;FF[4]\0\0\0\0PB[x])").encoding(), WINDOWS_1252);
        assert_eq!(Text::new(b"(\0;\0\xd8").encoding(), UTF_16LE);
    }

    #[test]
    fn shifts_to_japanese_tell_what_they_are() {
        let game = ISO_2022_JP.encode("(;GM[1]PB[高尾紳路]PW[依田])").0.into_owned();
        let read = |ca: &str| {
            let bytes = [b"(;", ca.as_bytes(), &game[2..]].concat();
            let text = Text::new(&bytes);
            assert!(std::str::from_utf8(text.bytes()).unwrap().contains("高尾紳路"));
            (text.encoding(), text.source())
        };
        assert_eq!(read(""), (ISO_2022_JP, EncodingSource::Detected));
        assert_eq!(read("CA[Shift_JIS]"), (ISO_2022_JP, EncodingSource::Detected));
        assert_eq!(read("CA[ISO-2022-JP]"), (ISO_2022_JP, EncodingSource::Declared));
        // Other escapes, of terminals for one, mean nothing.
        assert_eq!(Text::new(b"(;PB[\x1b[1mx\x1b$])").encoding(), WINDOWS_1252);
    }

    #[test]
    fn what_is_declared_may_be_in_another_language_than_usual() {
        for (encoding, text) in [
            (GB18030, "PB[이세돌]PW[박정환]C[바둑은 고대 게임입니다]"),
            (GB18030, "PB[АК 1965]"),
            (GBK, "C[白がQ15に割り込み、黒のP15とR15を分断。隅の黒が裂かれた形です。]"),
            (GBK, "PB[はね]C[先手 あたり せんてい otherwise しゅさく こみ]"),
            (EUC_KR, "PB[АК 1965]PW[天下無狗]"),
            (EUC_JP, "PB[АК 1965]"),
        ] {
            let record = format!("(;CA[{}]{text})", encoding.name());
            let (bytes, _, lost) = encoding.encode(&record);
            assert!(!lost, "{record}");
            let text = Text::new(&bytes);
            assert_eq!(
                (text.encoding(), text.source()),
                (encoding, EncodingSource::Declared),
                "{record}"
            );
        }
    }

    #[test]
    fn wrongly_declared_in_every_way() {
        let (korean, _, _) = EUC_KR.encode("(;PB[박정환]PW[신진서]BR[9단]WR[9단]RE[백 불계승]");
        let declared = |charset: &str| {
            let mut bytes = korean.to_vec();
            bytes.extend_from_slice(b"CA[");
            bytes.extend_from_slice(charset.as_bytes());
            bytes.extend_from_slice(b"])");
            let text = Text::new(&bytes);
            (text.encoding(), text.source())
        };
        for charset in ["UTF-8", "ISO-8859-1", "GB2312", "Shift_JIS", "no such thing"] {
            assert_eq!(declared(charset), (EUC_KR, EncodingSource::Detected), "{charset}");
        }
        assert_eq!(declared("ks_c_5601-1987"), (EUC_KR, EncodingSource::Declared));
        // Two letters prove nothing against a charset that says what they are.
        let text = Text::new(b"(;CA[windows-1251]PB[\xde\xeb\xe8\xff])");
        assert_eq!((text.encoding(), text.source()), (WINDOWS_1251, EncodingSource::Declared));
    }
}
