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
    /// is no second one, or the runs that don't decode are only damaged. Linear.
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
