//! Tests of `sgf::value::number`.

use sgf_audit_core::go::Size;
use sgf_audit_core::sgf::{SizeValue, handicap, size};

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
        ("2 stones", 2),
        ("Handicap: 4", 4),
        ("H2", 2),
        ("2.0", 2),
        ("None", 0),
        ("对子", 0),
        ("h9", 9),
    ] {
        assert_eq!(handicap(text), Some(stones), "{text}");
    }
    for text in ["", "高桥先相先.先", "2-3", "-2", "2.5", "-", "?", "B", "500子"] {
        assert_eq!(handicap(text), None, "{text}");
    }
}
