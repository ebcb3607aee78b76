//! Keys of people and games: what tells namesakes and games of the same players apart.

use crate::support::{check_event, numbered};

/// A resigned game.
fn game(black: &str, white: &str, header: &str) -> String {
    format!(
        "(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[{black}]PW[{white}]KM[6.5]{header};B[dd];W[pp];B[dp];W[pd])"
    )
}

/// Checks records against a table. Returns `finding: message` of the findings about names, rows and pairings, and the marks
/// of `pairings.csv`.
fn check(records: &[String], name: &str, table: &str) -> (Vec<String>, Vec<String>) {
    let options = ["--no-estimate", "--quiet"];
    let run = check_event(&numbered(1, records), "", (name, table.as_bytes()), &options);
    let kinds = [
        "unmatched-name",
        "unexpected-pairing",
        "row-missing",
        "record-missing",
        "name-variant",
        "result-differs-from-table",
        "unread-row",
        "duplicate-record",
    ];
    let found = run.findings.into_iter().filter(|row| kinds.contains(&&*row["finding"]));
    let found = found.map(|row| format!("{}: {}", row["finding"], row["message"])).collect();
    (found, run.pairings.iter().map(|row| row["mark"].clone()).collect())
}

#[test]
fn ranks_and_titles_joined_to_east_asian_names_are_no_part_of_them() {
    let table = "round,black,white,result\n1,林小山,김하늘,B+R\n2,山田太郎,田中花子,B+R\n";
    for suffix in [
        "",
        "九段",
        " 九段",
        "9段",
        "(9段)",
        "9p",
        " 9p",
        "初段",
        "名人",
        "本因坊",
        "名人九段",
        "先生",
        " 十段",
        "九段 ",
        "棋圣",
        "职业九段",
        "业余5段",
        "六冠",
        "名誉天元",
        "二十五世本因坊",
        "프로 9단",
        "아마5단",
        "사범님",
    ] {
        for (other, korean) in [("", "9단"), ("七段", "(9단)"), ("7段", " 사범"), ("女流", "국수")]
        {
            let one = game(&format!("林小山{suffix}"), &format!("김하늘{korean}"), "RO[1]RE[B+R]");
            let two =
                game(&format!("山田太郎{suffix}"), &format!("田中花子{other}"), "RO[2]RE[B+R]");
            let (found, marks) = check(&[one, two], "t.csv", table);
            assert_eq!(
                (found, marks),
                (Vec::new(), vec!["agrees".to_owned(); 2]),
                "{suffix} {other} {korean}"
            );
        }
    }
    // A rank isn't all of a name, and a character of it may be a title's.
    for (one, other) in [("段", "九段"), ("王天元", "王"), ("李級", "李")] {
        let table =
            format!("round,black,white,result\n1,{one},Ann Lee,B+R\n1,{other},Bob Ray,B+R\n");
        let (found, _) = check(
            &[game(one, "Ann Lee", "RO[1]RE[B+R]"), game(other, "Bob Ray", "RO[1]RE[B+R]")],
            "t.csv",
            &table,
        );
        assert_eq!(found, [""; 0], "{one}");
    }
}

#[test]
fn other_scripts_are_compared_in_latin_letters() {
    for (table, record) in [
        ("Иванов Пётр", "Ivanov Petr"),
        ("Сидоров Олег", "Oleg Sidorov"),
        ("Щукин Юрий", "SHCHUKIN Yurii"),
        ("Ольга Ковальчук", "Kovalchuk Olga"),
        ("Παπαδόπουλος Νίκος", "Papadopoylos Nikos"),
        ("Đorđević Ana", "Dordevic Ana"),
    ] {
        for [table, record] in [[table, record], [record, table]] {
            let table = format!("round,black,white,result\n1,{table},Ann Lee,B+R\n");
            let (found, _) = check(&[game(record, "Ann Lee", "RO[1]RE[B+R]")], "t.csv", &table);
            assert_eq!(found, [""; 0], "{table} {record}");
        }
    }
}

