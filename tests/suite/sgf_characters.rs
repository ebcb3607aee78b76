//! Characters with their bytes, in all encodings.

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, SHIFT_JIS, UTF_8, WINDOWS_1252};
use sgf_audit_core::sgf::{EncodingSource, Span, Text};

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
