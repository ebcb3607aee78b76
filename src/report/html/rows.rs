//! The rows of the page's tables.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::report::escape::Escaped;
use crate::report::item::ReportItem;
use sgf_audit_core::audit::{Audit, Finding, Severity, Verdict};
use sgf_audit_core::event::outcome_text;
use sgf_audit_core::printable::path_text;

/// Returns the name by which links find a game on the page.
pub(super) fn game_id(path: &str, game: u32) -> String {
    let hash = blake3::hash(format!("{path}\n{}", game.max(1)).as_bytes());
    format!("g-{}", &hash.to_hex()[..12])
}

pub(super) fn in_words(verdict: Verdict) -> String {
    verdict.name().replace('-', " ")
}

/// Returns the text by which a game is searched, in lower case.
pub(super) fn search_text(item: ReportItem, audit: &Audit) -> String {
    let path = path_text(item.path);
    [&audit.black, &audit.white, &audit.event, &audit.date, &*path].join(" ").to_lowercase()
}

/// Returns the findings by which a game is filtered: the numbers of the kinds of its errors and warnings.
pub(super) fn kinds(audit: &Audit) -> String {
    let shown = audit.findings.iter().filter(|finding| finding.severity >= Severity::Warning);
    let kinds: BTreeSet<usize> = shown.map(|finding| finding.kind as usize).collect();
    let kinds: Vec<String> = kinds.iter().map(usize::to_string).collect();
    kinds.join(" ")
}

/// Returns the row of a game: players, event, round, date, recorded and counted result, verdict, file, and why.
pub(super) fn game_row(item: ReportItem, audit: &Audit) -> String {
    let mut out = String::new();
    let counted = audit.recounted().map_or_else(String::new, outcome_text);
    let _ = write!(out, "<tr data-verdict=\"{}\"", audit.verdict.name());
    let kinds = kinds(audit);
    if !kinds.is_empty() {
        let _ = write!(out, " data-f=\"{kinds}\"");
    }
    out.push('>');
    let round = item.place.map_or_else(|| audit.info.round.clone(), |(round, _)| round.to_string());
    let cells = [
        &audit.black,
        &audit.white,
        &audit.event,
        &round,
        &audit.date,
        &audit.recorded_result,
        &counted,
    ];
    for cell in cells {
        let _ = write!(out, "<td>{}</td>", Escaped(cell));
    }
    let _ = write!(out, "<td>{}</td><td>", in_words(audit.verdict));
    push_file(&mut out, item, "");
    let _ = writeln!(out, "</td><td>{}</td></tr>", Escaped(&audit.explanation));
    out
}

/// Returns the row of a finding: where it is, in whose game, and its message.
pub(super) fn finding_row(item: ReportItem, finding: &Finding) -> String {
    let mut out = String::new();
    let severity = finding.severity.name();
    let audit = item.audited();
    let _ = write!(out, "<tr data-f=\"{}\"", finding.kind as usize);
    if let Some(audit) = audit {
        let _ = write!(out, " data-verdict=\"{}\"", audit.verdict.name());
        if !audit.info.round.is_empty() {
            let _ = write!(out, " data-round=\"{}\"", Escaped(&audit.info.round));
        }
    }
    let _ = write!(out, "><td><span class=\"sev {severity}\">{severity}</span></td><td>");
    push_file(&mut out, item, &format!(":{}:{}", finding.line, finding.column));
    let [black, white] = audit.map_or(["", ""], |audit| [&audit.black, &audit.white]);
    let number = finding.move_number.map_or_else(String::new, |number| number.to_string());
    let point = finding.point.map_or_else(String::new, |point| point.name(item.size()));
    let _ = writeln!(
        out,
        "</td><td>{}</td><td>{}</td><td>{number}</td><td>{point}</td><td>{}: {}</td></tr>",
        Escaped(black),
        Escaped(white),
        finding.kind.as_str(),
        Escaped(&(finding.message.clone() + &finding.following()))
    );
    out
}

/// Appends the file, with the place in it, and the game from the second on.
fn push_file(out: &mut String, item: ReportItem, place: &str) {
    let path = path_text(item.path);
    let id = game_id(&path, item.game());
    let _ = write!(out, "<a href=\"#{id}\"><code>{}</code></a>{place}", Escaped(&path));
    if item.game() > 1 {
        let _ = write!(out, " game <b>{}</b>", item.game());
    }
}
