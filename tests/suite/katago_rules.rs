//! Positions of KataGo's tests of its rules, with what it says may be played there next.
//!
//! Source: KataGo, `cpp/tests/testrules.cpp` (<https://github.com/lightvector/KataGo>): boards, moves and points
//! are facts taken from "Ko rule testing with a regular ko and a sending two returning 1", "Suicide ko
//! testing", "Eternal life", "Triple ko simple", "Triple ko superko" and "Area rules". Left out is what it tests
//! of rules that this program doesn't have: Spight's ko rule and play after the game by its own territory rules.

use std::collections::BTreeSet;

use sgf_audit_core::audit::{Audit, AuditOptions, FindingKind, Verdict};
use sgf_audit_core::go::{Color, Grid, Point};
use sgf_audit_core::rules::{Ruleset, SharedRuleset};

use crate::support::{audit_game_with, under_without_estimate};

/// Rules of that ko and suicide, counted by area with half a point of komi.
fn rules(superko: &str, suicide: &str) -> SharedRuleset {
    let cycle = if superko == "none" { "no-result" } else { "forbidden" };
    let text = format!(
        "id = \"test\"\nbase = \"tromp-taylor\"\nko = true\nsuperko = \"{superko}\"\n\
         long-cycle = \"{cycle}\"\nsuicide = \"{suicide}\"\nkomi = 0.5\n"
    );
    Ruleset::from_toml(&text).expect("a ruleset").into()
}

fn letters(point: Point) -> String {
    [point.col, point.row].map(|line| char::from(b'a' + line)).into_iter().collect()
}

/// The record of a position with moves: `fb` or nothing, Black first and then in turn.
fn record(board: &Grid, moves: &[&str]) -> String {
    let stones = |color| -> String {
        let points = board.size().points().filter(|&point| board.get(point) == Some(color));
        points.map(|point| format!("[{}]", letters(point))).collect()
    };
    let (black, white) = (stones(Color::Black), stones(Color::White));
    let size = board.size();
    let mut text = format!("(;FF[4]GM[1]SZ[{}:{}]KM[0.5]PL[B]", size.cols(), size.rows());
    for (name, stones) in [("AB", black), ("AW", white)] {
        if !stones.is_empty() {
            text.push_str(&format!("{name}{stones}"));
        }
    }
    for (at, point) in moves.iter().enumerate() {
        text.push_str(&format!(";{}[{point}]", ["B", "W"][at % 2]));
    }
    text + ")"
}

/// Whether the last of so many moves is found to be one of these.
fn is_last(audit: &Audit, moves: usize, names: &[FindingKind]) -> bool {
    let mut findings = audit.findings.iter();
    findings.any(|f| f.move_number == Some(moves as u32) && names.contains(&f.kind))
}

/// The points that a ko or superko forbids next.
fn forbidden(board: &Grid, moves: &[&str], rules: &SharedRuleset) -> BTreeSet<String> {
    let points = board.size().points().map(letters);
    let is_forbidden = |point: &String| {
        let moves = [moves, &[point]].concat();
        is_last(
            &audit_game_with(record(board, &moves), &under_without_estimate(rules.clone())),
            moves.len(),
            &[FindingKind::Ko, FindingKind::Superko],
        )
    };
    points.filter(is_forbidden).collect()
}

/// Plays the moves and compares what is forbidden after each; `?` where the source doesn't say.
fn compare(board: &str, rules: &SharedRuleset, game: &[(&str, &str)]) {
    let board = Grid::draw(board).expect("a board");
    let mut moves = Vec::new();
    for &(point, expected) in game {
        moves.push(point);
        if expected != "?" {
            let expected: BTreeSet<String> =
                expected.split_whitespace().map(str::to_owned).collect();
            assert_eq!(forbidden(&board, &moves, rules), expected, "after {moves:?}");
        }
    }
}

const SENDING_TWO: &str = "
    . O . X X O
    O X X X O .
    O . X . O O
    X X X O O .
    O O O O . O";

#[test]
fn sending_two_returning_one_with_a_ko_beside_it() {
    compare(
        SENDING_TWO,
        &rules("none", "forbidden"),
        &[
            ("fb", "fa"),
            ("", ""),
            ("", ""),
            ("fa", "fb"),
            ("dc", "?"),
            ("ca", ""),
            ("aa", ""),
            ("ba", ""),
            ("", ""),
            ("ca", ""),
            ("aa", ""),
            ("ba", ""),
            ("", ""),
        ],
    );
    compare(
        SENDING_TWO,
        &rules("positional", "forbidden"),
        &[
            ("fb", "fa"),
            ("", ""),
            ("dc", "?"),
            ("ca", ""),
            ("aa", "ba"),
            ("fa", "fb"),
            ("", ""),
            ("ba", "fb"),
            ("", ""),
            ("ca", "aa fb"),
        ],
    );
    compare(
        SENDING_TWO,
        &rules("situational", "forbidden"),
        &[
            ("fb", "fa"),
            ("", ""),
            ("dc", "?"),
            ("ca", ""),
            ("aa", ""),
            ("fa", "fb"),
            ("", ""),
            ("ba", "fb"),
            ("", ""),
            ("ca", "aa"),
        ],
    );
}

