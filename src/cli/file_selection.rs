//! Which files of a directory are read.

use std::sync::Arc;

use crate::batch::{FindScope, NotRead, PathPatterns, Sources};

/// Which files of a directory are read. By default all that are records by their names.
#[derive(Default)]
pub(super) struct FileSelection {
    /// Patterns of the files that aren't read.
    pub excluded: Vec<PathPatterns>,
    /// Whether named files are left out, too.
    pub excludes_named: bool,
    /// Whether files that git ignores aren't read.
    pub respects_git: bool,
    /// What notes the files that aren't read.
    pub not_read: Arc<NotRead>,
    /// What finds the scope of a directory; `None` if all have that of the run.
    pub scopes: Option<FindScope>,
}

impl FileSelection {
    /// Returns the sources without those that aren't read.
    pub fn apply(self, sources: Sources) -> Sources {
        let mut sources = sources
            .without(self.excluded)
            .excluding_named(self.excludes_named)
            .noting(self.not_read);
        if self.respects_git {
            sources = sources.without_git_ignored();
        }
        match self.scopes {
            Some(scopes) => sources.with_scopes(scopes),
            None => sources,
        }
    }
}
