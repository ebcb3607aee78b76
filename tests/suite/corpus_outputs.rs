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
    command.env("NO_COLOR", "1");
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

/// What a person reads on a page, with a bar in place of the tags between. Boards have tests of their own.
fn seen(html: &str) -> String {
    let (mut text, mut hidden) = (String::new(), false);
    for part in html.split('<') {
        let (tag, shown) = part.split_once('>').unwrap_or_default();
        let name = tag.split(' ').next().unwrap_or_default();
        if ["style", "script", "svg"].contains(&name.trim_start_matches('/')) {
            hidden = !name.starts_with('/');
        }
        if !hidden && !shown.trim().is_empty() {
            text.push('|');
            text.push_str(shown.trim());
        }
    }
    text.replace("&#39;", "'") + "|"
}

/// Asserts that a page shows these texts in this order, and each game of `games.csv` with its result.
fn shows(html: &str, games: &str, texts: &[&str]) {
    let page = seen(html);
    let mut rest = &page[..];
    for text in texts {
        let at = rest.find(text).unwrap_or_else(|| panic!("{text} isn't in {rest}"));
        // The bar at the end of one is that at the beginning of the next.
        rest = &rest[at + text.len() - 1..];
    }
    let games = rows(games);
    let (_, list) = page.split_once(&format!("|All games|{}|", games.len())).expect("all games");
    for game in &games {
        let verdict = game["verdict"].replace('-', " ");
        let counted = match &verdict[..] {
            "undecided" | "not counted" => String::new(),
            // Cells that a spreadsheet would take for another kind begin with an apostrophe.
            _ => {
                let results = ["result_text", "recounted_result"];
                let results = results.map(|column| game[column].trim_start_matches('\''));
                format!("|{}", results.join("|"))
            }
        };
        let row = format!("{counted}|{verdict}|{}|", game["path"]);
        assert!(list.contains(&row), "{row} isn't in {list}");
    }
}

#[test]
fn findings_counts_and_columns() {
    for name in FOLDERS {
        let (text, out) = checked(&[name, "--show", "note"]);
        let text = text.replace(out.path().to_str().expect("a name"), "OUT");
        insta::assert_snapshot!(name, text);
        if !["findings", "formats"].contains(&name) {
            insta::assert_snapshot!(format!("{name}_games"), cells(&read(&out, "games.csv")));
        }
        if name == "games" {
            let texts = [
                "|2 results to look at|32 files, 32 games; 4 errors, 4 warnings|",
                "|Wrong|2|Undecided|3|Confirmed|24|Not counted|3|No result|0|",
                "Wrong: 2 with a complete record. Wrong by how the dead stones are known: marked 0 of 9, played-out 2 of 13, proven 0 of 1, estimated 0 of 3. Undecided: 2 where the record stops early, 1 where the komi or the ruleset isn't known. In 1 undecided the other player won as it stands.|",
                "|Results to look at|2|",
                "|AGA rules, komi 6.5, 55 moves|games/aga-7x7-miscounted.wrong-winner.sgf|recorded|W+0.5|",
                "counted|B+0.5|",
                "|wrong winner|The recorded result matches territory counting without White's last pass.|",
                "|By territory|Black|White|territory|4|3|captured in play|7|3|",
                "|by territory|14|13.5|By area|",
                "|The result under each ruleset|B+0.5|AGA rules|",
                "|games/aga-9x9-miscounted.wrong-margin.sgf|recorded|W+5.5|",
                "counted|W+4.5|",
                "|Undecided|3|",
                "|games/aga-19x19-broken-off-with-mark.undecided.sgf|",
                "|games/japanese-7x7-no-komi.undecided.sgf|",
                "|games/tromp-taylor-19x19-broken-off.undecided.sgf|",
                "|Moves against the rules|1|",
                "|Other findings|4|",
            ];
            shows(&read(&out, "report.html"), &read(&out, "games.csv"), &texts);
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
    let arguments = "fix causes findings games judging --isolated --diff --unsafe";
    insta::assert_snapshot!(printed(&arguments.split(' ').collect::<Vec<_>>()));
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
            let texts = [
                "|Corpus Cup 2026|2026-05-01 to 2026-05-04; 1 result to look at; 33 files, 33 games; 9 errors, 16 warnings|",
                "|Confirmed|5|Not counted|28|",
                "|Results to look at|1|",
                "|Minseo Kim|",
                "|Yuki Tanaka|",
                "|event/r2-8.sgf|recorded|W+1.5|",
                "counted|W+1.5|",
                "|The table: Minseo Kim won by 0.5; the record: Yuki Tanaka won by 1.5; counted: Yuki Tanaka won by 1.5; the record is right.|",
                "|Results and records|38|No|Player|Round 1|Round 2|Round 3|Round 4|Round 5|",
                "1|José Pérez|16-/b ✓|15+/w ·|14+/w ≠|13-/w ·|",
                "|4|Anna Müller|13-/w3 ·|",
                "|5|Jørn Ødegård|12-/b ·|10+/b ·|8-!/b|bye|",
                "|8|Yuki Tanaka|9-/w ·|7-/w ✗|5+!/w|3+/w ✓|",
                "|10|Sean O'Brien|7+/w ·|5-/w ·|3+/w ○|16+/w ·|",
                "|Other findings|25|",
            ];
            shows(&read(&out, "report.html"), &read(&out, "games.csv"), &texts);
        }
    }
}
