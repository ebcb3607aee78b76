//! Decoding on demand: `Characters`.

use encoding_rs::{CoderResult, Decoder, Encoding};

/// The characters of bytes in an encoding, with U+FFFD for malformed sequences. A few are decoded at a time, so
/// that an iteration that ends early doesn't decode the rest.
pub(crate) struct Characters<'a> {
    decoder: Decoder,
    /// The bytes that aren't decoded yet.
    bytes: &'a [u8],
    ended: bool,
    units: [u16; AT_ONCE],
    /// Index of the next character in `units`.
    next: usize,
    /// Number of decoded `units`.
    decoded: usize,
}

/// Maximum number of units of UTF-16 that are decoded at a time.
const AT_ONCE: usize = 24;

impl<'a> Characters<'a> {
    pub(super) fn new(encoding: &'static Encoding, bytes: &'a [u8]) -> Self {
        let decoder = encoding.new_decoder_without_bom_handling();
        Self { decoder, bytes, ended: false, units: [0; AT_ONCE], next: 0, decoded: 0 }
    }

    #[inline(never)]
    fn decode(&mut self) {
        let (result, read, written, _) =
            self.decoder.decode_to_utf16(self.bytes, &mut self.units, true);
        self.bytes = &self.bytes[read..];
        self.ended = result == CoderResult::InputEmpty;
        (self.next, self.decoded) = (0, written);
    }
}

impl Iterator for Characters<'_> {
    type Item = char;

    #[inline]
    fn next(&mut self) -> Option<char> {
        while self.next == self.decoded {
            if self.ended {
                return None;
            }
            self.decode();
        }
        let unit = self.units[self.next];
        self.next += 1;
        Some(char::from_u32(u32::from(unit)).unwrap_or_else(|| {
            // The decoder never splits a pair.
            let low = self.units.get(self.next).copied().unwrap_or(0);
            self.next += 1;
            char::decode_utf16([unit, low]).next().and_then(Result::ok).unwrap_or('\u{fffd}')
        }))
    }
}

#[cfg(test)]
mod tests {
    use encoding_rs::{BIG5, EUC_JP, EUC_KR, GB18030, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8};
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn they_are_the_characters_of_the_whole_text(
            bytes in prop::collection::vec(
                prop_oneof![any::<u8>(), 0x80..=0xffu8, 0x30..=0x3fu8, prop::sample::select(vec![0xe4, 0xb8, 0x8f])],
                0..150,
            ),
        ) {
            for encoding in [UTF_8, GBK, GB18030, BIG5, SHIFT_JIS, EUC_JP, EUC_KR, ISO_2022_JP] {
                let (text, _) = encoding.decode_without_bom_handling(&bytes);
                let decoded: String = Characters::new(encoding, &bytes).collect();
                prop_assert_eq!(&decoded, &text, "{}", encoding.name());
            }
        }
    }

    #[test]
    fn pairs_stay_together() {
        let text = "a𠮟".repeat(40);
        let (bytes, ..) = GB18030.encode(&text);
        assert_eq!(Characters::new(GB18030, &bytes).collect::<String>(), text);
        assert_eq!(Characters::new(UTF_8, text.as_bytes()).collect::<String>(), text);
    }
}
