//! Why a table of results can't be read.

use std::fmt;

/// Why a table can't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultsError(String);

impl ResultsError {
    pub(super) fn new(why: impl Into<String>) -> Self {
        Self(why.into())
    }
}

impl fmt::Display for ResultsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ResultsError {}
