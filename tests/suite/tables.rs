//! `check --out DIR`: the tables, their bytes, and what is left behind when they can't be written.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::support::{Files, Row, Run, borrowed, corpus, folder, rows, run, size};

const FILES: [&str; 5] =
    ["datapackage.json", "findings.csv", "games.csv", "report.html", "summary.csv"];

/// Columns of numbers of findings, and what they count.
const SEVERITIES: [(&str, &str); 3] =
    [("errors", "error"), ("warnings", "warning"), ("notes", "note")];

/// Runs `check --quiet`.
fn check(folder: &Path, arguments: &[&str]) -> Run {
    run(folder, &[&["check", "--quiet"], arguments].concat())
}

fn whole_corpus() -> String {
    corpus("").to_str().expect("it is text").to_owned()
}

/// Every file of a folder, by name.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).expect("it is there");
    let paths = entries.map(|entry| entry.expect("it can be listed").path());
    paths
        .map(|path| {
            let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
            (name, std::fs::read(&path).expect("it can be read"))
        })
        .collect()
}

/// The files of the report on these files.
fn report(files: Files, arguments: &[&str]) -> BTreeMap<String, Vec<u8>> {
    let folder = folder(files);
    check(folder.path(), &[arguments, &["--out", "report"]].concat());
    contents(&folder.path().join("report"))
}

#[test]
fn the_files_agree_with_the_documented_columns() {
    let folder = folder(&[]);
    let findings = corpus("findings").display().to_string();
    let output = check(folder.path(), &[&findings, "--out", "new/report"]);
    assert_eq!(output.status, 1);
    let files = contents(&folder.path().join("new/report"));
    assert_eq!(files.keys().map(String::as_str).collect::<Vec<_>>(), FILES);

    let documented = crate::docs::pages::columns_md();
    let package: serde_json::Value =
        serde_json::from_slice(&files["datapackage.json"]).expect("it is JSON");
    for resource in package["resources"].as_array().expect("a list") {
        let path = resource["path"].as_str().expect("a path");
        let section = documented.split("\n## ").find(|part| part.starts_with(&format!("`{path}`")));
        let columns: Vec<&str> = section
            .expect("every table is documented")
            .lines()
            .filter_map(|line| line.strip_prefix("- `")?.split('`').next())
            .collect();
        let described: Vec<&str> = resource["schema"]["fields"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|field| field["name"].as_str().expect("a name"))
            .collect();
        let header =
            csv::Reader::from_reader(&files[path][..]).headers().expect("a header").clone();
        assert_eq!(header.iter().collect::<Vec<_>>(), columns, "{path}");
        assert_eq!(described, columns, "{path}");
        assert!(files[path].ends_with(b"\r\n"), "{path}");
    }
}

