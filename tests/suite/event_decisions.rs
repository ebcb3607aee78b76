//! Decisions of an event's file: each one has an effect on one game, or a finding at its line says why it has none. The
//! event's terms are the law.

use std::fmt::Write;
use std::path::Path;

use sgf_audit_core::audit::{AuditOptions, Auditor};
use sgf_audit_core::event::{EventCheck, Terms};
use sgf_audit_core::fix::write_decision;

use crate::support::{EventRun, Random, Row, check_event, folder, rows, run};

/// Two walls on a board of 9 lines: Black has 45 points of area, White 36, and 36 to 27 of territory.
fn walls(black: &str, white: &str, header: &str) -> String {
    let stones: String = ('a'..='i').map(|row| format!(";B[e{row}];W[f{row}]")).collect();
    format!("(;GM[1]FF[4]CA[UTF-8]SZ[9]PB[{black}]PW[{white}]{header}{stones};B[];W[])")
}

fn check(records: &[(&str, &str)], event: &str, table: &str) -> EventRun {
    check_event(records, event, ("table.csv", table.as_bytes()), &[])
}

impl EventRun {
    fn messages(&self, finding: &str) -> Vec<&str> {
        let of_kind = self.findings.iter().filter(|row| row["finding"] == finding);
        of_kind.map(|row| &*row["message"]).collect()
    }

    /// The lines of the event's file with a finding about a decision.
    fn unapplied(&self) -> Vec<usize> {
        let found = self.findings.iter().filter(|row| row["finding"] == "unapplied-decision");
        found.map(|row| row["line"].parse().expect("a line")).collect()
    }
}

/// The property that directors rely on, with decisions as people write and mistype them.
#[test]
fn each_decision_has_an_effect_or_a_finding() {
    let first = walls("Lee Min", "Park Ana", "RU[AGA]KM[6.5]RE[B+2.5]RO[1]");
    let second = walls("Park Ana", "Ho Sun", "RU[AGA]KM[6.5]RE[B+2.5]RO[2]");
    let third = walls("Park Ana", "Lee Min", "RU[AGA]KM[6.5]RE[B+2.5]RO[3]");
    let east = walls("柯明", "김하늘", "RU[Chinese]KM[6.5]RE[B+2.5]RO[2]");
    let resigned = walls("Ho Sun", "Lee Min", "RU[AGA]KM[6.5]RE[W+R]RO[4]");
    let records = [
        ("games/r1/1.sgf", &*first),
        ("games/r2/1.sgf", &second),
        ("games/r3/3.sgf", &third),
        ("games/r2/2.sgf", &east),
        ("games/r4/1.sgf", &resigned),
    ];
    let games = [
        "file = 'games/r1/1.sgf'",
        "file = './games/r1/1.sgf'",
        "file = 'r2\\1.sgf'",
        "file = '1.sgf'",
        "file = '3'",
        "file = 'R3/3.SGF'",
        "file = 'r1/3.sgf'",
        "file = 'gone.sgf'",
        "file = '3.sgf'\ngame = 2",
        "file = '../games/r3/3.sgf'",
        "file = ' games/r2/../r1/1.sgf '",
        "black = 'Lee Min'\nwhite = 'Park Ana'",
        "black = 'Lee Min'\nwhite = 'Park Ana'\nround = 1",
        "black = 'Lee Min'\nwhite = 'Park Ana'\nround = 3",
        "black = 'Lee Min'\nwhite = 'Park Ana'\nround = 2",
        "black = 'PARK, Ana'\nwhite = 'ho sun 3d'",
        "black = 'Park Anna'\nwhite = 'Ho Sun'",
        "black = 'P. Ana'\nwhite = 'Ho Sun'",
        "black = 'Nobody'\nwhite = 'No One'",
        "black = '김하늘'\nwhite = '柯明九段'",
        "black = 'Ho Sun'\nwhite = 'Lee Min'",
        "file = 'games/r1/1.sgf'\nblack = 'Ho Sun'\nwhite = 'Lee Min'",
    ];
    let what = [
        "result = 'W+R'",
        "result = 'Void'",
        "result = '0-0'",
        "result = 'W!'",
        "result = 'Black no-show'",
        "dead = 'E5'",
        "dead = ''",
        "also-dead = 'F3'",
        "also-dead = 'A1'",
        "also-dead = 'K16'",
        "alive = 'e5, f5'",
        "alive = 'E5'\nalso-dead = 'E5'",
        "",
    ];
    let penalties = ["color = 'black'\npoints = 3", "color = 'white'\npoints = 1.5"];
    let players = "[[players]]\nname = 'Lee Min'\n[[players]]\nname = 'Park Ana'\n[[players]]\nname = 'Ho Sun'\n\
                   [[players]]\nname = '柯明'\n[[players]]\nname = '김하늘'\n";
    let table = "round,black,white,result\n1,Lee Min,Park Ana,B+2.5\n2,Park Ana,Ho Sun,B+2.5\n3,Park Ana,Lee Min,B+2.5\n\
                 2,柯明,김하늘,B+2.5\n4,Ho Sun,Lee Min,W+R\n5,Nobody,No One,B+R\n";
    let mut random = Random(7);
    for run in 0..crate::support::size(20, 200) {
        let mut event = "name = 'x'\n".to_owned();
        let mut lines = Vec::new();
        for number in 0..9 {
            let is_penalty = random.pick(&["", "", "p"]) == "p";
            lines.push(event.lines().count() + 1);
            let (list, of) = match is_penalty {
                true => ("penalties", random.pick(&penalties)),
                false => ("rulings", random.pick(&what)),
            };
            let game = random.pick(&games);
            let _ = writeln!(event, "[[{list}]]\n{game}\n{of}\nreason = 'token{run}n{number}'");
        }
        if run % 3 == 1 {
            event.push_str(players);
        }
        let checked = check(&records, &event, if run % 3 == 2 { table } else { "" });
        let unapplied = checked.unapplied();
        for (number, line) in lines.iter().enumerate() {
            let token = format!("token{run}n{number}");
            let has = |row: &&Row| row["explanation"].contains(&token);
            let games = checked.games.iter().filter(has).count();
            let of_row = |row: &&Row| row["path"].is_empty() && row["ruling"].contains(&token);
            let effects = games + checked.pairings.iter().filter(of_row).count();
            let reported = unapplied.iter().filter(|of| *of == line).count();
            assert_eq!(
                (effects, reported),
                if effects == 1 { (1, 0) } else { (0, 1) },
                "{token}\n{event}\n{:?}",
                checked.findings
            );
        }
        assert!(unapplied.iter().all(|line| lines.contains(line)), "{unapplied:?}\n{event}");
    }
}

