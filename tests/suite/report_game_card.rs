//! Tests of `report::game_card`, which the page shows: one game on request, with stones that a person marks.

use std::path::Path;

use sgf_audit::report::{DeadMarks, Renderer, Summary, TableRows, audit_items, game_card};
use sgf_audit_core::audit::{AuditOptions, Auditor, RulesChoice};
use sgf_audit_core::ruleset;
use sgf_audit_core::table::Cells;

use crate::support::{borrowed, folder, run};

/// Black holds the left of a 5x5 board; White's stone at A1 can't live, and nothing marks it.
const RECORD: &str = "(;FF[4]SZ[5]KM[0.5]RU[Chinese]RE[B+4.5];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[ae];B[];W[])";

fn card(marks: Option<DeadMarks>, rules: Option<&str>) -> String {
    let rules = rules.map(|name| RulesChoice::Fixed(ruleset(name).expect("it is known").into()));
    let options = AuditOptions::default();
    let options = AuditOptions { rules: rules.unwrap_or(options.rules.clone()), ..options };
    let auditor = &mut Auditor::new();
    let card = game_card(Path::new("a.sgf"), RECORD.as_bytes(), 1, marks, &options, None, auditor);
    card.expect("there is a game")
}

fn dead_stones(card: &str) -> &str {
    let from = card.find(" data-dead=\"").expect("the stones can be marked") + 12;
    card[from..].split('"').next().unwrap_or_default()
}

#[test]
fn a_chain_changes_from_dead_to_alive_and_back() {
    let before = card(None, None);
    assert_eq!(dead_stones(&before), "ae");
    assert!(before.contains("counted <b>B+4.5</b>") && before.contains(">confirmed<"), "{before}");
    let marked = |dead, toggled| card(Some(DeadMarks { dead, toggled }), None);
    let alive = marked("ae", "ae");
    assert_eq!(dead_stones(&alive), "");
    // Black's 5 stones against White's 6 and 5 points: A1's stone leaves Black no territory.
    assert!(
        alive.contains("counted <b>W+6.5</b>") && alive.contains("as marked by hand"),
        "{alive}"
    );
    assert!(alive.contains("<th scope=\"row\">W+6.5</th>"), "{alive}");
    assert!(marked("", "ae").contains("counted <b>B+4.5</b>"));
    // The whole chain follows the stone.
    let black = marked("ae", "cc");
    assert_eq!(dead_stones(&black), "cacbcccdaece");
    assert_eq!(dead_stones(&marked(dead_stones(&black), "ca")), "ae");
}

#[test]
fn what_is_no_stone_changes_nothing() {
    for toggled in ["", "a", "aa", "zz", "??", "\u{e9}"] {
        let card = card(Some(DeadMarks { dead: "aezz--", toggled }), None);
        assert_eq!(dead_stones(&card), "ae", "{toggled}");
    }
}

#[test]
fn rules_that_take_no_stones_off_take_none_off() {
    let marks = Some(DeadMarks { dead: "ae", toggled: "" });
    let card = card(marks, Some("tromp-taylor"));
    assert!(card.contains("counted <b>W+6.5</b>"), "{card}");
    // The other rulesets still do.
    assert!(card.contains("<th scope=\"row\">B+4.5</th>"), "{card}");
}

#[test]
fn a_game_that_is_not_there_has_no_card() {
    let options = AuditOptions::default();
    for (record, number) in [(RECORD, 2), ("", 1), ("(;GM[2])", 1)] {
        let auditor = &mut Auditor::new();
        let path = Path::new("a.sgf");
        let card = game_card(path, record.as_bytes(), number, None, &options, None, auditor);
        assert!(card.is_err(), "{record} {number}");
    }
}

#[test]
fn a_resigned_game_is_shown_at_its_end_and_has_nothing_to_mark() {
    let record = "(;SZ[5]RE[B+R];B[ca];W[da];B[cb])";
    let options = AuditOptions::default();
    let path = Path::new("a.sgf");
    let card = game_card(path, record.as_bytes(), 1, None, &options, None, &mut Auditor::new());
    let card = card.expect("there is a game");
    assert_eq!(card.matches("r=\"11.3\"").count(), 3, "{card}");
    assert!(card.contains("The final position") && !card.contains("data-dead"), "{card}");
}

/// The page puts the parts of files together in memory; the command writes them.
#[test]
fn tables_in_memory_are_those_on_disk() {
    // In the last one findings follow from others.
    let repeated = "(;SZ[9];B[ee]PL[W];W[cc]PL[B];B[dd]PL[W])";
    let records = [
        ("a.sgf", RECORD),
        ("b.sgf", "(;SZ[9];B[ee];W[ee])"),
        ("c.sgf", "no record"),
        ("d.sgf", repeated),
    ];
    let folder = folder(&borrowed(&records));
    let names = records.map(|(name, _)| name);
    let arguments = [&["check", "--quiet", "--out", "out"][..], &names].concat();
    assert_eq!(run(&folder, &arguments).status, 1);
    let renderer = Renderer { tables: Some(Cells::Table), ..Renderer::default() };
    let options = AuditOptions { signature: true, ..AuditOptions::default() };
    let (mut rows, mut summary) = (TableRows::default(), Summary::default());
    for (name, record) in records {
        let mut part = sgf_audit::report::Rendered::default();
        let (path, auditor) = (Path::new(name), &mut Auditor::new());
        audit_items(path, record.as_bytes(), &options, auditor, None, &mut |item| {
            renderer.add(&mut part, item);
        });
        rows.append(&part.rows);
        summary.merge(&part.summary);
    }
    for (name, text) in rows.tables(&summary) {
        let written = std::fs::read_to_string(folder.path().join("out").join(name));
        assert_eq!(text, written.expect("the table"), "{name}");
        assert!(name != "findings.csv" || text.contains(",mixed-node\r\n"), "none follows");
    }
}
