//! The documents that are made from the code: findings, columns, rulesets.

use std::fmt::Write;

use super::columns::{self, Column};
use super::rulesets::{Row, fields};
use crate::audit::{Family, Name};
use crate::rules::BUILT_IN;

const MADE: &str =
    "<!-- Made from the code: `UPDATE_DOCS=1 cargo test --test docs` writes it anew. -->\n\n";

/// `docs/findings.md`.
#[must_use]
pub fn findings_md() -> String {
    let mut md = format!("# Findings\n\n{MADE}");
    for family in Family::ALL {
        let _ = writeln!(md, "## {}\n", family.title());
        for name in Name::ALL.iter().filter(|name| name.entry().family == family) {
            let entry = name.entry();
            let _ = write!(
                md,
                "### `{}` ({})\n\n{} {}\n\n- Example: `{}`\n- What to do: {}\n- Source: {}\n\n",
                entry.name,
                entry.severity,
                entry.meaning,
                entry.reason,
                entry.example,
                entry.advice,
                entry.source
            );
        }
    }
    md.truncate(md.trim_end().len());
    md.push('\n');
    md
}

/// `docs/columns.md`.
#[must_use]
pub fn columns_md() -> String {
    let mut md = format!(
        "# Columns\n\n{MADE}`check --out DIR` writes these tables as CSV (RFC 4180, UTF-8, header \
         row) with a Data Package (`datapackage.json`). Columns are only ever added at the end. An \
         empty cell means that the value doesn't apply or isn't known. A cell of text that a \
         spreadsheet would run as a formula (it begins with `=`, `+`, `-`, `@`, a tab or a carriage \
         return) has a `'` before it.\n\n"
    );
    table(&mut md, "games.csv", "a row a game", columns::games());
    table(&mut md, "findings.csv", "a row a finding", columns::findings());
    table(&mut md, "summary.csv", "a row a finding's name", columns::summary());
    md.truncate(md.trim_end().len());
    md.push('\n');
    md
}

fn table<T>(md: &mut String, name: &str, what: &str, columns: &[Column<T>]) {
    let _ = writeln!(
        md,
        "## `{name}`: {what}\n\n| column | type | unit | meaning |\n|---|---|---|---|"
    );
    for column in columns {
        let Column { name, kind, unit, meaning, .. } = column;
        let _ = writeln!(md, "| `{name}` | {} | {unit} | {meaning} |", kind.name());
    }
    md.push('\n');
}

/// `docs/rulesets.md`.
#[must_use]
pub fn rulesets_md() -> String {
    let mut md = format!(
        "# Rulesets\n\n{MADE}Sources: A91 = Official AGA Rules of Go (1991); AS = Simplified AGA \
         Rules; BGA = BGA rules of play; B07 = BGA summary of the AGA rules (2007); OVw and OVg = \
         the two halves of an overview of the rules of Go. Where they disagree the first named \
         wins.\n\n"
    );
    for rules in &BUILT_IN {
        let _ = writeln!(
            md,
            "## `{}`: {}\n\n| field | value | source |\n|---|---|---|",
            rules.id, rules.name
        );
        for Row { field, value, source } in fields(rules) {
            let _ = writeln!(md, "| {field} | {value} | {source} |");
        }
        md.push('\n');
    }
    md.truncate(md.trim_end().len());
    md.push('\n');
    md
}
