//! Records in other formats (`corpus/formats`), whole and damaged.

use proptest::prelude::*;
use sgf_audit_core::audit::AuditOptions;
use sgf_audit_core::formats::{read, recognise};
use sgf_audit_core::sgf::{Game, Ident, Scanner, Span};

use crate::support::{Audited, audit_file, corpus};

/// The expected facts about a record: file, format, encoding and its source, Black and rank, White and rank, date,
/// komi and its source, handicap stones, moves, recorded result, verdict, ruleset and its source.
type Row = [&'static str; 17];

#[rustfmt::skip]
const RECORDS: [Row; 14] = [
    ["agreed.json", "ogs", "UTF-8", "declared", "left", "6k", "right", "4k", "2024-03-02", "6.5", "record", "0", "20", "W+12.5", "confirmed", "japanese", "record"],
    ["counted.gib", "gib", "UTF-8", "detected", "黑墙", "5段", "白墙", "6段", "2024-02-29", "6.5", "record", "0", "40", "B+12.5", "undecided", "korean", "server"],
    ["counted.ngf", "ngf", "windows-1252", "default", "wallblack", "2D", "wallwhite", "3D*", "2024-02-29", "6.5", "record", "0", "70", "B+2.5", "confirmed", "korean", "server"],
    ["counted.ugf", "ugf", "Shift_JIS", "declared", "黒", "5d", "白", "6d", "2020-06-23", "6.5", "record", "0", "88", "B+2.5", "confirmed", "chinese", "record"],
    ["damaged.gib", "gib", "UTF-8", "detected", "Bl\u{fffd}\u{fffd}ck", "15K", "柯洁柯洁", "10K", "", "6.5", "default", "0", "3", "", "no-result", "korean", "server"],
    ["damaged.json", "ogs", "UTF-8", "declared", "Black", "", "White", "", "", "6.5", "record", "0", "3", "W+2.5", "undecided", "japanese", "record"],
    ["event.ngf", "ngf", "GBK", "detected", "黑方", "五段", "白方", "初段", "2006-09-05", "6.5", "record", "0", "3", "B+R", "not-counted", "korean", "server"],
    ["handicap.gib", "gib", "EUC-KR", "detected", "검정", "4K", "하양", "1단", "2015-08-29", "0", "record", "3", "4", "W+R", "not-counted", "korean", "server"],
    ["handicap.json", "ogs", "UTF-8", "declared", "low", "11k", "high", "2k", "2023-11-05", "0.5", "record", "3", "82", "W+4.5", "confirmed", "chinese", "record"],
    ["handicap.ngf", "ngf", "windows-1252", "default", "low", "4K", "high", "1D", "2023-11-05", "0", "record", "4", "3", "W+T", "not-counted", "korean", "server"],
    ["handicap.ugi", "ugf", "Shift_JIS", "declared", "low", "2k?", "high", "2d", "2019-01-02", "0.5", "record", "3", "2", "W+T", "not-counted", "japanese", "record"],
    ["remarks.gib", "gib", "UTF-8", "bom", "黑方", "9P", "white", "1K", "2026-01-02", "6.5", "record", "0", "5", "B+R", "not-counted", "korean", "server"],
    ["removed.json", "ogs", "UTF-8", "declared", "blackwall", "9k", "白", "2d", "2024-02-29", "6.5", "record", "0", "4", "W+4.5", "confirmed", "japanese", "record"],
    ["switches.json", "ogs", "UTF-8", "declared", "Pro", "9p", "Ama", "7d", "2000-02-29", "7.5", "record", "0", "4", "B+F", "not-counted", "japanese", "server"],
];

fn folder() -> std::path::PathBuf {
    corpus("formats")
}

fn record(name: &str) -> Vec<u8> {
    std::fs::read(folder().join(name)).expect("the corpus can be read")
}

fn audit(bytes: &[u8]) -> Audited {
    audit_file(bytes, &AuditOptions { estimate: false, ..AuditOptions::default() })
}

/// The value of a property of the root as it stands in the SGF.
fn value<'a>(sgf: &'a str, name: &str) -> &'a str {
    let rest = sgf.split_once(&format!("{name}[")).map_or("", |(_, rest)| rest);
    rest.split(']').next().unwrap_or_default()
}

