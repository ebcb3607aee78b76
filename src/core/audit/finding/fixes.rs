//! What `fix` does about the findings of an audit: `Fixes`.

use super::finding::Finding;
use super::severity::Safety;

/// The class of the fix that the program makes for each finding of an audit in its file, by the finding's index. Empty if
/// nobody asked.
#[derive(Clone, Debug, Default)]
pub struct Fixes(Vec<Option<Safety>>);

impl Fixes {
    /// Returns the class of the fix for a finding of the audit. `None` if there is no fix, or if nobody asked.
    pub fn of(&self, finding: &Finding) -> Option<Safety> {
        self.0.get(finding.index as usize).copied().flatten()
    }
}

impl FromIterator<Option<Safety>> for Fixes {
    fn from_iter<I: IntoIterator<Item = Option<Safety>>>(classes: I) -> Self {
        Self(classes.into_iter().collect())
    }
}