#[test]
fn the_same_spelling_wins() {
    let table =
        "round,black,black_rank,white,result\n1,tarok,3d,potato,B+R\n2,XZ007,,Tarok [x],B+R\n";
    let records = [game("tarok", "potato", "RE[B+R]"), game("XZ007", "tarok", "RE[B+R]")];
    let (found, marks) = check(&records, "t.csv", table);
    assert_eq!(marks, ["agrees", "agrees"]);
    assert_eq!(found, ["name-variant: tarok is taken for Tarok [x], who met this opponent"]);
}

/// Rank, number and opponent tell namesakes apart, in each format.
#[test]
fn namesakes_are_kept_apart_by_what_tells_them_apart() {
    let csv =
        "round,black,white,result\n1,Zhang Wei 3d,Zhang Wei 5k,B+R\n2,Roe Ann,Zhang Wei 3d,W+R\n";
    let ranks = "round,black,black_rank,white,white rank,result\n1,Zhang Wei,3d,Zhang Wei,5k,B+R\n2,Roe Ann,3d,Zhang Wei,3d,W+R\n";
    let ids = "round,black,black_id,white,white_id,result\n1,Zhang Wei,20112,Zhang Wei,20113,B+R\n2,Roe Ann,,Zhang Wei,20112,W+R\n";
    let aga = "TOURNEY Test\nPLAYERS\n20112 Zhang, Wei 3d\n20113 Zhang, Wei 5k\n20114 Roe, Ann 3d\nGAMES 1\n20113 20112 B 0 6\nGAMES 2\n20112 20114 W 0 6\nEND\n";
    let h9 = "; EV[Test]\n1 Zhang Wei 3d US SFO 1 2+/b0 3+/w0 |1\n2 Zhang Wei 5k US BOS 0 1-/w0 0- |2\n3 Roe Ann 3d US BOS 0 0- 1-/b0 |3\n";
    for (name, table) in
        [("a.csv", csv), ("b.csv", ranks), ("c.csv", ids), ("d.txt", aga), ("e.h9", h9)]
    {
        let both = game("Zhang Wei", "Zhang Wei", "BR[3d]WR[5k]RO[1]RE[B+R]");
        let other = game("Roe Ann", "Zhang Wei", "BR[3d]WR[3d]RO[2]RE[W+R]");
        let unranked = game("Roe Ann", "Zhang Wei", "RO[2]RE[W+R]");
        if name != "c.csv" {
            let (found, marks) = check(&[both, other], name, table);
            let agrees = marks.iter().filter(|mark| *mark == "agrees").count();
            assert_eq!((found, agrees, marks.len()), (Vec::new(), 2, 2), "{name}");
        }
        // Who met this opponent.
        let (found, marks) = check(&[unranked], name, table);
        assert!(marks.contains(&"agrees".to_owned()), "{name}: {found:?}");
        assert!(!found.iter().any(|it| it.starts_with("unexpected-pairing")), "{name}: {found:?}");
    }
}

/// A family name alone is found by the opponent.
#[test]
fn family_names_are_found_by_the_opponent() {
    let table = "round,black,white,result\n1,山田太郎,田中花子,B+R\n1,山田次郎,佐藤花子,W+R\n";
    let (found, marks) = check(
        &[game("山田", "佐藤", "RO[1]RE[W+R]"), game("山田", "田中花子", "RO[1]RE[B+R]")],
        "t.csv",
        table,
    );
    assert_eq!(marks, ["agrees", "agrees"], "{found:?}");
}