#[test]
fn what_a_decision_fails_to_meet_is_named_with_the_nearest() {
    let game = walls("Lee Min", "Park Ana", "RU[AGA]KM[6.5]RE[B+2.5]RO[3]");
    let records = [
        ("games/a/g5.sgf", &*game),
        ("games/b/last.sgf", "(;GM[1]SZ[9]PB[Ho Sun]PW[Lee Min]RO[2]RE[B+R];B[ee])"),
    ];
    for (decision, message) in [
        (
            "file = 'g5.sgg'\nresult = 'W+R'",
            "no record is called g5.sgg; the nearest: games/a/g5.sgf",
        ),
        (
            "black = 'Lee Min'\nwhite = 'Park Anna'\nresult = 'W+R'",
            "no game of Lee Min and Park Anna; Park Anna: the nearest: Park Ana",
        ),
        (
            "black = 'Park Ana'\nwhite = 'Lee Min'\nround = 4\nresult = 'W+R'",
            "no game of Park Ana and Lee Min in round 4; they met in round 3 (games/a/g5.sgf)",
        ),
        (
            "black = 'Park Ana'\nwhite = 'Ho Sun'\nresult = 'W+R'",
            "no game of Park Ana and Ho Sun; they never met",
        ),
        ("file = 'a/g5.sgf'\ndead = 'A1'", "there is no stone at A1"),
        ("file = 'a/g5.sgf'\ndead = 'Q16'", "the board of 9 has no point Q16"),
        (
            "file = 'last.sgf'\ngame = 2\nresult = 'W+R'",
            "games/b/last.sgf has no game 2, its last is 1",
        ),
        ("file = 'last.sgf'\ndead = 'E5'", "the game isn't decided by a count (B+R)"),
    ] {
        let checked = check(&records, &format!("[[rulings]]\n{decision}\n"), "");
        let messages = checked.messages("unapplied-decision");
        assert_eq!(messages, [format!("this ruling isn't applied: {message}")], "{decision}");
        assert_eq!(checked.unapplied(), [1]);
    }
}

