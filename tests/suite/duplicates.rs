//! `duplicates`: records of the same game, turned boards, beginnings.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use tempfile::TempDir;

use crate::support::{corpus, folder, rows, run, run_with_stdin};

const GAME: &str = "(;SZ[9]PB[Ann]PW[Ben]DT[2001-02-03]RE[B+R];B[ee];W[cc];B[gg];W[cg];B[gc])";
/// The same with a pass, and a date that is wrong.
const COPY: &str = "(;SZ[9]PB[Ann]DT[2001-03-02];B[ee];W[cc];B[];W[];B[gg];W[cg];B[gc])";
/// The same, turned by 90 degrees to the right.
const TURNED: &str = "(;SZ[9]PB[Ann]PW[Ben];B[ee];W[gc];B[cg];W[cc];B[gg])";
/// Its first four moves, mirrored left to right.
const BEGINNING: &str = "(;SZ[9]PB[Ann];B[ee];W[gc];B[cg];W[gg])";
const LONGER: &str = "(;SZ[9];B[ee];W[cc];B[gg];W[cg];B[gc];W[dd])";
const OTHER: &str = "(;SZ[9];B[ee];W[cc];B[gg];W[cd])";

fn records() -> TempDir {
    folder(&[
        ("in/a.sgf", GAME.as_bytes()),
        ("in/b.sgf", format!("{COPY}{OTHER}").as_bytes()),
        ("in/c.sgf", TURNED.as_bytes()),
        ("in/d.sgf", BEGINNING.as_bytes()),
        ("in/e.sgf", LONGER.as_bytes()),
    ])
}

#[test]
fn groups_and_beginnings_are_printed() {
    let folder = records();
    let found = run(&folder, &["duplicates", "in", "--min-moves", "4"]);
    assert_eq!(found.status, 1);
    assert_eq!(
        found.stdout,
        "in/a.sgf (5 moves)\n  \
         in/b.sgf: white none vs. Ben; date 2001-03-02 vs. 2001-02-03; recorded_result none vs. B+R; moves 7 vs. 5\n  \
         in/c.sgf: turned by 90 degrees to the right; date none vs. 2001-02-03; recorded_result none vs. B+R\n\
         \n\
         in/a.sgf (5 moves) begins in/e.sgf: black Ann vs. none; white Ben vs. none; date 2001-02-03 vs. none; recorded_result B+R vs. none; moves 5 vs. 6\n\
         in/b.sgf (7 moves) begins in/e.sgf: black Ann vs. none; date 2001-03-02 vs. none; moves 7 vs. 6\n\
         in/c.sgf (5 moves) begins in/e.sgf: turned by 90 degrees to the right; black Ann vs. none; white Ben vs. none; moves 5 vs. 6\n\
         \n\
         in/d.sgf (4 moves) begins in/e.sgf: mirrored left to right; black Ann vs. none; moves 4 vs. 6\n"
    );
    assert_eq!(
        found.stderr,
        "6 records. Games with several records: 1 (3 records, 1 of them turned). Beginnings of other games: 4.\n"
    );
    let alone = run(&folder, &["duplicates", "in/e.sgf", "in/d.sgf"]);
    assert_eq!((alone.status, &*alone.stdout), (0, ""));
    let piped = run_with_stdin(".", &["duplicates", "-"], format!("{GAME}{COPY}").as_bytes());
    assert_eq!(piped.stdout.lines().count(), 2, "{}", piped.stdout);
    assert!(piped.stderr.contains("standard input can be read only once"), "{}", piped.stderr);
}

/// Of a file that is read in parts, its own findings count against its games as those of a small file do.
#[test]
fn findings_of_a_large_file_count() {
    let comment = "x".repeat(1 << 22);
    let mut large = format!("(;SZ[9]C[{comment}];B[aa])\n{GAME}(;SZ[9]C[").into_bytes();
    // GBK, which the file doesn't declare.
    large.extend_from_slice(&b"\xc4\xe3\xba\xc3\xca\xc0\xbd\xe7".repeat(40));
    large.extend_from_slice(b"];B[ab])");
    let folder = folder(&[("a.sgf", &large), ("b.sgf", GAME.as_bytes())]);
    let first =
        |arguments: &[&str]| run(&folder, arguments).stdout.lines().next().map(str::to_owned);
    let found = first(&["duplicates", "a.sgf", "b.sgf", "--no-beginnings"]);
    let kept = run(&folder, &["select", "a.sgf", "b.sgf", "--unique", "-q"]).stdout;
    assert_eq!(found.as_deref(), Some("b.sgf (5 moves)"));
    assert!(kept.ends_with("b.sgf\n"), "{kept}");
}

/// The groups are those of equal `game_hash` in the table of `check`, and the first of each is what `select --unique` keeps.
#[test]
fn groups_are_those_of_equal_hashes() {
    let folder = folder(&[]);
    let records = corpus("rules");
    let records = records.to_str().expect("text");
    run(&folder, &["check", records, "--out", "report", "-q", "--no-estimate"]);
    let mut expected: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in rows(fs::read(folder.path().join("report/games.csv")).expect("written")) {
        expected.entry(row["game_hash"].clone()).or_default().insert(row["path"].clone());
    }
    expected.retain(|hash, paths| !hash.is_empty() && paths.len() > 1);
    assert!(expected.len() > 5);
    let table = run(&folder, &["duplicates", records, "--format", "csv", "--no-beginnings"]).stdout;
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut first = BTreeSet::new();
    for row in rows(&table) {
        found.entry(row["game_hash"].clone()).or_default().insert(row["path"].clone());
        if row["relation"] == "first" {
            first.insert(row["path"].clone());
        }
    }
    assert_eq!(found, expected);
    let unique = run(&folder, &["select", records, "--unique", "-q", "--no-estimate"]).stdout;
    let unique: BTreeSet<&str> = unique.lines().collect();
    assert!(first.iter().all(|path| unique.contains(&**path)));
    let objects = run(&folder, &["duplicates", records, "--format", "jsonl", "--no-beginnings"]);
    let object: serde_json::Value =
        serde_json::from_str(objects.stdout.lines().nth(1).expect("a line")).expect("an object");
    assert_eq!(object["relation"], "same");
    assert!(object["differences"].is_object() && object["of_path"].is_string());
    assert_eq!(objects.stdout.lines().count(), rows(&table).len());
}
