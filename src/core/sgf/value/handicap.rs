//! Handicaps: HA, and the komi that some records state in it.

use super::komi::{Komi, of_quantity};
use super::quantity::small_number;
use super::tokens::{Token, tokens};
use super::words::{Field, Role, normalized};

/// Reads an HA value: a number, alone or among words, as in `2子`, `让2子`, `2 stones` and `2.0`. `none`, `对子` and `호선` (even)
/// are 0. Returns `None` if the value states no number of stones, or has a word that isn't known.
pub fn handicap(text: &str) -> Option<i64> {
    small_number(text).filter(|&stones| stones >= 0).or_else(|| terms(text)?.0)
}

/// Returns the komi that an HA value states beside the handicap: `호선 - 6집 반 공제` is an even game with a komi of 6.5.
pub fn komi_beside_handicap(text: &str) -> Option<Komi> {
    terms(text)?.1
}

/// Reads a handicap, and a komi after it.
fn terms(text: &str) -> Option<(Option<i64>, Option<Komi>)> {
    let pieces = tokens(Field::Terms, &normalized(&text.replace('=', " ")))?;
    let is_komi = |at: usize| pieces.get(at).is_some_and(|token| token.role() == Some(Role::Komi));
    let (mut stones, mut komi) = (None, None);
    for (at, token) in pieces.iter().enumerate() {
        match *token {
            Token::Quantity(number) if is_komi(at + 1) || at > 0 && is_komi(at - 1) => {
                let read = of_quantity(number, text);
                komi.replace(read).is_none().then_some(())?;
            }
            Token::Quantity(number) => {
                let is_number = number.value.fraction() == 0 && number.unit != Some(Role::Points);
                let count = number.value.as_hundredths() / 100;
                let is_first = stones.is_none() && is_number && count <= 361;
                stones = Some(is_first.then_some(count)?);
            }
            Token::Mark => {}
            Token::Word(word) => match word.role {
                Role::Even if stones.is_none() => stones = Some(0),
                Role::Handicap | Role::Komi => {}
                _ => return None,
            },
        }
    }
    stones.map(|stones| (Some(stones), komi))
}
