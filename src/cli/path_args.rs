//! The options that choose the files of a directory, shared by the subcommands that have a configuration.

use std::sync::Arc;

use clap::Args;

use super::config::Layers;
use super::selectors::path_patterns;
use super::{Failure, terminal};
use crate::batch::{FileSelection, FindScope, NotRead, PathPatterns};

/// Which files of a directory are read.
#[derive(Args)]
#[command(next_help_heading = "Selection")]
pub(super) struct PathArgs {
    /// Don't read files and directories whose path matches this pattern, such as 'old/**' or '*.bak.sgf'.
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,
    /// Leave out what is excluded even if it is named, for hooks that name the files of a commit.
    #[arg(long)]
    pub force_exclude: bool,
    /// Read files in directories even if git ignores them (.gitignore, .git/info/exclude).
    #[arg(long)]
    pub no_gitignore: bool,
}

impl PathArgs {
    /// Returns the patterns of files to leave out, from the command line and from a configuration.
    pub fn excluded(&self, configured: Vec<PathPatterns>) -> Result<Vec<PathPatterns>, Failure> {
        let given = path_patterns(None, &self.exclude).map_err(Failure::new)?;
        Ok(std::iter::once(given).chain(configured).collect())
    }

    /// Returns the selection of files; `scopes` finds the settings of a directory.
    pub fn selection(&self, layers: &Layers, scopes: FindScope) -> Result<FileSelection, Failure> {
        Ok(FileSelection {
            excluded: self.excluded(layers.excluded(None))?,
            excludes_named: self.force_exclude,
            respects_git: !self.no_gitignore,
            not_read: Arc::default(),
            scopes: Some(scopes),
        })
    }
}

/// Prints what a walk left out, by its name or because git ignores it.
pub(super) fn print_not_read(not_read: &NotRead) {
    for message in not_read.messages() {
        terminal::print_message(&message);
    }
}
