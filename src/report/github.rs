//! Findings as workflow commands of GitHub Actions, which become annotations.
//!
//! GitHub shows at most 10 errors, 10 warnings and 10 notices of a step. So no more become commands. If there are more, the
//! last command is a notice with the total. The log has a line per finding before the commands.

use super::interface::{Format, Fragment, Report};
use super::item::ReportItem;
use super::summary::Summary;
use super::worst_first::{Limits, WorstFirst};
use sgf_audit_core::audit::{Finding, Severity};
use sgf_audit_core::plural::pluralize;
use sgf_audit_core::printable::{is_unprintable, push_printable};
use sgf_audit_core::table::FindingRow;

/// What GitHub shows of a step. The notice with the totals is one of them.
const LIMITS: Limits = Limits::PerSeverity([10, 10, 9]);

pub(super) static FORMAT: Format =
    Format::new("github", |options| Box::new(GithubReport { min_severity: options.min_severity }));

#[derive(Debug)]
struct GithubReport {
    min_severity: Severity,
}

impl Report for GithubReport {
    fn render(&self, item: ReportItem, out: &mut Fragment) {
        for row in item.cause_rows(self.min_severity) {
            let mut command = String::new();
            push_command(&mut command, &row);
            push_log_line(&mut out.text, &row);
            out.worst.push(LIMITS, row.finding.severity, command);
        }
    }

    fn limits(&self) -> Option<Limits> {
        Some(LIMITS)
    }

    fn footer(&self, _files: u64, _summary: &Summary, results: &WorstFirst) -> String {
        let Some(counts) = results.cut(LIMITS) else { return String::new() };
        let all = counts.iter().map(|(severity, _, found)| pluralize(*found, severity.name()));
        format!(
            "::notice title=sgf-audit::{} in all, {} of them annotated; the log has them all\n",
            all.collect::<Vec<_>>().join(", "),
            counts.iter().map(|(_, held, _)| held).sum::<u64>()
        )
    }
}

/// Appends a line of the log. It begins like no command, old or new.
fn push_log_line(out: &mut String, row: &FindingRow) {
    let Finding { kind, severity, line, column, .. } = row.finding;
    let mut text = String::new();
    let path = row.repository_path();
    let message = row.described();
    push_printable(
        &mut text,
        &format!("{severity}[{}] {path}:{line}:{column}: {message}", kind.as_str()),
    );
    out.push_str(&text);
    out.push('\n');
}

/// Appends `::error file=..,line=..,col=..,title=..::message`.
fn push_command(out: &mut String, row: &FindingRow) {
    let finding = row.finding;
    let level = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    out.push_str(&format!("::{level} file="));
    push_property(out, &row.repository_path());
    if finding.line > 0 {
        out.push_str(&format!(",line={},col={}", finding.line, finding.column));
    }
    out.push_str(",title=");
    push_property(out, finding.kind.as_str());
    out.push_str("::");
    push_escaped(out, &row.described());
    out.push('\n');
}

/// Appends the value of a property, in which `:` and `,` have a meaning too.
fn push_property(out: &mut String, text: &str) {
    let mut escaped = String::new();
    push_escaped(&mut escaped, text);
    out.push_str(&escaped.replace(':', "%3A").replace(',', "%2C"));
}

/// Appends text escaped as the runner reads it back. Other unprintable characters are escaped as on a
/// terminal.
fn push_escaped(out: &mut String, text: &str) {
    let mut buffer = [0; 4];
    for c in text.chars() {
        match c {
            '%' => out.push_str("%25"),
            '\r' => out.push_str("%0D"),
            '\n' => out.push_str("%0A"),
            c if is_unprintable(c) => push_printable(out, c.encode_utf8(&mut buffer)),
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use sgf_audit_core::audit::FindingKind;
    use sgf_audit_core::go::Size;
    use sgf_audit_core::sgf::Span;

    #[test]
    fn escapes() {
        let mut finding =
            Finding::new(FindingKind::Ko, Span::default(), "50%: a,\r\n\x1b[1m::error::b");
        (finding.line, finding.column, finding.move_number) = (3, 7, Some(12));
        let path = Path::new("a,b:c%\nd.sgf");
        let mut out = String::new();
        push_command(
            &mut out,
            &FindingRow { path, game: 2, size: Size::STANDARD, finding: &finding, fix: None },
        );
        assert_eq!(
            out,
            "::error file=a%2Cb%3Ac%25%0Ad.sgf,line=3,col=7,title=ko::game 2: move 12: \
             50%25: a,%0D%0A\\u{1b}[1m::error::b\n"
        );
    }
}
