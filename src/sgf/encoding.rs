//! How a file's bytes mean characters: declared, marked, or found out.
//!
//! Spans stay byte ranges of the file as it is. Encodings whose second bytes can be `\` or `]`
//! (Shift_JIS, Big5, GBK, GB18030) are not decoded ahead: [`Text::find_bracket`] steps over whole
//! characters instead, so that a finding's span and a repair's edit hold for the original bytes. Only
//! encodings in which even `[` is not its ASCII byte (UTF-16, ISO-2022-JP) are decoded first.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, EUC_JP, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252,
};
use memchr::memmem;

use super::game::Span;

/// Where a file's encoding was taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncodingSource {
    /// From the record's CA property.
    Declared,
    /// From a byte order mark.
    Bom,
    /// Found out from the bytes.
    Detected,
    /// FF[4]'s default, ISO-8859-1, because nothing else was said and nothing beyond ASCII occurs.
    Default,
}

impl EncodingSource {
    /// The word that reports use.
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

/// What the record's CA property says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Declared {
    /// There is none.
    Nothing,
    /// A charset that can be read, and where its name stands.
    Known(&'static Encoding, Span),
    /// A name that means no charset, and where it stands.
    Unknown(Span),
}

/// How far into a file its first CA property is looked for.
const CA_WITHIN: usize = 64 * 1024;

/// How many bytes beyond ASCII a guess is made from at most.
const GUESS_WITHIN: usize = 1024 * 1024;

/// A file's bytes with their encoding.
#[derive(Clone, Debug)]
pub struct Text<'a> {
    bytes: Cow<'a, [u8]>,
    encoding: &'static Encoding,
    source: EncodingSource,
    declared: Declared,
    bom_len: usize,
    ascii: bool,
    /// The encoding that the file had, where `bytes` had to be decoded first.
    decoded_from: Option<&'static Encoding>,
}

