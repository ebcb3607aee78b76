//! What an entry of the catalogue says.

use super::condition::Condition;
use super::family::Family;
use crate::audit::finding::severity::Severity;

/// An entry of the catalogue.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FindingInfo {
    /// The kebab-case name, which never changes.
    pub name: &'static str,
    /// The family.
    pub family: Family,
    /// The severity where none of the conditions holds.
    pub severity: Severity,
    /// Conditions under which the severity is another one.
    pub(crate) conditions: &'static [(Condition, Severity)],
    /// The source files that raise the finding, relative to `src/`.
    pub raised_in: &'static [&'static str],
    /// What it means.
    pub meaning: &'static str,
    /// Why it matters.
    pub reason: &'static str,
    /// A record, or a part of one, that has it.
    pub example: &'static str,
    /// What to do about it.
    pub advice: &'static str,
    /// Document and paragraph of the rule. Where a ruleset has a rule of its own, the finding carries that one.
    pub source: &'static str,
}

impl FindingInfo {
    /// The severity under a condition that the entry lists; without an entry the usual one.
    pub(crate) fn severity_when(&self, condition: Condition) -> Severity {
        let listed = self.conditions.iter().find(|&&(listed, _)| listed == condition);
        debug_assert!(listed.is_some(), "{} has no {condition:?}", self.name);
        listed.map_or(self.severity, |&(_, severity)| severity)
    }

    /// The conditions under which the severity is another one, each with its description.
    pub fn severity_conditions(&self) -> impl Iterator<Item = (&'static str, Severity)> {
        self.conditions.iter().map(|&(condition, severity)| (condition.description(), severity))
    }
}
