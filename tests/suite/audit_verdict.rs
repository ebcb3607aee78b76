//! Tests of `audit::judgement`.

use sgf_audit_core::audit::{
    Audit, AuditOptions, Auditor, FileAudit, Finding, FindingKind, Severity, Verdict, audit_bytes,
};
use sgf_audit_core::score::Evidence;

use crate::support::audit_game_with;

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

/// The audit of a game whose moves go on from those of [`HALVES`].
fn halves(header: &str, moves: &str) -> Audit {
    audit(&format!("(;{header}{HALVES}{moves}{MARKS})"))
}

/// The finding about a wrong result: its message, and its details by their labels.
fn wrong(audit: &Audit) -> (&str, Vec<(&str, &str)>) {
    let is_wrong = |kind| matches!(kind, FindingKind::WrongWinner | FindingKind::WrongMargin);
    let finding = audit.findings.iter().find(|finding| is_wrong(finding.kind)).expect("a finding");
    let details = finding.details.iter().map(|detail| (detail.label, &*detail.text));
    (&finding.message, details.collect())
}

#[test]
fn what_supports_a_wrong_result_stands_in_its_details() {
    let audit = halves("RU[AGA]KM[6.5]RE[B+0.5]", ";B[];W[bb];B[]");
    let (message, details) = wrong(&audit);
    assert_eq!(message, "recorded B+0.5, counted W+1.5 under AGA rules");
    assert_eq!(
        details,
        [
            ("would fit", "other-komi, by the number only"),
            ("cause", "none is likely"),
            ("counted by", "area and territory alike, with White's missing pass added"),
        ]
    );
    assert_eq!(audit.explanation, message);
}

#[test]
fn what_is_neither_area_nor_territory_is_named() {
    let counted_by = |audit: &Audit, by: &str| {
        let (message, details) = wrong(audit);
        assert!(details.contains(&("counted by", by)), "{message} {details:?}");
    };
    let header = "RU[WMSG]KM[6.5]RE[W+19.5]";
    let first = halves(header, ";B[be];W[];B[]");
    counted_by(&first, "area: W+1.5 on the board, W+2.5 with the point for White's first pass");
    counted_by(&halves(header, ";B[];W[]"), "area and territory alike");
    // Black has two groups, White one.
    let stripes = "(;SZ[7:5]RU[Old Chinese]KM[0]RE[B+29]PL[B]AB[ba:be][fa:fe]AW[ca:ce][ea:ee]\
                   ;B[];W[]TB[aa:ae][ga:ge]TW[da:de])";
    let taxed = "area and territory alike: B+5 on the board, B+3 with the group tax";
    counted_by(&audit(stripes), taxed);
}

#[test]
fn a_tie_that_black_wins_is_called_one() {
    let tie = halves("RU[Ing]KM[5]RE[W+13]", ";B[];W[]");
    assert_eq!(wrong(&tie).0, "recorded W+13, counted a tie, which Black wins, under Ing rules");
}

/// White's last pass matters where the recorded result may rest on the count without it.
#[test]
fn a_missing_white_pass_is_an_error_where_the_result_is_not_confirmed() {
    let severity = |header: &str| {
        let audit = halves(header, ";B[];W[];B[]");
        let is_it = |finding: &&Finding| finding.kind == FindingKind::MissingWhitePass;
        (audit.verdict, audit.findings.iter().find(is_it).map(|finding| finding.severity))
    };
    let (error, warning) = (Some(Severity::Error), Some(Severity::Warning));
    assert_eq!(severity("RU[AGA]KM[6.5]RE[W+1.5]"), (Verdict::Confirmed, warning));
    assert_eq!(severity("RU[AGA]KM[6.5]RE[W+2.5]"), (Verdict::WrongMargin, error));
    assert_eq!(severity("RU[AGA]KM[6.5]"), (Verdict::NoResult, warning));
    // Nobody says that White had to pass last.
    assert_eq!(severity("KM[7.5]RE[W+9.5]"), (Verdict::WrongMargin, None));
    assert_eq!(severity("KM[6.5]RE[W+9.5]"), (Verdict::WrongMargin, None));
}

#[test]
fn passes_that_cost_nothing_are_not_added() {
    let audit = halves("RU[Japanese]KM[6.5]RE[B+30.5]", "");
    let (message, details) = wrong(&audit);
    let counted_by = details.iter().find(|(label, _)| *label == "counted by");
    assert!(counted_by.is_some_and(|(_, by)| !by.contains("added")), "{message} {details:?}");
}

#[test]
fn a_large_komi_is_not_guessed_in_a_handicap_game() {
    // With komi 6.5, White would win by 3.5.
    let handicap = halves("RU[Japanese]HA[2]AB[aa][ba]PL[B]RE[W+3.5]", ";B[];W[]");
    assert_eq!(handicap.replay.handicap.stones, 2);
    assert_ne!(handicap.verdict, Verdict::Confirmed, "{}", handicap.explanation);
}

#[test]
fn a_position_without_moves_is_estimated_where_it_is_counted() {
    let walls = b"(;SZ[9]RU[Japanese]AB[ea:ei]AW[fa:fi][bb])";
    let options = AuditOptions { count_bare: true, ..AuditOptions::default() };
    let audit = audit_game_with(walls, &options);
    let dead = audit.dead.expect("it is counted");
    assert_eq!((dead.source, dead.count.white), (Evidence::Estimated, 1));
}
