//! `check --shard` and `merge`: the parts of a run make the same tables as the whole.

use std::collections::BTreeMap;
use std::fs;

use tempfile::TempDir;

use crate::support::{Run, corpus, folder, run, size};

/// Records of each kind: loose, large, in archives, and files that can't be read.
fn records() -> TempDir {
    let folder = folder(&[("in/none.sgf", b"nothing"), ("in/broken.zip", b"PK\x03\x04broken")]);
    let mut tar = tar::Builder::new(Vec::new());
    let mut number = 0;
    for room in ["games", "causes"] {
        for entry in walkdir::WalkDir::new(corpus(room)).sort_by_file_name() {
            let entry = entry.expect("it can be walked");
            number += 1;
            if entry.file_type().is_dir() || number % size(12, 1) != 0 {
                continue;
            }
            let bytes = fs::read(entry.path()).expect("it can be read");
            let name = format!("{number}.sgf");
            fs::write(folder.path().join("in").join(&name), &bytes).expect("written");
            let mut header = tar::Header::new_gnu();
            header.set_size(bytes.len() as u64);
            tar.append_data(&mut header, name, &bytes[..]).expect("written");
        }
    }
    let tar = tar.into_inner().expect("written");
    fs::write(folder.path().join("in/archive.tar"), tar).expect("written");
    // Read in parts, and with a finding of its own.
    let comment = "x".repeat(1 << 18);
    let game = format!("(;GM[1]FF[4]SZ[9]RU[AGA]RE[B+R]C[{comment}];B[ee];W[ee])\n");
    let mut large = game.into_bytes().repeat(17);
    large.extend_from_slice(b"(;FF[3]SZ[9];B[aa])");
    fs::write(folder.path().join("in/large.sgf"), large).expect("written");
    folder
}

const OPTIONS: [&str; 5] = ["--quiet", "--no-estimate", "--compare", "--fail-on", "never"];

fn check(folder: &TempDir, arguments: &[&str]) -> Run {
    run(folder, &[&["check", "in"], &OPTIONS[..], arguments].concat())
}

/// The files of a directory, by name.
fn files(folder: &TempDir, name: &str) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder.path().join(name)).expect("there");
    let entries = entries.map(|entry| entry.expect("it can be read"));
    let named = entries.map(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        (name, fs::read(entry.path()).expect("it can be read"))
    });
    named.collect()
}

#[test]
fn merged_shards_are_one_run() {
    let folder = records();
    assert_eq!(check(&folder, &["--out", "one"]).status, 0);
    let one = files(&folder, "one");
    assert_eq!(one.len(), 6);
    for number in size(&[3][..], &[1, 3, 16]) {
        let dirs: Vec<String> =
            (1..=*number).map(|shard| format!("part{number}-{shard}")).collect();
        for (place, dir) in dirs.iter().enumerate() {
            let shard = format!("{}/{number}", place + 1);
            let run = check(&folder, &["--out", dir, "--shard", &shard]);
            assert_eq!((run.status, &*run.stderr), (0, ""), "{shard}");
        }
        let out = format!("merged{number}");
        // In any order.
        let mut arguments = vec!["merge", "--out", &out];
        arguments.extend(dirs.iter().rev().map(String::as_str));
        let merged = run(&folder, &arguments);
        assert_eq!(merged.status, 0, "{}", merged.stderr);
        for (name, bytes) in files(&folder, &out) {
            assert!(one[&name] == bytes, "{name} of {number} shards");
        }
        assert_eq!(files(&folder, &out).len(), one.len());
        if *number == 3 {
            faults_are_named(&folder, &dirs);
        }
    }
}

fn faults_are_named(folder: &TempDir, dirs: &[String]) {
    let [first, second, third] = dirs else { panic!("three shards") };
    check(folder, &["--out", "other", "--shard", "3/3", "--rules", "aga"]);
    for (dirs, message) in [
        (&[first, second][..], "missing shards: 3/3"),
        (&[first, second, third, third], "shard 3/3 is given twice"),
        (&[first, second, &"other".to_owned()], "belong to different runs (other options)"),
        (&[&"one".to_owned()], "one: no shard.jsonl"),
    ] {
        let arguments =
            [&["merge", "--out", "no"], &dirs.iter().map(|dir| &***dir).collect::<Vec<_>>()[..]]
                .concat();
        let run = run(folder, &arguments);
        assert_eq!(run.status, 2, "{message}");
        assert!(run.stderr.contains(message), "{message}: {}", run.stderr);
        assert!(!folder.path().join("no").exists(), "{message}");
    }
    let into = run(folder, &["merge", first, second, third, "--out", first]);
    assert!(into.stderr.contains("the directory of a shard"), "{}", into.stderr);
    // A file that was cut off.
    let path = folder.path().join(third).join("shard.jsonl");
    let bytes = fs::read(&path).expect("there");
    fs::write(&path, &bytes[..bytes.len() - 9]).expect("written");
    let cut = run(folder, &["merge", first, second, third, "--out", "no"]);
    assert!(cut.stderr.contains("shard.jsonl isn't complete"), "{}", cut.stderr);
    fs::write(&path, "mine").expect("written");
    let again = check(folder, &["--out", third, "--shard", "3/3"]);
    assert_eq!(again.status, 2);
    assert!(again.stderr.contains("was not written by sgf-audit"), "{}", again.stderr);
    let refused = check(folder, &["--out", "x", "--shard", "4/3"]);
    assert!(refused.stderr.contains("numbered from 1 to 3"), "{}", refused.stderr);
}
