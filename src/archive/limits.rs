//! How much of an archive is unpacked, so that none can hold up a run.

/// Limits on archives. What is beyond them isn't read, and a finding says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArchiveLimits {
    /// Bytes that a file may unpack to, those of archives in it included.
    pub bytes: u64,
    /// How many times larger than what was read of it a file may become.
    pub ratio: u32,
    /// Members of any kind, directories included.
    pub members: u64,
    /// Archives within archives: 1 is an archive that holds records only.
    pub depth: u32,
}

impl ArchiveLimits {
    /// The limits that are taken where nobody says otherwise: far beyond any true collection.
    pub const DEFAULT: Self = Self { bytes: 1 << 38, ratio: 250, members: 100_000_000, depth: 4 };
}

impl Default for ArchiveLimits {
    fn default() -> Self {
        Self::DEFAULT
    }
}
