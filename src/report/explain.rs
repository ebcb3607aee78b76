//! Explanations of findings and causes for a terminal.

use super::ruleset_table::DOCUMENTS;
use super::text_layout::{paragraph, table};
use sgf_audit_core::audit::{CAUSES, Cause, Family, FindingInfo, FindingKind};

/// The URL of the documentation of this version.
pub(super) const DOCS: &str =
    concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/v", env!("CARGO_PKG_VERSION"), "/docs");

/// Returns the URL of a finding's section in `docs/findings.md` of this version.
pub(super) fn finding_url(kind: FindingKind) -> String {
    let FindingInfo { name, severity, .. } = kind.info();
    format!("{DOCS}/findings.md#{name}-{severity}")
}

/// Explains a finding for a terminal of this width: what it means, why it matters, an example, what to do, and the source.
pub fn explanation(kind: FindingKind, width: Option<usize>) -> String {
    let entry = kind.info();
    let mut out = String::new();
    out.push_str(&format!("{} ({}; {})\n\n", entry.name, entry.severity, entry.family.title()));
    paragraph(&mut out, "  ", entry.meaning, width);
    paragraph(&mut out, "  ", entry.reason, width);
    out.push('\n');
    // Not wrapped, so that it can be copied.
    out.push_str(&format!("  example:     {}\n", entry.example));
    for (when, severity) in entry.severity_conditions() {
        paragraph(&mut out, "  severity:    ", &format!("{severity} if {when}"), width);
    }
    paragraph(&mut out, "  what to do:  ", entry.advice, width);
    paragraph(&mut out, "  source:      ", entry.source, width);
    for (short, document) in DOCUMENTS {
        let mut words = entry.source.split(|c: char| !c.is_ascii_alphanumeric());
        if words.any(|word| word == short) {
            paragraph(&mut out, "               ", &format!("{short}: {document}"), width);
        }
    }
    out
}

/// Explains a cause of a wrong margin: what was done, its arithmetic, and the evidence for it.
pub fn cause_text(cause: &Cause, width: Option<usize>) -> String {
    let mut out = format!("{} (cause of a wrong margin)\n\n", cause.name);
    paragraph(&mut out, "  meaning:     ", cause.meaning, width);
    paragraph(&mut out, "  arithmetic:  ", cause.arithmetic, width);
    paragraph(&mut out, "  evidence:    ", cause.evidence, width);
    out
}

/// Lists all findings by family, with usual severity and meaning, and all causes of a wrong margin.
pub fn finding_list(width: Option<usize>) -> String {
    let mut out = String::new();
    for &family in Family::ALL {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&format!("{}\n", family.title()));
        let rows: Vec<Vec<String>> = FindingKind::ALL
            .iter()
            .map(|kind| kind.info())
            .filter(|entry| entry.family == family)
            .map(|entry| {
                vec![
                    format!("  {}", entry.name),
                    entry.severity.to_string(),
                    entry.meaning.to_owned(),
                ]
            })
            .collect();
        table(&mut out, &rows, width);
    }
    out.push_str("\nCauses of a wrong margin\n");
    let row = |cause: &Cause| vec![format!("  {}", cause.name), cause.meaning.to_owned()];
    let rows: Vec<Vec<String>> = CAUSES.iter().map(row).collect();
    table(&mut out, &rows, width);
    out.push_str("\nRulesets: `sgf-audit rules`\n");
    out
}
