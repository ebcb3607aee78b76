//! The rows of the page's tables.

use std::fmt::Write;

use crate::audit::{Audit, Finding};
use crate::printable::printable_path;
use crate::report::escape::Escaped;
use crate::report::item::ReportItem;

/// Returns the text by which a game is searched, in lower case.
pub(super) fn search_text(item: ReportItem, audit: &Audit) -> String {
    let path = printable_path(item.path);
    [&audit.black, &audit.white, &audit.event, &audit.date, &*path].join(" ").to_lowercase()
}

/// Returns the row of a game: players, event, date, recorded and counted result, verdict, file, and why.
pub(super) fn game_row(item: ReportItem, audit: &Audit) -> String {
    let mut out = String::new();
    let counted = audit.recounted().map_or_else(String::new, |outcome| outcome.to_string());
    let _ = write!(
        out,
        "<tr data-verdict=\"{0}\"><td>{1}</td><td>{2}</td><td>{3}</td><td>{4}</td><td>{5}</td><td>{6}</td><td>{0}</td><td><code>{7}</code>",
        audit.verdict.name(),
        Escaped(&audit.black),
        Escaped(&audit.white),
        Escaped(&audit.event),
        Escaped(&audit.date),
        Escaped(&audit.recorded_result),
        Escaped(&counted),
        Escaped(&printable_path(item.path)),
    );
    if audit.game > 1 {
        let _ = write!(out, " game {}", audit.game);
    }
    let _ = writeln!(out, "</td><td>{}</td></tr>", Escaped(&audit.explanation));
    out
}

/// Returns the row of a finding: where it is, and its message.
pub(super) fn finding_row(item: ReportItem, finding: &Finding) -> String {
    let mut out = String::new();
    let severity = finding.severity.name();
    let _ = write!(
        out,
        "<tr><td><span class=\"sev {severity}\">{severity}</span></td><td><code>{}:{}:{}</code>",
        Escaped(&printable_path(item.path)),
        finding.line,
        finding.column
    );
    if item.game() > 1 {
        let _ = write!(out, " game {}", item.game());
    }
    let number = finding.move_number.map_or_else(String::new, |number| number.to_string());
    let point = finding.point.map_or_else(String::new, |point| point.name(item.size()));
    let _ = writeln!(
        out,
        "</td><td>{number}</td><td>{point}</td><td>{}: {}</td></tr>",
        finding.kind.as_str(),
        Escaped(&finding.message)
    );
    out
}