impl<'a> Text<'a> {
    /// Finds out how a file is encoded. Linear in its length.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        if let Some((encoding, bom_len)) = Encoding::for_bom(bytes) {
            if encoding == UTF_8 {
                let mut text = Self::over(bytes, UTF_8, EncodingSource::Bom);
                text.bom_len = bom_len;
                return text;
            }
            return Self::decoded(bytes, encoding, bom_len, EncodingSource::Bom);
        }
        let declared = find_declared(bytes);
        if bytes.is_ascii() {
            return match declared {
                Declared::Known(encoding, _)
                    if encoding == ISO_2022_JP && bytes.contains(&0x1b) =>
                {
                    Self::decoded(bytes, ISO_2022_JP, 0, EncodingSource::Declared)
                }
                // The bytes prove that it is not what it says: `(` is one byte here.
                Declared::Known(encoding, _) if encoding == UTF_16BE || encoding == UTF_16LE => {
                    Self::over(bytes, UTF_8, EncodingSource::Detected)
                }
                Declared::Known(encoding, _) => {
                    Self::over(bytes, encoding, EncodingSource::Declared)
                }
                _ => Self::over(bytes, WINDOWS_1252, EncodingSource::Default),
            };
        }
        let valid_utf8 = std::str::from_utf8(bytes).is_ok();
        let (encoding, source) = match declared {
            Declared::Known(encoding, _) if is_plausible(encoding, bytes, valid_utf8) => {
                (encoding, EncodingSource::Declared)
            }
            _ if valid_utf8 => (UTF_8, EncodingSource::Detected),
            Declared::Known(encoding, _) if is_damaged(encoding, bytes) => {
                (encoding, EncodingSource::Declared)
            }
            Declared::Known(encoding, _) => {
                let found = guess(bytes);
                // A broken record in the declared charset beats a guess that fails as well.
                if has_errors(found, bytes) && encoding.is_ascii_compatible() {
                    (encoding, EncodingSource::Declared)
                } else {
                    (found, EncodingSource::Detected)
                }
            }
            _ if is_damaged(UTF_8, bytes) => (UTF_8, EncodingSource::Detected),
            _ => (guess(bytes), EncodingSource::Detected),
        };
        Self::over(bytes, encoding, source)
    }

    fn over(bytes: &'a [u8], encoding: &'static Encoding, source: EncodingSource) -> Self {
        Self {
            declared: find_declared(bytes),
            ascii: bytes.is_ascii(),
            bytes: Cow::Borrowed(bytes),
            encoding,
            source,
            bom_len: 0,
            decoded_from: None,
        }
    }

    fn decoded(
        bytes: &[u8],
        encoding: &'static Encoding,
        bom_len: usize,
        source: EncodingSource,
    ) -> Self {
        let (text, _) = encoding.decode_without_bom_handling(&bytes[bom_len..]);
        let bytes = text.into_owned().into_bytes();
        Self {
            declared: find_declared(&bytes),
            ascii: bytes.is_ascii(),
            bytes: Cow::Owned(bytes),
            encoding,
            source,
            bom_len: 0,
            decoded_from: Some(encoding),
        }
    }

    /// The bytes that spans count: the file's, or UTF-8 where it had to be decoded first.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Length of a UTF-8 byte order mark at the beginning of [`Text::bytes`].
    #[must_use]
    pub fn bom_len(&self) -> usize {
        self.bom_len
    }

    /// The file's encoding.
    #[must_use]
    pub fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// Where the encoding was taken from.
    #[must_use]
    pub fn source(&self) -> EncodingSource {
        self.source
    }

    /// What the first CA property says.
    #[must_use]
    pub fn declared(&self) -> &Declared {
        &self.declared
    }

    /// Whether nothing beyond ASCII occurs.
    #[must_use]
    pub fn is_ascii(&self) -> bool {
        self.ascii
    }

    /// Where a place in [`Text::bytes`] lies in the original file, `known` being such a pair before it.
    /// Linear in the distance for a file that had to be decoded, where it is exact for UTF-16; constant
    /// otherwise.
    #[must_use]
    pub fn original_offset(&self, offset: usize, known: (usize, usize)) -> usize {
        let Some(encoding) = self.decoded_from else { return offset };
        let between = &self.bytes[known.0..offset];
        if encoding == ISO_2022_JP {
            return known.1 + encoding.encode(&String::from_utf8_lossy(between)).0.len();
        }
        let bom = if known.0 == 0 { 2 } else { 0 };
        // A character of UTF-8 is one unit of UTF-16, of four bytes two.
        let units = |&byte: &u8| usize::from(byte & 0xc0 != 0x80) + usize::from(byte >= 0xf0);
        known.1 + bom + 2 * between.iter().map(units).sum::<usize>()
    }

    /// Decodes a span as it stands, escapes and all.
    #[must_use]
    pub fn decode(&self, span: Span) -> Cow<'_, str> {
        let raw = span.of(&self.bytes);
        if (self.ascii || raw.is_ascii())
            && let Ok(text) = std::str::from_utf8(raw)
        {
            return Cow::Borrowed(text);
        }
        let encoding = if self.decoded_from.is_some() { UTF_8 } else { self.encoding };
        encoding.decode_without_bom_handling(raw).0
    }

    /// A value as FF[4] SimpleText: decoded, escapes resolved, white space turned into blanks and
    /// trimmed at both ends.
    #[must_use]
    pub fn simple_text(&self, span: Span) -> Cow<'_, str> {
        let text = self.decode(span);
        if !text.contains(['\\', '\n', '\r', '\t', '\x0b', '\x0c']) {
            return match text {
                Cow::Borrowed(text) => Cow::Borrowed(text.trim_matches(' ')),
                Cow::Owned(text) => Cow::Owned(text.trim_matches(' ').to_owned()),
            };
        }
        let mut simple = String::with_capacity(text.len());
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '\\' => match chars.next() {
                    // An escaped line break is a soft one: it means nothing.
                    Some(first @ ('\n' | '\r')) => {
                        let _ = chars
                            .next_if(|&second| matches!(second, '\n' | '\r') && second != first);
                    }
                    Some(escaped) => simple.push(escaped),
                    None => {}
                },
                '\n' | '\r' | '\t' | '\x0b' | '\x0c' => simple.push(' '),
                c => simple.push(c),
            }
        }
        Cow::Owned(simple.trim_matches(' ').to_owned())
    }

    /// The places that don't decode, up to `limit`, as spans of the bytes. Linear.
    #[must_use]
    pub fn undecodable(&self, limit: usize) -> Vec<Span> {
        let mut spans = Vec::new();
        if self.ascii || self.decoded_from.is_some() {
            return spans;
        }
        let mut decoder = self.encoding.new_decoder_without_bom_handling();
        let mut at = self.bom_len;
        let mut sink = [0u8; 4096];
        while spans.len() < limit {
            let (result, read, _) = decoder.decode_to_utf8_without_replacement(
                &self.bytes[at..],
                &mut sink,
                true,
            );
            at += read;
            match result {
                encoding_rs::DecoderResult::InputEmpty => break,
                encoding_rs::DecoderResult::OutputFull => {}
                encoding_rs::DecoderResult::Malformed(length, behind) => {
                    let end = at - behind as usize;
                    spans.push(Span::new(end - length as usize, end));
                }
            }
        }
        spans
    }

    /// Whether the second byte of a character can look like `\` or `]`.
    #[must_use]
    pub fn has_unsafe_trails(&self) -> bool {
        !self.ascii
            && [SHIFT_JIS, BIG5, GBK, GB18030].contains(&self.encoding)
            && self.decoded_from.is_none()
    }

    /// The next `]` that is neither escaped nor part of a character, stepping over whole characters.
    #[must_use]
    pub fn find_bracket(&self, from: usize) -> Option<usize> {
        let bytes = &*self.bytes;
        let mut at = from;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b']' => return Some(at),
                b'\\' => {
                    at += 1;
                    at += self.char_len(at);
                }
                0..=0x7f => at += 1,
                _ => at += self.char_len(at),
            }
        }
        None
    }

    /// Length of the character at a place: 1 or 2 bytes (a four-byte GB18030 character counts as two
    /// of two, whose second bytes are digits).
    fn char_len(&self, at: usize) -> usize {
        let lead = match self.bytes.get(at) {
            Some(&byte) if byte >= 0x80 => byte,
            _ => return 1,
        };
        let is_lead = if self.encoding == SHIFT_JIS {
            matches!(lead, 0x81..=0x9f | 0xe0..=0xfc)
        } else {
            matches!(lead, 0x81..=0xfe)
        };
        match self.bytes.get(at + 1) {
            Some(b'0'..=b'9') if is_lead && self.encoding != SHIFT_JIS => 2,
            // Only these two need to be right to the character: a decoder gives an ASCII byte back
            // where the pair means nothing.
            Some(b'\\' | b']') if is_lead => {
                let pair = &self.bytes[at..at + 2];
                if self.encoding.decode_without_bom_handling(pair).1 { 1 } else { 2 }
            }
            Some(0x40..=0x7e | 0x80..=0xfe) if is_lead => 2,
            _ => 1,
        }
    }
}

