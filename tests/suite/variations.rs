//! What is found in variations is what would be found on the main line.

use sgf_audit::audit::{AuditOptions, FindingKind};

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
