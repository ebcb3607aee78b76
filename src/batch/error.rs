//! Why a source, or a member of an archive, can't be read.

use std::fmt;
use std::io;
use std::sync::Arc;

use sgf_audit_core::archive::{ArchiveError, ArchiveErrorKind, exceeds_limit};
use sgf_audit_core::audit::FindingKind;

/// Why a source, or a member of an archive, can't be read.
#[derive(Clone, Debug)]
pub enum ReadError {
    /// The system can't read it.
    Io(Arc<io::Error>),
    /// It has more bytes than are read.
    TooLarge {
        /// The most bytes that are read.
        limit: u32,
    },
    /// A pipe, socket or device that nobody has named: reading it could hold up the run.
    NotAFile,
    /// An archive, or a member of one.
    Archive(ArchiveError),
}

impl ReadError {
    /// The finding that it is reported as.
    pub const fn finding(&self) -> FindingKind {
        match self {
            Self::Io(_) | Self::NotAFile => FindingKind::Unreadable,
            Self::TooLarge { .. } => FindingKind::TooLarge,
            Self::Archive(error) => match error.kind {
                ArchiveErrorKind::Unreadable | ArchiveErrorKind::OtherName => {
                    FindingKind::Unreadable
                }
                ArchiveErrorKind::Damaged => FindingKind::DamagedArchive,
                ArchiveErrorKind::Encrypted => FindingKind::EncryptedMember,
                ArchiveErrorKind::Limit => FindingKind::ArchiveLimit,
                ArchiveErrorKind::TooLarge => FindingKind::TooLarge,
                ArchiveErrorKind::Internal => FindingKind::InternalError,
            },
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::TooLarge { limit } => {
                f.write_str(&exceeds_limit(format_args!("more than {limit} bytes")))
            }
            Self::NotAFile => f.write_str("not a regular file"),
            Self::Archive(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(&**error),
            Self::Archive(error) => Some(error),
            Self::TooLarge { .. } | Self::NotAFile => None,
        }
    }
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::Io(Arc::new(error))
    }
}

impl From<ArchiveError> for ReadError {
    fn from(error: ArchiveError) -> Self {
        Self::Archive(error)
    }
}
