//! Members of archives.

use std::path::{Path, PathBuf};

use super::ArchiveError;

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