#[test]
fn a_ruling_on_a_game_without_a_record_reaches_the_table() {
    let game = walls("Lee Min", "Park Ana", "RU[AGA]KM[6.5]RE[B+2.5]RO[1]");
    let table = "round,black,white,result\n1,Lee Min,Park Ana,B+2.5\n2,Ho Sun,Park Ana,B+R\n";
    let event =
        "[[rulings]]\nblack = 'Park Ana'\nwhite = 'Ho Sun'\nresult = 'B+F'\nby = 'A. Referee'\n";
    let checked = check(&[("games/1.sgf", &game)], event, table);
    assert!(checked.unapplied().is_empty(), "{:?}", checked.findings);
    assert_eq!(
        checked.messages("result-differs-from-table"),
        ["the table: Ho Sun won by resignation; ruled: Park Ana wins by default, by A. Referee"]
    );
    assert!(checked.messages("record-missing").is_empty());
    let row = checked.pairings.iter().find(|row| row["round"] == "2").expect("it is there");
    assert_eq!([&row["mark"], &row["decided_result"]], ["differs", "W+F"]);
}

/// The event's komi decides; the record's is only what it states.
#[test]
fn the_komi_of_the_event_is_the_law() {
    let game = |komi: &str, result: &str| {
        walls("Ray Stone", "Tom Unger", &format!("RU[Japanese]KM[{komi}]RE[{result}]RO[1]"))
    };
    let check = |komi: &str, record: &str, event: &str, table: &str| {
        let table = format!("round,black,white,result\n1,Ray Stone,Tom Unger,{table}\n");
        check(&[("games/1.sgf", &game(komi, record))], event, &table)
    };
    let checked = check("9.5", "W+0.5", "komi = 8.5", "B+0.5");
    assert_eq!(
        checked.messages("result-differs-from-table"),
        [
            "the table: Ray Stone won by 0.5; the record: Tom Unger won by 0.5; by the event's komi of 8.5, \
          Ray Stone won by 0.5; the record was counted with 9.5; the table is right"
        ]
    );
    assert_eq!(checked.games[0]["verdict"], "wrong-winner");
    assert_eq!([&checked.games[0]["komi"], &checked.games[0]["komi_source"]], ["8.5", "event"]);
    // A wrong KM in a record with the right result.
    let checked = check("9.5", "B+0.5", "komi = 8.5", "B+0.5");
    assert_eq!(checked.games[0]["verdict"], "confirmed");
    assert_eq!(checked.messages("unexpected-komi"), ["komi 9.5, expected 8.5 in even games"]);
    assert!(checked.messages("result-differs-from-table").is_empty());
    // Both were counted with another komi.
    let checked = check("9.5", "W+0.5", "komi = 8.5", "W+0.5");
    assert_eq!(
        checked.messages("result-differs-from-table"),
        [
            "the table: Tom Unger won by 0.5; by the event's komi of 8.5, Ray Stone won by 0.5; the record was counted with 9.5"
        ]
    );
    // A round may have its own, and a record none.
    let own = "komi = 6.5\n[[rounds]]\nnumber = 1\nkomi = 8.5\n";
    let checked = check("8.5", "B+0.5", own, "B+0.5");
    assert!(checked.messages("unexpected-komi").is_empty(), "{:?}", checked.findings);
    assert_eq!(checked.games[0]["verdict"], "confirmed");
    let none = walls("Ray Stone", "Tom Unger", "RU[Japanese]RE[B+0.5]RO[1]");
    let checked = self::check(&[("games/1.sgf", &none)], own, "");
    assert_eq!(checked.games[0]["verdict"], "confirmed", "{:?}", checked.findings);
}

