//! Tests of `formats::ogs`.

use serde_json::Value;
use sgf_audit_core::audit::AuditOptions;
use sgf_audit_core::formats::read;
use sgf_audit_core::go::Points;

use crate::support::{Audited, audit_file, converted, corpus, folder, rows, run};

fn audit(json: &[u8]) -> Audited {
    audit_file(json, &AuditOptions { estimate: false, ..AuditOptions::default() })
}

/// A game with these members behind those that every game has.
fn game(members: &str) -> String {
    format!("{{\"game_id\":7,\"width\":9,\"height\":9,{members}}}")
}

/// The value of a property of the root.
fn value(json: &str, name: &str) -> String {
    let sgf = converted(json);
    let rest = sgf.split_once(&format!("{name}[")).map_or("", |(_, rest)| rest);
    rest.split(']').next().unwrap_or_default().to_owned()
}

#[test]
fn the_count_is_that_of_the_server() {
    for name in ["agreed.json", "removed.json", "handicap.json"] {
        let bytes = std::fs::read(corpus("formats").join(name)).unwrap();
        let json: Value = serde_json::from_slice(&bytes).unwrap();
        let score = json.get("score").unwrap_or(&json["gamedata"]["score"]);
        let total = |color: &str| Points::parse(&score[color]["total"].to_string()).unwrap();
        let audited = audit(&bytes);
        let recounted = audited.games[0].score.as_ref().unwrap();
        assert_eq!(recounted.margin, total("white") - total("black"), "{name}");
    }
}

#[test]
fn games_come_one_by_one_in_arrays_and_in_lines() {
    let [a, b] = ["[[2,2,1]]", "[[6,6,1]]"].map(|moves| game(&format!("\"moves\":{moves}")));
    for (json, lines) in [
        (format!("{a}{b}"), [1, 1]),
        (format!("[{a},{b}]"), [1, 1]),
        (format!("[\n{a},\n\n{b}\n]\n"), [2, 4]),
        (format!("{a}\n{b}\n"), [1, 2]),
        (format!("\u{feff}{a}\r\n{b}"), [1, 2]),
    ] {
        let audited = audit(json.as_bytes());
        assert_eq!(audited.games.len(), 2, "{json}");
        let text = read(json.as_bytes());
        let sgf = std::str::from_utf8(text.bytes()).unwrap();
        assert_eq!(sgf.matches('\n').count() + 1, json.lines().count(), "{sgf}");
        let at = |line: usize| sgf.lines().nth(line - 1).unwrap();
        assert!(at(lines[0]).contains(";B[cc])") && at(lines[1]).contains(";B[gg])"), "{sgf}");
    }
}

#[test]
fn games_behind_damage_are_read() {
    let [a, b] = ["[[2,2,1]]", "[[6,6,1]]"].map(|moves| game(&format!("\"moves\":{moves}")));
    let cut_off = &a[..a.len() - 5];
    let unread = |json: &str| -> Vec<(u32, String)> {
        let audited = audit(json.as_bytes());
        assert_eq!(audited.games.len(), 2, "{json}");
        let junk = audited.file_findings.iter().filter(|found| found.kind.as_str() == "junk");
        junk.map(|found| (found.line, found.message.to_string())).collect()
    };
    for (json, line, why) in [
        (format!("{a}\n{cut_off}\n{b}\n"), 2, "this isn't valid JSON"),
        (format!("{a}\n{{}}\n{b}\n"), 2, "this isn't a game of OGS: it has no moves"),
        (format!("{a}\nnothing\n{b}\n"), 2, "this isn't valid JSON"),
        (format!("{a}\n{b}\n{cut_off}"), 3, "the JSON ends early"),
        (format!("[\n{a},\n{b},\n{cut_off}"), 4, "the JSON ends early"),
    ] {
        let [(found, message)] = &unread(&json)[..] else { panic!("{json}: {:?}", unread(&json)) };
        assert_eq!(*found, line, "{json}");
        assert!(message.starts_with(why), "{message}");
    }
}

#[test]
fn an_annulled_game_is_void_and_not_clean() {
    let members = "\"moves\":[[2,2,1]],\"annulled\":true,\"outcome\":\"Resignation\"";
    let json = game(members);
    let folder = folder(&[("a.json", json.as_bytes()), ("b.sgf", b"(;SZ[9]RE[Annulled];B[ee])")]);
    run(folder.path(), &["check", "a.json", "b.sgf", "--out", "r", "--isolated"]);
    for row in rows(std::fs::read(folder.path().join("r/games.csv")).expect("written")) {
        assert_eq!((&row["recorded_result"][..], &row["clean"][..]), ("Void", "false"));
    }
    assert!(!audit(json.as_bytes()).findings().any(|f| f.kind.as_str() == "malformed-result"));
}

