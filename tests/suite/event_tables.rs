//! Tables of results as programs and people write them, and the terms that directors set.

use sgf_audit_core::Points;
use sgf_audit_core::event::{Terms, check_field, with_decisions, with_term};

use crate::support::{Row, check_event, folder, numbered, run};

/// A game without other faults, on a small board, that is counted or resigned.
fn record(black: &str, white: &str, result: &str, more: &str) -> String {
    format!(
        "(;FF[4]CA[UTF-8]SZ[7]RU[AGA]KM[7.5]PB[{black}]PW[{white}]RE[{result}]{more}\n\
         ;B[dc];W[cd];B[df];W[bc];B[ec];W[db];B[de];W[ce])"
    )
}

/// What a table says of its games: players and result, as `pairings.csv` has them; and the lines that can't be read.
fn read(name: &str, table: &[u8]) -> (Vec<String>, Vec<String>) {
    let game = record("nobody", "no one", "B+R", "");
    let options = ["--no-estimate", "--quiet"];
    let run = check_event(&numbered(1, &[game]), "", (name, table), &options);
    let of_table = |row: &Row| row["mark"] != "no-row";
    let game = |row: Row| {
        let (round, komi, stones) = (&row["round"], &row["table_komi"], &row["table_handicap"]);
        let played =
            format!("{} {} - {} {}", round, row["black"], row["white"], row["table_result"]);
        let terms = format!("{komi}/{stones}");
        if terms == "/" { played } else { format!("{played} {terms}") }
    };
    let games = run.pairings.into_iter().filter(of_table).map(game).collect();
    let unread = |row: Row| {
        (row["finding"] == "unread-row" && row["severity"] != "note")
            .then(|| format!("{}: {}", row["line"], row["message"]))
    };
    (games, run.findings.into_iter().filter_map(unread).collect())
}

fn games(name: &str, table: &str) -> Vec<String> {
    let (games, unread) = read(name, table.as_bytes());
    assert_eq!(unread, [""; 0], "{name}");
    games
}

#[test]
fn h9_has_every_half_result() {
    let table = "; KM[6.5]\n\
        1 Ag Bo 3d NO Oslo 3 2+/b0 4+/w3 5-/w 7+\n\
        2 Fo Zo 2d HU Buda 2 1-/w0 3-!b0 4-/w1 0-\n\
        3 Si Do 1d RS Beog 2 4=/b 2+!w0 0= 0+!\n\
        4 Nu Jo 2k ES Madr 1 3=/w 1-/b3 2+/b1 6-!\n\
        5 de_la_Fuente Anna 4d ES Madr 1 0- 0+! 1+/b --\n\
        6 Ba An 5k ES Madr 0 0- 7-/b 0- 4+!\n\
        7 Xu Li 5k ES Madr 0 0- 6-/w 0- 1-\n";
    let games = games("t.h9", table);
    let played: Vec<&str> =
        games.iter().map(String::as_str).filter(|game| !game.contains("bye")).collect();
    let expected = [
        "1 Ag, Bo - Fo, Zo B+ 6.5/0",
        "1 Si, Do - Nu, Jo Draw",
        "2 Nu, Jo - Ag, Bo W+ /3",
        "2 Fo, Zo - Si, Do W+F 6.5/0",
        "2 Ba, An - Xu, Li Both lose",
        "3 de la Fuente, Anna - Ag, Bo B+",
        "3 Nu, Jo - Fo, Zo B+ 0.5/0",
        "4 Ag, Bo - Xu, Li 1+",
        "4 Nu, Jo - Ba, An 2+F",
    ];
    assert_eq!(played, expected);
}

