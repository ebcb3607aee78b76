//! What a table says twice of a player or a game is compared: each contradiction is reported, and none is written for a
//! rating list.

use sgf_audit_core::audit::Severity;
use sgf_audit_core::event::{EventCheck, OutFormat, Results, Terms};

use crate::support::{Random, audit_in_event, check_event, project};

const COLUMNS: &str = "round,board,black,white,result,black_rank,white_rank,black_id,white_id,black_team,white_team,date,file";

const NAMES: [&str; 10] = [
    "Anna Berg",
    "Bruno Castelli",
    "Carl Oehman",
    "Dana Novak",
    "Emil Horvath",
    "Fay Sullivan",
    "Gus Vandam",
    "Hana Sato",
    "Ivo Markovic",
    "Jan Kowalski",
];

/// Ten players in eight rounds of a round robin: 40 games.
fn table() -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for round in 0..8 {
        for board in 0..5 {
            let seat = |at: usize| if at == 0 { 0 } else { 1 + (at - 1 + round) % 9 };
            let (black, white) = (seat(board), seat(9 - board));
            let rank = |player: usize| format!("{}d", 1 + player % 5);
            let id = |player: usize| (10_001 + 37 * player).to_string();
            let team = |player: usize| ["Berlin", "Delft", "Oslo"][player % 3].to_owned();
            let winner = if (round + board) % 2 == 0 { "B+R" } else { "W+R" };
            rows.push(vec![
                (round + 1).to_string(),
                (board + 1).to_string(),
                NAMES[black].to_owned(),
                NAMES[white].to_owned(),
                winner.to_owned(),
                rank(black),
                rank(white),
                id(black),
                id(white),
                team(black),
                team(white),
                format!("2026-05-{:02}", round + 1),
                format!("{}-{}.sgf", round + 1, board + 1),
            ]);
        }
    }
    rows
}

/// The name and the text of a row's record.
fn record(row: &[String]) -> (String, String) {
    let text = format!(
        "(;GM[1]FF[4]SZ[9]KM[6.5]RU[AGA]PB[{}]PW[{}]RE[{}]RO[{}]DT[{}];B[ee];W[cc];B[gg])",
        row[2], row[3], row[4], row[0], row[11]
    );
    (row[12].clone(), text)
}

/// The findings of warnings and errors about the table, and the rating report.
struct Checked {
    findings: Vec<String>,
    report: Result<String, String>,
}

fn check(records: &[(String, String)], table: &[Vec<String>]) -> Checked {
    let lines = table.iter().map(|row| row.join(",") + "\n");
    let text = COLUMNS.to_owned() + "\n" + &lines.collect::<String>();
    let terms = Terms::from_toml("name = 'Made Cup'\nruleset = 'aga'\n").expect("it is readable");
    let results = Results::read("t.csv".to_owned(), text.as_bytes(), None).expect("it is readable");
    let event = EventCheck::new(Some(("e.toml".to_owned(), terms)), Some(results));
    let entry = |(path, text): &(String, String)| audit_in_event(&event, path, text, 1).1;
    let entries: Vec<_> = records.iter().map(entry).collect();
    let conclusion = event.conclude(&entries);
    let of_files = conclusion.findings.iter().flat_map(|(_, audit)| audit.findings());
    let mut findings: Vec<String> = of_files
        .filter(|finding| finding.severity > Severity::Note)
        .map(|finding| format!("{}: {}: {}", finding.line, finding.kind.as_str(), finding.message))
        .collect();
    findings.extend(entries.iter().flat_map(|entry| entry.differences.iter().cloned()));
    Checked { findings, report: event.results_out(&conclusion, OutFormat::Aga) }
}

