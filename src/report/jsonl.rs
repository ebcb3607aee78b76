//! Findings as JSON, an object a line, with the columns of `findings.csv`.

use serde_json::{Value, json};

use super::columns::FindingRow;
use crate::printable::{is_unprintable, printable_path};

/// Adds a finding as a line.
pub(super) fn line(out: &mut String, row: &FindingRow) {
    push(out, &object(row));
    out.push('\n');
}

/// The values have the names of the columns; what doesn't apply is null. Text isn't changed as in the
/// tables, since no spreadsheet runs it.
fn object(row: &FindingRow) -> Value {
    let FindingRow { path, game, size, finding } = row;
    json!({
        "path": printable_path(path),
        "game": game,
        "node": finding.node,
        "move": finding.move_number,
        "color": finding.color.map(|color| color.letter().to_string()),
        "point": finding.point.map(|point| point.name(*size)),
        "line": finding.line,
        "column": finding.column,
        "byte_start": finding.span.start,
        "byte_end": finding.span.end,
        "severity": finding.severity.name(),
        "finding": finding.kind.as_str(),
        "rule": finding.rule,
        "message": finding.message,
    })
}

/// Adds a value on one line. Every control character is escaped, not only those that JSON demands.
pub(super) fn push(out: &mut String, value: &Value) {
    for c in value.to_string().chars() {
        if is_unprintable(c) {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            out.push(c);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::columns;
    use super::*;
    use crate::audit::{Finding, FindingKind};
    use crate::go::{Color, Point, Size};
    use crate::sgf::Span;

    #[test]
    fn has_the_columns_of_the_table() {
        let mut finding =
            Finding::new(FindingKind::Ko, Span::new(4, 6), "a\x1b\u{9b}31m\u{202e}\"柯\n");
        (finding.point, finding.color) = (Some(Point::new(3, 3)), Some(Color::White));
        let row = FindingRow {
            path: Path::new("=a b.sgf"),
            game: 1,
            size: Size::STANDARD,
            finding: &finding,
        };
        let Value::Object(fields) = object(&row) else { panic!("an object") };
        let names: Vec<&str> = columns::findings().iter().map(|column| column.name).collect();
        assert_eq!(fields.keys().collect::<Vec<_>>(), names);
        let mut out = String::new();
        line(&mut out, &row);
        assert!(out.contains(r#""message":"a\u001b\u009b31m\u202e\"柯\n"}"#), "{out}");
        let read: Value = serde_json::from_str(&out).unwrap();
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
        line(&mut out, &FindingRow { path, game: 0, size: Size::STANDARD, finding: &finding });
        assert!(out.starts_with(r#"{"path":"\\xff\u001b.sgf""#), "{out}");
        assert!(serde_json::from_str::<Value>(&out).is_ok());
    }
}
