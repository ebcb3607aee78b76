//! The JSON of OGS: values that keep their offsets, and the game among them.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::formats::SourceLines;
use crate::go::Color;

/// An object with its members in order, each a part of the source.
#[derive(Debug, Default)]
pub(super) struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'a> Members<'a> {
    /// The members of an object; none if it isn't one.
    pub(super) fn read(value: &'a RawValue) -> Self {
        serde_json::from_str(value.get()).unwrap_or_default()
    }

    /// The first member of this name that isn't null.
    pub(super) fn get(&self, name: &str) -> Option<&'a RawValue> {
        let named = |(key, value): &&(String, &RawValue)| key == name && value.get() != "null";
        self.0.iter().find(named).map(|&(_, value)| value)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        from.deserialize_map(Collect)
    }
}

impl SourceLines<'_> {
    /// The line of a part of the text, from 0.
    pub(super) fn line_of(&self, part: &RawValue) -> usize {
        self.line_at(part.get().as_ptr().addr().saturating_sub(self.text.as_ptr().addr()))
    }

    pub(super) fn lines(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The line of an offset in the text, from 0.
    pub(super) fn line_at(&self, offset: usize) -> usize {
        let last = self.starts.len().saturating_sub(2);
        let after = self.starts.partition_point(|&start| start as usize <= offset);
        after.saturating_sub(1).min(last)
    }
}

/// The text of a string or a number, without blanks around it; `None` if it is empty or something else.
pub(super) fn text_of(value: &RawValue) -> Option<String> {
    let json = value.get();
    let text = match json.as_bytes().first()? {
        b'"' => serde_json::from_str(json).ok()?,
        b'-' | b'0'..=b'9' => json.to_owned(),
        _ => return None,
    };
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// A game: the members of its `gamedata`, and of what the API wraps around it.
pub(super) struct OgsGame<'a> {
    data: Members<'a>,
    around: Members<'a>,
}

impl<'a> OgsGame<'a> {
    /// A game, if the value is one: it has moves, or a position to play from.
    pub(super) fn read(value: &'a RawValue) -> Option<Self> {
        let members = Members::read(value);
        let game = match members.get("gamedata") {
            Some(data) => Self { data: Members::read(data), around: members },
            None => Self { data: members, around: Members::default() },
        };
        let is_game = ["moves", "initial_state"].iter().any(|&name| game.data.get(name).is_some());
        is_game.then_some(game)
    }

    /// Whether another game is among its moves, since its own end is missing.
    pub(super) fn holds_another(&self) -> bool {
        let moves = self.data.get("moves");
        moves.is_some_and(|moves| {
            memchr::memmem::find(moves.get().as_bytes(), b"\"moves\"").is_some()
        })
    }

    /// A member of the game's data, or else of what is around it.
    pub(super) fn get(&self, name: &str) -> Option<&'a RawValue> {
        self.data.get(name).or_else(|| self.around.get(name))
    }

    /// The members of this name, of the game's data and of its surroundings.
    pub(super) fn all(&self, name: &str) -> impl Iterator<Item = &'a RawValue> + use<'a> {
        [self.data.get(name), self.around.get(name)].into_iter().flatten()
    }

    /// A string or a number, as text without blanks around it; `None` if it is empty.
    pub(super) fn text(&self, name: &str) -> Option<(&'a RawValue, String)> {
        let value = self.get(name)?;
        Some((value, text_of(value)?))
    }

    /// A number, which may be in a string.
    pub(super) fn number(&self, name: &str) -> Option<f64> {
        self.text(name)?.1.parse().ok().filter(|number: &f64| number.is_finite())
    }

    /// Whether a member is there and says so.
    pub(super) fn states(&self, name: &str, value: bool) -> bool {
        let text = self.get(name).map(|member| member.get());
        text.and_then(|text| serde_json::from_str(text).ok()) == Some(value)
    }

    /// `true` or `false`; `otherwise` where the member is neither.
    pub(super) fn flag_or(&self, name: &str, otherwise: bool) -> bool {
        if otherwise { !self.states(name, false) } else { self.states(name, true) }
    }

    pub(super) fn handicap(&self) -> u32 {
        self.number("handicap")
            .filter(|stones| (0.0..1000.0).contains(stones))
            .map_or(0, |n| n as u32)
    }

    /// The members of a player, if the game has them.
    pub(super) fn player(&self, color: Color) -> Members<'a> {
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