/// With moves that a superko forbids among them: they stand, and their positions count.
#[test]
fn suicide_that_makes_a_position_again() {
    let board = "
        . O X O . X
        O X X O O O
        X X . . . .
        . . . . . .
        . . . . . .";
    for (superko, after_suicide, at_the_end) in
        [("positional", "fa", "aa ab"), ("situational", "", "")]
    {
        compare(
            board,
            &rules(superko, "multi-stone"),
            &[
                ("ea", "?"),
                ("", after_suicide),
                ("ea", "?"),
                ("aa", "?"),
                ("fa", "?"),
                ("ba", "?"),
                ("", "ab"),
                ("aa", "?"),
                ("ea", "ab"),
                ("ab", "?"),
                ("fa", "?"),
                ("ba", "?"),
                ("ea", at_the_end),
            ],
        );
    }
}

const TRIPLE_KO: &str = "
    O O O O O O O
    O X O . O . O
    X . X O X O X
    X X X X X X X
    O O O O O O O
    . . . . . . .
    ";

#[test]
fn a_triple_ko_under_superko() {
    compare(
        TRIPLE_KO,
        &rules("positional", "forbidden"),
        &[("db", "?"), ("bc", "?"), ("fb", "?"), ("dc", "?"), ("bb", "bc fc")],
    );
}

/// Without superko nothing in these is forbidden, and the position comes again: no result.
#[test]
fn cycles_without_superko() {
    let eternal_life = "
        . . . . . . . .
        O O O O O O . .
        X X X X X O . .
        X O O O X X O O
        . O . X . O X .";
    let cycles: [(&str, &[&str]); 2] = [
        (eternal_life, &["ce", "ee", "de", "fe"]),
        (TRIPLE_KO, &["db", "bc", "fb", "dc", "bb", "fc"]),
    ];
    for (board, cycle) in cycles {
        let board = Grid::draw(board).expect("a board");
        let moves = cycle.repeat(2);
        let found = audit_game_with(
            record(&board, &moves),
            &under_without_estimate(rules("none", "forbidden")),
        );
        let broken = |name| found.findings.iter().any(|f| f.kind == name);
        assert!(
            !broken(FindingKind::Ko)
                && !broken(FindingKind::Superko)
                && !broken(FindingKind::Suicide),
            "{cycle:?}"
        );
        assert!(broken(FindingKind::Repetition), "{cycle:?}");
        let once = audit_game_with(
            record(&board, cycle),
            &under_without_estimate(rules("none", "forbidden")),
        );
        assert!(is_last(&once, cycle.len(), &[FindingKind::Repetition]), "{cycle:?}");
    }
}

#[test]
fn a_count_by_area() {
    let board = Grid::draw(". . . .\n. . . .\n. . . .\n. . . .").expect("a board");
    let moves = ["bb", "cc", "bc", "cb", "bd", "cd", "ba", "ca"];
    for more in [&["", ""][..], &["", "dc", "", ""]] {
        let played = [&moves[..], more].concat();
        let counted = audit_game_with(
            record(&board, &played),
            &under_without_estimate(rules("positional", "multi-stone")),
        );
        assert_eq!(counted.recounted().expect("counted").to_string(), "W+0.5", "{played:?}");
    }
}

/// The first pass takes the button, where there is one (KataGo, `Rules::hasButton`): half a point for who
/// makes it, which isn't one of the passes that end the game and forgets what came before.
#[test]
fn the_button() {
    let options = AuditOptions { estimate: false, ..AuditOptions::default() };
    let by_record = |record: &str| audit_game_with(record, &options);
    let names = |audit: &Audit| audit.findings.iter().map(|f| f.kind).collect::<Vec<_>>();
    // Ten points each.
    let board = "AB[ba][bb][bc][bd][be][aa]AW[ca][cb][cc][cd][ce]";
    let record = |button: u8, result: &str, moves: &str| {
        let rules = format!("koPOSITIONALscoreAREAtaxNONEsui1button{button}");
        format!("(;FF[4]GM[1]SZ[4:5]RU[{rules}]KM[0]RE[{result}]{board};{moves})")
    };
    for (button, result, moves) in [
        (1, "W+0.5", "W[];B[];W[]"),
        (1, "B+0.5", "B[];W[];B[]"),
        (1, "B+0.5", "B[];W[db];B[];W[]"),
        (0, "0", "W[];B[]"),
    ] {
        let audit = by_record(&record(button, result, moves));
        assert_eq!((audit.verdict, names(&audit)), (Verdict::Confirmed, vec![]), "{moves}");
    }
    let early = by_record(&record(1, "W+0.5", "W[];B[]"));
    assert_eq!(names(&early), [FindingKind::MissingPasses]);
    let without = by_record(&record(1, "0", "W[];B[];W[]"));
    assert_eq!(without.verdict, Verdict::WrongWinner);
    assert!(without.explanation.contains("without the half point for the first pass"));
    // With komi 0 only a half can be won by.
    let whole = by_record(&record(1, "W+1", "W[];B[];W[]"));
    assert_eq!(names(&whole), [FindingKind::WrongMargin, FindingKind::ImpossibleMargin]);
    // By territory the first pass brings nothing.
    let marked = record(1, "W+1", "W[];B[];W[]TB[ab:ae]TW[da:de]");
    let territory = marked.replace("AREAtaxNONE", "TERRITORYtaxSEKI");
    assert_eq!(by_record(&territory).verdict, Verdict::Confirmed);
    // White retakes a ko; the position stood there before Black's play, and before the button was taken.
    let ko = "AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[];B[];W[bb]";
    let retaken = |button: u8| {
        let rules = format!("koPOSITIONALscoreAREAtaxNONEsui1button{button}");
        by_record(&format!("(;FF[4]GM[1]SZ[5]RU[{rules}]KM[0]RE[?]PL[B]{ko})"))
    };
    assert!(names(&retaken(0)).contains(&FindingKind::Superko));
    assert!(!names(&retaken(1)).contains(&FindingKind::Superko));
}
