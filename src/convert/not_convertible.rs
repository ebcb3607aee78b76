//! Why a game can't be converted.

use std::error::Error;
use std::fmt;

use crate::record::TooManySetupPoints;

/// Why a game can't be converted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotConvertible {
    /// A kebab-case name: that of a finding, or `not-representable`.
    pub name: &'static str,
    /// The reason for people.
    pub reason: String,
}

impl NotConvertible {
    /// Creates the error of a game that the target can't express.
    pub(super) fn not_representable(reason: impl Into<String>) -> Self {
        Self { name: "not-representable", reason: reason.into() }
    }

    /// Creates the error of a game that isn't Go, as the property `what` shows.
    pub(super) fn other_game(what: &str) -> Self {
        Self { name: "other-game", reason: format!("{what} isn't Go") }
    }
}

impl fmt::Display for NotConvertible {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl Error for NotConvertible {}

impl From<TooManySetupPoints> for NotConvertible {
    fn from(error: TooManySetupPoints) -> Self {
        Self::not_representable(error.to_string())
    }
}
