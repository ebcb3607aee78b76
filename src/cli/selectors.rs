//! The words by which users choose findings, severities and files.

use std::cmp::Reverse;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use clap::ValueEnum;
use globset::{Glob, GlobBuilder, GlobSetBuilder};
use serde::{Deserialize, Serialize};

use super::word::{did_you_mean, written_as_words};
use crate::batch::PathPatterns;
use sgf_audit_core::audit::{Family, FindingKind, Severity};

/// The kinds of findings that words name: a finding's name, a family, or all. Several are separated by commas. Those that name
/// more kinds are ordered first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FindingKinds {
    number: Reverse<usize>,
    words: String,
    kinds: Vec<FindingKind>,
}

impl FindingKinds {
    pub fn kinds(&self) -> &[FindingKind] {
        &self.kinds
    }

    pub fn has(&self, kind: FindingKind) -> bool {
        self.kinds.contains(&kind)
    }
}

impl FromStr for FindingKinds {
    type Err = String;

    fn from_str(words: &str) -> Result<Self, String> {
        let kinds: Vec<Vec<FindingKind>> = words.split(',').map(kinds).collect::<Result<_, _>>()?;
        let kinds = kinds.concat();
        Ok(Self { number: Reverse(kinds.len()), words: words.to_owned(), kinds })
    }
}

/// Returns the kinds of a finding's name, of a family, or all.
fn kinds(name: &str) -> Result<Vec<FindingKind>, String> {
    let is_meant = |kind: &FindingKind| {
        name == "all" || kind.as_str() == name || kind.info().family.name() == name
    };
    let kinds: Vec<FindingKind> = FindingKind::ALL.iter().copied().filter(is_meant).collect();
    if !kinds.is_empty() {
        return Ok(kinds);
    }
    let names = FindingKind::ALL.iter().map(|kind| kind.as_str());
    let names = names.chain(Family::ALL.iter().map(|family| family.name()));
    let hint = did_you_mean(name, names, "`sgf-audit explain` lists all");
    Err(format!("no such finding; {hint}"))
}

impl fmt::Display for FindingKinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

/// A severity as users name it.
#[derive(Clone, Copy, ValueEnum, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub(super) enum Level {
    Error,
    Warning,
    Note,
}

impl From<Level> for Severity {
    fn from(level: Level) -> Self {
        match level {
            Level::Error => Self::Error,
            Level::Warning => Self::Warning,
            Level::Note => Self::Note,
        }
    }
}

/// A pattern for paths. One without a slash matches a name in any directory, as in `.gitignore`.
#[derive(Clone, Debug)]
pub(super) struct PathPattern {
    word: String,
    globs: [Glob; 2],
}

impl FromStr for PathPattern {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let below = word.strip_prefix("./").unwrap_or(word).trim_end_matches('/');
        let glob = |pattern: &str| {
            let glob = GlobBuilder::new(pattern).literal_separator(true).build();
            glob.map_err(|error| error.to_string())
        };
        let globs = [glob(below)?, glob(&format!("**/{below}"))?];
        Ok(Self { word: word.to_owned(), globs })
    }
}

impl fmt::Display for PathPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.word)
    }
}

/// Returns patterns for paths below a directory, or for paths as they are given.
pub(super) fn path_patterns(
    base: Option<PathBuf>,
    patterns: &[PathPattern],
) -> Result<PathPatterns, String> {
    const MAX_PATTERNS: usize = 1000;
    const MAX_BYTES: usize = 1 << 16;
    let bytes: usize = patterns.iter().map(|pattern| pattern.word.len()).sum();
    if patterns.len() > MAX_PATTERNS || bytes > MAX_BYTES {
        return Err(format!("more than {MAX_PATTERNS} patterns, or more than 64 KiB of them"));
    }
    let mut set = GlobSetBuilder::new();
    for glob in patterns.iter().flat_map(|pattern| &pattern.globs) {
        set.add(glob.clone());
    }
    let globs = set.build().map_err(|error| error.to_string())?;
    let words = patterns.iter().map(|pattern| pattern.word.clone()).collect();
    Ok(PathPatterns { base, words, globs })
}

written_as_words!(FindingKinds, PathPattern);
