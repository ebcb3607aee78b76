//! Tests of `sgf::value::aliases`.

use sgf_audit_core::sgf::{Ident, alias_target, overtime_of_periods};

#[test]
fn only_a_value_that_is_none_of_its_own_makes_it_an_alias() {
    let meant = |id: &str, value: &str| alias_target(Ident::new(id), value).map(Ident::spelling);
    assert_eq!(meant("KO", "6.5").as_deref(), Some("KM"));
    assert_eq!(meant("KO", "6目半").as_deref(), Some("KM"));
    assert_eq!(meant("KO", ""), None);
    assert_eq!(meant("TE", "第14届三星杯").as_deref(), Some("EV"));
    assert_eq!(meant("TE", "1"), None);
    assert_eq!(meant("RD", "2009-09-10").as_deref(), Some("DT"));
    assert_eq!(meant("RD", "3"), None);
    assert_eq!(meant("LT", "30S").as_deref(), Some("OT"));
    assert_eq!(meant("LT", ""), None);
    assert_eq!(meant("EV", "x"), None);
}

#[test]
fn overtime_is_in_two_properties() {
    for (time, periods, overtime) in [
        ("30S", "3T", Some("3x30")),
        ("60", "3", Some("3x60")),
        ("30 second byoyomi 3 times", "-", Some("3x30")),
        ("30S", "", None),
        ("", "3T", None),
    ] {
        assert_eq!(overtime_of_periods(time, periods).as_deref(), overtime, "{time} {periods}");
    }
}
