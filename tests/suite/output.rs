//! The whole output of commands.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use proptest::prelude::*;
use serde_json::Value;
use sgf_audit::report::{ContextStyle, FORMATS, Fragment, ReportOptions, audit_items};
use sgf_audit_core::audit::{AuditOptions, Auditor, Severity};
use tempfile::TempDir;

use crate::support::{self, Run, borrowed, corpus, folder, size};

/// Two games with errors at moves, a variation, a comment that commands a terminal, another game.
pub const GAMES: &[u8] = "(;FF[4]CA[UTF-8]SZ[9]RU[AGA]KM[7.5]PB[柯洁]PW[x]RE[B+3.5]
;B[ee];W[ee];B[ed]C[\x1b[31m and \u{202e}];W[zz]
;B[fe];W[de];B[ef];W[];B[])
(;SZ[19]RU[Japanese]RE[?];B[pd];W[dp];B[pd](;W[qq];B[qq])(;B[dd]))
(;GM[4];B[aa])
"
.as_bytes();

/// A line far longer than a terminal, and a move that isn't one.
pub fn long_line() -> Vec<u8> {
    let comment = "word; ".repeat(600);
    format!("(;SZ[13]RU[Chinese]RE[W+R];B[aa];W[\x1b[1m]C[{comment}];B[dd];W[dd]").into_bytes()
}

fn records() -> TempDir {
    folder(&[("games.sgf", GAMES), ("long, 100%.sgf", &long_line())])
}

/// The exit status, standard output and standard error of a command in a directory.
fn run(dir: impl AsRef<Path>, args: &[&str]) -> (i32, String, String) {
    let Run { status, stdout, stderr } = support::run(dir, args);
    (status, stdout, stderr)
}

fn check(args: &[&str]) -> String {
    let dir = records();
    let (code, out, err) = run(&dir, &[&["check", "."], args].concat());
    assert_eq!((code, &err[..]), (1, ""));
    out
}

fn is_command(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\r')) || matches!(c, '\u{202a}'..='\u{202e}')
}

#[test]
fn one_line_per_finding_when_piped() {
    insta::assert_snapshot!(check(&[]));
}

#[test]
fn context() {
    insta::assert_snapshot!(check(&["--context", "always"]));
}

#[test]
fn context_in_colors() {
    let out = check(&["--context", "always", "--color", "always", "--show", "error"]);
    let plain = check(&["--context", "always", "--show", "error"]);
    assert!(out.contains("\x1b[1m"));
    assert_eq!(anstream::adapter::strip_str(&out).to_string(), plain);
}

#[test]
fn names_of_findings_are_links_where_they_can_be() {
    // A terminal of which the program is told that it shows links.
    let dir = records();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_sgf-audit"))
        .args(["check", ".", "--context", "always", "--color", "always", "--show", "error"])
        .current_dir(dir.path())
        .env("FORCE_HYPERLINK", "1")
        .output()
        .unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    let link = "\x1b]8;;https://github.com/";
    assert!(out.contains(link), "{out}");
    assert!(out.contains("/docs/findings.md#occupied-point-error\x1b\\"), "{out}");
    let plain = check(&["--context", "always", "--show", "error"]);
    assert_eq!(anstream::adapter::strip_str(&out).to_string(), plain);
    assert!(!check(&["--context", "always", "--color", "always"]).contains(link));
}

#[test]
fn csv() {
    let out = check(&["--format", "csv"]);
    assert!(out.lines().count() > 5 && out.matches("\r\n").count() == out.lines().count());
    insta::assert_snapshot!(out.replace('\r', ""));
}

#[test]
fn jsonl() {
    let out = check(&["--format", "jsonl"]);
    assert!(out.lines().all(|line| serde_json::from_str::<Value>(line).unwrap().is_object()));
    insta::assert_snapshot!(out);
}

#[test]
fn github() {
    insta::assert_snapshot!(check(&["--format", "github"]));
}

