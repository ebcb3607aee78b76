//! A game that may be selected, as it waits in a temporary file, and why one is left out.

use std::io;
use std::path::PathBuf;

use super::beginnings::{from_bytes, to_bytes};
use crate::batch::path_of;
use sgf_audit_core::printable::Shown;

#[derive(Debug)]
pub(super) struct Game {
    pub path: PathBuf,
    /// The path of the file below the directory that was given.
    pub relative: PathBuf,
    /// The game's number in its file.
    pub game: u32,
    /// Whether the file has no other game.
    pub is_only_game: bool,
    /// Whether it is in an encoding that it doesn't declare.
    pub is_undeclared: bool,
    /// The codes of its plays, if it is compared with the beginnings of others.
    pub codes: Vec<u16>,
    /// The bytes that are written of it; none if only its path is written.
    pub bytes: Option<Vec<u8>>,
}

impl Game {
    pub fn pack(&self) -> Vec<u8> {
        let flags = [self.is_only_game, self.is_undeclared, self.bytes.is_some()].map(u8::from);
        let mut packed = [&self.game.to_le_bytes()[..], &flags].concat();
        let paths = [&self.path, &self.relative].map(|path| path.as_os_str().as_encoded_bytes());
        for part in [paths[0], paths[1], &to_bytes(&self.codes)] {
            packed.extend((part.len() as u64).to_le_bytes());
            packed.extend(part);
        }
        packed.extend(self.bytes.iter().flatten());
        packed
    }

    /// Fails if the bytes aren't those of a packed game.
    pub fn unpack(packed: &[u8]) -> io::Result<Self> {
        let parts = || {
            let (game, rest) = packed.split_first_chunk()?;
            let ([is_only_game, is_undeclared, has_bytes], mut rest) = rest.split_first_chunk()?;
            let mut part = || {
                let (length, more) = rest.split_first_chunk()?;
                let (part, more) = more.split_at_checked(u64::from_le_bytes(*length) as usize)?;
                rest = more;
                Some(part)
            };
            Some(Self {
                path: path_of(part()?.to_vec()),
                relative: path_of(part()?.to_vec()),
                game: u32::from_le_bytes(*game),
                is_only_game: *is_only_game == 1,
                is_undeclared: *is_undeclared == 1,
                codes: from_bytes(part()?),
                bytes: (*has_bytes == 1).then(|| rest.to_vec()),
            })
        };
        parts().ok_or_else(|| io::ErrorKind::InvalidData.into())
    }

    /// Returns its name in lists, each a line for people and programs: its path, followed by a tab and its number if the file has
    /// several.
    pub fn name(&self) -> String {
        let path = Shown::Path(&self.path);
        if self.is_only_game { path.to_string() } else { format!("{path}\t{}", self.game) }
    }

    pub fn left_out(self, reason: Reason, detail: String) -> LeftOut {
        LeftOut { path: self.path, game: self.game, reason, detail }
    }
}

/// Why something is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// The file has no game that can be read.
    NoGame,
    /// The record is of another game than Go.
    NotGo,
    /// It isn't in the list of games.
    NotListed,
    /// The column `clean` is false.
    NotClean,
    Condition,
    /// It can't be decided whether the condition holds.
    NoValue,
    /// Another record of the same game is more complete.
    Duplicate,
    /// Another record continues it.
    Beginning,
    NotSampled,
    /// Its bytes can't be taken out of its file.
    NotSeparable,
    NotWritten,
}

impl Reason {
    pub fn name(self) -> &'static str {
        self.texts().0
    }

    /// Returns the reason in words that follow a number.
    pub fn words(self) -> &'static str {
        self.texts().1
    }

    fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::NoGame => ("no-game", "without a game"),
            Self::NotGo => ("not-go", "not Go"),
            Self::NotListed => ("not-listed", "not in the list"),
            Self::NotClean => ("not-clean", "not clean"),
            Self::Condition => ("condition", "for which --where doesn't hold"),
            Self::NoValue => ("no-value", "without a value that --where needs"),
            Self::Duplicate => ("duplicate", "of which a more complete record is kept"),
            Self::Beginning => ("beginning", "that are the beginning of another one"),
            Self::NotSampled => ("not-sampled", "not in the sample"),
            Self::NotSeparable => ("not-separable", "that can't be cut out of their files"),
            Self::NotWritten => ("not-written", "not written"),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    pub path: PathBuf,
    /// The game's number; 0 for the file.
    pub game: u32,
    pub reason: Reason,
    /// More about it: the findings of the file, the parts of `clean` that fail, the column without a value, the record that is kept.
    pub detail: String,
}
