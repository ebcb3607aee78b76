//! Rulesets as referees apply them who only know simple ko.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::ruleset::{Field, LongCycle, Ruleset, Superko};

/// What reports name as the source of what differs from the ruleset.
const SOURCE: &str = "simple ko, as asked for";

impl Ruleset {
    /// This ruleset with simple ko and nothing else: no longer cycle is forbidden, and where one goes on
    /// the game is a draw or has no result. Chinese rules are refereed so, whatever they say on paper
    /// (OVw, Chinese rules). The same where the ruleset has no superko. Each is made once and lives as
    /// long as the program.
    #[must_use]
    pub fn with_simple_ko(&'static self) -> &'static Ruleset {
        static KNOWN: Mutex<BTreeMap<usize, &'static Ruleset>> = Mutex::new(BTreeMap::new());
        if self.superko.value == Superko::None {
            return self;
        }
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        // A ruleset that lives as long as the program is the only one at its address.
        let place = std::ptr::from_ref(self).addr();
        known.entry(place).or_insert_with(|| {
            Box::leak(Box::new(Self {
                ko: Field { value: true, source: SOURCE },
                superko: Field { value: Superko::None, source: SOURCE },
                long_cycle: Field { value: LongCycle::DrawOrNoResult, source: SOURCE },
                ..*self
            }))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::find;
    use super::*;

    #[test]
    fn only_repetition_differs() {
        let chinese = find("chinese").unwrap();
        let refereed = chinese.with_simple_ko();
        assert_eq!(refereed.superko.value, Superko::None);
        assert!(refereed.ko.value);
        assert_eq!(refereed.long_cycle.value, LongCycle::DrawOrNoResult);
        assert_eq!((refereed.id, refereed.counting), (chinese.id, chinese.counting));
        assert!(std::ptr::eq(refereed, chinese.with_simple_ko()));
        assert!(!std::ptr::eq(refereed, find("aga").unwrap().with_simple_ko()));
    }

    #[test]
    fn rulesets_of_simple_ko_are_the_same() {
        let japanese = find("japanese").unwrap();
        assert!(std::ptr::eq(japanese.with_simple_ko(), japanese));
        let refereed = find("chinese").unwrap().with_simple_ko();
        assert!(std::ptr::eq(refereed.with_simple_ko(), refereed));
    }
}
