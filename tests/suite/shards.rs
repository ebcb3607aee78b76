//! `check --shard`: the rows of all parts are those of the whole run.

use std::fs;

use tempfile::TempDir;

use crate::support::packed::tar;
use crate::support::{Run, borrowed, corpus, folder, run, size};

/// Records of each kind: loose, large, in archives, and files that can't be read.
fn records() -> TempDir {
    let folder = folder(&[("in/none.sgf", b"nothing"), ("in/broken.zip", b"PK\x03\x04broken")]);
    let mut packed = Vec::new();
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
            packed.push((name, bytes));
        }
    }
    let tar = tar(&borrowed(&packed));
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

/// The lines of a table, or JSON lines, in one order. Cells of these records have no line breaks.
fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

#[test]
fn the_parts_are_together_the_whole_run() {
    let folder = records();
    let printed = |arguments: &[&str]| {
        let run = run(
            &folder,
            &[&["check", "in", "--no-estimate", "--fail-on", "never"], arguments].concat(),
        );
        assert_eq!(run.status, 0, "{}", run.stderr);
        run.stdout
    };
    let table = |dir: &str, name: &str| {
        fs::read_to_string(folder.path().join(dir).join(name)).expect("written")
    };
    check(&folder, &["--out", "one"]);
    for number in size(&[3][..], &[1, 3, 16]) {
        let (mut tables, mut json) =
            (["games.csv", "findings.csv"].map(|_| String::new()), String::new());
        for shard in 1..=*number {
            let part = format!("{shard}/{number}");
            let run = check(&folder, &["--out", &format!("part{shard}"), "--shard", &part]);
            assert_eq!((run.status, &*run.stderr), (0, ""), "{part}");
            for (joined, name) in tables.iter_mut().zip(["games.csv", "findings.csv"]) {
                let rows = table(&format!("part{shard}"), name);
                let (header, rows) = rows.split_once('\n').expect("a header");
                if joined.is_empty() {
                    *joined = format!("{header}\n");
                }
                assert!(joined.starts_with(header), "{part}");
                joined.push_str(rows);
            }
            json.push_str(&printed(&["--format", "jsonl", "--shard", &part]));
            assert!(table(&format!("part{shard}"), "datapackage.json").contains(&part));
        }
        for (joined, name) in tables.iter().zip(["games.csv", "findings.csv"]) {
            assert_eq!(sorted(joined), sorted(&table("one", name)), "{name} of {number} parts");
        }
        assert_eq!(sorted(&json), sorted(&printed(&["--format", "jsonl"])), "{number} parts");
    }
    let refused = check(&folder, &["--out", "x", "--shard", "4/3"]);
    assert!(refused.stderr.contains("numbered from 1 to 3"), "{}", refused.stderr);
}
