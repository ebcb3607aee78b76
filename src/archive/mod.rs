//! Floor 4: archives as sources: their members are read one after the other as a stream; nothing is unpacked
//! to disk.
//!
//! What a file is, is told by how it begins. Members are taken by the endings of their names, as files
//! in directories are, in the order of the archive. An archive in an archive is unpacked too, up to a
//! depth. A member's name is only ever shown: nothing is written where it points to.

mod error;
mod gzip;
mod kind;
mod limits;
mod member;
mod sevenz;
mod tar;
mod unpack;
mod xz;
mod zip;
mod zstd;

pub use error::{ArchiveError, ArchiveErrorKind};
pub use kind::{HEAD, Kind};
pub use limits::ArchiveLimits;
pub use member::{Member, member_path};
pub use unpack::{Unpacker, Whole};

/// How the names of records end: those of SGF (`sgfs` are KataGo's collections, `mgt` is MultiGo's), and of
/// the formats that are read as if they were.
const ENDINGS: [&str; 7] = ["sgf", "sgfs", "mgt", "gib", "ngf", "ugf", "ugi"];

/// Whether a file with this name is taken for a record.
pub(crate) fn is_record(path: &std::path::Path) -> bool {
    ends_like_most(path.as_os_str().as_encoded_bytes())
        || path
            .extension()
            .and_then(std::ffi::OsStr::to_str)
            .is_some_and(|ext| ENDINGS.iter().any(|ending| ext.eq_ignore_ascii_case(ending)))
}

/// Whether a name ends as that of nearly every record does: then nothing else need be looked at.
fn ends_like_most(name: &[u8]) -> bool {
    matches!(name, [.., before, b'.', b's', b'g', b'f'] if !matches!(before, b'/' | b'\\'))
}
