//! The signatures by which copies of a game are found.

use sgf_audit_core::go::Size;
use sgf_audit_core::record::RecordedGame;
use sgf_audit_core::replay::Signature;
use sgf_audit_core::sgf::Text;

use crate::support::first_game;

fn signature(record: &str, size: Size) -> Signature {
    let text = Text::new(record.as_bytes());
    let game = first_game(&text);
    let mut recorded = RecordedGame::read(&text, &game);
    recorded.size = size;
    Signature::new(&recorded)
}

fn game(record: &str) -> Option<u64> {
    signature(record, Size::STANDARD).game
}

#[test]
fn is_the_same_wherever_handicap_stones_and_passes_stand() {
    let one = game("(;HA[2]AB[dd][pp];W[pd];B[dp];W[qq])");
    for other in [
        "(;AB[pp]AB[dd]PL[W];W[pd];B[dp];W[qq])",
        "(;HA[2];B[pp];B[dd];W[pd];B[dp];W[qq];B[];W[])",
        "(;B[dd];W[];B[pp];W[pd];B[dp];W[qq])",
        "(;AB[dd][pp];W[pd];B[];W[];B[dp];W[qq];AE[qq];B[])",
        "(;AB[pd][dp];W[dd];B[pp];W[cq])",
    ] {
        assert_eq!(game(other), one, "{other}");
    }
    for other in [
        "(;AB[dd][pp];W[pd];B[dp];W[qr])",
        "(;AB[dd][pp];W[pd];B[dp];W[qq];B[aa])",
        "(;AB[dd][pp];W[dp];W[qq];B[pd])",
        "(;AB[dd];W[pd];B[dp];W[qq])",
        "(;AW[dd][pp];W[pd];B[dp];W[qq])",
        "(;AB[dd][pp];W[pd];AE[dd];B[dp];W[qq])",
        "(;AB[dd][pp];W[pd];AB[dp];W[qq])",
    ] {
        assert_ne!(game(other), one, "{other}");
    }
    assert_eq!(game("(;C[no play];B[];W[])"), None);
    // A position is the same in another order, turned, and with the colours exchanged.
    let position = game("(;AB[dd][pp]AW[ab]C[no play];B[];W[])");
    assert_ne!(position, None);
    for same in [
        "(;AW[ab]AB[pp][dd])",
        "(;AB[pd][dp]AW[sb])",
        "(;AW[dd][pp]AB[ab])",
        "(;AW[pd][dp]AB[sb]PL[W])",
    ] {
        assert_eq!(game(same), position, "{same}");
    }
    for other in ["(;AB[dd][pp]AW[ac])", "(;AB[dd][pp])", "(;AB[dd]AW[pp][ab])"] {
        assert_ne!(game(other), position, "{other}");
    }
    assert_ne!(game("(;B[dd])"), None);
    assert_ne!(game("(;B[dd])"), game("(;W[dd])"));
    assert_ne!(game("(;B[dd])"), signature("(;B[dd])", Size::new(18, 18).unwrap()).game);
}

#[test]
fn assumed_stones_are_as_if_recorded() {
    let assumed = signature("(;HA[2];W[pp];B[aa])", Size::STANDARD);
    assert_eq!(assumed, signature("(;HA[2]AB[pd][dp];W[pp];B[aa])", Size::STANDARD));
}

/// Move 20 is in the upper right corner, move 31 a pass and move 40 nowhere.
#[test]
fn dyers_is_the_first_by_the_alphabet() {
    let at = |number| match number {
        20 => "sa",
        31 => "",
        40 => "zz",
        _ => "jj",
    };
    let plays: String = (1..=51).map(|number| format!(";B[{}]", at(number))).collect();
    let found = signature(&format!("(;{plays})"), Size::STANDARD).dyer;
    assert_eq!(found.as_deref(), Some("aa????ttjj??"));
}