#[test]
fn sarif() {
    let out = check(&["--format", "sarif"]);
    let log: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    for result in run["results"].as_array().unwrap() {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(run["tool"]["driver"]["rules"][index]["id"], result["ruleId"]);
        assert!(["error", "warning", "note"].contains(&result["level"].as_str().unwrap()));
        let region = &result["locations"][0]["physicalLocation"]["region"];
        assert!(region["startLine"].as_u64().unwrap() >= 1);
        assert!(region["startColumn"].as_u64().unwrap() >= 1);
    }
    let results = out.split_once("\"results\":").unwrap().1;
    // The places of the rules, which change with every new one, were checked above.
    let parts: Vec<&str> = results.split("\"ruleIndex\":").collect();
    let rest =
        parts.iter().skip(1).map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit()));
    let results = std::iter::once(parts[0]).chain(rest).collect::<Vec<_>>().join("\"ruleIndex\":_");
    insta::assert_snapshot!(results);
}

/// The findings of a run on these files, as results of a SARIF log.
fn sarif_results(files: &[(&str, &str)]) -> Vec<Value> {
    let dir = folder(&borrowed(files));
    let (_, out, err) = run(&dir, &["check", ".", "--format", "sarif", "--no-estimate"]);
    let mut log: Value = serde_json::from_str(&out).expect(&err);
    log["runs"][0]["results"].as_array_mut().map(std::mem::take).expect("results")
}

#[test]
fn fingerprints_survive_edits_elsewhere() {
    let prints = |record: &str| -> Vec<(String, String)> {
        let text = |value: &Value| value.as_str().expect("text").to_owned();
        let prints = sarif_results(&[("a.sgf", record)]).into_iter().map(|result| {
            let print = &result["partialFingerprints"]["primaryLocationLineHash"];
            (text(&result["ruleId"]), text(print))
        });
        prints.collect()
    };
    let before = prints("(;SZ[9]RE[?];B[ee];W[ee];B[ee];W[zz])");
    assert_eq!(before.len(), 3, "{before:?}");
    let after = prints("(;SZ[9]\n\nPB[Lee]\nRE[?];B[ee]\n;W[ee]C[a comment];B[ee]\n;W[zz])");
    assert_eq!(after, before);
    let different: HashSet<_> = before.iter().collect();
    assert_eq!(different.len(), before.len(), "{before:?}");
    // A finding that is gone leaves the others as they were.
    let fixed = prints("(;SZ[9]RE[?];B[ee];W[dd];B[ee];W[zz])");
    assert_eq!(fixed, before[1..]);
}

/// A folder with 198 notes of games and 2 of files, and 4,900 errors: more than code hosts take.
fn too_many() -> TempDir {
    let note = "(;GM[1]FF[4]SZ[9]RU[AGA]KM[7]RE[B+1];B[ee];W[];B[];W[])";
    let errors = format!("(;GM[1]FF[4]SZ[9]RE[?];B[ee]{})", ";W[ee];B[ee]".repeat(50));
    let (notes, errors) = (note.repeat(198), errors.repeat(49));
    folder(&[("a.sgf", notes.as_bytes()), ("b.sgf", errors.as_bytes())])
}

#[test]
fn sarif_holds_the_worst_that_github_stores() {
    let dir = too_many();
    let args = ["check", ".", "--format", "sarif", "--show", "note", "--no-estimate"];
    let (_, out, _) = run(&dir, &args);
    let log: Value = serde_json::from_str(&out).unwrap();
    let sarif = &log["runs"][0];
    let levels = sarif["results"].as_array().unwrap().iter().map(|result| &result["level"]);
    let levels: Vec<&str> = levels.filter_map(Value::as_str).collect();
    assert_eq!(levels.len(), 5000);
    assert!(levels[..4900].iter().all(|level| *level == "error"));
    assert!(levels[4900..].iter().all(|level| *level == "note"));
    let notification = &sarif["invocations"][0]["toolExecutionNotifications"][0];
    assert!(
        notification["message"]["text"].as_str().unwrap().starts_with(
            "This log holds 5000 of 5100 findings, the worst first: 4900 of 4900 errors, 100 of 200 notes."
        ),
        "{notification}"
    );
    let two = run(&dir, &[&args[..], &["--threads", "2"]].concat()).1;
    assert!(out == two);
}

