//! Findings about an event's files: `FileFindings`.

use std::collections::BTreeMap;

use crate::audit::{FileAudit, Finding, FindingKind};
use crate::sgf::Span;

/// Maximum number of findings of a kind.
pub(super) const MOST: usize = 1000;

/// Findings about files, a bounded number of each kind.
#[derive(Default)]
pub(super) struct FileFindings {
    by_path: BTreeMap<String, Vec<Finding>>,
    counts: BTreeMap<FindingKind, usize>,
}

impl FileFindings {
    /// Adds a finding at a line of a file, or at the file itself if the line is 0.
    pub fn push(&mut self, path: &str, line: u32, kind: FindingKind, message: String) {
        let count = self.counts.entry(kind).or_default();
        *count += 1;
        let findings = self.by_path.entry(path.to_owned()).or_default();
        if *count > MOST {
            if let Some(last) = findings.iter_mut().rev().find(|finding| finding.kind == kind) {
                last.more += 1;
            }
            return;
        }
        let column = u32::from(line > 0);
        findings.push(Finding { line, column, ..Finding::new(kind, Span::default(), message) });
    }

    /// Returns the findings by the path of their file.
    pub fn finish(self) -> Vec<(String, FileAudit)> {
        let of_file = |(path, mut findings): (String, Vec<Finding>)| {
            findings.sort_by_key(|finding| (finding.line, finding.kind));
            (path, FileAudit::Findings { game: 0, findings })
        };
        self.by_path.into_iter().map(of_file).collect()
    }
}
