//! Tests of `sgf::value::aliases`.

use sgf_audit::sgf::{Ident, alias_target};

#[test]
fn only_a_value_that_is_none_of_its_own_makes_it_an_alias() {
    let meant = |id: &str, value: &str| alias_target(Ident::new(id), value).map(Ident::spelling);
    assert_eq!(meant("KO", "6.5").as_deref(), Some("KM"));
    assert_eq!(meant("KO", "黒6目半").as_deref(), Some("KM"));
    assert_eq!(meant("KO", ""), None);
    assert_eq!(meant("TE", "第14届三星杯").as_deref(), Some("EV"));
    assert_eq!(meant("TE", "1"), None);
    assert_eq!(meant("RD", "2009-09-10").as_deref(), Some("DT"));
    assert_eq!(meant("RD", "3"), None);
    assert_eq!(meant("EV", "x"), None);
}
