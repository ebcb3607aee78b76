//! Each term of an event, and each kind of decision, against the same few records: which findings there are.

use std::fmt::Write;

use sgf_audit_core::audit::{Family, FindingKind, Verdict};
use sgf_audit_core::event::{EventCheck, Terms};

use crate::support::{audit_in_event, borrowed, check_event, folder, rows, run};

/// Games of four players. They differ in what the terms ask for.
const RECORDS: [(&str, &str); 8] = [
    (
        "r1-1.sgf",
        "RU[AGA]KM[7.5]RO[1]DT[2026-05-01]TM[1800]OT[5x30 byo-yomi]PB[Ann Ash]BR[2d]PW[Bob Birch]WR[1d]RE[B+R]",
    ),
    (
        "r1-2.sgf",
        "RU[Japanese]KM[6.5]RO[1]DT[2026-05-02]TM[3600]OT[3x60 byo-yomi]PB[Cy Cedar]BR[3k]PW[Dee Dogwood]WR[4k]RE[W+R]PC[OGS]",
    ),
    (
        "r2-1.sgf",
        "RU[AGA]KM[0.5]HA[2]RO[2]DT[2026-05-09]PB[Ann Ash]PW[Cy Cedar]AB[cc][ee]RE[W+2.5]",
    ),
    ("r2-2.sgf", "RU[AGA]KM[5.5]HA[3]PB[Bob Birch]PW[Dee Dogwood]AB[cc][ee][ce]RE[B+F]C[#cup]"),
    ("r3-1.sgf", "RU[AGA]KM[7.5]RO[3]DT[2026-05-02]PB[Ash, Ann]PW[D. Dogwood]RE[?]"),
    ("r3-1-copy.sgf", "RU[AGA]KM[7.5]RO[3]DT[2026-05-02]PB[Ann Ash]PW[Dee Dogwood]RE[B+R]"),
    ("r4-1.sgf", "RU[AGA]KM[7.5]RO[7]DT[02/05/2026]PB[Bob Birch]PW[Cy Cedar]RE[W+9.5]"),
    ("final.sgf", "RU[AGA]KM[7.5]RO[final]PB[Eve Elm]PW[Ann Ash]RE[Void]"),
];

/// Black has 15 points of area and White 10 on the board of five lines.
const MOVES: &str =
    ";B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[]TB[aa:be]TW[ea:ee]";
const PLAYED_ON: &str = ";W[da];B[ca];W[db];B[cb];W[dc];B[bc];W[dd];B[cd];W[de](;B[])(;W[])";

const PLAYERS: &str = "players = [\n{ name = \"Ann Ash\", rank = \"2d\", team = \"North\", id = \"11\" },\n\
    { name = \"Bob Birch\", rank = \"1d\", team = \"South\" },\n{ name = \"Cy Cedar\", rank = \"1k\" },\n\
    { name = \"Dee Dogwood\", aliases = [\"D. Dogwood\"] } ]\n";

const TABLE: &str = "round,board,black,white,result,komi,handicap\n1,1,Ann Ash,Bob Birch,B+R,7.5,0\n\
    1,2,Cy Cedar,Dee Dogwood,B+R,6.5,0\n2,1,Cy Cedar,Ann Ash,W+2.5,0.5,3\n\
    2,2,Bob Birch,Dee Dogwood,B+F,5.5,3\n3,1,Ann Ash,Dee Dogwood,B+R,7.5,0\n\
    3,2,Bob Birch,Cy Cedar,W+9.5,7.5,0\n4,1,Eve Elm,Dee Dogwood,W+R,7.5,0\n";

