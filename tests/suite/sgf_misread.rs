//! Tests of `sgf::text::misread`.

use encoding_rs::{EUC_KR, GBK, UTF_8, WINDOWS_1252};

use sgf_audit_core::sgf::{Misread, Span, Text};

fn all(text: &Text) -> Span {
    Span::new(text.bom_len(), text.bytes().len())
}

#[test]
fn utf_8_that_decodes_in_another_encoding_is_proved_by_its_length() {
    let first = |utf_8: &str| {
        let names = GBK.encode("(;PB[常昊]PW[周鹤洋]EV[全国个人赛])(;PB[孔杰]PW[古力])").0;
        let bytes = [&names, "(;EV[".as_bytes(), utf_8.as_bytes(), b"])"].concat();
        let at = names.len() + "(;EV[".len();
        let text = Text::new(&bytes);
        assert_eq!((text.encoding(), text.undecodable(1)), (GBK, vec![]));
        // No fix declares the encoding of a text that may have two.
        assert!(text.may_be_misread(all(&text)));
        text.first_misread(all(&text)).map(|(span, misread)| {
            assert_eq!(span, Span::new(at, at + utf_8.len()));
            misread
        })
    };
    assert_eq!(first("围棋天地"), Some(Misread::Utf8));
    assert_eq!(first("天地"), None);
}

#[test]
fn what_does_not_decode_may_be_in_another_encoding() {
    let mut bytes =
        "(;CA[UTF-8]PB[박정환]PW[신진서])(;PB[최정]EV[여자국수전 결승])".repeat(2).into_bytes();
    let sound = bytes.len();
    bytes.extend_from_slice(&EUC_KR.encode("(;PB[이창호]PW[조훈현]RE[백 불계승])").0);
    let text = Text::new(&bytes);
    assert_eq!(text.encoding(), UTF_8);
    assert!(!text.undecodable(1).is_empty() && text.may_be_misread(all(&text)));
    assert!(!text.may_be_misread(Span::new(0, sound)));
    assert_eq!(text.first_misread(all(&text)), None);
}

#[test]
fn text_that_was_encoded_twice_is_told_from_letters_with_accents() {
    let twice = |text: &str| -> String {
        let chars = text.bytes().map(|byte| match byte {
            0x80..=0x9f => WINDOWS_1252.decode_without_bom_handling(&[byte]).0.into_owned(),
            _ => char::from(byte).to_string(),
        });
        chars.collect()
    };
    let is_twice = |text: &str| {
        let text = Text::new(text.as_bytes());
        text.first_misread(all(&text)).map(|(_, misread)| misread) == Some(Misread::EncodedTwice)
    };
    for text in
        ["PB[J\u{f6}rg M\u{fc}ller]", "PB[\u{67ef}\u{6d01}]", "PB[\u{412}\u{430}\u{441}\u{44f}]"]
    {
        assert!(!is_twice(text) && is_twice(&twice(text)), "{text}");
    }
    for text in [
        "C[\u{ab}IRM\u{c3}\u{bb}]",
        "C[D\u{c9}GAG\u{c9}\u{2026}]",
        "C[caf\u{e9}\u{201d}\u{bb}]",
        "PC[\u{da}\u{161}t\u{11b}k]",
        "PB[JO\u{c3}O]",
        // A single letter may be meant.
        "PB[J\u{c3}\u{b6}rg]",
    ] {
        assert!(!is_twice(text), "{text}");
    }
}
