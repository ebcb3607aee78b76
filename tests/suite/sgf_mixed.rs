//! Tests of `sgf::text::mixed`.

use encoding_rs::{EUC_KR, Encoding, GBK, UTF_8};

use sgf_audit_core::sgf::{Span, Text};

/// The second encoding, the first run in it, and the number of invalid runs.
fn mixture(text: &Text) -> Option<(&'static Encoding, Span, usize)> {
    let all = Span::new(text.bom_len(), text.bytes().len());
    let spans = text.invalid_runs(all, 9);
    let (second, first) = text.second_encoding(all)?;
    Some((second, first, spans.len()))
}

#[test]
fn one_record_in_utf_8_among_others_in_gbk() {
    let mut bytes = Vec::new();
    for names in ["(;PB[常昊]PW[周鹤洋]EV[全国个人赛])", "(;PB[孔杰]PW[古力]EV[围甲联赛])"]
    {
        bytes.extend_from_slice(&GBK.encode(names).0);
    }
    let at = bytes.len() + "(;PB[".len();
    bytes.extend_from_slice("(;PB[柯洁])(;EV[围甲])".as_bytes());
    let text = Text::new(&bytes);
    // Two characters are enough in a text that doesn't decode, but not in one that does.
    assert_eq!((text.encoding(), text.undecodable(9).len()), (GBK, 0));
    assert_eq!(mixture(&text), None);
    bytes.push(0xff);
    let text = Text::new(&bytes);
    assert_eq!((text.encoding(), text.undecodable(9).len()), (GBK, 1));
    assert_eq!(mixture(&text), Some((UTF_8, Span::new(at, at + 6), 3)));
    bytes.pop();
    // Two runs of two characters in a row are enough.
    let at = bytes.len() + "(;PB[".len();
    bytes.extend_from_slice("(;PB[柯洁]EV[围甲])".as_bytes());
    let text = Text::new(&bytes);
    assert_eq!((text.encoding(), text.undecodable(9).len()), (GBK, 0));
    let (second, first, _) = mixture(&text).expect("a second encoding");
    assert_eq!((second, first), (UTF_8, Span::new(at, at + 6)));
}

#[test]
fn utf_8_that_decodes_in_another_encoding_is_proved_by_its_length() {
    let event = |utf_8: &str| {
        let names = GBK.encode("(;PB[常昊]PW[周鹤洋]EV[全国个人赛])(;PB[孔杰]PW[古力])").0;
        let bytes = [&names, "(;EV[".as_bytes(), utf_8.as_bytes(), b"])"].concat();
        let text = Text::new(&bytes);
        assert_eq!((text.encoding(), text.undecodable(1)), (GBK, vec![]));
        mixture(&text).map(|(second, ..)| second)
    };
    assert_eq!(event("围棋天地"), Some(UTF_8));
    assert_eq!(event("天地"), None);
}

#[test]
fn where_utf_8_is_declared_less_of_it_is_enough() {
    let second = |name: &str, encoding: &'static Encoding, comment: &str| {
        let name = ["(;CA[UTF-8]PB[", name, "]C["].concat();
        let bytes = [name.as_bytes(), &encoding.encode(comment).0, b"])"].concat();
        let text = Text::new(&bytes);
        assert_eq!((text.encoding(), text.undecodable(1)), (encoding, vec![]));
        text.second_encoding(Span::new(0, bytes.len())).map(|(second, _)| second)
    };
    let chinese = "全国个人赛第三轮,黑方先行,白方贴目";
    assert_eq!(second("柯洁", GBK, chinese), Some(UTF_8));
    assert_eq!(second("Ke", GBK, chinese), None);
    let french = "Il joue à côté; la pièce était très épaisse, hélas";
    assert_eq!(second("Müller", encoding_rs::WINDOWS_1252, french), Some(UTF_8));
    assert_eq!(second("Muller", encoding_rs::WINDOWS_1252, french), None);
}

#[test]
fn one_record_in_a_legacy_encoding_among_others_in_utf_8() {
    let mut bytes =
        "(;CA[UTF-8]PB[박정환]PW[신진서])(;PB[최정]EV[여자국수전 결승])".repeat(2).into_bytes();
    let at = bytes.len() + "(;PB[".len();
    bytes.extend_from_slice(&EUC_KR.encode("(;PB[이창호]PW[조훈현]RE[백 불계승])").0);
    let text = Text::new(&bytes);
    assert_eq!(text.encoding(), UTF_8);
    assert_eq!(mixture(&text), Some((EUC_KR, Span::new(at, at + 6), 3)));
    assert!(!text.undecodable(9).is_empty());
}

#[test]
fn damage_is_no_second_encoding() {
    // The last byte of a character is cut off, or has become a question mark.
    let text = Text::new(b"(;PB[\xe6\x9f\xaf\xe6\xb4]PW[\xe5\xb8?\xe6\x98\x8a]BR[9\xe6\xae\xb5])");
    assert_eq!(text.encoding(), UTF_8);
    assert_eq!(mixture(&text), None);
    assert_eq!(text.undecodable(9).len(), 2);
}
