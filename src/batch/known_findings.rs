//! Compares the findings of one file with a baseline.

use std::collections::BTreeMap;
use std::path::Path;

use super::baseline::{Baseline, CountedFile, Known, NamedCounts};
use super::policy::Policy;
use crate::audit::{Detail, FileAudit, FindingKind, Severity};

/// Compares the findings of one file with a baseline, while its games are audited.
#[derive(Debug)]
pub(super) struct KnownFindings<'b> {
    /// The path as the baseline has it.
    key: String,
    known: Known<'b>,
    listed: Option<&'b NamedCounts>,
    /// Errors and warnings so far.
    found: BTreeMap<FindingKind, Count>,
    /// Whether the file was audited to its end.
    is_audited: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    found: u64,
    known: u64,
}

/// They aren't about the record, and may be gone in the next run.
const NEVER_KNOWN: [FindingKind; 2] = [FindingKind::Unreadable, FindingKind::InternalError];

impl<'b> KnownFindings<'b> {
    /// Starts a file; `None` if the baseline lists nothing of it.
    pub fn of(baseline: &'b Baseline, path: &Path) -> Option<Self> {
        let key = baseline.key(path)?;
        let known = baseline.known(&key)?;
        let listed = baseline.listed(&key);
        Some(Self { key, known, listed, found: BTreeMap::new(), is_audited: true })
    }

    /// Returns a text for the key of a cache: it changes whenever what is known of the file changes.
    pub fn fingerprint(&self) -> String {
        format!("{} {:?} {:?}", self.key, self.known, self.listed)
    }

    /// Removes known findings from an audit. A game or file with more findings of a name than the baseline has left keeps
    /// all of them, since nothing shows which are new.
    pub fn remove_from(&mut self, audit: &mut FileAudit) {
        let findings = audit.findings_mut();
        let mut here: BTreeMap<FindingKind, u64> = BTreeMap::new();
        for finding in &*findings {
            if NEVER_KNOWN.contains(&finding.kind) {
                self.is_audited = false;
            } else if finding.severity >= Severity::Warning {
                *here.entry(finding.kind).or_default() += 1 + u64::from(finding.more);
            }
        }
        for (kind, number) in here {
            let count = self.found.entry(kind).or_default();
            count.found += number;
            let listed = match self.known {
                Known::All => u64::MAX,
                Known::Listed(listed) => listed.get(kind.as_str()).copied().unwrap_or(0),
            };
            if count.known.saturating_add(number) <= listed {
                count.known += number;
                findings.retain(|it| it.kind != kind || it.severity < Severity::Warning);
            } else if listed > 0 {
                let detail = format!("lists only {listed} of these findings for the file");
                let last = findings.iter_mut().rfind(|finding| finding.kind == kind);
                let last = last.expect("it was counted");
                last.details.push(Detail::new("baseline", detail));
            }
        }
    }

    /// Notes that the file couldn't be audited. All that is listed then counts as found.
    pub fn was_not_audited(&mut self) {
        self.is_audited = false;
    }

    /// Returns what was found; `None` if nothing was found and nothing is listed. Listed findings that the policy doesn't
    /// report of this path count as found.
    pub fn finish(self, policy: &Policy, path: &Path) -> Option<CountedFile> {
        let name = |(kind, count): (&FindingKind, &Count)| (kind.as_str().to_owned(), count.found);
        let mut found: NamedCounts = self.found.iter().map(name).collect();
        for (name, &number) in self.listed.into_iter().flatten() {
            let is_reported = FindingKind::find(name).is_none_or(|kind| policy.reports(path, kind));
            if !self.is_audited || !is_reported {
                let found = found.entry(name.clone()).or_default();
                *found = number.max(*found);
            }
        }
        let known = self.found.values().map(|count| count.known).sum();
        let says_nothing = found.is_empty() && self.listed.is_none();
        (!says_nothing).then_some(CountedFile { path: self.key, found, known })
    }
}

/// Removes known findings from an audit that follows the run, such as an event's, and adds it to the counts of the run.
pub fn remove_known(
    baseline: &Baseline,
    path: &Path,
    audit: &mut FileAudit,
    counted: &mut BTreeMap<String, CountedFile>,
) {
    let Some(mut known) = KnownFindings::of(baseline, path) else { return };
    let file = counted.entry(known.key.clone()).or_insert_with(|| CountedFile {
        path: known.key.clone(),
        found: NamedCounts::new(),
        known: 0,
    });
    for (name, &found) in &file.found {
        if let Some(kind) = FindingKind::find(name) {
            let listed = known.listed.and_then(|listed| listed.get(name));
            let count = Count { found, known: listed.map_or(0, |listed| found.min(*listed)) };
            known.found.insert(kind, count);
        }
    }
    let total = |known: &KnownFindings| known.found.values().map(|count| count.known).sum::<u64>();
    let before = total(&known);
    known.remove_from(audit);
    file.known += total(&known) - before;
    file.found.extend(
        known.found.into_iter().map(|(kind, count)| (kind.as_str().to_owned(), count.found)),
    );
}
