//! Findings about the event's file and its table: `FileFindings`.

use std::collections::BTreeMap;

use super::places::Place;
use crate::audit::{FileAudit, Finding, FindingKind, Severity};
use crate::sgf::Span;

/// Maximum number of findings of a kind about an event's files.
pub(super) const MAX_FINDINGS: usize = 1000;

/// Findings about files, a bounded number of each kind.
#[derive(Clone, Debug, Default)]
pub(super) struct FileFindings {
    by_path: BTreeMap<String, Vec<Finding>>,
    /// By kind and severity, so that a sum isn't one too many of what it sums up.
    counts: BTreeMap<(FindingKind, &'static str), usize>,
}

impl FileFindings {
    /// Adds a finding at a line of a file, or at the file itself if the line is 0.
    pub(super) fn push(&mut self, path: &str, line: u32, kind: FindingKind, message: String) {
        self.push_as(kind.info().severity, path, (line, 1), kind, message);
    }

    /// Adds a finding of another severity than its kind has, at a line and a column.
    pub(super) fn push_as(
        &mut self,
        severity: Severity,
        path: &str,
        (line, column): Place,
        kind: FindingKind,
        message: String,
    ) {
        let count = self.counts.entry((kind, severity.name())).or_default();
        *count += 1;
        let findings = self.by_path.entry(path.to_owned()).or_default();
        if *count > MAX_FINDINGS {
            let is_same =
                |finding: &&mut Finding| finding.kind == kind && finding.severity == severity;
            if let Some(last) = findings.iter_mut().rev().find(is_same) {
                last.more += 1;
            }
            return;
        }
        let column = if line > 0 { column } else { 0 };
        let finding = Finding::new(kind, Span::default(), message);
        findings.push(Finding { line, column, severity, ..finding });
    }

    /// Whether more findings of a kind are only counted.
    pub(super) fn is_full(&self, kind: FindingKind) -> bool {
        self.counts.get(&(kind, kind.info().severity.name())).is_some_and(|it| *it >= MAX_FINDINGS)
    }

    /// Returns the first finding of a kind with its file.
    pub(super) fn first(&self, kind: FindingKind) -> Option<(&str, &Finding)> {
        let mut all =
            self.by_path.iter().flat_map(|(path, all)| all.iter().map(|it| (&**path, it)));
        all.find(|(_, finding)| finding.kind == kind)
    }

    /// Returns the findings by the path of their file.
    pub(super) fn finish(self) -> Vec<(String, FileAudit)> {
        let of_file = |(path, mut findings): (String, Vec<Finding>)| {
            for finding in findings.iter_mut().filter(|finding| finding.more > 0) {
                finding.message.push_str(&format!(" ({} more aren't listed)", finding.more));
            }
            findings.sort_by_key(|finding| (finding.line, finding.kind));
            (path, FileAudit::of_file(findings))
        };
        self.by_path.into_iter().map(of_file).collect()
    }
}
