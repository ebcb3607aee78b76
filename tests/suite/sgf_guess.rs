//! Detection of legacy encodings.

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, IBM866, ISO_8859_2, KOI8_R, MACINTOSH, SHIFT_JIS,
    UTF_8, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252, WINDOWS_1253, WINDOWS_1254,
};

use sgf_audit_core::sgf::{Confidence, Text};

/// A record with text in an encoding.
fn record(encoding: &'static Encoding, text: &str) -> Vec<u8> {
    let (bytes, _, lost) = encoding.encode(text);
    assert!(!lost, "{text} can't be written in {}", encoding.name());
    [b"(;GM[1]FF[4]", &bytes[..], b"KM[6.5];B[pd];W[dp];B[pq])"].concat()
}

#[test]
fn names_and_ranks_are_enough() {
    for (encoding, text) in [
        (GBK, "PB[王磊]PW[常昊]"),
        (GBK, "PW[白]"),
        (GBK, "PB[孔杰CGI]BR[9段]RE[黑中盘胜]"),
        (GBK, "PB[でんでん]BR[3段]PW[黄龙士]WR[5段]"),
        (BIG5, "PB[周俊勳]PW[張栩]EV[第三屆國手賽]"),
        (BIG5, "PB[張秀琴]"),
        (SHIFT_JIS, "PB[高尾紳路]PW[山下敬吾]"),
        (SHIFT_JIS, "EV[第３期ﾘｰｸﾞ戦]PB[林]"),
        (SHIFT_JIS, "C[黒の勝ちです。ポカ]"),
        (EUC_JP, "PB[高尾紳路]BR[九段]EV[第60期本因坊戦]RE[黒中押し勝ち]"),
        (EUC_KR, "PB[이창호]PW[조훈현]"),
        (EUC_KR, "PB[이세돌]BR[9단]RE[흑 불계승]"),
        (WINDOWS_1251, "PB[Иван Дугин]PW[Саша]"),
        (KOI8_R, "PB[Иван Дугин]PW[Саша]"),
        (IBM866, "PB[Иван Дугин]PW[Саша]"),
        (WINDOWS_1253, "PB[Γιώργος Παπαδόπουλος]"),
        (WINDOWS_1252, "PC[Düsseldorf]PB[Jörg]PW[René]"),
        (WINDOWS_1252, "C[Ñandú “tengen”]"),
        (WINDOWS_1250, "C[Černý vzdal]PB[Dvořák]"),
        (ISO_8859_2, "PB[Tomáš Kozelek]PW[Šárka Žižková]C[Bílý měl šanci]"),
        (WINDOWS_1254, "PB[Işık Şahin]PW[Doğan Çağlar]"),
        (MACINTOSH, "PB[Jérôme Hubert]PW[Frédéric Donzet]C[très intéressé]"),
    ] {
        let bytes = record(encoding, text);
        let found = Text::new(&bytes);
        assert_eq!(found.encoding(), encoding, "{text}: {:?}", found.confidence());
    }
}

/// 时越 and 檀啸 are valid UTF-8 of two alphabets in GBK. Words of one alphabet aren't GBK.
#[test]
fn gbk_that_is_valid_utf_8_is_not_taken_for_it() {
    for text in ["PB[时越]PW[檀啸]", "PB[时越]PW[檀啸]GN[时越 - 檀啸]"] {
        let bytes = record(GBK, text);
        assert!(std::str::from_utf8(&bytes).is_ok());
        let found = Text::new(&bytes);
        let is_doubtful = found.confidence() == Some(Confidence::Doubtful);
        assert!(found.encoding() == GBK || is_doubtful, "{text}: {:?}", found.confidence());
    }
    for text in [
        "PB[Jörg]",
        "PB[René]PW[Łukasz Nowak]",
        "PB[Dvořák]PW[Šárka Žižková]",
        "PB[Иван Дугин]PW[Саша]",
        "PB[Γιώργος Παπαδόπουλος]",
        "PB[Işık Şahin]",
        "PB[Catalin Țăranu]",
        "PB[משה כהן]",
        "PB[Re\u{301}mi]",
    ] {
        let found = record(UTF_8, text);
        let found = Text::new(&found);
        assert_eq!(found.encoding(), UTF_8, "{text}");
        assert!(found.confidence() >= Some(Confidence::Likely), "{text}: {:?}", found.confidence());
    }
}

#[test]
fn damaged_utf_8_is_utf_8() {
    // Every byte that has no character in windows-1252 has become a question mark.
    let bytes = record(UTF_8, "PB[永恒的荣耀]PW[绝艺指导]BR[9段]WR[P9段]");
    let bytes: Vec<u8> = bytes
        .into_iter()
        .map(|b| if [0x81, 0x8d, 0x8f, 0x90, 0x9d].contains(&b) { b'?' } else { b })
        .collect();
    assert!(std::str::from_utf8(&bytes).is_err());
    let found = Text::new(&bytes);
    assert_eq!((found.encoding(), found.confidence()), (UTF_8, Some(Confidence::Sure)));
}

#[test]
fn confidence_grows_with_the_text() {
    let sure = |text| Text::new(&record(GBK, text)).confidence();
    assert!(sure("PB[宜]") < sure("PB[孔杰]BR[九段]EV[围甲联赛]RE[黑中盘胜]"));
    assert_eq!(sure("PB[孔杰]BR[九段]EV[围甲联赛]RE[黑中盘胜]"), Some(Confidence::Sure));
}

#[test]
fn characters_beyond_gbk_make_it_gb18030() {
    let bytes = record(GB18030, "PB[㐀王磊]BR[九段]EV[围甲联赛]");
    assert_eq!(Text::new(&bytes).encoding(), GB18030);
}
