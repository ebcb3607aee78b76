//! Where a chunk of a large file begins.

/// Where a chunk begins in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkOffset {
    /// Number of bytes before it.
    pub offset: u32,
    /// Its line, from 1.
    pub line: u32,
    /// Its column in that line, from 1, in characters.
    pub column: u32,
    /// Number of games before it.
    pub games: u32,
}

impl Default for ChunkOffset {
    fn default() -> Self {
        Self { offset: 0, line: 1, column: 1, games: 0 }
    }
}