#[test]
fn a_word_that_is_not_understood_shifts_no_row_of_h9() {
    let table = |first: &str, third: &str| {
        format!(
            "1 Ag Bo 3d NO Oslo 3 {first} 3+ {third}\n\
             2 Fo Zo 2d HU Buda 2 1- 4- 3+\n\
             3 Si Do 1d RS Beog 2 4+ 1- 2-\n\
             4 Nu Jo 2k ES Madr 1 3- 2+ 1-\n"
        )
    };
    let whole = games("t.h9", &table("2+", "4+"));
    assert_eq!(whole.len(), 6);
    let (read, unread) = read("t.h9", table("x/y", "4+").as_bytes());
    assert_eq!(unread, ["1: round 1: \"x/y\" isn't understood"]);
    assert_eq!(read, whole[1..]);
    let (read, unread) = self::read("t.h9", table("2+", "4*").as_bytes());
    assert_eq!(unread, ["1: round 3: \"4*\" isn't understood"]);
    assert_eq!(read.len(), 5);
    // Criteria behind the results, some of them like results, and names that share a place.
    let odd = "1 Ag Bo 3d NO Oslo 2+ 3+ 2 11= ?\n Fo Zo 2d HU Buda 1- 3- 0 ? ?\n3 Si Do 1d RS Beog 0= 1- 1 3= 1\n";
    let (read, _) = self::read("t.h9", odd.as_bytes());
    assert!(read.contains(&"1 Ag, Bo - Fo, Zo 1+".to_owned()), "{read:?}");
}

#[test]
fn aga_reports_have_comments_keys_and_byes() {
    let table = "TOURNEY Riverside\n\tstart=6/15/2004\n# sent by the TD\nPLAYERS\n489 Mason, Peter 4k\n3199 Moss, Rob   4k\n\
        12001 O'Neil, Ana 12k  club=RGC\n12002\tPérez-López, José 9K\n20111 Li, Wei -4.5\n20112 Doe, Jr., John 5d # late\n\
        GAMES\n489 3199 b 0 7\n3199 489 w 0 7\n12002 12001 B 3 0\n20112 20111 w 0 7 # blitz\n20111 489 ? 1 0\nBYES 1\n489\n";
    let expected = [
        " Moss, Rob - Mason, Peter B+ 7.0/0",
        " Mason, Peter - Moss, Rob W+ 7.0/0",
        " O'Neil, Ana - Pérez-López, José B+ 0.0/3",
        " Li, Wei - Doe, Jr., John W+ 7.0/0",
        " Mason, Peter - Li, Wei ? 0.0/0",
        "1 Mason, Peter -  bye",
    ];
    assert_eq!(games("t.txt", table), expected);
}

#[test]
fn tables_by_people_are_read() {
    for (table, expected) in [
        ("black,white,result\nAnn,Bob,1-0\nEve,Dan,0-1\nAnn,Eve,½-½\n", ["B+", "W+", "Draw"]),
        ("white,black,result\nBob,Ann,0-1\nDan,Eve,1:0\nEve,Ann,½-½\n", ["B+", "W+", "Draw"]),
        ("white,black,result\nBob,Ann,B\nDan,Eve,Dan wins\nEve,Ann,jigo\n", ["B+", "W+", "Draw"]),
        (
            "black,white,result\nAnn,Bob,Ann +2.5\nEve,Dan,Dan won by resignation\nAnn,Eve,draw\n",
            ["B+2.5", "W+R", "Draw"],
        ),
        ("black,white,result\nAnn,Bob,1\nEve,Dan,0\nAnn,Eve,0.5\n", ["B+", "W+", "Draw"]),
        (
            "black,white,winner,margin\nAnn,Bob,Ann,2.5\nEve,Dan,White,R\nAnn,Eve,Draw,\n",
            ["B+2.5", "W+R", "Draw"],
        ),
        ("Schwarz;Weiß;Ergebnis\nAnn;Bob;B!\nEve;Dan;W\nAnn;Eve;jigo\n", ["B+F", "W+", "Draw"]),
        (
            "sep=;\nNoir;Blanc;Résultat\nAnn;Bob;B+5½\nEve;Dan;W+T\nAnn;Eve;=\n",
            ["B+5.5", "W+T", "Draw"],
        ),
        (
            "The results\n\nNegras\tBlancas\tResultado\nAnn\tBob\tB\nEve\tDan\t0-0\nAnn\tEve\t1-1\n",
            ["B+", "Both lose", "Both win"],
        ),
        (
            "黑方,白方,结果\nAnn,Bob,B+R\nEve,Dan,白胜3.75子\nAnn,Eve,和棋\n",
            ["B+R", "W+7.5", "Draw"],
        ),
    ] {
        let results: Vec<String> = games("t.csv", table)
            .iter()
            .map(|game| {
                game.trim_start_matches(" Ann - Bob ")
                    .trim_start_matches(" Eve - Dan ")
                    .trim_start_matches(" Ann - Eve ")
                    .to_owned()
            })
            .collect();
        assert_eq!(results, expected, "{table}");
    }
}

