//! Why a table of results can't be read.

use std::fmt;

/// Why a table can't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultsError {
    why: String,
    is_of_encoding: bool,
}

impl ResultsError {
    pub(super) fn new(why: impl Into<String>) -> Self {
        Self { why: why.into(), is_of_encoding: false }
    }

    /// Says that another encoding would help.
    pub(super) fn of_encoding(self) -> Self {
        Self { is_of_encoding: true, ..self }
    }

    /// Whether the table is in another encoding than the one by which it was read.
    #[must_use]
    pub fn is_of_encoding(&self) -> bool {
        self.is_of_encoding
    }
}

impl fmt::Display for ResultsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

impl std::error::Error for ResultsError {}
