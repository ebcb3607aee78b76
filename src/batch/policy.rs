//! Which findings a run reports, and with which severity.

use std::path::Path;

use globset::GlobSet;

use crate::audit::{FileAudit, Finding, FindingKind, Severity};

/// Which findings a run reports, and with which severity. By default all, with their own.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// Kinds that aren't reported.
    pub ignored: Vec<FindingKind>,
    /// Kinds with a severity other than their own.
    pub severities: Vec<(FindingKind, Severity)>,
    /// Kinds that aren't reported in some files.
    pub overrides: Vec<PathPolicy>,
}

/// Kinds of findings that aren't reported in some files.
#[derive(Clone, Debug)]
pub struct PathPolicy {
    /// The files.
    pub paths: GlobSet,
    /// The kinds.
    pub ignored: Vec<FindingKind>,
}

impl Policy {
    /// Removes the findings that aren't reported from an audit, and sets the severities of the others.
    pub fn apply(&self, path: &Path, audit: &mut FileAudit) {
        let findings = match audit {
            FileAudit::Game(audit) => &mut audit.findings,
            FileAudit::Findings { findings, .. } => findings,
        };
        if findings.is_empty() {
            return;
        }
        let is_ignored = |finding: &Finding| {
            let here = self.overrides.iter().filter(|part| part.ignored.contains(&finding.kind));
            self.ignored.contains(&finding.kind)
                || here.into_iter().any(|part| part.paths.is_match(path))
        };
        findings.retain(|finding| !is_ignored(finding));
        for finding in findings {
            let severity = self.severities.iter().rev().find(|(kind, _)| *kind == finding.kind);
            if let Some((_, severity)) = severity {
                finding.severity = *severity;
            }
        }
    }
}
