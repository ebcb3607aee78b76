//! `check --baseline`: what it lists isn't reported, and everything else is.

use std::fs;
use std::path::Path;

use crate::support::packed::zip;
use crate::support::{folder, project, rows, run};

/// An error (suicide), and a warning (an encoding that isn't declared).
const RECORD: &str = "(;GM[1]FF[4]SZ[9]RU[AGA]KM[7.5]PB[柯洁];B[ba];W[ee];B[ab];W[aa])";

/// The same without the error, and the same with two.
const FIXED: &str = "(;GM[1]FF[4]SZ[9]RU[AGA]KM[7.5]PB[柯洁];B[ba];W[ee];B[ab];W[ae])";
const WORSE: &str = "(;GM[1]FF[4]SZ[9]RU[AGA]KM[7.5]PB[柯洁];B[ba];W[ee];B[ab];W[aa];B[cc];W[aa])";

const WRITE: [&str; 5] = ["check", ".", "--baseline", "known.toml", "--write-baseline"];
const CHECK: [&str; 4] = ["check", ".", "--baseline", "known.toml"];

/// The baseline without the hashes of contents.
fn text(folder: &Path) -> String {
    let text = fs::read_to_string(folder.join("known.toml")).expect("it was written");
    let mut parts = text.split("content = \"");
    let first = parts.next().expect("a beginning").to_owned();
    first + &parts.map(|part| &part[16 + "\", ".len()..]).collect::<String>()
}

#[test]
fn what_is_listed_is_not_reported_and_what_is_new_is() {
    let folder = folder(&[("a.sgf", RECORD.as_bytes()), ("deep/b.sgf", RECORD.as_bytes())]);
    assert_eq!(run(&folder, &CHECK).status, 2, "there is none yet");
    let written = run(&folder, &WRITE);
    assert_eq!(written.status, 0, "{}", written.stderr);
    assert!(written.stdout.ends_with("Wrote 4 findings in 2 files into known.toml.\n"));
    let listed = "\n[files]\n\"a.sgf\" = { suicide = 1, undeclared-encoding = 1 }\n\
                  \"deep/b.sgf\" = { suicide = 1, undeclared-encoding = 1 }\n";
    assert!(text(folder.path()).ends_with(listed), "{}", text(folder.path()));
    // Moved lines, from another directory, and with an absolute path.
    fs::write(folder.path().join("a.sgf"), format!("\n\n{RECORD}")).expect("written");
    let absolute = folder.path().join("a.sgf");
    let elsewhere = run(
        folder.path().join("deep"),
        &["check", ".", absolute.to_str().expect("UTF-8"), "--baseline", "../known.toml"],
    );
    assert_eq!((elsewhere.status, &*elsewhere.stderr), (0, ""));
    assert!(
        elsewhere
            .stdout
            .ends_with("Not reported, since ../known.toml lists them: 4 findings in 2 files.\n")
    );
    // One more of the same, and something else.
    fs::write(folder.path().join("a.sgf"), WORSE).expect("written");
    fs::write(folder.path().join("c.sgf"), RECORD).expect("written");
    let new = run(&folder, &CHECK);
    assert_eq!(new.status, 1);
    let reported = |name: &str| new.stdout.lines().filter(|line| line.starts_with(name)).count();
    assert_eq!((reported("./a.sgf"), reported("./c.sgf"), reported("./deep")), (2, 2, 0));
    assert!(new.stdout.contains("lists only 1 of these findings for the file"), "{}", new.stdout);
}

#[test]
fn what_is_fixed_is_said_and_leaves_the_baseline() {
    let record = RECORD.as_bytes();
    let folder = folder(&[("a.sgf", record), ("b.sgf", record), ("c.sgf", record)]);
    assert_eq!(run(&folder, &WRITE).status, 0);
    fs::write(folder.path().join("a.sgf"), FIXED).expect("written");
    fs::remove_file(folder.path().join("b.sgf")).expect("removed");
    let fixed = run(&folder, &CHECK);
    assert_eq!(fixed.status, 0);
    let said = "Listed in known.toml and no longer found: 1 finding in 1 file. --write-baseline removes them.\n  \
                a.sgf: suicide 1\n\
                Listed in known.toml, of files that don't exist: 2 findings in 1 file. --prune-baseline removes them.\n";
    assert!(fixed.stdout.ends_with(said), "{}", fixed.stdout);
    // Where another program reads the report, it is a message.
    let csv = run(&folder, &[&CHECK[..], &["--format", "csv"]].concat());
    assert!(csv.stderr.ends_with(said) && !csv.stdout.contains("known.toml"), "{}", csv.stderr);
    // What isn't reported for another reason, or isn't read, isn't fixed.
    for part in [&["check", "c.sgf"][..], &["check", "a.sgf", "c.sgf", "--ignore", "suicide"]] {
        let part = run(&folder, &[part, &CHECK[2..]].concat());
        assert!(!part.stdout.contains(": suicide 1"), "{}", part.stdout);
    }
    let renewed = run(&folder, &["check", "a.sgf", "--baseline", "known.toml", "--write-baseline"]);
    assert!(renewed.stdout.ends_with(
        "Wrote 5 findings in 3 files into known.toml; it listed 6 findings in 3 files before.\n\
         This run didn't read 4 findings in 2 files that it lists; they stay.\n\
         Listed in known.toml, of files that don't exist: 2 findings in 1 file. --prune-baseline removes them.\n"
    ));
    let renewed = run(&folder, &[&WRITE[..], &["--prune-baseline"]].concat());
    assert!(renewed.stdout.ends_with(
        "Wrote 5 findings in 3 files into known.toml; it listed 5 findings in 3 files before.\n\
         This run didn't read 2 findings in 1 file that it lists; they stay.\n\
         Removed from known.toml, of files that don't exist: 2 findings in 1 file.\n"
    ));
    let read = text(folder.path());
    assert!(read.contains("\"c.sgf\" = { suicide = 1") && !read.contains("b.sgf"), "{read}");
}

