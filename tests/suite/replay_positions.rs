//! The positions of a record, compared with the replayer.

use sgf_audit_core::go::{Color, Size};
use sgf_audit_core::record::RecordedGame;
use sgf_audit_core::replay::{Positions, ReplayRequest, Replayer};
use sgf_audit_core::rules::find;
use sgf_audit_core::sgf::Text;

use crate::support::first_game;

#[test]
fn agrees_with_the_replayer() {
    let size = Size::new(5, 5).unwrap();
    for record in [
        "(;AB[aa:bb]AW[cc];B[dd]W[ee];AE[aa];W[dd];B[]B[ab];W[zz];B[tt](;W[ea])(;W[ae]))",
        "(;B[ab];W[aa];B[ba];W[aa];B[ee];AW[bb];B[aa])",
        "(;HA[2];B[aa];B[bb];W[cc];B[C3];W[cc];AB[ee])",
        "(;PL[W]C[no move])",
        &format!("(;B[ab];{}AE[aa]W[bb])", "AB[aa:ee]AW[cc:ee]AE[bb]".repeat(9)),
    ] {
        let text = Text::new(record.as_bytes());
        let game = first_game(&text);
        let mut recorded = RecordedGame::read(&text, &game);
        (recorded.size, recorded.stated_handicap) = (size, None);
        let rules = find("aga").unwrap();
        let request = ReplayRequest { record: &recorded, rules, variations: false };
        let replay = Replayer::new().replay(&request);
        let mut positions = Positions::new(&text, &game, size, &[]);
        positions.finish();
        assert_eq!(positions.grid(), replay.position, "{record}");
        assert_eq!(positions.number(), replay.moves, "{record}");
        let captured = replay.tally.captured_from.swapped();
        assert_eq!(positions.captured(), captured, "{record}");
    }
}

#[test]
fn stops_after_a_move_and_before_later_setup() {
    let text = Text::new(b"(;SZ[3];AB[aa];B[bb];W[];AW[cc];PL[W];B[ca])");
    let game = first_game(&text);
    let mut positions = Positions::new(&text, &game, Size::new(3, 3).unwrap(), &[]);
    assert_eq!(positions.grid().to_string(), "X . .\n. . .\n. . .\n");
    assert_eq!(positions.to_move(), Color::Black);
    assert!(positions.advance_to(2) && positions.passed());
    assert_eq!(positions.grid().to_string(), "X . .\n. X .\n. . .\n");
    assert_eq!(positions.to_move(), Color::Black);
    assert_eq!(positions.last_play().map(|ply| ply.number), Some(1));
    assert!(!positions.advance_to(1));
    assert!(positions.advance_to(3) && !positions.passed());
    assert!(!positions.advance_to(4));
    assert_eq!(positions.grid().to_string(), "X . X\n. X .\n. . O\n");
    assert_eq!(positions.to_move(), Color::White);
}

#[test]
fn the_player_to_move_is_named_in_many_spellings() {
    let to_move = |player: &str| {
        let record = format!("(;SZ[9]PL[{player}]AB[dd])");
        let text = Text::new(record.as_bytes());
        Positions::new(&text, &first_game(&text), Size::new(9, 9).unwrap(), &[]).to_move()
    };
    for player in ["W", "w", "2", "O", "white", "WHITE", "白", "White to play"] {
        assert_eq!(to_move(player), Color::White, "{player}");
    }
    for player in ["B", "b", "1", "X", "Black", "黑", "Black to play"] {
        assert_eq!(to_move(player), Color::Black, "{player}");
    }
}
