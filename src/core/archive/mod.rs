//! Floor 4: archives as sources. Members are read one after the other as a stream; nothing is unpacked to disk.
//!
//! The first bytes of a file show whether it is an archive, and of which kind. Members are chosen by the extensions of
//! their names, as files in directories are, and read in the order of the archive. Archives in archives are unpacked up to
//! a maximum depth. A member's name is only displayed: nothing is ever written to that path.

#[cfg(feature = "archives")]
mod budget;
#[cfg(feature = "archives")]
mod compressed;
mod error;
mod format;
mod member;
#[cfg(feature = "archives")]
mod sevenz;
#[cfg(feature = "archives")]
mod tar;
#[cfg(feature = "archives")]
mod walk;
#[cfg(feature = "archives")]
mod zip;

pub use error::ArchiveLimits;
pub use error::exceeds_limit;
pub use error::{ArchiveError, ArchiveErrorKind};
pub use format::{HEAD, Kind};
pub use member::{Input, Unpacker};
pub use member::{Member, member_path};

use crate::formats::{FOREIGN_FORMATS, recognise, record_extensions};

/// Whether a file with this name is a record if [`is_json_record`] holds.
pub fn has_json_name(path: &std::path::Path) -> bool {
    has_extension(path, FOREIGN_FORMATS.iter().flat_map(|format| format.info().shared_extensions))
}

/// Whether a file that begins like this is OGS's JSON.
pub fn is_json_record(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    recognise(head).is_some_and(|format| !format.info().shared_extensions.is_empty())
}

/// Whether a file with this name is a record. macOS keeps its own data of `a.sgf` in `._a.sgf`.
pub fn is_record(path: &std::path::Path) -> bool {
    has_extension(path, record_extensions()) && !is_of_macos(path)
}

/// Whether the content decides that a file of this name is a record: JSON may be, and so may a file without an ending.
pub fn may_be_record(path: &std::path::Path) -> bool {
    (path.extension().is_none() || has_json_name(path)) && !is_of_macos(path)
}

/// Whether a file of this name, of which [`may_be_record`] holds, is a record by its first bytes.
pub fn is_record_by_content(path: &std::path::Path, head: &[u8]) -> bool {
    if path.extension().is_some() {
        return is_json_record(head);
    }
    let content = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let root = content.strip_prefix(b"(").map(<[u8]>::trim_ascii_start);
    root.is_some_and(|root| root.starts_with(b";")) || recognise(head).is_some()
}

fn is_of_macos(path: &std::path::Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"._"))
}

fn has_extension<E: AsRef<str>>(
    path: &std::path::Path,
    mut extensions: impl Iterator<Item = E>,
) -> bool {
    let extension = path.extension().and_then(std::ffi::OsStr::to_str);
    extension.is_some_and(|name| extensions.any(|known| name.eq_ignore_ascii_case(known.as_ref())))
}