#[test]
fn the_tables_agree_with_each_other() {
    let undecodable = b"(;CA[UTF-8]SZ[9]PB[\xe6\x9f\xaf\xe6\xb4\x81]RE[B+\xff];B[aa])";
    let folder = folder(&[("undecodable.sgf", undecodable)]);
    let estimate = size(&["--no-estimate"][..], &[]);
    let whole = whole_corpus();
    let arguments = [&[&*whole, "undecodable.sgf", "--out", "report"], estimate].concat();
    check(folder.path(), &arguments);
    let files = contents(&folder.path().join("report"));
    let games = rows(&files["games.csv"]);
    let all = rows(&files["findings.csv"]);
    // What follows from another finding isn't counted.
    let (findings, following): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|finding| finding["follows"].is_empty());
    assert!(games.len() > 100 && findings.len() > 50 && !following.is_empty());
    for finding in &following {
        let is_cause = |cause: &&Row| {
            ["path", "game"].into_iter().all(|column| cause[column] == finding[column])
                && cause["finding"] == finding["follows"]
        };
        assert!(findings.iter().any(|cause| is_cause(&cause)), "{}", finding["path"]);
    }
    let mut with_file_errors = 0;
    for game in &games {
        let count = |severity: &str, games: &[&str]| {
            let of_game = |finding: &&Row| {
                finding["path"] == game["path"]
                    && games.contains(&&*finding["game"])
                    && finding["severity"] == severity
            };
            findings.iter().filter(of_game).count()
        };
        for (column, severity) in SEVERITIES {
            let all = count(severity, &["0", &game["game"]]);
            assert_eq!(game[column], all.to_string(), "{}", game["path"]);
        }
        assert_eq!(game["file_errors"], count("error", &["0"]).to_string(), "{}", game["path"]);
        let contradicts = |finding: &Row| {
            const NAMES: [&str; 5] = [
                "handicap-mismatch",
                "out-of-turn",
                "play-after-end",
                "impossible-margin",
                "result-contradicts-end",
            ];
            ["path", "game"].into_iter().all(|column| finding[column] == game[column])
                && finding["severity"] == "warning"
                && NAMES.contains(&&*finding["finding"])
        };
        let clean = game["errors"] == "0"
            && !game["verdict"].starts_with("wrong")
            && game["komi_source"] != "doubtful"
            && !findings.iter().chain(&following).any(contradicts);
        assert_eq!(game["clean"], clean.to_string(), "{}", game["path"]);
        with_file_errors += u32::from(game["file_errors"] != "0");
    }
    assert!(with_file_errors > 0);
    let summary = rows(&files["summary.csv"]);
    for row in &summary {
        let of = |finding: &&Row| finding["finding"] == row["finding"];
        for (column, severity) in SEVERITIES {
            let found = findings.iter().filter(of).filter(|found| found["severity"] == severity);
            assert_eq!(row[column], found.count().to_string(), "{}", row["finding"]);
        }
        let places = |of_file: bool| -> BTreeSet<_> {
            let found = findings.iter().filter(of).filter(|at| (at["game"] == "0") == of_file);
            found.map(|found| (&found["path"], &found["game"])).collect()
        };
        assert_eq!(row["games"], places(false).len().to_string(), "{}", row["finding"]);
        assert_eq!(row["files"], places(true).len().to_string(), "{}", row["finding"]);
    }
    let kinds: BTreeSet<_> = findings.iter().map(|finding| &finding["finding"]).collect();
    assert_eq!(summary.len(), kinds.len());
    // Each finding lies in its file.
    for finding in &findings {
        let path = folder.path().join(&finding["path"]);
        let length = std::fs::metadata(path).expect("it is there").len();
        let [start, end] = ["byte_start", "byte_end"].map(|c| finding[c].parse::<u64>().unwrap());
        assert!(start <= end && end <= length.max(1), "{finding:?}");
    }
}

#[test]
fn formulas_are_neutralised() {
    let record = "(;SZ[9]PB[=cmd|' /C calc'!A0]PW[-oz-]DT[-1]EV[@SUM(A1:A2), \"quoted\"\nline]RE[=1+1];B[aa])";
    let folder = folder(&[("=a.sgf", record.as_bytes())]);
    let game = |out: &str, options: &[&str]| {
        check(folder.path(), &[&["=a.sgf", "--out", out], options].concat());
        let files = contents(&folder.path().join(out));
        let findings = rows(&files["findings.csv"]);
        let game = rows(&files["games.csv"]).remove(0);
        assert!(findings.iter().all(|finding| finding["path"] == game["path"]));
        ["path", "black", "white", "date", "event", "result_text"].map(|name| game[name].clone())
    };
    let raw =
        ["=a.sgf", "=cmd|' /C calc'!A0", "-oz-", "-1", "@SUM(A1:A2), \"quoted\" line", "=1+1"];
    assert_eq!(game("raw", &["--raw-cells"]), raw);
    let harmless = |text: &str| text == "-oz-";
    let neutral = raw.map(|text| if harmless(text) { text.into() } else { format!("'{text}") });
    assert_eq!(game("neutral", &[]), neutral);
}

#[test]
fn text_that_looks_like_a_number_stays_text() {
    let record = "(;SZ[9]PB[1e5]PW[NA]DT[1938]RO[2]TM[600]OT[]RE[0];B[ee];W[])";
    let folder = folder(&[("a.sgf", record.as_bytes())]);
    let names = ["black", "white", "date", "date_iso", "round", "main_time_text", "overtime_text"];
    let game = |options: &[&str]| {
        check(folder.path(), &[&["a.sgf", "--out", "out"], options].concat());
        let game = rows(&contents(&folder.path().join("out"))["games.csv"]).remove(0);
        assert_eq!(game["main_time"], "600");
        names.map(|name| game[name].clone())
    };
    let recorded = ["1e5", "NA", "1938", "1938", "2", "600", ""];
    assert_eq!(game(&["--raw-cells"]), recorded);
    assert_eq!(game(&["--excel", "--raw-cells"]), recorded);
    let mut excel = game(&["--excel"]);
    assert_eq!(excel, recorded);
    excel.iter_mut().filter(|text| !text.is_empty()).for_each(|text| text.insert(0, '\''));
    assert_eq!(game(&[]), excel);
}

