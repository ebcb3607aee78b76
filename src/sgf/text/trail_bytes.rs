//! Walking over characters whose second byte can be `\\` or `]`, without decoding them.

use encoding_rs::{BIG5, GB18030, GBK, SHIFT_JIS};
use memchr::memchr_iter;

use super::source_text::Text;
use crate::sgf::tree::Span;

impl Text<'_> {
    /// Whether the second byte of a character can look like `\` or `]`.
    #[must_use]
    pub fn has_unsafe_trails(&self) -> bool {
        !self.is_ascii()
            && !self.is_decoded()
            && [SHIFT_JIS, BIG5, GBK, GB18030].contains(&self.encoding())
    }

    /// The next `]` that is neither escaped nor part of a character, stepping over whole characters.
    #[must_use]
    pub fn find_bracket(&self, from: usize) -> Option<usize> {
        let bytes = self.bytes();
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

    /// The halves of characters in a part of the text that have a `]` behind them, and with it would be another
    /// character to a decoder. Linear.
    pub(crate) fn cut_off(&self, part: Span) -> Vec<usize> {
        let bytes = &self.bytes()[..part.end as usize];
        let from = part.start as usize;
        let mut seen = memchr_iter(b']', &bytes[from..]).map(|at| from + at);
        if !self.has_unsafe_trails() || !seen.any(|at| at > from && is_cut_off(&bytes[at - 1..])) {
            return Vec::new();
        }
        let mut halves = Vec::new();
        let mut at = from;
        while at < bytes.len() {
            let length = self.char_len(at);
            if length == 1 && is_cut_off(&bytes[at..]) {
                halves.push(at);
            }
            at += length;
        }
        halves
    }

    /// Length of the character at a place: 1 or 2 bytes (a four-byte GB18030 character counts as two
    /// of two, whose second bytes are digits).
    fn char_len(&self, at: usize) -> usize {
        let lead = match self.bytes().get(at) {
            Some(&byte) if byte >= 0x80 => byte,
            _ => return 1,
        };
        let is_lead = if self.encoding() == SHIFT_JIS {
            matches!(lead, 0x81..=0x9f | 0xe0..=0xfc)
        } else {
            matches!(lead, 0x81..=0xfe)
        };
        match self.bytes().get(at + 1) {
            Some(b'0'..=b'9') if is_lead && self.encoding() != SHIFT_JIS => 2,
            // Only these two need to be right to the character: a decoder gives an ASCII byte back
            // where the pair means nothing.
            Some(b'\\' | b']') if is_lead => {
                let pair = &self.bytes()[at..at + 2];
                if is_cut_off(&self.bytes()[at..]) {
                    return 1;
                }
                if self.encoding().decode_without_bom_handling(pair).1 { 1 } else { 2 }
            }
            Some(0x40..=0x7e | 0x80..=0xfe) if is_lead => 2,
            _ => 1,
        }
    }
}

/// Whether the half of a character is here whose other half a program cut off, and a `]`: what comes behind it
/// begins a property or a node, as text hardly does.
fn is_cut_off(bytes: &[u8]) -> bool {
    let [0x80..=0xff, b']', rest @ ..] = bytes else { return false };
    let rest = rest.trim_ascii_start();
    let rest = rest.strip_prefix(b";").map_or(rest, <[u8]>::trim_ascii_start);
    let letters = rest.iter().take(3).take_while(|byte| byte.is_ascii_uppercase()).count();
    matches!(letters, 1 | 2) && rest.get(letters) == Some(&b'[')
}

#[cfg(test)]
mod tests {
    use encoding_rs::{EUC_KR, Encoding, UTF_8};
    use proptest::prelude::*;

    use super::super::encoding::EncodingSource;
    use super::*;

    const UNSAFE: [&Encoding; 4] = [SHIFT_JIS, BIG5, GBK, GB18030];

    #[test]
    fn trail_bytes_are_not_brackets() {
        // 0x95 0x5C is a character of Shift_JIS, and so is 0x81 0x5D: the value ends after them.
        let bytes = b"(;CA[Shift_JIS]C[\x95\x5c\x81\x5d]B[aa])";
        let text = Text::new(bytes);
        assert_eq!(text.encoding(), SHIFT_JIS);
        assert_eq!(text.find_bracket(17), Some(21));
        assert_eq!(text.decode(crate::sgf::Span::new(17, 21)), "表‐");
    }

