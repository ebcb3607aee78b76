//! Variants of a shared ruleset.

use sgf_audit_core::rules::{LongCycle, SharedRuleset, Superko, find};

#[test]
fn simple_ko_changes_repetition_only() {
    let chinese = SharedRuleset::from(find("chinese").unwrap());
    let refereed = chinese.with_simple_ko();
    assert_eq!(refereed.superko.value, Superko::None);
    assert!(refereed.ko.value);
    assert_eq!(refereed.long_cycle.value, LongCycle::DrawOrNoResult);
    assert_eq!((&refereed.id, refereed.counting), (&chinese.id, chinese.counting));
}

#[test]
fn a_ruleset_without_superko_stays_as_it_is() {
    let japanese = SharedRuleset::from(find("japanese").unwrap());
    assert_eq!(japanese.with_simple_ko().ko, japanese.ko);
    assert_eq!(japanese.with_simple_ko().long_cycle, japanese.long_cycle);
}
