//! Findings as JUnit's XML, which CI systems show as test results.

use super::columns::{FindingRow, repository_path};
use super::escape::Escaped;
use super::interface::{Format, Fragment, Report};
use super::item::ReportItem;
use super::summary::Summary;
use super::worst_first::WorstFirst;
use crate::audit::Severity;

/// The format of `--format junit`.
pub(super) static FORMAT: Format =
    Format::new("junit", |options| Box::new(JunitReport { min_severity: options.min_severity }));

/// Each game as a test suite. Each finding is a failed test; a game without findings is a test that passes.
#[derive(Debug)]
struct JunitReport {
    min_severity: Severity,
}

impl Report for JunitReport {
    fn header(&self) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"sgf-audit\">\n".to_owned()
    }

    fn render(&self, item: ReportItem, out: &mut Fragment) {
        let rows: Vec<FindingRow> = item.finding_rows(self.min_severity).collect();
        let path = Escaped(&repository_path(item.path)).to_string();
        let name = match item.game() {
            0 => path.clone(),
            game => format!("{path} game {game}"),
        };
        let (tests, failures) = (rows.len().max(1), rows.len());
        out.text.push_str(&format!(
            "<testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"0\">\n"
        ));
        if rows.is_empty() {
            out.text.push_str(&format!("<testcase classname=\"{path}\" name=\"check\"/>\n"));
        }
        rows.iter().for_each(|row| push_test(&mut out.text, &path, row));
        out.text.push_str("</testsuite>\n");
    }

    fn footer(&self, _files: u64, _summary: &Summary, _results: &WorstFirst) -> String {
        "</testsuites>\n".to_owned()
    }
}

/// Appends a failed test. `path` is escaped.
fn push_test(out: &mut String, path: &str, row: &FindingRow) {
    let finding = row.finding;
    let (name, severity) = (finding.kind.as_str(), finding.severity.name());
    let message = row.described();
    let message = Escaped(&message);
    let (line, column) = (finding.line, finding.column);
    out.push_str(&format!(
        "<testcase classname=\"{path}\" name=\"{name} {line}:{column}\" file=\"{path}\" line=\"{line}\">\
         <failure type=\"{severity}\" message=\"{message}\">{path}:{line}:{column}: {severity}[{name}] {message}"
    ));
    for detail in &finding.details {
        out.push_str(&format!("\n{}: {}", Escaped(detail.label), Escaped(&detail.text)));
    }
    out.push_str("</failure></testcase>\n");
}