    #[test]
    fn a_pair_that_means_nothing_gives_its_bracket_back() {
        // 0xFF leads no character; 0x81 0x5D is none of Big5.
        for (bytes, expected) in [(&b"(;C[\xff]"[..], 5), (b"(;C[\x81]", 5), (b"(;C[\xa4\x5d]", 6)]
        {
            let text = Text::new(bytes);
            let text = text.with_encoding(BIG5, EncodingSource::Declared);
            assert_eq!(text.find_bracket(4), Some(expected), "{bytes:x?}");
        }
    }

    #[test]
    fn the_half_of_a_character_takes_no_bracket_along() {
        for (bytes, half) in [
            (&b"(;CA[GBK]PB[\xbf\xc2\xbd]PW[b];B[aa])"[..], Some(14)),
            (b"(;CA[GBK]C[\xbf\xc2\xbd]\n;B[aa])", Some(13)),
            // A whole character, and text behind it.
            (b"(;CA[GBK]PB[\xbf\xc2\xbd\xe0]PW[b])", None),
            (b"(;CA[GBK]C[\xbf\xc2\xbd]PW and a; B])", None),
        ] {
            let text = Text::new(bytes);
            assert_eq!(text.encoding(), GBK);
            let halves = text.cut_off(Span::new(0, bytes.len()));
            assert_eq!(halves.first().copied(), half, "{}", bytes.escape_ascii());
            if let Some(half) = half {
                assert_eq!(text.find_bracket(12), Some(half + 1));
                assert_eq!(text.undecodable(9), [Span::new(half, half + 1)]);
            }
        }
    }

    #[test]
    fn only_these_four_are_unsafe() {
        let text = Text::new("(;C[柯])".as_bytes());
        for encoding in UNSAFE {
            assert!(text.with_encoding(encoding, EncodingSource::Declared).has_unsafe_trails());
        }
        for encoding in [UTF_8, EUC_KR] {
            assert!(!text.with_encoding(encoding, EncodingSource::Declared).has_unsafe_trails());
        }
    }

    /// The same by decoding byte after byte: an ASCII character comes out with its own byte.
    fn first_bracket_decoded(encoding: &'static Encoding, bytes: &[u8]) -> Option<usize> {
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let mut escaped = false;
        for at in 0..bytes.len() {
            let mut out = String::with_capacity(64);
            let last = at + 1 == bytes.len();
            let _ = decoder.decode_to_string(&bytes[at..=at], &mut out, last);
            for c in out.chars() {
                match c {
                    _ if escaped => escaped = false,
                    '\\' => escaped = true,
                    ']' => return Some(at),
                    _ => {}
                }
            }
        }
        None
    }

    fn byte() -> impl Strategy<Value = u8> {
        prop_oneof![
            3 => 0x80..=0xffu8,
            1 => Just(b'\\'),
            1 => Just(b']'),
            1 => b'0'..=b'9',
            1 => 0x20..=0x7eu8,
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn finds_the_bracket_that_decoding_finds(
            random in prop::collection::vec(byte(), 0..40),
            which in 0usize..4,
        ) {
            let encoding = UNSAFE[which];
            let bytes = [b"(;C[", &random[..]].concat();
            let text = Text::new(&bytes);
            let text = text.with_encoding(encoding, EncodingSource::Declared);
            prop_assume!(text.cut_off(Span::new(0, bytes.len())).is_empty());
            prop_assert_eq!(text.find_bracket(0), first_bracket_decoded(encoding, &bytes));
        }

        #[test]
        fn what_does_not_decode_is_named(
            random in prop::collection::vec(byte(), 0..40),
            which in 0usize..4,
        ) {
            let bytes = [b"(;C[", &random[..]].concat();
            let text = Text::new(&bytes);
            let text = text.with_encoding(UNSAFE[which], EncodingSource::Declared);
            prop_assume!(text.cut_off(Span::new(0, bytes.len())).is_empty());
            let spans = text.undecodable(99);
            let (_, malformed) = UNSAFE[which].decode_without_bom_handling(&bytes);
            prop_assert_eq!(malformed, !spans.is_empty());
            prop_assert!(spans.iter().all(|s| s.start < s.end && s.end as usize <= bytes.len()));
            prop_assert!(spans.windows(2).all(|pair| pair[0].end <= pair[1].start));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]
        #[test]
        fn any_bytes_can_be_read(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let text = Text::new(&bytes);
            let len = text.bytes().len();
            let whole = crate::sgf::Span::new(text.bom_len(), len);
            let _ = text.decode(whole);
            let _ = (text.invalid_runs(whole, 5), text.find_bracket(0));
            for from in (0..len).step_by(61) {
                let _ = text.for_game(from).encoding();
            }
        }
    }
}
