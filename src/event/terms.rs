//! The terms of an event, from a TOML file.

use std::fmt;

use glob::Pattern;
use serde::Deserialize;

use crate::go::Points;
use crate::rules::{Ruleset, lookup};
use crate::sgf;

/// What every record of an event must be. `None`, or an empty list, where the event has no rule.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Terms {
    /// The name of the event, for people.
    pub name: String,
    /// The ruleset.
    #[cfg_attr(feature = "cli", schemars(with = "Option<String>"))]
    pub ruleset: Option<EventRuleset>,
    /// Komi of even games.
    #[cfg_attr(feature = "cli", schemars(with = "Option<f64>"))]
    pub komi: Option<Komi>,
    /// Komi of games with handicap stones.
    #[cfg_attr(feature = "cli", schemars(with = "Option<f64>"))]
    pub handicap_komi: Option<Komi>,
    /// The least number of handicap stones.
    pub min_handicap: Option<u32>,
    /// The largest number of handicap stones.
    pub max_handicap: Option<u32>,
    /// Number of lines of the board.
    pub board_size: Option<u32>,
    /// The first day, `YYYY-MM-DD`.
    #[cfg_attr(feature = "cli", schemars(with = "Option<String>"))]
    pub first_date: Option<Day>,
    /// The last day.
    #[cfg_attr(feature = "cli", schemars(with = "Option<String>"))]
    pub last_date: Option<Day>,
    /// The time limits.
    pub time: Option<Time>,
    /// The rounds.
    pub rounds: Vec<Round>,
    /// The players. Empty if anybody may play.
    pub players: Vec<ListedPlayer>,
    /// The pairings. Empty if anybody may play anybody.
    pub pairings: Vec<Pairing>,
    /// The least number of moves.
    pub min_moves: Option<u32>,
    /// How many records there may be of two players.
    pub games_per_pair: Option<u32>,
    /// Ids of the servers that games may be played on.
    pub servers: Vec<String>,
    /// Words that a record must contain.
    pub tag: Option<String>,
    /// The pattern that file names must match.
    #[cfg_attr(feature = "cli", schemars(with = "Option<String>"))]
    pub file_names: Option<FileNames>,
    /// Whether records may have variations. True if the event doesn't say.
    pub variations: Option<bool>,
    /// Whether each record must have a result.
    pub result_required: bool,
}

/// The ruleset of an event.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct EventRuleset(pub &'static Ruleset);

impl TryFrom<String> for EventRuleset {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        lookup(&name).map(Self).ok_or_else(|| format!("`{name}`: no such ruleset"))
    }
}

/// A komi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "toml::Value")]
pub struct Komi(pub Points);

impl TryFrom<toml::Value> for Komi {
    type Error = String;

    fn try_from(value: toml::Value) -> Result<Self, String> {
        let text = match &value {
            toml::Value::String(text) => text.clone(),
            value => value.to_string(),
        };
        Points::parse(&text).map(Self).ok_or_else(|| format!("`{text}` isn't a komi"))
    }
}

/// A day, `YYYY-MM-DD`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "toml::Value")]
pub struct Day(pub String);

impl TryFrom<toml::Value> for Day {
    type Error = String;

    fn try_from(value: toml::Value) -> Result<Self, String> {
        let text = match &value {
            toml::Value::String(text) => text.clone(),
            value => value.to_string(),
        };
        let is_day = text.len() == 10 && sgf::first_date(&text) == text;
        if is_day { Ok(Self(text)) } else { Err(format!("`{text}` isn't a day (YYYY-MM-DD)")) }
    }
}

/// Time limits.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Time {
    /// Main time in seconds.
    pub main: Option<u32>,
    /// Overtime: `5x30`, `25/600`, `+10`.
    #[cfg_attr(feature = "cli", schemars(with = "Option<String>"))]
    pub overtime: Option<Overtime>,
    /// Whether players may agree on more time.
    pub more_allowed: bool,
}

/// Overtime in short form.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Overtime(pub String);

impl TryFrom<String> for Overtime {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        sgf::overtime(&text)
            .map(Self)
            .ok_or_else(|| format!("`{text}`: overtime is written 5x30, 25/600 or +10"))
    }
}

/// A round.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Round {
    /// Its number.
    pub number: u32,
    /// Its first day.
    #[cfg_attr(feature = "cli", schemars(with = "Option<String>"))]
    pub first_date: Option<Day>,
    /// Its last day; the first one if it isn't given.
    #[cfg_attr(feature = "cli", schemars(with = "Option<String>"))]
    pub last_date: Option<Day>,
}

/// A player as the file lists them.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ListedPlayer {
    /// The name.
    pub name: String,
    /// Other names.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// The rank.
    #[serde(default)]
    pub rank: String,
    /// The group or division.
    #[serde(default)]
    pub group: String,
}

/// Two players who are to play each other.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Pairing {
    /// The round.
    pub round: Option<u32>,
    /// Black's name.
    pub black: String,
    /// White's name.
    pub white: String,
    /// Handicap stones.
    pub handicap: Option<u32>,
    /// Komi.
    #[cfg_attr(feature = "cli", schemars(with = "Option<f64>"))]
    pub komi: Option<Komi>,
}

/// A pattern for the names of files.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct FileNames(pub Pattern);

impl TryFrom<String> for FileNames {
    type Error = String;

    fn try_from(pattern: String) -> Result<Self, String> {
        Pattern::new(&pattern).map(Self).map_err(|error| error.to_string())
    }
}

/// Why an event's file can't be read; the message names the line or the key.
#[derive(Clone, Debug)]
pub struct TermsError(String);

impl fmt::Display for TermsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TermsError {}

impl Terms {
    /// Reads the terms from the text of a TOML file.
    ///
    /// # Errors
    ///
    /// If the text isn't TOML, has an unknown key or value, or lists two players of the same name.
    pub fn from_toml(text: &str) -> Result<Self, TermsError> {
        let terms: Self = toml::from_str(text).map_err(|error| TermsError(error.to_string()))?;
        terms.checked()
    }

    /// Returns the terms if they don't contradict each other.
    ///
    /// # Errors
    ///
    /// If a limit can't be kept, or two players have the same name.
    pub fn checked(self) -> Result<Self, TermsError> {
        let limits = self.min_handicap.zip(self.max_handicap);
        if limits.is_some_and(|(min, max)| min > max) {
            return Err(TermsError("min-handicap is larger than max-handicap".to_owned()));
        }
        let mut names: Vec<Vec<String>> =
            self.players.iter().map(|player| super::name_key::name_keys(&player.name)).collect();
        names.sort();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            let name = pair[0].join(", ");
            return Err(TermsError(format!("two players are called {name}; tell them apart")));
        }
        Ok(self)
    }
}
