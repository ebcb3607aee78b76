//! Opens archives.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek};
use std::ops::ControlFlow;
use std::path::Path;

use super::limits::ArchiveLimits;
use super::member::Member;

/// A whole archive: what can be read from its beginning, twice at the same time.
#[derive(Clone, Copy, Debug)]
pub enum Whole<'a> {
    /// A file.
    File(&'a Path),
    /// Bytes.
    Bytes(&'a [u8]),
}

impl<'a> Whole<'a> {
    pub(crate) fn open(self) -> io::Result<Box<dyn ReadSeek + 'a>> {
        Ok(match self {
            Self::File(path) => Box::new(File::open(path)?),
            Self::Bytes(bytes) => Box::new(Cursor::new(bytes)),
        })
    }
}

pub(crate) trait ReadSeek: Read + Seek + Send {}
impl<T: Read + Seek + Send> ReadSeek for T {}

/// Whether to go on.
pub(super) type Flow = ControlFlow<()>;

/// Takes the members.
pub(super) type Sink<'s> = &'s mut dyn FnMut(Member) -> Flow;

/// Reads archives.
#[derive(Clone, Copy, Debug)]
pub struct Unpacker {
    /// How much is read of an archive.
    pub limits: ArchiveLimits,
    /// Most bytes that are read of a member.
    pub most: u32,
}

impl Unpacker {
    /// Passes all records of an archive to `sink`, in its order, and the failures to read it and its members, until `sink`
    /// breaks. `named` tells that the archive was given by name: then a file that is compressed alone is a record whatever
    /// it is called.
    #[cfg(feature = "archives")]
    pub fn unpack(&self, path: &Path, whole: Whole, named: bool, sink: Sink) {
        super::walk::unpack(self, path, whole, named, sink);
    }

    /// Reports that archives can't be read: this build is without the feature `archives`.
    #[cfg(not(feature = "archives"))]
    pub fn unpack(&self, path: &Path, _: Whole, _: bool, sink: Sink) {
        let message = "an archive, which this build doesn't read; unpack it first";
        let error = super::ArchiveError::new(super::ArchiveErrorKind::Unreadable, message);
        let _ = sink(Member::failed(path, error));
    }
}