/// Puts a slip into a cell. Returns the line and the two values.
fn slip(
    table: &mut [Vec<String>],
    row: usize,
    column: usize,
    kind: usize,
) -> (usize, String, String) {
    let before = table[row][column].clone();
    match kind {
        // Exchanged with the other player's, or with that of the next row.
        0 => {
            let pairs = [(2, 3), (5, 6), (7, 8), (9, 10)];
            match pairs.into_iter().find(|(one, other)| [*one, *other].contains(&column)) {
                Some((one, other)) => table[row].swap(one, other),
                None => {
                    let next = (row + 7) % table.len();
                    let there = std::mem::replace(&mut table[next][column], before.clone());
                    table[row][column] = there;
                }
            }
        }
        // Mistyped: a letter or a digit.
        1 if !table[row][column].is_empty() => {
            let cell = &mut table[row][column];
            let last = match column {
                12 => cell.len() - 5,
                5 | 6 => 0,
                _ => cell.len() - 1,
            };
            let new = match &cell[last..=last] {
                "9" => "8",
                digit if digit.as_bytes()[0].is_ascii_digit() => "9",
                "z" | "R" => "T",
                _ => "z",
            };
            cell.replace_range(last..=last, new);
        }
        _ => table[row][column].clear(),
    }
    (row + 2, before, table[row][column].clone())
}

/// A report with its players in order.
fn in_order(report: &str) -> String {
    let (players, games) = report.split_once("\n\nGAMES").expect("it has games");
    let mut players: Vec<&str> = players.lines().collect();
    players.sort_unstable();
    format!("{players:?} {games}")
}

#[test]
fn each_contradiction_is_reported_and_none_is_written() {
    let right = table();
    let records: Vec<_> = right.iter().map(|row| record(row)).collect();
    let plain = check(&records, &right);
    assert_eq!(plain.findings, [""; 0]);
    let report = plain.report.expect("nothing contradicts itself");
    let is_person = |column: usize| (5..=10).contains(&column);
    let verify = |slips: &[(usize, usize, usize)]| {
        let mut table = right.clone();
        let made: Vec<_> =
            slips.iter().map(|&(row, column, kind)| slip(&mut table, row, column, kind)).collect();
        let checked = check(&records, &table);
        let says = format!("{slips:?} {made:?}\n{:#?}\n{:?}", checked.findings, checked.report);
        // A report that isn't the right one needs a finding, and none that has a contradiction in it is written.
        let is_right =
            checked.report.as_ref().is_ok_and(|text| in_order(text) == in_order(&report));
        assert!(is_right || !checked.findings.is_empty(), "{says}");
        if let [(_, column, kind)] = *slips {
            let (line, before, after) = &made[0];
            let is_contradiction = kind < 2 && is_person(column) && before != after;
            if is_contradiction {
                let names_both = |finding: &String| {
                    finding.contains(before)
                        && finding.contains(after)
                        && finding.contains(&format!("line {line}"))
                };
                assert!(checked.report.is_err(), "{says}");
                assert!(checked.findings.iter().any(names_both), "{says}");
            }
            // A missing cell contradicts nothing.
            assert!(kind < 2 || !is_person(column) || is_right, "{says}");
        }
    };
    for column in [0, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12] {
        for kind in 0..3 {
            for row in [0, 13, 39] {
                verify(&[(row, column, kind)]);
            }
        }
    }
    let mut random = Random(5);
    for _ in 0..crate::support::size(60, 1000) {
        let mut next = |below| random.below(below);
        let mut one = || (next(40), [0, 2, 4, 5, 7, 8, 9, 11, 12][next(9)], next(3));
        verify(&[one(), one()]);
    }
}

const GAMES: &str = "(;GM[1]FF[4]SZ[9]PB[nobody]PW[no one];B[ee])";

/// Checks a table beside a record of nobody. Returns `line: finding: message`, and what was written.
fn findings(table: &str, event: &str, out: &str) -> (Vec<String>, Option<String>) {
    let table = ("t.csv", table.as_bytes());
    let run = check_event(&[("games/a.sgf", GAMES)], event, table, &["--results-out", out]);
    let left_out = ["record-missing", "unused-entry"];
    let found = run.findings.into_iter().filter(|row| {
        !row["path"].ends_with(".sgf")
            && row["severity"] != "note"
            && !left_out.contains(&&*row["finding"])
    });
    let found = found.map(|row| format!("{}: {}: {}", row["line"], row["finding"], row["message"]));
    (found.collect(), run.written)
}

