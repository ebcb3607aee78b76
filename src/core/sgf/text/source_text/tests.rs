//! Decoding, offsets in the file, and charsets per game.

use encoding_rs::{EUC_KR, GBK, SHIFT_JIS, WINDOWS_1251};
use proptest::prelude::*;

use super::*;

proptest! {
    #[test]
    fn characters_are_counted_as_they_are_decoded(
        bytes in prop::collection::vec(prop_oneof![any::<u8>(), 0x80..=0xbfu8, 0xe0..=0xf4u8], 0..40),
    ) {
        let decision = EncodingDecision::declared(UTF_8);
        let text = Text::known(&bytes, bytes.is_ascii(), Declared::Nothing, decision);
        for encoding in [UTF_8, GBK, SHIFT_JIS, EUC_KR, WINDOWS_1251] {
            let text = text.with_encoding(encoding, EncodingSource::Declared);
            let whole = Span::new(0, bytes.len());
            prop_assert_eq!(text.count_characters(whole), text.decode(whole).chars().count());
        }
    }

    #[test]
    fn malformed_utf_8_is_where_the_decoder_finds_it(
        bytes in prop::collection::vec(prop_oneof![any::<u8>(), 0x80..=0xbfu8, 0xe0..=0xf4u8], 0..40),
    ) {
        let (mut decoder, mut at) = (UTF_8.new_decoder_without_bom_handling(), 0);
        let (mut sink, mut spans) = ([0u8; 4096], Vec::new());
        while let (encoding_rs::DecoderResult::Malformed(length, behind), read, _) =
            decoder.decode_to_utf8_without_replacement(&bytes[at..], &mut sink, true)
        {
            at += read;
            let end = at - behind as usize;
            spans.push(Span::new(end - length as usize, end));
        }
        prop_assert_eq!(not_utf_8(&bytes, 0).collect::<Vec<_>>(), spans);
    }
}

#[test]
fn undecodable_bytes_have_places() {
    let bytes = b"(;CA[UTF-8]C[\xe6\x9f\xaf \xff\xfe \xe6\x9f])";
    let text = Text::known(bytes, false, Declared::Nothing, EncodingDecision::declared(UTF_8));
    let spans = text.undecodable(10);
    assert_eq!(spans, [Span::new(17, 18), Span::new(18, 19), Span::new(20, 22)]);
}
