//! The same input gives the same output, byte for byte: run again, on any number of threads; and the
//! same rows for the same paths in any order. (`tests/suite/tables.rs` has the same with the estimator.)

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

use crate::support::{PROGRAM, corpus, size};

/// The folders of the corpus, which are given as arguments.
const FOLDERS: [&str; 5] = ["causes", "findings", "formats", "games", "rules"];

/// What a run prints, as bytes: fixes show records as they are encoded.
fn output(folder: &Path, arguments: &[String]) -> Vec<u8> {
    let run = Command::new(PROGRAM).current_dir(folder).args(arguments).output();
    let run = run.expect("the program runs");
    let stderr = run.stderr.escape_ascii();
    assert!(run.status.code().is_some_and(|status| status < 2), "{arguments:?}: {stderr}");
    [run.stdout, run.stderr].concat()
}

/// What a command gives for these paths: what it prints, and the files that it writes.
fn given(command: &[&str], paths: &[&str], threads: &str, out: bool) -> Vec<Vec<u8>> {
    let folder = TempDir::new().expect("a folder for the test");
    let mut arguments: Vec<String> = command.iter().map(ToString::to_string).collect();
    arguments.extend(["--threads".to_owned(), threads.to_owned()]);
    if out {
        arguments.extend(["--out", "out"].map(str::to_owned));
    }
    arguments.extend(paths.iter().map(|path| corpus(path).to_string_lossy().into_owned()));
    let mut given = vec![output(folder.path(), &arguments)];
    if out {
        let files = walkdir::WalkDir::new(folder.path().join("out")).sort_by_file_name();
        for entry in files.into_iter().filter_map(Result::ok) {
            if entry.file_type().is_file() {
                given.push(entry.file_name().to_string_lossy().into_owned().into_bytes());
                given.push(fs::read(entry.path()).expect("read"));
            }
        }
    }
    given
}

const COMMANDS: [(&[&str], bool); 7] = [
    (&["check", "--show", "note", "--no-estimate"], false),
    (&["check", "--format", "jsonl", "--show", "note", "--variations", "--no-estimate"], false),
    (&["check", "--format", "sarif", "--no-estimate"], false),
    (&["check", "--quiet", "--compare", "--no-estimate"], true),
    (&["fix", "--unsafe"], false),
    (&["convert", "--to", "jsonl", "--lossy"], true),
    (&["convert", "--to", "sgf", "--lossy", "--recount", "--no-estimate"], true),
];

#[test]
fn any_number_of_threads_gives_the_same() {
    let folders = size(&FOLDERS[1..3], &FOLDERS);
    for (command, out) in COMMANDS {
        let one = given(command, folders, "1", out);
        // In full it is run with one thread again.
        for threads in size(&["2"][..], &["1", "2", "8"]) {
            assert!(given(command, folders, threads, out) == one, "{command:?} {threads}");
        }
    }
}

#[test]
fn any_order_of_paths_gives_the_same_rows() {
    let lines = |folders: &[&str]| -> Vec<BTreeSet<Vec<u8>>> {
        let files = given(&["check", "--quiet", "--compare", "--no-estimate"], folders, "2", true);
        let sets =
            // The page and the Data Package have the order of the input.
            files.iter().filter(|file| !file.starts_with(b"<") && !file.starts_with(b"{\n"))
                .map(|file| file.split(|&b| b == b'\n').map(<[u8]>::to_vec).collect());
        sets.collect()
    };
    let first = lines(&FOLDERS);
    assert!(first.len() > 6);
    let orders = [[4, 3, 2, 1, 0], [2, 0, 4, 1, 3], [1, 4, 0, 3, 2]];
    for order in &orders[..size(1, 3)] {
        assert!(lines(&order.map(|place| FOLDERS[place])) == first, "{order:?}");
    }
}
