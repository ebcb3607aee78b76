//! The tables about findings: `[severity]` and `[[overrides]]`.

use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::document::Document;
use crate::batch::{PathPatterns, PathPolicy};
use crate::cli::Failure;
use crate::cli::selectors::{finding_kinds, path_patterns, severity};
use sgf_audit_core::audit::{FindingKind, Severity};

/// Severities by finding, each with the line of the file.
pub(in crate::cli) type Severities = Vec<(FindingKind, Severity, usize)>;

pub(in crate::cli) const OVERRIDE_KEYS: [&str; 3] = ["paths", "ignore", "severity"];

/// Reads a table of severities.
pub(super) fn severities(document: &Document, table: &DeTable) -> Result<Severities, Failure> {
    let mut severities = Vec::new();
    for (key, value) in in_order(table) {
        let name: &str = key.as_ref();
        let kinds = finding_kinds(name)
            .map_err(|why| document.failure(&key.span(), &format!("{name}: {why}")))?;
        let failure = |why: &str| document.failure(&value.span(), &format!("{name}: {why}"));
        let word =
            value.as_ref().as_str().ok_or_else(|| failure("error, warning or note is needed"))?;
        let severity = severity(word).map_err(|why| failure(&why))?;
        let line = document.line(&key.span());
        severities.extend(kinds.0.into_iter().map(|kind| (kind, severity, line)));
    }
    Ok(severities)
}

/// Reads an override. Returns its line, too.
pub(super) fn path_policy(
    document: &Document,
    value: &Spanned<DeValue>,
) -> Result<(PathPolicy, usize), Failure> {
    let failure = |why: &str| document.failure(&value.span(), &format!("overrides: {why}"));
    let table = value.as_ref().as_table().ok_or_else(|| failure("a table is needed"))?;
    let (mut paths, mut ignored, mut changed) = (None, Vec::new(), Vec::new());
    for (key, value) in in_order(table) {
        let name: &str = key.as_ref();
        match (name, value.as_ref()) {
            ("paths", _) => paths = Some(patterns(document, name, value)?),
            ("ignore", _) => {
                for word in document.words(name, value)? {
                    let kinds = finding_kinds(&word);
                    let why = |why| document.failure(&value.span(), &format!("{word}: {why}"));
                    ignored.extend(kinds.map_err(why)?.0);
                }
            }
            ("severity", DeValue::Table(table)) => changed = severities(document, table)?,
            ("severity", _) => {
                return Err(document.failure(&value.span(), "severity: a table is needed"));
            }
            _ => {
                let what = "overrides have no key";
                return Err(document.unknown_key(&key.span(), what, name, &OVERRIDE_KEYS));
            }
        }
    }
    let paths = paths.ok_or_else(|| failure("paths is missing"))?;
    let severities = changed.into_iter().map(|(kind, severity, _)| (kind, severity)).collect();
    let policy = PathPolicy { paths, ignored, severities, is_used: Arc::default() };
    Ok((policy, document.line(&value.span())))
}

/// Reads patterns for paths, which are relative to the file's directory.
pub(super) fn patterns(
    document: &Document,
    name: &str,
    value: &Spanned<DeValue>,
) -> Result<PathPatterns, Failure> {
    path_patterns(Some(document.directory()), &document.words(name, value)?)
        .map_err(|why| document.failure(&value.span(), &format!("{name}: {why}")))
}

/// Returns the entries of a table in the order of the file.
pub(super) fn in_order<'t, 'i>(
    table: &'t DeTable<'i>,
) -> Vec<(&'t Spanned<toml::de::DeString<'i>>, &'t Spanned<DeValue<'i>>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}
