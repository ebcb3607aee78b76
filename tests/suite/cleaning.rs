//! Tests of what cleaners of game records reject, at the limits.

use sgf_audit_core::audit::FindingKind;

use crate::support::audit_game;

fn has(record: &str, kind: FindingKind) -> bool {
    audit_game(record).findings.iter().any(|finding| finding.kind == kind)
}

/// Moves on different points of a 9x9 board, row by row, Black first.
fn moves(number: usize) -> String {
    let point =
        |n: usize| ["B", "W"][n % 2].to_owned() + "[" + &letter(n % 9) + &letter(n / 9) + "]";
    (0..number).map(|n| format!(";{}", point(n))).collect()
}

fn letter(at: usize) -> String {
    char::from(b'a' + at as u8).to_string()
}

#[test]
fn a_game_is_too_short_or_too_long_beyond_a_limit() {
    let short =
        |number, end: &str| format!("(;SZ[9]RU[Japanese]PB[a]PW[b]RE[B+R]{}{end})", moves(number));
    assert!(has(&short(24, ""), FindingKind::UnusualLength));
    assert!(!has(&short(25, ""), FindingKind::UnusualLength));
    // Final passes are no moves of a game.
    assert!(has(&short(24, ";B[];W[]"), FindingKind::UnusualLength));
    let long = |number| format!("(;SZ[9]RU[Japanese]{})", ";B[]".repeat(number));
    assert!(!has(&long(161), FindingKind::UnusualLength));
    assert!(has(&long(162), FindingKind::UnusualLength));
}

#[test]
fn a_pass_is_early_up_to_a_limit() {
    let passing = |number: usize| {
        let pass = [";B[]", ";W[]"][number % 2];
        let next = [";W[ii]", ";B[ii]"][number % 2];
        format!("(;SZ[9]RU[Japanese]{}{pass}{next})", moves(number))
    };
    assert!(has(&passing(21), FindingKind::EarlyPass));
    assert!(!has(&passing(22), FindingKind::EarlyPass));
}

#[test]
fn a_clock_may_be_rounded() {
    let clocks =
        |then: &str| format!("(;SZ[9]RU[Japanese]TM[100];B[aa]BL[50];W[ba]WL[99];B[ca]BL[{then}])");
    assert!(!has(&clocks("51"), FindingKind::RisingClock));
    assert!(has(&clocks("51.5"), FindingKind::RisingClock));
    assert!(!has(&clocks("101"), FindingKind::ClockAboveLimit));
    assert!(has(&clocks("102"), FindingKind::ClockAboveLimit));
    // Time is added, or nobody knows what happens when it is used up.
    for overtime in ["10 fischer", "as agreed"] {
        let clocks = clocks("150").replace("TM[100]", &format!("TM[100]OT[{overtime}]"));
        assert!(!has(&clocks, FindingKind::RisingClock), "{overtime}");
    }
}
