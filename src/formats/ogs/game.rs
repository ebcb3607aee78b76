//! A game in OGS's JSON.

use serde_json::value::RawValue;

use super::json::{Members, text_of};
use crate::go::Color;

/// A game: the members of its `gamedata`, and of what the API wraps around it.
pub(super) struct OgsGame<'a> {
    data: Members<'a>,
    around: Members<'a>,
}

impl<'a> OgsGame<'a> {
    /// A game, if the value is one: it has moves, or a position to play from.
    pub fn read(value: &'a RawValue) -> Option<Self> {
        let members = Members::read(value);
        let game = match members.get("gamedata") {
            Some(data) => Self { data: Members::read(data), around: members },
            None => Self { data: members, around: Members::default() },
        };
        let is_game = ["moves", "initial_state"].iter().any(|&name| game.data.get(name).is_some());
        is_game.then_some(game)
    }

    /// A member of the game's data, or else of what is around it.
    pub fn get(&self, name: &str) -> Option<&'a RawValue> {
        self.data.get(name).or_else(|| self.around.get(name))
    }

    /// The members of this name, of the game's data and of its surroundings.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &'a RawValue> + use<'a> {
        [self.data.get(name), self.around.get(name)].into_iter().flatten()
    }

    /// A string or a number, as text without blanks around it; `None` if it is empty.
    pub fn text(&self, name: &str) -> Option<(&'a RawValue, String)> {
        let value = self.get(name)?;
        Some((value, text_of(value)?))
    }

    /// A number, which may be in a string.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.text(name)?.1.parse().ok().filter(|number: &f64| number.is_finite())
    }

    /// `true` or `false`.
    pub fn flag(&self, name: &str) -> Option<bool> {
        serde_json::from_str(self.get(name)?.get()).ok()
    }

    /// Number of handicap stones.
    pub fn handicap(&self) -> u32 {
        self.number("handicap")
            .filter(|stones| (0.0..1000.0).contains(stones))
            .map_or(0, |n| n as u32)
    }

    /// The members of a player, if the game has them.
    pub fn player(&self, color: Color) -> Members<'a> {
        let name = name_of(color);
        let of = |from: &Members<'a>| {
            Some(Members::read(Members::read(from.get("players")?).get(name)?))
        };
        of(&self.data).or_else(|| of(&self.around)).unwrap_or_default()
    }
}

/// The name of a colour's members.
pub(super) const fn name_of(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}
