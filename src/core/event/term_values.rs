//! Values of an event's file that are read from a text or a number.

use serde::{Deserialize, Deserializer, de::Error};

use super::results::ResultStyle;
use super::round::RoundId;
use crate::go::{Point, Points, Size};
use crate::rules::{Ruleset, lookup};
use crate::sgf::{self, Outcome};

/// Declares the values: what each holds, how its schema describes it, and how it is read. An error says why, after the value.
macro_rules! values {
    ($($(#[$doc:meta])* $name:ident($of:ty), $schema:ty, $read:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $name(pub $of);

        from_text!($name, $schema, |text: &str| $read(text).map($name));
    )*};
}

/// Reads a type from a text, or from a number or a day as TOML writes it.
macro_rules! from_text {
    ($name:ident, $schema:ty, $read:expr) => {
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(of: D) -> Result<Self, D::Error> {
                let text = match toml::Value::deserialize(of)? {
                    toml::Value::String(text) => text,
                    value => value.to_string(),
                };
                $read(&text).map_err(|why| D::Error::custom(format!("`{text}` {why}")))
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(of: &mut schemars::SchemaGenerator) -> schemars::Schema {
                <$schema>::json_schema(of)
            }
        }
    };
}

from_text!(RoundId, RoundForm, |text: &str| RoundId::read(text).ok_or("isn't a round"));

values! {
    EventRuleset(&'static Ruleset), String, |text| lookup(text).ok_or("isn't a ruleset");
    /// A komi.
    #[derive(Copy, PartialEq)]
    Komi(Points), f64, |text| Points::parse(text).ok_or("isn't a komi");
    /// The points of a penalty.
    #[derive(Copy)]
    PenaltyPoints(Points), f64, penalty_points;
    /// A day, `YYYY-MM-DD`.
    #[derive(PartialEq)]
    Day(String), String, day;
    /// Overtime in short form.
    Overtime(String), String, |text| sgf::overtime(text).ok_or("isn't overtime: 5x30, 25/600, +10 or none");
    /// The result of a ruling.
    #[derive(Copy)]
    RuledResult(Outcome), String, ruled_result;
    /// Stones by their points, as players name them.
    Stones(Vec<String>), String, stones;
}

/// A round: a number, or a name such as `final`.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum RoundForm {
    Number(u32),
    Name(String),
}

fn day(text: &str) -> Result<String, &'static str> {
    let is_day = text.len() == 10 && sgf::first_date(text) == text;
    is_day.then(|| text.to_owned()).ok_or("isn't a day (YYYY-MM-DD)")
}

fn penalty_points(text: &str) -> Result<Points, &'static str> {
    let points = Points::parse(text).filter(|points| *points > Points::ZERO);
    points.ok_or("isn't a number of points above 0")
}

fn ruled_result(text: &str) -> Result<Outcome, &'static str> {
    let outcome = ResultStyle::default().read(text, ["", ""]);
    let outcome = outcome.filter(|outcome| !outcome.is_unknown() && *outcome != Outcome::Bye);
    outcome.ok_or("isn't a result such as B+3.5, W+R, W!, 0-0 or Void")
}

fn stones(text: &str) -> Result<Vec<String>, &'static str> {
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    let names: Vec<String> = words.map(str::to_uppercase).collect();
    let largest = Size::new(52, 52).unwrap_or(Size::STANDARD);
    let are_points = names.iter().all(|name| Point::from_name(name, largest).is_some());
    if are_points { Ok(names) } else { Err("isn't a list of points such as K16 C3") }
}
