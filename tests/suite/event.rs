//! `check --event` and `--results`: the event of `corpus/event`, and what else records and tables disagree in.

use std::collections::{BTreeMap, BTreeSet};

use sgf_audit_core::audit::{Family, FindingKind};

use crate::support::{Row, Run, borrowed, corpus, folder, numbered, project, rows, run};

/// The findings of the family `event` of a run: the last part of the path, and the name.
fn found(report: &str) -> BTreeSet<(String, String)> {
    let of_family = |name: &str| {
        FindingKind::find(name).is_some_and(|kind| kind.info().family == Family::Event)
    };
    rows(report)
        .into_iter()
        .filter(|row| of_family(&row["finding"]))
        .map(|row| {
            let file = row["path"].rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
            (file, row["finding"].clone())
        })
        .collect()
}

/// Checks the corpus's event with a table, and returns its directory of reports.
fn check_corpus(table: &str, more: &[&str]) -> tempfile::TempDir {
    let out = tempfile::TempDir::new().expect("a folder");
    let dir = out.path().to_str().expect("a name");
    let table = format!("corpus/event/{table}");
    let mut arguments = vec!["check", "corpus/event", "--event", "corpus/event/event.toml"];
    arguments.extend(["--results", &table, "--quiet", "--no-estimate", "--out", dir]);
    arguments.extend(more);
    let run = run(project(""), &arguments);
    assert_eq!(run.status, 1, "{}", run.stderr);
    out
}

fn read(out: &tempfile::TempDir, name: &str) -> String {
    std::fs::read_to_string(out.path().join(name)).expect("it was written")
}

/// What the comments of the records and the table's faults promise.
fn promised() -> BTreeSet<(String, String)> {
    let mut promised = BTreeSet::new();
    for entry in std::fs::read_dir(corpus("event")).expect("it is there") {
        let path = entry.expect("it can be listed").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("ASCII").to_owned();
        if !name.ends_with(".sgf") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("UTF-8");
        let comment = text.split_once("\nC[").expect("a comment").1;
        let Some((finding, _)) = comment.split_once(':') else { continue };
        if let Some(kind) = FindingKind::find(finding) {
            // Copies are reported at the row.
            let is_of_row = kind == FindingKind::DuplicateRecord;
            let place = if is_of_row { "results.csv".to_owned() } else { name };
            promised.insert((place, finding.to_owned()));
        }
    }
    for finding in ["record-missing", "unread-row", "unmatched-name", "contradictory-table"] {
        promised.insert(("results.csv".to_owned(), finding.to_owned()));
    }
    for finding in ["unapplied-decision", "unused-entry"] {
        promised.insert(("event.toml".to_owned(), finding.to_owned()));
    }
    promised
}

#[test]
fn each_finding_fires_once_and_only_where_meant() {
    let out = check_corpus("results.csv", &[]);
    let findings = read(&out, "findings.csv");
    assert_eq!(found(&findings), promised());
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for row in rows(&findings) {
        *counts.entry(row["finding"].clone()).or_default() += 1;
    }
    for &kind in FindingKind::ALL.iter().filter(|kind| kind.info().family == Family::Event) {
        assert_eq!(counts.get(kind.as_str()), Some(&1), "{}", kind.as_str());
    }
    let others = counts.iter().filter(|(name, _)| {
        let family = FindingKind::find(name).map(|kind| kind.info().family);
        // The games are short.
        !matches!(family, Some(Family::Event | Family::Cleaning))
    });
    assert_eq!(others.count(), 0, "the records have no other fault");
}

