//! How much of a file is read at most.

/// Limits on what is read. What is beyond them is skipped, and a fault says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a file. A larger one isn't read at all.
    pub bytes: u32,
    /// Nodes of a game.
    pub nodes: u32,
    /// Games of a file.
    pub games: u32,
    /// Variations within variations.
    pub depth: u32,
}

impl Limits {
    /// The limits that are taken where nobody says otherwise: far beyond any true record.
    pub const DEFAULT: Self =
        Self { bytes: 1 << 30, nodes: 10_000_000, games: 10_000_000, depth: 1_000_000 };
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}
