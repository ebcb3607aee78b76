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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use sgf_audit_core::audit::FindingKind;
    use sgf_audit_core::go::{Color, Point, Size};
    use sgf_audit_core::sgf::Span;

    #[test]
    fn text_arrives_and_controls_are_escaped() {
        let mut finding =
            Finding::new(FindingKind::Ko, Span::new(4, 6), "a\x1b\u{9b}31m\u{202e}\"柯\n");
        (finding.point, finding.color) = (Some(Point::new(3, 3)), Some(Color::White));
        let row = FindingRow {
            path: Path::new("=a b.sgf"),
            game: 1,
            size: Size::STANDARD,
            finding: &finding,
            fix: None,
        };
        let mut out = String::new();
        push_line(&mut out, &row);
        assert!(out.contains(r#""message":"a\u001b\u009b31m\u202e\"柯\n","#), "{out}");
        let read: Value = serde_json::from_str(&out).unwrap();
        let fields: Vec<&String> = read.as_object().unwrap().keys().collect();
        for column in finding_columns() {
            assert!(read.get(column.field.name).is_some(), "{}: {fields:?}", column.field.name);
        }
        assert!(read.get("details").is_some(), "{fields:?}");
        assert_eq!(read["message"], finding.message);
        assert_eq!(
            (&read["path"], &read["point"], &read["move"]),
            (&json!("=a b.sgf"), &json!("D16"), &Value::Null)
        );
    }

    #[cfg(unix)]
    #[test]
    fn paths_that_are_no_utf_8_are_still_json() {
        use std::os::unix::ffi::OsStrExt;
        let path = Path::new(std::ffi::OsStr::from_bytes(b"\xff\x1b.sgf"));
        let finding = Finding::new(FindingKind::Ko, Span::default(), "");
        let mut out = String::new();
        push_line(
            &mut out,
            &FindingRow { path, game: 0, size: Size::STANDARD, finding: &finding, fix: None },
        );
        assert!(out.starts_with(r#"{"path":"\\xff\u001b.sgf""#), "{out}");
        assert!(serde_json::from_str::<Value>(&out).is_ok());
    }
}