#[test]
fn a_row_that_cannot_be_read_has_the_right_line_and_swallows_none() {
    for end in ["\n", "\r\n", "\r"] {
        let table = [
            "round,black,white,result",
            "1,Ann,,W+R",
            "2,\"Ann,Bob,B+R",
            "3,Bob,Ann,B+R",
            "4,Ann,Bob,3-1",
            "5,Ann,,bye",
        ]
        .join(end);
        let (games, unread) = read("t.csv", table.as_bytes());
        assert_eq!(games, ["3 Bob - Ann B+R", "4 Ann - Bob ?", "5 Ann -  bye"]);
        let expected = [
            "2: W+R against nobody",
            "3: a quotation mark isn't closed",
            "5: \"3-1\" isn't a result",
        ];
        assert_eq!(unread, expected, "{end:?}");
    }
    // A quoted cell may hold a line break.
    let table = "black,white,result,note\nAnn,Bob,B,\"late\nby ten minutes\"\nEve,Dan,W,\n";
    assert_eq!(games("t.csv", table).len(), 2);
}

#[test]
fn encodings_are_guessed_as_for_records_or_known_by_the_program() {
    let table = |name: &[u8]| [b"black,white,result\n", name, b",Ann,B+R\n"].concat();
    for (name, read_as) in
        [(&b"Jos\xe9 P\xe9rez"[..], "José Pérez"), ("José Pérez".as_bytes(), "José Pérez")]
    {
        let (games, _) = read("t.csv", &table(name));
        assert_eq!(games, [format!(" {read_as} - Ann B+R")]);
    }
    let h9 = b"; Generated by OpenGotha 3.49\n1 \xa6ar An 1d FR Pa 1 2+\n2 Bo Al 1d FR Pa 0 1-\n";
    assert_eq!(read("t.h9", h9).0, ["1 Šar, An - Bo, Al 1+"]);
}

#[test]
fn opengothas_table_is_recognised_by_its_content() {
    let opengotha = "<Tournament><Player name=\"Dorn\" firstName=\"Dee\"/><Player name=\"Eder\" firstName=\"Eva\"/>\
        <Game blackPlayer=\"DORNDEE\" whitePlayer=\"EDEREVA\" handicap=\"0\" knownColor=\"true\" result=\"RESULT_BOTHLOSE\" roundNumber=\"2\" tableNumber=\"1\"/>\
        <ByePlayer roundNumber=\"1\" player=\"DORNDEE\"/><ByePlayer roundNumber=\"2\" player=\"\"/><GeneralParameterSet komi=\"6.5\"/></Tournament>";
    let expected = ["2 Dorn, Dee - Eder, Eva Both lose 6.5/0", "1 Dorn, Dee -  bye"];
    assert_eq!(games("a.txt", opengotha), expected);
    // It names its definitions, and in Turkish its keys have İ for each i.
    let named = format!("<!DOCTYPE Tournament SYSTEM \"tournament.dtd\">{opengotha}");
    assert_eq!(games("a.xml", &named), expected);
    let turkish = opengotha.replace("firstName=\"Dee\"", "firstName=\"Ilkin\"");
    let turkish = turkish.replace("DORNDEE", "DORNİLKİN");
    let expected = expected.iter().map(|game| game.replace("Dee", "Ilkin"));
    assert_eq!(games("a.xml", &turkish), expected.collect::<Vec<_>>());
    // A player who has no PIN may have a number of the AGA's.
    let numbered = opengotha.replace("\"Dee\"", "\"Dee\" egfPin=\"\" agaId=\"1234\"");
    let folder = folder(&[("a.xml", numbered.as_bytes()), ("g/a.sgf", b"(;GM[1])")]);
    run(folder.path(), &["check", "g", "--results", "a.xml", "--results-out", "out.csv"]);
    let out = std::fs::read_to_string(folder.path().join("out.csv")).expect("written");
    assert!(out.contains("black_id") && out.contains("1234"), "{out}");
}

