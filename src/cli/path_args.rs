//! The options that choose the files of a directory.

use std::path::PathBuf;

use clap::Args;
use serde::{Deserialize, Serialize};

use super::selectors::{PathPattern, path_patterns};
use super::{Failure, terminal, word};
use crate::batch::{FileSelection, NotRead, PathPatterns};

/// Which files of a directory are read.
#[derive(Args, Clone, Default, Deserialize)]
#[command(next_help_heading = "Selection")]
#[serde(default, rename_all = "kebab-case")]
pub(super) struct PathArgs {
    #[command(flatten)]
    #[serde(flatten)]
    pub exclude: ExcludeArgs,
    #[command(flatten)]
    #[serde(flatten)]
    pub walk: WalkArgs,
}

/// Which files are left out.
#[derive(Args, Clone, Default, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[command(next_help_heading = "Selection")]
#[serde(default, rename_all = "kebab-case")]
pub(super) struct ExcludeArgs {
    /// Don't read files and directories whose path matches this pattern, such as 'old/**' or '*.bak.sgf'.
    #[arg(long, value_name = "GLOB")]
    #[serde(deserialize_with = "word::list")]
    pub exclude: Vec<PathPattern>,
    /// The patterns of a configuration, with its directory.
    #[arg(skip)]
    #[serde(skip)]
    configured: Option<(PathBuf, Vec<PathPattern>)>,
}

/// How directories are walked.
#[derive(Args, Clone, Copy, Default, Deserialize)]
#[command(next_help_heading = "Selection")]
#[serde(default, rename_all = "kebab-case")]
pub(super) struct WalkArgs {
    #[command(flatten)]
    #[serde(flatten)]
    pub git: GitArgs,
    /// Follow links to directories; each directory is walked once, by the first path that leads there.
    ///
    /// Links to files are read in any case, and so is what is named.
    #[arg(long)]
    follow: bool,
}

#[derive(Args, Clone, Copy, Default, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[command(next_help_heading = "Selection")]
#[serde(default, rename_all = "kebab-case")]
pub(super) struct GitArgs {
    /// Read files in directories even if git ignores them (.gitignore, .git/info/exclude).
    #[arg(long)]
    no_gitignore: bool,
}

impl ExcludeArgs {
    /// Also leaves out what a configuration in this directory excludes.
    pub fn fill(&mut self, configured: Self, directory: PathBuf) {
        self.configured = Some((directory, configured.exclude));
    }

    /// Returns the patterns of files to leave out.
    pub fn patterns(&self) -> Result<Vec<PathPatterns>, Failure> {
        let of = |base, words: &[PathPattern]| path_patterns(base, words).map_err(Failure::new);
        let configured = self.configured.clone();
        let configured = configured.map(|(directory, words)| of(Some(directory), &words));
        std::iter::once(of(None, &self.exclude)).chain(configured).collect()
    }
}

impl GitArgs {
    pub fn fill(&mut self, configured: Self) {
        let Self { no_gitignore } = configured;
        self.no_gitignore |= no_gitignore;
    }
}

impl WalkArgs {
    /// Returns the selection of all files of the directories that are walked.
    pub fn selection(self) -> FileSelection {
        FileSelection {
            respects_git: !self.git.no_gitignore,
            follows_links: self.follow,
            ..FileSelection::default()
        }
    }
}

impl PathArgs {
    /// Returns the selection of files. `excludes_named`: whether what is excluded is left out even if it is named.
    pub fn selection(&self, excludes_named: bool) -> Result<FileSelection, Failure> {
        let excluded = self.exclude.patterns()?;
        Ok(FileSelection { excluded, excludes_named, ..self.walk.selection() })
    }
}

/// Prints what a walk left out, by its name or because git ignores it.
pub(super) fn print_not_read(not_read: &NotRead) {
    for message in not_read.messages() {
        terminal::print_message(&message);
    }
}