/// The findings of the family `event`, a line each.
fn found(terms: &str, with_table: bool) -> String {
    let record = |(name, header): &(&str, &str)| {
        let moves = if header.contains("HA[") { PLAYED_ON } else { MOVES };
        (format!("games/{name}"), format!("(;FF[4]CA[UTF-8]SZ[5]{header}\n{moves})"))
    };
    let records: Vec<(String, String)> = RECORDS.iter().map(record).collect();
    let mut files = borrowed(&records);
    files.extend([("event.toml", terms.as_bytes()), ("results.csv", TABLE.as_bytes())]);
    let folder = folder(&files);
    let mut arguments = vec!["check", "games", "--isolated", "--event", "event.toml"];
    arguments.extend(["--format", "csv", "--show", "note", "--no-estimate"]);
    if with_table {
        arguments.extend(["--results", "results.csv"]);
    }
    let run = run(folder.path(), &arguments);
    if run.status > 1 {
        return format!("  {}\n", run.stderr.trim());
    }
    let mut shown = String::new();
    for row in rows(&run.stdout) {
        let kind = FindingKind::find(&row["finding"]).expect("a finding");
        let is_result = matches!(kind, FindingKind::WrongMargin | FindingKind::WrongWinner);
        if kind.info().family == Family::Event || is_result {
            let [path, line, severity] = ["path", "line", "severity"].map(|name| &row[name]);
            let (name, message) = (kind.as_str(), &row["message"]);
            let _ = writeln!(shown, "  {path}:{line}: {severity}[{name}] {message}");
        }
    }
    shown
}

/// Writes the lines that are gone and those that are new.
fn write_difference(table: &mut String, before: &str, after: &str) {
    for (sign, lines, others) in [('-', before, after), ('+', after, before)] {
        for line in lines.lines().filter(|line| !others.lines().any(|other| other == *line)) {
            let _ = writeln!(table, "{sign}{line}");
        }
    }
}

#[test]
fn terms() {
    let mut table = String::new();
    let bases = [("", ""), ("with players and a table", PLAYERS)].map(|(beside, players)| {
        let base = found(players, !players.is_empty());
        let _ = write!(table, "no term {beside}\n{base}");
        (beside, players, base)
    });
    for terms in [
        "ruleset = \"aga\"",
        "komi = 7.5",
        "handicap-komi = 0.5",
        "komi = 7.5\nhandicap-komi = 0.5",
        "max-handicap = 2",
        "max-handicap = 0",
        "min-handicap = 3",
        "board-size = 5",
        "board-size = 9",
        "first-date = \"2026-05-01\"",
        "last-date = \"2026-05-02\"",
        "first-date = \"2026-05-02\"\nlast-date = \"2026-05-09\"",
        "first-date = \"2026-05-01\"\nlast-date = \"2026-05-09\"\ndate-order = \"dmy\"",
        "ties = \"white\"",
        "records = \"some\"",
        "time = { main = 1800 }",
        "time = { main = 1800, overtime = \"5x30\" }",
        "time = { main = 1800, overtime = \"5x30\", more-allowed = true }",
        "time = { main = 3600, more-allowed = true }",
        "time = { overtime = \"none\" }",
        "rounds = [{ number = 1, komi = 6.5 }, { number = 2, handicap-komi = 5.5 }]",
        "rounds = [{ number = 1 }, { number = 2 }, { number = 3 }, { number = \"final\" }]",
        "rounds = [{ number = 1, ruleset = \"japanese\" }, { number = 3, ruleset = \"aga\" }]",
        "rounds = [{ number = 1, first-date = \"2026-05-01\" }, { number = 2, last-date = \"2026-05-08\" }]",
        "rounds = [{ number = 1, time = { main = 1800 } }]",
        "aliases = { \"Eve Elm\" = \"Bob Birch\" }",
        "aliases = { \"Nobody\" = \"Bob Birch\" }",
    ] {
        for (beside, players, base) in &bases {
            let text = format!("{players}{terms}\n");
            let _ = writeln!(table, "{terms} {beside}");
            write_difference(&mut table, base, &found(&text, !players.is_empty()));
        }
    }
    insta::assert_snapshot!(table);
}

