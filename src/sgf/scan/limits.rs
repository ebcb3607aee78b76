//! Limits on what is read.

/// Limits on what is read. Content beyond a limit is skipped, and a fault reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes per file. A larger file isn't read at all.
    pub bytes: u32,
    /// Nodes per game.
    pub nodes: u32,
    /// Games per file.
    pub games: u32,
    /// Depth of nested variations.
    pub depth: u32,
}

impl Limits {
    /// The default limits, far beyond any true record.
    pub const DEFAULT: Self =
        Self { bytes: 1 << 30, nodes: 10_000_000, games: 10_000_000, depth: 1_000_000 };
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}