/// Games of the same players by each key in turn, in both orders of the records.
#[test]
fn games_of_the_same_players_are_told_apart_by_each_key() {
    let plain = |result: &str, more: &str| game("Ann", "Bob", &format!("RE[{result}]{more}"));
    let cases = [
        (
            "date,black,white,result\n2026-01-10,Ann,Bob,B+R\n2026-02-10,Ann,Bob,W+R\n",
            [plain("B+R", "DT[2026-01-10]"), plain("W+R", "DT[2026-02-10]")],
        ),
        // The date tells more than the result.
        (
            "date,black,white,result\n2026-01-10,Ann,Bob,B+R\n2026-02-10,Ann,Bob,B+R\n",
            [plain("B+R", "DT[2026-02-10]"), plain("B+R", "DT[2026-01-10]")],
        ),
        (
            "file,black,white,result\n1.sgf,Ann,Bob,B+R\ngames/2.sgf,Ann,Bob,B+R\n",
            [plain("B+R", ""), plain("B+R", "")],
        ),
        (
            "black,white,result,id\nAnn,Bob,B+R,1\nAnn,Bob,B+R,2\n",
            [plain("B+R", ""), plain("B+R", "")],
        ),
        (
            "black,white,handicap,result\nAnn,Bob,2,B+R\nAnn,Bob,3,B+R\n",
            [
                plain("B+R", "HA[2]AB[dp][pd]").replace(";B[dd]", ""),
                plain("B+R", "HA[3]AB[dp][pd][pp]").replace(";B[dd];W[pp]", ";W[qq]"),
            ],
        ),
        ("black,white,result\nAnn,Bob,B+R\nAnn,Bob,W+R\n", [plain("B+R", ""), plain("W+R", "")]),
        // The same player won both, with Black and with White.
        (
            "black,white,result\nAnn,Bob,B+R\nBob,Ann,W+R\n",
            [game("Bob", "Ann", "RE[W+R]"), plain("B+R", "")],
        ),
        (
            "round,black,white,result\nfinal,Ann,Bob,B+R\nsemi-final,Ann,Bob,B+R\n",
            [plain("B+R", "RO[Semifinal]"), plain("B+R", "RO[Final]")],
        ),
    ];
    for (table, records) in cases {
        let (found, marks) = check(&records, "t.csv", table);
        assert_eq!((found, marks), (Vec::new(), vec!["agrees".to_owned(); 2]), "{table}");
    }
}

#[test]
fn a_column_that_is_not_read_is_reported() {
    let table = "date,black,white,result,comment,Referee\n2026-01-10,Ann,Bob,B+R,x,y\n";
    let (found, _) = check(&[game("Ann", "Bob", "RE[B+R]")], "t.csv", table);
    let of_column = |name: &str| format!("unread-row: the column {name:?} isn't read");
    assert_eq!(found, ["comment", "Referee"].map(of_column));
}

#[test]
fn forfeits_and_byes_are_read_in_words() {
    for (result, mark) in [
        ("1/2 bye", "not-played"),
        ("half bye", "not-played"),
        ("no show", "not-played"),
        ("no show W", "not-played"),
        ("W no-show", "not-played"),
        ("White forfeits", "not-played"),
        ("double forfeit", "not-played"),
        ("both absent", "not-played"),
        ("half-point bye", "not-played"),
        ("Bye (1/2)", "not-played"),
        ("Bob no show", "not-played"),
        ("Bob forfeits", "not-played"),
        ("Black absent", "not-played"),
    ] {
        let table = format!("round,black,white,result\n1,Ann,Bob,{result}\n2,Ann,Eve,B+R\n");
        let (found, marks) = check(&[game("Ann", "Eve", "RO[2]RE[B+R]")], "t.csv", &table);
        assert_eq!(
            (found, marks),
            (Vec::new(), vec![mark.to_owned(), "agrees".to_owned()]),
            "{result}"
        );
    }
    // A record without moves doesn't contradict that no game was played.
    let empty = "(;GM[1]FF[4]SZ[19]PB[Ann]PW[Bob]RE[B+R])".to_owned();
    let (found, marks) = check(&[empty], "t.csv", "black,white,result\nAnn,Bob,B+F\n");
    assert_eq!((found, marks), (Vec::new(), vec!["agrees".to_owned()]));
    // Who won and who lost isn't said.
    let table = "black,white,result\nAnn,Bob,forfeit W\nAnn,Bob,B+R\n";
    let (found, _) = check(&[game("Ann", "Bob", "RE[B+R]")], "t.csv", table);
    assert_eq!(found, ["unread-row: \"forfeit W\" isn't a result; B! and W! are wins by default"]);
    // Half a point without an opponent is half a bye, and a whole one isn't guessed.
    let table = "black,white,result\nAnn,,0.5\nBob,,1-0\nAnn,Bob,B+R\n";
    let (found, marks) = check(&[game("Ann", "Bob", "RE[B+R]")], "t.csv", table);
    assert_eq!(found, ["unread-row: B+ against nobody"]);
    assert_eq!(marks, ["not-played", "agrees"]);
}