#[test]
fn excel_gets_a_byte_order_mark() {
    let folder = folder(&[("a.sgf", "(;SZ[9]PB[\u{67ef}\u{6d01}];B[ee])".as_bytes())]);
    let tables = |out: &str, options: &[&str]| {
        check(folder.path(), &[&["a.sgf", "--compare", "--out", out], options].concat());
        let mut files = contents(&folder.path().join(out));
        files.retain(|name, _| name.ends_with(".csv"));
        files
    };
    let (plain, excel) = (tables("plain", &[]), tables("excel", &["--excel"]));
    assert_eq!(plain.len(), 4);
    for (name, table) in &plain {
        assert_eq!(excel[name].strip_prefix(b"\xef\xbb\xbf"), Some(&table[..]), "{name}");
    }
    // They are known as tables of this program.
    std::fs::remove_file(folder.path().join("excel/datapackage.json")).expect("removed");
    assert_eq!(tables("excel", &[]), plain);
}

/// What a file has counts in all of its games, also in a file that is read in parts.
#[test]
fn findings_of_a_file_count_in_its_games() {
    let comment = "x".repeat(2000);
    let game = |number: usize| {
        format!("(;SZ[9]PB[{number}]C[{comment}]RE[B+R];B[ee];W[{}])", ["ee", "cc"][number % 2])
    };
    // Bytes that are no UTF-8 and several games are what the file has itself.
    let file =
        |games: usize| [(0..games).map(game).collect::<String>().as_bytes(), b"\xff"].concat();
    let (large, small, one) = (file(2500), file(20), file(1));
    let files = report(&[("large.sgf", &large), ("small.sgf", &small), ("one.sgf", &one)], &["."]);
    let (games, findings) = (rows(&files["games.csv"]), rows(&files["findings.csv"]));
    assert_eq!(games.len(), 2521);
    let mut found = BTreeMap::<_, u64>::new();
    for finding in &findings {
        *found.entry(["path", "game", "severity"].map(|column| &*finding[column])).or_default() +=
            1;
    }
    for game in &games {
        let of = |number: &str, severity: &str| {
            found.get(&[&*game["path"], number, severity]).copied().unwrap_or(0)
        };
        for (column, severity) in SEVERITIES {
            let all = of("0", severity) + of(&game["game"], severity);
            assert_eq!(game[column], all.to_string(), "{game:?}");
        }
        assert_eq!(game["file_errors"], of("0", "error").to_string());
        assert_eq!(game["clean"], (game["errors"] == "0").to_string());
        assert!(SEVERITIES.iter().any(|(_, severity)| of("0", severity) > 0), "{game:?}");
    }
}

#[test]
fn headers_are_normalised() {
    let record = "(;SZ[9:13]BR[P9\u{6bb5}]WR[3 dan]DT[1994/5/3]RO[1 (final)]PC[The KGS Go Server]TM[30m]\
                  OT[5x30 byo-yomi]RE[W+3.5];B[aa])(;BR[?]WR[Honinbo]DT[5 Feb 1999]OT[none]RE[Draw];B[aa])";
    let games = rows(&report(&[("a.sgf", record.as_bytes())], &["a.sgf"])["games.csv"]);
    let columns = "width height black_rank white_rank date_iso round place server main_time \
                   overtime winner margin komi";
    let of = |game: &Row| columns.split(' ').map(|column| game[column].clone()).collect::<Vec<_>>();
    let first = [
        "9",
        "13",
        "9p",
        "3d",
        "1994-05-03",
        "1 (final)",
        "The KGS Go Server",
        "kgs",
        "1800",
        "5x30",
        "W",
        "3.5",
        "5.5",
    ];
    assert_eq!(of(&games[0]), first);
    let second = ["19", "19", "?", "", "1999-02-05", "", "", "", "", "none", "draw", "0.0", "5.5"];
    assert_eq!(of(&games[1]), second);
    let recorded =
        ["result_text", "black_rank_text", "white_rank_text", "main_time_text", "overtime_text"];
    let recorded = recorded.map(|column| games[1][column].clone());
    assert_eq!(recorded, ["Draw", "?", "Honinbo", "", "none"]);
}

