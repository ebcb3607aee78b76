//! Text in two encodings: side by side, since programs have put records of several sources together by copying bytes, or
//! one upon the other.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use super::detect::{Confidence, guess, surely_not_utf_8};
use super::source_text::Text;
use crate::sgf::tree::Span;

/// Number of UTF-8 characters of three bytes or more from which on a run in another encoding looks like UTF-8.
const SIGN: usize = 2;

/// Number of such characters that prove UTF-8, even if all of the text decodes in its encoding and doesn't declare
/// UTF-8: of runs of twelve bytes of GBK, one in a hundred million is valid as four such characters.
const PROOF: usize = 4;

/// Number of invalid runs from which the second encoding is determined.
pub const MAX_INVALID_RUNS: usize = 100;

impl Text<'_> {
    /// The runs beyond ASCII in a part of the text that don't decode, or that look like UTF-8 in a text that isn't
    /// UTF-8: most UTF-8 is valid GBK. At most `limit`. Linear.
    pub fn invalid_runs(&self, part: Span, limit: usize) -> Vec<Span> {
        let bytes = self.bytes();
        let is_invalid = |span: &Span| {
            let run = span.of(bytes);
            !decodes(self.encoding(), run) || looks_like_utf_8(run, self.encoding())
        };
        let runs = runs_beyond_ascii(&bytes[..part.end as usize], part.start as usize);
        runs.filter(is_invalid).take(limit).collect()
    }

    /// Returns the second encoding of a part of the text, besides the text's own, and the first run in it. `None` if there
    /// isn't a second one, or the runs that don't decode are only damaged. Linear.
    ///
    /// The encoding is guessed from all runs together, which show more than each by itself. Any damage can be letters in
    /// an encoding of one byte per character, so only a sure guess counts. If all of the text decodes in its encoding,
    /// the second one can only be UTF-8: runs must prove it, or look like it if it is declared.
    pub fn second_encoding(&self, part: Span) -> Option<(&'static Encoding, Span)> {
        if self.is_decoded() {
            return None;
        }
        let (bytes, first) = (self.bytes(), self.encoding());
        let runs = self.invalid_runs(part, MAX_INVALID_RUNS);
        if runs.is_empty() {
            return None;
        }
        if self.undecodable_in(part, 1).is_empty() {
            let run = match self.declared().encoding() == Some(UTF_8) {
                true => runs.into_iter().find(|run| looks_like_utf_8(run.of(bytes), first)),
                false => proved_utf_8(bytes, &runs),
            };
            return run.map(|run| (UTF_8, run));
        }
        let mut all = Vec::new();
        for run in &runs {
            all.extend_from_slice(run.of(bytes));
            all.push(b']');
        }
        let second = if first == UTF_8 {
            surely_not_utf_8(&all)?
        } else {
            let guess = guess(&all, Some(first));
            let is_sure = guess.encoding != first && guess.confidence == Confidence::Sure;
            is_sure.then_some(guess.encoding)?
        };
        runs.into_iter().find(|run| decodes(second, run.of(bytes))).map(|run| (second, run))
    }
}

/// A run of UTF-8 in which characters were taken for Windows-1252 and encoded again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoubleEncoded {
    /// The bytes of the run.
    pub span: Span,
    /// The text before, if everything in it beyond ASCII was encoded twice.
    pub original: Option<String>,
}

/// How often a text may have been encoded again.
const MAX_ROUNDS: usize = 3;

impl Text<'_> {
    /// Returns the runs in a part of the text that were encoded twice. Linear.
    pub fn double_encoded(&self, part: Span) -> impl Iterator<Item = DoubleEncoded> {
        let bytes = self.bytes();
        let is_utf_8 = self.encoding() == UTF_8 || self.is_decoded();
        // All leading bytes are encoded with this byte.
        let first = memchr::memchr(0xc3, part.of(bytes)).filter(|_| is_utf_8);
        let first = first.map(|_| part.start as usize).unwrap_or(part.end as usize);
        runs_beyond_ascii(&bytes[..part.end as usize], first).filter_map(|span| {
            let run = std::str::from_utf8(span.of(bytes)).ok()?;
            let mut original = encoded_once(run)?;
            for _ in 1..MAX_ROUNDS {
                match original.as_deref().and_then(encoded_once) {
                    Some(Some(again)) => original = Some(again),
                    _ => break,
                }
            }
            Some(DoubleEncoded { span, original })
        })
    }
}

/// Takes back one of the encodings of a text that was encoded twice. `None` if it wasn't, `Some(None)` if some of its
/// characters weren't.
fn encoded_once(run: &str) -> Option<Option<String>> {
    let (mut sure, mut doubtful, mut others) = (0, 0, 0);
    let mut original = String::with_capacity(run.len());
    let mut rest = run;
    while let Some(first) = rest.chars().next() {
        let (c, length) = match character(rest) {
            Some((c, length, is_sure)) => {
                *(if is_sure { &mut sure } else { &mut doubtful }) += 1;
                (c, length)
            }
            None => {
                others += usize::from(!first.is_ascii());
                (first, first.len_utf8())
            }
        };
        original.push(c);
        rest = &rest[length..];
    }
    let is_certain = others == 0;
    (sure > 0 || doubtful > 1 && is_certain).then(|| is_certain.then_some(original))
}

