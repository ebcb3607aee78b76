//! Our reader against `sgf-parse`: on every record that it accepts the two must agree about the main
//! line, but for differences of a known kind, which `docs/dev/sgf-parse.md` lists.
//!
//! `SGF_AUDIT_CORPORA=DIR[:DIR...] cargo test --release --test suite sgf_parse -- --nocapture` compares other
//! records than the project's own and prints how many files show each kind.

use std::collections::BTreeMap;
use std::path::PathBuf;

use walkdir::WalkDir;

use crate::readers::{Compared, compare};
use crate::support::corpus;

fn corpora() -> Vec<PathBuf> {
    match std::env::var_os("SGF_AUDIT_CORPORA") {
        Some(dirs) => std::env::split_paths(&dirs).collect(),
        None => vec![corpus("")],
    }
}

fn compare_all() {
    let mut accepted = 0;
    let mut counts: BTreeMap<&'static str, (u32, String)> = BTreeMap::new();
    let mut refused: BTreeMap<String, u32> = BTreeMap::new();
    let walks = corpora().into_iter().flat_map(|dir| WalkDir::new(dir).sort_by_file_name());
    for entry in walks.filter_map(Result::ok).filter(|entry| entry.file_type().is_file()) {
        if entry.path().extension().is_none_or(|extension| !extension.eq_ignore_ascii_case("sgf")) {
            continue;
        }
        let bytes = std::fs::read(entry.path()).expect("a record can be read");
        match compare(&bytes) {
            Compared::Refused(why) => *refused.entry(why).or_default() += 1,
            Compared::Read(kinds) => {
                accepted += 1;
                for (kind, example) in kinds {
                    let example = format!("{}: {example}", entry.path().display());
                    counts.entry(kind).or_insert((0, example)).0 += 1;
                }
            }
        }
    }
    println!("{accepted} files accepted by sgf-parse, {} refused", refused.values().sum::<u32>());
    refused.iter().for_each(|(why, files)| println!("refused: {files} {why}"));
    counts.iter().for_each(|(kind, (files, example))| println!("{files} {kind} ({example})"));
    let unknown: Vec<_> = counts.iter().filter(|(kind, _)| kind.starts_with("unknown")).collect();
    assert!(unknown.is_empty(), "{unknown:#?}");
}

#[test]
fn both_readers_agree() {
    // `sgf-parse` drops its trees by recursion.
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(compare_all);
    thread.expect("a thread").join().expect("agreement");
}

#[test]
fn known_differences() {
    for (record, kind) in [
        (&b"(;PB[x];B[pd];W[])"[..], None),
        (b"(;B[tt])", Some("`tt`")),
        (b"(;SZ[13];B[nn])", Some("a pass beyond a corner")),
        (b"(;SZ[9];B[pd])", Some("a point outside the board")),
        (b"(;B[pd][dd])", Some("several values where one belongs")),
        (b"(;B[Q16])", Some("a move in another notation")),
        (b"(;AB[aa][??])", Some("a list with a value that means nothing")),
        (b"(;KM[6,5])", Some("a komi that is no number")),
        (b"(;C[a] b] c];B[pd])", Some("an unescaped bracket in text")),
        (b"(;CA[GBK]PB[\xbf\xc2\xbd]PW[b];B[aa])", Some("half a character")),
    ] {
        let shown = record.escape_ascii();
        match compare(record) {
            Compared::Read(kinds) => assert_eq!(kinds.keys().next().copied(), kind, "{shown}"),
            Compared::Refused(why) => panic!("{shown}: {why}"),
        }
    }
}