#[test]
fn records_in_other_formats_are_read() {
    let mut files: Vec<_> = std::fs::read_dir(folder())
        .expect("the corpus is there")
        .map(|entry| entry.expect("it can be listed").file_name().into_string().expect("ASCII"))
        .collect();
    files.sort();
    assert_eq!(files, RECORDS.map(|row| row[0]));
    for row in RECORDS {
        let bytes = record(row[0]);
        let text = read(&bytes);
        let sgf = std::str::from_utf8(text.bytes()).expect("SGF is made in UTF-8");
        let games = audit(&bytes).games;
        let [game] = &games[..] else { panic!("{}: one game", row[0]) };
        let read: [String; 17] = [
            row[0].to_owned(),
            text.format().to_owned(),
            text.encoding().name().to_owned(),
            text.source().name().to_owned(),
            game.black.clone(),
            value(sgf, "BR").to_owned(),
            game.white.clone(),
            value(sgf, "WR").to_owned(),
            game.date.clone(),
            game.komi.to_string(),
            game.komi_source.name().to_owned(),
            game.replay.handicap.stones.to_string(),
            game.replay.moves.to_string(),
            game.recorded_result.clone(),
            game.verdict.name().to_owned(),
            game.rules.id.to_string(),
            game.ruleset_source.name().to_owned(),
        ];
        assert_eq!(read.each_ref().map(String::as_str), row);
    }
}

#[test]
fn findings_are_at_the_lines_of_the_file() {
    let bytes = record("damaged.gib");
    let audited = audit(&bytes);
    let lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
    let mut found: Vec<(&str, String)> = Vec::new();
    for finding in audited.findings() {
        let line = lines[finding.line as usize - 1];
        assert_eq!(finding.span.of(&bytes), line, "{}", finding.kind.as_str());
        assert_eq!(finding.column, 1);
        found.push((finding.kind.as_str(), String::from_utf8_lossy(line).trim().to_owned()));
    }
    let of = |name| -> Vec<&str> {
        found.iter().filter(|(n, _)| *n == name).map(|(_, line)| &line[..]).collect()
    };
    assert_eq!(of("occupied-point"), ["STO 0 3 2 3 3"]);
    assert_eq!(of("junk"), ["STO 0 4 1 19 2", "BYE 0 7"]);
    assert_eq!(of("undecodable-bytes").len(), 1);
    assert!(of("undecodable-bytes")[0].starts_with(r"\[GAMEBLACKNAME="));
    assert_eq!(of("undeclared-encoding"), [""; 0]);
}

#[test]
fn remarks_are_comments_without_findings() {
    let bytes = record("remarks.gib");
    let audited = audit(&bytes);
    assert_eq!(audited.games[0].size.to_string(), "9");
    let names: Vec<&str> = audited.findings().map(|finding| finding.kind.as_str()).collect();
    // The game is short.
    assert_eq!(names, ["unusual-length"]);
    let text = read(&bytes);
    let sgf = std::str::from_utf8(text.bytes()).expect("SGF is made in UTF-8");
    for part in
        ["GN[练习]", "PC[网]", "C[甲, 乙]", ";B[gg]\nC[白点角 / 怎么样];W[cc]", "C[黑 中盘胜])"]
    {
        assert!(sgf.contains(part), "{part}: {sgf}");
    }
}

#[test]
fn a_result_that_cant_be_read_is_quoted_and_kept() {
    // Record, its result, the result put there, and what of it can't be read.
    #[rustfmt::skip]
    const CASES: [[&str; 4]; 9] = [
        ["counted.gib", "黑12目半胜", "白12目半胜", "B+12.5, 白12目半胜"],
        ["counted.gib", "黑12目半胜", "无胜负", "B+12.5, 无胜负"],
        ["counted.gib", "黑12目半胜", "黑 12.5 目胜", ""],
        ["counted.ugf", "B,2.50", "B,C2.5", "B+C2.5"],
        ["counted.ugf", "B,2.50", "Nobody,2.50", "Nobody 2.50"],
        ["counted.ugf", "B,2.50", "B,R", ""],
        ["counted.ngf", "Black wins by 2.5win", "Black wins, or White", "Black wins, or White"],
        ["agreed.json", "12.5 points", "12.5 points to Black", "W+12.5 points to Black"],
        ["agreed.json", "12.5 points", "Timeout", ""],
    ];
    for [name, stated, other, message] in CASES {
        let file = record(name);
        let at = memchr::memmem::find(&file, stated.as_bytes()).expect("the record states it");
        let bytes = [&file[..at], other.as_bytes(), &file[at + stated.len()..]].concat();
        let audited = audit(&bytes);
        let mut found = audited.findings().filter(|f| f.kind.as_str() == "malformed-result");
        let Some(finding) = found.next() else {
            assert_eq!(message, "", "{name}: {other}");
            continue;
        };
        assert_eq!(finding.message, format!("the result {message:?} can't be read"));
        let said = other.rsplit(',').next().expect("a part");
        assert!(String::from_utf8_lossy(read(&bytes).bytes()).contains(said), "{name}: {other}");
        // The code stands on a line of its own.
        let line = String::from_utf8_lossy(finding.span.of(&bytes));
        assert!(line.contains(said) || line.contains("GRLT:"), "{name}: {line}");
    }
}

