//! Floor 4: archives as sources. Members are read one after the other as a stream; nothing is unpacked to disk.
//!
//! The first bytes of a file show whether it is an archive, and of which kind. Members are chosen by the extensions of
//! their names, as files in directories are, and read in the order of the archive. Archives in archives are unpacked up to
//! a maximum depth. A member's name is only displayed: nothing is ever written to that path.

#[cfg(feature = "archives")]
mod budget;
mod error;
mod format;
#[cfg(feature = "archives")]
mod gzip;
#[cfg(feature = "archives")]
mod head;
mod limits;
mod member;
#[cfg(feature = "archives")]
mod sevenz;
#[cfg(feature = "archives")]
mod tar;
mod unpacker;
#[cfg(feature = "archives")]
mod walk;
#[cfg(feature = "archives")]
mod xz;
#[cfg(feature = "archives")]
mod zip;
#[cfg(feature = "archives")]
mod zstd;

pub use error::{ArchiveError, ArchiveErrorKind};
pub use format::{HEAD, Kind};
pub use limits::ArchiveLimits;
pub(crate) use limits::exceeds_limit;
pub use member::{Member, member_path};
pub use unpacker::{Input, Unpacker};

use crate::formats::ForeignFormat;

/// Extensions of records: SGF (`sgfs` is KataGo's for collections, `mgt` is MultiGo's) and the other formats that are read.
pub(crate) const RECORD_EXTENSIONS: [&str; 7] = ["sgf", "sgfs", "mgt", "gib", "ngf", "ugf", "ugi"];

/// Extensions of files that are records if they begin like OGS's JSON.
const JSON_EXTENSIONS: [&str; 3] = ["json", "jsonl", "ndjson"];

/// Whether a file with this name is a record if [`is_json_record`] says so.
#[must_use]
pub fn has_json_name(path: &std::path::Path) -> bool {
    has_extension(path, &JSON_EXTENSIONS)
}

/// Whether a file that begins like this is OGS's JSON.
#[must_use]
pub fn is_json_record(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    ForeignFormat::of(head) == Some(ForeignFormat::Ogs)
}

/// Whether a file with this name is a record.
#[must_use]
pub fn is_record(path: &std::path::Path) -> bool {
    has_extension(path, &RECORD_EXTENSIONS)
}

fn has_extension(path: &std::path::Path, extensions: &[&str]) -> bool {
    let extension = path.extension().and_then(std::ffi::OsStr::to_str);
    extension.is_some_and(|name| extensions.iter().any(|known| name.eq_ignore_ascii_case(known)))
}
