//! Why an archive, or a member of one, can't be read.

use std::fmt;

use crate::formats::OtherFile;

/// The kind of failure. Reports choose a finding by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArchiveErrorKind {
    /// The system can't read it, or its format isn't supported.
    Unreadable,
    /// It is damaged, or ends too early.
    Damaged,
    Encrypted,
    /// It exceeds one of the [`ArchiveLimits`](super::ArchiveLimits).
    Limit,
    /// It has to be held in memory, and is too large for that.
    TooLarge,
    /// A decompressor panicked.
    Internal,
    /// A member that is neither a record nor an archive by its name.
    OtherName,
}

/// Why an archive, or a member of one, can't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveError {
    pub kind: ArchiveErrorKind,
    message: String,
}

impl ArchiveError {
    pub(super) fn new(kind: ArchiveErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    /// The error of an archive of more than `limit` bytes that can't be read in place.
    pub fn too_long(limit: u64) -> Self {
        let excess = format_args!("it has more than {limit} bytes");
        Self::new(ArchiveErrorKind::Limit, exceeds_limit(excess))
    }

    /// The error of a file that has the name of an archive, begins like this, and isn't one.
    pub fn not_an_archive(head: &[u8]) -> Self {
        let kind = OtherFile::recognise(head).map(|OtherFile(kind)| kind);
        let what = kind.map_or(String::new(), |kind| format!(": {kind}"));
        let message = format!("named like an archive, but it isn't one{what}");
        Self::new(ArchiveErrorKind::Damaged, message)
    }
}

impl fmt::Display for ArchiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ArchiveError {}

/// Limits on unpacking one archive. What exceeds them isn't read, and a finding reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArchiveLimits {
    /// Maximum number of bytes unpacked from an archive, nested archives included.
    pub bytes: u64,
    /// Bytes that an archive may unpack to for each byte read from it.
    pub ratio: u32,
    /// Members of any kind, including directories.
    pub members: u64,
    /// Depth of archives in archives: 1 allows no archive in another.
    pub depth: u32,
}

impl ArchiveLimits {
    /// The default limits, far above any real collection.
    pub const DEFAULT: Self = Self { bytes: 1 << 38, ratio: 250, members: 100_000_000, depth: 4 };
}

impl Default for ArchiveLimits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// The message that a limit on the size or number of something is exceeded.
pub fn exceeds_limit(excess: impl fmt::Display) -> String {
    format!("{excess}, which is the limit")
}