/// Checks records `0.sgf`, `1.sgf` ... against an event and a table. Returns verdicts and the findings of the event.
fn decided(records: &[&str], event: &str, table: &str) -> (Vec<String>, Vec<String>) {
    let options = ["--quiet", "--no-estimate"];
    let run = check_event(&numbered(0, records), event, ("t.csv", table.as_bytes()), &options);
    let verdicts = run.games.iter().map(|row| row["verdict"].clone()).collect();
    let wanted = [
        "result-differs-from-table",
        "record-missing",
        "wrong-winner",
        "wrong-margin",
        "unmatched-name",
        "unexpected-date",
    ];
    let found = run.findings.into_iter().filter(|row| wanted.contains(&&*row["finding"]));
    (verdicts, found.map(|row| format!("{}: {}", row["finding"], row["message"])).collect())
}

/// Two walls, counted 28 to 21 by area.
fn counted(result: &str, komi: &str) -> String {
    format!(
        "(;FF[4]CA[UTF-8]SZ[7]RU[Chinese]KM[{komi}]PB[Ann]PW[Bob]RE[{result}]DT[8.11.1998]\
         AB[da][db][dc][dd][de][df][dg]AW[ea][eb][ec][ed][ee][ef][eg]
         ;B[];W[]TB[aa:cg]TW[fa:gg])"
    )
}

#[test]
fn penalties_rulings_and_ties_decide() {
    let game = counted("B+0.5", "6.5");
    assert_eq!(decided(&[&game], "name = \"x\"", "").0, ["confirmed"]);
    let penalty =
        "[[penalties]]\nfile = \"0.sgf\"\ncolor = \"black\"\npoints = 2\nreason = \"over time\"\n";
    let (verdicts, found) = decided(&[&game], penalty, "");
    assert_eq!(verdicts, ["wrong-winner"]);
    assert_eq!(
        found.join("\n"),
        "wrong-winner: the record: Ann won by 0.5; counted: Ann won by 0.5; with a penalty of 2 for Ann (over time): Bob wins by 1.5"
    );
    assert_eq!(decided(&[&counted("W+1.5", "6.5")], penalty, "").0, ["confirmed"]);
    // Of another game.
    let other = penalty.replace("0.sgf", "1.sgf");
    assert_eq!(decided(&[&game], &other, "").0, ["confirmed"]);
    let ruling = "[[rulings]]\nblack = \"Bob\"\nwhite = \"Ann\"\nresult = \"B+3.5\"\nby = \"R. Referee\"\nreason = \"the players agree\"\ndate = 2026-05-01\n[[players]]\nname = \"Ann\"\n[[players]]\nname = \"Bob\"\n";
    let (verdicts, found) = decided(&[&game], ruling, "");
    assert_eq!(verdicts, ["wrong-winner"]);
    assert_eq!(
        found.join("\n"),
        "wrong-winner: the record: Ann won by 0.5; ruled: Bob wins by 3.5, by R. Referee on 2026-05-01: the players agree"
    );
    let (verdicts, found) =
        decided(&[&counted("W+3.5", "6.5")], ruling, "black,white,result\nAnn,Bob,B+0.5\n");
    assert_eq!(verdicts, ["confirmed"]);
    assert_eq!(
        found.join("\n"),
        "result-differs-from-table: the table: Ann won by 0.5; ruled: Bob wins by 3.5, by R. Referee on 2026-05-01: the players agree"
    );
    for (result, ties, verdict) in [
        ("W+", "white", "confirmed"),
        ("W+", "black", "wrong-winner"),
        ("B+", "white", "wrong-winner"),
        ("B+", "black", "confirmed"),
        ("0", "white", "confirmed"),
        ("W+", "draw", "wrong-winner"),
    ] {
        let event = format!("ties = \"{ties}\"");
        assert_eq!(decided(&[&counted(result, "7")], &event, "").0, [verdict], "{result} {ties}");
    }
}

/// A game whose result depends on whether White's stone at A1 is dead, which nothing marks.
fn in_dispute(result: &str) -> String {
    format!(
        "(;FF[4]SZ[5]KM[0.5]RU[Chinese]PB[Ann]PW[Bob]RE[{result}]\
         ;B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[ae];B[];W[])"
    )
}

