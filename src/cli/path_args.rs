//! The options that choose the files of a directory, shared by the subcommands that have a configuration.

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
    #[command(flatten)]
    pub walk: WalkArgs,
}

/// How directories are walked.
#[derive(Args, Clone, Copy)]
#[command(next_help_heading = "Selection")]
pub(super) struct WalkArgs {
    /// Read files in directories even if git ignores them (.gitignore, .git/info/exclude).
    #[arg(long)]
    no_gitignore: bool,
    /// Follow links to directories; each directory is walked once, by the first path that leads there.
    ///
    /// Links to files are read in any case, and so is what is named.
    #[arg(long)]
    follow: bool,
}

impl WalkArgs {
    /// Returns the selection of all files of the directories that are walked.
    pub fn selection(self) -> FileSelection {
        FileSelection {
            respects_git: !self.no_gitignore,
            follows_links: self.follow,
            ..FileSelection::default()
        }
    }
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
            scopes: Some(scopes),
            ..self.walk.selection()
        })
    }
}

/// Prints what a walk left out, by its name or because git ignores it.
pub(super) fn print_not_read(not_read: &NotRead) {
    for message in not_read.messages() {
        terminal::print_message(&message);
    }
}
