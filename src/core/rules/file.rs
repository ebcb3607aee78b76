//! A user's own ruleset, from a TOML file.
//!
//! Every field of the table has a key. A file that names a `base` changes a built-in ruleset; one
//! without it must give every field. Unknown keys and values are refused.

use std::fmt;

use serde::Deserialize;

use super::ruleset::{
    Compensation, Counting, DeadStones, Dispute, Field, FirstPass, LongCycle, Penalty, Placement,
    Presentation, Resumption, Rules, Ruleset, Suicide, Superko,
};
use super::table::{BUILT_IN, find};
use crate::go::Points;
use crate::printable::{is_unprintable, toml_message};
use crate::similar_names::similar_names;

/// The file's keys; each but `id`, `name` and `base` is a field of [`Ruleset`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    id: Id,
    name: Option<Name>,
    base: Option<Base>,
    ko: Option<bool>,
    superko: Option<Superko>,
    long_cycle: Option<LongCycle>,
    suicide: Option<Suicide>,
    counting: Option<Counting>,
    presentation: Option<Presentation>,
    group_tax: Option<bool>,
    seki_eyes: Option<bool>,
    pass_stones: Option<bool>,
    white_last: Option<bool>,
    first_pass: Option<FirstPass>,
    komi: Option<Komi>,
    handicap_komi: Option<Komi>,
    compensation: Option<Compensation>,
    placement: Option<Placement>,
    resumption: Option<Resumption>,
    dispute: Option<Dispute>,
    dead_stones: Option<DeadStones>,
    black_wins_ties: Option<bool>,
    penalty: Option<Komi>,
}

/// The ruleset's identifier, which no built-in ruleset may have.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Id(String);

impl TryFrom<String> for Id {
    type Error = String;

    fn try_from(id: String) -> Result<Self, String> {
        match find(&id) {
            _ if id.trim().is_empty() => Err("an id may not be empty".to_owned()),
            _ if !id.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c)) => {
                Err("an id consists of letters, digits and the characters - _ .".to_owned())
            }
            Some(_) => Err(format!("`{id}` is a built-in ruleset; yours needs an id of its own")),
            None => Ok(Self(id)),
        }
    }
}

/// The ruleset's name, for people.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Name(String);

impl TryFrom<String> for Name {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        match name.chars().any(is_unprintable) {
            true => Err("a name may have no control or invisible characters".to_owned()),
            false => Ok(Self(name)),
        }
    }
}

/// A built-in ruleset.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "String")]
struct Base(&'static Ruleset);

impl TryFrom<String> for Base {
    type Error = String;

    fn try_from(id: String) -> Result<Self, String> {
        find(&id).map(Self).ok_or_else(|| {
            match &similar_names(&id, BUILT_IN.iter().map(|rules| &*rules.id))[..] {
                [] => format!("`{id}`: no such ruleset"),
                near => format!("`{id}`: no such ruleset; did you mean {}?", near.join(" or ")),
            }
        })
    }
}

/// A komi, or none.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "Written")]
struct Komi(Option<Points>);

/// A number, or a text with a number (`"6.5"`) or `"none"`.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Whole(i64),
    Decimal(f64),
    Text(String),
}

impl TryFrom<Written> for Komi {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        let text = match written {
            Written::Whole(number) => number.to_string(),
            Written::Decimal(number) => number.to_string(),
            Written::Text(text) if text == "none" => return Ok(Self(None)),
            Written::Text(text) => text,
        };
        match Points::parse(&text) {
            Some(points) => Ok(Self(Some(points))),
            None => Err(format!("`{text}` isn't a komi")),
        }
    }
}

/// Why a ruleset file can't be read; the message names the line or the key.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum RulesFileError {
    /// The text isn't TOML, or has an unknown key or value.
    Toml(toml::de::Error),
    /// A field is missing, and no base has it.
    MissingField(&'static str),
}

impl fmt::Display for RulesFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Toml(error) => f.write_str(&toml_message(error)),
            Self::MissingField(key) => {
                write!(f, "missing field `{key}`, and no `base` to take it from")
            }
        }
    }
}

impl std::error::Error for RulesFileError {}

const SOURCE: &str = "the rules file";

impl Ruleset {
    /// Reads a ruleset from the text of a TOML file.
    ///
    /// # Errors
    ///
    /// If the text isn't TOML, has an unknown key or value, or lacks a field and names no base.
    pub fn from_toml(text: &str) -> Result<Self, RulesFileError> {
        let file: File = toml::from_str(text).map_err(RulesFileError::Toml)?;
        let base = file.base.map(|Base(base)| base);
        let komi = |komi: Option<Komi>| komi.map(|Komi(points)| points);
        let name = file.name.map_or_else(|| file.id.0.clone(), |Name(name)| name);
        let rules = Rules {
            ko: pick("ko", file.ko, base.map(|b| b.ko))?,
            superko: pick("superko", file.superko, base.map(|b| b.superko))?,
            long_cycle: pick("long-cycle", file.long_cycle, base.map(|b| b.long_cycle))?,
            suicide: pick("suicide", file.suicide, base.map(|b| b.suicide))?,
            counting: pick("counting", file.counting, base.map(|b| b.counting))?,
            presentation: pick("presentation", file.presentation, base.map(|b| b.presentation))?,
            group_tax: pick("group-tax", file.group_tax, base.map(|b| b.group_tax))?,
            seki_eyes: pick("seki-eyes", file.seki_eyes, base.map(|b| b.seki_eyes))?,
            pass_stones: pick("pass-stones", file.pass_stones, base.map(|b| b.pass_stones))?,
            white_last: pick("white-last", file.white_last, base.map(|b| b.white_last))?,
            first_pass: pick("first-pass", file.first_pass, base.map(|b| b.first_pass))?,
            komi: pick("komi", komi(file.komi), base.map(|b| b.komi))?,
            handicap_komi: pick(
                "handicap-komi",
                komi(file.handicap_komi),
                base.map(|b| b.handicap_komi),
            )?,
            // A komi of the file's own holds for every year.
            earlier_komi: match (base, file.komi) {
                (Some(base), None) => base.earlier_komi,
                _ => Field { value: &[], source: SOURCE },
            },
            compensation: pick("compensation", file.compensation, base.map(|b| b.compensation))?,
            placement: pick("placement", file.placement, base.map(|b| b.placement))?,
            resumption: pick("resumption", file.resumption, base.map(|b| b.resumption))?,
            dispute: pick("dispute", file.dispute, base.map(|b| b.dispute))?,
            dead_stones: pick("dead-stones", file.dead_stones, base.map(|b| b.dead_stones))?,
            black_wins_ties: pick(
                "black-wins-ties",
                file.black_wins_ties,
                base.map(|b| b.black_wins_ties),
            )?,
            penalty: match (file.penalty, base) {
                (None, Some(base)) => base.penalty,
                (points, _) => {
                    let points = komi(points).flatten().filter(|points| *points != Points::ZERO);
                    let value = points.map_or(Penalty::None, Penalty::Warning);
                    Field { value, source: SOURCE }
                }
            },
        };
        Ok(Self { id: file.id.0.into(), name: name.into(), rules })
    }
}

fn pick<T>(
    key: &'static str,
    value: Option<T>,
    base: Option<Field<T>>,
) -> Result<Field<T>, RulesFileError> {
    match (value, base) {
        (Some(value), _) => Ok(Field { value, source: SOURCE }),
        (None, Some(field)) => Ok(field),
        (None, None) => Err(RulesFileError::MissingField(key)),
    }
}
