//! Handicap stones: set up, or played as Black's first moves.

use crate::go::{Color, Size};
use crate::sgf::{Game, Ident, MoveValue, Text, move_value};

/// How the handicap stones came onto the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandicapBy {
    /// There are none.
    None,
    /// As setup (AB).
    Setup,
    /// As consecutive first moves of Black.
    Moves,
}

/// The handicap of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// Number of stones: 0, or 2 and more.
    pub stones: u32,
    /// How they were placed.
    pub by: HandicapBy,
}

/// The most consecutive first moves of Black that are taken for a handicap without HA.
const MOST_BY_MOVES: u32 = 9;

/// How many moves Black makes in a row from the beginning of the main line, if White moves after
/// them; 0 otherwise. Stops at the first move that isn't a black stone.
fn leading_black_moves(text: &Text, game: &Game, size: Size) -> u32 {
    const B: Ident = Ident::new("B");
    const W: Ident = Ident::new("W");
    let mut count = 0;
    for node in 0..game.main_line() {
        for (prop, values) in game.props(node) {
            if prop.id == W {
                return count;
            }
            if prop.id == B {
                let Some(&value) = values.first() else { return 0 };
                if !matches!(
                    move_value(text, value, size),
                    MoveValue::Point(_) | MoveValue::OddPoint(_)
                ) {
                    return 0;
                }
                count += 1;
            }
        }
    }
    0
}

impl Handicap {
    /// Works out the handicap from the HA value, if there is a readable one, the stones set up before
    /// the first move, and Black's first moves.
    #[must_use]
    pub fn of(text: &Text, game: &Game, size: Size, stated: Option<i64>, setup: [u32; 2]) -> Self {
        match setup {
            [0 | 1, 0] => {}
            [stones, 0] => return Self { stones, by: HandicapBy::Setup },
            _ => return Self { stones: 0, by: HandicapBy::None },
        }
        let leading = leading_black_moves(text, game, size);
        let stones = match stated {
            Some(stated) if stated >= 2 => leading.min(u32::try_from(stated).unwrap_or(u32::MAX)),
            _ if leading <= MOST_BY_MOVES => leading,
            _ => 0,
        };
        if stones >= 2 && setup == [0, 0] {
            Self { stones, by: HandicapBy::Moves }
        } else {
            Self { stones: 0, by: HandicapBy::None }
        }
    }

    /// Who moves first after the handicap stones are placed (A91 2).
    #[must_use]
    pub fn first_to_move(self) -> Color {
        if self.stones >= 2 { Color::White } else { Color::Black }
    }
}
