//! Results as rating lists take them: written, read back by the same readers, and compared.

use crate::support::{Row, check_event, folder, project, rows, run};

/// Writes the results of a table, with the decisions of an event, and returns the games of the table that was read and of
/// the one that was written, and the text of that.
fn written(
    record: &str,
    table: (&str, &[u8]),
    event: &str,
    out: &str,
) -> (Vec<Row>, Vec<Row>, String) {
    let check = |table: (&str, &[u8]), event: &str, more: &[&str]| {
        let options = [&["--no-estimate", "--quiet"], more].concat();
        let mut run = check_event(&[("games/a.sgf", record)], event, table, &options);
        run.pairings.retain(|row| row["mark"] != "no-row");
        run
    };
    let before = check(table, event, &["--results-out", out]);
    let text = before.written.expect("it was written");
    let after = check((out, text.as_bytes()), "", &[]);
    (before.pairings, after.pairings, text)
}

/// A game in the form in which formats can be compared: players, colours, winner, handicap.
fn game(row: &Row, has_margin: bool) -> String {
    let key = |name: &str| {
        let mut words: Vec<String> =
            name.replace(',', " ").split_whitespace().map(str::to_lowercase).collect();
        words.sort();
        words.join(" ")
    };
    let result = match &*row["table_result"] {
        result if has_margin => result.to_owned(),
        result => match result.split_once('+') {
            Some((winner, "F")) => format!("{winner}+F"),
            Some((winner, _)) => format!("{winner}+"),
            None => result.to_owned(),
        },
    };
    let (black, white, round) = (key(&row["black"]), key(&row["white"]), &row["round"]);
    format!("{round} {black} - {white} {result} {}", row["table_handicap"])
}

fn sorted(rows: &[Row], has_margin: bool) -> Vec<String> {
    let mut games: Vec<String> = rows.iter().map(|row| game(row, has_margin)).collect();
    games.sort();
    games
}

const RECORD: &str = "(;GM[1]FF[4]SZ[9]PB[nobody]PW[no one];B[ee])";

#[test]
fn what_is_written_is_read_as_the_same_games() {
    for name in ["results.csv", "results.h9", "results.xml", "results.aga.txt"] {
        let table = std::fs::read(project("corpus/event").join(name)).expect("it is there");
        for out in ["out.csv", "out.h9", "out.aga"] {
            let (before, after, text) =
                written(RECORD, (name, &table), "name = 'Corpus Cup'\n", out);
            let has_margin = out == "out.csv";
            let (before, after) = (sorted(&before, has_margin), sorted(&after, has_margin));
            // The AGA rates no game that wasn't played.
            let is_rated = |game: &&String| out != "out.aga" || !game.contains("+F");
            let before: Vec<&String> = before.iter().filter(is_rated).collect();
            assert_eq!(before, after.iter().collect::<Vec<_>>(), "{name} {out}\n{text}");
        }
    }
}

#[test]
fn results_that_few_formats_have_are_kept_or_named() {
    let table = "round,board,black,white,handicap,komi,result\n1,1,Ag Bo,Fo Zo,0,6.5,jigo\n1,2,Si Do,Nu Jo,0,6.5,0-0\n\
                 2,1,Ag Bo,Si Do,3,0.5,W+2.5\n2,2,Fo Zo,Nu Jo,0,0.5,B!\n3,1,Fo Zo,,,,bye\n3,2,Ag Bo,Nu Jo,0,6.5,?\n";
    let table = ("t.csv", table.as_bytes());
    for out in ["out.csv", "out.h9"] {
        let (before, after, text) = written(RECORD, table, "name = 'x'\n", out);
        let has_margin = out == "out.csv";
        assert_eq!(sorted(&before, has_margin), sorted(&after, has_margin), "{text}");
        let komi =
            |rows: &[Row]| rows.iter().map(|row| row["table_komi"].clone()).collect::<Vec<_>>();
        assert!(!has_margin || komi(&before) == komi(&after), "{text}");
    }
    let (_, after, text) =
        written(RECORD, table, "name = 'x'\nfirst-date = 2026-07-04\n", "out.aga");
    assert_eq!(
        sorted(&after, false),
        ["2 ag bo - do si W+ 3", "3 ag bo - jo nu ? 0", "3 fo zo -  bye "]
    );
    for line in [
        "# left out: round 1, Ag Bo - Fo Zo: a draw; the report has no such result",
        "# left out: round 1, Si Do - Nu Jo: both lose; the report has no such result",
        "# left out: round 2, Fo Zo - Nu Jo: Fo Zo won by default; the report has no such result",
        "\tstart=7/4/2026",
    ] {
        assert!(text.lines().any(|of| of == line), "{line}\n{text}");
    }
}

