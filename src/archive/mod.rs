//! Floor 4: archives as sources: their members are read one after the other as a stream; nothing is unpacked
//! to disk.
//!
//! What a file is, is told by how it begins. Members are taken by the endings of their names, as files
//! in directories are, in the order of the archive. An archive in an archive is unpacked too, up to a
//! depth. A member's name is only ever shown: nothing is written where it points to.

#[cfg(feature = "archives")]
mod budget;
mod error;
mod format;
#[cfg(feature = "archives")]
mod gzip;
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
pub use member::{Member, member_path};
pub use unpacker::{Unpacker, Whole};

/// How the names of records end: those of SGF (`sgfs` are KataGo's collections, `mgt` is MultiGo's), and of
/// the formats that are read as if they were.
const ENDINGS: [&str; 7] = ["sgf", "sgfs", "mgt", "gib", "ngf", "ugf", "ugi"];

/// Whether a file with this name is taken for a record.
pub(crate) fn is_record(path: &std::path::Path) -> bool {
    let ending = path.extension().and_then(std::ffi::OsStr::to_str);
    ending.is_some_and(|ending| ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}