#[test]
fn a_number_is_a_key() {
    let table = "round,black,white,black_id,white_id,result\n1,Dana Novak,Bo Lee,10004,10002,B+R\n2,Dana Novack,Cy Dahl,10004,10003,B+R\n\
                 3,Dana Novak,Cy Dahl,10004,10003,W+R\n";
    let (_, written) = findings(table, "name = 'x'\n", "o.aga");
    let written = written.expect("nothing contradicts itself");
    for game in ["10002 10004 B", "10003 10004 B", "10003 10004 W"] {
        assert!(written.contains(game), "{written}");
    }
    assert!(!written.contains("Novack"), "{written}");
    // In one round the two are two persons, and one has the other's number.
    let (found, written) =
        findings(&table.replace("2,Dana Novack", "1,Dana Novack"), "name = 'x'\n", "o.aga");
    assert!(written.is_none());
    assert!(
        found[0]
            .contains("number 10004 is Dana Novak's in lines 2, 4, and Dana Novack's in line 3"),
        "{found:?}"
    );
    // A third row in that round, without a number, doesn't make two persons of one.
    let third = "round,black,black_id,white,result\n1,Ann Berg,10004,Bo Lee,B+R\n2,Ann Berg,10005,Cy Dahl,B+R\n1,Ann Berg,,Cy Dahl,B+R\n";
    let (found, _) = findings(third, "name = 'x'\n", "o.h9");
    assert!(found[0].contains("Ann Berg has more than one number"), "{found:?}");
    // The event's list states it, too.
    let event = "[[players]]\nname = 'Dana Novak'\nid = '10099'\n[[players]]\nname = 'Bo Lee'\n[[players]]\nname = 'Cy Dahl'\n";
    let (found, written) = findings(&table.replace("Novack", "Novak"), event, "o.h9");
    let message = "contradictory-table: Dana Novak has more than one number: 10004 in lines 2, 3, 4, 10099 in the event's list (line 1)";
    assert_eq!(found, [format!("2: {message}")]);
    assert!(written.is_none());
}

#[test]
fn numbers_that_stand_in_are_no_members() {
    let table = "round,black,white,black_id,white_id,result\n1,Ann Berg,Bo Lee,10004,,B+R\n1,Cy Dahl,Di Ek,,,B+R\n";
    let (_, written) = findings(table, "name = 'x'\n", "o.aga");
    let written = written.expect("it is written");
    for line in [
        "10004 Ann Berg",
        "90001 Bo Lee # not a member's number",
        "90003 Di Ek # not a member's number",
    ] {
        assert!(written.lines().any(|of| of == line), "{written}");
    }
}

#[test]
fn a_table_is_checked_against_itself() {
    let head = "round,black,white,result\n1,Ann Berg,Bo Lee,B+R\n";
    for (row, message) in [
        (
            "1,Ann Berg,Cy Dahl,B+R",
            "3: contradictory-table: Ann Berg is twice in round 1: Ann Berg - Cy Dahl, B+R; in line 2 Ann Berg - Bo Lee, B+R",
        ),
        (
            "1,Ann Berg,bye,bye",
            "3: contradictory-table: Ann Berg is twice in round 1: a bye of Ann Berg; in line 2 Ann Berg - Bo Lee, B+R",
        ),
        (
            "1,Bo Lee,Ann Berg,B+R",
            "3: contradictory-table: the game of round 1 has another result in line 2: Bo Lee - Ann Berg, B+R; Ann Berg - Bo Lee, B+R",
        ),
        (
            "2,Cy Dahl,Cy Dahl,B+R",
            "3: contradictory-table: Cy Dahl plays against himself or herself",
        ),
        ("2,Ann Berg,Bo Lee,W+R", ""),
        ("final,Ann Berg,Bo Lee,W+R\nfinal,Ann Berg,Bo Lee,B+R", ""),
        ("2,Ann Berg,Cy Dahl,B+R\n2,Bo Lee,bye,bye", ""),
    ] {
        for out in ["o.h9", "o.csv"] {
            let (found, written) = findings(&format!("{head}{row}\n"), "name = 'x'\n", out);
            assert_eq!(found.concat(), message, "{row}");
            assert_eq!(written.is_some(), message.is_empty() || out == "o.csv", "{row}");
        }
    }
}

