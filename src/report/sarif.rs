//! Findings as SARIF 2.1.0: one run, whose rules are the catalogue of findings.
//!
//! A log holds no more than GitHub takes: a log with more than 25,000 results, or of more than 10 MB when packed, is refused,
//! and of the rest 5,000 are stored ("SARIF results exceed limit" in its documentation).

use std::path::Path;

use serde_json::{Map, Value, json};

use super::explain::finding_url;
use super::interface::{Format, Fragment, Report};
use super::item::{Fingerprints, ReportItem};
use super::jsonl::details;
use super::ranked::Room;
use super::summary::Summary;
use super::worst_first::{Limits, WorstFirst};
use sgf_audit_core::audit::{FindingKind, Severity};
use sgf_audit_core::plural::pluralize;
use sgf_audit_core::sgf::{Span, Text};
use sgf_audit_core::table::{FindingRow, finding_columns, push_json};

const SEPARATOR: &str = ",\n";

/// What GitHub stores, which stays below its size even unpacked.
const LIMITS: Limits = Limits::Total(Room { entries: 5000, bytes: 9_000_000 });

/// Columns of `findings.csv` that go into the properties of a result, where they aren't empty.
const PROPERTIES: [&str; 6] = ["game", "rule", "node", "move", "color", "point"];

/// Longer spans are reported by their beginning only.
const MAX_SPAN: usize = 1 << 12;

pub(super) static FORMAT: Format =
    Format::new("sarif", |options| Box::new(SarifReport { min_severity: options.min_severity }));

/// Findings as a SARIF log, which code scanning services read.
#[derive(Debug)]
struct SarifReport {
    min_severity: Severity,
}

impl Report for SarifReport {
    fn header(&self) -> String {
        let rules: Vec<Value> = FindingKind::ALL.iter().map(|&kind| rule(kind)).collect();
        let tool = json!({
            "driver": {
                "name": "sgf-audit",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "rules": rules,
            },
        });
        let mut out = String::from(
            "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\
             \"runs\":[{\"tool\":",
        );
        push_json(&mut out, &tool);
        out.push_str(",\"columnKind\":\"unicodeCodePoints\",\"results\":[\n");
        out
    }

    fn render(&self, item: ReportItem, out: &mut Fragment) {
        let mut fingerprints = Fingerprints::default();
        for row in item.cause_rows(self.min_severity) {
            let mut text = String::new();
            push_json(&mut text, &result(&row, item.text, &fingerprints.next(&row)));
            out.worst.push(LIMITS, row.finding.severity, text);
        }
    }

    fn limits(&self) -> Option<Limits> {
        Some(LIMITS)
    }

    fn separator(&self) -> &'static str {
        SEPARATOR
    }

    fn footer(&self, _files: u64, _summary: &Summary, results: &WorstFirst) -> String {
        let mut invocation = json!({ "executionSuccessful": true });
        if let Some(counts) = results.cut(LIMITS) {
            let message = json!({ "text": left_out(&counts) });
            let notification = json!({ "level": "warning", "message": message });
            invocation["toolExecutionNotifications"] = json!([notification]);
        }
        let mut out = String::from("\n],\"invocations\":");
        push_json(&mut out, &json!([invocation]));
        out.push_str("}]}\n");
        out
    }
}

/// Returns the notification of a log that doesn't hold all results.
fn left_out(counts: &[(Severity, u64, u64)]) -> String {
    let parts = counts
        .iter()
        .map(|(severity, held, found)| format!("{held} of {}", pluralize(*found, severity.name())));
    format!(
        "This log holds {} of {} findings, the worst first: {}. `sgf-audit check --out DIR` lists all of them, and \
         `--select`, `--ignore` and `--show error` choose which are reported.",
        counts.iter().map(|(_, held, _)| held).sum::<u64>(),
        counts.iter().map(|(.., found)| found).sum::<u64>(),
        parts.collect::<Vec<_>>().join(", ")
    )
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

fn rule(kind: FindingKind) -> Value {
    let entry = kind.info();
    let in_words = entry.name.split('-').map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_ascii_uppercase() + rest
    });
    let mut rule = json!({
        "id": entry.name,
        "shortDescription": { "text": entry.meaning },
        "fullDescription": { "text": format!("{} {}", entry.meaning, entry.reason) },
        "help": {
            "text": format!(
                "What to do: {}\nExample: {}\nSource: {}",
                entry.advice, entry.example, entry.source
            ),
            "markdown": format!(
                "{} {}\n\n- Example: `{}`\n- What to do: {}\n- Source: {}",
                entry.meaning, entry.reason, entry.example, entry.advice, entry.source
            ),
        },
        "helpUri": finding_url(kind),
        "defaultConfiguration": { "level": level(entry.severity) },
        "properties": { "tags": [entry.family.title()] },
    });
    // A name that only repeats the id would say nothing (SARIF1001).
    if entry.name.contains('-') {
        rule["name"] = json!(in_words.collect::<String>());
    }
    rule
}

