//! Which findings a run reports, and with which severity.

use std::path::Path;

use super::path_patterns::PathPatterns;
use crate::audit::{FileAudit, Finding, FindingKind, Severity};

/// Which findings a run reports, and with which severity. By default all, with their own.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// Kinds that aren't reported.
    pub ignored: Vec<FindingKind>,
    /// Kinds with a severity other than their own.
    pub severities: Vec<(FindingKind, Severity)>,
    /// What is different in some files.
    pub overrides: Vec<PathPolicy>,
}

/// What is different in some files.
#[derive(Clone, Debug)]
pub struct PathPolicy {
    /// The files.
    pub paths: PathPatterns,
    /// Kinds that aren't reported.
    pub ignored: Vec<FindingKind>,
    /// Kinds with another severity.
    pub severities: Vec<(FindingKind, Severity)>,
}

impl Policy {
    /// Removes the findings that aren't reported from an audit, and sets the severities of the others.
    pub fn apply(&self, path: &Path, audit: &mut FileAudit) {
        let findings = audit.findings_mut();
        if findings.is_empty() {
            return;
        }
        findings.retain(|finding| !self.ignored.contains(&finding.kind));
        set_severities(findings, &self.severities);
        let concerns = |part: &PathPolicy, finding: &Finding| {
            part.ignored.contains(&finding.kind)
                || part.severities.iter().any(|(kind, _)| *kind == finding.kind)
        };
        for part in &self.overrides {
            // Most records have no finding that is different somewhere, and paths take time to match.
            if findings.iter().any(|finding| concerns(part, finding)) && part.paths.is_match(path) {
                findings.retain(|finding| !part.ignored.contains(&finding.kind));
                set_severities(findings, &part.severities);
            }
        }
    }

    /// Whether findings of a kind are reported of a path.
    pub(super) fn reports(&self, path: &Path, kind: FindingKind) -> bool {
        let leaves_out =
            |part: &PathPolicy| part.ignored.contains(&kind) && part.paths.is_match(path);
        !self.ignored.contains(&kind) && !self.overrides.iter().any(leaves_out)
    }
}

/// Sets severities; the last one of a kind counts.
fn set_severities(findings: &mut [Finding], severities: &[(FindingKind, Severity)]) {
    for finding in findings {
        let severity = severities.iter().rev().find(|(kind, _)| *kind == finding.kind);
        if let Some((_, severity)) = severity {
            finding.severity = *severity;
        }
    }
}
