//! Opens archives.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek};
use std::ops::ControlFlow;
use std::path::Path;

use super::limits::ArchiveLimits;
use super::member::Member;

/// A file that can be read from its beginning several times, also at the same time.
#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    /// A file on the disk.
    File(&'a Path),
    /// The bytes of a file.
    Bytes(&'a [u8]),
}

impl<'a> Input<'a> {
    pub(crate) fn open(self) -> io::Result<Box<dyn ReadSeek + 'a>> {
        Ok(match self {
            Self::File(path) => Box::new(File::open(path)?),
            Self::Bytes(bytes) => Box::new(Cursor::new(bytes)),
        })
    }
}

pub(crate) trait ReadSeek: Read + Seek + Send {}
impl<T: Read + Seek + Send> ReadSeek for T {}

/// Whether more members are wanted.
pub(super) type Flow = ControlFlow<()>;

/// Takes members.
pub(super) type Sink<'s> = &'s mut dyn FnMut(Member) -> Flow;

/// Reads archives.
#[derive(Clone, Copy, Debug)]
pub struct Unpacker {
    /// How much of an archive is unpacked.
    pub limits: ArchiveLimits,
    /// Largest member that is accepted, in bytes. Of a larger one, one byte more is read.
    pub most: u32,
}

#[cfg(not(feature = "archives"))]
impl Unpacker {
    /// Reports that the archive can't be read, because this build lacks the feature `archives`.
    pub fn unpack(&self, path: &Path, _: Input, _: bool, sink: Sink) {
        let message = "an archive, which this build doesn't read; unpack it first";
        let error = super::ArchiveError::new(super::ArchiveErrorKind::Unreadable, message);
        let _ = sink(Member::failed(path, error));
    }
}
