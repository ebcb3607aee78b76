//! Causes of the wrong results of a run.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::audit::MarginExplanation;
use crate::plural::pluralize;
use crate::rules::{BUILT_IN, Ruleset};

/// Number of wrong results by cause.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct CauseTotals {
    results: u64,
    /// By likely cause. Results without one aren't included.
    causes: BTreeMap<String, u64>,
    /// Results that are right under another ruleset, where the record names none, by its index in
    /// [`BUILT_IN`].
    right_under: BTreeMap<usize, u64>,
}

impl CauseTotals {
    pub fn add(&mut self, explanation: Option<&MarginExplanation>) {
        self.results += 1;
        let Some(explanation) = explanation.filter(|explanation| explanation.likely) else {
            return;
        };
        *self.causes.entry(explanation.cause.clone()).or_default() += 1;
        let is_it = |rules: &Ruleset| BUILT_IN.iter().position(|other| other.id == rules.id);
        if let Some(place) = explanation.ruleset.as_deref().and_then(is_it) {
            *self.right_under.entry(place).or_default() += 1;
        }
    }

    pub fn merge(&mut self, other: &Self) {
        self.results += other.results;
        for (cause, number) in &other.causes {
            *self.causes.entry(cause.clone()).or_default() += number;
        }
        for (place, number) in &other.right_under {
            *self.right_under.entry(*place).or_default() += number;
        }
    }
}

impl fmt::Display for CauseTotals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // For one result, the finding is enough.
        if self.results > 1 {
            writeln!(f, "Causes of {}:", pluralize(self.results, "wrong result"))?;
            let mut causes: Vec<(&str, u64)> =
                self.causes.iter().map(|(cause, &number)| (&**cause, number)).collect();
            causes.sort_by_key(|&(_, number)| Reverse(number));
            let explained: u64 = causes.iter().map(|(_, number)| number).sum();
            let none =
                Some(("none likely", self.results - explained)).filter(|&(_, number)| number > 0);
            causes.extend(none);
            let width = causes.iter().map(|(cause, _)| cause.len()).max().unwrap_or(0);
            for (cause, number) in causes {
                writeln!(f, "  {cause:width$}  {number:>7}")?;
            }
        }
        for (&place, &wrong) in &self.right_under {
            let Some(rules) = BUILT_IN.get(place) else { continue };
            let (is, records) = match wrong {
                1 => ("is", "its record names"),
                _ => ("are", "their records name"),
            };
            writeln!(
                f,
                "{wrong} of the wrong results {is} right by {} (--default-rules {}); {records} no known ruleset",
                rules.name, rules.id
            )?;
        }
        Ok(())
    }
}
