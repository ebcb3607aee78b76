//! Tests of `audit::recount::verdict`.

use sgf_audit::audit::{Audit, AuditOptions, Auditor, FileAudit, audit_bytes};

/// Five moves each: Black has 15 points of area, 10 of them territory, White 10 and 5.
const HALVES: &str = "SZ[5];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de]";
const MARKS: &str = "TB[aa:ae][ba:bd]TW[ea:ee]";

fn audit(record: &str) -> Audit {
    let mut found = None;
    let options = AuditOptions { estimate: false, ..AuditOptions::default() };
    audit_bytes(record.as_bytes(), &options, &mut Auditor::new(), &mut |audit, _| {
        if let FileAudit::Game(audit) = audit {
            found = Some(*audit);
        }
    });
    found.expect("a game")
}

/// The explanation of a game whose moves go on from those of [`HALVES`].
fn explanation(header: &str, moves: &str) -> String {
    audit(&format!("(;{header}{HALVES}{moves}{MARKS})")).explanation
}

#[test]
fn what_is_neither_area_nor_territory_is_named() {
    let header = "RU[WMSG]KM[6.5]RE[W+19.5]";
    let first = explanation(header, ";B[be];W[];B[]");
    let beginning =
        "recorded W+19.5; area gives W+1.5, with the point for White's first pass W+2.5;";
    assert!(first.starts_with(beginning), "{first}");
    let without = explanation(header, ";B[];W[]");
    assert!(without.starts_with("recorded W+19.5; area and territory give W+1.5;"), "{without}");
    // Black has two groups, White one.
    let stripes = "(;SZ[7:5]RU[Old Chinese]KM[0]RE[B+29]PL[B]AB[ba:be][fa:fe]AW[ca:ce][ea:ee]\
                   ;B[];W[]TB[aa:ae][ga:ge]TW[da:de])";
    let taxed = audit(stripes).explanation;
    let beginning = "recorded B+29; area and territory give B+5, with the group tax B+3;";
    assert!(taxed.starts_with(beginning), "{taxed}");
}

#[test]
fn a_tie_that_black_wins_is_called_one() {
    let tie = explanation("RU[Ing]KM[5]RE[W+13]", ";B[];W[]");
    let beginning = "recorded W+13; area and territory give a tie, which Black wins;";
    assert!(tie.starts_with(beginning), "{tie}");
}
