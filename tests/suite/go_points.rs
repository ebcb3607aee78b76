//! Points of komi and score.

use sgf_audit_core::go::Points;

#[test]
fn reads_and_prints() {
    for (text, printed) in [
        ("6.5", "6.5"),
        ("7.50", "7.5"),
        ("6,5", "6.5"),
        ("-0.25", "-0.25"),
        (".5", "0.5"),
        ("+3.", "3"),
        ("0.0500", "0.05"),
        ("123456789", "123456789"),
    ] {
        assert_eq!(Points::parse(text).unwrap().to_string(), printed, "{text}");
    }
    for text in ["", ".", "-", "6.555", "6 5", "1e3", "NaN", "9999999999", "5 1/2", "½"] {
        assert_eq!(Points::parse(text), None, "{text}");
    }
}

#[test]
fn sums_are_exact() {
    let (komi, margin) = (Points::parse("7.5").unwrap(), Points::whole(-3));
    assert_eq!((margin + komi).to_string(), "4.5");
    assert_eq!((margin - komi).to_string(), "-10.5");
    assert_eq!((-komi).to_string(), "-7.5");
    let mut sum = komi;
    sum += Points::parse("0.25").unwrap();
    sum += margin;
    assert_eq!(sum.as_hundredths(), 475);
    assert_eq!((margin.abs(), sum.fraction(), (-sum).fraction()), (Points::whole(3), 75, 25));
}
