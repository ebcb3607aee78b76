//! `report.html`, which `check --out` writes beside the tables.

use std::fs;

use crate::support::{borrowed, folder, run, size};

/// Audits records and returns the page.
fn page(records: &[(&str, &str)]) -> String {
    let folder = folder(&borrowed(records));
    let arguments = ["check", "--quiet", "--fail-on", "never", "--out", "report", "."];
    assert_eq!(run(&folder, &arguments).status, 0);
    fs::read_to_string(folder.path().join("report/report.html")).expect("the run writes the page")
}

/// A finished 5x5 game that Black wins by `6.5` less the komi of 5.
fn record(names: &str, result: &str) -> String {
    format!(
        "(;FF[4]CA[UTF-8]SZ[5]KM[0.5]RU[Chinese]{names}RE[{result}]\
             ;B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[])"
    )
}

#[test]
fn a_wrong_result_has_a_card_with_board_and_counts_and_a_right_one_has_none() {
    let wrong = record("PB[Ann]PW[Ben]", "W+3.5");
    let page = page(&[("wrong.sgf", &wrong), ("right.sgf", &record("PB[Cora]PW[Dan]", "B+4.5"))]);
    assert_eq!(page.matches("<article class=\"card\"").count(), 1, "{page}");
    let card = &page[page.find("<article").unwrap()..page.find("</article>").unwrap()];
    for part in [
        "Ann",
        "Ben",
        "W+3.5",
        "B+4.5",
        "<svg class=\"board\"",
        "by territory",
        "Japanese rules",
        "wrong-winner",
    ] {
        assert!(card.contains(part), "{part} is missing in {card}");
    }
    assert!(card.contains("data-size=\"5x5\" data-setup=\"\" data-moves=\"BcaWda"), "{card}");
    assert!(!card.contains("Cora"));
    assert!(page.contains("<h1>1 result to look at</h1>"));
    assert!(page.contains("<td>Cora</td><td>Dan</td>"));
}

#[test]
fn other_findings_are_counted_one_by_one() {
    let record = "(;FF[4]CA[UTF-8]SZ[5]RU[AGA]RE[?]TE[1];B[cc]TE[1]BM[1];W[dd]TE[1]BM[1])";
    let page = page(&[("a.sgf", record)]);
    let section = &page[page.find("<section id=\"other\"").expect("other findings")..];
    let counts = section.match_indices("</b> <small>").map(|(at, mark)| {
        let digits = section[at + mark.len()..].split('<').next().unwrap_or_default();
        digits.parse::<u64>().expect("a number")
    });
    let total: u64 = counts.sum();
    assert!(total >= 2, "{section}");
    assert!(section.contains(&format!("<h2>Other findings <small>{total}</small></h2>")));
}

#[test]
fn what_a_record_says_is_text_and_never_markup() {
    let hostile = "</td><script>alert(1)</script><img src=x onerror=alert(2)>\" onclick=\"x";
    let escaped = hostile.replace(']', "\\]");
    let names = format!("PB[{escaped}]PW[{escaped}]EV[{escaped}]DT[{escaped}]");
    let page = page(&[("a.sgf", &record(&names, "W+3.5")), ("b.sgf", &record(&names, &escaped))]);
    assert_eq!(page.matches("<script>").count(), 1);
    assert!(!page.contains("<img"));
    assert!(!page.contains("onclick=\"x"));
    assert!(page.contains("&lt;script&gt;alert(1)"));
}

#[test]
fn the_page_needs_nothing_else() {
    let page = page(&[("a.sgf", &record("", "W+3.5"))]);
    for reference in ["http:", "https:", "url(//", " src=", "@import", "<link"] {
        let outside = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!outside.contains(reference), "{reference}");
    }
    assert!(page.contains("default-src 'none'"));
}

#[test]
fn a_page_of_another_program_is_not_overwritten() {
    let folder = folder(&[
        ("a.sgf", record("", "B+4.5").as_bytes()),
        ("report/report.html", b"<!doctype html><title>My report</title>"),
    ]);
    let arguments = ["check", "--quiet", "--out", "report", "a.sgf"];
    assert_eq!(run(&folder, &arguments).status, 2);
    fs::remove_file(folder.path().join("report/report.html")).expect("it is there");
    for _ in 0..2 {
        assert_eq!(run(&folder, &arguments).status, 0);
    }
}

#[test]
fn each_card_is_about_its_own_file() {
    let first = record("PB[Ann]PW[of another length]", "W+3.5");
    // Its second game is the wrong one, and begins with another move.
    let second = record("PB[Ben]", "B+4.5")
        + &record("PB[Cora]", "W+3.5").replace(";B[ca];W[da];B[cb]", ";B[cb];W[da];B[ca]");
    // So many that a thread gets several at once.
    let files: Vec<(String, &str)> = (0..size(40, 100))
        .flat_map(|n| [(format!("{n:02}a.sgf"), &first[..]), (format!("{n:02}b.sgf"), &second[..])])
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (&name[..], *text)).collect();
    let page = page(&files);
    let cards: Vec<&str> = page.split("<article").skip(1).collect();
    assert_eq!(cards.len(), files.len());
    for card in cards {
        let card = card.split("</article>").next().unwrap_or_default();
        let moves = if card.contains("Ann") { "BcaWda" } else { "BcbWda" };
        assert!(card.contains(&format!("data-moves=\"{moves}")), "{card}");
    }
}

