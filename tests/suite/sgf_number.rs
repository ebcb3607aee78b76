//! Tests of `sgf::value::number`.

use sgf_audit_core::go::Size;
use sgf_audit_core::sgf::{SizeValue, handicap, komi_beside_handicap, size};

#[test]
fn sizes() {
    let of = |c, r| Size::new(c, r).unwrap();
    assert_eq!(size("19"), SizeValue::Standard(of(19, 19)));
    assert_eq!(size("13:9"), SizeValue::Standard(of(13, 9)));
    assert_eq!(size("19:19"), SizeValue::Odd(of(19, 19)));
    assert_eq!(size("19x19"), SizeValue::Odd(of(19, 19)));
    assert_eq!(size("9:9"), SizeValue::Odd(of(9, 9)));
    assert_eq!(size("+9"), SizeValue::Standard(of(9, 9)));
    assert_eq!(size("019"), SizeValue::Standard(of(19, 19)));
    assert_eq!(size("13*9"), SizeValue::Odd(of(13, 9)));
    assert_eq!(size(" 9"), SizeValue::Odd(of(9, 9)));
    assert_eq!(size("0"), SizeValue::OutOfRange);
    assert_eq!(size("53"), SizeValue::OutOfRange);
    assert_eq!(size("-9"), SizeValue::OutOfRange);
    assert_eq!(size("999"), SizeValue::OutOfRange);
    assert_eq!(size(""), SizeValue::Malformed);
    assert_eq!(size("nineteen"), SizeValue::Malformed);
}

#[test]
fn handicaps_in_words() {
    for (text, stones) in [
        ("2", 2),
        ("999", 999),
        ("2子", 2),
        ("让2子", 2),
        ("受三子", 3),
        ("2 stones", 2),
        ("Handicap: 4", 4),
        ("H2", 2),
        ("2.0", 2),
        ("4.", 4),
        ("None", 0),
        ("对子", 0),
        ("호선", 0),
        ("호선 - 6집 반 공제", 0),
        ("h=3", 3),
    ] {
        assert_eq!(handicap(text), Some(stones), "{text}");
    }
    for text in ["", "高桥先相先.先", "2-3", "-2", "2.5", "-", "?", "B", "500子"] {
        assert_eq!(handicap(text), None, "{text}");
    }
}

#[test]
fn a_handicap_may_have_the_komi_beside_it() {
    for (text, komi) in [
        ("호선 - 6집 반 공제", Some("6.5")),
        ("호선, 덤 4집반", Some("4.5")),
        ("互先 コミ5目半", Some("5.5")),
        ("2점, 덤 0.5집", Some("0.5")),
        ("호선", None),
        ("2", None),
        ("호선 6집 반", None),
        ("호선 - 6집 반 xyzzy", None),
    ] {
        let read = komi_beside_handicap(text).map(|read| read.points.to_string());
        assert_eq!(read.as_deref(), komi, "{text}");
    }
}
