//! Characters with the bytes that they are made of, and text as bytes: `Text::characters` and `Text::encode`.

use encoding_rs::UTF_8;

use super::source_text::Text;
use crate::sgf::tree::Span;

impl Text<'_> {
    /// Returns the characters of a span, each with its bytes; escapes stay as they are. `None` if some bytes aren't valid
    /// in the encoding.
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
    pub fn encode(&self, text: &str) -> Option<Vec<u8>> {
        let encoding = if self.is_decoded() { UTF_8 } else { self.encoding() };
        let (bytes, used, is_lossy) = encoding.encode(text);
        let is_plain = !bytes.iter().any(|byte| matches!(byte, b'\\' | b']' | b':'));
        let survives = || encoding.decode_without_bom_handling(&bytes).0 == text;
        (!is_lossy && used == encoding && is_plain && survives()).then(|| bytes.into_owned())
    }
}
