//! Charsets that records declare.

use encoding_rs::{BIG5, EUC_JP, GBK, KOI8_R, UTF_8, UTF_16LE, WINDOWS_1251, WINDOWS_1252};

use sgf_audit_core::sgf::{Confidence, Declared, EncodingSource, Span, Text, charset_of};

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
    assert_eq!(charset_of(b"mac-cyrillic").map(|found| found.name()), Some("x-mac-cyrillic"));
    assert_eq!(Text::new(b"(;CA[Klingon])").declared(), &Declared::Unknown(Span::new(5, 12)));
    assert_eq!(Text::new(b"(;CA[UTF-8").declared(), &Declared::Nothing);
}

/// The names look likelier in another charset, but not surely.
#[test]
fn a_declared_charset_is_believed_unless_another_is_sure() {
    for (charset, name) in [
        ("EUC-KR", &b"\xa4\xd4\xa4\xb8\xa4\xc2\xa4\xa7"[..]),
        ("EUC-KR", b"\xba\xfc\xbb\xc7\xa4\xd4\xa4\xbc\xa4\xd2\xa4\xaf"),
        ("Big5", b"\xb1\xa4\xb8\xb2\xc2\xdb"),
    ] {
        let record = [format!("(;CA[{charset}]PB[").as_bytes(), name, b"];B[ee])"].concat();
        let text = Text::new(&record);
        assert_eq!(Some(text.encoding()), charset_of(charset.as_bytes()), "{charset}");
        assert_eq!(text.source(), EncodingSource::Declared, "{charset}");
    }
}

#[test]
fn charsets_that_cannot_be_decoded_are_told_from_names_that_mean_nothing() {
    let unsupported = |label: &str| {
        let record = format!("(;CA[{label}])");
        matches!(Text::new(record.as_bytes()).declared(), Declared::Unsupported(..))
    };
    let labels = "
        IBM850 cp850 IBM737 IBM862 437 CP-1047 x-mac-greek HZ-GB-2312 ISO-2022-KR UTF-7
        UTF-32 EUC-TW VISCII";
    for label in labels.split_whitespace() {
        assert!(unsupported(label), "{label}");
    }
    for label in
        ["Klingon", "IBM", "Windows", "12", "http://example.org", "cpp", "UTF", "IBM866", "UTF-8"]
    {
        assert!(!unsupported(label), "{label}");
    }
}

#[test]
fn no_guess_over_a_charset_that_cannot_be_decoded_is_certain() {
    let confidence = |record: &[u8]| Text::new(record).confidence();
    let russian = b"(;CA[IBM737]PB[\x88\xa2\xa0\xad \xb3\xa8\xad]PW[\x92\xa0\xad\xef])";
    assert_eq!(confidence(russian), Some(Confidence::Doubtful));
    assert_eq!(confidence("(;CA[IBM850]PB[柯洁]PW[李世石])".as_bytes()), Some(Confidence::Sure));
    for (record, is_shifted) in [
        ("(;CA[HZ-GB-2312]PB[~{?B=`~}])", true),
        ("(;CA[HZ-GB-2312]PB[~x~])", false),
        ("(;CA[UTF-7]PB[+T2A-])", true),
        ("(;CA[UTF-7]PB[x])", false),
        ("(;CA[ISO-2022-KR]PB[\x1b$)C\x0e0f\x0f])", true),
        ("(;CA[ISO-2022-KR]PB[0f])", false),
        ("(;CA[cp850]PB[~{?B=`~}])", false),
    ] {
        let doubtful = is_shifted.then_some(Confidence::Doubtful);
        assert_eq!(confidence(record.as_bytes()), doubtful, "{record:?}");
    }
}

#[test]
fn names_without_an_end_take_no_quadratic_time() {
    let bytes = b";CA[".repeat(1 << 19);
    assert!(!Text::new(&bytes).has_several_charsets());
    assert_eq!(Text::new(&bytes).declared(), &Declared::Nothing);
}