/// A league under nicknames without rounds: dates, colours and results tell who is who, one name after the other.
#[test]
fn nicknames_are_named_with_whom_they_may_be() {
    let players =
        [("Ana Alves", "shark"), ("Bo Berg", "zero"), ("Cy Cole", "kumo"), ("Di Dahl", "n1gh7")];
    let (mut table, mut records) = ("date,black,white,result\n".to_owned(), Vec::new());
    let mut day = 1;
    for (at, (black, nick)) in players.iter().enumerate() {
        for (white, other) in &players[at + 1..] {
            for (colors, nicks, result) in
                [([black, white], [nick, other], "B+R"), ([white, black], [other, nick], "W+R")]
            {
                table += &format!("2026-01-{day:02},{},{},{result}\n", colors[0], colors[1]);
                records.push(game(
                    nicks[0],
                    nicks[1],
                    &format!("DT[2026-01-{day:02}]RE[{result}]"),
                ));
                day += 1;
            }
        }
    }
    let (found, _) = check(&records, "t.csv", &table);
    let note = found.iter().find(|it| it.contains("look like nicknames")).expect("it is there");
    for (player, nick) in players {
        assert!(note.contains(&format!("\"{nick}\" = \"{player}\" (all 6 games fit)")), "{note}");
    }
    // With the names of the note, every game is found.
    let aliases: String =
        players.iter().map(|(player, nick)| format!("{nick} = '{player}'\n")).collect();
    let event = format!("[aliases]\n{aliases}");
    let table = ("t.csv", table.as_bytes());
    let options = ["--no-estimate", "--format", "csv", "--show", "note"];
    let printed = check_event(&numbered(0, &records), &event, table, &options).printed;
    for finding in
        ["row-missing", "record-missing", "unmatched-name", "unused-entry", "duplicate-record"]
    {
        assert!(!printed.contains(finding), "{printed}");
    }
}

/// Namesakes are proposed by what tells them apart, and rows that say the same get a record each.
#[test]
fn namesakes_and_rows_that_say_the_same_are_matched() {
    let players = [
        ("Ana Alves", "1d", "shark"),
        ("Ana Alves", "4k", "zero"),
        ("Cy Cole", "2d", "kumo"),
        ("Di Dahl", "3k", "n1gh7"),
    ];
    let mut table = "date,black,white,black_rank,white_rank,result\n".to_owned();
    let mut records = Vec::new();
    for (at, (black, black_rank, nick)) in players.iter().enumerate() {
        for (white, white_rank, other) in &players[at + 1..] {
            // Two games on one day, with one result.
            let day = format!("2026-01-{:02}", records.len() + 1);
            let row = format!("{day},{black},{white},{black_rank},{white_rank},B+R\n");
            table += &row.repeat(2);
            let record = game(nick, other, &format!("DT[{day}]RE[B+R]"));
            records.extend([record.clone(), record]);
        }
    }
    let (found, _) = check(&records, "t.csv", &table);
    let proposal = found.iter().find(|it| it.contains("look like nicknames")).expect("it is there");
    let names = ["Ana Alves 1d", "Ana Alves 4k", "Cy Cole", "Di Dahl"];
    let mut event = "[aliases]\n".to_owned();
    for (name, (_, _, nick)) in names.iter().zip(players) {
        assert!(proposal.contains(&format!("\"{nick}\" = \"{name}\" (all 6")), "{proposal}");
        event += &format!("{nick} = '{name}'\n");
    }
    // One record is missing.
    let records = numbered(0, &records[..records.len() - 1]);
    let run = check_event(&records, &event, ("t.csv", table.as_bytes()), &["--no-estimate"]);
    let marks: Vec<&str> = run.pairings.iter().map(|row| &*row["mark"]).collect();
    assert_eq!(marks.iter().filter(|mark| **mark == "agrees").count(), 11, "{marks:?}");
    assert_eq!(marks.iter().filter(|mark| **mark == "no-record").count(), 1, "{marks:?}");
}
