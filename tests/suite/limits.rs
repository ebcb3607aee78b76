//! The limits of what is read, and of how many findings are listed.

use std::path::Path;

use sgf_audit::report::{GameLookupError, game_card, score_sheet};
use sgf_audit_core::audit::{AuditOptions, Auditor, Finding, FindingKind, Severity};
use sgf_audit_core::sgf::Limits;

use crate::support::{audit_file, audit_game_with, folder, run};

/// The numbers of moves of the games, and all findings.
fn audit(bytes: &[u8], limits: Limits) -> (Vec<u32>, Vec<Finding>) {
    let options = AuditOptions { limits, variations: true, ..AuditOptions::default() };
    let audited = audit_file(bytes, &options);
    let moves = audited.games.iter().map(|game| game.replay.moves).collect();
    (moves, audited.findings().cloned().collect())
}

fn too_large(findings: &[Finding]) -> Vec<(u32, u32)> {
    let found = findings.iter().filter(|finding| finding.kind == FindingKind::TooLarge);
    found.map(|finding| (finding.span.start, finding.span.end)).collect()
}

#[test]
fn nodes_beyond_the_limit_are_skipped_and_the_next_game_is_read() {
    let limits = Limits { nodes: 3, ..Limits::DEFAULT };
    for (bytes, games) in [
        (&b"(;C[x];B[aa];W[bb];B[cc];W[dd])(;B[aa];W[bb])"[..], 2),
        (b"(;C[x];B[aa];W[bb];C[)](;B[cc](;W[dd];B[])))(;B[aa];W[bb])", 2),
        // Nothing is closed.
        (b"(;C[x];B[aa](;W[bb];B[cc](;W[dd](;GM[1];B[aa];W[bb])", 2),
        (b"(;C[x];B[aa](;W[bb];B[cc](;W[dd]C[", 1),
    ] {
        let (moves, findings) = audit(bytes, limits);
        assert_eq!(moves, vec![2; games], "{}", bytes.escape_ascii());
        assert_eq!(too_large(&findings).len(), 1, "{}", bytes.escape_ascii());
    }
    let (_, findings) = audit(b"(;;B[aa];W[bb];B[cc])", limits);
    assert_eq!(too_large(&findings), [(14, 20)]);
}

#[test]
fn what_is_nested_too_deeply_is_skipped() {
    let limits = Limits { depth: 2, ..Limits::DEFAULT };
    let (moves, findings) =
        audit(b"(;B[aa](;W[bb](;B[cc])(;B[C]C[\\])]))(;W[ee]))(;B[aa])", limits);
    assert_eq!(moves, [2, 1]);
    assert_eq!(too_large(&findings), [(14, 21), (22, 34)]);
}

#[test]
fn games_beyond_the_limit_are_skipped() {
    let limits = Limits { games: 2, ..Limits::DEFAULT };
    let (moves, findings) = audit(b"(;B[aa])(;B[aa])(;B[aa])(;B[aa])", limits);
    assert_eq!(moves, [1, 1]);
    assert_eq!(too_large(&findings), [(16, 32)]);
    assert!(too_large(&audit(b"(;B[aa])(;B[aa])", limits).1).is_empty());
}

#[test]
fn variations_with_too_many_setups_are_told() {
    let setups = b";AB[aa:ZZ];AE[aa:ZZ]".repeat(800);
    let bytes = [b"(;SZ[52](;B[aa]", &setups[..], b")(;B[bb];W[bb]))"].concat();
    let (moves, findings) = audit(&bytes, Limits::DEFAULT);
    assert_eq!(moves, [1]);
    assert_eq!(too_large(&findings).len(), 1);
}

#[test]
fn findings_beyond_the_limit_are_counted() {
    let options = AuditOptions { max_findings: 10, ..AuditOptions::default() };
    let bytes = [b"(;", &b";B[aa];W[aa]".repeat(100)[..], b")"].concat();
    let audit = audit_game_with(bytes, &options);
    let occupied = audit.findings.iter().filter(|f| f.kind == FindingKind::OccupiedPoint);
    let messages: Vec<&str> = occupied.map(|finding| &finding.message[..]).collect();
    assert_eq!(messages.len(), 10);
    assert!(messages[9].ends_with("(189 more aren't listed)"), "{}", messages[9]);
    assert!(!messages[8].contains("listed"));
}

