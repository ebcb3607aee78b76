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
