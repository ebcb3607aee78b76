//! The charset of a file that is read in chunks.

use super::declared::Declared;
use super::encoding::EncodingDecision;

/// How the characters of a file are encoded, as [`Text::new`](super::Text::new) would find it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charset {
    pub(super) declared: Declared,
    pub(super) decision: EncodingDecision,
    pub(super) ascii: bool,
    pub(super) bom_len: usize,
}

impl Charset {
    /// Whether all bytes of the file are ASCII.
    #[must_use]
    pub fn is_ascii(&self) -> bool {
        self.ascii
    }

    /// The encoding, its source and how sure it is.
    #[must_use]
    pub fn decision(&self) -> EncodingDecision {
        self.decision
    }

    /// The file's first CA property, with its place in the file.
    #[must_use]
    pub fn declared(&self) -> &Declared {
        &self.declared
    }

    /// Length of the byte order mark at the beginning of the file, in bytes.
    #[must_use]
    pub fn bom_len(&self) -> usize {
        self.bom_len
    }
}