#[test]
fn github_is_told_no_more_than_it_shows() {
    let dir = too_many();
    let args = ["check", ".", "--format", "github", "--show", "note", "--no-estimate"];
    let (_, out, _) = run(&dir, &args);
    let number = |level: &str| out.lines().filter(|line| line.starts_with(level)).count();
    assert_eq!((number("::error "), number("::notice "), number("::")), (10, 10, 20));
    assert_eq!(number("error[") + number("note["), 5100, "the log has all");
    let last = "::notice title=sgf-audit::4900 errors, 200 notes in all, 19 of them annotated; ";
    assert!(out.lines().next_back().unwrap().starts_with(last), "{out}");
}

#[test]
fn an_empty_run_is_still_sarif() {
    let dir = folder(&[("a.sgf", b"(;GM[1]FF[4]SZ[9]RE[?];B[ee])")]);
    let (code, out, _) = run(&dir, &["check", ".", "--format", "sarif"]);
    assert_eq!(code, 0);
    let log: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(log["runs"][0]["results"], serde_json::json!([]));
    let (code, out, _) = run(&dir, &["check", ".", "--format", "csv", "--quiet"]);
    assert_eq!((code, &out[..]), (0, ""));
}

#[test]
fn further_findings_of_a_file_have_no_context() {
    let moves = ";B[ee];W[ee]".repeat(200);
    let dir = folder(&[("a.sgf", format!("(;SZ[9]RE[?]{moves})").as_bytes())]);
    let (_, out, _) =
        run(&dir, &["check", ".", "--context", "always", "--show-all", "--show", "error"]);
    assert_eq!(out.matches("-->").count(), 100);
    assert!(out.contains("a.sgf: more findings in this file follow without context\n"));
    assert_eq!(out.matches("a.sgf:1:").count(), out.matches("error[").count());
}

#[test]
fn explain() {
    let (code, out, err) = run(".", &["explain", "missing-white-pass"]);
    assert_eq!((code, &err[..]), (0, ""));
    insta::assert_snapshot!(out);
    let (code, out, err) = run(".", &["explain", "misssing-white-pas"]);
    assert_eq!((code, &out[..]), (2, ""));
    assert_eq!(
        err,
        "sgf-audit: no such finding, cause or ruleset: misssing-white-pas; did you mean missing-white-pass?\n"
    );
    let (code, out, _) = run(".", &["explain"]);
    assert_eq!((code, out.contains("  superko ")), (0, true));
}

#[test]
fn half_counting_comes_to_the_result() {
    let record = "(;FF[4]SZ[4:5]RU[Chinese]KM[0]RE[0];B[ba];W[ca];B[bb];W[cb];B[bc];W[cc]\
                  ;B[bd];W[cd];B[be];W[ce];B[aa];W[];B[])";
    let dir = folder(&[("tie.sgf", record.as_bytes())]);
    for (rules, half, result) in [
        ("chinese", "Black has 10 zi and needs 10: a tie.", "Chinese rules: 0."),
        // White passed first.
        (
            "wmsg",
            "Black has 10 zi and needs 10.5: White by 0.5 zi.",
            "World Mind Sports Games rules: W+1.",
        ),
    ] {
        let (_, out, _) = run(&dir, &["score", "tie.sgf", "--rules", rules]);
        assert!(out.contains(&format!("Half count: {half}\nResult under {result}\n")), "{out}");
    }
}

#[test]
fn fill_in_comes_to_the_result() {
    let column =
        |column: char| ('a'..='s').map(|row| format!("[{column}{row}]")).collect::<String>();
    let [black, white] = [column('j'), column('l')];
    let wall = "AB[ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce]";
    for (record, fill_in, result) in [
        (
            // 19 dame between the walls.
            format!("(;KM[8]AB{black}AW{white};B[];W[]TB[aa:is]TW[ma:ss])"),
            "180 stones each: Black fills all but 10 of 190 points; White fills 152 points, 28 stones \
             over; 19 dame stay open: Black by 38. With 8 for White: Black by 30.",
            "B+30",
        ),
        (
            format!("(;SZ[4:5]KM[0]{wall};B[];W[]TB[aa:ae]TW[da:de])"),
            "10 stones each: Black fills 10 points; White fills 10 points: a tie. With 0 for White: a \
             tie, which Black wins.",
            "B+",
        ),
        (
            format!("(;SZ[5]{wall};B[];W[]TB[aa:ae]TW[da:ee])"),
            "12 stones each: Black fills 10 points, 2 stones over; White fills all but 3 of 15 points: \
             White by 5. With 8 for White: White by 13.",
            "W+13",
        ),
    ] {
        let dir = folder(&[("a.sgf", record.as_bytes())]);
        let (_, out, _) = run(&dir, &["score", "a.sgf", "--rules", "ing"]);
        let expected = format!("\nFill-in with {fill_in}\nResult under Ing rules: {result}.\n");
        assert!(out.contains(&expected), "{out}");
    }
}

