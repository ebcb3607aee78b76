//! The severity of a finding, and the class of its fix.

use std::fmt;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Suspicious, or it can't be right as recorded.
    Warning,
    /// The record breaks the rules of the game or of the format.
    Error,
}

impl Severity {
    /// Number of severities.
    pub const COUNT: usize = 3;

    /// The word that reports use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The class of a fix: how far it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Safety {
    /// It changes how something is written, not what it means.
    Safe,
    /// It adds what the rules of the game demand.
    Rules,
    /// It decides something that a person might decide otherwise.
    Judgement,
}

impl Safety {
    /// Number of classes.
    pub const COUNT: usize = 3;

    /// Returns the class's name in the documentation.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Rules => "rules",
            Self::Judgement => "judgement",
        }
    }
}