/// The same results in the other formats, which hold less: no margins, one komi for all, no unread row.
#[test]
fn other_formats_give_what_they_hold() {
    let of_csv = ["unread-row", "contradictory-table", "date-differs-from-table"];
    for (table, missing, more) in [
        ("results.xml", &["unmatched-name"][..], &["r1-3.sgf", "r3-3.sgf"][..]),
        ("results.h9", &["unmatched-name"], &["r1-3.sgf", "r3-3.sgf"]),
        // AGA's komi is whole: that of `komi-differs-from-table` is 6, and that of the others 7.
        ("results.aga.txt", &["unmatched-name"], &[]),
    ] {
        let out = check_corpus(table, &[]);
        let found = found(&read(&out, "findings.csv"));
        let mut expected: BTreeSet<(String, String)> = promised()
            .into_iter()
            .filter(|(_, finding)| !missing.contains(&&**finding))
            .filter(|(_, finding)| !of_csv.contains(&&**finding))
            // Their komi is the tournament's.
            .filter(|(_, finding)| more.is_empty() || finding != "komi-differs-from-table")
            .map(|(file, finding)| (file.replace("results.csv", table), finding))
            .collect();
        for file in more {
            expected.insert((file.to_string(), "komi-differs-from-table".to_owned()));
        }
        assert_eq!(found, expected, "{table}");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let tables = ["games.csv", "findings.csv", "summary.csv", "pairings.csv", "report.html"];
    let of = |threads: &str| {
        let out = check_corpus("results.csv", &["--threads", threads]);
        tables.map(|table| read(&out, table))
    };
    assert_eq!(of("1"), of("7"));
}

#[test]
fn pairings_have_each_game_of_the_table_beside_its_record() {
    let out = check_corpus("results.csv", &[]);
    let pairings = rows(read(&out, "pairings.csv"));
    let count = |mark: &str| pairings.iter().filter(|row| row["mark"] == mark).count();
    // Two copies of one game; a result that can't be read; two byes and a forfeit; three records that aren't in the table.
    let marks = ["agrees", "differs", "no-record", "not-played", "no-row"].map(count);
    assert_eq!(marks, [24, 6, 2, 3, 3], "{pairings:?}");
    let package = read(&out, "datapackage.json");
    assert!(package.contains("pairings.csv") && package.contains("results.csv"));
    let page = read(&out, "report.html");
    assert!(page.contains("<section id=\"event\">"));
    // In both players' rows.
    assert_eq!(page.matches("title=\"the record contradicts the table:").count(), 2);
    assert_eq!(page.matches("title=\"colours, date, komi, handicap or round differ:").count(), 10);
    // A later run without an event leaves no table that looks like its own.
    let dir = out.path().to_str().expect("a name");
    run(project(""), &["check", "corpus/event", "--quiet", "--no-estimate", "--out", dir]);
    assert!(!out.path().join("pairings.csv").exists());
}

/// A record of a game that nothing else is wrong with.
fn record(black: &str, white: &str, round: u32, result: &str) -> String {
    format!(
        "(;FF[4]CA[UTF-8]SZ[7]RU[AGA]KM[7.5]RO[{round}]PB[{black}]PW[{white}]RE[{result}]\n\
         ;B[dc];W[cd];B[df];W[bc];B[ec];W[db];B[de];W[ce])"
    )
}

/// Checks records against a table in CSV.
fn against(records: &[&str], table: &str) -> (Run, Vec<Row>) {
    let mut files = numbered(0, records);
    files.push(("results.csv".to_owned(), table.as_bytes()));
    let folder = folder(&borrowed(&files));
    let arguments = "check games --results results.csv --format csv --show note --no-estimate";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let run = run(folder.path(), &arguments);
    let rows = rows(&run.stdout);
    let of_event = |row: &Row| {
        FindingKind::find(&row["finding"]).is_some_and(|kind| kind.info().family == Family::Event)
    };
    let rows = rows.into_iter().filter(of_event).collect();
    (run, rows)
}

fn messages(records: &[&str], table: &str) -> Vec<String> {
    let (_, rows) = against(records, table);
    rows.iter().map(|row| format!("{}: {}", row["finding"], row["message"])).collect()
}

const HEAD: &str = "round,black,white,handicap,komi,result\n";

#[test]
fn names_are_matched_without_case_accents_and_order() {
    for (black, white, row) in [
        ("José Pérez", "Łukasz Wójcik", "PEREZ Jose,\"Wojcik, Lukasz\""),
        ("Jørn O'Brien 3d", "柯洁 9p", "OBrien Jorn,柯洁"),
        ("柯洁 (Ke Jie)", "신진서", "Ke Jie,신진서"),
        ("Ke Jie", "Zoë", "柯洁 Ke Jie,zoe"),
    ] {
        let table = format!("{HEAD}1,{row},0,7.5,B+R\n");
        let found = messages(&[&record(black, white, 1, "B+R")], &table);
        assert_eq!(found, [""; 0], "{black} - {white}");
    }
}

/// What is taken for the same name without asking, and what isn't. The table has the first name and others.
#[test]
fn names_that_differ_in_form_alone_are_the_same() {
    for (row, record_has, is_same) in [
        ("Dao Mi-Tien", "Mitien Dao", true),
        ("Kai Tsunho", "Tsun-Ho Kai", true),
        ("Tse Bolun", "Bo Lun Tse", true),
        ("van Zeist Robert", "Robert vanZeist", true),
        ("Ruomin Tang", "Ruomin Tang (China)", true),
        ("O'Dell Susan", "Susan O'Dell 3D (Malaysia)", true),
        ("Falk Georg", "Georg Emil Falk", true),
        ("Smith John", "J. Smith", true),
        ("Rattanasetyut Cholchanok", "CholchanokRattanasetyut", true),
        ("***", "***", true),
        ("Nali An", "Anna Li", false),
        ("Kim Jung", "Kim Jung Hyun", false),
        ("はやし", "ばやし", false),
        ("มานี", "มานู", false),
        ("***", "★", false),
        ("Jon Smith", "John Doe", false),
    ] {
        let table = format!("{HEAD}1,{row},Ann Lee,0,7.5,B+R\n2,Kim Jin,Ann Lee,0,7.5,B+R\n");
        let found = messages(&[&record(record_has, "Ann Lee", 1, "B+R")], &table);
        let is_reported = |message: &String| {
            message.starts_with("unmatched-name") || message.starts_with("name-variant")
        };
        assert_eq!(!found.iter().any(is_reported), is_same, "{row} and {record_has}: {found:?}");
    }
}

#[test]
fn one_name_in_two_orders_is_two_players() {
    let table = format!("{HEAD}1,Kim Jin,Ann Lee,0,7.5,B+R\n2,Jin Kim,Bob Ray,0,7.5,B+R\n");
    let first = record("Kim Jin", "Ann Lee", 1, "B+R");
    let second = record("Jin Kim", "Bob Ray", 2, "B+R");
    assert_eq!(messages(&[&first, &second], &table), [""; 0]);
    let found = messages(&[&first, &record("Jin Kim", "Ann Lee", 1, "B+R")], &table);
    assert!(found[0].starts_with("row-missing"), "{found:?}");
}

#[test]
fn a_name_that_is_written_otherwise_is_recognised_by_the_opponent_or_not_at_all() {
    let table = format!("{HEAD}1,Jon Smith,Ann Lee,0,7.5,B+R\n1,Eve Smithson,Bob Ray,0,7.5,W+R\n");
    let found = messages(&[&record("John Smith", "Ann Lee", 1, "B+R")], &table);
    let no_record = "record-missing: no record of round 1, Eve Smithson and Bob Ray";
    let variant = "name-variant: John Smith is taken for Jon Smith, who met this opponent";
    assert_eq!(found, [variant, no_record]);
    // Who met another player isn't meant.
    let found = messages(&[&record("John Smith", "Bob Ray", 1, "B+R")], &table);
    let unmatched = "unmatched-name: John Smith isn't in the table; the nearest: Jon Smith";
    assert!(found[0].starts_with(unmatched), "{found:?}");
    // A shorter name is left for a nearer one who met the opponent; a name of one's own isn't.
    let table =
        format!("{HEAD}1,Georg Falk,Bob Ray,0,7.5,B+R\n1,Georg Erik Falk,Ann Lee,0,7.5,B+R\n");
    let falk = record("Georg Falk", "Bob Ray", 1, "B+R");
    let found = messages(&[&falk, &record("Georg Erix Falk", "Ann Lee", 1, "B+R")], &table);
    let variant =
        "name-variant: Georg Erix Falk is taken for Georg Erik Falk, who met this opponent";
    assert_eq!(found, [variant]);
    let found = messages(&[&record("Georg Falk", "Ann Lee", 1, "B+R")], &table);
    assert!(found[0].starts_with("row-missing"), "{found:?}");
    // Nor are two of one name.
    let table = format!("{HEAD}1,Jon Smith,Ann Lee,0,7.5,B+R\n2,Tom Smith,Ann Lee,0,7.5,W+R\n");
    let found = messages(&[&record("K Smith", "Ann Lee", 1, "B+R")], &table);
    assert!(found[0].starts_with("unmatched-name"), "{found:?}");
}

#[test]
fn results_are_compared_by_player_and_margin() {
    let game = |result: &str| record("Ann", "Bob", 1, result);
    for (recorded, table, message) in [
        ("B+R", "B+R", ""),
        ("B+3.5", "B+3.5", ""),
        ("B+R", "B", ""),
        ("0", "jigo", ""),
        ("B+F", "B+F", ""),
        (
            "B+R",
            "W+R",
            "the table: Bob won by resignation; the record: Ann won by resignation; the game isn't counted",
        ),
        ("B+R", "B+T", "the table: Ann won on time; the record: Ann won by resignation"),
        (
            "B+R",
            "0",
            "the table: a draw; the record: Ann won by resignation; the game isn't counted",
        ),
        ("B+R", "", "the table: no result; the record: Ann won by resignation"),
        (
            "B+R",
            "W+F",
            "the table: Bob won by default, so no game was played; the record has 8 moves",
        ),
        (
            "B+F",
            "W+F",
            "the table: Bob won by default, so no game was played; the record has 8 moves",
        ),
    ] {
        let found = messages(&[&game(recorded)], &format!("{HEAD}1,Ann,Bob,0,7.5,{table}\n"));
        let expected: Vec<String> = match message {
            "" => Vec::new(),
            message => vec![format!("result-differs-from-table: {message}")],
        };
        assert_eq!(found, expected, "{recorded} and {table}");
    }
}

#[test]
fn swapped_colours_keep_the_winner() {
    let game = record("Ann", "Bob", 1, "B+R");
    let swapped = "colors-differ-from-table: the table gives the players the opposite colours";
    let same_winner = messages(&[&game], &format!("{HEAD}1,Bob,Ann,0,7.5,W+R\n"));
    assert_eq!(same_winner, [swapped]);
    let other_winner = messages(&[&game], &format!("{HEAD}1,Bob,Ann,0,7.5,B+R\n"));
    let result = "result-differs-from-table: the table: Bob won by resignation; the record: Ann won by resignation; the game isn't counted";
    assert_eq!(other_winner, [swapped, result]);
}

#[test]
fn players_who_meet_twice_are_told_apart_by_the_round() {
    let table = format!("{HEAD}1,Ann,Bob,0,7.5,B+R\n3,Bob,Ann,0,7.5,B+R\n");
    let first = record("Ann", "Bob", 1, "B+R");
    let second = record("Bob", "Ann", 3, "B+R");
    assert_eq!(messages(&[&first, &second], &table), [""; 0]);
    // Without a round, the colours.
    let without = second.replace("RO[3]", "");
    assert_eq!(messages(&[&first, &without], &table), [""; 0]);
    // A round that neither is of.
    let other = second.replace("RO[3]", "RO[2]");
    let found = messages(&[&first, &other], &table);
    assert_eq!(
        found,
        [
            "row-missing: the record states round 2; the table has these players in rounds 1, 3",
            "record-missing: it isn't known which record is that of round 3, Bob and Ann; row-missing says why in 1 record of these players",
        ]
    );
}

#[test]
fn a_game_that_nothing_tells_is_compared_with_none() {
    let table = "board,black,white,result\n1,Ann,Bob,B+R\n2,Ann,Bob,B+R\n";
    let found = messages(&[&record("Ann", "Bob", 1, "B+R").replace("RO[1]", "")], table);
    let says_why = "row-missing says why in 1 record of these players";
    let no_record = |board: u32| {
        format!(
            "record-missing: it isn't known which record is that of board {board}, Ann and Bob; {says_why}"
        )
    };
    assert_eq!(
        found,
        [
            "row-missing: the table has 2 games of these players, and neither round, date, file, colours, handicap nor result tells which one this is",
            &*no_record(1),
            &no_record(2),
        ]
    );
}

#[test]
fn namesakes_whom_nothing_tells_apart_are_nobody() {
    let table = "1 Kim Min 3d XX A 1 3+/w0\n2 Kim Min 3d XX A 0 0-\n3 Lee Ann 2d XX B 0 1-/b0\n";
    let folder = folder(&[
        ("results.h9", table.as_bytes()),
        ("games/1.sgf", record("Lee Ann", "Kim Min", 1, "W+R").as_bytes()),
    ]);
    let run = run(
        folder.path(),
        &["check", "games", "--results", "results.h9", "--format", "csv", "--no-estimate"],
    );
    assert!(run.stdout.contains("two players of the table are called"), "{}", run.stdout);
    assert!(!run.stdout.contains("differs"), "{}", run.stdout);
}

#[test]
fn tables_that_cannot_be_read_are_refused_with_a_message() {
    let bomb = b"<?xml version=\"1.0\"?><!DOCTYPE t [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]><Tournament>&b;</Tournament>";
    let external = b"<!DOCTYPE t [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><Tournament><Player name=\"&x;\"/></Tournament>";
    let unknown_entity =
        b"<Tournament><Players><Player name=\"&x;\" firstName=\"a\"/></Players></Tournament>";
    let wide = [b"round,black,white,result".as_slice(), &b",".repeat(1_000_000)].concat();
    let not_utf_8 = b"<?xml version=\"1.0\" encoding=\"utf-8\"?><Tournament a=\"\xe9\"/>";
    let deep = [b"<Tournament>".as_slice(), &b"<a>".repeat(300_000)].concat();
    let attributes = format!(
        "<Tournament><Player {}/></Tournament>",
        (0..10_000).map(|n| format!("a{n}=\"\" ")).collect::<String>()
    );
    for (name, bytes, message) in [
        ("bomb.xml", &bomb[..], "a document type"),
        ("external.xml", external, "a document type"),
        ("entity.xml", unknown_entity, "x"),
        ("wide.csv", &wide, "no game in the table"),
        ("deep.xml", &deep, "no game in the table"),
        ("attributes.xml", attributes.as_bytes(), "not OpenGotha's XML"),
        (
            "charset.xml",
            b"<?xml version=\"1.0\" encoding=\"klingon\"?><Tournament/>",
            "unknown encoding",
        ),
        (
            "latin.xml",
            not_utf_8,
            "isn't UTF-8; state its encoding, such as windows-1252 (--results-encoding)",
        ),
        ("other.xml", b"<html></html>", "this format isn't known"),
        ("other.json", b"{\"a\": 1}", "no column"),
        ("binary.csv", b"a,b\0c\n", "binary"),
        ("empty.csv", b"", "no column"),
        ("headless.csv", b"1,Ann,Bob,B+R\n", "no column"),
        ("twice.csv", b"black,white,result,result\na,b,B+R,W+R\n", "two columns"),
    ] {
        let folder = folder(&[("1.sgf", record("Ann", "Bob", 1, "B+R").as_bytes()), (name, bytes)]);
        let run = run(folder.path(), &["check", "1.sgf", "--results", name]);
        assert_eq!(run.status, 2, "{name}: {}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(message), "{name}: {}", run.stderr);
    }
}

#[test]
fn an_encoding_can_be_stated() {
    let table = b"round,black,white,handicap,komi,result\n1,Jos\xe9,Ann,0,7.5,B+R\n";
    let folder = folder(&[("1.sgf", record("José", "Ann", 1, "B+R").as_bytes()), ("t.csv", table)]);
    let arguments = ["check", "1.sgf", "--results", "t.csv", "--results-encoding", "windows-1252"];
    let run = run(folder.path(), &arguments);
    assert!(!run.stdout.contains("unmatched"), "{}", run.stdout);
    assert_eq!(run.status, 0, "{}", run.stdout);
}

/// Both lines of a game must say the same, or it is compared with nothing.
#[test]
fn lines_of_h9_that_disagree_are_reported() {
    let table = "; EV[x]\n1 Lee Ann 1d EU C 1 2+/b0 ; 9-/w0\n2 Ray Bob 1d EU C 1 1+/w0\n3 Doe Eve 1k EU C 0 4+/b0\n4 Poe Dan 1k EU C 0 3-/w0\n";
    let folder = folder(&[
        ("t.h9", table.as_bytes()),
        ("1.sgf", record("Ann Lee", "Bob Ray", 1, "B+R").as_bytes()),
        ("2.sgf", record("Eve Doe", "Dan Poe", 1, "W+R").as_bytes()),
    ]);
    let run =
        run(folder.path(), &["check", "1.sgf", "2.sgf", "--results", "t.h9", "--no-estimate"]);
    assert!(run.stdout.contains("t.h9:2:1: warning[unread-row]"), "{}", run.stdout);
    assert!(
        run.stdout.contains("the table: Doe, Eve won; the record: Poe, Dan won by resignation"),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains("1.sgf:1:44: warning[row-missing]"), "{}", run.stdout);
}

#[test]
fn an_event_file_that_is_wrong_is_refused() {
    let rulings = "[[rulings]]\nfile = \"1\"\n".repeat(501);
    for (text, message) in [
        (&*rulings, "501 rulings, at most 500 are read"),
        ("komy = 7", "unknown field"),
        ("komi = \"seven\"", "isn't a komi"),
        ("ruleset = \"klingon\"", "isn't a ruleset"),
        ("first-date = \"May\"", "isn't a day"),
        ("min-handicap = 3\nmax-handicap = 2", "larger"),
        ("[time]\novertime = \"fast\"", "isn't overtime"),
        (
            "[[players]]\nname = \"José P\"\n[[players]]\nname = \"JOSE P.\"",
            "two players are called",
        ),
        (
            "[[rounds]]\nnumber = 1\nkomi = 6.5\n[[rounds]]\nnumber = \"R1\"",
            "round 1 is listed twice",
        ),
        ("[[penalties]]\nfile = \"1\"\ncolor = \"black\"\npoints = 0", "above 0"),
        ("[[penalties]]\nfile = \"1\"\ncolor = \"black\"\npoints = \"-3\"", "above 0"),
        ("[[rulings]]\nfile = \"1\"\nresult = \"bye\"", "isn't a result"),
    ] {
        let folder = folder(&[("e.toml", text.as_bytes()), ("1.sgf", b"(;SZ[9];B[ee])")]);
        let run = run(folder.path(), &["check", "1.sgf", "--event", "e.toml"]);
        assert_eq!(run.status, 2, "{text}");
        assert!(run.stderr.contains(message), "{text}: {}", run.stderr);
    }
}

/// Another komi explains no result of a game whose komi the event states, and the event's komi decides.
#[test]
fn the_komi_of_the_event_rules_others_out() {
    let record = std::fs::read(project("corpus/causes/other-komi.sgf")).expect("it is there");
    for (komi, is_wrong) in [("7.5", true), ("0.5", false)] {
        let event = format!("komi = {komi}\n");
        let folder = folder(&[("1.sgf", &record[..]), ("e.toml", event.as_bytes())]);
        let arguments = ["check", "1.sgf", "--event", "e.toml", "--no-estimate"];
        let printed = run(folder.path(), &arguments).stdout;
        assert_eq!(printed.contains("[wrong-winner]"), is_wrong, "{komi}: {printed}");
        assert_eq!(printed.contains("[unexpected-komi]"), !is_wrong, "{komi}: {printed}");
        assert!(!printed.contains("other-komi"), "{komi}: {printed}");
    }
}

#[test]
fn rulesets_are_read_as_the_audit_reads_them() {
    for (ru, ruleset) in [
        ("中国规则", "chinese"),
        ("Chinese, komi 7.5", "chinese"),
        ("日本規則", "japanese"),
        ("OGS chinese", "chinese"),
        ("AGA (area)", "aga-area"),
    ] {
        let record = format!("(;CA[UTF-8]SZ[9]RU[{ru}];B[ee])");
        let event = format!("ruleset = \"{ruleset}\"");
        let other = "ruleset = \"korean\"";
        let folder = folder(&[
            ("1.sgf", record.as_bytes()),
            ("own.toml", event.as_bytes()),
            ("other.toml", other.as_bytes()),
        ]);
        let check = |event| {
            let arguments = ["check", "1.sgf", "--event", event, "--format", "csv"];
            found(&run(folder.path(), &arguments).stdout)
        };
        let unexpected = ("1.sgf".to_owned(), "unexpected-ruleset".to_owned());
        assert!(!check("own.toml").contains(&unexpected), "{ru}");
        assert!(check("other.toml").contains(&unexpected), "{ru}");
        let drafted = run(folder.path(), &["event", "1.sgf"]).stdout;
        assert!(drafted.contains(&event), "{ru}: {drafted}");
    }
}

#[test]
fn a_starting_file_says_what_nearly_all_records_say() {
    let drafted = run(project(""), &["event", "corpus/event"]).stdout;
    for line in [
        "name = \"Corpus Cup 2026\"",
        "ruleset = \"aga\"",
        "komi = 7.5",
        "handicap-komi = 0.5",
        "board-size = 7",
        "main = 1800",
        "overtime = \"5x30\"",
        "name = \"José Pérez\"",
        "rank = \"3d\"",
    ] {
        assert!(drafted.lines().any(|drafted| drafted == line), "{line}\n{drafted}");
    }
    // It is an event file, and the records keep to it but for the odd one out.
    let folder = folder(&[("event.toml", drafted.as_bytes())]);
    let event = folder.path().join("event.toml");
    let event = event.to_str().expect("a name");
    let arguments = ["check", "corpus/event", "--event", event, "--format", "csv", "--no-estimate"];
    let kinds: BTreeSet<String> =
        found(&run(project(""), &arguments).stdout).into_iter().map(|(_, name)| name).collect();
    assert!(kinds.contains("unexpected-komi") && !kinds.contains("unexpected-player"), "{kinds:?}");
}

/// A name in a shorter form is an alias in the draft, so that its games aren't another player's; and a listed player whom
/// the table doesn't have is named.
#[test]
fn a_draft_has_shorter_names_as_aliases() {
    let records = [
        ("games/1.sgf", record("John Smith", "Ann Lee", 1, "B+R")),
        ("games/2.sgf", record("J.Smith", "Bob Ray", 2, "B+R")),
        ("games/3.sgf", record("A. Ode", "Ann Lee", 3, "B+R")),
        ("games/4.sgf", record("Anna Ode", "Alf Ode", 4, "B+R")),
    ];
    let table = format!(
        "{HEAD}1,John Smith,Ann Lee,0,7.5,B+R\n2,John Smith,Robert Ray,0,7.5,B+R\n4,Anna Ode,Alf Ode,0,7.5,B+R\n"
    );
    let mut files = borrowed(&records);
    files.push(("t.csv", table.as_bytes()));
    let drafted = run(folder(&files).path(), &["event", "games"]).stdout;
    let is_player = |line: &&str| line.starts_with("name = ") || line.starts_with("al");
    let mut players: Vec<&str> = drafted.lines().filter(is_player).collect();
    players.sort_unstable();
    let expected = [
        "aliases = [\"J.Smith\"] # or players of their own",
        "name = \"A. Ode\"",
        "name = \"Alf Ode\"",
        "name = \"Ann Lee\"",
        "name = \"Anna Ode\"",
        "name = \"Bob Ray\"",
        "name = \"John Smith\"",
    ];
    assert_eq!(players, expected);
    files.push(("e.toml", drafted.as_bytes()));
    let folder = folder(&files);
    let arguments = ["check", "games", "--event", "e.toml", "--results", "t.csv", "--no-estimate"];
    let printed = run(folder.path(), &arguments).stdout;
    for message in
        ["A. Ode has no game in the table; the nearest: ", "Bob Ray has no game in the table"]
    {
        assert!(printed.contains(message), "{message}: {printed}");
    }
    assert_eq!(printed.matches("[row-missing]").count(), 2, "{printed}");
}

/// All games of two players, in a long table: linear, and with short messages.
#[test]
fn many_games_of_two_players_are_bounded() {
    let mut table = HEAD.to_owned();
    (1..=50_000).for_each(|round| table.push_str(&format!("{round},Ann,Bob,0,7.5,B+R\n")));
    let games: Vec<String> = (0..20).map(|_| record("Ann", "Bob", 60_000, "B+R")).collect();
    let games: Vec<&str> = games.iter().map(String::as_str).collect();
    let found = messages(&games, &table);
    assert!(found.iter().all(|message| message.len() < 300));
    assert_eq!(found.iter().filter(|message| message.starts_with("row-missing")).count(), 20);
    assert_eq!(found.iter().filter(|message| message.starts_with("record-missing")).count(), 1000);
}

/// A name that only the table has is suggested for none that the list lacks.
#[test]
fn only_listed_players_are_suggested() {
    let event = "[[players]]\nname = \"Jon Smith\"\n\n[[players]]\nname = \"Ann Lee\"\n";
    let table = format!("{HEAD}1,John Smith,Ann Lee,0,7.5,B+R\n");
    let folder = folder(&[
        ("e.toml", event.as_bytes()),
        ("t.csv", table.as_bytes()),
        ("1.sgf", record("John Smith", "Ann Lee", 1, "B+R").as_bytes()),
    ]);
    let arguments = ["check", "1.sgf", "--event", "e.toml", "--results", "t.csv", "--no-estimate"];
    let printed = run(folder.path(), &arguments).stdout;
    let message = "John Smith isn't in the event's list; the nearest: Jon Smith\n";
    assert_eq!(printed.matches(message).count(), 2, "the record and the table: {printed}");
}

/// A draft asks for nothing that many records don't state: each of those would be a breach of it.
#[test]
fn a_draft_leaves_open_what_few_records_state() {
    let mut files: Vec<(String, String)> = (1..8)
        .map(|number| (format!("{number}.sgf"), format!("(;SZ[9]PB[A{number}]PW[B];B[ee])")))
        .collect();
    let stating =
        "RU[Japanese]KM[6.5]TM[60]OT[5x30]DT[2024-05-01]RO[1]PC[OGS: https://online-go.com]";
    files[0].1 = format!("(;SZ[9]PB[A1]PW[B]{stating};B[ee])");
    let folder = folder(&borrowed(&files));
    let drafted = run(folder.path(), &["event", "."]).stdout;
    for line in [
        "# ruleset = \"japanese\" # stated by 1 of 7",
        "# komi = 6.5 # stated by 1 of 7",
        "# first-date = \"2024-05-01\" # stated by 1 of 7",
        "# main = 60 # stated by 1 of 7",
        "# overtime = \"5x30\" # stated by 1 of 7",
        "board-size = 9",
    ] {
        assert!(drafted.lines().any(|drafted| drafted == line), "{line}\n{drafted}");
    }
    std::fs::write(folder.path().join("event.toml"), &drafted).expect("written");
    let checked = run(folder.path(), &["check", ".", "--event", "event.toml", "--format", "csv"]);
    assert!(found(&checked.stdout).is_empty(), "{}\n{drafted}", checked.stdout);
}