fn find_declared(bytes: &[u8]) -> Declared {
    let head = &bytes[..bytes.len().min(CA_WITHIN)];
    for at in memmem::find_iter(head, b"CA[") {
        if at > 0 && head[at - 1].is_ascii_alphabetic() && !head[at - 1].is_ascii_lowercase() {
            continue;
        }
        let start = at + 3;
        let Some(len) = memchr::memchr(b']', &head[start..]) else { break };
        let span = Span::new(start, start + len);
        return match encoding_for(span.of(head)) {
            Some(encoding) => Declared::Known(encoding, span),
            None => Declared::Unknown(span),
        };
    }
    Declared::Nothing
}

/// The charset of a name as records write it: any label of the WHATWG list, and those that it lacks.
fn encoding_for(label: &[u8]) -> Option<&'static Encoding> {
    let label = label.trim_ascii();
    Encoding::for_label_no_replacement(label).or_else(|| {
        let plain: String = label
            .iter()
            .filter(|b| b.is_ascii_alphanumeric())
            .map(|b| char::from(b.to_ascii_lowercase()))
            .collect();
        let known = match &plain[..] {
            "gb2312charset" | "euccn" | "cp936" | "gb" | "gb23121980" => "gbk",
            "mskanji" | "cp932" | "windows932" | "sjis" => "shift_jis",
            "cp949" | "uhc" | "ksc56011987" | "korean" => "euc-kr",
            "cp950" | "big5charset" => "big5",
            "iso88591" | "latin1" | "cp1252" => "windows-1252",
            "iso885915" => "iso-8859-15",
            "utf8" | "unicode" => "utf-8",
            _ => return None,
        };
        Encoding::for_label(known.as_bytes())
    })
}

