//! Findings as text for people.

use super::context::{ContextRenderer, diagnostic};
use super::interface::{Collapsible, Format, Fragment, Report};
use super::item::ReportItem;
use super::summary::Summary;
use super::totals::totals;
use super::worst_first::WorstFirst;
use super::{ContextStyle, ReportOptions};
use sgf_audit_core::audit::Finding;
use sgf_audit_core::printable::push_printable;

pub(super) static FORMAT: Format = Format {
    is_text: true,
    ..Format::new("text", |options| Box::new(TextReport(options.clone())))
};

/// Findings as a line each, or with the line of the file and the board; the totals follow.
#[derive(Debug)]
struct TextReport(ReportOptions);

impl Report for TextReport {
    fn render(&self, item: ReportItem, out: &mut Fragment) {
        let options = &self.0;
        if options.only_totals {
            return;
        }
        let Fragment { text, context, collapsible, .. } = out;
        let mut findings: Vec<&Finding> =
            item.cause_rows(options.min_severity).map(|row| row.finding).collect();
        if findings.is_empty() {
            return;
        }
        findings.sort_by_key(|finding| !finding.kind.is_wrong_result());
        if options.context == ContextStyle::Off {
            let lines = findings.into_iter();
            let lines = lines.map(|it| diagnostic(item, it));
            return lines.for_each(|line| line.push_to(text));
        }
        let context = context.get_or_insert_with(|| Box::new(ContextRenderer::new(options)));
        for (finding, range) in context.push_findings(text, item, findings) {
            if options.collapse {
                let (severity, name) = (finding.severity.name(), finding.kind.as_str());
                let mut message = format!("{severity}[{name}] ");
                push_printable(&mut message, &finding.message);
                message.push_str(&finding.following());
                collapsible.push(Collapsible { range, message });
            }
        }
    }

    fn footer(&self, files: u64, summary: &Summary, _: &WorstFirst) -> String {
        totals(files, summary, &self.0)
    }
}
