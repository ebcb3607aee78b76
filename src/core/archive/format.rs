//! Kinds of archives, by name and by the first bytes.

use std::ffi::OsStr;
use std::path::Path;

use super::{has_json_name, is_of_macos, is_record};
use crate::formats::recognise;

/// A kind of archive, or of compression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// POSIX and GNU tar.
    Tar,
    Zip,
    /// 7-Zip.
    SevenZip,
    /// Gzip, of one file or a tar.
    Gzip,
    /// Zstandard, of one file or a tar.
    Zstd,
    /// XZ, of one file or a tar.
    Xz,
    /// A kind that isn't read here; the name of the program or format.
    Foreign(&'static str),
}

/// Number of bytes that [`Kind::recognise`] needs from the beginning of a file: two blocks of a tar.
pub const HEAD: usize = 1024;

const BY_EXTENSION: [(&str, Kind); 24] = [
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
    ("lzh", LHA),
    ("lha", LHA),
    ("z", COMPRESS),
    ("lzma", LZMA),
    ("tlz", LZMA),
    ("lz", Kind::Foreign("lzip")),
    ("arj", Kind::Foreign("ARJ")),
    ("ace", ACE),
    ("cab", Kind::Foreign("CAB")),
];

const BZIP2: Kind = Kind::Foreign("bzip2");
const RAR: Kind = Kind::Foreign("RAR");
const LHA: Kind = Kind::Foreign("LHA");
const COMPRESS: Kind = Kind::Foreign("compress");
const LZMA: Kind = Kind::Foreign("LZMA");
const ACE: Kind = Kind::Foreign("ACE");

impl Kind {
    /// The kind by the first bytes of a file. No record begins like any of these.
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
            [_, _, b'-', b'l', _, _, b'-', ..] => Some(LHA),
            [0x1f, 0x9d, ..] => Some(COMPRESS),
            [b'L', b'Z', b'I', b'P', 1, ..] => Some(Kind::Foreign("lzip")),
            [0x60, 0xea, ..] => Some(Kind::Foreign("ARJ")),
            [b'M', b'S', b'C', b'F', 0, 0, 0, 0, ..] => Some(Kind::Foreign("CAB")),
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Some(Self::Zip),
            [b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c, ..] => Some(Self::SevenZip),
            _ => (is_tar_header(head) || has_tar_magic(head)).then_some(Self::Tar),
        }
    }

    /// The kind by the first bytes of a file, and by its name too for an empty tar, which is two blocks or more of zeros.
    pub fn recognise(path: &Path, head: &[u8]) -> Option<Self> {
        let is_empty = || head.len() >= HEAD && head.iter().all(|&byte| byte == 0);
        let empty_tar =
            || (is_empty() && Self::of_name(path) == Some(Self::Tar)).then_some(Self::Tar);
        // These have no magic at their beginning.
        let by_name = || {
            let named = Self::of_name(path).filter(|&kind| kind == LZMA || kind == ACE);
            named.filter(|_| !begins_like_record(head))
        };
        Self::of_bytes(head).or_else(empty_tar).or_else(by_name)
    }

    /// The kind by a file's name. `None` for a single compressed file whose own name isn't a name of a record or an
    /// archive, such as `log.txt.gz`.
    pub fn of_name(path: &Path) -> Option<Self> {
        let ext = path.extension().and_then(OsStr::to_str).filter(|_| !is_of_macos(path))?;
        let &(known, kind) =
            BY_EXTENSION.iter().find(|(known, _)| ext.eq_ignore_ascii_case(known))?;
        let is_single = ["gz", "zst", "zstd", "xz", "bz2", "z", "lzma", "lz"].contains(&known);
        (!is_single || may_hold_records(Path::new(path.file_stem()?))).then_some(kind)
    }

    /// Whether a file that doesn't begin like an archive has an archive's name. One that the user `named` may begin like
    /// a record instead.
    pub fn is_misnamed(path: &Path, bytes: &[u8], named: bool) -> bool {
        Self::of_name(path).is_some() && !(named && begins_like_record(bytes))
    }
}

/// Whether a file begins with the header of a tar with the right checksum (POSIX.1-2017, "ustar Interchange Format").
fn is_tar_header(head: &[u8]) -> bool {
    let Some(block) = head.first_chunk::<512>() else { return false };
    let field = &block[148..156];
    let digits = field.split(|byte| !byte.is_ascii_digit()).find(|digits| !digits.is_empty());
    let recorded = digits
        .and_then(|digits| std::str::from_utf8(digits).ok())
        .and_then(|digits| u32::from_str_radix(digits, 8).ok());
    let sum = |bytes: &[u8]| bytes.iter().map(|&byte| u32::from(byte)).sum::<u32>();
    // The checksum field itself counts as blanks.
    let is_sum = |recorded| recorded == sum(block) - sum(field) + 8 * u32::from(b' ');
    block[0] != 0 && recorded.is_some_and(is_sum)
}

/// Whether the first block has the magic of a tar (POSIX.1-2017 and GNU), whose header may be damaged otherwise.
fn has_tar_magic(head: &[u8]) -> bool {
    head.get(257..265).is_some_and(|magic| magic.starts_with(b"ustar\0") || magic == b"ustar  \0")
}

/// Whether a compressed file that had this name may hold records.
fn may_hold_records(name: &Path) -> bool {
    lacks_extension(name) || is_record(name) || has_json_name(name) || Kind::of_name(name).is_some()
}

/// Whether a name has no extension. A number isn't one: it is a year, or the number of a part.
pub(super) fn lacks_extension(name: &Path) -> bool {
    let digits = |end: &OsStr| end.as_encoded_bytes().iter().all(u8::is_ascii_digit);
    name.extension().is_none_or(digits)
}

/// Whether a file begins like a record in any format.
pub(super) fn begins_like_record(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(4096)];
    memchr::memmem::find(head, b"(;").is_some() || recognise(head).is_some()
}
