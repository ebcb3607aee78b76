//! What the program says of every record of the corpus, in whole: each finding with its message, each column of the
//! tables, each fix, each count. A change to any of it shows in the difference of a snapshot, and has to be read.

use std::fmt::Write;
use std::fs;
use std::process::Command;

use tempfile::TempDir;

use crate::support::{PROGRAM, corpus, rows};

/// The folders of records.
const FOLDERS: [&str; 6] = ["causes", "findings", "formats", "games", "judging", "rules"];

/// What a command prints, run in the corpus. Records are in many encodings, so what isn't UTF-8 is replaced.
fn printed(arguments: &[&str]) -> String {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).current_dir(corpus("")).env("SOURCE_DATE_EPOCH", "1700000000");
    command.env("XDG_CONFIG_HOME", "/nonexistent").env("NO_COLOR", "1");
    let output = command.output().expect("the program runs");
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(output.status.code().is_some_and(|code| code < 2), "{arguments:?}: {stderr}");
    stdout + &stderr
}

/// What `check` prints, and what it writes into its folder.
fn checked(arguments: &[&str]) -> (String, TempDir) {
    let out = TempDir::new().expect("a folder");
    let dir = out.path().to_str().expect("a name");
    (printed(&[&["check", "--isolated", "--out", dir], arguments].concat()), out)
}

fn read(out: &TempDir, name: &str) -> String {
    fs::read_to_string(out.path().join(name)).expect("it was written")
}

/// The rows of a table, a line per cell that isn't empty.
fn cells(table: &str) -> String {
    let mut shown = String::new();
    for row in rows(table) {
        let filled = row.iter().filter(|(_, value)| !value.is_empty());
        for (column, value) in filled {
            let _ = write!(shown, "{column}={value} ");
        }
        shown.push('\n');
    }
    shown
}

/// A page without its style and its program, a line per element, and without the boards, which have tests of their own.
fn page(html: &str) -> String {
    let mut text = html.to_owned();
    for name in ["style", "script", "svg"] {
        let (open, close) = (format!("<{name}"), format!("</{name}>"));
        while let Some(from) = text.find(&open) {
            let to = text[from..].find(&close).expect("it ends") + from + close.len();
            text.replace_range(from..to, "");
        }
    }
    text.replace("><", ">\n<")
}

#[test]
fn findings_counts_and_columns() {
    for name in FOLDERS {
        let (text, out) = checked(&[name, "--explain-count", "--show", "note"]);
        let text = text.replace(out.path().to_str().expect("a name"), "OUT");
        insta::assert_snapshot!(name, text);
        if !["findings", "formats"].contains(&name) {
            insta::assert_snapshot!(format!("{name}_games"), cells(&read(&out, "games.csv")));
        }
        if name == "games" {
            insta::assert_snapshot!("page", page(&read(&out, "report.html")));
        }
    }
}

#[test]
fn formats() {
    for format in ["github", "jsonl"] {
        let options = ["--isolated", "--show", "note", "--format", format];
        insta::assert_snapshot!(format, printed(&[&["check", "causes"], &options[..]].concat()));
    }
    let options = ["--isolated", "--context", "always"];
    insta::assert_snapshot!("context", printed(&[&["check", "causes"], &options[..]].concat()));
}

#[test]
fn fixes() {
    let fixes = printed(&[
        "fix",
        "causes",
        "findings",
        "games",
        "judging",
        "--isolated",
        "--diff",
        "--unsafe",
    ]);
    insta::assert_snapshot!(fixes);
}

#[test]
fn scores() {
    let mut shown = String::new();
    let games = [
        "aga-7x7-dispute-resumed",
        "aga-7x7-seki",
        "aga-9x9-handicap-2",
        "aga-9x9-handicap-3-moves",
        "aga-9x9-miscounted.wrong-margin",
        "aga-9x9-missing-third-pass",
        "aga-9x9-resigned.not-counted",
        "bga-5x5-tie",
        "chinese-9x9-handicap-3",
        "japanese-7x7-no-komi.undecided",
        "japanese-7x7-seki",
        "japanese-9x9-bent-four",
    ];
    for name in games {
        let file = format!("games/{name}.sgf");
        shown += &printed(&["score", &file, "--compare"]);
        shown.push_str("\n\n");
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn event() {
    for table in ["csv", "h9", "xml", "aga.txt"] {
        let results = format!("event/results.{table}");
        let event = ["event", "--event", "event/event.toml", "--results", &results];
        let (text, out) = checked(&[&event[..], &["--show", "note"]].concat());
        let text = text.replace(out.path().to_str().expect("a name"), "OUT");
        insta::assert_snapshot!(format!("event_{table}"), text);
        insta::assert_snapshot!(format!("event_{table}_pairings"), read(&out, "pairings.csv"));
        if table == "csv" {
            insta::assert_snapshot!("event_page", page(&read(&out, "report.html")));
        }
    }
}