/// An option is about the count; what the record states is compared with the event all the same.
#[test]
fn options_hide_no_difference_from_the_event() {
    let game = walls("Ann", "Bob", "RU[Japanese]KM[0.5]RE[B+R]RO[1]");
    let files = [
        ("a.sgf", game.as_bytes()),
        ("event.toml", b"komi = 7.5\n"),
        ("table.csv", b"round,black,white,result,komi\n1,Ann,Bob,B+R,7.5\n"),
    ];
    let folder = folder(&files);
    let arguments = "check a.sgf --event event.toml --results table.csv --format csv --no-estimate";
    let plain: Vec<&str> = arguments.split(' ').collect();
    for option in [&[][..], &["--komi", "7.5"], &["--rules", "chinese"]] {
        let found = run(folder.path(), &[&plain[..], option].concat()).stdout;
        assert!(found.contains("\"komi 0.5, expected 7.5 in even games\""), "{option:?}: {found}");
        assert!(found.contains("komi-differs-from-table"), "{option:?}: {found}");
        assert!(!found.contains("unstated-term"), "{option:?}: {found}");
    }
}

/// A count refutes no decision: the record's count is only what it is.
#[test]
fn decisions_in_the_table_are_not_refuted_by_a_count() {
    let game = walls("Gus Hill", "Hal Ives", "RU[Japanese]KM[6.5]RE[B+2.5]RO[1]");
    for (table, words) in
        [("0-0", "both lose"), ("W+T", "Hal Ives won on time"), ("B+T", "Gus Hill won on time")]
    {
        let table = format!("round,black,white,result\n1,Gus Hill,Hal Ives,{table}\n");
        let checked = check(&[("games/1.sgf", &game)], "name = 'x'", &table);
        let row = checked.findings.iter().find(|row| row["finding"] == "result-differs-from-table");
        let row = row.expect("it is reported");
        assert_eq!(row["message"], format!("the table: {words}; the record: Gus Hill won by 2.5"));
        assert_eq!(row["severity"], "note");
    }
    for table in ["W", "W+R"] {
        let table = format!("round,black,white,result\n1,Gus Hill,Hal Ives,{table}\n");
        let checked = check(&[("games/1.sgf", &game)], "name = 'x'", &table);
        let messages = checked.messages("result-differs-from-table");
        assert!(messages[0].ends_with("; counted: Gus Hill won by 2.5"), "{messages:?}");
    }
}

#[test]
fn a_game_that_was_suspended_contradicts_no_table() {
    for (recorded, severity) in [("Adjourned", "note"), ("Void", "error")] {
        let header = format!("RU[Japanese]KM[6.5]RE[{recorded}]RO[1]");
        let game = walls("Gus Hill", "Hal Ives", &header);
        let table = "round,black,white,result\n1,Gus Hill,Hal Ives,B+2.5\n";
        let found = check(&[("games/1.sgf", &game)], "name = 'x'", table).findings;
        let row = found.iter().find(|row| row["finding"] == "result-differs-from-table");
        assert_eq!(row.expect("it is reported")["severity"], severity, "{recorded}");
    }
}

#[test]
fn a_penalty_reaches_the_table_and_the_list() {
    let game = walls("Lee Min", "Park Ana", "RU[AGA]KM[6.5]RE[B+2.5]RO[3]");
    let event = "[[penalties]]\nfile = '1.sgf'\ncolor = 'black'\npoints = 3\nreason = 'overtime'\n";
    let table = "round,black,white,result\n3,Lee Min,Park Ana,B+2.5\n";
    let checked = check(&[("games/1.sgf", &game)], event, table);
    let words = "with a penalty of 3 for Lee Min (overtime): Park Ana wins by 0.5";
    assert_eq!(
        checked.messages("result-differs-from-table"),
        [format!("the table: Lee Min won by 2.5; {words}")]
    );
    let row = &checked.pairings[0];
    assert_eq!([&row["mark"], &row["decided_result"]], ["differs", "W+0.5"]);
    assert!(checked.printed.replace("\n      ", " ").contains(words), "{}", checked.printed);
}

/// One orientation per row, the table's, whatever colours the record and the ruling give.
#[test]
fn results_are_told_by_name() {
    let game = walls("Wang Bo", "Kim Jin", "RU[AGA]KM[6.5]RE[B+2.5]RO[3]");
    let event = "[[rulings]]\nblack = 'Kim Jin'\nwhite = 'Wang Bo'\nround = 3\nresult = 'B+F'\nby = 'A. Referee'\n";
    let table = "round,black,white,result\n3,Kim Jin,Wang Bo,W+2.5\n";
    let checked = check(&[("games/1.sgf", &game)], event, table);
    assert_eq!(
        checked.messages("result-differs-from-table"),
        ["the table: Wang Bo won by 2.5; ruled: Kim Jin wins by default, by A. Referee"]
    );
    let row = &checked.pairings[0];
    let columns =
        ["black", "white", "table_result", "record_result", "recounted_result", "decided_result"];
    let expected = ["Kim Jin", "Wang Bo", "W+2.5", "W+2.5", "W+2.5", "B+F"];
    assert_eq!(columns.map(|column| &*row[column]), expected);
}