/// The position after the last move, and what the moves captured: what a replay of the tables must give.
#[test]
fn games_say_what_a_replay_gives() {
    let games = [
        ("(;SZ[9];B[cc];W[gg])", ["B", "0", "0"]),
        ("(;SZ[9]AB[cc]PL[W];W[gg])", ["B", "0", "0"]),
        ("(;SZ[19];B[cc];W[gg])", ["B", "0", "0"]),
        ("(;SZ[9]AW[gg];B[cc])", ["W", "0", "0"]),
        ("(;SZ[9];B[aa];W[ba];B[ee];W[ab];B[];W[])", ["B", "0", "1"]),
        // What is set up after the last move doesn't count, nor do stones that are taken off as dead.
        ("(;SZ[9];B[aa];W[ba];B[ee];W[ab];B[];W[];AE[ba])", ["B", "0", "1"]),
        ("(;SZ[9];B[aa];W[ba];B[ee];W[ab];B[];W[];AE[ba];B[ff])", ["W", "0", "1"]),
    ];
    let collection: String = games.iter().map(|(game, _)| *game).collect();
    let rows = rows(&report(&[("a.sgf", collection.as_bytes())], &["a.sgf"])["games.csv"]);
    for ((game, expected), row) in games.iter().zip(&rows) {
        let columns = ["to_move", "black_captures", "white_captures"].map(|column| &*row[column]);
        assert_eq!(columns, *expected, "{game}");
    }
    let keys: Vec<&str> = rows.iter().map(|row| &*row["final_position"]).collect();
    assert_eq!((keys[0], keys[4]), (keys[1], keys[5]));
    let different: BTreeSet<&str> = keys.iter().copied().collect();
    assert_eq!(different.len(), keys.len() - 2, "{keys:?}");
}

/// Games whose record contradicts itself aren't clean, and their columns say what isn't known.
#[test]
fn contradictions_are_not_clean() {
    const PLAYED: &str = ";B[ba];W[ca];B[bb];W[cb];B[bc];W[cc];B[bd];W[cd];B[be];W[ce];B[];W[])";
    let played = |header: &str| format!("(;SZ[4:5]RU[Japanese]{header}{PLAYED}");
    let games = [
        ("(;KM[6.5]RE[B+R];B[pd];W[dp])".to_owned(), ["true", "record", "6.5", "0"]),
        // A stone of the fixed placement is played on.
        ("(;HA[6]KM[0.5]RE[B+R];W[pd];B[dp])".to_owned(), ["false", "record", "0.5", ""]),
        ("(;HA[5]KM[0.5]RE[B+R];W[cc];B[nc])".to_owned(), ["false", "record", "0.5", "5"]),
        ("(;HA[2]AB[dp][pd]KM[0.5]RE[B+R];W[cc];B[nc])".to_owned(), ["true", "record", "0.5", "2"]),
        (
            "(;HA[3]AB[dp][pd]KM[0.5]RE[B+R];W[cc];B[nc])".to_owned(),
            ["false", "record", "0.5", "2"],
        ),
        ("(;KM[6.5]RE[B+R];B[pd];W[dp];W[dd])".to_owned(), ["false", "record", "6.5", "0"]),
        ("(;KM[0]RE[B+2.5];B[pd];W[dp])".to_owned(), ["false", "doubtful", "0.0", "0"]),
        ("(;KM[0]RE[B+2];B[pd];W[dp])".to_owned(), ["true", "record", "0.0", "0"]),
        ("(;KM[0]HA[0]RE[B+R]AP[foxwq];B[pd];W[dp])".to_owned(), ["false", "doubtful", "0.0", "0"]),
        ("(;KM[0]HA[0]RE[B+R];B[pd];W[dp])".to_owned(), ["true", "record", "0.0", "0"]),
        (
            "(;KM[0]HA[2]AB[dp][pd]RE[B+R]TC[3]TT[30];W[cc];B[nc])".to_owned(),
            ["true", "record", "0.0", "2"],
        ),
        (
            "(;KM[375]RE[B+R]RU[Chinese]AP[foxwq];B[pd];W[dp])".to_owned(),
            ["true", "record", "7.5", "0"],
        ),
        ("(;KM[375]RE[B+2]RU[Chinese];B[pd];W[dp])".to_owned(), ["false", "doubtful", "7.5", "0"]),
        (played("AP[foxwq]KM[0]RE[W+6.5]"), ["true", "inferred", "6.5", "0"]),
        (played("AP[foxwq]KM[0]RE[0]"), ["true", "record", "0.0", "0"]),
        (played("AP[foxwq]KM[0]RE[W+2]"), ["false", "doubtful", "0.0", "0"]),
        (played("KM[0]RE[W+6.5]"), ["false", "doubtful", "0.0", "0"]),
        (played("RE[W+6.5]"), ["true", "default", "6.5", "0"]),
    ];
    let collection: String = games.iter().map(|(game, _)| game.as_str()).collect();
    let rows = rows(&report(&[("a.sgf", collection.as_bytes())], &["a.sgf"])["games.csv"]);
    for ((game, expected), row) in games.iter().zip(&rows) {
        let columns = ["clean", "komi_source", "komi", "handicap"].map(|column| &*row[column]);
        assert_eq!(columns, *expected, "{game}");
    }
    assert_eq!(rows.len(), games.len());
}

