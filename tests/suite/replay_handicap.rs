//! The handicap that a record gives.

use sgf_audit_core::go::{Color, Size};
use sgf_audit_core::record::{Handicap, HandicapBy, LeadingMoves};
use sgf_audit_core::sgf::Text;

use crate::support::first_game;

fn handicap(record: &str, stated: Option<i64>, setup: [u32; 2]) -> (u32, HandicapBy) {
    let text = Text::new(record.as_bytes());
    let game = first_game(&text);
    let leading = || LeadingMoves::read(&text, &game, Size::STANDARD);
    let handicap = Handicap::new(stated, setup.into(), leading);
    (handicap.stones, handicap.by)
}

#[test]
fn stones_that_are_set_up_count_whatever_ha_says() {
    for stated in [None, Some(0), Some(2), Some(5)] {
        assert_eq!(handicap("(;)", stated, [3, 0]), (3, HandicapBy::Setup));
        assert_eq!(handicap("(;;B[dd];W[pp])", stated, [3, 0]), (3, HandicapBy::Setup));
    }
    // A position, or the one stone that Black would play anyway, is no handicap.
    assert_eq!(handicap("(;)", Some(3), [3, 1]), (0, HandicapBy::None));
    assert_eq!(handicap("(;)", Some(1), [1, 0]), (0, HandicapBy::None));
}

#[test]
fn first_moves_of_black_stand_for_stones() {
    let three = "(;;B[dd];B[pp];B[dp];W[pd])";
    assert_eq!(handicap(three, None, [0, 0]), (3, HandicapBy::Moves));
    assert_eq!(handicap(three, Some(3), [0, 0]), (3, HandicapBy::Moves));
    // The third would be a second move in a row.
    assert_eq!(handicap(three, Some(2), [0, 0]), (2, HandicapBy::Moves));
    assert_eq!(handicap(three, Some(0), [0, 0]), (0, HandicapBy::None));
    assert_eq!(handicap("(;;B[dd];W[pp];B[dp])", None, [0, 0]), (0, HandicapBy::None));
    // A record of one player's moves, and one too long for a handicap that nobody states.
    assert_eq!(handicap("(;;B[dd];B[pp])", None, [0, 0]), (0, HandicapBy::None));
    let set_up = "(;;B[dd];AW[dp]PL[B];B[pp];W[pd])";
    assert_eq!(handicap(set_up, None, [0, 0]), (0, HandicapBy::None));
    let ten = ";B[aa];B[ba];B[ca];B[da];B[ea];B[fa];B[ga];B[ha];B[ia];B[ja];W[ss]";
    assert_eq!(handicap(&format!("(;{ten})"), None, [0, 0]), (0, HandicapBy::None));
    assert_eq!(handicap(&format!("(;{ten})"), Some(10), [0, 0]), (10, HandicapBy::Moves));
}

#[test]
fn some_stones_may_be_set_up_and_the_others_played() {
    let two = "(;;B[dd];B[pp];W[pd])";
    assert_eq!(handicap(two, Some(4), [2, 0]), (4, HandicapBy::Moves));
    assert_eq!(handicap(two, Some(2), [1, 0]), (2, HandicapBy::Moves));
    // One is missing: a move may be what it looks like.
    assert_eq!(handicap(two, Some(5), [2, 0]), (2, HandicapBy::Setup));
    assert_eq!(handicap("(;;W[dd])", Some(3), [2, 0]), (2, HandicapBy::Setup));
    assert_eq!(handicap(two, None, [1, 0]), (0, HandicapBy::None));
}

#[test]
fn only_stones_that_are_played_count() {
    // The second in the node isn't played.
    assert_eq!(handicap("(;B[dd]B[pp];W[pd])", None, [0, 0]), (0, HandicapBy::None));
    assert_eq!(handicap("(;B[dd]B[pp];B[dp];W[pd])", None, [0, 0]), (2, HandicapBy::Moves));
    // Alternating moves of a node are.
    assert_eq!(handicap("(;B[dd]W[pp];B[dp];W[pd])", None, [0, 0]), (0, HandicapBy::None));
    // A doubled move is one stone.
    assert_eq!(handicap("(;;B[dd];B[dd];W[pd])", None, [0, 0]), (0, HandicapBy::None));
    assert_eq!(handicap("(;;B[dd];B[dd];B[pp];W[pd])", None, [0, 0]), (2, HandicapBy::Moves));
    // Nor is one outside the board.
    assert_eq!(handicap("(;;B[dd];B[zz];B[pp];W[pd])", None, [0, 0]), (0, HandicapBy::None));
}

#[test]
fn white_moves_first_after_two_stones_or_more() {
    for (stones, first) in [(0, Color::Black), (2, Color::White), (9, Color::White)] {
        assert_eq!(Handicap { stones, by: HandicapBy::Setup, skipped: 0 }.first_to_move(), first);
    }
}

/// White's passes between Black's stones are part of the handicap, one by one and for any number of stones.
#[test]
fn white_passes_while_black_places_stones() {
    let stones = ["dd", "pp", "dp", "pd", "dj", "pj"];
    for count in 3..=6 {
        let moves: Vec<String> = stones[..count].iter().map(|at| format!(";B[{at}]")).collect();
        let record = format!("(;{};W[qf];B[nc])", moves.join(";W[]"));
        let expected = (count as u32, HandicapBy::Moves);
        for stated in [None, Some(count as i64)] {
            assert_eq!(handicap(&record, stated, [0, 0]), expected, "{record}");
        }
        // White's pass after two stones in a row is a move, and a pass without a stone isn't a handicap.
        let uneven = record.replacen(";W[]", "", 1);
        assert_eq!(handicap(&uneven, None, [0, 0]).0, 2, "{uneven}");
        let passed = format!("(;{};W[];B[];W[qf])", moves.join(";W[]"));
        assert_eq!(handicap(&passed, None, [0, 0]).0, 0, "{passed}");
    }
    // A single pass may be a mistake.
    let once = "(;B[dd];W[];B[pp];W[qf])";
    assert_eq!(handicap(once, None, [0, 0]).0, 0);
    assert_eq!(handicap(once, Some(2), [0, 0]).0, 2);
}

/// Where White answers with as many moves, players have several moves per turn.
#[test]
fn several_moves_per_turn_are_no_handicap() {
    let each = "(;B[dd];B[pp];W[dp];W[pd];B[dj];B[pj])";
    assert_eq!(handicap(each, None, [0, 0]).0, 0);
    assert_eq!(handicap(each, Some(2), [0, 0]).0, 2);
    assert_eq!(handicap("(;B[dd];B[pp];B[jj];W[dp];W[pd];B[dj])", None, [0, 0]).0, 3);
}
