//! Runs of text that decode, but not to what was written: in UTF-8 in a file that is read in another encoding, or encoded in UTF-8
//! twice.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use super::source_text::Text;
use crate::sgf::tree::Span;

/// Number of characters of three bytes or more that prove UTF-8 though all of the text decodes in its encoding: of runs of twelve
/// bytes of GBK, one in a hundred million is valid as four such characters.
const PROOF: usize = 4;

/// Number of such characters from which on a run looks like UTF-8.
const SIGN: usize = 2;

/// What a run is that isn't what it is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misread {
    /// UTF-8 in a text of another encoding.
    Utf8,
    /// UTF-8 whose bytes were taken for Windows-1252 and encoded again.
    EncodedTwice,
}

impl Text<'_> {
    /// Returns the first run in a part of the text that is surely misread. Linear.
    pub fn first_misread(&self, part: Span) -> Option<(Span, Misread)> {
        let bytes = self.bytes();
        let is_utf_8 = self.encoding() == UTF_8 || self.is_decoded();
        // All first bytes of characters are encoded again with this byte.
        if is_utf_8 && memchr::memchr(0xc3, part.of(bytes)).is_none() {
            return None;
        }
        runs_beyond_ascii(&bytes[..part.end as usize], part.start as usize).find_map(|span| {
            let run = std::str::from_utf8(span.of(bytes)).ok()?;
            let misread = match is_utf_8 {
                true => is_encoded_twice(run).then_some(Misread::EncodedTwice),
                false => (long_characters(run) >= PROOF).then_some(Misread::Utf8),
            };
            Some((span, misread?))
        })
    }

    /// Whether a part of the text doesn't decode, or has a run that looks like UTF-8 in a text that isn't UTF-8.
    pub fn may_be_misread(&self, part: Span) -> bool {
        let (bytes, encoding) = (self.bytes(), self.encoding());
        runs_beyond_ascii(&bytes[..part.end as usize], part.start as usize).any(|span| {
            let run = span.of(bytes);
            match std::str::from_utf8(run) {
                Ok(_) if encoding == UTF_8 => false,
                // Each character would be a letter with a sign from 0x80 to 0xBF behind it.
                Ok(_) if encoding.is_single_byte() => true,
                Ok(text) if long_characters(text) >= SIGN => true,
                _ => encoding.decode_without_bom_handling_and_without_replacement(run).is_none(),
            }
        })
    }
}

fn long_characters(text: &str) -> usize {
    text.chars().filter(|c| c.len_utf8() >= 3).count()
}

/// Whether the characters of a run are those that Windows-1252 has for the bytes of UTF-8. What would be a single character may be
/// meant: `IRMÃ»`, `café”»`.
fn is_encoded_twice(run: &str) -> bool {
    let bytes: Option<Vec<u8>> = run.chars().map(byte_of).collect();
    let original = bytes.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
    original.chars().filter(|c| !c.is_ascii()).count() >= 2
}

/// The byte of a character in Windows-1252. Bytes that mean nothing there are taken as in ISO 8859-1.
fn byte_of(c: char) -> Option<u8> {
    match u8::try_from(u32::from(c)) {
        Ok(byte) => Some(byte),
        Err(_) => match *WINDOWS_1252.encode(c.encode_utf8(&mut [0; 4])).0 {
            [byte] => Some(byte),
            _ => None,
        },
    }
}

/// The runs of text that begin with a byte beyond ASCII and end before a bracket or a line break.
fn runs_beyond_ascii(bytes: &[u8], from: usize) -> impl Iterator<Item = Span> {
    let ends = |b: &u8| matches!(b, b'[' | b']' | b'\n' | b'\r');
    let mut at = from;
    std::iter::from_fn(move || {
        at += Encoding::ascii_valid_up_to(&bytes[at..]);
        if at == bytes.len() {
            return None;
        }
        let end = bytes[at..].iter().position(ends).map_or(bytes.len(), |len| at + len);
        let span = Span::new(at, end);
        at = end;
        Some(span)
    })
}
