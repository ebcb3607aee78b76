//! What a supposition asks for before it explains a result: records that it holds for, and some that look alike.

use sgf_audit_core::audit::{Audit, AuditOptions, FindingKind, Severity, Verdict};
use sgf_audit_core::go::Point;
use sgf_audit_core::rules::find;

use crate::support::{audit_game, audit_game_with, under};

/// Black has 15 points of area, 10 of them territory, White 10 and 5.
const HALVES: &str = ";B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de]";
const MARKS: &str = "TB[aa:be]TW[ea:ee]";

/// Two groups that live, with two dame between them and White to move. By area Black is a point ahead.
const DAME: &str =
    ";B[ba];W[da];B[bb];W[db];B[bc];W[dc];B[bd];W[dd];B[be];W[de];B[ac];W[ec];B[ca];W[cb];B[cc]";

/// Two living groups in the corners of an open board.
const GROUPS: &str = "SZ[9]AB[ba][ab][bb][cb][da][db]AW[hi][ih][hh][gh][fi][fh]KM[7.5]RE[W+3.5]";

fn walls(last: char, [black, white]: [char; 2]) -> String {
    ('a'..=last).map(|row| format!(";B[{black}{row}];W[{white}{row}]")).collect()
}

fn wrong_margin(audit: &Audit) -> &sgf_audit_core::audit::Finding {
    let wrong = audit.findings.iter().find(|finding| finding.kind == FindingKind::WrongMargin);
    wrong.unwrap_or_else(|| panic!("{}", audit.explanation))
}

#[test]
fn each_holds_for_some_records_and_not_for_others() {
    use Verdict::{Confirmed, Undecided, WrongMargin, WrongWinner};
    let chinese =
        |result: &str, end: &str| format!("RU[Chinese]KM[0.5]SZ[5]RE[{result}]{DAME}{end}");
    let halves = |header: &str, end: &str| format!("RU[Japanese]SZ[5]{header}{HALVES}{end}{MARKS}");
    let disputed = |rules: &str, end: &str| {
        let walls = walls('i', ['e', 'f']);
        format!("RU[{rules}]SZ[9]KM[7.5]RE[B+0.5]{walls};B[];W[bb];B[];W[]{end}")
    };
    let gap = |rules: &str, result: &str, marks: &str| {
        let walls = walls('h', ['d', 'e']);
        format!("RU[{rules}]SZ[9]KM[6.5]RE[{result}]{walls};B[];W[]{marks}")
    };
    let (taken, within) = (";B[];W[bb];B[];W[];AE[bb]", ";B[];W[bb];AE[bb];B[];W[]");
    for (record, verdict) in [
        (chinese("B+0.5", ""), Confirmed),
        // The second of two dame is Black's, the last of three too; a pass ends the filling.
        (chinese("W+0.5", ""), Undecided),
        (chinese("B+0.5", ";W[cd]"), Confirmed),
        (chinese("W+1.5", ";W[cd];B[]"), Undecided),
        // After the one resumption of WMSG's dispute no stone is dead by agreement.
        (disputed("AGA", ";B[];W[]"), Undecided),
        (disputed("WMSG", ";B[da];W[];B[]"), WrongWinner),
        // Stones that are taken off after the last pass are known prisoners; nobody knows whose they were within the game.
        (halves("KM[6.5]RE[W+0.5]", taken), Confirmed),
        (halves("KM[6.5]RE[W+1.5]", taken), WrongMargin),
        (halves("KM[6.5]RE[W+0.5]", within), Undecided),
        // A komi that isn't recorded is known by the result, and one that isn't read is not.
        (halves("RE[W+0.5]", ";B[];W[]"), Confirmed),
        (halves("KM[six]RE[W+0.5]", ";B[];W[]"), Undecided),
        // Complete marks are an agreement about a border that is open, also where stones are counted.
        (gap("Japanese", "W+15.5", "TB[aa:ci]TW[fa:ii]"), Confirmed),
        (gap("Japanese", "W+15.5", "TB[aa][ab]TW[ia][ib]"), Undecided),
        (gap("Old Chinese", "W+6.5", "TB[aa:ci]TW[fa:ii]"), Confirmed),
        // Groups that are proved alive are no finished game, unless two passes end it without any agreement.
        (format!("RU[Chinese]{GROUPS};B[];W[]"), Undecided),
        (format!("RU[Tromp-Taylor]{GROUPS};B[];W[]"), WrongMargin),
    ] {
        let audit = audit_game(format!("(;{record})"));
        assert_eq!(audit.verdict, verdict, "{record}: {}", audit.explanation);
    }
    let open = audit_game(format!("(;RU[Tromp-Taylor]{GROUPS};B[])")).explanation;
    assert!(open.ends_with("touch both colours: not finished"), "{open}");
}

#[test]
fn stones_in_atari_may_be_captured_by_a_move_that_is_missing() {
    // Black's stone at F1 is dead, and leaves White's at G1 a single liberty. Nothing else is left.
    let rest = ";B[ad];W[ed];B[bd];W[fd];B[fg];W[gd];B[];W[gg]";
    let walls = walls('g', ['c', 'd']);
    let record = format!("(;SZ[7]RU[Chinese]KM[0.5]RE[W+20.5]{walls}{rest})");
    let dead_stones = Some(vec![Point::new(5, 6)]);
    let audit = audit_game_with(record, &AuditOptions { dead_stones, ..AuditOptions::default() });
    let end = wrong_margin(&audit).details.iter().find(|detail| detail.label == "end");
    let says = "the record has no passes; missing moves can change 4 points";
    assert_eq!(end.map(|end| &*end.text), Some(says));
}

#[test]
fn a_result_by_area_is_no_softer_where_white_need_not_move_last() {
    let record = format!("(;SZ[5]RU[AGA]KM[6.5]RE[W+1.5]{HALVES};B[be];W[];B[]{MARKS})");
    assert_eq!(audit_game(&record).verdict, Verdict::Confirmed);
    let mut rules = find("aga").expect("a ruleset").clone();
    rules.white_last.value = false;
    let audit = audit_game_with(record, &under(rules));
    assert_eq!(wrong_margin(&audit).severity, Severity::Error);
}
