//! Tests of `sgf::text::encoding`.

use encoding_rs::{
    EUC_JP, EUC_KR, GB18030, GBK, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1251,
    WINDOWS_1252,
};

use sgf_audit_core::sgf::{EncodingSource, Span, Text};

#[test]
fn bytes_that_contradict_the_declared_encoding_win() {
    let text = Text::new("(;CA[ISO-8859-1]PB[柯洁])".as_bytes());
    assert_eq!((text.encoding(), text.source()), (UTF_8, EncodingSource::Detected));
    let text = Text::new(b"(;CA[UTF-8]PB[\xbf\xc2\xbd\xe0]PW[\xc0\xee\xca\xc0\xca\xaf])");
    assert_eq!((text.encoding(), text.source()), (GBK, EncodingSource::Detected));
    let text = Text::new(b"(;PB[Ke Jie])");
    assert_eq!((text.encoding(), text.source()), (WINDOWS_1252, EncodingSource::Default));
}

#[test]
fn a_damaged_record_stays_in_its_encoding() {
    let mut bytes = "(;CA[UTF-8]C[柯洁执黑先行白棋贴目".to_owned().into_bytes();
    bytes.extend(b"\xe6\x9f])");
    let text = Text::new(&bytes);
    assert_eq!((text.encoding(), text.source()), (UTF_8, EncodingSource::Declared));
    let undeclared = bytes.split_off(2 + "CA[UTF-8]".len());
    let text = Text::new(&undeclared);
    assert_eq!((text.encoding(), text.source()), (UTF_8, EncodingSource::Detected));
    assert_eq!(text.undecodable(9).len(), 1);
}

#[test]
fn utf_16_without_a_mark() {
    for (encoding, swap) in [(UTF_16LE, false), (UTF_16BE, true)] {
        let mut bytes = Vec::new();
        for unit in "\n(;FF[4]PB[柯洁]PW[李世石];B[aa];W[bb])".encode_utf16() {
            let unit = if swap { unit.swap_bytes() } else { unit };
            bytes.extend(unit.to_le_bytes());
        }
        let text = Text::new(&bytes);
        assert_eq!((text.encoding(), text.source()), (encoding, EncodingSource::Detected));
        assert_eq!(text.decode(Span::new(0, text.bytes().len())).chars().nth(11), Some('柯'));
        assert_eq!(text.original_offset(1), 2);
    }
    // NUL bytes alone don't make it UTF-16.
    assert_eq!(Text::new(b"(;FF[4]\0\0\0\0PB[x])").encoding(), WINDOWS_1252);
    assert_eq!(Text::new(b"(\0;\0\xd8").encoding(), UTF_16LE);
}

#[test]
fn shifts_to_japanese_make_it_iso_2022_jp() {
    let game = ISO_2022_JP.encode("(;GM[1]PB[高尾紳路]PW[依田])").0.into_owned();
    let read = |ca: &str| {
        let bytes = [b"(;", ca.as_bytes(), &game[2..]].concat();
        let text = Text::new(&bytes);
        assert!(std::str::from_utf8(text.bytes()).unwrap().contains("高尾紳路"));
        (text.encoding(), text.source())
    };
    assert_eq!(read(""), (ISO_2022_JP, EncodingSource::Detected));
    assert_eq!(read("CA[Shift_JIS]"), (ISO_2022_JP, EncodingSource::Detected));
    assert_eq!(read("CA[ISO-2022-JP]"), (ISO_2022_JP, EncodingSource::Declared));
    // Other escapes, such as those of terminals, have no meaning.
    assert_eq!(Text::new(b"(;PB[\x1b[1mx\x1b$])").encoding(), WINDOWS_1252);
}

#[test]
fn a_declared_encoding_may_hold_another_language_than_usual() {
    for (encoding, text) in [
        (GB18030, "PB[이세돌]PW[박정환]C[바둑은 고대 게임입니다]"),
        (GB18030, "PB[АК 1965]"),
        (GBK, "C[白がQ15に割り込み、黒のP15とR15を分断。隅の黒が裂かれた形です。]"),
        (GBK, "PB[はね]C[先手 あたり せんてい otherwise しゅさく こみ]"),
        (EUC_KR, "PB[АК 1965]PW[天下無狗]"),
        (EUC_JP, "PB[АК 1965]"),
    ] {
        let record = format!("(;CA[{}]{text})", encoding.name());
        let (bytes, _, lost) = encoding.encode(&record);
        assert!(!lost, "{record}");
        let text = Text::new(&bytes);
        assert_eq!(
            (text.encoding(), text.source()),
            (encoding, EncodingSource::Declared),
            "{record}"
        );
    }
}

#[test]
fn wrongly_declared_in_every_way() {
    let (korean, _, _) = EUC_KR.encode("(;PB[박정환]PW[신진서]BR[9단]WR[9단]RE[백 불계승]");
    let declared = |charset: &str| {
        let mut bytes = korean.to_vec();
        bytes.extend_from_slice(b"CA[");
        bytes.extend_from_slice(charset.as_bytes());
        bytes.extend_from_slice(b"])");
        let text = Text::new(&bytes);
        (text.encoding(), text.source())
    };
    for charset in ["UTF-8", "ISO-8859-1", "GB2312", "Shift_JIS", "no such thing"] {
        assert_eq!(declared(charset), (EUC_KR, EncodingSource::Detected), "{charset}");
    }
    assert_eq!(declared("ks_c_5601-1987"), (EUC_KR, EncodingSource::Declared));
    // Two letters prove nothing against a charset that says what they are.
    let text = Text::new(b"(;CA[windows-1251]PB[\xde\xeb\xe8\xff])");
    assert_eq!((text.encoding(), text.source()), (WINDOWS_1251, EncodingSource::Declared));
}