/// Where the table has no colours, those of the record are written.
#[test]
fn colours_that_only_records_know_are_written() {
    let table = "1 Berg Ann 1d DE X 1 2+\n2 Cole Bo 1d DE X 0 1-\n3 Dahl Cy 1d DE X 1 4+\n4 Ek Di 1d DE X 0 3-\n";
    let record = "(;FF[4]SZ[9]RO[1]PB[Cole Bo]PW[Berg Ann]RE[W+R];B[ee];W[cc])";
    for (out, written) in [
        ("o.csv", "1,,\"Cole, Bo\",\"Berg, Ann\","),
        ("o.aga", "\n90001 90002 W"),
        ("o.aga", "left out: round 1, Dahl, Cy - Ek, Di"),
        ("o.h9", "2+/w"),
    ] {
        let (records, table) = ([("games/1.sgf", record)], ("t.h9", table.as_bytes()));
        let run = check_event(&records, "", table, &["--results-out", out]);
        let text = run.written.expect("written");
        assert!(text.contains(written), "{out}: {text}");
    }
}

/// A match is a line, with the results that count, and its games are named by board and team.
#[test]
fn matches_of_teams_are_a_line_each() {
    let table = "round,board,black,white,black_team,white_team,result\n\
                 1,1,Ann,Bob,Berlin,Hamburg,B+R\n1,2,Cy,Di,Hamburg,Berlin,B+R\n1,3,Eve,Flo,Berlin,Hamburg,jigo\n\
                 1,1,Gus,Hal,Köln,Bonn,W!\n2,1,Ann,Hal,Berlin,Bonn,\n2,2,Eve,Jo,Berlin,Bonn,0-0\n2,3,Kim,Lo,,Bonn,B+R\n";
    let event = "[[rulings]]\nblack = 'Cy'\nwhite = 'Di'\nresult = 'W!'\n";
    let files = [
        ("t.csv", table.as_bytes()),
        ("e.toml", event.as_bytes()),
        ("games/1.sgf", b"(;FF[4]SZ[9]RO[1]PB[Ann]PW[Bob]RE[B+R];B[ee];W[cc])"),
    ];
    let folder = folder(&files);
    let arguments = ["check", "games", "--event", "e.toml", "--results", "t.csv", "--out", "out"];
    let more = ["--results-out", "o.csv"];
    let run = run(folder.path(), &[&arguments[..], &more].concat());
    let matches = "Matches of teams:\n  round 1: Berlin - Hamburg 2.5:0.5\n  round 1: Bonn - Köln 1:0\n  \
                   round 2: Berlin - Bonn 0:0, 1 game without a result\n";
    assert!(run.stdout.contains(matches), "{}", run.stdout);
    let missing = "no record of round 1, board 3, Eve (Berlin) and Flo (Hamburg)";
    assert!(run.stdout.contains(missing), "{}", run.stdout);
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("written");
    assert!(read("out/report.html").contains("<li>round 1: Bonn - Köln 1:0</li>"));
    let teams: Vec<[String; 2]> = rows(read("out/pairings.csv"))
        .iter()
        .map(|row| ["black_team", "white_team"].map(|column| row[column].clone()))
        .collect();
    assert_eq!(teams[1], ["Hamburg", "Berlin"]);
    // What is written has boards and teams, and comments that name the decision.
    let written = read("o.csv");
    assert!(written.contains("1,2,Cy,Di,,,W!,ruling,Hamburg,Berlin\r\n"), "{written}");
}

#[test]
fn decisions_are_in_the_results_and_listed_above_them() {
    let table = "round,black,white,result\n1,Kim Jin,Wang Bo,W+2.5\n1,Ho Sun,Lee Min,B+R\n";
    let record = "(;GM[1]FF[4]SZ[19]PB[Wang Bo]PW[Kim Jin]RO[1]RE[B+2.5];B[dd];W[pp])";
    let event = "name = 'x'\n[[rulings]]\nblack = 'Kim Jin'\nwhite = 'Wang Bo'\nresult = 'B+T'\nby = 'A. Referee'\n\
                 [[rulings]]\nblack = 'Lee Min'\nwhite = 'Ho Sun'\nresult = 'B+F'\n";
    let files = [("games/a.sgf", record.as_bytes()), ("t.csv", table.as_bytes())];
    for out in ["out.csv", "out.h9", "out.aga"] {
        let (_, after, text) = written(record, files[1], event, out);
        let listed = "decided: round 1, Kim Jin - Wang Bo: Kim Jin won on time; the table: Wang Bo won by 2.5; \
                      ruled: Kim Jin wins on time, by A. Referee";
        assert!(text.contains(listed), "{text}");
        let first = sorted(&after, false);
        assert!(first.iter().any(|game| game.starts_with("1 jin kim - bo wang B+")), "{first:?}");
        assert!(
            out == "out.aga" || first.iter().any(|game| game.starts_with("1 ho sun - lee min W+F")),
            "{first:?}"
        );
    }
    let (_, _, text) = written(record, files[1], "name = 'x'\n", "out.csv");
    assert!(!text.contains("decided"), "{text}");
    let folder = folder(&files);
    let wrong =
        run(folder.path(), &["check", "games", "--results", "t.csv", "--results-out", "out.doc"]);
    assert!(wrong.stderr.contains("the name ends in .csv, .h9, .aga or .txt"), "{}", wrong.stderr);
    let alone = run(folder.path(), &["check", "games", "--results-out", "out.csv"]);
    assert!(alone.stderr.contains("--results-out needs --event or --results"), "{}", alone.stderr);
}
