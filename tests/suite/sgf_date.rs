//! Tests of `sgf::value::date`.

use sgf_audit::sgf::{DateForm, date_form, date_year};

#[test]
fn years() {
    for (text, year) in [
        ("1996-05-06", Some(1996)),
        ("19960506", Some(1996)),
        ("0000-05-06", None),
        ("5 Feb 1999", Some(1999)),
        ("May 6, 2006", Some(2006)),
        ("31.12.2006", Some(2006)),
        ("Published 1994-09-02", Some(1994)),
        ("12/2006", Some(2006)),
        ("", None),
        ("05-06", None),
        ("game 0012", None),
        ("x19991231", None),
        ("平成十二年", None),
    ] {
        assert_eq!(date_year(text), year, "{text}");
    }
}

#[test]
fn forms() {
    for text in [
        "1996",
        "1996-05",
        "1996-05-06",
        "1996-05-06,07,08",
        "1996-05,06",
        "1995-12-31,1996-01-01",
        "2000-05-06,06-01",
    ] {
        assert_eq!(date_form(text), DateForm::Standard, "{text}");
    }
    for text in [
        "2001-02-30",
        "2001-02-29",
        "1900-02-29",
        "2001-04-31",
        "2001-11-31",
        "2020-13-45",
        "2020-13",
        "1996-00-06",
        "1996-05-00",
        "1996-05-32",
        "1996-13-01",
        "1996-05-06,32",
        "1996-05-06,02-30",
        "1996-05,13",
    ] {
        assert_eq!(date_form(text), DateForm::NoDate, "{text}");
    }
    for text in ["2000-02-29", "2004-02-29", "2001-12-31", "2001-01-31", "2001-06-30"] {
        assert_eq!(date_form(text), DateForm::Standard, "{text}");
    }
    for text in ["1996/05/06", "1996-5-6", "2010-08-19 ", "2010-08-19 13:00", "1996-05-06, 07"] {
        assert_eq!(date_form(text), DateForm::Odd, "{text}");
    }
    for text in ["", "May 1996", "05-06", "96", "199x-05-06"] {
        assert_eq!(date_form(text), DateForm::Malformed, "{text}");
    }
}
