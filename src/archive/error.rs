//! Why an archive, or a member of one, can't be read.

use std::fmt;

use super::limits::exceeds_limit;

/// The kind of failure. Reports choose a finding by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArchiveErrorKind {
    /// The system can't read it, or its format isn't supported.
    Unreadable,
    /// It is damaged, or ends too early.
    Damaged,
    /// It is encrypted.
    Encrypted,
    /// It exceeds one of the [`ArchiveLimits`](super::ArchiveLimits).
    Limit,
    /// It has to be held in memory, and is too large for that.
    TooLarge,
    /// A decompressor panicked.
    Internal,
}

/// Why an archive, or a member of one, can't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveError {
    /// The kind of failure.
    pub kind: ArchiveErrorKind,
    message: String,
}

impl ArchiveError {
    pub(super) fn new(kind: ArchiveErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    /// The error of an archive of more than `limit` bytes that can't be read in place.
    #[must_use]
    pub fn too_long(limit: u64) -> Self {
        let excess = format_args!("it has more than {limit} bytes");
        Self::new(ArchiveErrorKind::Limit, exceeds_limit(excess))
    }

    /// The error of a file that has the name of an archive and isn't one.
    #[must_use]
    pub fn not_an_archive() -> Self {
        Self::new(ArchiveErrorKind::Damaged, "named like an archive, but it isn't one")
    }
}

impl fmt::Display for ArchiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ArchiveError {}