/// A cell costs the cell, and a damaged row its lines.
#[test]
fn a_cell_that_cannot_be_read_costs_the_cell() {
    let head = "date,round,black,white,handicap,komi,result,black_rank\n";
    for (row, finding) in [
        ("2026-05,1,Ann Berg,Bo Lee,0,6.5,B+R,3d", ""),
        ("2026,1,Ann Berg,Bo Lee,0,6.5,B+R,3d", ""),
        (
            "May,1,Ann Berg,Bo Lee,0,6.5,B+R,3d",
            "2: unread-row: date \"May\" can't be read (YYYY-MM-DD, YYYY-MM or YYYY)",
        ),
        (
            "2026-05-01,1,Ann Berg,Bo Lee,x,6.5,B+R,3d",
            "2: unread-row: handicap \"x\" isn't a number",
        ),
        (
            "2026-05-01,1,Ann Berg,Bo Lee,0,seven,B+R,3d",
            "2: unread-row: komi \"seven\" isn't a number",
        ),
        ("2026-05-01,1,Ann Berg,Bo Lee,0,6.5,Unfin,3d", "2: unread-row: \"Unfin\" isn't a result"),
        (
            "2026-05-01,1,Ann Berg,Bo Lee,0,6.5,B+R,strong",
            "2: unread-row: rank \"strong\" can't be read",
        ),
    ] {
        let (found, written) = findings(&format!("{head}{row}\n"), "name = 'x'\n", "o.csv");
        assert_eq!(found.concat(), finding, "{row}");
        assert!(written.expect("a row is read").contains("Ann Berg,Bo Lee"), "{row}");
    }
    let lines = format!(
        "{head}2026-05-01,1,\"Ann\nEND\n1,x,Eve Roe,Flo Roe,0,6.5,B+R,1d\n\",Bo Lee\n,2,Cy Dahl,Di Ek,0,6.5,B+R,1d\n"
    );
    let (found, written) = findings(&lines, "name = 'x'\n", "o.csv");
    assert_eq!(
        found,
        ["2: unread-row: a quotation mark isn't closed in its row: 4 lines aren't read"]
    );
    let written = written.expect("a row is read");
    assert!(written.contains("Cy Dahl") && !written.contains("Eve Roe"), "{written}");
}

/// What a spreadsheet would run is marked in this table, too.
#[test]
fn formulas_in_results_are_marked() {
    let table = "round,black,white,result,black_id,black_team\n1,\"=cmd|' /C calc'!A0\",@SUM(1),W+1.5,=HYPERLINK(1),@t(1)\n";
    let (_, written) = findings(table, "name = 'x'\n", "o.csv");
    let written = written.expect("it is written");
    for cell in ["'=cmd|' /C calc'!A0", "'@SUM(1)", "'=HYPERLINK(1)", "'@t(1)"] {
        assert!(written.contains(cell), "{written}");
    }
}

/// The strongest key decides: the file, then the day, then the names.
#[test]
fn a_row_that_names_a_file_is_that_files_row() {
    let record = |name: &str, day: &str, result: &str| {
        format!(
            "(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese]PB[{name}]PW[Lee Sun]DT[{day}]RE[{result}];B[ee];W[cc];B[gg];W[cg];B[gc])"
        )
    };
    let second = record("Kim Min", "2026-05-08", "W+R");
    for (table, findings) in [
        (
            "date,black,white,result,file\n2026-05-01,Kim Min,Lee Sun,B+R,g1.sgf\n2026-05-08,Kim Min (O),Lee Sun (H),W+R,g2.sgf\n",
            vec!["record-missing"],
        ),
        (
            "date,black,white,result,file\n2026-05-01,Kim Min,Lee Sun,B+R,g1.sgf\n",
            vec!["record-missing", "row-missing"],
        ),
        (
            "date,black,white,result\n2026-05-01,Kim Min,Lee Sun,B+R\n",
            vec!["record-missing", "row-missing"],
        ),
        ("black,white,result,file\nKim Mun,Lee Sun,W+R,g2.sgf\n", vec!["name-variant"]),
        // The path in full fits better.
        (
            "black,white,result,file\nKim Min,Lee Sun,W+R,g2.sgf\nKim Min,Lee Sun,W+R,games/g2.sgf\n",
            vec!["record-missing"],
        ),
    ] {
        let (records, table_file) = ([("games/g2.sgf", &second)], ("t.csv", table.as_bytes()));
        let run = check_event(&records, "", table_file, &["--no-estimate"]);
        let kinds = [
            "record-missing",
            "row-missing",
            "result-differs-from-table",
            "name-variant",
            "unmatched-name",
        ];
        let mut found: Vec<String> = (run.findings.into_iter())
            .map(|row| row["finding"].clone())
            .filter(|kind| kinds.contains(&&**kind))
            .collect();
        found.sort();
        assert_eq!(found, findings, "{table}");
    }
}

