//! The outcome of each game of a run: it is a candidate, or it is left out for a reason.

use std::ops::Range;
use std::path::PathBuf;

use super::values::Completeness;

/// Why something is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// The file has no game that can be read.
    NoGame,
    /// The record is of another game than Go.
    NotGo,
    /// The game or its file has an error, or the recorded result is wrong.
    NotClean,
    /// The condition doesn't hold.
    Condition,
    /// It can't be decided whether the condition holds.
    NoValue,
    /// Another record of the same game is more complete.
    Duplicate,
    /// It isn't in the sample.
    NotSampled,
    /// Its bytes can't be taken out of its file.
    NotSeparable,
    /// It can't be written.
    NotWritten,
}

impl Reason {
    /// Returns the name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::NoGame => "no-game",
            Self::NotGo => "not-go",
            Self::NotClean => "not-clean",
            Self::Condition => "condition",
            Self::NoValue => "no-value",
            Self::Duplicate => "duplicate",
            Self::NotSampled => "not-sampled",
            Self::NotSeparable => "not-separable",
            Self::NotWritten => "not-written",
        }
    }

    /// Returns the reason in words that follow a number.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::NoGame => "without a game",
            Self::NotGo => "not Go",
            Self::NotClean => "not clean",
            Self::Condition => "for which --where doesn't hold",
            Self::NoValue => "without a value that --where needs",
            Self::Duplicate => "of which a more complete record is kept",
            Self::NotSampled => "not in the sample",
            Self::NotSeparable => "that can't be cut out of their files",
            Self::NotWritten => "not written",
        }
    }
}

/// Something that is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The file.
    pub path: PathBuf,
    /// The game's number; 0 for the file.
    pub game: u32,
    /// Why.
    pub reason: Reason,
    /// More about it: the findings of the file, the columns without a value, the record that is kept.
    pub detail: String,
}

/// The bytes that are written of a game.
#[derive(Clone, Debug)]
pub(super) enum Payload {
    /// None: only its path is written, or its file is linked.
    None,
    /// These.
    Bytes(Vec<u8>),
    /// Those at this place of the temporary file.
    Spooled(Range<u64>),
}

/// A game that may be selected.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Its file.
    pub path: PathBuf,
    /// The path of the file below the directory that was given.
    pub relative: PathBuf,
    /// The game's number in its file.
    pub game: u32,
    /// Whether the file has no other game.
    pub is_only_game: bool,
    /// Whether it is in an encoding that it doesn't declare.
    pub is_undeclared: bool,
    pub(super) hash: Option<u64>,
    pub(super) completeness: Completeness,
    pub(super) payload: Payload,
}

/// The outcome of a game or file.
#[derive(Debug)]
pub(super) enum Fate {
    Candidate(Candidate),
    LeftOut(LeftOut),
}
