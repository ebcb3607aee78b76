//! What is found in variations is what would be found on the main line.

use sgf_audit_core::audit::{AuditOptions, FindingKind, Severity};

use crate::support::{audit_game, audit_game_with};

#[test]
fn setup_in_variations_is_reported_once() {
    let record = "(;SZ[9];B[aa];W[ab](;B[ee])(;B[bb];AB[cc](;W[dd])(;AE[ii];AB[cc]PL[B];B[ff])))";
    let lines = |variations: bool| {
        let audit =
            audit_game_with(record, &AuditOptions { variations, ..AuditOptions::default() });
        let setups = [FindingKind::MidGameSetup, FindingKind::SetupWithoutEffect];
        let findings = audit.findings.into_iter().filter(|finding| setups.contains(&finding.kind));
        findings.map(|finding| (finding.kind, finding.message)).collect::<Vec<_>>()
    };
    assert_eq!(lines(false), []);
    let changed = "setup after the first move: 1 point changed (in a variation)".to_owned();
    let idle = "setup after the first move that changes nothing (in a variation)".to_owned();
    let again = "setup of 1 point changes nothing (in a variation)".to_owned();
    let (mid, without) = (FindingKind::MidGameSetup, FindingKind::SetupWithoutEffect);
    let expected = [
        (mid, changed),
        (mid, idle.clone()),
        (without, again.clone()),
        (mid, idle),
        (without, again),
    ];
    assert_eq!(lines(true), expected);
    // Before the first move setup is where it belongs.
    let options = AuditOptions { variations: true, ..AuditOptions::default() };
    let first = audit_game_with("(;SZ[9](;AB[aa];W[ab])(;AB[bb];W[ab]))", &options);
    assert!(first.findings.iter().all(|finding| finding.kind != mid));
    assert!(audit_game(record).replay.in_variations.setups.is_empty());
}

/// To play out of turn is an error in a game, and a note in a study: a record without a result and the names of both players.
#[test]
fn the_words_for_colours_are_no_names() {
    let severity = |header: &str, rest: &str| {
        let audit = audit_game(format!("(;SZ[9]{header}{rest})"));
        let mut findings = audit.findings.iter();
        findings.find(|finding| finding.kind == FindingKind::OutOfTurn).map(|it| it.severity)
    };
    for rest in ["AW[cc]AB[dd]PL[W];B[ee];W[ff]", ";B[ee];W[dd];W[ff](;B[gg])(;B[ge])"] {
        for study in ["", "PB[Ann]", "PB[Black]PW[White]", "PB[黒]PW[白]", "PB[Ann]PW[w]"] {
            assert_eq!(severity(study, rest), Some(Severity::Note), "{study}{rest}");
        }
        for game in ["PB[Ann]PW[Bob]", "RE[B+R]", "PB[Jack Black]PW[White Knight]"] {
            assert_eq!(severity(game, rest), Some(Severity::Error), "{game}{rest}");
        }
    }
    assert_eq!(severity("", ";B[ee];W[dd];W[ff]"), Some(Severity::Error));
}