/// Reads the AGA's rating report by its published description alone: fields of `TOURNEY`, a line per player with a number, a
/// name and a rank, a line per game with White, Black, the winner, stones and komi, and `END`.
#[test]
fn the_rating_report_is_as_the_aga_describes_it() {
    let read = |name: &str| std::fs::read(project("corpus/event").join(name)).expect("it is there");
    let event = "name = 'Corpus Cup'\nplace = 'Seattle, WA'\nfirst-date = 2026-05-01\nlast-date = 2026-05-02\nruleset = 'aga'\n";
    let table = read("results.csv");
    let (_, text) = findings(str::from_utf8(&table).expect("UTF-8"), event, "o.aga");
    let text = text.expect("it is written");
    let lines: Vec<&str> = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim())
        .filter(|line| !line.is_empty())
        .collect();
    assert_eq!(lines[0], "TOURNEY Corpus Cup, Seattle WA");
    assert_eq!(lines[1..4], ["start=5/1/2026", "finish=5/2/2026", "rules=AGA"]);
    assert_eq!(lines[lines.len() - 1], "END");
    let (mut section, mut players, mut games) = ("", std::collections::BTreeSet::new(), 0);
    for line in &lines[4..lines.len() - 1] {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[0] {
            "PLAYERS" | "GAMES" | "BYES" => section = words[0],
            number if section == "PLAYERS" => {
                let number: u32 = number.parse().expect("a number");
                assert!(number < 100_000 && words.len() > 1, "{line}");
                assert!(players.insert(number), "{line}");
            }
            _ if section == "GAMES" => {
                let [white, black, result, stones, ..] = words[..] else { panic!("{line}") };
                let number = |text: &str| players.contains(&text.parse().expect("a number"));
                assert!(number(white) && number(black) && white != black, "{line}");
                assert!(["W", "B", "?"].contains(&result), "{line}");
                assert!((0..=9).contains(&stones.parse().expect("stones")), "{line}");
                games += 1;
            }
            number => assert!(players.contains(&number.parse().expect("a number")), "{line}"),
        }
    }
    assert!(players.len() > 10 && games > 20, "{text}");
}

/// What a table states of its event goes out with it.
#[test]
fn the_header_of_a_table_goes_out() {
    let table = "; EV[Odd Cup]\n; PC[DE, Bonn]\n; DT[2026-05-01,2026-05-02]\n; CL[A]\n; KM[6.5]\n; TM[60]\n; HA[h1]\n\
                 1 Zulu Bert 3d DE Bonn 2 2+/w0 3+/b0 |10000003\n2 Alba Carl 2d DE Bonn 1 1-/b0 4+/w0 |10000001\n\
                 3 Mora Dan 2d DE Koln 1 4+/w0 1-/w0 |10000002\n4 Xeno Eva 1d DE Koln 0 3-/b0 2-/b0 |10000004\n";
    let written = |table: &[u8], name: &str, out: &str| {
        let run =
            check_event(&[("games/a.sgf", GAMES)], "", (name, table), &["--results-out", out]);
        run.written.expect("it is written")
    };
    let h9 = written(table.as_bytes(), "in.h9", "o.h9");
    let lines = |text: &str| {
        let lines = text.lines().filter(|line| !line.contains("nobody"));
        let mut lines: Vec<String> = lines.map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(lines(&h9), lines(table));
    let aga = written(table.as_bytes(), "in.h9", "o.aga");
    assert!(
        aga.contains("TOURNEY Odd Cup, DE Bonn\n\tstart=5/1/2026\n\tfinish=5/2/2026\n"),
        "{aga}"
    );
    let csv =
        b"round,black,white,komi,result\n1,Ann,Bob,0.5,B+R\n1,Cy,Di,0.5,B+R\n1,Ed,Flo,6.5,B+R\n";
    assert!(written(csv, "t.csv", "o.h9").contains("; KM[0.5]"), "it is that of most games");
    let xml = std::fs::read(project("corpus/event/results.xml")).expect("it is there");
    let h9 = written(&xml, "t.xml", "o.h9");
    assert!(h9.contains("; EV[") && h9.contains("; the places are guessed: by wins, then"), "{h9}");
}
