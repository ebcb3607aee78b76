//! How a margin is written down.

use sgf_audit_core::audit::MarginNotation;
use sgf_audit_core::go::Points;

#[test]
fn what_is_written_down() {
    let half = |halves: i64| Points::hundredths(halves * 50);
    for (written, margin, on_paper) in [
        (MarginNotation::Exactly, 7, Some(7)),
        (MarginNotation::InZi, 8, Some(4)),
        (MarginNotation::InZi, -10, Some(-5)),
        // Half a point is dropped towards a draw, whoever won.
        (MarginNotation::HalfDropped, 7, Some(6)),
        (MarginNotation::HalfDropped, -7, Some(-6)),
        (MarginNotation::HalfAdded, 7, Some(8)),
        (MarginNotation::HalfAdded, -7, Some(-8)),
        // A margin without a half point can't lose it.
        (MarginNotation::HalfDropped, 6, None),
        (MarginNotation::HalfAdded, 6, None),
        (MarginNotation::Swapped, 7, Some(-7)),
        (MarginNotation::Swapped, 0, Some(0)),
    ] {
        assert_eq!(written.of_margin(half(margin)), on_paper.map(half), "{written:?} {margin}");
    }
}