#[test]
fn reports_tables_and_totals_have_the_same_findings() {
    let folder = folder(&[("a.sgf", RECORD.as_bytes())]);
    assert_eq!(run(&folder, &WRITE).status, 0);
    fs::write(folder.path().join("b.sgf"), RECORD).expect("written");
    let options = ["--out", "report", "--threads"];
    for threads in ["1", "2"] {
        let checked = run(&folder, &[&CHECK[..], &options[..], &[threads]].concat());
        assert_eq!(checked.status, 1, "{}", checked.stderr);
        assert!(checked.stdout.contains("lists them: 2 findings in 1 file."), "{}", checked.stdout);
        let found = rows(fs::read(folder.path().join("report/findings.csv")).expect("written"));
        assert!(found.iter().all(|row| row["path"] == "./b.sgf" || row["severity"] == "note"));
        let totals = rows(fs::read(folder.path().join("report/summary.csv")).expect("written"));
        let suicide = totals.iter().find(|row| row["finding"] == "suicide").expect("a row");
        assert_eq!((&*suicide["errors"], &*suicide["games"]), ("1", "1"));
        let games = rows(fs::read(folder.path().join("report/games.csv")).expect("written"));
        assert_eq!(games.iter().map(|row| &*row["errors"]).collect::<Vec<_>>(), ["0", "1"]);
    }
}

#[test]
fn members_of_archives_and_parts_of_large_files_are_counted() {
    // Parts of half a megabyte; the file is read in parts from 4 MiB on.
    let filler = "x".repeat(700_000);
    let game = RECORD.replace("PB[柯洁]", &format!("PB[x]C[{filler}]"));
    let zip = zip(&[("a.sgf", RECORD.as_bytes()), ("b.sgf", RECORD.as_bytes())]);
    let large = game.repeat(7);
    let folder = folder(&[("large.sgf", large.as_bytes()), ("all.zip", &zip)]);
    for threads in ["1", "2"] {
        assert_eq!(run(&folder, &[&WRITE[..], &["--threads", threads]].concat()).status, 0);
        let read = text(folder.path());
        assert!(read.contains("\"all.zip/b.sgf\" = { suicide = 1, undeclared-encoding = 1 }"));
        assert!(read.contains("\"large.sgf\" = { suicide = 7 }"), "{read}");
        assert_eq!(run(&folder, &[&CHECK[..], &["--threads", threads]].concat()).status, 0);
    }
    fs::write(folder.path().join("large.sgf"), game.repeat(8)).expect("written");
    let new = run(&folder, &CHECK);
    assert_eq!((new.status, new.stdout.matches("[suicide]").count()), (1, 1), "{}", new.stdout);
    assert!(new.stdout.contains("game 8"), "{}", new.stdout);
}

#[test]
fn a_baseline_may_stand_in_the_configuration() {
    let folder = folder(&[
        ("sgf-audit.toml", b"[check]\nbaseline = \"known.toml\"\n"),
        ("deep/a.sgf", RECORD.as_bytes()),
    ]);
    let deep = folder.path().join("deep");
    let missing = run(&deep, &["check", "."]);
    assert_eq!(missing.status, 2);
    assert!(missing.stderr.contains("known.toml: no such baseline; --write-baseline makes it"));
    assert_eq!(run(&deep, &["check", ".", "--write-baseline"]).status, 0);
    assert!(text(folder.path()).contains("\"deep/a.sgf\""));
    assert_eq!(run(&deep, &["check", "."]).status, 0);
    assert_eq!(run(&deep, &["check", ".", "--no-baseline"]).status, 1);
    let config = run(&folder, &["config"]).stdout;
    assert!(config.contains("\nbaseline = \"known.toml\"\n"), "{config}");
    // What writes is no setting.
    fs::write(folder.path().join("sgf-audit.toml"), "[check]\nwrite-baseline = true\n")
        .expect("written");
    let refused = run(&folder, &["check", "."]);
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("unknown key write-baseline"), "{}", refused.stderr);
    assert_eq!(run(&folder, &["check", ".", "--isolated", "--write-baseline"]).status, 2);
}

