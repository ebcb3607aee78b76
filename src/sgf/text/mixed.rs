//! Files in two encodings: programs have put records of several sources together by copying bytes.

use encoding_rs::{Encoding, UTF_8};

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
    #[must_use]
    pub fn invalid_runs(&self, part: Span, limit: usize) -> Vec<Span> {
        let bytes = self.bytes();
        let is_invalid = |span: &Span| {
            let run = span.of(bytes);
            !decodes(self.encoding(), run) || looks_like_utf_8(run, self.encoding())
        };
        let runs = runs_beyond_ascii(&bytes[..part.end as usize], part.start as usize);
        runs.filter(is_invalid).take(limit).collect()
    }

    /// The second encoding of a part of the text, besides the text's own, and the first run in it. `None` if there is
    /// no second one. Linear.
    #[must_use]
    pub fn second_encoding(&self, part: Span) -> Option<(&'static Encoding, Span)> {
        if self.is_decoded() {
            return None;
        }
        let spans = self.invalid_runs(part, MAX_INVALID_RUNS);
        if spans.is_empty() {
            return None;
        }
        let mut runs = InvalidRuns::default();
        runs.add(self.bytes(), &spans);
        let decodes = self.undecodable_in(part, 1).is_empty();
        let declared = self.declared().encoding();
        let (second, first) = runs.second_encoding(self.encoding(), declared, decodes)?;
        Some((second, spans[first]))
    }
}

/// The bytes of runs that [`Text::invalid_runs`] found.
#[derive(Default)]
struct InvalidRuns {
    /// All runs, each with a `]` after it.
    bytes: Vec<u8>,
    /// The end of each run in `bytes`.
    ends: Vec<usize>,
    /// For each run, whether it follows the run before it in the same game, with only ASCII between them.
    follows: Vec<bool>,
}

impl InvalidRuns {
    /// Adds runs of a text, in its order.
    fn add(&mut self, text: &[u8], spans: &[Span]) {
        let mut before: Option<Span> = None;
        for &span in spans {
            let between = before.map(|before| &text[before.end as usize..span.start as usize]);
            let follows = between.is_some_and(|bytes| bytes.is_ascii() && !bytes.contains(&b'('));
            self.push(span.of(text), follows);
            before = Some(span);
        }
    }

    fn push(&mut self, run: &[u8], follows: bool) {
        self.bytes.extend_from_slice(run);
        self.ends.push(self.bytes.len());
        self.bytes.push(b']');
        self.follows.push(follows);
    }

    /// The bytes of each run.
    fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(0).chain(self.ends.iter().map(|end| end + 1));
        starts.zip(&self.ends).map(|(start, &end)| &self.bytes[start..end])
    }

    /// The encoding of these runs, which are invalid in the encoding `first`, and the index of the first run that
    /// decodes in it. `None` if they are only damaged.
    ///
    /// The encoding is guessed from all runs together, which show more than each alone. Any damage can be letters in
    /// an encoding of one byte per character, so only a sure guess counts. If all of the text decodes in the first
    /// encoding, the second one can only be UTF-8: runs must prove it, or look like it if it is `declared`.
    fn second_encoding(
        &self,
        first: &'static Encoding,
        declared: Option<&'static Encoding>,
        decodes_in_first: bool,
    ) -> Option<(&'static Encoding, usize)> {
        if decodes_in_first {
            if declared == Some(UTF_8) {
                let found = self.iter().position(|run| looks_like_utf_8(run, first))?;
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
        Some((second, self.iter().position(|run| decodes(second, run))?))
    }

    /// The index of the first of the runs in a row that prove UTF-8. A single name is too short for that, two in a row
    /// aren't.
    fn proved_utf_8(&self) -> Option<usize> {
        let (mut first, mut long) = (0, 0);
        for (number, (run, &follows)) in self.iter().zip(&self.follows).enumerate() {
            let Some(more) = long_characters(run) else {
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