#[test]
fn damage_does_not_swallow_the_next_game() {
    let [a, b] = ["[[2,2,1]]", "[[6,6,1]]"].map(|moves| game(&format!("\"moves\":{moves}")));
    // Cut off anywhere, in an array on one line, in lines, or as a part of a list that isn't a game.
    for end in 1..a.len() {
        let cut_off = &a[..end];
        for json in [
            format!("[{cut_off},{b}]"),
            format!("{cut_off}\n{b}\n"),
            format!("{{\"results\":[{cut_off},{b}]}}"),
            format!("[{b},{cut_off}{a},{b}]"),
        ] {
            let sgf = converted(&json);
            assert!(sgf.contains(";B[gg]"), "{json}: {sgf}");
            let text = read(json.as_bytes());
            assert!(!text.unread_lines().is_empty(), "{json}");
        }
    }
    let listed = format!("{{\"count\":2,\"results\":[{a},{b}]}}");
    assert_eq!(audit(listed.as_bytes()).games.len(), 2);
}

/// The time is linear: a file is read a bounded number of times.
#[test]
fn objects_within_objects_are_read_in_linear_time() {
    let size = crate::support::size(20_000, 200_000);
    let game = game("\"moves\":[[2,2,1]]");
    for open in ["{\"a\":", "{\"a\":\n", "[{\"moves\":[[1,2],", "\n{\"a\":[\n"] {
        let json = format!("{game}\n{}\n{game}\n", open.repeat(size));
        let begun = std::time::Instant::now();
        assert!(!read(json.as_bytes()).unread_lines().is_empty());
        assert!(begun.elapsed().as_secs() < 20, "{open}: {:?}", begun.elapsed());
    }
}

#[test]
fn json_without_a_game_is_no_record() {
    for json in [
        "{\"game_id\":6,\"handicap\":0}",
        "{\"game_id\":6,\"rules\":",
        "[{\"width\":9,\"height\":9,\"game_id\":6}]",
    ] {
        let audited = audit(json.as_bytes());
        let [finding] = &audited.file_findings[..] else { panic!("{json}") };
        assert_eq!(finding.kind.as_str(), "not-sgf");
        assert!(finding.message.starts_with("JSON without a game: "), "{}", finding.message);
    }
}

#[test]
fn the_sgf_has_what_the_game_has() {
    for (members, name, expected) in [
        ("\"moves\":[],\"komi\":\"7.50\"", "KM", "7.5"),
        ("\"moves\":[],\"handicap\":1", "HA", ""),
        (
            "\"moves\":\"\",\"time_control\":{\"system\":\"canadian\",\"main_time\":300,\"stones_per_period\":25,\"period_time\":600}",
            "OT",
            "25/600 canadian",
        ),
        (
            "\"moves\":\"\",\"time_control\":{\"system\":\"absolute\",\"total_time\":900}",
            "TM",
            "900",
        ),
        ("\"moves\":\"\",\"time_control\":{\"system\":\"none\"}", "TM", ""),
        ("\"moves\":[],\"start_time\":1563570060", "DT", "2019-07-19"),
        (
            "\"moves\":[],\"rengo\":true,\"rengo_teams\":{\"black\":[{\"username\":\"a\"},{\"username\":\"b\"}],\"white\":[]}",
            "PB",
            "a, b",
        ),
        (
            "\"moves\":[],\"black_player_id\":1,\"white_player_id\":2,\"winner\":2,\"outcome\":\"Timeout\"",
            "RE",
            "W+T",
        ),
        ("\"moves\":[],\"winner\":\"black\",\"outcome\":\"r\"", "RE", "B+R"),
        ("\"moves\":[],\"winner\":\"tie\",\"outcome\":\"0 points\"", "RE", "0"),
        ("\"moves\":[],\"winner\":0,\"outcome\":\"Cancellation\"", "RE", "Annulled"),
        (
            "\"moves\":[],\"annulled\":true,\"winner\":1,\"outcome\":\"Resignation\"",
            "RE",
            "Annulled",
        ),
        ("\"moves\":[],\"outcome\":\"3.5 points\"", "RE", "3.5 points"),
        ("\"moves\":[],\"outcome\":\"\"", "RE", ""),
        ("\"moves\":[],\"rules\":\"aga\"", "RU", "AGA rules (area)"),
        (
            "\"moves\":[],\"rules\":\"ing\",\"allow_self_capture\":true,\"superko_algorithm\":\"ing\"",
            "RU",
            "GOE",
        ),
        (
            "\"moves\":[],\"rules\":\"japanese\",\"allow_superko\":true,\"superko_algorithm\":\"ssk\"",
            "RU",
            "Japanese",
        ),
        ("\"moves\":[],\"rules\":\"chinese\",\"score_handicap\":false", "RU", "Chinese"),
        (
            "\"moves\":[],\"rules\":\"chinese\",\"score_handicap\":false,\"handicap\":2",
            "RU",
            "chinese (points for handicap stones)",
        ),
        ("\"moves\":[],\"rules\":\"house\",\"score_stones\":true", "RU", "house"),
        ("\"moves\":[],\"players\":{\"black\":{\"rank\":-1}}", "BR", ""),
    ] {
        assert_eq!(value(&game(members), name), expected, "{members}");
    }
}

