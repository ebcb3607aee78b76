//! Which findings a run reports and which files it reads: options and `sgf-audit.toml`.

use crate::support::{folder, run};

/// A record with a suicide, which AGA rules forbid, and without CA though it isn't ASCII.
const RECORD: &str = "(;GM[1]FF[4]SZ[9]RU[AGA]KM[7.5]PB[柯洁];B[ba];W[ee];B[ab];W[aa])";

/// The findings that are printed, by name, in order.
fn findings(folder: &tempfile::TempDir, arguments: &[&str]) -> Vec<String> {
    let run = run(folder, &[&["check", "--show", "note", "--format", "csv"], arguments].concat());
    assert!(run.status < 2, "{}", run.stderr);
    let mut rows = csv::Reader::from_reader(run.stdout.as_bytes());
    let column = rows.headers().expect("a header").iter().position(|name| name == "finding");
    let column = column.expect("a column");
    rows.records().map(|row| row.expect("a row")[column].to_owned()).collect()
}

#[test]
fn findings_are_chosen_by_name_and_family() {
    let folder = folder(&[("a.sgf", RECORD.as_bytes())]);
    let all = findings(&folder, &["a.sgf"]);
    assert!(all.contains(&"suicide".to_owned()) && all.contains(&"undeclared-encoding".to_owned()));
    assert_eq!(findings(&folder, &["a.sgf", "--select", "suicide"]), ["suicide"]);
    assert_eq!(findings(&folder, &["a.sgf", "--select", "legality,encoding"]).len(), 2);
    let ignored = findings(&folder, &["a.sgf", "--ignore", "suicide"]);
    assert_eq!(ignored.len(), all.len() - 1);
    assert_eq!(findings(&folder, &["a.sgf", "--ignore", "all"]), [""; 0]);
    let chosen = ["a.sgf", "--select", "all", "--ignore", "encoding", "--ignore", "suicide"];
    assert!(!findings(&folder, &chosen).iter().any(|name| name == "suicide"));
}

#[test]
fn what_is_ignored_does_not_fail_a_run() {
    let folder = folder(&[("a.sgf", RECORD.as_bytes())]);
    assert_eq!(run(&folder, &["check", "a.sgf"]).status, 1);
    assert_eq!(run(&folder, &["check", "a.sgf", "--ignore", "legality"]).status, 0);
    let misspelt = run(&folder, &["check", "a.sgf", "--ignore", "suicid"]);
    assert_eq!(misspelt.status, 2);
    assert!(misspelt.stderr.contains("did you mean suicide?"), "{}", misspelt.stderr);
}

#[test]
fn excluded_files_and_directories_are_not_read() {
    let record = RECORD.as_bytes();
    let folder = folder(&[
        ("a.sgf", record),
        ("old/b.sgf", record),
        ("new/old/c.sgf", record),
        ("new/d.sgf", record),
    ]);
    let files = |exclude: &[&str]| {
        let run = run(
            &folder,
            &[&["check", ".", "--format", "csv", "--select", "suicide"], exclude].concat(),
        );
        run.stdout.lines().count() - 1
    };
    assert_eq!(files(&[]), 4);
    assert_eq!(files(&["--exclude", "old"]), 2);
    assert_eq!(files(&["--exclude", "d.sgf", "--exclude", "a.*"]), 2);
    // A star doesn't match a slash.
    assert_eq!(files(&["--exclude", "new/*.sgf"]), 3);
    assert_eq!(files(&["--exclude", "new/**"]), 2);
    // What is named is read.
    assert_eq!(run(&folder, &["check", "old/b.sgf", "--exclude", "old"]).status, 1);
}

#[test]
fn a_configuration_holds_options_severities_and_overrides() {
    let config = "[check]\nselect = [\"legality\", \"encoding\"]\nexclude = [\"skipped\"]\n\
                  [severity]\nsuicide = \"note\"\n\
                  [[overrides]]\npaths = [\"old/**\"]\nignore = [\"encoding\"]\n";
    let record = RECORD.as_bytes();
    let folder = folder(&[
        ("sgf-audit.toml", config.as_bytes()),
        ("a.sgf", record),
        ("old/b.sgf", record),
        ("skipped/c.sgf", record),
    ]);
    assert_eq!(findings(&folder, &["."]), ["suicide", "undeclared-encoding", "suicide"]);
    assert_eq!(run(&folder, &["check", "."]).status, 0);
    assert_eq!(run(&folder, &["check", ".", "--isolated"]).status, 1);
    // The command line has the last word.
    assert_eq!(findings(&folder, &[".", "--ignore", "suicide"]), ["undeclared-encoding"]);
}

#[test]
fn the_nearest_configuration_is_read_and_faults_in_it_are_named() {
    let record = RECORD.as_bytes();
    let folder = folder(&[
        ("sgf-audit.toml", b"[check]\nignore = [\"all\"]\n"),
        ("deep/down/a.sgf", record),
        ("near/sgf-audit.toml", b"[check]\nshow = \"error\"\n"),
        ("near/a.sgf", record),
        ("other.toml", b"[check]\nrulse = \"aga\"\n"),
    ]);
    let of = |directory: &str| run(folder.path().join(directory), &["check", "a.sgf"]);
    assert_eq!((of("deep/down").status, of("near").status), (0, 1));
    let faulty = run(&folder, &["check", "near", "--config", "other.toml"]);
    assert_eq!(faulty.status, 2);
    #[cfg(unix)]
    assert_eq!(run(&folder, &["check", "near", "--config", "/dev/zero"]).status, 2);
    assert_eq!(
        faulty.stderr,
        "sgf-audit: other.toml: check has no option rulse; did you mean rules?\n"
    );
}
