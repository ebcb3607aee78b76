//! Notices about what a conversion leaves out, and why it refuses a game or a file.

use std::error::Error;
use std::fmt;

use crate::record::TooManySetupPoints;
use crate::sgf::{LineIndex, Text};

/// A problem with the conversion of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Whether the file is refused because of it.
    pub refuses: bool,
    /// Its kebab-case name, which is the name of the finding of the same kind if there is one.
    pub name: &'static str,
    /// The line of the file, from 1; 0 if it is about no place.
    pub line: u32,
    /// The column in that line, from 1, in characters.
    pub column: u32,
    /// The message for people.
    pub message: String,
}

impl Notice {
    /// Creates the notice that refuses a file as a whole.
    pub fn about_file(name: &'static str, message: String) -> Self {
        Self { refuses: true, name, line: 0, column: 0, message }
    }
}

/// Maximum number of notices that are listed for a file.
const MAX_LISTED: usize = 20;

/// Collects the notices of a file.
pub(super) struct Notices {
    listed: Vec<Notice>,
    /// Number of notices that aren't listed.
    dropped: usize,
    dropped_refuses: bool,
    /// Whether something was read otherwise than strict SGF.
    pub departs: bool,
    /// Whether losses are allowed.
    lossy: bool,
    index: LineIndex,
}

/// The effect of a problem on its file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    /// The file is converted all the same.
    Warns,
    /// The file is converted all the same, but it was read otherwise than strict SGF.
    Departs,
    /// The file is refused unless losses are allowed.
    Loses,
    /// The file is refused.
    Refuses,
}

impl Notices {
    pub(super) fn new(lossy: bool) -> Self {
        let index = LineIndex::default();
        Self {
            listed: Vec::new(),
            dropped: 0,
            dropped_refuses: false,
            departs: false,
            lossy,
            index,
        }
    }

    /// Adds a notice about an offset. `message` is called only if the notice is listed.
    pub(super) fn push(
        &mut self,
        text: &Text,
        at: usize,
        effect: Effect,
        name: &'static str,
        message: impl FnOnce() -> String,
    ) {
        self.departs |= effect == Effect::Departs;
        let refuses = match effect {
            Effect::Warns | Effect::Departs => false,
            Effect::Loses => !self.lossy,
            Effect::Refuses => true,
        };
        if self.listed.len() == MAX_LISTED {
            self.dropped += 1;
            self.dropped_refuses |= refuses;
            return;
        }
        let (line, column) = self.index.locate(text, at);
        self.listed.push(Notice { refuses, name, line, column, message: message() });
    }

    /// Returns the listed notices; the last one gives the number of the others.
    pub(super) fn finish(mut self) -> Vec<Notice> {
        if self.dropped > 0 {
            let last = Notice::about_file("more", format!("{} more like these", self.dropped));
            self.listed.push(Notice { refuses: self.dropped_refuses, ..last });
        }
        self.listed
    }
}

/// Why a game can't be converted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotConvertible {
    /// The kebab-case name of a finding, or `not-representable`.
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