/// The same game turned, converted, cut short and with a mistake in it.
#[test]
fn copies_of_a_game_have_one_signature() {
    let plays = |from: usize, to: usize, wrong: usize| {
        let play = |number: usize| {
            let row = char::from(b'a' + (number / 10) as u8 + u8::from(number == wrong));
            let column = char::from(b'a' + (number % 10) as u8);
            format!(";{}[{column}{row}]", ['B', 'W'][number % 2])
        };
        (from..to).map(play).collect::<String>()
    };
    let records = [
        ("a.sgf", format!("(;PB[One]{};B[];W[])", plays(0, 80, 99))),
        (
            "copy.sgf",
            format!("(;PB[Eins]RE[B+R]{}({})(;W[qq]))", plays(0, 79, 99), plays(79, 80, 99)),
        ),
        ("end.sgf", format!("(;{})", plays(0, 75, 99))),
        ("mistake.sgf", format!("(;{})", plays(0, 80, 22))),
        ("other.sgf", format!("(;{})", plays(0, 80, 19))),
        ("short.sgf", format!("(;{};B[])", plays(0, 18, 99))),
        ("none.sgf", "(;C[nothing];B[];W[])".to_owned()),
    ];
    let files = report(&borrowed(&records), &["."]);
    let games = rows(&files["games.csv"]);
    let of = |name: &str, column: &str| {
        let game = games.iter().find(|game| game["path"].ends_with(name)).expect("it is listed");
        game[column].clone()
    };
    let copies = |column: &str| {
        let first = of("a.sgf", column);
        let same = records.iter().filter(|(name, _)| of(name, column) == first);
        same.map(|(name, _)| *name).collect::<Vec<_>>()
    };
    assert_eq!(copies("game_hash"), ["a.sgf", "copy.sgf"]);
    assert_eq!(copies("dyer_signature"), ["a.sgf", "copy.sgf", "end.sgf", "mistake.sgf"]);
    assert_eq!((&of("a.sgf", "game_hash")[..1], of("a.sgf", "game_hash").len()), ("g", 17));
    assert_eq!(of("none.sgf", "game_hash"), "");
    assert_ne!(of("short.sgf", "game_hash"), "");
    assert_eq!(of("short.sgf", "dyer_signature"), "");
}

#[test]
fn a_report_replaces_the_one_before() {
    let folder = folder(&[("a.sgf", b"(;SZ[9];B[ee])")]);
    let larger = corpus("rules").display().to_string();
    check(folder.path(), &[&larger, "--out", "report"]);
    check(folder.path(), &["a.sgf", "--out", "report"]);
    let files = contents(&folder.path().join("report"));
    assert_eq!(files.keys().map(String::as_str).collect::<Vec<_>>(), FILES);
    assert_eq!(rows(&files["games.csv"]).len(), 1);
}