#[test]
fn stones_are_ruled_one_by_one() {
    let game = "(;FF[4]SZ[5]KM[0.5]RU[Chinese]PB[Ann]PW[Bob]RE[B+4.5];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd]\
                ;B[ce];W[de];B[];W[ae];B[];W[])";
    for ruling in ["also-dead = 'A1'", "dead = 'A1'"] {
        let event = format!("[[rulings]]\nfile = '1.sgf'\n{ruling}\nby = 'A. Referee'\n");
        let records = [("games/1.sgf", game)];
        let row = &check_event(&records, &event, ("", b""), &["--no-estimate"]).games[0];
        assert_eq!(row["verdict"], "confirmed", "{ruling}: {row:?}");
        assert_eq!(row["explanation"], "ruled: A1 (1 stone) dead too, by A. Referee");
    }
}

/// A ruling on stones is a ruling: a record that says otherwise has a note. Stones beside a result decide nothing.
#[test]
fn a_ruling_on_stones_is_no_error_of_the_record() {
    let game = walls("Lee Min", "Park Ana", "RU[AGA]KM[6.5]RE[B+2.5]");
    let ruled = check(&[("games/1.sgf", &game)], "[[rulings]]\nfile = '1'\nalso-dead = 'E3'\n", "");
    assert_eq!(
        ruled.messages("wrong-winner"),
        ["the record: Lee Min won by 2.5; ruled: E3 (9 stones) dead too; Park Ana wins by 87.5"]
    );
    // It reaches the table, whatever the record says.
    for (table, message) in [
        (
            "B+2.5",
            "the table: Lee Min won by 2.5; ruled: E3 (9 stones) dead too; Park Ana wins by 87.5",
        ),
        ("W+87.5", ""),
    ] {
        let table = format!("black,white,result\nLee Min,Park Ana,{table}\n");
        let event = "[[rulings]]\nfile = '1'\nalso-dead = 'E3'\n";
        let checked = check(&[("games/1.sgf", &game)], event, &table);
        assert_eq!(checked.messages("result-differs-from-table").concat(), message);
        assert_eq!(checked.pairings[0]["decided_result"], "W+87.5");
    }
    let severities: Vec<&str> = ruled.findings.iter().map(|row| &*row["severity"]).collect();
    assert!(!severities.contains(&"error"), "{:?}", ruled.findings);
    for (stones, severity, message) in [
        ("also-dead = 'F3'", "note", "this ruling names stones without effect: its result decides"),
        (
            "alive = 'A1'",
            "error",
            "this ruling names stones without effect: there is no stone at A1",
        ),
    ] {
        let event = format!("[[rulings]]\nfile = '1'\nresult = 'W+R'\n{stones}\n");
        let checked = check(&[("games/1.sgf", &game)], &event, "");
        assert_eq!(checked.messages("unapplied-decision"), [message]);
        let found = checked.findings.iter().find(|row| row["finding"] == "unapplied-decision");
        assert_eq!(found.expect("one")["severity"], severity);
        assert!(checked.games[0]["explanation"].starts_with("ruled: Park Ana wins"));
    }
}

/// Two games of players who are called the same: the file tells which is meant.
#[test]
fn a_name_of_two_games_is_refused_and_the_file_is_not() {
    let game =
        |result: &str| walls("Zhang Wei", "Park Ana", &format!("RU[AGA]KM[6.5]RE[{result}]"));
    let (one, other) = (game("B+2.5"), game("B+3.5"));
    let records = [("games/1.sgf", &*one), ("games/2.sgf", &*other)];
    for (named, games) in
        [("black = 'Zhang Wei'\nwhite = 'Park Ana'", vec![]), ("file = '2'", vec![1])]
    {
        let checked = check(&records, &format!("[[rulings]]\n{named}\nresult = 'W+R'\n"), "");
        let ruled: Vec<usize> =
            (0..2).filter(|&at| checked.games[at]["explanation"].starts_with("ruled")).collect();
        assert_eq!((&ruled, checked.unapplied().len()), (&games, 1 - games.len()), "{named}");
    }
}

