//! The words by which users choose findings, severities and files.

use std::path::PathBuf;

use globset::{GlobBuilder, GlobSetBuilder};

use crate::batch::PathPatterns;
use sgf_audit_core::audit::{Family, FindingKind, Severity};
use sgf_audit_core::similar_names::similar_names;

/// The kinds of findings that a word names.
#[derive(Clone, Debug)]
pub(super) struct FindingKinds(pub Vec<FindingKind>);

/// Returns the kinds of a finding's name, of a family, or all.
pub(super) fn finding_kinds(name: &str) -> Result<FindingKinds, String> {
    let all = FindingKind::ALL.iter().copied();
    if name == "all" {
        return Ok(FindingKinds(all.collect()));
    }
    let is_meant = |kind: &FindingKind| kind.as_str() == name || kind.info().family.name() == name;
    let kinds: Vec<FindingKind> = all.filter(is_meant).collect();
    if !kinds.is_empty() {
        return Ok(FindingKinds(kinds));
    }
    let names = FindingKind::ALL.iter().map(|kind| kind.as_str());
    let similar = similar_names(name, names.chain(Family::ALL.iter().map(|family| family.name())));
    Err(match &similar[..] {
        [] => "no such finding; `sgf-audit explain` lists all".to_owned(),
        _ => format!("no such finding; did you mean {}?", similar.join(" or ")),
    })
}

/// Returns the kinds to leave out: the ignored, and, if any are selected, all others.
pub(super) fn left_out(selected: &[FindingKinds], ignored: &[FindingKinds]) -> Vec<FindingKind> {
    let is_selected = |kind: &FindingKind| selected.iter().any(|part| part.0.contains(kind));
    let all = FindingKind::ALL.iter().copied();
    let others = all.filter(|kind| !selected.is_empty() && !is_selected(kind));
    others.chain(ignored.iter().flat_map(|part| part.0.iter().copied())).collect()
}

pub(super) fn severity(name: &str) -> Result<Severity, String> {
    let all = [Severity::Error, Severity::Warning, Severity::Note];
    all.into_iter()
        .find(|severity| severity.name() == name)
        .ok_or_else(|| format!("no such severity: {name}; use error, warning or note"))
}

/// Returns patterns for paths below a directory, or for paths as they are given. One without a slash matches a name in any
/// directory, as in `.gitignore`.
pub(super) fn path_patterns(
    base: Option<PathBuf>,
    words: &[String],
) -> Result<PathPatterns, String> {
    const MAX_PATTERNS: usize = 1000;
    const MAX_BYTES: usize = 1 << 16;
    if words.len() > MAX_PATTERNS || words.iter().map(String::len).sum::<usize>() > MAX_BYTES {
        return Err(format!("more than {MAX_PATTERNS} patterns, or more than 64 KiB of them"));
    }
    let mut set = GlobSetBuilder::new();
    for pattern in words {
        let pattern = pattern.strip_prefix("./").unwrap_or(pattern).trim_end_matches('/');
        for pattern in [pattern.to_owned(), format!("**/{pattern}")] {
            let glob = GlobBuilder::new(&pattern).literal_separator(true).build();
            set.add(glob.map_err(|error| error.to_string())?);
        }
    }
    let globs = set.build().map_err(|error| error.to_string())?;
    Ok(PathPatterns { base, words: words.to_vec(), globs })
}