#[test]
fn a_ruleset_of_ones_own_is_compared_with_the_others() {
    let record = "(;SZ[4:5]KM[0]RE[B+1];B[ba];W[ca];B[bb];W[cb];B[bc];W[cc];B[bd];W[cd];B[be];W[ce]\
                  ;B[aa];W[];B[];W[])";
    let club = b"id = \"club\"\nbase = \"aga\"\nblack-wins-ties = true\n";
    let folder = folder(&[("a.sgf", record.as_bytes()), ("club.toml", club)]);
    let arguments = ["a.sgf", "--compare", "--rules-file", "club.toml"];
    check(folder.path(), &[&arguments[..], &["--out", "report"]].concat());
    let rows = rows(&contents(&folder.path().join("report"))["rulesets.csv"]);
    assert_eq!(rows.len(), 20);
    let column = |name: &str| rows.iter().map(|row| row[name].clone()).collect::<Vec<_>>();
    assert_eq!(column("ruleset")[..2], ["club", "aga"]);
    assert_eq!(column("own")[..2], ["true", "false"]);
    assert_eq!(column("differs")[..2], ["same", "winner"]);
    // In text the star of the legend is there.
    let score = run(&folder, &[&["score"], &arguments[..]].concat());
    assert!(score.stdout.contains("\nclub *"), "{score:?}");
}

/// What leaves the game's own result open leaves those by other rulesets open.
#[test]
fn no_ruleset_has_a_result_where_the_verdict_is_undecided() {
    let record = "(;SZ[4:5]RU[AGA]KM[0]RE[B+0];B[ba];W[ca];B[bb];W[cb];B[bc];W[cc];B[bd];W[cd];B[be];W[ce]\
                  ;B[aa];W[];B[];W[])";
    let wide = record.replace("SZ[4:5]", "SZ[5:5]").replace(";W[])", ";W[]TB[aa:ae]TW[da:ee])");
    let right = wide.replace("B+0", "W+5");
    let tables = report(
        &[("open.sgf", wide.as_bytes()), ("right.sgf", right.as_bytes())],
        &["open.sgf", "right.sgf", "--compare"],
    );
    let verdicts: Vec<String> =
        rows(&tables["games.csv"]).iter().map(|row| row["verdict"].clone()).collect();
    assert_eq!(verdicts, ["undecided", "confirmed"]);
    for row in rows(&tables["rulesets.csv"]) {
        let open = row["path"] == "open.sgf";
        for column in ["margin", "result", "board", "prisoners", "komi", "other", "differs"] {
            assert_eq!(row[column].is_empty(), open, "{column}: {row:?}");
        }
    }
}

/// The figures in brackets of a remark.
fn figures(remarks: &str) -> impl Iterator<Item = f64> {
    remarks.split(['(', ')']).skip(1).step_by(2).map(|figure| figure.parse().expect("a figure"))
}

#[test]
fn remarks_account_for_the_whole_difference() {
    let folder = folder(&[]);
    let estimate = size(&["--no-estimate"][..], &[]);
    let whole = whole_corpus();
    let arguments = [&[&*whole, "--compare", "--out", "report"], estimate].concat();
    check(folder.path(), &arguments);
    let rows = rows(&contents(&folder.path().join("report"))["rulesets.csv"]);
    let margin = |row: &Row| row["margin"].parse::<f64>().ok();
    let mut explained = 0;
    for game in rows.chunk_by(|a, b| a["path"] == b["path"] && a["game"] == b["game"]) {
        let own = game.iter().find(|row| row["own"] == "true").and_then(margin);
        for row in game.iter().filter(|row| row["own"] != "true") {
            let (Some(own), Some(here)) = (own, margin(row)) else { continue };
            // Halves and quarters add up exactly.
            let sum: f64 = figures(&row["remarks"]).sum();
            assert!((here - own - sum).abs() < 1e-6, "{own} by its own rules: {row:?}");
            explained += u32::from(here != own);
        }
    }
    assert!(explained > 500, "{explained}");
}

