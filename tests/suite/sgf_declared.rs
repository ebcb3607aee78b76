//! Charsets that records declare.

use encoding_rs::{BIG5, EUC_JP, GBK, KOI8_R, UTF_8, UTF_16LE, WINDOWS_1251, WINDOWS_1252};

use sgf_audit::sgf::{Declared, Span, Text, charset_of};

#[test]
fn only_properties_count() {
    let encoding = |record: &str| Text::new(record.as_bytes()).declared().encoding();
    assert_eq!(encoding("(;PB[x]CA[Big5])"), Some(BIG5));
    assert_eq!(encoding("(;C[late]\r\nCA[ GB_2312-80 ])"), Some(GBK));
    assert_eq!(encoding("(;CoolAttribute[x]ChArsetCA[gbk])"), Some(GBK));
    assert_eq!(encoding("(;C[the CA[Big5\\] property]CA[UTF-8])"), Some(UTF_8));
    assert_eq!(encoding("(;XCA[Big5])"), None);
    assert_eq!(encoding("(;C[seeCA[Big5]PB[x])"), None);
    assert_eq!(encoding("(;B[bCA[Big5]b])"), None);
    for (label, known) in [
        ("UTF16LE", UTF_16LE),
        ("EUC_JP", EUC_JP),
        ("KOI8R", KOI8_R),
        ("Windows1251", WINDOWS_1251),
        ("CP 1251", WINDOWS_1251),
        ("charset=utf-8", UTF_8),
        ("ISO-8859", WINDOWS_1252),
    ] {
        assert_eq!(charset_of(label.as_bytes()), Some(known), "{label}");
    }
    assert_eq!(charset_of(b"windows"), None);
    assert_eq!(charset_of(b"cp437"), None);
    assert_eq!(Text::new(b"(;CA[Klingon])").declared(), &Declared::Unknown(Span::new(5, 12)));
    assert_eq!(Text::new(b"(;CA[UTF-8").declared(), &Declared::Nothing);
}

#[test]
fn names_without_an_end_take_no_quadratic_time() {
    let bytes = b";CA[".repeat(1 << 19);
    assert!(!Text::new(&bytes).has_several_charsets());
    assert_eq!(Text::new(&bytes).declared(), &Declared::Nothing);
}
