//! Patterns that paths are matched against, and the directory that they are relative to.

use std::path::{Component, Path, PathBuf};

use globset::GlobSet;

/// Patterns for paths below a directory.
#[derive(Clone, Debug)]
pub struct PathPatterns {
    /// The directory, absolute. `None` for patterns that are matched against paths as they are given.
    pub base: Option<PathBuf>,
    /// The patterns as they were written.
    pub words: Vec<String>,
    /// The same, compiled.
    pub globs: GlobSet,
}

impl PathPatterns {
    /// Whether a pattern matches a path as it is given or walked. A path that isn't below the directory is matched
    /// as it is given.
    #[must_use]
    pub fn is_match(&self, path: &Path) -> bool {
        if self.globs.is_empty() {
            return false;
        }
        let Some(base) = &self.base else { return self.globs.is_match(path) };
        let absolute = absolute(path);
        self.globs.is_match(absolute.strip_prefix(base).unwrap_or(path))
    }
}

/// Returns a path from the root of the file system, without `.` and `..`. Links aren't followed.
#[must_use]
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

#[cfg(test)]
mod tests {
    use globset::{Glob, GlobSetBuilder};

    use super::*;

    #[test]
    fn patterns_are_relative_to_their_directory() {
        let mut globs = GlobSetBuilder::new();
        globs.add(Glob::new("old/*.sgf").expect("a pattern"));
        let globs = globs.build().expect("a set");
        let base = Some(absolute(Path::new("archive/./new/../")));
        let below = PathPatterns { base, words: Vec::new(), globs: globs.clone() };
        assert!(below.is_match(Path::new("archive/old/a.sgf")));
        assert!(below.is_match(Path::new("archive/x/../old/a.sgf")));
        assert!(!below.is_match(Path::new("archive/b/old/a.sgf")));
        // Not below it.
        assert!(below.is_match(Path::new("old/a.sgf")));
        let given = PathPatterns { base: None, words: Vec::new(), globs };
        assert!(given.is_match(Path::new("old/a.sgf")));
        assert!(!given.is_match(Path::new("archive/old/a.sgf")));
    }
}
