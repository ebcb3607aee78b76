//! Rulesets written as KataGo rules strings.

use sgf_audit_core::go::{Color, Points};
use sgf_audit_core::rules::{
    Compensation, Counting, DeadStones, FirstPass, LongCycle, Suicide, Superko, from_rules_string,
};

#[test]
fn strings_become_rulesets() {
    let rules = from_rules_string("koPOSITIONALscoreAREAtaxNONEsui1").unwrap();
    assert_eq!(rules.superko.value, Superko::Positional);
    assert_eq!((rules.suicide.value, rules.counting.value), (Suicide::MultiStone, Counting::Area));
    assert_eq!(rules.dead_stones.value, DeadStones::PassDead);
    let again = from_rules_string("koPOSITIONALscoreAREAtaxNONEsui1").unwrap();
    assert!(std::ptr::eq(rules, again));
    let rules = from_rules_string("koSIMPLEscoreTERRITORYtaxSEKIsui0whbN-1").unwrap();
    assert_eq!(rules.counting.value, Counting::Territory);
    assert_eq!(rules.dead_stones.value, DeadStones::Agreed);
    assert_eq!((rules.superko.value, rules.long_cycle.value), (Superko::None, LongCycle::NoResult));
    assert!(!rules.seki_eyes.value && !rules.group_tax.value);
    assert_eq!(rules.compensation.value, Compensation::AllButFirst);
    let rules = from_rules_string("koSITUATIONALscoreAREAtaxALLsui0button0whbNfpok").unwrap();
    assert_eq!(rules.superko.value, Superko::Situational);
    assert_eq!(rules.long_cycle.value, LongCycle::Forbidden);
    assert!(rules.seki_eyes.value && rules.group_tax.value);
    assert_eq!(rules.suicide.value, Suicide::Forbidden);
    assert_eq!(rules.compensation.value, Compensation::All);
    assert_eq!(rules.first_pass.value, FirstPass::Nothing);
    let rules = from_rules_string("koSIMPLEscoreAREAtaxNONEsui1button1").unwrap();
    assert_eq!(rules.first_pass.value, FirstPass::Button);
    let points = Color::BOTH.map(|color| rules.first_pass.value.points(color));
    assert_eq!(points, [-Points::HALF, Points::HALF]);
    for text in ["ko", "koSIMPLE", "koSIMPLEscoreAREAtaxNONEsui1button2", "Japanese", "koscore"] {
        assert!(from_rules_string(text).is_none(), "{text}");
    }
}

#[test]
fn parts_come_in_any_order_and_may_be_left_out() {
    let own = "koSIMPLEscoreAREAtaxNONEsui0whbN-1fpok1";
    let other = "fpok1 whbN-1 sui0 scoreAREA koSIMPLE button0 taxNONE";
    assert!(std::ptr::eq(from_rules_string(own).unwrap(), from_rules_string(other).unwrap()));
    for (text, id) in [
        (own, own),
        ("koSPIGHTscoreAREAfpok", "koSPIGHTscoreAREAtaxNONEsui1fpok1"),
        ("scoreTERRITORYkoSIMPLEfpok0whb0", "koSIMPLEscoreTERRITORYtaxSEKIsui1"),
    ] {
        assert_eq!(from_rules_string(text).map(|rules| &*rules.id), Some(id));
    }
    let komi = |text| from_rules_string(text).unwrap().default_komi(0, None).unwrap();
    assert_eq!(komi("koSIMPLEscoreTERRITORY").to_string(), "6.5");
    assert_eq!(komi("koSIMPLEscoreAREA").to_string(), "7.5");
    for text in ["", "sui1", "koSIMPLE fpok1", "koSIMPLEscoreAREAfpok2", "koSIMPLEscoreAREAsui"] {
        assert!(from_rules_string(text).is_none(), "{text}");
    }
}
