//! The severity of a finding, and the class of its fix.

use std::fmt;

use crate::named::named;

named! {
    /// How bad a finding is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Severity {
        /// Worth knowing.
        Note = "note",
        /// Suspicious, or it can't be right as recorded.
        Warning = "warning",
        /// The record breaks the rules of the game or of the format.
        Error = "error",
    }
}

impl Severity {
    /// Number of severities.
    pub const COUNT: usize = 3;
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

named! {
    /// The class of a fix: how far it goes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Safety {
        /// It changes how something is written, not what it means.
        Safe = "safe",
        /// It adds what the rules of the game demand.
        Rules = "rules",
        /// It decides something that a person might decide otherwise.
        Judgement = "judgement",
    }
}

impl Safety {
    /// Number of classes.
    pub const COUNT: usize = 3;
}