#[test]
fn remarks_give_the_reasons_of_a_difference() {
    let remarks = |record: &str, ruleset: &str| {
        let rows =
            rows(&report(&[("a.sgf", record.as_bytes())], &["a.sgf", "--compare"])["rulesets.csv"]);
        let row = rows.iter().find(|row| row["ruleset"] == ruleset);
        row.expect("a row")["remarks"].clone()
    };
    let moves = ";B[ba];W[ca];B[bb];W[cb];B[bc];W[cc];B[bd];W[cd];B[be];W[ce]";
    // White was the first to pass, and passes once more than Black.
    let aga = format!("(;SZ[4:5]RU[AGA]{moves};B[aa];W[];B[];W[])");
    assert_eq!(remarks(&aga, "aga-1991"), "komi 5.5 rather than 7.5 (-2)");
    assert_eq!(
        remarks(&aga, "japanese"),
        "no pass stones: Black's 1 and White's 2 don't count (+1); komi 6.5 rather than 7.5 (-1)"
    );
    assert_eq!(
        remarks(&aga, "wmsg"),
        "komi 6.5 rather than 7.5 (-1); the point for White's first pass (+1)"
    );
    // Two handicap stones, which by area are two points.
    let chinese = format!("(;SZ[4:5]RU[Chinese]KM[0]HA[2]AB[ba][bb]{}", ";W[ca];B[bc];W[cb]");
    let chinese = format!("{chinese};B[bd];W[cc];B[be];W[cd];B[];W[ce];B[];W[])");
    assert_eq!(
        remarks(&chinese, "japanese"),
        "another winner; no points for handicap stones rather than 2 (-2)"
    );
    assert_eq!(remarks(&chinese, "aga"), "1 point for handicap stones rather than 2 (-1)");
    let of_corpus = |name: &str, ruleset: &str| {
        let path = corpus("rules").join(name);
        remarks(&std::fs::read_to_string(path).expect("it is there"), ruleset)
    };
    assert_eq!(
        of_corpus("ovw-group-tax.sgf", "stone-scoring"),
        "another winner; area, not territory: stones and pass stones, Black 9, White 8 (-1)\
         ; komi 0 rather than 7.5 (-7.5); group tax of 4 for Black and 2 for White (+2)"
    );
    assert_eq!(
        of_corpus("ovw-ing-black-wins-ties.sgf", "ing"),
        "komi 8 rather than 7.5 (+0.5); Black wins ties"
    );
    assert_eq!(
        of_corpus("ovw-false-eye-to-be-filled.sgf", "tromp-taylor"),
        "1 dead stone stays (-6); area, not territory: stones and pass stones, Black 10, White 13 (+3)"
    );
}

#[test]
fn findings_beyond_the_maximum_are_counted() {
    let record = format!("(;SZ[9]RU[AGA]RE[?];B[ee]{})", ";W[ee];B[ee]".repeat(20));
    let folder = folder(&[("a.sgf", record.as_bytes())]);
    let of = |most: &str| {
        check(folder.path(), &["a.sgf", "--max-findings", most, "--out", most]);
        let files = contents(&folder.path().join(most));
        let summary = rows(&files["summary.csv"]);
        let occupied = summary.iter().find(|row| row["finding"] == "occupied-point");
        let game = &rows(&files["games.csv"])[0];
        (
            rows(&files["findings.csv"]).len(),
            occupied.expect("a row")["errors"].clone(),
            game["errors"].clone(),
        )
    };
    assert_eq!(of("1000"), (40, "40".to_owned(), "40".to_owned()));
    assert_eq!(of("3"), (3, "40".to_owned(), "40".to_owned()));
}

#[test]
fn a_table_of_an_earlier_report_is_removed() {
    let folder = folder(&[("a.sgf", b"(;SZ[9];B[ee])")]);
    let report = folder.path().join("report");
    check(folder.path(), &["a.sgf", "--compare", "--out", "report"]);
    assert!(report.join("rulesets.csv").is_file());
    check(folder.path(), &["a.sgf", "--out", "report"]);
    let files = contents(&report);
    assert_eq!(files.keys().map(String::as_str).collect::<Vec<_>>(), FILES);
    // A file that somebody else put there stays.
    std::fs::write(report.join("rulesets.csv"), "mine").expect("written");
    check(folder.path(), &["a.sgf", "--out", "report"]);
    assert_eq!(contents(&report)["rulesets.csv"], b"mine");
}