/// One ruling for a game, and one penalty for each player: a second one is an error, whichever way it names the game.
#[test]
fn a_second_decision_on_a_game_is_an_error() {
    let game = walls("Lee Min", "Park Ana", "RU[AGA]KM[6.5]RE[B+2.5]RO[3]");
    let penalty =
        |color: &str| format!("[[penalties]]\nfile = '1.sgf'\ncolor = '{color}'\npoints = 1\n");
    let ruling = |game: &str, result: &str| format!("[[rulings]]\n{game}\nresult = '{result}'\n");
    let by_name = "black = 'Park Ana'\nwhite = 'Lee Min'\nround = 3";
    for (event, lines) in [
        (ruling("file = '1'", "W+R") + &ruling(by_name, "W+R"), vec![4]),
        (penalty("black") + &penalty("white"), vec![]),
        (penalty("black") + &penalty("black"), vec![5]),
    ] {
        let checked = check(&[("games/1.sgf", &game)], &event, "");
        assert_eq!(checked.unapplied(), lines, "{event}");
        let message = " isn't applied: the ";
        assert_eq!(
            checked.messages("unapplied-decision").concat().contains(message),
            !lines.is_empty()
        );
    }
    let rows = "black,white,result\nHo Sun,Park Ana,B+R\n";
    let named = "black = 'Ho Sun'\nwhite = 'Park Ana'";
    let twice = ruling(named, "W+R") + &ruling(named, "B+R");
    let checked = check(&[("games/1.sgf", &game)], &twice, rows);
    assert_eq!(checked.unapplied(), [5]);
    let many = ruling("file = '1'", "W+R").repeat(501);
    let refused = Terms::from_toml(&many).expect_err("there are too many").to_string();
    assert_eq!(refused, "501 rulings, at most 500 are read");
}

/// A name stands for one player, wherever the event's file gives it.
#[test]
fn an_alias_is_no_name_of_another_player() {
    let game = walls("Lee Min", "Park Ana", "RU[AGA]KM[6.5]RE[B+2.5]");
    let list = "[[players]]\nname = 'Lee Min'\naliases = ['lm']\n[[players]]\nname = 'Park Ana'\n";
    for (more, lines, message) in [
        ("aliases = ['pa']\n", vec![], ""),
        (
            "aliases = ['lm']\n",
            vec![1, 4],
            "lm is an alias of Lee Min, but also a name of Park Ana",
        ),
        (
            "[aliases]\n'Lee Min' = 'Park Ana'\n",
            vec![7],
            "Lee Min is an alias of Park Ana, but also a name of Lee Min",
        ),
        (
            "[aliases]\n'lm' = 'Park Ana'\n",
            vec![7],
            "lm is an alias of Park Ana, but also a name of Lee Min",
        ),
    ] {
        let checked = check(&[("games/1.sgf", &game)], &format!("{list}{more}"), "");
        let messages = checked.messages("unmatched-name");
        let found = checked.findings.iter().filter(|row| row["finding"] == "unmatched-name");
        let found: Vec<usize> = found.map(|row| row["line"].parse().expect("a line")).collect();
        assert_eq!((found, messages.contains(&message)), (lines, !message.is_empty()), "{more}");
        // Names that no record has are notes at the player's line.
        let unused = checked.messages("unused-entry");
        assert!(unused.iter().any(|it| it.contains("no record has the name lm")), "{unused:?}");
    }
}

/// A list that was drafted from records, and a table with another name of a player: one alias is enough.
#[test]
fn an_alias_gives_a_listed_player_the_name_of_the_table() {
    let game = walls("Leopold Mato", "Park Ana", "RU[AGA]KM[6.5]RE[B+2.5]RO[1]");
    let table = "round,black,white,result\n1,\"Matoh, Leon\",Park Ana,B+2.5\n";
    let list = "[[players]]\nname = 'Leopold Mato'\n[[players]]\nname = 'Park Ana'\n";
    let without = check(&[("games/1.sgf", &game)], list, table);
    assert_eq!(without.messages("unmatched-name").len(), 1);
    let alias = format!("{list}[aliases]\n'Leopold Mato' = 'Matoh, Leon'\n");
    let checked = check(&[("games/1.sgf", &game)], &alias, table);
    for finding in ["unmatched-name", "unexpected-player", "row-missing", "unused-entry"] {
        assert_eq!(checked.messages(finding), [""; 0], "{finding}");
    }
    assert_eq!(checked.pairings[0]["mark"], "agrees");
}