/// An error behind many findings of its name that are for information.
#[test]
fn severities_are_counted_whatever_is_listed() {
    let bytes = [b"(;B[bb]", &b";TR[aa:aa]".repeat(5)[..], b";W[q])"].concat();
    let count = |max_findings| {
        let options = AuditOptions { max_findings, ..AuditOptions::default() };
        let audit = audit_game_with(&bytes, &options);
        [Severity::Note, Severity::Warning, Severity::Error].map(|severity| audit.count(severity))
    };
    assert_eq!(count(1000)[2], 1);
    assert!(count(1000)[0] >= 5);
    for limit in [1, 2, 5] {
        assert_eq!(count(limit), count(1000), "{limit}");
    }
}

#[test]
fn places_in_utf_16_are_those_of_the_file() {
    let bytes: Vec<u8> = [0xff, 0xfe]
        .into_iter()
        .chain("(;C[柯洁];B[??];W[aa:])".encode_utf16().flat_map(u16::to_le_bytes))
        .collect();
    let (_, findings) = audit(&bytes, Limits::DEFAULT);
    let spans = findings.iter().filter(|f| f.kind == FindingKind::MalformedValue).map(|f| f.span);
    let spans: Vec<_> = spans.map(|span| (span.start, span.end)).collect();
    assert_eq!(spans, [(22, 26), (34, 40)]);
}

/// Half a character at the end, and charsets of which no place is known exactly.
#[test]
fn places_of_decoded_files_lie_in_them() {
    let record = "(;PB[柯洁];B[??];W[aa:];C[第二十二届";
    let utf_16: Vec<u8> =
        [0xff, 0xfe].into_iter().chain(record.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let japanese = encoding_rs::ISO_2022_JP.encode(record).0.into_owned();
    let mut kinds = Vec::new();
    for bytes in [&utf_16[..], &utf_16[..utf_16.len() - 1], &japanese, &japanese[..40]] {
        let (_, findings) = audit(bytes, Limits::DEFAULT);
        for Finding { kind, span, .. } in findings {
            assert!(span.start <= span.end && span.end as usize <= bytes.len(), "{kind:?}");
            kinds.push(kind);
        }
    }
    assert!(kinds.contains(&FindingKind::UnclosedValue));
}

#[test]
fn a_file_beyond_the_limit_is_not_read() {
    let record = b"(;B[aa])".repeat(100);
    let folder = folder(&[("large.sgf", &record)]);
    let refused = run(&folder, &["check", "--max-bytes", "799", "large.sgf"]);
    assert_eq!(refused.status, 1);
    let text = refused.stdout;
    assert!(text.contains("too-large") && text.contains("799"), "{text}");
    assert_eq!(run(&folder, &["check", "--max-bytes", "800", "large.sgf"]).status, 0);
}

/// A card and a score sheet read as much of a file as the audit does.
#[test]
fn what_is_shown_of_a_game_has_the_limits_of_its_audit() {
    let games = b"(;GM[1]SZ[5];B[aa];W[bb];B[cc])(;GM[1]SZ[5];B[aa])(;GM[1]SZ[5];B[aa])";
    let limits = Limits { games: 2, nodes: 3, ..Limits::DEFAULT };
    let options = AuditOptions { limits, ..AuditOptions::default() };
    let (path, auditor) = (Path::new("a.sgf"), &mut Auditor::new());
    let missing = Some(GameLookupError::NoSuchGame(2));
    assert_eq!(game_card(path, games, 3, None, &options, None, auditor).err(), missing);
    assert_eq!(score_sheet(path, games, 3, &options, auditor).err(), missing);
    let card = game_card(path, games, 1, None, &options, None, auditor).unwrap();
    assert!(card.contains("data-moves=\"BaaWbb\""), "{card}");
}