#[test]
fn rulings_name_dead_stones_or_are_notes_and_the_first_one_counts() {
    let ruled = |result: &str, rulings: &[&str]| {
        let ruling = |more: &&str| format!("[[rulings]]\nfile = \"0.sgf\"\n{more}\n");
        let event: String = rulings.iter().map(ruling).collect();
        decided(&[&in_dispute(result)], &event, "").0[0].clone()
    };
    let (dead, alive) = ("dead = \"A1\"", "dead = \"\"");
    let cases = [
        ("B+4.5", vec![dead], "confirmed"),
        ("B+4.5", vec![alive], "wrong-winner"),
        ("W+6.5", vec![alive], "confirmed"),
        ("W+6.5", vec![dead], "wrong-winner"),
        ("W+6.5", vec![alive, dead], "confirmed"),
        ("W+6.5", vec![dead, alive], "wrong-winner"),
        ("W+6.5", vec!["game = 1\ndead = \"\""], "confirmed"),
        // Of another game of the file.
        ("B+4.5", vec![dead, "game = 2\ndead = \"\""], "confirmed"),
        // A note decides nothing; a result decides more than stones.
        ("B+4.5", vec![dead, "reason = \"both agreed\""], "confirmed"),
        ("W+R", vec!["dead = \"a1, C3\"\nresult = \"W+R\""], "confirmed"),
    ];
    for (result, rulings, verdict) in cases {
        assert_eq!(ruled(result, &rulings), verdict, "{result} {rulings:?}");
    }
}

#[test]
fn the_report_has_the_decisions_and_the_cross_table_in_each_form() {
    let event = "name = \"Spring Cup\"\n[[penalties]]\nfile = \"0.sgf\"\ncolor = \"black\"\npoints = 2\n\
         [[rulings]]\nfile = \"1.sgf\"\nresult = \"W+R\"\nby = \"R. Referee\"\n";
    let table = "round,black,white,result\n1,Ann,Bob,W+1.5\n2,Bob,Ann,W\n";
    let second = counted("B+0.5", "6.5").replace("PB[Ann]PW[Bob]", "PB[Bob]PW[Ann]");
    let first = counted("W+1.5", "6.5").replace("DT", "RO[1]DT");
    let second = second.replace("DT", "RO[2]DT");
    let files = [
        ("games/0.sgf", first.as_bytes()),
        ("games/1.sgf", second.as_bytes()),
        ("event.toml", event.as_bytes()),
        ("results.csv", table.as_bytes()),
    ];
    let folder = folder(&files);
    let arguments = "check games --event event.toml --results results.csv --format html --out out";
    let run = run(folder.path(), &arguments.split(' ').collect::<Vec<_>>());
    let written =
        std::fs::read_to_string(folder.path().join("out/report.html")).expect("it is there");
    for report in [&run.stdout, &written] {
        let (title, cross) = ("<h1>Spring Cup</h1>", "<table class=\"wide cross\">");
        let penalty = "<th scope=\"row\">penalties</th><td>-2</td><td>0</td>";
        for part in [title, cross, penalty, "decided <b>W+1.5</b>", "decided <b>W+R</b>", "\u{a7}"]
        {
            assert!(report.contains(part), "{part}");
        }
    }
}

#[test]
fn some_records_are_one_line_and_aliases_and_dates_are_read() {
    let table =
        "round,black,white,result\n1,Ann,Bob,B+0.5\n1,Eve,Dan,W\n2,Ann,Eve,B\n2,Bob,Dan,W\n";
    let game = counted("B+0.5", "6.5");
    let (_, all) = decided(&[&game], "records = \"all\"", table);
    assert_eq!(all.len(), 3, "{all:?}");
    let (_, some) = decided(&[&game], "records = \"some\"", table);
    assert_eq!(some, ["record-missing: no record of 3 games of 4"]);
    // A record that may be of either game is no reason to be silent about them.
    let twice = "board,black,white,result\n1,Ann,Bob,B+0.5\n2,Ann,Bob,B+0.5\n";
    let (_, unclear) = decided(&[&game], "records = \"some\"", twice);
    assert_eq!(unclear.len(), 2, "{unclear:?}");
    let renamed = game.replace("PB[Ann]", "PB[Zoe]");
    let some = "records = \"some\"\n";
    assert_eq!(decided(&[&renamed], some, table).1.len(), 2, "unmatched and missing");
    let alias = format!("{some}[aliases]\nZoe = \"Ann\"\n");
    assert_eq!(
        decided(&[&renamed], &alias, table).1,
        ["record-missing: no record of 3 games of 4"]
    );
    let days = "first-date = 1998-11-08\nlast-date = 1998-11-09\n";
    assert_eq!(decided(&[&game], &format!("{days}date-order = \"dmy\""), "").1, [""; 0]);
    assert_eq!(
        decided(&[&game], &format!("{days}date-order = \"mdy\""), "").1,
        ["unexpected-date: date 1998-08-11, expected 1998-11-08 to 1998-11-09"]
    );
}