#[test]
fn handicap_stones_are_set_up() {
    // Placed freely, on the star points, or as the record lists them. The pass of old records among them is none.
    for (members, stones) in [
        (
            "\"rules\":\"chinese\",\"handicap\":2,\"moves\":[[0,0,1],[-1,-1,1],[1,1,1],[2,2,1]]",
            "AB[aa][bb];W[cc])",
        ),
        (
            "\"rules\":\"japanese\",\"handicap\":2,\"initial_player\":\"white\",\"moves\":[[4,4,1]]",
            "AB[cg][gc];W[ee])",
        ),
        (
            "\"rules\":\"japanese\",\"handicap\":2,\"initial_player\":\"white\",\"initial_state\":{\"black\":\"aabb\"},\"moves\":\"ee\"",
            "AB[aa][bb];W[ee])",
        ),
        ("\"rules\":\"chinese\",\"handicap\":2,\"moves\":[[0,0,1]]", "AB[aa])"),
        ("\"initial_player\":\"white\",\"moves\":[[4,4,1]]", "PL[W];W[ee])"),
    ] {
        let sgf = converted(&game(members));
        assert!(sgf.ends_with(stones), "{members}: {sgf}");
    }
}

#[test]
fn stones_are_marked_as_dead_only_where_the_game_was_counted() {
    let ended = |end: &str| {
        converted(&game(&format!(
            "\"rules\":\"japanese\",\"moves\":[[0,0,1],[8,8,1],[-1,-1,1],[-1,-1,1]],\"removed\":\"aacc\",\"winner\":\"white\",{end}"
        )))
    };
    assert!(ended("\"outcome\":\"9.5 points\"").ends_with(";W[]TW[aa])"));
    assert!(ended("\"outcome\":\"Timeout\"").ends_with(";W[])"));
    let score = "\"outcome\":\"9.5 points\",\"score\":{\"black\":{\"scoring_positions\":\"\"},\"white\":{\"scoring_positions\":\"aabbii\"}}";
    assert!(ended(score).ends_with(";W[]TW[aa][bb])"), "{}", ended(score));
}

/// The server lists neutral points as removed too, and counts a point that its player would have to fill.
#[test]
fn points_are_marked_as_the_server_counted_them() {
    let json = std::fs::read_to_string(corpus("formats").join("agreed.json")).unwrap();
    let sgf = converted(&json);
    let (_, marks) = sgf.rsplit_once(";W[]").expect("passes at the end");
    let (black, white) = marks.split_once("TW").expect("territory of both players");
    let has = |point| [black.contains(point), white.contains(point)];
    assert_eq!([has("[ab]"), has("[ge]")], [[true, false], [false, true]], "dead stones: {marks}");
    assert_eq!([has("[da]"), has("[df]")], [[false; 2]; 2], "neutral: {marks}");
    assert_eq!(has("[cd]"), [true, false], "to be filled: {marks}");
}

#[test]
fn of_json_files_in_directories_those_with_games_are_read() {
    let json = game("\"moves\":[[2,2,1]]");
    let files: [(&str, &[u8]); 6] = [
        ("a.json", json.as_bytes()),
        ("b.JSONL", json.as_bytes()),
        ("c.ndjson", json.as_bytes()),
        ("package.json", b"{\"name\":\"x\",\"width\":9}"),
        ("d.txt", json.as_bytes()),
        ("x.sgf", json.as_bytes()),
    ];
    let folder = folder(&files);
    // The second time there are the program's own JSON files.
    let converted = ["convert", "x.sgf", "--to", "jsonl", "--out", "x.jsonl"];
    assert_eq!(run(folder.path(), &converted).status, 0);
    for _ in 0..2 {
        let check = ["check", ".", "--no-estimate", "--quiet", "--out", "report"];
        assert_eq!(run(folder.path(), &check).status, 0);
    }
    let games = std::fs::read_to_string(folder.path().join("report/games.csv")).unwrap();
    let read: Vec<&str> = games.lines().skip(1).filter_map(|row| row.split(',').next()).collect();
    assert_eq!(read, ["./a.json", "./b.JSONL", "./c.ndjson", "./x.sgf"]);
}
