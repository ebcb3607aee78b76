//! The house of floors: a module uses only those below it (docs/CONTRIBUTING.md).

use std::collections::BTreeSet;
use std::fs;

use walkdir::WalkDir;

use crate::support::project;

/// The modules from the lowest up; of those on one floor the later may use the earlier.
const FLOORS: [&str; 20] = [
    "atomic_file",
    "printable",
    "pile",
    "guard",
    "recent",
    "go",
    "plural",
    "rules",
    "sgf",
    "formats",
    "replay",
    "score",
    "archive",
    "audit",
    "batch",
    "engine",
    "report",
    "convert",
    "fix",
    "cli",
];

fn floor(module: &str) -> Option<usize> {
    FLOORS.iter().position(|&name| name == module)
}

/// The modules that a source names as `crate::MODULE`.
fn used(source: &str) -> BTreeSet<&str> {
    let named = source.split("crate::").skip(1);
    named.map(|rest| rest.split(|c: char| !c.is_ascii_lowercase()).next().unwrap_or("")).collect()
}

#[test]
fn nothing_goes_back_up() {
    let source = project("src");
    let mut files = 0;
    for entry in WalkDir::new(&source).into_iter().map(Result::unwrap) {
        let path = entry.path();
        let below = path.strip_prefix(&source).unwrap();
        let module = below.iter().next().and_then(|name| name.to_str()).unwrap_or_default();
        let module = module.trim_end_matches(".rs");
        if path.extension().is_none_or(|extension| extension != "rs")
            || ["lib", "main"].contains(&module)
        {
            continue;
        }
        let own = floor(module).unwrap_or_else(|| panic!("{module} has no floor"));
        let text = fs::read_to_string(path).unwrap();
        for other in used(&text) {
            if let Some(other_floor) = floor(other) {
                assert!(other_floor <= own, "{} uses {other}", below.display());
            }
        }
        files += 1;
    }
    assert!(files > 100, "{files}");
}

#[test]
fn what_is_used_is_seen() {
    let source = "use crate::go::{Point};\n fn f() { crate::cli::main(); }";
    assert_eq!(used(source), BTreeSet::from(["cli", "go"]));
}