/// The character whose bytes in UTF-8 are the next characters of a text in Windows-1252, their length there, and whether
/// they can hardly be anything else.
fn character(text: &str) -> Option<(char, usize, bool)> {
    let lead = text.chars().next()?;
    let number = match byte_of(lead)? {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return None,
    };
    let mut bytes = [0; 4];
    let mut chars = text.chars();
    for byte in &mut bytes[..number] {
        *byte = byte_of(chars.next()?)?;
    }
    let c = std::str::from_utf8(&bytes[..number]).ok()?.chars().next()?;
    let length = text.len() - chars.as_str().len();
    // No word ends in one of these capitals.
    let is_rare = matches!(lead, '\u{c2}' | '\u{c3}');
    let is_sure = text[..length].chars().skip(1).any(|c| !may_follow(c, is_rare))
        || is_rare && chars.next().is_some_and(|next| next.is_ascii_alphabetic());
    Some((c, length, is_sure))
}

/// Whether a character may well follow a letter with an accent.
fn may_follow(c: char, is_rare: bool) -> bool {
    let is_end = "\u{2026}\u{2018}\u{2019}\u{201c}\u{201d}\u{2013}\u{2014}\u{bb}\u{203a}\u{2122}"
        .contains(c);
    let is_sign = "\u{a0}\u{ad}\u{a9}\u{ae}\u{b0}\u{b2}\u{b3}\u{b7}\u{b9}\u{aa}\u{ba}".contains(c);
    is_end || !is_rare && (is_sign || c > '\u{ff}' && c.is_alphabetic())
}

/// The byte of a character beyond ASCII in Windows-1252. Bytes that mean nothing there are taken as in ISO 8859-1.
fn byte_of(c: char) -> Option<u8> {
    match u32::from(c) {
        0..=0x7f => None,
        code @ 0x80..=0xff => Some(code as u8),
        _ => match *WINDOWS_1252.encode(c.encode_utf8(&mut [0; 4])).0 {
            [byte] => Some(byte),
            _ => None,
        },
    }
}

/// Returns the first of the runs in a row that prove UTF-8: runs of one game with only ASCII between them. A single name is
/// too short for that, two in a row aren't.
fn proved_utf_8(text: &[u8], runs: &[Span]) -> Option<Span> {
    let (mut first, mut before, mut long) = (Span::default(), None, 0);
    for &run in runs {
        let between = before.map(|before: Span| &text[before.end as usize..run.start as usize]);
        let follows = between.is_some_and(|bytes| bytes.is_ascii() && !bytes.contains(&b'('));
        before = Some(run);
        let Some(more) = long_characters(run.of(text)) else {
            long = 0;
            continue;
        };
        if !follows || long == 0 {
            (first, long) = (run, 0);
        }
        long += more;
        if long >= PROOF {
            return Some(first);
        }
    }
    None
}

fn decodes(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    if encoding == UTF_8 {
        return std::str::from_utf8(bytes).is_ok();
    }
    encoding.decode_without_bom_handling_and_without_replacement(bytes).is_some()
}

/// Whether a run of a text in the encoding `first` looks like UTF-8. In an encoding of one byte per character any
/// valid UTF-8 does: it would be letters each with one of the signs from 0x80 to 0xBF behind it.
fn looks_like_utf_8(run: &[u8], first: &'static Encoding) -> bool {
    first != UTF_8
        && if first.is_single_byte() {
            std::str::from_utf8(run).is_ok()
        } else {
            long_characters(run).is_some_and(|long| long >= SIGN)
        }
}

/// Number of characters of three bytes or more in a run of UTF-8. `None` if it isn't valid.
fn long_characters(run: &[u8]) -> Option<usize> {
    let text = std::str::from_utf8(run).ok()?;
    Some(text.chars().filter(|c| c.len_utf8() >= 3).count())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_encoded_twice_is_encoded_once() {
        let twice = |text: &str| -> String {
            let chars = text.bytes().map(|byte| match byte {
                0x80..=0x9f => WINDOWS_1252.decode_without_bom_handling(&[byte]).0.into_owned(),
                _ => char::from(byte).to_string(),
            });
            chars.collect()
        };
        let original = |text: &str| {
            let text = Text::new(text.as_bytes());
            let all = Span::new(0, text.bytes().len());
            text.double_encoded(all).map(|run| run.original).collect::<Vec<_>>()
        };
        // The run begins with the first character beyond ASCII.
        for (text, run) in [
            ("PB[J\u{f6}rg M\u{fc}ller]", "\u{f6}rg M\u{fc}ller"),
            ("C[Sensei\u{2019}s]", "\u{2019}s"),
            ("PB[\u{67ef}\u{6d01}]", "\u{67ef}\u{6d01}"),
            ("PB[Pawe\u{142}]", "\u{142}"),
            ("PB[\u{412}\u{430}\u{441}\u{44f}]", "\u{412}\u{430}\u{441}\u{44f}"),
            ("PB[\u{d6}RG]", "\u{d6}RG"),
            ("C[10\u{a0}points]", "\u{a0}points"),
        ] {
            assert_eq!(original(text), [], "{text}");
            let damaged = twice(text);
            assert_eq!(original(&damaged), [Some(run.to_owned())], "{damaged}");
            assert_eq!(original(&twice(&damaged)), [Some(run.to_owned())], "{damaged}");
        }
        let beside = format!("C[\u{5b89} {}]", twice("J\u{f6}rg"));
        assert_eq!(original(&beside), [None]);
        for text in [
            "C[\u{ab}IRM\u{c3}\u{bb}]",
            "C[D\u{c9}GAG\u{c9}\u{2026}]",
            "C[caf\u{e9}\u{201d}\u{bb}]",
            "PC[\u{da}\u{161}t\u{11b}k]",
            "PB[JO\u{c3}O]",
        ] {
            assert_eq!(original(text), [], "{text}");
        }
    }
}
