//! Findings as JSON lines: an object per finding, with the columns of `findings.csv` and the details.

use serde_json::{Map, Value, json};

use super::interface::{Format, Fragment, Report};
use super::item::ReportItem;
use sgf_audit_core::audit::{Detail, Finding, Severity};
use sgf_audit_core::table::{FindingRow, finding_columns, push_json};

pub(super) static FORMAT: Format =
    Format::new("jsonl", |options| Box::new(JsonlReport { min_severity: options.min_severity }));

/// Findings as JSON lines. Every object has every column; a value that doesn't apply is null, so
/// that readers of dataframes see the same fields in every line. Text isn't escaped as in the tables, since
/// no spreadsheet runs it.
#[derive(Debug)]
struct JsonlReport {
    min_severity: Severity,
}

impl Report for JsonlReport {
    fn render(&self, item: ReportItem, out: &mut Fragment) {
        for row in item.finding_rows(self.min_severity) {
            push_line(&mut out.text, &row);
        }
    }
}

fn push_line(out: &mut String, row: &FindingRow) {
    let mut object = Map::new();
    for column in finding_columns() {
        object.insert(column.field.name.to_owned(), (column.value)(row).into());
    }
    object.insert("details".to_owned(), details(row.finding));
    push_json(out, &Value::Object(object));
    out.push('\n');
}

/// Returns the lines that support a finding's message, as a list of objects.
pub(super) fn details(finding: &Finding) -> Value {
    let details = finding.details.iter();
    details.map(|Detail { label, text, .. }| json!({ "label": label, "text": text })).collect()
}
