//! A ruleset that is shared by everything that uses it.

use std::ops::Deref;
use std::sync::Arc;

use super::ruleset::{Ruleset, Superko};

/// A built-in ruleset, or one made at run time; cheap to clone.
#[derive(Clone, Debug)]
pub enum SharedRuleset {
    /// One of [`BUILT_IN`](super::BUILT_IN), or one that a record's rules string names.
    BuiltIn(&'static Ruleset),
    /// A ruleset from a file, or a built-in one that options change.
    Own(Arc<Ruleset>),
}

impl SharedRuleset {
    /// The ruleset with simple ko alone ([`Ruleset::with_simple_ko`]).
    #[must_use]
    pub fn with_simple_ko(&self) -> Self {
        if self.superko.value == Superko::None {
            return self.clone();
        }
        Ruleset::clone(self).with_simple_ko().into()
    }
}

impl Deref for SharedRuleset {
    type Target = Ruleset;

    fn deref(&self) -> &Ruleset {
        match self {
            Self::BuiltIn(rules) => rules,
            Self::Own(rules) => rules,
        }
    }
}

impl From<&'static Ruleset> for SharedRuleset {
    fn from(rules: &'static Ruleset) -> Self {
        Self::BuiltIn(rules)
    }
}

impl From<Ruleset> for SharedRuleset {
    fn from(rules: Ruleset) -> Self {
        Self::Own(Arc::new(rules))
    }
}

#[cfg(test)]
mod tests {
    use super::super::find;
    use super::super::ruleset::LongCycle;
    use super::*;

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
}
