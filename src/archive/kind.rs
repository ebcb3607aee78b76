//! What kind of archive a file is.

use std::ffi::OsStr;
use std::path::Path;

use super::is_record;
use crate::formats::ForeignFormat;

/// A kind of archive, or of compression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// POSIX and GNU tar.
    Tar,
    /// ZIP.
    Zip,
    /// 7-Zip.
    SevenZip,
    /// Gzip, of one file or a tar.
    Gzip,
    /// Zstandard, of one file or a tar.
    Zstd,
    /// XZ, of one file or a tar.
    Xz,
    /// What another program packs, and nothing here unpacks.
    Foreign(&'static str),
}

/// How much of a file [`Kind::of`] wants to see: two blocks of a tar.
pub const HEAD: usize = 1024;

const BY_ENDING: [(&str, Kind); 15] = [
    ("tar", Kind::Tar),
    ("tgz", Kind::Gzip),
    ("gz", Kind::Gzip),
    ("tzst", Kind::Zstd),
    ("zst", Kind::Zstd),
    ("zip", Kind::Zip),
    ("7z", Kind::SevenZip),
    ("taz", Kind::Gzip),
    ("zstd", Kind::Zstd),
    ("xz", Kind::Xz),
    ("txz", Kind::Xz),
    ("bz2", BZIP2),
    ("tbz", BZIP2),
    ("tbz2", BZIP2),
    ("rar", RAR),
];

const BZIP2: Kind = Kind::Foreign("bzip2");
const RAR: Kind = Kind::Foreign("RAR");

impl Kind {
    /// What the first bytes of a file say. No record begins like any of these.
    #[must_use]
    pub fn of_bytes(head: &[u8]) -> Option<Self> {
        match head {
            [0x1f, 0x8b, ..] => Some(Self::Gzip),
            // A frame, or one that is to be skipped (RFC 8878).
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Self::Zstd),
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Some(Self::Xz),
            // The first block, or the end of an empty file.
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, 0x59, 0x26, ..]
            | [b'B', b'Z', b'h', b'1'..=b'9', 0x17, 0x72, 0x45, 0x38, ..] => Some(BZIP2),
            [b'R', b'a', b'r', b'!', 0x1a, 7, ..] => Some(RAR),
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Some(Self::Zip),
            [b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c, ..] => Some(Self::SevenZip),
            _ => super::tar::is_header(head).then_some(Self::Tar),
        }
    }

    /// What a file is by its first bytes, and its name where they alone don't tell: a tar without a file
    /// in it is nothing but zeros, of two blocks at least.
    #[must_use]
    pub fn of(path: &Path, head: &[u8]) -> Option<Self> {
        let is_empty = || head.len() >= HEAD && head.iter().all(|&byte| byte == 0);
        let empty_tar =
            || (is_empty() && Self::of_name(path) == Some(Self::Tar)).then_some(Self::Tar);
        Self::of_bytes(head).or_else(empty_tar)
    }

    /// What a file's name says. What is packed alone is nothing to be read where it was called something else
    /// before, as `log.txt.gz` was.
    #[must_use]
    pub fn of_name(path: &Path) -> Option<Self> {
        // Nearly every file's name tells by its last letter that it is none of these.
        if path.as_os_str().as_encoded_bytes().ends_with(b"f") {
            return None;
        }
        let ext = path.extension().and_then(OsStr::to_str)?;
        let &(end, kind) = BY_ENDING.iter().find(|(end, _)| ext.eq_ignore_ascii_case(end))?;
        let alone = ["gz", "zst", "zstd", "xz", "bz2"].contains(&end);
        (!alone || may_hold_records(Path::new(path.file_stem()?))).then_some(kind)
    }

    /// Whether a file that doesn't begin like an archive must have been one: its name says so, and,
    /// where it was given by name, nothing in its beginning says that it is a record.
    #[must_use]
    pub fn is_lost(path: &Path, bytes: &[u8], named: bool) -> bool {
        Self::of_name(path).is_some() && !(named && begins_like_record(bytes))
    }
}

/// Whether what is packed under this name may hold records: it ends like a record or an archive, or like nothing.
fn may_hold_records(name: &Path) -> bool {
    says_nothing(name) || is_record(name) || Kind::of_name(name).is_some()
}

/// Whether a name doesn't tell what it is of: it has no ending (a number is a year or a part).
pub(super) fn says_nothing(name: &Path) -> bool {
    let digits = |end: &OsStr| end.as_encoded_bytes().iter().all(u8::is_ascii_digit);
    name.extension().is_none_or(digits)
}

/// Whether the first bytes are those of a record in any format.
pub(super) fn begins_like_record(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(4096)];
    memchr::memmem::find(head, b"(;").is_some() || ForeignFormat::of(head).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_no_archives() {
        for record in [&b"(;GM[1])"[..], b"", b"PK", b"\xff\xfe(\0;\0", b"\\HS\n", b"7z"] {
            assert_eq!(Kind::of_bytes(record), None);
        }
        assert_eq!(Kind::of_bytes(&[b' '; HEAD]), None);
        assert_eq!(Kind::of_bytes(&[0; HEAD]), None);
    }

    #[test]
    fn a_tar_may_be_empty() {
        let of = |name: &str, bytes: &[u8]| Kind::of(Path::new(name), bytes);
        assert_eq!(of("a.tar", &[0; HEAD]), Some(Kind::Tar));
        assert_eq!(of("a.tar", &[0; HEAD - 1]), None);
        assert_eq!(of("a.tar", &[&[0; HEAD][..], b"x"].concat()), None);
        assert_eq!(of("a.sgf", &[0; HEAD]), None);
        assert_eq!(of("a.zip", &[0; HEAD]), None);
    }

    #[test]
    fn names_are_told_by_their_ending() {
        // What is told by the last letter alone.
        assert!(BY_ENDING.iter().all(|(end, _)| !end.ends_with('f')));
        for (name, kind) in [
            ("a.tar.gz", Some(Kind::Gzip)),
            ("a.TGZ", Some(Kind::Gzip)),
            ("a.sgf.zst", Some(Kind::Zstd)),
            ("a.7z", Some(Kind::SevenZip)),
            ("a.tar.xz", Some(Kind::Xz)),
            ("games.gz", Some(Kind::Gzip)),
            ("games.2004.gz", Some(Kind::Gzip)),
            ("a.GIB.bz2", Some(BZIP2)),
            ("a.zip.xz", Some(Kind::Xz)),
            ("log.txt.gz", None),
            ("a.rle.gz.bz2", None),
            ("moves.csv.zst", None),
            ("a.sgf", None),
            ("zip", None),
        ] {
            assert_eq!(Kind::of_name(Path::new(name)), kind, "{name}");
        }
    }
}
