//! Characters with the bytes that they are made of, and text as bytes: `Text::characters` and `Text::encode`.

use encoding_rs::UTF_8;

use super::source_text::Text;
use crate::sgf::tree::Span;

impl Text<'_> {
    /// Returns the characters of a span, each with its bytes; escapes stay as they are. `None` if some bytes aren't valid
    /// in the encoding.
    #[must_use]
    pub fn characters(&self, span: Span) -> Option<Vec<(char, Span)>> {
        let encoding = if self.is_decoded() { UTF_8 } else { self.encoding() };
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let mut characters = Vec::new();
        let mut start = span.start as usize;
        let bytes = span.of(self.bytes());
        for (at, _) in bytes.iter().enumerate() {
            // No encoding makes more than a few characters of one byte and those before it.
            let mut decoded = [0; 16];
            let is_last = at + 1 == bytes.len();
            let (_, _, length, is_malformed) =
                decoder.decode_to_utf8(&bytes[at..=at], &mut decoded, is_last);
            if is_malformed {
                return None;
            }
            let end = span.start as usize + at + 1;
            let decoded_text = std::str::from_utf8(&decoded[..length]).ok()?;
            characters.extend(decoded_text.chars().map(|c| (c, Span::new(start, end))));
            if length > 0 {
                start = end;
            }
        }
        Some(characters)
    }

    /// Returns text in the encoding of the file, as the content of a value. `None` if the encoding doesn't have one of the
    /// characters, or if a byte of one looks like `\` or `]` to a program that goes byte by byte, or would have to be
    /// escaped.
    #[must_use]
    pub fn encode(&self, text: &str) -> Option<Vec<u8>> {
        let encoding = if self.is_decoded() { UTF_8 } else { self.encoding() };
        let (bytes, used, is_lossy) = encoding.encode(text);
        let is_plain = !bytes.iter().any(|byte| matches!(byte, b'\\' | b']' | b':'));
        let survives = || encoding.decode_without_bom_handling(&bytes).0 == text;
        (!is_lossy && used == encoding && is_plain && survives()).then(|| bytes.into_owned())
    }
}

#[cfg(test)]
mod tests {
    use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, SHIFT_JIS, WINDOWS_1252};

    use super::*;
    use crate::sgf::text::EncodingSource;

    fn in_encoding(encoding: &'static Encoding, written: &str, check: impl Fn(&Text, &[u8])) {
        let (bytes, _, is_lossy) = encoding.encode(written);
        assert!(!is_lossy, "{written}");
        let text = Text::new(&bytes);
        check(&text.with_encoding(encoding, EncodingSource::Declared), &bytes);
    }

    #[test]
    fn characters_have_their_bytes() {
        for (encoding, written) in [
            (UTF_8, "柯 洁　a\u{20000}é"),
            (GB18030, "柯 洁　a\u{20000}é"),
            (BIG5, "許功蓋　a"),
            (SHIFT_JIS, "表ソ　aｱ"),
            (EUC_JP, "表ソ　aｱ"),
            (EUC_KR, "이세돌　a"),
            (WINDOWS_1252, "é a"),
        ] {
            in_encoding(encoding, written, |text, bytes| {
                let whole = Span::new(0, bytes.len());
                let characters = text.characters(whole).expect("all are valid");
                let read: String = characters.iter().map(|(c, _)| c).collect();
                assert_eq!(read, written);
                for (c, span) in characters {
                    assert_eq!(text.decode(span), c.to_string(), "{}", encoding.name());
                }
            });
        }
        let text = Text::new(b"\xff\xff");
        let text = text.with_encoding(UTF_8, EncodingSource::Declared);
        assert_eq!(text.characters(Span::new(0, 2)), None);
    }

    #[test]
    fn only_text_that_survives_is_encoded() {
        for (encoding, fits, does_not) in [
            (GB18030, "柯洁", "a]"),
            (BIG5, "柯", "許"),
            (SHIFT_JIS, "柯", "表"),
            (EUC_KR, "이세돌", "柯洁"),
            (WINDOWS_1252, "é", "이"),
            (UTF_8, "柯洁", "a\\"),
        ] {
            in_encoding(encoding, "a", |text, _| {
                let bytes = text.encode(fits).expect("it has the characters");
                assert_eq!(encoding.decode_without_bom_handling(&bytes).0, fits);
                assert_eq!(text.encode(does_not), None, "{does_not}");
            });
        }
    }
}
