//! Changes of the status of stones, in words.

use sgf_audit_core::audit::StatusFlip;
use sgf_audit_core::go::{Color, Point, Points, Size};

#[test]
fn chains_have_names() {
    let flip = |stones, one_chain| StatusFlip {
        point: Point::new(2, 16),
        color: Color::White,
        stones,
        one_chain,
        was_dead: stones > 1,
        gain: Points::ZERO,
        confidence: None,
    };
    let words = |stones, one_chain| flip(stones, one_chain).words(Size::STANDARD);
    assert_eq!(words(1, true), "White's stone at C3 dead rather than alive");
    assert_eq!(words(4, true), "White's chain of 4 stones at C3 alive rather than dead");
    assert_eq!(words(5, false), "White's 5 stones around C3 alive rather than dead");
}