/// Whether a declared charset can be believed: its bytes decode, and they aren't plainly UTF-8.
fn is_plausible(declared: &'static Encoding, bytes: &[u8], valid_utf8: bool) -> bool {
    if !declared.is_ascii_compatible() || has_errors(declared, bytes) {
        return false;
    }
    // In a charset of one byte a character everything decodes; UTF-8 by chance hardly exists.
    declared == UTF_8 || !(valid_utf8 && declared.is_single_byte())
}

fn has_errors(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    if encoding == UTF_8 {
        return std::str::from_utf8(bytes).is_err();
    }
    encoding.decode_without_bom_handling_and_without_replacement(bytes).is_none()
}

/// Whether bytes are text of an encoding with a few damaged places. A charset of one byte a character
/// decodes anything, so a guess without errors would be no better; text in quite another encoding
/// fails far more often than at one byte in sixteen.
fn is_damaged(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    if !encoding.is_ascii_compatible() {
        return false;
    }
    let few = bytes.iter().filter(|b| !b.is_ascii()).count() / 16;
    let text = Text::over(bytes, encoding, EncodingSource::Detected);
    text.undecodable(few + 1).len() <= few
}

/// Guesses a legacy encoding.
fn guess(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    let bytes = &bytes[..bytes.len().min(GUESS_WITHIN)];
    detector.feed(bytes, true);
    let found = detector.guess(None, Utf8Detection::Deny);
    // Japanese text of any length has kana; names alone without them are far more often Chinese.
    let kana = |pair: &[u8]| matches!(pair[0], 0xa4 | 0xa5) && pair[1] >= 0xa1;
    if found == EUC_JP && !bytes.windows(2).any(kana) && !has_errors(GBK, bytes) {
        return GBK;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trail_bytes_are_not_brackets() {
        // U+8868 in Shift_JIS is 0x95 0x5C, U+2015+... 0x81 0x5D is a dash: the value ends after them.
        let bytes = b"(;CA[Shift_JIS]C[\x95\x5c\x81\x5d]B[aa])";
        let text = Text::new(bytes);
        assert_eq!(text.encoding(), SHIFT_JIS);
        assert_eq!(text.find_bracket(17), Some(21));
        assert_eq!(text.decode(Span::new(17, 21)), "表‐");
    }

    #[test]
    fn a_pair_that_means_nothing_gives_its_bracket_back() {
        // 0xA0 0x5D is no character of Big5 as the web knows it.
        let bytes = b"(;CA[Big5]C[\xa4\xa4\xfe\x5d)";
        let text = Text::new(bytes);
        let (_, malformed) = BIG5.decode_without_bom_handling(b"\xfe\x5d");
        let expected = if malformed { Some(15) } else { None };
        assert_eq!(text.find_bracket(12), expected);
    }

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
    fn utf_16_counts_places_in_the_file() {
        let mut bytes = vec![0xff, 0xfe];
        for unit in "(;PB[柯洁];B[aa])".encode_utf16() {
            bytes.extend(unit.to_le_bytes());
        }
        let text = Text::new(&bytes);
        assert_eq!((text.encoding(), text.source()), (UTF_16LE, EncodingSource::Bom));
        let at = text.bytes().iter().rposition(|&b| b == b'B').unwrap();
        assert_eq!(text.original_offset(at, (0, 0)), 2 + 2 * 9);
    }

    #[test]
    fn simple_text_resolves_escapes() {
        let bytes = b"x\\]y\\\\z\\\nw\tv \n";
        let text = Text::new(bytes);
        assert_eq!(text.simple_text(Span::new(0, bytes.len())), "x]y\\zw v");
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
    fn undecodable_bytes_have_places() {
        let bytes = b"(;CA[UTF-8]C[\xe6\x9f\xaf \xff\xfe \xe6\x9f])";
        let text = Text::over(bytes, UTF_8, EncodingSource::Declared);
        let spans = text.undecodable(10);
        assert_eq!(spans, [Span::new(17, 18), Span::new(18, 19), Span::new(20, 22)]);
    }
}