fn result(row: &FindingRow, text: Option<&Text>, fingerprint: &str) -> Value {
    let FindingRow { path, game, finding, .. } = row;
    let mut place = json!({ "artifactLocation": { "uri": uri(path) } });
    if finding.line > 0 {
        place["region"] = region(row, text);
    }
    let mut location = json!({ "physicalLocation": place });
    if *game > 0 {
        let name = match finding.move_number {
            Some(number) => format!("game {game}, move {number}"),
            None => format!("game {game}"),
        };
        location["logicalLocations"] = json!([{ "fullyQualifiedName": name }]);
    }
    json!({
        "ruleId": finding.kind.as_str(),
        "ruleIndex": finding.kind as usize,
        "level": level(finding.severity),
        "message": { "text": format!("{}{}", finding.message, finding.following()) },
        "locations": [location],
        // The one name that GitHub reads.
        "partialFingerprints": { "primaryLocationLineHash": fingerprint },
        "properties": properties(row),
    })
}

fn properties(row: &FindingRow) -> Map<String, Value> {
    let columns = PROPERTIES
        .into_iter()
        .filter_map(|name| finding_columns().iter().find(|column| column.field.name == name));
    columns
        .map(|column| (column.field.name.to_owned(), Value::from((column.value)(row))))
        .filter(|(_, value)| !value.is_null())
        .chain(
            (!row.finding.details.is_empty()).then(|| ("details".to_owned(), details(row.finding))),
        )
        .collect()
}

/// Returns the region. Its end and its bytes are given if the span is short and the file's bytes were
/// read as they are.
fn region(row: &FindingRow, text: Option<&Text>) -> Value {
    let finding = row.finding;
    let mut region = json!({ "startLine": finding.line, "startColumn": finding.column });
    let Span { start, end } = finding.span;
    let span = start as usize..end as usize;
    let Some(text) = text.filter(|text| {
        text.encoding().is_ascii_compatible()
            && !text.is_converted()
            && span.start <= span.end
            && span.end <= text.bytes().len()
            && span.len() <= MAX_SPAN
    }) else {
        return region;
    };
    let covered = text.decode(finding.span);
    let plain = covered.replace("\r\n", "\n").replace('\r', "\n");
    let (lines, in_last) = match plain.rsplit_once('\n') {
        Some((before, last)) => (before.matches('\n').count() + 1, last),
        None => (0, &plain[..]),
    };
    let from = if lines == 0 { finding.column as usize } else { 1 };
    region["endLine"] = json!(finding.line as usize + lines);
    region["endColumn"] = json!(from + in_last.chars().count());
    region["byteOffset"] = json!(start);
    region["byteLength"] = json!(end - start);
    region
}

/// Returns a path as a URI reference: percent-encoded, byte for byte, without a leading `./`.
fn uri(path: &Path) -> String {
    let path = path.strip_prefix(".").unwrap_or(path);
    #[cfg(unix)]
    let bytes = {
        use std::os::unix::ffi::OsStrExt;
        path.as_os_str().as_bytes()
    };
    #[cfg(not(unix))]
    let slashes = path.to_string_lossy().replace('\\', "/");
    #[cfg(not(unix))]
    let bytes = slashes.as_bytes();
    let mut uri = String::with_capacity(bytes.len());
    if path.is_absolute() {
        uri.push_str(if bytes.starts_with(b"/") { "file://" } else { "file:///" });
    }
    for &byte in bytes {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(byte as char);
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgf_audit_core::audit::Finding;
    use sgf_audit_core::go::Size;

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri(Path::new("a b/c:d%柯.sgf")), "a%20b/c%3Ad%25%E6%9F%AF.sgf");
        assert_eq!(uri(Path::new("./a/.b")), "a/.b");
        #[cfg(unix)]
        assert_eq!(uri(Path::new("/x/y#1?.sgf")), "file:///x/y%231%3F.sgf");
    }

    #[test]
    fn regions_end_where_the_span_does() {
        let text = Text::new("(;C[柯洁\r\nab])".as_bytes());
        let region_of = |start, end, line, column| {
            let mut finding = Finding::new(FindingKind::Junk, Span::new(start, end), "");
            (finding.line, finding.column) = (line, column);
            let path = Path::new("a");
            let row =
                FindingRow { path, game: 1, size: Size::STANDARD, finding: &finding, fix: None };
            let region = region(&row, Some(&text));
            (region["endLine"].as_u64().unwrap(), region["endColumn"].as_u64().unwrap())
        };
        assert_eq!(region_of(4, 10, 1, 5), (1, 7));
        assert_eq!(region_of(4, 13, 1, 5), (2, 2));
        assert_eq!(region_of(4, 4, 1, 5), (1, 5));
    }

    #[test]
    fn the_rules_are_where_their_index_says() {
        let report = SarifReport { min_severity: Severity::Note };
        let footer = report.footer(0, &Summary::default(), &WorstFirst::default());
        let whole: Value = serde_json::from_str(&(report.header() + &footer)).unwrap();
        let rules = &whole["runs"][0]["tool"]["driver"]["rules"];
        for &kind in FindingKind::ALL {
            assert_eq!(rules[kind as usize]["id"], kind.as_str());
        }
        assert_eq!(rules[FindingKind::OccupiedPoint as usize]["name"], "OccupiedPoint");
    }
}
