//! The table of built-in rulesets.

use sgf_audit_core::rules::{BUILT_IN, find};

#[test]
fn identifiers_are_unique_and_found() {
    for rules in &BUILT_IN {
        assert_eq!(find(&rules.id).map(|found| &found.name), Some(&rules.name));
    }
    assert!(find("AGA").is_none());
}

#[test]
fn komi_by_handicap() {
    let aga = find("aga").unwrap();
    assert_eq!(aga.default_komi(0, None).unwrap().to_string(), "7.5");
    assert_eq!(aga.default_komi(4, None).unwrap().to_string(), "0.5");
    let aga_in = |year| aga.default_komi(0, Some(year)).unwrap().to_string();
    assert_eq!([aga_in(1995), aga_in(2006), aga_in(2007)], ["5.5", "5.5", "7.5"]);
    assert_eq!(aga.default_komi(4, Some(1995)).unwrap().to_string(), "0.5");
    assert_eq!(find("bga").unwrap().default_komi(0, Some(1995)).unwrap().to_string(), "7.5");
    let komi_in = |year| find("japanese").unwrap().default_komi(0, year).unwrap().to_string();
    assert_eq!(komi_in(Some(1930)), "0");
    assert_eq!(komi_in(Some(1973)), "4.5");
    assert_eq!(komi_in(Some(1974)), "5.5");
    assert_eq!(komi_in(Some(2002)), "6.5");
    assert_eq!(komi_in(None), "6.5");
    assert_eq!(aga.compensation.value.points(4).to_string(), "3");
    assert_eq!(aga.compensation.value.points(1).to_string(), "0");
    assert_eq!(find("chinese").unwrap().compensation.value.points(4).to_string(), "4");
}