#[test]
fn other_files_are_not_overwritten() {
    let folder = folder(&[("a.sgf", b"(;SZ[9]PB[Ann Lee])(;SZ[9]PB[ann lee])")]);
    for (number, file) in FILES.into_iter().chain(["rulesets.csv", "aliases.toml"]).enumerate() {
        let out = number.to_string();
        let arguments = ["a.sgf", "--compare", "--statistics", "--out", &out];
        let report = folder.path().join(&out);
        std::fs::create_dir(&report).expect("made");
        for content in ["path,game\n", "{\"name\": \"mine\"}", "x"] {
            std::fs::write(report.join(file), content).expect("written");
            let output = check(folder.path(), &arguments);
            let why = format!("{file} exists and was not written by sgf-audit; not overwriting");
            assert_eq!((output.status, output.stderr), (2, format!("sgf-audit: {out}: {why}\n")));
            let files = contents(&report);
            assert_eq!((files.len(), files[file].as_slice()), (1, content.as_bytes()), "{file}");
        }
        // An empty file may be replaced, and so may a table without its package, which its columns identify.
        std::fs::write(report.join(file), "").expect("written");
        check(folder.path(), &arguments);
        assert_eq!(contents(&report).len(), 7);
        std::fs::remove_file(report.join("datapackage.json")).expect("removed");
        check(folder.path(), &arguments);
        assert_eq!(contents(&report).len(), 7);
    }
}

#[test]
fn a_report_is_replaced_whole_or_not_at_all() {
    let folder = folder(&[("a.sgf", b"(;SZ[9];B[ee])")]);
    for table in ["games.csv", "summary.csv", "rulesets.csv"] {
        let report = folder.path().join(table).join("report");
        std::fs::create_dir_all(report.join(table)).expect("made");
        let out = format!("{table}/report");
        let output = check(folder.path(), &["a.sgf", "--compare", "--out", &out]);
        let message = format!("sgf-audit: {out}: {table} is a directory\n");
        assert_eq!((output.status, output.stderr), (2, message));
        assert_eq!(std::fs::read_dir(&report).expect("it is there").count(), 1, "{table}");
    }
}

#[test]
fn nothing_is_left_where_no_report_can_be() {
    let folder = folder(&[("a.sgf", b"(;SZ[9];B[ee])"), ("file", b"not a folder")]);
    let before = contents(folder.path());
    for out in ["file", "file/report"] {
        let output = check(folder.path(), &["a.sgf", "--out", out]);
        assert_eq!(output.status, 2, "{out}");
        assert!(output.stderr.starts_with(&format!("sgf-audit: {out}: ")), "{output:?}");
    }
    assert_eq!(contents(folder.path()), before);
    // A run that fails leaves the folder empty.
    std::fs::create_dir(folder.path().join("none")).expect("made");
    assert_eq!(check(folder.path(), &["none", "--out", "report"]).status, 2);
    assert!(contents(&folder.path().join("report")).is_empty());
}

/// The Data Package says where a report comes from.
#[test]
fn a_report_says_where_it_comes_from() {
    let folder = folder(&[("a.sgf", b"(;SZ[9]RE[B+R];B[ee];W[ee])")]);
    let package = |options: &[&str]| -> serde_json::Value {
        check(folder.path(), &[&["a.sgf", "--out", "report"], options].concat());
        let files = contents(&folder.path().join("report"));
        serde_json::from_slice(&files["datapackage.json"]).expect("it is JSON")
    };
    let plain = package(&[]);
    // The date is that of SOURCE_DATE_EPOCH, which all tests set.
    assert_eq!(plain["created"], "2023-11-14T00:00:00Z");
    let of = &plain["sgf-audit"];
    assert_eq!(of["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(of["inputs"], serde_json::json!(["a.sgf"]));
    assert_eq!((&of["files"], &of["games"]), (&1.into(), &1.into()));
    assert_eq!((&of["findings"]["errors"], &of["verdicts"]["not-counted"]), (&1.into(), &1.into()));
    assert_eq!(of["options"]["default-rules"], "inferred: aga, japanese, chinese");
    assert!(of["estimator"].as_str().expect("a name").starts_with("embedded estimator, weights "));
    let other =
        package(&["--rules", "japanese", "--no-estimate", "--komi", "5.5", "--threads", "1"]);
    let of = &other["sgf-audit"];
    assert_eq!(
        (&of["options"]["rules"], &of["options"]["komi"]),
        (&"japanese".into(), &5.5.into())
    );
    assert!(of["estimator"].is_null());
    // Nothing but options and counts makes a difference.
    assert_eq!(package(&["--threads", "2"]), plain);
}
