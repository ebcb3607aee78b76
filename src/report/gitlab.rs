//! Findings as GitLab's code quality report, which merge requests show.

use serde_json::json;

use super::interface::{Format, Fragment, Report};
use super::item::{Fingerprints, ReportItem};
use super::summary::Summary;
use super::worst_first::WorstFirst;
use sgf_audit_core::audit::Severity;
use sgf_audit_core::table::{FindingRow, push_json};

const SEPARATOR: &str = ",\n";

pub(super) static FORMAT: Format =
    Format::new("gitlab", |options| Box::new(GitlabReport { min_severity: options.min_severity }));

/// Findings as a code quality report.
#[derive(Debug)]
struct GitlabReport {
    min_severity: Severity,
}

impl Report for GitlabReport {
    fn header(&self) -> String {
        "[\n".to_owned()
    }

    fn render(&self, item: ReportItem, out: &mut Fragment) {
        let mut fingerprints = Fingerprints::default();
        for row in item.cause_rows(self.min_severity) {
            if !out.text.is_empty() {
                out.text.push_str(SEPARATOR);
            }
            push_issue(&mut out.text, &row, &fingerprints.next(&row));
        }
    }

    fn separator(&self) -> &'static str {
        SEPARATOR
    }

    fn footer(&self, _files: u64, _summary: &Summary, _results: &WorstFirst) -> String {
        "\n]\n".to_owned()
    }
}

fn push_issue(out: &mut String, row: &FindingRow, fingerprint: &str) {
    let finding = row.finding;
    let severity = match finding.severity {
        Severity::Error => "major",
        Severity::Warning => "minor",
        Severity::Note => "info",
    };
    let issue = json!({
        "description": row.described(),
        "check_name": finding.kind.as_str(),
        "fingerprint": fingerprint,
        "severity": severity,
        // A file that couldn't be read has no line; GitLab needs one.
        "location": { "path": row.repository_path(), "lines": { "begin": finding.line.max(1) } },
    });
    push_json(out, &issue);
}