#[test]
fn the_page_can_be_printed_instead_of_written() {
    let records = [("a.sgf", record("PB[Ann]", "W+3.5")), ("b.sgf", record("", "B+4.5"))];
    let folder = folder(&borrowed(&records));
    let arguments = ["check", ".", "--format", "html", "--out", "report", "--fail-on", "never"];
    let printed = run(&folder, &arguments).stdout;
    let written = fs::read_to_string(folder.path().join("report/report.html")).expect("the page");
    assert_eq!(printed, written);
    assert!(run(&folder, &arguments[..4]).stdout == written, "with every ruleset's result");
}

#[test]
fn the_filters_know_rounds_findings_and_players() {
    let page = page(&[("a.sgf", &record("PB[Ann]RO[3]", "W+3.5"))]);
    assert!(page.contains(" data-verdict=\"wrong-winner\" data-round=\"3\""));
    let from = page.find("<select name=\"finding\"").expect("a filter");
    let option = page[from..].find("\">wrong-winner</option>").expect("the finding is offered");
    let before = &page[from..from + option];
    let number = before.rsplit('"').next().unwrap_or_default();
    assert!(page.contains(&format!("data-f=\"{number}\"")), "{number}");
    assert!(page.contains("Round 3"));
}

#[test]
fn a_card_has_both_countings_every_ruleset_and_the_place_of_each_finding() {
    let page = page(&[("a.sgf", &record("", "W+3.5"))]);
    let card = &page[page.find("<article").unwrap()..page.find("</article>").unwrap()];
    for part in
        ["By territory", "By area", "<b>Chinese rules</b>", "line 1, column 43", "wrong winner"]
    {
        assert!(card.contains(part), "{part} is missing in {card}");
    }
    // The last ten moves, of which two are passes.
    assert_eq!(card.matches("font-size=\"11\">").count(), 8, "{card}");
    assert!(card.contains(">10</text>") && !card.contains("font-size=\"11\">2</text>"), "{card}");
}

/// Runs the program with a browser that notes what it is to open. Returns the run and the note.
#[cfg(target_os = "linux")]
fn opened(folder: &tempfile::TempDir, arguments: &[&str]) -> (i32, String, String) {
    use std::os::unix::fs::PermissionsExt;
    // The program that opens files on the user's desktop.
    let (browser, note) = (folder.path().join("xdg-open"), folder.path().join("note"));
    let script = format!("#!/bin/sh\necho \"$1\" > {0}.new && mv {0}.new {0}\n", note.display());
    fs::write(&browser, script).expect("written");
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).expect("it can be run");
    let _ = fs::remove_file(&note);
    let mut command = std::process::Command::new(crate::support::PROGRAM);
    command.current_dir(folder.path()).args(arguments);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = [folder.path().to_path_buf()].into_iter().chain(std::env::split_paths(&path));
    command.env("PATH", std::env::join_paths(folders).expect("a list of folders"));
    let output = command.output().expect("the program runs");
    let waited = (0..100).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        fs::read_to_string(&note).ok()
    });
    let status = output.status.code().expect("no signal ended the program");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    (status, stderr, waited.expect("a browser is started"))
}

// On other systems no program on the path opens files.
#[cfg(target_os = "linux")]
#[test]
fn the_report_opens_in_the_browser() {
    let folder = folder(&[("games/a.sgf", record("PB[Ann]", "W+3.5").as_bytes())]);
    // A path in place of a subcommand, as a folder dropped on the program, is checked and opened.
    for arguments in [&["games"][..], &["check", "games", "--open", "--quiet"]] {
        let (status, stderr, note) = opened(&folder, arguments);
        assert_eq!(status, 0);
        let path = note.trim().trim_start_matches("file://");
        assert!(stderr.contains(&format!("the report is {path}")), "{stderr} {note}");
        assert!(fs::read_to_string(path).expect("the page").contains("Ann"));
        let dir = std::path::Path::new(path).parent().expect("a directory");
        assert!(dir.starts_with(std::env::temp_dir()) && !folder.path().join("report").exists());
        fs::remove_dir_all(dir).expect("it is there");
    }
    let (_, _, note) = opened(&folder, &["check", "games", "--out", "a:b", "--open"]);
    assert!(note.trim().ends_with("a:b/report.html"), "{note}");
    // What isn't there is no path.
    assert_eq!(run(&folder, &["game"]).status, 2);
}
