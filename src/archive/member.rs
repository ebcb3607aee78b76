//! What an archive yields.

use std::path::{Path, PathBuf};

use super::ArchiveError;

/// A record in an archive, or a failure to read one, or the archive itself.
#[derive(Debug)]
pub struct Member<'a> {
    /// Its path, behind that of the archive; the archive's own if the failure is of the archive.
    pub path: &'a Path,
    /// Its bytes, no more of them than shows that there are too many.
    pub bytes: Result<&'a [u8], ArchiveError>,
    /// Whether the bytes are only what stands before damage, which is reported next.
    pub is_truncated: bool,
}

impl<'a> Member<'a> {
    pub(super) fn record(path: &'a Path, bytes: &'a [u8]) -> Self {
        Self { path, bytes: Ok(bytes), is_truncated: false }
    }

    pub(super) fn failed(path: &'a Path, error: ArchiveError) -> Self {
        Self { path, bytes: Err(error), is_truncated: false }
    }
}

/// The path that reports give a member: that of the archive, and behind it the name as it stands
/// there. A name is bytes; where paths aren't, what is no UTF-8 in it becomes `\xNN`.
#[must_use]
pub fn member_path(archive: &Path, name: &[u8]) -> PathBuf {
    // Joined as text: a path that is joined with an absolute one would be gone.
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