fn decisions(json: &str) -> toml::Table {
    serde_json::from_str(json).expect("it is a table")
}

#[test]
fn decisions_are_added_to_what_a_file_has() {
    let ruling = r#"{"rulings":[{"file":"a.sgf","game":2,"result":"B+3.5","by":"A. Referee"}]}"#;
    let penalty = r#"{"penalties":[{"file":"b.sgf","color":"white","points":2}]}"#;
    let alias = r#"{"aliases":{"Tse \"Bo\" Lun":"Tse, Bolun"}}"#;
    let bases = [
        "",
        "komi = 7.5",
        "# mine\nkomi = 7.5\n\n[aliases]\n\"X\" = \"Y\"\n\n[[rulings]]\nfile = \"c.sgf\"\nreason = \"r\"\n",
    ];
    for base in bases {
        let mut text = base.to_owned();
        for more in [ruling, penalty, alias, ruling] {
            text = with_decisions(&text, decisions(more)).expect("it is readable");
        }
        let (before, after) = (Terms::from_toml(base).unwrap(), Terms::from_toml(&text).unwrap());
        assert_eq!(after.rulings.len(), before.rulings.len() + 2, "{text}");
        assert_eq!(after.penalties.len(), before.penalties.len() + 1, "{text}");
        assert_eq!(after.aliases.len(), before.aliases.len() + 1, "{text}");
        assert_eq!(after.aliases["Tse \"Bo\" Lun"], "Tse, Bolun");
        assert_eq!(after.komi, before.komi);
        assert_eq!(text.contains("# mine"), base.contains("# mine"));
    }
    assert!(with_decisions("", decisions(r#"{"rulings":[{"result":"B+1"}]}"#)).is_err());
}

#[test]
fn terms_are_set_where_they_belong() {
    let drafted = "# komi =\nname = \"Cup\"\n\n[[players]]\nname = \"Ann\"\n";
    let mut text = drafted.to_owned();
    let terms =
        [("komi", "6.5"), ("name", "2026"), ("time.main", "3600"), ("time.overtime", "5x30")];
    for (key, value) in terms {
        text = with_term(&text, key, value).expect(key);
    }
    let read = Terms::from_toml(&text).expect("it is readable");
    assert_eq!((&*read.name, read.komi.unwrap().0), ("2026", Points::parse("6.5").unwrap()));
    let time = read.time.expect("it has times");
    assert_eq!((time.main, time.overtime.unwrap().0), (Some(3600), "5x30".to_owned()));
    assert_eq!(read.players.len(), 1);
    text = with_term(&text, "name", "").expect("it is left out");
    assert_eq!(Terms::from_toml(&text).unwrap().name, "");
    // A table that has nothing yet isn't opened twice.
    assert!(with_term("[time]", "time.main", "3600").is_ok());
    for (key, value) in
        [("komi", "many"), ("max-handicap", "x"), ("first-date", "May"), ("ties", "me")]
    {
        let error = with_term(drafted, key, value).expect_err(key).to_string();
        assert!(error.contains(value) && !error.contains('\n'), "{error}");
    }
    for (kind, key, value) in
        [("rulings", "result", "x"), ("rulings", "dead", "Z99"), ("penalties", "points", "y")]
    {
        let error = check_field(kind, key, value).expect_err(key).to_string();
        assert!(error.contains(value) && !error.contains('\n'), "{error}");
    }
    assert!(check_field("rulings", "result", "B+R").is_ok());
    assert!(check_field("penalties", "points", "2").is_ok());
}
