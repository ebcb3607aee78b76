//! Why a proposed fix isn't applied.

use std::error::Error;
use std::fmt;

/// The reason for which a finding that could be fixed is left as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rejection {
    /// The finding would remain.
    StillFound,
    /// The edited record would have an error that the record didn't have.
    NewError,
    /// The file would have more or fewer games.
    GameCount,
    /// A game would no longer be read as one.
    GameLost,
    /// A node would be lost.
    NodeLost,
    /// A node would get another parent.
    NodeMoved,
    /// A move would follow one that was added.
    MoveAfterAdded,
    /// A value that no edit touches would be lost.
    ValueLost,
    /// A value would appear that no edit adds.
    ValueAdded,
    /// A value that no edit touches would be read otherwise.
    ValueChanged,
    /// A part of the header that the fix isn't about would change.
    Header,
    /// The size of the board or the ruleset would change.
    Setting,
    /// The moves or the setup would change.
    Moves,
    /// The recorded result would change.
    Result,
    /// The komi, the count or the verdict would change.
    Count,
    /// Too many fixes each depended on the one before.
    TooManyRounds,
    /// The file's encoding has to be decoded before it can be read, so that its bytes can't be edited.
    NotEditable,
    /// The file has a merge conflict, which a person must resolve first.
    MergeConflict,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::StillFound => "the finding is still there",
            Self::NewError => "there would be an error that wasn't there before",
            Self::GameCount => "the number of games would change",
            Self::GameLost => "a game would be lost",
            Self::NodeLost => "a node would be lost",
            Self::NodeMoved => "a node would move",
            Self::MoveAfterAdded => "a move would follow one that wasn't there",
            Self::ValueLost => "a value would be lost",
            Self::ValueAdded => "a value would appear",
            Self::ValueChanged => "a value would change",
            Self::Header => "another part of the header would change",
            Self::Setting => "the board or the ruleset would change",
            Self::Moves => "the moves would change",
            Self::Result => "the result would change",
            Self::Count => "the count would change",
            Self::TooManyRounds => "too many repairs depend on earlier ones; run fix again",
            Self::MergeConflict => "the file has an unresolved merge conflict",
            Self::NotEditable => {
                "the file is in an encoding that has to be decoded first (UTF-16, ISO-2022-JP); convert it"
            }
        })
    }
}

impl Error for Rejection {}