#[test]
fn stone_scoring_says_that_nobody_played_on() {
    let wall = "AB[ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce]";
    let computed =
        "computed from the final position, as nobody played on until only eyes were left";
    let only_eyes = format!("{wall}AB[ab][ac][ae]AW[db][dd]");
    for (setup, marks, has_note) in [
        (wall.to_owned(), "TB[aa:ae]TW[da:de]", true),
        (only_eyes.replace("AW[db][dd]", "AW[db][dd][de]"), "TB[aa][ad]TW[da][dc]", false),
        // Here White has a point more than the two eyes.
        (only_eyes, "TB[aa][ad]TW[da][dc][de]", true),
    ] {
        let dir = folder(&[("a.sgf", format!("(;SZ[4:5]{setup};B[];W[]{marks})").as_bytes())]);
        let rules = ["score", "a.sgf", "--rules", "stone-scoring"];
        let (_, out, _) = run(&dir, &rules);
        assert_eq!(out.contains(&format!("\nStone scoring: {computed}.\n")), has_note, "{out}");
        let (_, out, _) = run(&dir, &["score", "a.sgf", "--compare"]);
        let row = out.lines().find(|line| line.starts_with("stone-scoring")).unwrap();
        assert_eq!(row.ends_with(computed), has_note, "{out}");
    }
}

#[test]
fn marks_are_territory_by_rules_like_those_they_were_made_by() {
    let dir = TempDir::new().unwrap();
    // Two groups of one eye each, whose eyes are marked as Chinese rules count them.
    let path = corpus("causes/seki-eyes.sgf");
    let record = fs::read_to_string(path).unwrap();
    assert!(record.contains("RU[Chinese]"));
    for (rules, named, result) in [
        ("japanese", "RU[Chinese]", "W+6.5"),
        ("japanese", "RU[AGA]", "W+6.5"),
        ("japanese", "RU[Japanese]", "W+5.5"),
        ("korean", "RU[Japanese]", "W+5.5"),
        // By these rules the players may have marked them.
        ("japanese", "", "W+5.5"),
        ("japanese", "RU[our own]", "W+5.5"),
        ("chinese", "RU[Chinese]", "W+6.5"),
    ] {
        fs::write(dir.path().join("a.sgf"), record.replace("RU[Chinese]", named)).unwrap();
        let (_, out, _) = run(&dir, &["score", "a.sgf", "--rules", rules]);
        let rules = rules[..1].to_uppercase() + &rules[1..];
        let expected = format!("\nResult under {rules} rules: {result}.\n");
        assert!(out.contains(&expected), "{named}: {out}");
    }
}

#[test]
fn a_game_without_stones_of_one_player_is_not_finished() {
    let record = "(;SZ[9]RU[AGA]KM[0]RE[B+80];B[ee];W[];B[])";
    let dir = folder(&[("a.sgf", record.as_bytes())]);
    let (_, out, _) = run(&dir, &["score", "a.sgf", "--compare"]);
    assert!(out.contains("\nNot counted: White has no living stone: not finished.\n"), "{out}");
    let why = "one player has no living stone: not finished";
    let row = out.lines().find(|line| line.starts_with("aga *")).unwrap();
    assert!(row.ends_with(why), "{out}");
    // By these every stone is alive.
    let row = out.lines().find(|line| line.starts_with("tromp-taylor")).unwrap();
    assert!(row.contains("B+81"), "{out}");
}

