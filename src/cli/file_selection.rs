//! Which files of a directory are read.

use std::sync::Arc;

use crate::batch::{FindScope, GitIgnored, PathPatterns, Sources};

/// Which files of a directory are read. By default all that are records by their names.
#[derive(Default)]
pub(super) struct FileSelection {
    /// Patterns of the files that aren't read.
    pub excluded: Vec<PathPatterns>,
    /// Whether named files are left out, too.
    pub excludes_named: bool,
    /// What notes the files that git ignores; `None` if they are read.
    pub git_ignored: Option<Arc<GitIgnored>>,
    /// What finds the scope of a directory; `None` if all have that of the run.
    pub scopes: Option<FindScope>,
}

impl FileSelection {
    /// Returns the sources without those that aren't read.
    pub fn of(self, sources: Sources) -> Sources {
        let mut sources = sources.without(self.excluded).excluding_named(self.excludes_named);
        if let Some(noted) = self.git_ignored {
            sources = sources.without_git_ignored(noted);
        }
        match self.scopes {
            Some(scopes) => sources.with_scopes(scopes),
            None => sources,
        }
    }
}
