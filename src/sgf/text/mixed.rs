//! Files that are written in two encodings: records put together from several sources by programs
//! that copied bytes.

use encoding_rs::{Encoding, UTF_8};

use super::detect::{Confidence, guess, surely_not_utf_8};
use super::source_text::Text;
use crate::sgf::tree::Span;

/// UTF-8 characters of three bytes that make a stretch in a file of another encoding look like UTF-8.
const SIGN: usize = 2;

/// So many prove it, even where everything decodes and nothing says that the file is UTF-8: of twelve bytes
/// as GBK has them, one in a hundred million such rows would pass for it.
const PROOF: usize = 4;

impl Text<'_> {
    /// Pieces of a part of the text, up to `limit`, that don't decode, or that are UTF-8 in a text that isn't:
    /// most of UTF-8 passes for GBK. Linear.
    #[must_use]
    pub fn invalid_runs(&self, part: Span, limit: usize) -> Vec<Span> {
        let bytes = self.bytes();
        let odd = |span: &Span| {
            let stretch = span.of(bytes);
            !decodes(self.encoding(), stretch) || looks_like_utf_8(stretch, self.encoding())
        };
        let stretches = stretches(&bytes[..part.end as usize], part.start as usize);
        stretches.filter(odd).take(limit).collect()
    }

    /// The encoding that some of a part of the text is in, and not the text's, and the first place in it.
    /// Linear.
    #[must_use]
    pub fn second_encoding(&self, part: Span) -> Option<(&'static Encoding, Span)> {
        if self.is_decoded() {
            return None;
        }
        let odd = self.invalid_runs(part, MAX_INVALID_RUNS);
        let mut pieces = InvalidRuns::default();
        pieces.add(self.bytes(), &odd);
        let decodes = self.undecodable_in(part, 1).is_empty();
        let declared = self.declared().encoding();
        let (second, first) = pieces.second_encoding(self.encoding(), declared, decodes)?;
        Some((second, odd[first]))
    }
}

/// So many odd pieces are enough to tell the encoding that they are in.
pub const MAX_INVALID_RUNS: usize = 100;

/// Pieces of text.
#[derive(Clone, Debug, Default)]
pub struct InvalidRuns {
    /// One behind another, with a bracket behind each.
    bytes: Vec<u8>,
    /// Where each ends.
    ends: Vec<usize>,
    /// Whether each follows the one before in its game, with nothing but ASCII between them.
    follows: Vec<bool>,
}

impl InvalidRuns {
    /// Adds pieces of a text, in its order.
    pub fn add(&mut self, text: &[u8], spans: &[Span]) {
        let mut before: Option<Span> = None;
        for &span in spans {
            let between = before.map(|before| &text[before.end as usize..span.start as usize]);
            let follows = between.is_some_and(|bytes| bytes.is_ascii() && !bytes.contains(&b'('));
            self.push(span.of(text), follows);
            before = Some(span);
        }
    }

    /// Adds so many of another's.
    pub fn append(&mut self, next: &Self, most: usize) {
        for (piece, &follows) in next.iter().zip(&next.follows).take(most) {
            self.push(piece, follows);
        }
    }

    fn push(&mut self, piece: &[u8], follows: bool) {
        self.bytes.extend_from_slice(piece);
        self.ends.push(self.bytes.len());
        self.bytes.push(b']');
        self.follows.push(follows);
    }

    /// The pieces.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(0).chain(self.ends.iter().map(|end| end + 1));
        starts.zip(&self.ends).map(|(start, &end)| &self.bytes[start..end])
    }

    /// The second encoding, which pieces that are odd in the first one are in, and the place of the
    /// first piece that decodes in it; `None` where they are merely damaged. All of them together tell
    /// more than each alone. An encoding of one byte a character can make letters of any damage, so that
    /// nothing less than sure will do. Where all of the text decodes in the first, only what is
    /// proved to be UTF-8 counts, and what looks like it where that is `declared`.
    #[must_use]
    pub fn second_encoding(
        &self,
        first: &'static Encoding,
        declared: Option<&'static Encoding>,
        decodes_in_first: bool,
    ) -> Option<(&'static Encoding, usize)> {
        if decodes_in_first {
            if declared == Some(UTF_8) {
                let found = self.iter().position(|piece| looks_like_utf_8(piece, first))?;
                return Some((UTF_8, found));
            }
            return Some((UTF_8, self.proved_utf_8()?));
        }
        let second = match first {
            _ if self.ends.is_empty() => return None,
            first if first == UTF_8 => surely_not_utf_8(&self.bytes)?,
            first => {
                let found = guess(&self.bytes, Some(first));
                if found.encoding == first || found.confidence != Confidence::Sure {
                    return None;
                }
                found.encoding
            }
        };
        Some((second, self.iter().position(|piece| decodes(second, piece))?))
    }

    /// The first piece of a row that is proved to be UTF-8: a name alone is too short, two names in a row aren't.
    fn proved_utf_8(&self) -> Option<usize> {
        let (mut first, mut long) = (0, 0);
        for (number, (piece, &follows)) in self.iter().zip(&self.follows).enumerate() {
            let Some(more) = long_characters(piece) else {
                long = 0;
                continue;
            };
            if !follows || long == 0 {
                (first, long) = (number, 0);
            }
            long += more;
            if long >= PROOF {
                return Some(first);
            }
        }
        None
    }
}

fn decodes(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    if encoding == UTF_8 {
        return std::str::from_utf8(bytes).is_ok();
    }
    encoding.decode_without_bom_handling_and_without_replacement(bytes).is_some()
}

/// Whether a stretch beyond ASCII of a text in another encoding looks like UTF-8. Where each character is one
/// byte, UTF-8 of any kind would be odd: a letter and then one of the signs from 0x80 to 0xBF, throughout.
fn looks_like_utf_8(stretch: &[u8], first: &'static Encoding) -> bool {
    first != UTF_8
        && if first.is_single_byte() {
            std::str::from_utf8(stretch).is_ok()
        } else {
            long_characters(stretch).is_some_and(|long| long >= SIGN)
        }
}

/// How many characters of three bytes or four a stretch of UTF-8 has.
fn long_characters(stretch: &[u8]) -> Option<usize> {
    let text = std::str::from_utf8(stretch).ok()?;
    Some(text.chars().filter(|c| c.len_utf8() >= 3).count())
}

/// Pieces of text that hold bytes beyond ASCII, cut at brackets and line breaks.
fn stretches(bytes: &[u8], from: usize) -> impl Iterator<Item = Span> {
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
