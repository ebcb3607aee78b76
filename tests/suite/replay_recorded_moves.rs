//! The moves of a main line as the record has them.

use sgf_audit_core::audit::AuditOptions;

use crate::support::{audit_game, audit_game_with};

/// Returns the moves of a record as JSON lines name them.
fn moves(record: &str) -> Vec<String> {
    let audit = audit_game_with(record, &AuditOptions { moves: true, ..AuditOptions::default() });
    let moves = audit.moves.iter().map(|(recorded, _)| recorded);
    let named = |recorded: sgf_audit_core::record::RecordedMove| {
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

/// Returns what is set up in a record: the node, the number of moves before, and the points.
fn setups(record: &str) -> Vec<(u32, u32, String)> {
    let audit = audit_game_with(record, &AuditOptions { moves: true, ..AuditOptions::default() });
    let words = |setup: &sgf_audit_core::record::RecordedSetup| {
        let changes = setup.changes.iter().map(|(point, stone)| {
            let letter = stone.map_or('E', sgf_audit_core::go::Color::letter);
            format!("{letter} {}", point.name(audit.size))
        });
        let words = changes.collect::<Vec<_>>().join(" ");
        let assumed = if setup.is_assumed { "assumed " } else { "" };
        (setup.node, setup.after, format!("{assumed}{words}"))
    };
    audit.moves.setups().iter().map(words).collect()
}

#[test]
fn setup_has_its_node_and_the_moves_before_it() {
    let record = "(;SZ[9]AB[aa:ab]AW[cc];AE[aa];W[dd];B[];AW[ee];W[ff];AB[gg])";
    let expected = [
        (0, 0, "B A9 B A8 W C7".to_owned()),
        (1, 0, "E A9".to_owned()),
        (4, 2, "W E5".to_owned()),
        (6, 3, "B G3".to_owned()),
    ];
    assert_eq!(setups(record), expected);
    assert_eq!(setups("(;HA[2];W[cc];B[pp])"), [(0, 0, "assumed B Q16 B D4".to_owned())]);
    assert_eq!(setups("(;HA[2]AB[pd][dp];W[cc])"), [(0, 0, "B Q16 B D4".to_owned())]);
}

#[test]
fn clocks_are_as_recorded() {
    let record = "(;SZ[9];B[aa]BL[59.5];W[bb]WL[30]OW[4];B[]BL[x];W[cc]OW[x]WL[1];B[dd]WL[9])";
    let audit = audit_game_with(record, &AuditOptions { moves: true, ..AuditOptions::default() });
    let clocks: Vec<_> =
        audit.moves.iter().map(|(_, clock)| (clock.time, clock.overtime)).collect();
    let expected =
        [(Some(59.5), None), (Some(30.0), Some(4)), (None, None), (Some(1.0), None), (None, None)];
    assert_eq!(clocks, expected);
}

#[test]
fn none_are_kept_unless_they_are_asked_for() {
    assert_eq!(audit_game("(;SZ[9];B[aa])").moves.iter().count(), 0);
}
