//! Files that are written in two encodings: records put together from several sources by programs
//! that copied bytes.

use encoding_rs::{Encoding, UTF_8};

use super::encoding::Text;
use super::game::Span;
use super::guess::{Confidence, guess, surely_not_utf_8};

/// The part of a file that is in another encoding than the rest.
#[derive(Clone, Debug)]
pub struct Mixture {
    /// The other encoding.
    pub encoding: &'static Encoding,
    /// Where it is used, in the order of the file; each decodes in it without fault.
    pub spans: Vec<Span>,
}

/// UTF-8 characters of three bytes that prove a stretch in a file of another encoding to be UTF-8.
const PROOF: usize = 2;

impl Text<'_> {
    /// What of the file is in a second encoding, up to `limit` places; `None` where all bytes that
    /// don't decode are merely damaged. A place that is named here may be among those of
    /// [`Text::undecodable`], but need not: most of UTF-8 passes for GBK. Linear.
    #[must_use]
    pub fn mixture(&self, limit: usize) -> Option<Mixture> {
        self.mixture_in(Span::new(self.bom_len(), self.bytes().len()), limit)
    }

    /// The same of a part of the bytes: of a game, where games differ in their charsets.
    #[must_use]
    pub fn mixture_in(&self, part: Span, limit: usize) -> Option<Mixture> {
        if self.is_ascii() || self.is_decoded() {
            return None;
        }
        let bytes = self.bytes();
        let mut odd = self.odd_stretches(part, limit);
        let mut pooled = Vec::new();
        for span in &odd {
            pooled.extend_from_slice(span.of(bytes));
            pooled.push(b']');
        }
        let encoding = second_encoding(&pooled, self.encoding())?;
        odd.retain(|span| decodes(encoding, span.of(bytes)));
        (!odd.is_empty()).then_some(Mixture { encoding, spans: odd })
    }

    /// Pieces of text that don't decode, or that are UTF-8 in a text that isn't.
    #[must_use]
    pub fn odd_stretches(&self, part: Span, limit: usize) -> Vec<Span> {
        let bytes = self.bytes();
        let odd = |span: &Span| {
            let stretch = span.of(bytes);
            !decodes(self.encoding(), stretch) || self.encoding() != UTF_8 && is_utf_8(stretch)
        };
        let stretches = stretches(&bytes[..part.end as usize], part.start as usize);
        stretches.filter(odd).take(limit).collect()
    }
}

/// The encoding of pieces of text that are odd in theirs, each with a `]` behind it. All of them
/// together tell more than each alone. An encoding of one byte a character can make letters of any
/// damage, so that nothing less than sure will do.
#[must_use]
pub fn second_encoding(pooled: &[u8], first: &'static Encoding) -> Option<&'static Encoding> {
    if pooled.is_empty() {
        return None;
    }
    if first == UTF_8 {
        return surely_not_utf_8(pooled);
    }
    let found = guess(pooled, Some(first));
    (found.encoding != first && found.confidence == Confidence::Sure).then_some(found.encoding)
}

fn decodes(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    encoding.decode_without_bom_handling_and_without_replacement(bytes).is_some()
}

fn is_utf_8(stretch: &[u8]) -> bool {
    std::str::from_utf8(stretch)
        .is_ok_and(|text| text.chars().filter(|c| c.len_utf8() >= 3).count() >= PROOF)
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

#[cfg(test)]
mod tests {
    use encoding_rs::{EUC_KR, GBK};

    use super::*;

    #[test]
    fn one_record_in_utf_8_among_others_in_gbk() {
        let mut bytes = Vec::new();
        for names in ["(;PB[常昊]PW[周鹤洋]EV[全国个人赛])", "(;PB[孔杰]PW[古力]EV[围甲联赛])"]
        {
            bytes.extend_from_slice(&GBK.encode(names).0);
        }
        let at = bytes.len() + "(;PB[".len();
        bytes.extend_from_slice("(;PB[柯洁])".as_bytes());
        let text = Text::new(&bytes);
        assert_eq!(text.encoding(), GBK);
        let mixture = text.mixture(9).unwrap();
        assert_eq!(mixture.encoding, UTF_8);
        assert_eq!(mixture.spans, [Span::new(at, at + 6)]);
    }

    #[test]
    fn one_record_in_a_legacy_encoding_among_others_in_utf_8() {
        let mut bytes =
            "(;CA[UTF-8]PB[박정환]PW[신진서])(;PB[최정]EV[여자국수전 결승])".repeat(2).into_bytes();
        let at = bytes.len() + "(;PB[".len();
        bytes.extend_from_slice(&EUC_KR.encode("(;PB[이창호]PW[조훈현]RE[백 불계승])").0);
        let text = Text::new(&bytes);
        assert_eq!(text.encoding(), UTF_8);
        let mixture = text.mixture(9).unwrap();
        assert_eq!(mixture.encoding, EUC_KR);
        assert_eq!(mixture.spans.len(), 3);
        assert_eq!(mixture.spans[0], Span::new(at, at + 6));
        assert!(!text.undecodable(9).is_empty());
    }

    #[test]
    fn damage_is_no_second_encoding() {
        // The last byte of a character is cut off, or has become a question mark.
        let text =
            Text::new(b"(;PB[\xe6\x9f\xaf\xe6\xb4]PW[\xe5\xb8?\xe6\x98\x8a]BR[9\xe6\xae\xb5])");
        assert_eq!(text.encoding(), UTF_8);
        assert!(text.mixture(9).is_none());
        assert_eq!(text.undecodable(9).len(), 2);
    }
}
