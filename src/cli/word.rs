//! Values of options that are written as a word, the same on the command line, in a configuration and as an option of a program.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error};
use serde::{Deserialize as DeriveDeserialize, Serializer};

/// A word, or a number in its place.
#[derive(DeriveDeserialize)]
#[serde(untagged, expecting = "a word or a number is needed")]
pub(super) enum Word {
    Text(String),
    Integer(i64),
    Number(f64),
}

impl Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Integer(number) => number.fmt(f),
            Self::Number(number) => number.fmt(f),
        }
    }
}

#[derive(DeriveDeserialize)]
#[serde(untagged, expecting = "a list of words is needed")]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

/// Reads a value from a word.
pub(super) fn parsed<'de, D, T>(from: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    Word::deserialize(from)?.to_string().parse().map_err(D::Error::custom)
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
    let words = match OneOrMany::deserialize(from)? {
        OneOrMany::One(word) => vec![word],
        OneOrMany::Many(words) => words,
    };
    let parse = |word: &String| word.parse().map_err(|why| format!("{word}: {why}"));
    words.iter().map(parse).collect::<Result<_, _>>().map_err(D::Error::custom)
}

/// Writes a value as a word.
pub(super) fn write<S: Serializer>(value: &impl Display, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
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
                crate::cli::word::write(self, to)
            }
        }
    )+};
}

pub(super) use {word_type, written_as_words};
