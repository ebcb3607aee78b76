//! Errors of engines.

use std::error::Error;
use std::fmt;

/// Why an engine can't be used.
#[derive(Debug)]
pub struct StartError {
    /// The command that should have started it.
    pub command: String,
    /// The reason, with the last lines that it wrote to standard error.
    pub reason: String,
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "engine {:?}: {}", self.command, self.reason)
    }
}

impl Error for StartError {}

/// Why a query has no answer.
#[derive(Debug)]
pub(super) enum QueryError {
    /// The engine works, but refuses this query.
    Refused(String),
    /// The engine doesn't work.
    Failed(EngineFailure),
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(reason) => f.write_str(reason),
            Self::Failed(failure) => failure.fmt(f),
        }
    }
}

impl Error for QueryError {}

/// How an engine failed.
#[derive(Clone, Debug, Default)]
pub(super) struct EngineFailure {
    /// The reason, in words that are the same each time.
    pub reason: String,
    /// The last lines that the engine wrote to standard error.
    pub stderr_tail: Vec<String>,
}

impl fmt::Display for EngineFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)?;
        if !self.stderr_tail.is_empty() {
            f.write_str("; the last it wrote to standard error:")?;
        }
        self.stderr_tail.iter().try_for_each(|line| write!(f, "\n  {line}"))
    }
}

impl Error for EngineFailure {}

impl From<QueryError> for EngineFailure {
    fn from(error: QueryError) -> Self {
        match error {
            QueryError::Refused(reason) => reason.into(),
            QueryError::Failed(failure) => failure,
        }
    }
}

impl From<String> for EngineFailure {
    fn from(reason: String) -> Self {
        Self { reason, stderr_tail: Vec::new() }
    }
}
