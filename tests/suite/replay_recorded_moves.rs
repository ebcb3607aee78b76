//! The moves of a main line as the record has them.

use sgf_audit::audit::AuditOptions;

use crate::support::{audit_game, audit_game_with};

/// Returns the moves of a record as JSON lines name them.
fn moves(record: &str) -> Vec<String> {
    let audit = audit_game_with(record, &AuditOptions { moves: true, ..AuditOptions::default() });
    let moves = audit.moves.iter().map(|(recorded, _)| recorded);
    let named = |recorded: sgf_audit::record::RecordedMove| {
        assert_eq!(recorded.point.is_some(), !recorded.name(audit.size).starts_with(['p', '?']));
        format!("{} {}", recorded.color.letter(), recorded.name(audit.size))
    };
    let named: Vec<String> = moves.map(named).collect();
    assert_eq!(named.len(), audit.replay.moves as usize, "{record}");
    named
}

#[test]
fn points_passes_and_other_values() {
    let record = "(;SZ[9];B[aa];W[tt];B[E5];W[];B[zz];W[pass];B[a])";
    let expected = ["B A9", "W pass", "B E5", "W pass", "B ?zz", "W pass", "B ?a"];
    assert_eq!(moves(record), expected);
    assert_eq!(moves("(;SZ[21];B[tt];W[ua])"), ["B U2", "W V21"]);
}

#[test]
fn only_those_of_the_main_line_that_are_played() {
    assert_eq!(moves("(;SZ[9];B[aa](;W[bb];B[cc])(;W[dd]))"), ["B A9", "W B8", "B C7"]);
    assert_eq!(moves("(;SZ[9];B[aa]W[bb];B[cc])"), ["B A9", "W B8", "B C7"]);
    assert_eq!(moves("(;SZ[9];B[aa]B[bb];W[cc])"), ["B A9", "W C7"]);
    assert_eq!(moves("(;SZ[9]AB[aa];AW[bb];W[cc]C[B[dd\\]])"), ["W C7"]);
    assert!(moves("(;SZ[9]AB[aa])").is_empty());
}

/// Returns what is set up before each move of a record.
fn setups(record: &str) -> Vec<String> {
    let audit = audit_game_with(record, &AuditOptions { moves: true, ..AuditOptions::default() });
    audit.moves.iter().map(|(_, setup)| setup.to_owned()).collect()
}

#[test]
fn setup_stands_before_the_move() {
    let record = "(;SZ[9]AB[aa:ab]AW[cc];AE[aa];W[dd];B[];AW[ee];W[ff])";
    assert_eq!(setups(record), ["B A9 A8 W C7 E A9", "", "W E5"]);
    assert_eq!(setups("(;HA[2];W[cc];B[pp])"), ["assumed B Q16 D4", ""]);
    assert_eq!(setups("(;HA[2]AB[pd][dp];W[cc])"), ["B Q16 D4"]);
}

#[test]
fn none_are_kept_unless_they_are_asked_for() {
    assert_eq!(audit_game("(;SZ[9];B[aa])").moves.iter().count(), 0);
}
