//! Games of records in memory.

use sgf_audit_core::sgf::{Game, Scanner, Text};

/// Reads the first game of a text.
pub fn first_game(text: &Text) -> Game {
    let mut game = Game::default();
    assert!(Scanner::new(text).next_game(&mut game, &mut Vec::new()), "a game");
    game
}