#[test]
fn decisions() {
    let mut table = String::new();
    let bases = [false, true].map(|with_table| found(PLAYERS, with_table));
    for decision in [
        "penalties = [{ file = \"r4-1.sgf\", color = \"black\", points = 2, reason = \"late\" }]",
        "penalties = [{ file = \"r4-1.sgf\", color = \"white\", points = 7 }]",
        "penalties = [{ file = \"r1-1.sgf\", color = \"white\", points = 7 }]",
        "penalties = [{ black = \"Bob Birch\", white = \"Cy Cedar\", color = \"white\", points = 7 }]",
        "penalties = [{ file = \"none.sgf\", color = \"white\", points = 7 }]",
        "rulings = [{ file = \"r4-1.sgf\", result = \"B+R\", by = \"the referee\", reason = \"as seen\" }]",
        "rulings = [{ file = \"r4-1.sgf\", result = \"W+9.5\" }]",
        "rulings = [{ file = \"r4-1.sgf\", dead = \"C3\" }]",
        "rulings = [{ file = \"r4-1.sgf\", dead = \"A1\" }]",
        "rulings = [{ file = \"r4-1.sgf\", also-dead = \"D4\" }]",
        "rulings = [{ file = \"r4-1.sgf\", alive = \"C3 D4\" }]",
        "rulings = [{ file = \"r4-1.sgf\", reason = \"a note\" }]",
        "rulings = [{ file = \"r4-1.sgf\", game = 2, result = \"B+R\" }]",
        "rulings = [{ black = \"Ann Ash\", white = \"Dee Dogwood\", result = \"B+R\" }]",
        "rulings = [{ black = \"Ann Ash\", white = \"Dee Dogwood\", round = 3, result = \"W+R\" }]",
        "rulings = [{ black = \"Dee Dogwood\", white = \"Ann Ash\", result = \"B+R\" }]",
        "rulings = [{ black = \"Eve Elm\", white = \"Dee Dogwood\", result = \"W+F\" }]",
        "rulings = [{ black = \"Eve Elm\", white = \"Fay Fir\", result = \"W+F\" }]",
        "rulings = [{ file = \"final.sgf\", result = \"Void\" }, { file = \"final.sgf\", result = \"B+F\" }]",
        "ties = \"draw\"\nrulings = [{ file = \"r2-1.sgf\", result = \"0\" }]",
    ] {
        for with_table in [false, true] {
            let beside = if with_table { " with a table" } else { "" };
            let text = format!("{PLAYERS}{decision}\n");
            let _ = writeln!(table, "{decision}{beside}");
            let base = &bases[usize::from(with_table)];
            write_difference(&mut table, base, &found(&text, with_table));
        }
    }
    insta::assert_snapshot!(table);
}

/// A record of each kind: its name, its result and what follows the walls.
const KINDS: [(&str, &str, &str); 10] = [
    ("right", "RE[W+2.5]", ""),
    ("wrong", "RE[B+9.5]", ""),
    ("resigned", "RE[B+R]", ""),
    ("no-result", "", ""),
    ("unknown", "RE[?]", ""),
    ("void", "RE[Void]", ""),
    ("unread", "RE[perhaps Black]", ""),
    ("undecided", "RE[W+2.5]", ";B[ec];W[];B[];W[]"),
    ("truncated", "RE[W+2.5]", "truncated"),
    ("second", "RE[W+2.5]", "second"),
];

/// Decisions on a game; the last is its table's.
const DECISIONS: [&str; 9] = [
    "",
    "result = \"B+R\"",
    "result = \"W+2.5\"",
    "result = \"Void\"",
    "also-dead = \"D4\"",
    "alive = \"C3 D4\"",
    "reason = \"a note\"",
    "color = \"white\"\npoints = 7",
    "table = \"B+R\"",
];

fn record_of_kind((name, result, more): (&str, &str, &str)) -> (String, String) {
    let header = format!("(;FF[4]CA[UTF-8]SZ[5]RU[AGA]KM[7.5]PB[{name} A]PW[{name} B]{result}");
    let walls = MOVES.split_once(";B[];W[]").expect("they end in passes").0;
    let text = match more {
        "" => format!("{header}{MOVES})"),
        "second" => format!("(;FF[4]CA[UTF-8]SZ[5]PB[X]PW[Y]RE[B+R];B[cc])\n{header}{MOVES})"),
        "truncated" => format!("{header}{})", &walls[..walls.len() - 18]),
        last => format!("{header}{walls}{last})"),
    };
    (format!("games/{name}.sgf"), text)
}

