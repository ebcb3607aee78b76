//! Rulesets in KataGo's short form, as its self-play records write them in RU:
//! `koPOSITIONALscoreAREAtaxNONEsui1` (KataGo, "GTP extensions", rules strings).

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::ruleset::{
    Compensation, Counting, DeadStones, Dispute, Field, LongCycle, Placement, Presentation,
    Resumption, Ruleset, Suicide, Superko,
};
use crate::go::Points;

const SOURCE: &str = "the record's rules string (KataGo)";

const fn f<T: Copy>(value: T) -> Field<T> {
    Field { value, source: SOURCE }
}

/// The ruleset of a rules string; `None` if it is none, or has a part that isn't known here (the button).
/// Each string is made a ruleset once and lives as long as the program; there are about a thousand.
pub(super) fn from_rules_string(text: &str) -> Option<&'static Ruleset> {
    static KNOWN: Mutex<BTreeMap<String, &'static Ruleset>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(rules) = known.get(text) {
        return Some(rules);
    }
    let rules = read(text)?;
    let rules: &'static Ruleset = Box::leak(Box::new(rules));
    known.insert(text.to_owned(), rules);
    Some(rules)
}

fn read(text: &str) -> Option<Ruleset> {
    let one_of = |rest: &mut &str, words: &[&str]| {
        let at = words.iter().position(|word| rest.starts_with(word))?;
        *rest = &rest[words[at].len()..];
        Some(at)
    };
    let mut rest = text.strip_prefix("ko")?;
    let ko = one_of(&mut rest, &["SIMPLE", "POSITIONAL", "SITUATIONAL", "SPIGHT"])?;
    rest = rest.strip_prefix("score")?;
    let territory = one_of(&mut rest, &["AREA", "TERRITORY"])? == 1;
    let tax = match rest.strip_prefix("tax") {
        Some(after) => {
            rest = after;
            one_of(&mut rest, &["NONE", "SEKI", "ALL"])?
        }
        None => 0,
    };
    let suicide = one_of(&mut rest, &["sui0", "sui1"])? == 1;
    rest = rest.strip_prefix("button0").unwrap_or(rest);
    let bonus = match rest.strip_prefix("whb") {
        Some(after) => {
            rest = after;
            one_of(&mut rest, &["0", "N-1", "N"])?
        }
        None => 0,
    };
    rest = rest.strip_prefix("fpok").unwrap_or(rest);
    if !rest.is_empty() {
        return None;
    }
    let name: &'static str = Box::leak(text.to_owned().into_boxed_str());
    Some(Ruleset {
        id: name,
        name,
        ko: f(true),
        superko: f([
            Superko::None,
            Superko::Positional,
            Superko::Situational,
            Superko::NaturalSituational,
        ][ko]),
        long_cycle: f(if ko == 0 { LongCycle::NoResult } else { LongCycle::Forbidden }),
        // A single stone's suicide is never legal for KataGo.
        suicide: f(if suicide { Suicide::MultiStone } else { Suicide::Forbidden }),
        counting: f(if territory { Counting::Territory } else { Counting::Area }),
        presentation: f(Presentation::Points),
        group_tax: f(tax == 2),
        seki_eyes: f(tax != 1),
        pass_stones: f(false),
        white_last: f(false),
        first_pass_point: f(false),
        komi: f(Some(Points::hundredths(750))),
        handicap_komi: f(Some(Points::HALF)),
        earlier_komi: f(&[]),
        compensation: f([Compensation::None, Compensation::AllButFirst, Compensation::All][bonus]),
        placement: f(Placement::Unstated),
        resumption: f(Resumption::None),
        dispute: f(Dispute::OffTheBoard),
        dead_stones: f(match (territory, tax) {
            // KataGo, `BoardHistory::countAreaScoreWhiteMinusBlack`.
            (false, 0) => DeadStones::PassDead,
            _ => DeadStones::Agreed,
        }),
        black_wins_ties: f(false),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_become_rulesets() {
        let rules = from_rules_string("koPOSITIONALscoreAREAtaxNONEsui1").unwrap();
        assert_eq!(rules.superko.value, Superko::Positional);
        assert_eq!(
            (rules.suicide.value, rules.counting.value),
            (Suicide::MultiStone, Counting::Area)
        );
        assert_eq!(rules.dead_stones.value, DeadStones::PassDead);
        let again = from_rules_string("koPOSITIONALscoreAREAtaxNONEsui1").unwrap();
        assert!(std::ptr::eq(rules, again));
        let rules = from_rules_string("koSIMPLEscoreTERRITORYtaxSEKIsui0whbN-1").unwrap();
        assert_eq!(rules.counting.value, Counting::Territory);
        assert_eq!(rules.dead_stones.value, DeadStones::Agreed);
        assert_eq!(
            (rules.superko.value, rules.long_cycle.value),
            (Superko::None, LongCycle::NoResult)
        );
        assert!(!rules.seki_eyes.value && !rules.group_tax.value);
        assert_eq!(rules.compensation.value, Compensation::AllButFirst);
        let rules = from_rules_string("koSITUATIONALscoreAREAtaxALLsui0button0whbNfpok").unwrap();
        assert_eq!(rules.superko.value, Superko::Situational);
        assert_eq!(rules.long_cycle.value, LongCycle::Forbidden);
        assert!(rules.seki_eyes.value && rules.group_tax.value);
        assert_eq!(rules.suicide.value, Suicide::Forbidden);
        assert_eq!(rules.compensation.value, Compensation::All);
        for text in ["ko", "koSIMPLE", "koSIMPLEscoreAREAtaxNONEsui1button1", "Japanese", "koscore"]
        {
            assert!(from_rules_string(text).is_none(), "{text}");
        }
    }
}
