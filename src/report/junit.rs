//! Findings as JUnit's XML, which CI systems show as test results.

use super::ReportOptions;
use super::escape::Escaped;
use super::interface::{Format, Fragment, Report};
use super::item::ReportItem;
use super::summary::Summary;
use super::worst_first::WorstFirst;
use sgf_audit_core::audit::Severity;
use sgf_audit_core::table::{FindingRow, repository_path};

pub(super) static FORMAT: Format =
    Format::new("junit", |&ReportOptions { min_severity, fail_on, .. }| {
        Box::new(JunitReport { min_severity, fail_on })
    });

/// Each game as a test suite. Each finding is a test, which fails if it fails the run; a game without findings is a test that
/// passes. The attributes follow the schema that Jenkins uses (`junit-10.xsd` of its xUnit plugin).
#[derive(Debug)]
struct JunitReport {
    min_severity: Severity,
    fail_on: Option<Severity>,
}

impl Report for JunitReport {
    fn header(&self) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"sgf-audit\">\n".to_owned()
    }

    fn render(&self, item: ReportItem, out: &mut Fragment) {
        let rows: Vec<FindingRow> = item.cause_rows(self.min_severity).collect();
        let path = Escaped(&repository_path(item.path)).to_string();
        let name = match item.game() {
            0 => path.clone(),
            game => format!("{path} game {game}"),
        };
        let fails =
            |row: &&FindingRow| self.fail_on.is_some_and(|least| row.finding.severity >= least);
        let (tests, failures) = (rows.len().max(1), rows.iter().filter(fails).count());
        out.text.push_str(&format!(
            "<testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"0\">\n"
        ));
        if rows.is_empty() {
            out.text.push_str(&format!("<testcase classname=\"{path}\" name=\"check\"/>\n"));
        }
        rows.iter().for_each(|row| push_test(&mut out.text, &path, row, fails(&row)));
        out.text.push_str("</testsuite>\n");
    }

    fn footer(&self, _files: u64, _summary: &Summary, _results: &WorstFirst) -> String {
        "</testsuites>\n".to_owned()
    }
}

/// Appends a test. `path` is escaped.
fn push_test(out: &mut String, path: &str, row: &FindingRow, fails: bool) {
    let finding = row.finding;
    let (name, severity) = (finding.kind.as_str(), finding.severity.name());
    let message = row.described();
    let message = Escaped(&message);
    let (line, column) = (finding.line, finding.column);
    let (start, end) = match fails {
        true => (format!("<failure type=\"{severity}\" message=\"{message}\">"), "</failure>"),
        false => ("<system-out>".to_owned(), "</system-out>"),
    };
    out.push_str(&format!(
        "<testcase classname=\"{path}\" name=\"{name} {line}:{column}\">{start}\
         {path}:{line}:{column}: {severity}[{name}] {message}"
    ));
    for detail in &finding.details {
        out.push_str(&format!("\n{}: {}", Escaped(detail.label), Escaped(&detail.text)));
    }
    out.push_str(end);
    out.push_str("</testcase>\n");
}
