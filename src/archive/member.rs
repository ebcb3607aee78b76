//! Members of archives.

use std::path::{Path, PathBuf};

use super::ArchiveError;
#[cfg(feature = "archives")]
use super::{Kind, has_json_name, is_record};

/// A record in an archive, or a failure to read a member or the archive.
#[derive(Debug)]
pub struct Member<'a> {
    /// The archive's path and the member's name, joined; only the archive's path if the archive can't be read.
    pub path: &'a Path,
    /// Its bytes. Of a member beyond the limit, one byte more than the limit.
    pub bytes: Result<&'a [u8], ArchiveError>,
    /// Whether the bytes end where the archive is damaged. The damage is reported next.
    pub is_truncated: bool,
}

impl<'a> Member<'a> {
    pub(super) fn failed(path: &'a Path, error: ArchiveError) -> Self {
        Self { path, bytes: Err(error), is_truncated: false }
    }
}

/// What a member may be, by its name.
#[cfg(feature = "archives")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MemberKind {
    Record,
    /// A record if it begins like one.
    Json,
    Archive,
}

#[cfg(feature = "archives")]
impl MemberKind {
    /// `None` if the extension is neither that of a record nor that of an archive.
    pub fn of_name(name: &[u8]) -> Option<Self> {
        let name = String::from_utf8_lossy(name);
        let name = Path::new(&*name);
        match is_record(name) {
            true => Some(Self::Record),
            false if has_json_name(name) => Some(Self::Json),
            false => Kind::of_name(name).map(|_| Self::Archive),
        }
    }
}

/// Whether a member of a ZIP may hold records, by its name.
#[cfg(feature = "archives")]
pub(super) fn is_wanted(name: &[u8]) -> bool {
    !name.ends_with(b"/") && MemberKind::of_name(name).is_some()
}

/// The path of a member in reports: the path of the archive, a slash, and the member's name as the archive has it. On
/// systems whose paths aren't bytes, bytes that aren't UTF-8 become `\xNN`.
#[must_use]
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
