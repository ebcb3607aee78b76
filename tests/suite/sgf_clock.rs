//! Main times and overtime.

use sgf_audit_core::sgf::{main_time, overtime, time_control};

#[test]
fn main_times_are_seconds() {
    for (text, seconds) in [
        ("1800", Some(1800)),
        ("1800.0", Some(1800)),
        ("0", Some(0)),
        ("10:00(5x1:00)", Some(600)),
        ("5:00:00(5x1:00)", Some(18000)),
        ("9h", Some(32400)),
        ("1h30m", Some(5400)),
        ("60min + byoyomi 15/5", Some(3600)),
        ("2 hours", Some(7200)),
        ("1.5 hours", Some(5400)),
        ("1,5 Hours", Some(5400)),
        ("1800,0,30,5", Some(1800)),
        ("60min, 3x30s", Some(3600)),
        ("1時間30分", Some(5400)),
        ("1시간 30분", Some(5400)),
        ("30:00", Some(1800)),
        ("3:00(5x1:00)", Some(180)),
        ("1:00+4:00/25", Some(60)),
        // Hours or minutes.
        ("1:30", None),
        // Minutes, perhaps.
        ("1h30", None),
        ("10:99", None),
        ("-", None),
        ("", None),
        ("-5", None),
        ("10 bananas", None),
        ("1e99", None),
        ("99999999999", None),
    ] {
        assert_eq!(main_time(text), seconds, "{text}");
    }
}

#[test]
fn overtime_has_a_short_form() {
    for (text, short) in [
        ("5x30 byo-yomi", Some("5x30")),
        ("byoyomi 5x1:00", Some("5x60")),
        ("25/600 Canadian", Some("25/600")),
        ("25/10:00", Some("25/600")),
        ("+10", Some("+10")),
        ("Fischer 10s", Some("+10")),
        ("86400fischer", Some("+86400")),
        ("30:00/25", Some("25/1800")),
        ("15/5", Some("15/300")),
        ("1/1", Some("1/1")),
        ("1 moves / 30 sec", Some("1/30")),
        ("10 fischer", Some("+10")),
        ("Canadian: 25/300", Some("25/300")),
        ("fischer: 10 up to 300", None),
        ("0x30", None),
        ("5 x 30 sec", Some("5x30")),
        ("3x 30 sec", Some("3x30")),
        ("5x30s", Some("5x30")),
        ("30 simple", Some("1x30")),
        ("30秒3回", Some("3x30")),
        ("30초 3회", Some("3x30")),
        ("25 stones in 10 minutes", Some("25/600")),
        ("3 periods of 1 minute", Some("3x60")),
        ("none", Some("none")),
        ("30 minutes", None),
        ("5 x", None),
        ("4000000000 periods of 99999999 min", None),
        ("", None),
        ("Error: time control missing", None),
    ] {
        assert_eq!(overtime(text).as_deref(), short, "{text}");
    }
}

#[test]
fn a_main_time_may_have_its_overtime_behind_it() {
    assert_eq!(time_control("1:00:00(5x1:00)"), Some((3600, "5x60".to_owned())));
    assert_eq!(main_time("1:00:00(5x1:00)"), Some(3600));
    for text in ["30초3회", "10분3회", "3시간", "1800", "1h xyzzy 3x30", ""] {
        assert_eq!(time_control(text), None, "{text}");
    }
}