/// Asserts that bytes are read into SGF of as many lines, and that every finding lies within the file.
fn survives(bytes: &[u8]) {
    let text = read(bytes);
    let whole = text.bytes().len();
    if text.is_converted() {
        let sgf = std::str::from_utf8(text.bytes()).expect("SGF is made in UTF-8");
        let last = Span::new(whole, whole);
        let last_line = sgf.matches('\n').count() as u32 + 1;
        assert!(text.source_line(last_line).is_some());
        assert!(text.source_line(last_line + 1).is_none());
        assert_eq!(text.file_span(last).expect("it is converted").end as usize, bytes.len());
    }
    for finding in audit(bytes).findings() {
        assert!(finding.span.end as usize <= bytes.len(), "{}", finding.kind.as_str());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_survived(
        head in prop::sample::select(vec![
            "\\HS\n", "\\[GAMEINFOMAIN=", "[Header]\nSize=", "[Header]\nLang=", "[Data]\n",
            "GI\nPMABBREER\n", "{\"game_id\":9,\"komi\":1,\"moves\":", "[{\"moves\":[[1,", "x\n9\nPMABBREER\n", "\u{feff}\\HS\r",
        ]),
        rest in prop::collection::vec(any::<u8>(), 0..400),
    ) {
        let bytes = [head.as_bytes(), &rest].concat();
        let plain = head.strip_prefix('\u{feff}').unwrap_or(head);
        let known = recognise(plain.as_bytes()).is_some();
        prop_assert!(known);
        survives(&bytes);
    }

    #[test]
    fn damaged_records_are_survived(
        which in 0..RECORDS.len(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..4u8, any::<u8>()), 1..20),
    ) {
        let mut bytes = record(RECORDS[which][0]);
        for (at, kind, byte) in edits {
            if bytes.is_empty() {
                break;
            }
            let at = at.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, byte),
                _ => bytes.rotate_left(at % 50),
            }
        }
        survives(&bytes);
    }
}

#[test]
fn records_cut_short_are_survived() {
    for row in RECORDS {
        let bytes = record(row[0]);
        for end in 0..bytes.len() {
            let text = read(&bytes[..end]);
            assert!(std::str::from_utf8(text.bytes()).is_ok() || !text.is_converted());
        }
        survives(&bytes[..bytes.len() / 2]);
    }
}

/// In SGF such a text would be a value whose bracket is missing before a move.
#[test]
fn text_that_ends_like_a_move_is_no_move() {
    let gib = "\\HS\n\\[GAMEBLACKNAME=a\\]\n\\[GAMECOMMENT=see ;B[pd\\]\n\\HE\n\\GS\n2 1 0\n\
               INI 0 1 0 &4\nSTO 0 2 1 3 3 hello ;W[pp\nSTO 0 3 2 15 3\n\\GE\n";
    let ugf = "[Header]\nSize=19\nPlayerB=a\nTitle=x;B[pd\n[Data]\nDD,B1,1,0\nPP,W1,2,0\n\
               [ReviewComment]\n.Comment,2\ngood ;W[qq\n";
    for text in [gib, ugf] {
        let text = read(text.as_bytes());
        let mut scanner = Scanner::new(&text);
        let (mut game, mut faults) = (Game::default(), Vec::new());
        assert!(scanner.next_game(&mut game, &mut faults));
        assert!(faults.is_empty(), "{faults:?}");
        let moves = |id| game.find(id, Ident::new("B")).or(game.find(id, Ident::new("W")));
        let moves = (0..game.nodes().len() as u32).filter(|&id| moves(id).is_some()).count();
        assert_eq!(moves, 2, "{}", text.decode(Span::new(0, text.bytes().len())));
    }
}
