//! Values of options that are written as a word, the same on the command line, in a configuration and as an option of a program.

use std::fmt::Display;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::de::{Deserialize, Deserializer, Error};
use serde_json::Value;
use sgf_audit_core::similar_names::similar_names;

/// Returns a parser of these words, each of which has a value.
pub(super) fn one_of<T: Clone + Send + Sync + 'static>(
    words: impl IntoIterator<Item = (&'static str, T)>,
) -> impl TypedValueParser<Value = T> {
    let known: Vec<(&str, T)> = words.into_iter().collect();
    PossibleValuesParser::new(known.iter().map(|(word, _)| *word)).map(move |word| {
        let value = known.iter().find(|(known, _)| *known == word);
        value.expect("the parser knows the words").1.clone()
    })
}

/// Returns the question which known word was meant, or `otherwise` where none is similar.
pub(super) fn did_you_mean<'k>(
    word: &str,
    known: impl IntoIterator<Item = &'k str>,
    otherwise: &str,
) -> String {
    match &similar_names(word, known.into_iter())[..] {
        [] => otherwise.to_owned(),
        similar => format!("did you mean {}?", similar.join(" or ")),
    }
}

/// Returns a word, or a number in its place.
fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Reads a value from a word.
pub(super) fn parsed<'de, D, T>(from: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    let word = word(&Value::deserialize(from)?);
    let word = word.ok_or_else(|| D::Error::custom("a word or a number is needed"))?;
    word.parse().map_err(D::Error::custom)
}

/// As [`parsed`], of a value that may be left out.
pub(super) fn optional<'de, D, T>(from: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    parsed(from).map(Some)
}

/// Reads values from a list of words, or from one.
pub(super) fn list<'de, D, T>(from: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    let words: Option<Vec<String>> = match Value::deserialize(from)? {
        Value::Array(words) => words.iter().map(|word| word.as_str().map(str::to_owned)).collect(),
        word => word.as_str().map(|word| vec![word.to_owned()]),
    };
    let words = words.ok_or_else(|| D::Error::custom("a list of words is needed"))?;
    let parse = |word: &String| word.parse().map_err(|why| format!("{word}: {why}"));
    words.iter().map(parse).collect::<Result<_, _>>().map_err(D::Error::custom)
}

/// Declares a type that is written as a word: what it holds, and how that is read.
macro_rules! word_type {
    ($(#[$meta:meta])* $name:ident($of:ty), $read:expr) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub(super) struct $name(pub $of);

        impl std::str::FromStr for $name {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                let read: fn(&str) -> Result<$of, &'static str> = $read;
                read(text).map(Self).map_err(str::to_owned)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        crate::cli::word::written_as_words!($name);
    };
}

/// Makes types that are parsed from text and written as text readable and writable by serde.
macro_rules! written_as_words {
    ($($type:ty),+) => {$(
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                crate::cli::word::parsed(from)
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }
    )+};
}

pub(super) use {word_type, written_as_words};
