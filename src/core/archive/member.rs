//! Members of archives.

use super::ArchiveError;
use super::error::ArchiveLimits;
#[cfg(feature = "archives")]
use super::{Kind, is_record, may_be_record};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// A record in an archive, or a failure to read a member or the archive.
#[derive(Debug)]
pub struct Member<'a> {
    /// The archive's path and the member's name, joined; only the archive's path if the archive can't be read.
    pub path: &'a Path,
    /// Its bytes. Of a member beyond the limit, one byte more than the limit.
    pub bytes: Result<&'a [u8], ArchiveError>,
    /// Whether the bytes are cut off by damage to the archive. The damage is reported next.
    pub is_truncated: bool,
}

impl<'a> Member<'a> {
    pub(super) fn failed(path: &'a Path, error: ArchiveError) -> Self {
        Self { path, bytes: Err(error), is_truncated: false }
    }
}

/// The kind of a member by its name.
#[cfg(feature = "archives")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MemberKind {
    Record,
    /// A record if it begins like one.
    Doubtful,
    Archive,
    Other,
}

#[cfg(feature = "archives")]
impl MemberKind {
    pub(super) fn of_name(name: &[u8]) -> Self {
        let name = String::from_utf8_lossy(name);
        let name = Path::new(&*name);
        match () {
            () if is_record(name) => Self::Record,
            () if Kind::of_name(name).is_some() => Self::Archive,
            () if may_be_record(name) => Self::Doubtful,
            () => Self::Other,
        }
    }
}

/// Whether a member of a ZIP may hold records, by its name.
#[cfg(feature = "archives")]
pub(super) fn is_wanted(name: &[u8]) -> bool {
    !name.ends_with(b"/") && MemberKind::of_name(name) != MemberKind::Other
}

/// The path of a member in reports: the path of the archive, a slash, and the member's name as the archive has it. On
/// systems whose paths aren't bytes, bytes that aren't UTF-8 become `\xNN`.
pub fn member_path(archive: &Path, name: &[u8]) -> PathBuf {
    // Joined as text: joining an absolute path would replace the path of the archive.
    let mut path = archive.as_os_str().to_os_string();
    path.push("/");
    #[cfg(unix)]
    path.push(<std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(name));
    #[cfg(not(unix))]
    for chunk in name.utf8_chunks() {
        path.push(chunk.valid());
        for byte in chunk.invalid() {
            path.push(format!("\\x{byte:02x}"));
        }
    }
    path.into()
}

/// A file that can be read from its beginning several times, also at the same time.
#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    File(&'a Path),
    Bytes(&'a [u8]),
}

/// Whether more members are wanted.
pub(super) type Flow = ControlFlow<()>;

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
