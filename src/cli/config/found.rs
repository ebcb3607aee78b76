//! Configurations that are found beside records: where they are, and what they may set.
//!
//! Whoever made a record may have put a configuration beside it. So one that was found may only choose what is checked and
//! how it is reported. What runs a program, reads or writes elsewhere, or opens a browser is left to the command line and
//! to the user's own configuration.

use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};

use super::FILE;
use crate::batch::absolute;
use sgf_audit_core::printable::Shown;

/// Where a configuration comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Origin {
    /// The command line names it, or it is the user's own. It may set every option.
    User,
    /// It was found in a directory of records, or above one.
    Found,
}

/// Options that a configuration beside records may set, for its own records.
pub(super) const RECORD_OPTIONS: [&str; 10] = [
    "select",
    "ignore",
    "exclude",
    "rules",
    "default-rules",
    "rules-file",
    "ko",
    "komi",
    "profile",
    "territory-from",
];

/// Options that a configuration beside records may set for the run. All others are refused.
/// A path is refused unless its file is below the configuration's directory.
const RUN_OPTIONS: [&str; 16] = [
    "baseline",
    "compare",
    "context",
    "event",
    "explain-count",
    "fail-on",
    "format",
    "max-findings",
    "no-estimate",
    "no-gitignore",
    "results",
    "results-encoding",
    "results-format",
    "show",
    "statistics",
    "variations",
];

/// Returns why a configuration that was found may not set an option; `None` if it may.
pub(super) fn refusal(option: &str) -> Option<String> {
    if RECORD_OPTIONS.contains(&option) || RUN_OPTIONS.contains(&option) {
        return None;
    }
    let deed = match option {
        "engine" | "engine-gtp" => "runs a program",
        "out" | "shard" => "writes files",
        "files-from" => "reads files elsewhere",
        "open" => "opens a browser",
        _ => "does more than choose what is checked and how it is reported",
    };
    let own = user_path()
        .map_or_else(|| "your own configuration".to_owned(), |path| Shown::Path(&path).to_string());
    Some(format!(
        "{option} {deed}, so a configuration beside records can't set it; use --{option}, put it into {own}, \
         or trust this file with --config"
    ))
}

/// Checks a path that a configuration in `directory` holds: a file below the directory, or one that doesn't exist yet. Links
/// and `..` are resolved.
pub(super) fn check_below(directory: &Path, path: &str) -> Result<(), String> {
    match resolved(directory, Path::new(path)) {
        None => Err(format!("{path} is not below the directory of the configuration")),
        Some(real) if real.metadata().is_ok_and(|meta| !meta.is_file()) => {
            Err(format!("{path} is not a file"))
        }
        Some(_) => Ok(()),
    }
}

/// Resolves a path, as far as it exists; `None` if it leads out of the directory.
fn resolved(directory: &Path, path: &Path) -> Option<PathBuf> {
    let root = directory.canonicalize().ok()?;
    let mut real = root.clone();
    for component in path.components() {
        real.push(component);
        if real.symlink_metadata().is_ok() {
            real = real.canonicalize().ok()?;
        } else if !matches!(component, Component::Normal(_)) {
            return None;
        }
    }
    (real.starts_with(&root) && real != root).then_some(real)
}

/// Returns the path of the user's own configuration: `sgf-audit/sgf-audit.toml` in `$XDG_CONFIG_HOME`, else in `~/.config`,
/// on Windows in `%APPDATA%`.
pub(in crate::cli) fn user_path() -> Option<PathBuf> {
    let variable =
        |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || match cfg!(windows) {
        true => variable("APPDATA"),
        false => variable("HOME").map(|home| home.join(".config")),
    };
    Some(variable("XDG_CONFIG_HOME").or_else(home)?.join("sgf-audit").join(FILE))
}

/// Finds the configurations of directories. Each directory is looked at once, as long as they come in the order of a walk.
#[derive(Default)]
pub(super) struct Finder {
    /// The last directory with those above it, from the root on, each with the configuration that applies.
    above: Vec<(PathBuf, Option<PathBuf>)>,
    /// The user's own configuration, which isn't one of records.
    pub own: Option<PathBuf>,
    /// A configuration that doesn't count, since it belongs to another user.
    pub foreign: Option<PathBuf>,
    /// The configurations that can't be used.
    refused: HashSet<PathBuf>,
}

impl Finder {
    pub fn new() -> Self {
        Self { own: user_path(), ..Self::default() }
    }

    /// Returns the path of the configuration that applies in a directory: its own, or else the nearest above it. The root of
    /// a git repository ends the search, and so does the configuration of another user.
    pub fn nearest(&mut self, directory: &Path) -> Option<PathBuf> {
        while self.above.last().is_some_and(|(above, _)| !directory.starts_with(above)) {
            self.above.pop();
        }
        let known = self.above.last().map(|(above, _)| above.clone());
        let new = directory.ancestors().take_while(|above| Some(*above) != known.as_deref());
        for directory in new.collect::<Vec<_>>().into_iter().rev() {
            let path = directory.join(FILE);
            let counts =
                self.own.as_ref() != Some(&path) && !self.refused.contains(&absolute(&path));
            let nearest = match path.symlink_metadata() {
                Ok(_) if counts => Some(path),
                _ if directory.join(".git").symlink_metadata().is_ok() => None,
                _ => self.inherited(directory),
            };
            self.above.push((directory.to_path_buf(), nearest));
        }
        let (_, nearest) = self.above.last()?;
        let current = std::env::current_dir().unwrap_or_default();
        let path = nearest.as_ref()?;
        Some(path.strip_prefix(current).map_or_else(|_| path.clone(), Path::to_path_buf))
    }

    /// From now on a configuration doesn't count, and its directory has what applies above it.
    pub fn refuse(&mut self, path: &Path) {
        self.refused.insert(absolute(path));
        self.above.clear();
    }

    /// Whether a configuration was refused.
    pub fn has_refused(&self) -> bool {
        !self.refused.is_empty()
    }

    /// Returns the configuration that a directory has from those above it.
    fn inherited(&mut self, directory: &Path) -> Option<PathBuf> {
        let (_, above) = self.above.last()?;
        let path = above.as_ref()?;
        if is_trusted(path, directory) {
            return Some(path.clone());
        }
        self.foreign = Some(path.clone());
        None
    }
}

/// Whether a configuration above a directory counts there: it belongs to the user, or, unless the user works below it, to the
/// owner of the directory.
#[cfg(unix)]
fn is_trusted(path: &Path, directory: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let owner = |path: &Path| path.metadata().map(|meta| meta.uid()).ok();
    let Some(owned_by) = owner(path) else { return false };
    let current = std::env::current_dir().unwrap_or_default();
    owned_by == rustix::process::geteuid().as_raw()
        || !current.starts_with(directory) && owner(directory) == Some(owned_by)
}

#[cfg(not(unix))]
fn is_trusted(_: &Path, _: &Path) -> bool {
    true
}