/// The table says which round it was, where the record doesn't.
#[test]
fn the_komi_of_a_round_holds_for_its_rows() {
    let game = walls("Lee Min", "Park Ana", "RU[AGA]KM[6.5]RE[B+2.5]");
    let event = "komi = 6.5\n[[rounds]]\nnumber = 2\nkomi = 7.5\n";
    let table = |round: u32| format!("round,black,white,result\n{round},Lee Min,Park Ana,B+1.5\n");
    let checked = check(&[("games/1.sgf", &game)], event, &table(2));
    assert_eq!(
        checked.messages("result-differs-from-table"),
        [
            "the table: Lee Min won by 1.5; the record: Lee Min won by 2.5; by the event's komi of 7.5, Lee Min won by \
          1.5; the record was counted with 6.5; the table is right"
        ]
    );
    let other = check(&[("games/1.sgf", &game)], event, &table(1));
    assert!(other.messages("result-differs-from-table")[0].ends_with("the record is right"));
}

/// What real events' files hold: rounds in part, and by name.
#[test]
fn rounds_are_listed_in_part_and_by_name() {
    let game = |round: &str| walls("Ann", "Bob", &format!("RU[AGA]KM[6.5]RE[B+2.5]RO[{round}]"));
    let records = [game("1"), game("Final"), game("Semifinal")];
    let records: Vec<(&str, &str)> = ["games/1.sgf", "games/2.sgf", "games/3.sgf"]
        .into_iter()
        .zip(records.iter().map(String::as_str))
        .collect();
    let event = "komi = 6.5\n[[rounds]]\nnumber = 2\n";
    let table = "round,black,white,result\n1,Ann,Bob,B+2.5\nsemi-final,Ann,Bob,B+2.5\nfinal,Ann,Bob,B+2.5\n";
    let checked = check(&records, event, table);
    for finding in ["unexpected-round", "row-missing", "record-missing", "round-differs-from-table"]
    {
        assert_eq!(checked.messages(finding), [""; 0], "{finding}");
    }
    assert_eq!(checked.messages("unused-entry"), ["no game is of round 2"]);
    let rounds: Vec<&str> = checked.pairings.iter().map(|row| &*row["round"]).collect();
    assert_eq!(rounds, ["1", "semifinal", "final"]);
    // The second game of a final isn't round 2.
    let finals = [game("Final 1"), game("Semi-final 1"), game("2")];
    let records: Vec<(&str, &str)> = ["games/1.sgf", "games/2.sgf", "games/3.sgf"]
        .into_iter()
        .zip(finals.iter().map(String::as_str))
        .collect();
    let ruling =
        "[[rulings]]\nblack = 'Ann'\nwhite = 'Bob'\nround = 'semifinal 1'\nresult = 'W+R'\n";
    let table = "round,black,white,result\n2,Ann,Bob,B+2.5\nFinal 1,Ann,Bob,B+2.5\nSemifinal 1,Ann,Bob,W+R\n";
    let checked = check(&records, ruling, table);
    let marks: Vec<&str> = checked.pairings.iter().map(|row| &*row["mark"]).collect();
    assert_eq!((checked.unapplied(), marks), (vec![], vec!["agrees"; 3]));
    assert!(checked.games[1]["explanation"].starts_with("ruled: Bob wins"));
}

/// The sheet to sign has the ruling, and the game is counted by the event's terms.
#[test]
fn a_sheet_has_the_decisions_of_the_event() {
    let game = walls("Ray Stone", "Tom Unger", "RU[Japanese]KM[9.5]RE[W+0.5]RO[1]");
    let event = "komi = 8.5\n[[players]]\nname = 'Stone, Raymond'\naliases = ['Ray Stone']\n[[players]]\nname = 'Tom Unger'\n\
                 [[rulings]]\nfile = 'a.sgf'\nalive = 'E5'\nby = 'A. Referee'\n";
    let folder = folder(&[("a.sgf", game.as_bytes()), ("event.toml", event.as_bytes())]);
    let arguments = ["score", "a.sgf", "--sheet", "-", "--event", "event.toml"];
    let sheet = run(folder.path(), &arguments).stdout;
    for part in ["counted <b>B+0.5</b>", "by A. Referee", "Stone, Raymond"] {
        assert!(sheet.contains(part), "{part}\n{sheet}");
    }
    assert!(!sheet.contains("line 0"), "{sheet}");
}