#[test]
fn the_difference_of_area_and_territory_is_explained() {
    let setup = "AB[ba][bb][bc][bd][be][aa][ac]AW[ca][cb][cc][cd][ce][db]";
    let handicap = "HA[2]AB[ba][bb];W[ca];B[bc];W[cb];B[bd];W[cc];B[be];W[cd];B[];W[ce]";
    for (record, rules, reason) in [
        (
            format!("{setup};B[];W[]"),
            "japanese",
            "By area Black has 1 point more than by territory: +1 for the stones set up (Black 7, White 6).",
        ),
        (
            format!("{setup};B[ae];W[];B[];W[]"),
            "japanese",
            "By area Black has 2 points more than by territory: +1 for the stones played (Black 1, \
             White 0), +1 for the stones set up (Black 7, White 6).",
        ),
        (format!("{handicap};B[];W[]"), "aga", "Area and territory agree."),
        (
            format!("{handicap};B[];W[]"),
            "chinese",
            "By area White has 2 points more than by territory: +1 for the stones played (Black 4, \
             White 5), +1 for the handicap (Black's stones after the first: 1; White's points for them: 2).",
        ),
        (format!("{handicap};B[];W[]"), "japanese", "Area and territory agree."),
    ] {
        let dir = folder(&[("a.sgf", format!("(;SZ[4:5]KM[0]RE[0]{record})").as_bytes())]);
        let (_, out, _) = run(&dir, &["score", "a.sgf", "--rules", rules]);
        let line = out.lines().find(|line| line.starts_with("Moves")).unwrap_or(&out);
        assert!(line.ends_with(&format!(". {reason}")), "{rules}: {out}");
    }
}

#[test]
fn rules() {
    let (code, out, _) = run(".", &["rules"]);
    assert_eq!((code, out.contains("tromp-taylor")), (0, true));
    let (code, out, _) = run(".", &["rules", "aga"]);
    assert_eq!((code, out.contains("A91 11")), (0, true));
    let (code, _, err) = run(".", &["rules", "japanesee"]);
    assert_eq!(code, 2);
    assert_eq!(err, "sgf-audit: no such ruleset: japanesee; did you mean japanese?\n");
}

#[test]
fn causes_and_rulesets_are_explained_too() {
    let (code, out, _) = run(".", &["explain", "dead-left-standing"]);
    assert!(code == 0 && out.starts_with("dead-left-standing (cause"), "{out}");
    let (code, out, _) = run(".", &["explain", "Chinese"]);
    assert!(code == 0 && out.starts_with("chinese: Chinese rules"), "{out}");
    let (code, _, err) = run(".", &["explain", "chinesee"]);
    assert_eq!(code, 2);
    assert_eq!(
        err,
        "sgf-audit: no such finding, cause or ruleset: chinesee; did you mean chinese?\n"
    );
}

#[test]
fn repetition_by_simple_ko() {
    // Two stones are sent, one returns: the board of the beginning, which Chinese rules forbid on paper.
    let record =
        concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/rules/as-4-sending-two-returning-one.sgf");
    let check = |options: &[&str]| {
        // A position without players is a study otherwise.
        let args = ["check", "--rules", "chinese", "--profile", "games", record];
        let (code, out, _) = run(".", &[&args, options].concat());
        (code, out.split_once(" warning[").map_or("error", |_| "warning"), out)
    };
    let (code, severity, out) = check(&[]);
    assert!(code == 1 && severity == "error" && out.contains("error[superko]"), "{out}");
    let (code, severity, out) = check(&["--ko", "simple"]);
    assert!(code == 0 && severity == "warning" && out.contains("[repetition]"), "{out}");
    let (_, out, _) = run(".", &["score", record, "--compare", "--ko", "simple"]);
    assert!(!out.contains("1 forbidden"), "{out}");
    // An immediate retake is forbidden all the same.
    let ko =
        concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/rules/a91-figure-3-ko-retaken-at-once.sgf");
    let (code, out, _) =
        run(".", &["check", "--rules", "chinese", "--ko", "simple", "--profile", "games", ko]);
    assert!(code == 1 && out.contains("error[ko]"), "{out}");
}

