//! Ranks in short and in other forms.

use sgf_audit_core::sgf::{is_country, oddly_written_rank, rank};

#[test]
fn ranks_have_a_short_form() {
    for (text, short) in [
        ("9p", Some("9p")),
        ("3d*", Some("3d")),
        ("14k?", Some("14k")),
        ("9段", Some("9d")),
        ("P9段", Some("9p")),
        ("职业九段", Some("9p")),
        ("初段", Some("1d")),
        ("P9p", Some("9p")),
        ("프로", None),
        ("p", None),
        ("201", None),
        ("3 dan", Some("3d")),
        ("7 Dan Pro", Some("7p")),
        ("6-dan", Some("6d")),
        ("12 kyu", Some("12k")),
        ("9p, Kisei", Some("9p")),
        ("9d, Meijin", Some("9d")),
        ("业余7段", Some("7d")),
        ("業餘三段", Some("3d")),
        ("7d ama", Some("7d")),
        ("7d Ama.", Some("7d")),
        ("7d amazing", None),
        ("Kisei, 9p", None),
        ("9p Kisei", None),
        ("UR", Some("?")),
        ("NR", Some("?")),
        ("?", Some("?")),
        ("Meijin", None),
        ("2750", None),
        ("0d", None),
        ("11p", None),
        ("p3k", None),
        ("Honinbo 9p", None),
        ("", None),
    ] {
        assert_eq!(rank(text).as_deref(), short, "{text}");
    }
}

#[test]
fn ranks_in_other_forms_are_found() {
    for (text, rank) in [
        ("九段", "9d"),
        ("9 dan", "9d"),
        ("7段*", "7d*"),
        ("2级?", "2k?"),
        ("P9段", "9p"),
        ("9P", "9p"),
        ("8 Dan Pro", "8p"),
        ("3 kyu", "3k"),
        ("业余7段", "7d"),
    ] {
        let standard = oddly_written_rank(text).map(|rank| rank.to_string());
        assert_eq!(standard.as_deref(), Some(rank), "{text}");
    }
    for text in ["9p", "3d*", "3dan", "14k?", "5kyu", "?", "NR", "十段", "Meijin", "2750", ""] {
        assert_eq!(oddly_written_rank(text), None, "{text}");
    }
}

#[test]
fn a_country_is_no_rank() {
    for text in ["China", "germany", "czech republic", "日本"] {
        assert!(is_country(text) && rank(text).is_none(), "{text}");
    }
    for text in ["9p", "Meijin", "China 9p", ""] {
        assert!(!is_country(text), "{text}");
    }
}