#[test]
fn what_is_no_baseline_is_refused_and_left() {
    let folder = folder(&[("a.sgf", RECORD.as_bytes())]);
    for (content, expected) in [
        (
            "version = 2\n[files]\n\"a.sgf\" = { suicid = 1 }\n",
            "a.sgf: no such finding: suicid; did you mean suicide?",
        ),
        ("version = 2\n[files]\n\"a.sgf\" = 1\n", "known.toml:3: "),
        ("version = 2\n[files]\n<<<<<<< HEAD\n", "known.toml:3: "),
        ("version = 2\n[files]\n\"a.sgf\" = {}\n\"a.sgf\" = {}\n", "known.toml:4: duplicate key"),
        ("version = 9\n", "known.toml:1: version 9 of baselines; this program knows 2"),
        ("[files]\n", "missing field `version`"),
        ("version = 2\nfile = {}\n", "known.toml:2: unknown key file; did you mean files?"),
    ] {
        fs::write(folder.path().join("known.toml"), content).expect("written");
        let refused = run(&folder, &CHECK);
        assert_eq!(refused.status, 2, "{content}");
        assert!(refused.stderr.contains(expected), "{content}: {}", refused.stderr);
        // What may have become of it by hand isn't overwritten, but findings of other versions are left out.
        let written = run(&folder, &WRITE);
        let is_name = expected.contains("suicid;");
        assert_eq!(written.status, if is_name { 0 } else { 2 }, "{content}: {}", written.stderr);
        assert_eq!(text(folder.path()) == content, !is_name);
    }
}

#[test]
fn findings_of_an_event_are_known_too() {
    let event = project("corpus/event");
    let folder = folder(&[]);
    let baseline = folder.path().join("known.toml");
    let baseline = baseline.to_str().expect("UTF-8");
    let check = |extra: &[&str]| {
        let options = ["check", ".", "--event", "event.toml", "--results", "results.csv"];
        run(&event, &[&options[..], &["--baseline", baseline], extra].concat())
    };
    assert_eq!(check(&["--write-baseline"]).status, 0);
    let read = text(folder.path());
    assert!(
        read.contains(
            "results.csv\" = { contradictory-table = 1, duplicate-record = 1, record-missing = 1"
        ),
        "{read}"
    );
    let checked = check(&["--fail-on", "warning"]);
    assert_eq!(checked.status, 0, "{}", checked.stdout);
}

#[test]
fn a_renamed_file_is_recognised_by_its_content() {
    let folder = folder(&[("a.sgf", RECORD.as_bytes()), ("b.sgf", WORSE.as_bytes())]);
    assert_eq!(run(&folder, &WRITE).status, 0);
    fs::create_dir(folder.path().join("2024")).expect("made");
    fs::rename(folder.path().join("a.sgf"), folder.path().join("2024/c.sgf")).expect("renamed");
    let renamed = run(&folder, &CHECK);
    assert_eq!(renamed.status, 0, "{}", renamed.stdout);
    assert!(!renamed.stdout.contains("no longer found"), "{}", renamed.stdout);
    // Its old name leaves the baseline when it is written.
    let known = fs::read(folder.path().join("known.toml")).expect("there");
    assert_eq!(run(&folder, &WRITE).status, 0);
    let listed = text(folder.path());
    assert!(listed.contains("2024/c.sgf") && !listed.contains("a.sgf"), "{listed}");
    fs::write(folder.path().join("known.toml"), known).expect("written");
    // A copy of a file that is still there is another file, and so is a changed one.
    fs::write(folder.path().join("2024/d.sgf"), WORSE).expect("written");
    assert_eq!(run(&folder, &CHECK).status, 1);
    fs::remove_file(folder.path().join("2024/d.sgf")).expect("removed");
    fs::write(folder.path().join("2024/c.sgf"), format!("{RECORD}\n")).expect("written");
    assert_eq!(run(&folder, &CHECK).status, 1);
    // Contents are left out where nobody knows them.
    let text = "version = 2\n\n[files]\n\"2024/c.sgf\" = { suicide = 1, undeclared-encoding = 1 }\n\
                \"b.sgf\" = { suicide = 2, undeclared-encoding = 1 }\n";
    fs::write(folder.path().join("known.toml"), text).expect("written");
    assert_eq!(run(&folder, &CHECK).status, 0);
}
