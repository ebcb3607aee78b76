//! Tests of `audit::finding::catalog`.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use walkdir::WalkDir;

use sgf_audit::audit::FindingKind;

#[test]
fn names_are_kebab_case_and_unique() {
    let names: HashSet<_> = FindingKind::ALL.iter().map(|name| name.as_str()).collect();
    assert_eq!(names.len(), FindingKind::ALL.len());
    for &name in FindingKind::ALL {
        assert!(name.as_str().bytes().all(|b| b.is_ascii_lowercase() || b == b'-'));
        assert_eq!(FindingKind::find(name.as_str()), Some(name));
    }
}

#[test]
fn the_listed_files_raise_the_finding() {
    for &kind in FindingKind::ALL {
        for file in kind.info().raised_in {
            let names_kind = source_text(file).contains(&format!("FindingKind::{kind:?}"));
            assert!(names_kind, "{kind:?} in {file}");
        }
    }
}

/// A source file, or all files of a room.
fn source_text(path: &str) -> String {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files =
        WalkDir::new(sources.join(path)).into_iter().map(|file| file.expect("a source file"));
    let files = files.filter(|file| file.file_type().is_file());
    files.map(|file| fs::read_to_string(file.path()).expect("it can be read")).collect()
}
