//! Rulesets that their identifiers describe. Each is made when it is first asked for, and kept.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::ruleset::{Rules, Ruleset};

/// Returns the ruleset of this identifier, which is also its name. `rules` makes it.
///
/// The ruleset is never freed. So identifiers must be in a form of which there is a bounded number.
pub(super) fn described(id: String, rules: impl FnOnce() -> Rules) -> &'static Ruleset {
    static MADE: Mutex<BTreeMap<String, &'static Ruleset>> = Mutex::new(BTreeMap::new());
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = made.get(&id) {
        return known;
    }
    let name = id.clone().into();
    let ruleset = Ruleset { id: id.clone().into(), name, rules: rules() };
    let ruleset = Box::leak(Box::new(ruleset));
    made.insert(id, ruleset);
    ruleset
}
