//! The findings that a run reports, by path, and their severities.

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use globset::GlobSet;

use sgf_audit_core::audit::{
    AuditOptions, FileAudit, Finding, FindingKind, RulesChoice, Severity, ValueSource,
};
use sgf_audit_core::go::Points;

/// The findings that a run reports, and their severities. By default all, with their own.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    pub ignored: Vec<FindingKind>,
    /// Kinds with a severity other than their own.
    pub severities: Vec<(FindingKind, Severity)>,
    pub overrides: Vec<PathPolicy>,
}

#[derive(Clone, Debug)]
pub struct PathPolicy {
    pub paths: PathPatterns,
    /// The choice of their ruleset, if it is another one.
    pub rules: Option<RulesChoice>,
    /// A komi that replaces the record's.
    pub komi: Option<Points>,
    pub ignored: Vec<FindingKind>,
    pub severities: Vec<(FindingKind, Severity)>,
    /// Whether a file of the run is one of them.
    pub is_used: Arc<AtomicBool>,
}

impl Policy {
    /// Removes the findings that aren't reported from an audit, and sets the severities of the others.
    pub fn apply(&self, path: &Path, audit: &mut FileAudit) {
        if audit.findings().is_empty() {
            return;
        }
        audit.ignore(|finding| self.ignored.contains(&finding.kind));
        set_severities(audit.findings_mut(), &self.severities);
        let concerns = |part: &PathPolicy, finding: &Finding| {
            part.ignored.contains(&finding.kind)
                || part.severities.iter().any(|(kind, _)| *kind == finding.kind)
        };
        for part in &self.overrides {
            // Most records have no finding that is different somewhere, and paths take time to match.
            let is_concerned = audit.findings().iter().any(|finding| concerns(part, finding));
            if is_concerned && part.paths.is_match(path) {
                audit.ignore(|finding| part.ignored.contains(&finding.kind));
                set_severities(audit.findings_mut(), &part.severities);
            }
        }
    }

    /// Returns how the games of a path are judged, where `options` holds elsewhere.
    pub fn options<'o>(&self, path: &Path, options: &'o AuditOptions) -> Cow<'o, AuditOptions> {
        let mut options = Cow::Borrowed(options);
        let judges = |part: &&PathPolicy| part.rules.is_some() || part.komi.is_some();
        for part in self.overrides.iter().filter(judges) {
            if !part.paths.is_match(path) {
                continue;
            }
            let options = options.to_mut();
            if let Some(rules) = &part.rules {
                (options.rules, options.rules_set_by) = (rules.clone(), ValueSource::Configuration);
            }
            if let Some(komi) = part.komi {
                (options.komi, options.komi_set_by) = (Some(komi), ValueSource::Configuration);
            }
        }
        options
    }

    /// Returns the findings that aren't reported of a path.
    pub fn ignored(&self, path: &Path) -> Vec<FindingKind> {
        let parts = self.overrides.iter().filter(|part| !part.ignored.is_empty());
        let parts = parts.filter(|part| part.paths.is_match(path));
        self.ignored.iter().chain(parts.flat_map(|part| &part.ignored)).copied().collect()
    }

    /// Whether findings of a kind may get another severity than their own.
    pub(super) fn sets_severity(&self, kind: FindingKind) -> bool {
        let all = self.overrides.iter().map(|part| &part.severities).chain([&self.severities]);
        all.flatten().any(|(set, _)| *set == kind)
    }

    pub(super) fn note(&self, path: &Path) {
        for part in &self.overrides {
            if !part.is_used.load(Ordering::Relaxed) && part.paths.is_match(path) {
                part.is_used.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Whether findings of a kind are reported of a path.
    pub(super) fn reports(&self, path: &Path, kind: FindingKind) -> bool {
        !self.ignored(path).contains(&kind)
    }
}

/// Sets severities; the last one of a kind counts.
fn set_severities(findings: &mut [Finding], severities: &[(FindingKind, Severity)]) {
    for finding in findings {
        let severity = severities.iter().rev().find(|(kind, _)| *kind == finding.kind);
        if let Some((_, severity)) = severity {
            finding.severity = *severity;
        }
    }
}

#[derive(Clone, Debug)]
pub struct PathPatterns {
    /// The directory, absolute. `None` for patterns that are matched against paths as they are given.
    pub base: Option<PathBuf>,
    pub words: Vec<String>,
    pub globs: GlobSet,
}

impl PathPatterns {
    /// Whether a pattern matches a path as it is given or walked. A path that isn't below the directory is matched
    /// as it is given.
    pub fn is_match(&self, path: &Path) -> bool {
        if self.globs.is_empty() {
            return false;
        }
        let Some(base) = &self.base else { return self.globs.is_match(path) };
        let absolute = absolute(path);
        self.globs.is_match(absolute.strip_prefix(base).unwrap_or(path))
    }

    /// Whether a pattern matches a path, or a directory above it, up to the patterns' own directory.
    pub fn covers(&self, path: &Path) -> bool {
        let base = self.base.clone().or_else(|| std::env::current_dir().ok()).unwrap_or_default();
        match absolute(path).strip_prefix(base) {
            Ok(below) => below.ancestors().any(|above| self.globs.is_match(above)),
            Err(_) => self.is_match(path),
        }
    }
}

/// Returns a path from the root of the file system, without `.` and `..`. Links aren't followed.
pub fn absolute(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => _ = out.pop(),
            component => out.push(component),
        }
    }
    out
}

/// Returns the path that these bytes are.
#[cfg(unix)]
pub fn path_of(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    std::ffi::OsString::from_vec(bytes).into()
}

#[cfg(not(unix))]
pub fn path_of(bytes: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(&bytes).into_owned().into()
}
