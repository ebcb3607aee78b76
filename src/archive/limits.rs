//! Limits on unpacking, so that no archive can hold up a run.

use std::fmt;

/// Limits on unpacking one archive. What exceeds them isn't read, and a finding reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArchiveLimits {
    /// Bytes that an archive may unpack to, including those of the archives in it.
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
pub(crate) fn exceeds_limit(excess: impl fmt::Display) -> String {
    format!("{excess}, which is the limit")
}
