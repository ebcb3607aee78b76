//! The same input gives the same output, byte for byte: run again, on any number of threads; and the
//! same rows for the same paths in any order.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::output::{GAMES, long_line};
use crate::support::{borrowed, corpus, folder, program, size};

/// The folders of the corpus, which are given as arguments.
const FOLDERS: [&str; 5] = ["causes", "findings", "formats", "games", "rules"];

/// What a run prints, as bytes: fixes show records as they are encoded.
fn output(folder: &Path, arguments: &[String]) -> Vec<u8> {
    let run = program(folder, arguments).output().expect("the program runs");
    let stderr = run.stderr.escape_ascii();
    assert!(run.status.code().is_some_and(|status| status < 2), "{arguments:?}: {stderr}");
    [run.stdout, run.stderr].concat()
}

/// What a command gives for these paths: what it prints, and the files that it writes.
fn given(command: &[&str], paths: &[String], threads: &str) -> Vec<Vec<u8>> {
    let folder = TempDir::new().expect("a folder for the test");
    let options = [command, &["--threads", threads]].concat();
    let arguments = [&options.iter().map(ToString::to_string).collect::<Vec<_>>(), paths].concat();
    let mut given = vec![output(folder.path(), &arguments)];
    let files = walkdir::WalkDir::new(folder.path().join("out")).sort_by_file_name();
    for entry in files.into_iter().filter_map(Result::ok) {
        if entry.file_type().is_file() {
            given.push(entry.file_name().to_string_lossy().into_owned().into_bytes());
            given.push(fs::read(entry.path()).expect("read"));
        }
    }
    given
}

const COMMANDS: [&[&str]; 12] = [
    &["check", "--show", "note", "--no-estimate"],
    &["check", "--context", "always"],
    &["check", "--format", "jsonl", "--show", "note", "--variations", "--no-estimate"],
    &["check", "--format", "sarif", "--context", "always", "--no-estimate"],
    &["check", "--format", "csv", "--no-estimate"],
    &["check", "--format", "github", "--no-estimate"],
    &["check", "--format", "html", "--no-estimate"],
    &["check", "--quiet", "--compare", "--no-estimate", "--out", "out"],
    &["check", "--quiet", "--out", "out"],
    &["fix", "--unsafe"],
    &["convert", "--to", "jsonl", "--lossy", "--out", "out"],
    &["convert", "--to", "sgf", "--lossy", "--recount", "--no-estimate", "--out", "out"],
];

/// Paths in the corpus.
fn in_corpus(folders: &[&str]) -> Vec<String> {
    folders.iter().map(|path| corpus(path).to_string_lossy().into_owned()).collect()
}

#[test]
fn any_number_of_threads_gives_the_same() {
    // More files than a thread takes at a time, most with findings.
    let record = |n: usize| match n % 3 {
        0 => long_line(),
        1 => GAMES.to_vec(),
        _ => format!("(;SZ[9]PB[{n}]RU[AGA];B[ee];W[ee];B[c{}])", n % 7).into_bytes(),
    };
    let many: Vec<_> = (0..150).map(|n| (format!("{n}.sgf"), record(n))).collect();
    let many = folder(&borrowed(&many));
    let mut paths = in_corpus(size(&FOLDERS[1..3], &FOLDERS));
    paths.push(many.path().to_str().expect("UTF-8").to_owned());
    for command in COMMANDS {
        let one = given(command, &paths, "1");
        // In full it is run with one thread again.
        for threads in size(&["2"][..], &["1", "2", "3", "8"]) {
            assert!(given(command, &paths, threads) == one, "{command:?} {threads}");
        }
    }
}

#[test]
fn any_order_of_paths_gives_the_same_rows() {
    let command = ["check", "--quiet", "--compare", "--no-estimate", "--out", "out"];
    let lines = |folders: &[&str]| -> Vec<BTreeSet<Vec<u8>>> {
        let files = given(&command, &in_corpus(folders), "2");
        // The page and the Data Package have the order of the input.
        let tables = files.iter().filter(|it| !it.starts_with(b"<") && !it.starts_with(b"{\n"));
        tables.map(|file| file.split(|&b| b == b'\n').map(<[u8]>::to_vec).collect()).collect()
    };
    let first = lines(&FOLDERS);
    assert!(first.len() > 6);
    let orders = [[4, 3, 2, 1, 0], [2, 0, 4, 1, 3], [1, 4, 0, 3, 2]];
    for order in &orders[..size(1, 3)] {
        assert!(lines(&order.map(|place| FOLDERS[place])) == first, "{order:?}");
    }
}
