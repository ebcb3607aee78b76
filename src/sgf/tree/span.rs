//! Ranges of bytes of a file.

/// A range of bytes of a file, from `start` to just before `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// A span from two offsets in a file.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end as u32 }
    }

    /// The bytes of `all` that it covers.
    #[must_use]
    pub fn of(self, all: &[u8]) -> &[u8] {
        &all[self.start as usize..self.end as usize]
    }

    /// Whether it covers nothing.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}