/// Each decision against each kind of record: verdict, result that holds, findings, pairing, and the row for a rating list.
#[test]
fn decisions_by_kinds_of_records() {
    let records = KINDS.map(record_of_kind);
    let mut shown = String::new();
    for decision in DECISIONS {
        let (mut event, mut table) = (String::new(), "black,white,result\n".to_owned());
        for (name, ..) in KINDS {
            let file = match name {
                "second" => format!("file = \"{name}.sgf\"\ngame = 2"),
                _ => format!("file = \"{name}.sgf\""),
            };
            let of_table = if decision.starts_with("table") { "B+R" } else { "?" };
            let _ = writeln!(table, "{name} A,{name} B,{of_table}");
            let _ = match decision.split_once(" = ") {
                None | Some(("table", _)) => Ok(()),
                Some(("color", _)) => write!(event, "[[penalties]]\n{file}\n{decision}\n"),
                Some(_) => write!(event, "[[rulings]]\n{file}\n{decision}\n"),
            };
        }
        let options = ["--no-estimate", "--isolated", "--show", "note", "--results-out", "out.csv"];
        let found = check_event(&records, &event, ("table.csv", table.as_bytes()), &options);
        let _ = writeln!(shown, "[{}]", decision.replace('\n', ", "));
        for (name, ..) in KINDS {
            let path = format!("games/{name}.sgf");
            let game = if name == "second" { "2" } else { "1" };
            let of_game = |row: &&crate::support::Row| row["path"] == path && row["game"] == game;
            let judged = found.games.iter().find(of_game).expect("each game has a row");
            let (verdict, result) = (&judged["verdict"], &judged["final_result"]);
            let _ = write!(shown, "  {name}: {verdict}, {result};");
            let findings = found.findings.iter().filter(of_game).filter(|row| {
                let kind = FindingKind::find(&row["finding"]).expect("a finding");
                matches!(kind.info().family, Family::Event | Family::Result)
            });
            for row in findings {
                let _ = write!(shown, " {}[{}]", row["severity"], row["finding"]);
            }
            if let Some(row) = found.pairings.iter().find(of_game) {
                let [mark, decided] = ["mark", "decided_result"].map(|column| &row[column]);
                let _ = write!(shown, "; {mark} {decided}");
            }
            // The row for a rating list, and the comment above it.
            let written = found.written.iter().flat_map(|text| text.lines());
            for line in written.filter(|line| line.contains(&format!("{name} A"))) {
                let end = line.split_once(" B: ").or(line.split_once(",0,7.5,"));
                let _ = write!(shown, "; {}", end.expect("a comment or a row").1);
            }
            let _ = writeln!(shown);
        }
        let of_event = found.findings.iter().filter(|row| row["path"] == "event.toml");
        for row in of_event {
            let _ = writeln!(shown, "  event.toml:{}: {}", row["line"], row["message"]);
        }
    }
    insta::assert_snapshot!(shown);
}

/// Nothing of the count's judgement is left over beside a decision: no open question, cause or finding.
#[test]
fn a_decision_is_the_whole_judgement() {
    for (decision, kind) in DECISIONS[..8].iter().flat_map(|of| KINDS.map(|kind| (of, kind))) {
        let list = if decision.starts_with("color") { "penalties" } else { "rulings" };
        let game = if kind.0 == "second" { 2 } else { 1 };
        let terms = format!("[[{list}]]\nfile = '{}'\ngame = {game}\n{decision}\n", kind.0);
        let terms = Terms::from_toml(&terms).expect("it is readable");
        let event = EventCheck::new(Some((String::new(), terms)), None);
        let (path, text) = record_of_kind(kind);
        let audit = audit_in_event(&event, &path, &text, game).0;
        let (is_open, why) = (audit.verdict == Verdict::Undecided, format!("{decision}, {kind:?}"));
        assert_eq!(audit.open_question.is_some(), is_open, "{why}");
        assert_eq!(audit.findings.iter().any(|it| it.kind == FindingKind::Undecided), is_open);
        assert_eq!(audit.reports_wrong_result(), audit.verdict.is_wrong(), "{why}");
        if let Some(decision) = audit.decision.filter(|decision| decision.result.is_some()) {
            assert_eq!((is_open, audit.explanation), (false, decision.words), "{why}");
            assert!(audit.cause.is_none() && audit.possible_margin.is_none(), "{why}");
        }
    }
}