/// A decision is saved into the record, or the message says what to do first.
#[test]
fn decisions_are_saved_into_the_record() {
    let save = |event: &str, komi: &str| {
        let game = walls("Ann", "Bob", &format!("RU[Japanese]KM[{komi}]RE[W+0.5]RO[1]"));
        let terms = Terms::from_toml(event).expect("it is readable");
        let event = EventCheck::new(Some(("event.toml".to_owned(), terms)), None);
        let (options, auditor) = (AuditOptions::default(), &mut Auditor::new());
        let path = Path::new("a.sgf");
        let saved = write_decision(path, game.as_bytes(), 1, &options, &event, auditor);
        saved.map(|bytes| String::from_utf8(bytes).expect("UTF-8"))
    };
    let ruled = save("[[rulings]]\nfile = 'a.sgf'\nresult = 'B+F'\n", "9.5").expect("it is saved");
    assert!(ruled.contains("RE[B+F]"), "{ruled}");
    let stones =
        save("[[rulings]]\nfile = 'a.sgf'\nalso-dead = 'F5'\n", "9.5").expect("it is saved");
    let is_marked = stones.split_once("TB").is_some_and(|(_, marks)| marks.contains("[fe]"));
    assert!(stones.contains("RE[B+") && is_marked, "{stones}");
    let penalty = "[[penalties]]\nfile = 'a.sgf'\ncolor = 'white'\npoints = 2\n";
    assert!(save(penalty, "9.5").expect("it is saved").contains("RE[B+1.5]"));
    let why = save("komi = 8.5\n", "9.5").expect_err("the record has another komi");
    assert!(why.ends_with("correct KM or RU first"), "{why}");
}

#[test]
fn without_a_decision_the_table_is_right_and_without_that_the_record() {
    let table = "black,white,result\nAnn,Bob,B+5\n";
    let record = walls("Ann", "Bob", "RE[B+9]");
    let game =
        |table: &str| check(&[("games/g.sgf", &record)], "# Nothing.\n", table).games.remove(0);
    assert_eq!(game(table)["final_result"], "B+5");
    assert_eq!(game("")["final_result"], "B+9");
}

#[test]
fn a_penalty_is_for_the_player_whom_it_names() {
    // Black wins by 9 on the board. The event has the players the other way round: its White is the record's Black.
    let record = walls("Ann", "Bob", "RU[Japanese]KM[0]RE[B+6]");
    let penalty = "[[penalties]]\nblack = 'Bob'\nwhite = 'Ann'\ncolor = 'white'\npoints = 3\n";
    let checked = check(&[("games/1.sgf", &record)], penalty, "");
    assert_eq!(checked.games[0]["verdict"], "confirmed", "{}", checked.printed);
}

#[test]
fn the_nearest_source_of_a_komi_decides() {
    let record = walls("Ann", "Bob", "RU[Japanese]KM[9.5]RE[W+0.5]RO[1]");
    let table = "round,black,white,komi,result\n1,Ann,Bob,6.5,W+0.5\n";
    let checked = check(&[("games/1.sgf", &record)], "# Nothing.\n", table);
    assert_eq!(checked.games[0]["komi"], "6.5", "the row's, not the record's");
    let checked = check(&[("games/1.sgf", &record)], "komi = 8.5\n", table);
    assert_eq!(checked.games[0]["komi"], "9.5", "the event and the row contradict each other");
    let folder = folder(&[("event.toml", "komi = 8.5\n".as_bytes()), ("1.sgf", record.as_bytes())]);
    let arguments = "check 1.sgf --event event.toml --komi 7.5 --out out --fail-on never";
    let run = run(folder.path(), &arguments.split(' ').collect::<Vec<_>>());
    assert_eq!(run.status, 0, "{}", run.stderr);
    let games = std::fs::read_to_string(folder.path().join("out/games.csv")).unwrap();
    assert_eq!(rows(games)[0]["komi"], "7.5", "the command's, not the event's");
}