#[test]
fn show() {
    let dir = records();
    let (code, out, err) = run(&dir, &["show", "games.sgf", "--move", "6", "--svg", "board.svg"]);
    let message = "the file has several games; this is the first, and --game N chooses another\n";
    assert_eq!((code, &err[..]), (0, message));
    insta::assert_snapshot!(out);
    insta::assert_snapshot!(fs::read_to_string(dir.path().join("board.svg")).unwrap());
    for args in [["--move", "10"], ["--game", "3"], ["--game", "4"], ["--svg", ".."]] {
        let (code, out, err) = run(&dir, &[&["show", "games.sgf"], &args[..]].concat());
        assert_eq!((code, &out[..]), (2, ""), "{err}");
    }
    let left: Vec<_> = fs::read_dir(dir.path()).unwrap().collect();
    assert_eq!(left.len(), 3);
}

#[test]
fn handicap_stones_that_are_taken_to_stand_there_are_drawn() {
    let record = "(;FF[4]GM[1]SZ[19]HA[2]KM[0]RE[?];W[dd];B[qn];W[dq];B[dq])";
    let dir = folder(&[("fox.sgf", record.as_bytes())]);
    let row = " 4 . . . X . . . ";
    let (_, shown, _) = run(&dir, &["show", "fox.sgf", "--move", "1"]);
    assert!(shown.contains(row), "{shown}");
    let (_, found, _) = run(&dir, &["check", "fox.sgf", "--context", "always"]);
    assert!(found.contains("error[occupied-point]") && found.contains(row), "{found}");
}

/// Bytes that look like records, more or less.
fn record_like() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        Just(b"(;SZ[9]".to_vec()),
        Just(b";B[ee];W[ee]".to_vec()),
        Just(b";B[zz]\r\n".to_vec()),
        Just(b"(;GM[1]CA[GBK]PB[".to_vec()),
        Just(b")".to_vec()),
        Just(b"\xff\xfe(\0;\0".to_vec()),
        Just(b"C[\x1b[31m\xe2\x80\xae\xe2\x80\x8d\xcc\x81".to_vec()),
        prop::collection::vec(any::<u8>(), 0..300),
        any::<String>().prop_map(String::into_bytes),
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(size(64, 256)))]

    #[test]
    fn any_bytes_print_safely(bytes in record_like(), color in any::<bool>()) {
        let options = AuditOptions { variations: true, ..AuditOptions::default() };
        let context = if color { ContextStyle::Colored } else { ContextStyle::Plain };
        let report_options =
            ReportOptions {
                min_severity: Severity::Note,
                context,
                ..ReportOptions::default()
            };
        for format in &FORMATS {
            let report = (format.report)(&report_options);
            let mut fragment = Fragment::default();
            let path = Path::new("a.sgf");
            audit_items(path, &bytes, &options, &mut Auditor::new(), None, &mut |item| {
                report.render(item, &mut fragment);
            });
            let plain = anstream::adapter::strip_str(&fragment.text).to_string();
            prop_assert!(!plain.contains(is_command));
            if format.name != "text" || !color {
                prop_assert_eq!(&plain, &fragment.text);
            }
        }
    }
}

#[test]
fn a_run_says_by_which_ruleset_wrong_results_are_right() {
    let record = fs::read_to_string("corpus/causes/other-ruleset.sgf").unwrap();
    let dir = TempDir::new().unwrap();
    let stdout = |args: &[&str]| run(&dir, args).1;
    fs::write(dir.path().join("a.sgf"), &record).unwrap();
    let one = "\n1 of the wrong results is right by Japanese rules (--default-rules japanese); its \
               record names no known ruleset\n";
    assert!(stdout(&["check", ".", "--default-rules", "aga"]).ends_with(one));
    fs::write(dir.path().join("b.sgf"), &record).unwrap();
    let two = "\n2 of the wrong results are right by Japanese rules (--default-rules japanese); their \
               records name no known ruleset\n";
    let both = stdout(&["check", ".", "--default-rules", "aga", "--threads", "2"]);
    assert!(both.ends_with(two));
    assert!(both.contains("\nCauses of 2 wrong results:\n  other-ruleset        2\n"), "{both}");
    assert!(!stdout(&["check", ".", "--default-rules", "japanese"]).contains("right by"));
}
