//! Patterns for paths.

use std::path::Path;

use globset::{Glob, GlobSetBuilder};
use sgf_audit::batch::{PathPatterns, absolute};

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
