//! Walks an archive and all archives in it.

use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Read, Seek};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::budget::{Budget, Packed, Unpacked};
use super::format::{HEAD, begins_like_record, says_nothing};
use super::gzip::Gzip;
use super::member::{Member, member_path};
use super::tar;
use super::unpacker::{Flow, Sink, Unpacker, Whole};
use super::xz::Xz;
use super::zip::{self, ZipContent};
use super::zstd::Zstd;
use super::{ArchiveError, ArchiveErrorKind, Kind, is_record, sevenz};
use crate::guard::guarded;

/// Members of fewer bytes are read at once.
const SMALL: u64 = 1 << 16;

const ON: Flow = ControlFlow::Continue(());

/// As [`Unpacker::unpack`].
pub(super) fn unpack(unpacker: &Unpacker, path: &Path, whole: Whole, named: bool, sink: Sink) {
    let budget = Budget::new(unpacker.limits);
    let walk = Walk { unpacker, budget: &budget };
    // The decompressors are others' work, and crafted input may break them.
    let walked = guarded(&mut (), || (), |()| walk.whole(path, whole, named, sink));
    let error = match walked {
        Ok(ControlFlow::Break(())) => None,
        Ok(ControlFlow::Continue(())) => budget.exceeded().map(|message| {
            let message = format!("{message}, which is the limit; the rest isn't read");
            ArchiveError::new(ArchiveErrorKind::Limit, message)
        }),
        Err(_) => {
            let message = "a fault of the program; the rest of the archive isn't read";
            Some(ArchiveError::new(ArchiveErrorKind::Internal, message))
        }
    };
    if let Some(error) = error {
        let _ = sink(Member::failed(path, error));
    }
}

/// What is known of a stream.
#[derive(Clone, Copy)]
struct Place<'a> {
    path: &'a Path,
    /// Whether it is a record if it is no archive.
    is_record: bool,
    depth: u32,
}

struct Walk<'a> {
    unpacker: &'a Unpacker,
    budget: &'a Budget,
}

impl Walk<'_> {
    fn whole(&self, path: &Path, whole: Whole, named: bool, sink: Sink) -> Flow {
        let budget = self.budget;
        let read = || -> io::Result<_> {
            let mut head = Vec::new();
            whole.open()?.take(HEAD as u64).read_to_end(&mut head)?;
            Ok((Kind::of(path, &head), whole.open()?, head))
        };
        let (kind, inner, head) = match read() {
            Ok(read) => read,
            Err(error) => {
                return self.trouble(path, ArchiveErrorKind::Unreadable, error.to_string(), sink);
            }
        };
        let packed = Packed::new(inner, budget);
        let outcome = match kind {
            Some(Kind::Zip) => whole
                .open()
                .and_then(|inner| self.zip(path, Packed::new(inner, budget), packed, 1, sink)),
            Some(Kind::SevenZip) => self.seven_zip(path, packed, 1, sink),
            _ => {
                let stream = &mut BufReader::with_capacity(1 << 16, packed);
                let place = Place { path, is_record: named, depth: 1 };
                return self.stream(place, &head, stream, sink);
            }
        };
        self.close(path, outcome, sink)
    }

    /// Says how an archive ended.
    fn close(&self, path: &Path, outcome: io::Result<Flow>, sink: Sink) -> Flow {
        match outcome {
            Ok(flow) => flow,
            Err(error) => self.failed(path, &error, sink),
        }
    }

    /// Says why an archive, or a member, couldn't be read any further. What is beyond a limit is said
    /// once, at the end.
    fn failed(&self, path: &Path, error: &io::Error, sink: Sink) -> Flow {
        if self.budget.exceeded().is_some() {
            return ON;
        }
        let (name, message) = match error.kind() {
            ErrorKind::PermissionDenied if error.raw_os_error().is_none() => {
                (ArchiveErrorKind::Encrypted, error.to_string())
            }
            ErrorKind::Unsupported => (ArchiveErrorKind::Unreadable, error.to_string()),
            ErrorKind::UnexpectedEof => (
                ArchiveErrorKind::Damaged,
                "it ends too early; only what stands before is read".to_owned(),
            ),
            _ if error.raw_os_error().is_some() => {
                (ArchiveErrorKind::Unreadable, error.to_string())
            }
            _ => (ArchiveErrorKind::Damaged, format!("{error}; only what stands before is read")),
        };
        self.trouble(path, name, message, sink)
    }

    fn trouble(&self, path: &Path, kind: ArchiveErrorKind, message: String, sink: Sink) -> Flow {
        sink(Member::failed(path, ArchiveError::new(kind, message)))
    }

    /// Whether nothing more is to be read.
    fn is_over(&self) -> bool {
        self.budget.exceeded().is_some()
    }

    /// A stream that begins with `head`: an archive that can be read as a stream, or one that must be
    /// held whole, or a record.
    fn stream(&self, place: Place, head: &[u8], from: &mut dyn BufRead, sink: Sink) -> Flow {
        let Place { path, is_record, depth } = place;
        let kind = Kind::of(path, head);
        if kind.is_some() && !self.budget.allows_depth(depth) {
            let message =
                format!("archives are nested more than {} deep; not read", self.budget.depth());
            return self.trouble(path, ArchiveErrorKind::Limit, message, sink);
        }
        match kind {
            Some(Kind::Tar) => {
                // Behind the end of one that is a member stands the member's checksum.
                let outcome = match depth {
                    1 => self.tar(path, from, depth, sink),
                    _ => self.packed_tar(path, from, depth, sink),
                };
                self.close(path, outcome, sink)
            }
            Some(Kind::Gzip) => self.alone(place, Gzip::new(from), sink),
            Some(Kind::Zstd) => self.alone(place, Zstd::new(from), sink),
            Some(Kind::Xz) => self.alone(place, Xz::new(from), sink),
            Some(Kind::Foreign(packer)) => {
                let message = format!("packed by {packer}, which isn't read here; unpack it first");
                self.trouble(path, ArchiveErrorKind::Unreadable, message, sink)
            }
            Some(Kind::Zip | Kind::SevenZip) => {
                let mut bytes = Vec::new();
                let most = u64::from(self.unpacker.most);
                if let Err(error) = from.take(most + 1).read_to_end(&mut bytes) {
                    return self.failed(path, &error, sink);
                }
                if bytes.len() as u64 > most {
                    let message = format!("more than {most} bytes, which is the limit; not read");
                    return self.trouble(path, ArchiveErrorKind::TooLarge, message, sink);
                }
                let cursor = || Cursor::new(&bytes[..]);
                let outcome = match kind {
                    Some(Kind::Zip) => self.zip(path, cursor(), cursor(), depth, sink),
                    _ => self.seven_zip(path, cursor(), depth, sink),
                };
                self.close(path, outcome, sink)
            }
            None if is_record => self.record(path, from, sink),
            None if Kind::of_name(path).is_some() => {
                sink(Member::failed(path, ArchiveError::not_an_archive()))
            }
            None => ON,
        }
    }

    fn record(&self, path: &Path, from: &mut dyn BufRead, sink: Sink) -> Flow {
        let mut bytes = Vec::new();
        let read = from.take(u64::from(self.unpacker.most) + 1).read_to_end(&mut bytes);
        if !self.is_over() {
            self.read_record(path, &bytes, read.is_ok(), sink)?;
        }
        match read {
            Ok(_) => ON,
            Err(error) => self.failed(path, &error, sink),
        }
    }

    /// Hands over a record, or what was read of it before the damage: a part of it, of a collection many games.
    fn read_record(&self, path: &Path, bytes: &[u8], whole: bool, sink: Sink) -> Flow {
        match whole {
            true => sink(Member::record(path, bytes)),
            false if bytes.is_empty() => ON,
            false => sink(Member { is_truncated: true, ..Member::record(path, bytes) }),
        }
    }

    /// What was compressed by itself: a tar, another archive, or one record.
    fn alone(&self, place: Place, from: impl Read, sink: Sink) -> Flow {
        let Place { path, is_record: named, depth } = place;
        let from = BufReader::with_capacity(1 << 16, Unpacked { inner: from, budget: self.budget });
        let (head, from) = match beginning(from) {
            Ok(begun) => begun,
            Err(error) => return self.failed(path, &error, sink),
        };
        let from: &mut dyn BufRead = &mut Cursor::new(&head[..]).chain(from);
        let name = inner_name(path);
        let inner = Path::new(&name);
        // A compressed tar is one archive, not two.
        if Kind::of(inner, &head) == Some(Kind::Tar) {
            let outcome = self.packed_tar(path, from, depth, sink);
            return self.close(path, outcome, sink);
        }
        if Kind::of_name(inner) == Some(Kind::Tar) && Kind::is_lost(inner, &head, named) {
            return match io::copy(&mut from.take(HEAD as u64), &mut io::sink()) {
                Ok(_) => sink(Member::failed(path, ArchiveError::not_an_archive())),
                Err(error) => self.failed(path, &error, sink),
            };
        }
        let is_record =
            named || is_record(inner) || says_nothing(inner) && begins_like_record(&head);
        let path = &member_path(path, name.as_encoded_bytes());
        self.stream(Place { path, is_record, depth: depth + 1 }, &head, from, sink)
    }

    /// A member that is read as a stream.
    fn member(
        &self,
        archive: &Path,
        name: &[u8],
        from: &mut dyn Read,
        depth: u32,
        sink: Sink,
    ) -> Flow {
        let (is_record, is_archive) = told_by_name(name);
        if !is_archive && !is_record {
            return ON;
        }
        self.member_at(&member_path(archive, name), is_record, from, depth, sink)
    }

    /// The same by its path.
    fn member_at(
        &self,
        path: &Path,
        is_record: bool,
        from: &mut dyn Read,
        depth: u32,
        sink: Sink,
    ) -> Flow {
        let from = BufReader::with_capacity(1 << 13, from);
        let (head, from) = match beginning(from) {
            Ok(begun) => begun,
            Err(error) => return self.failed(path, &error, sink),
        };
        let from: &mut dyn BufRead = &mut Cursor::new(&head[..]).chain(from);
        self.stream(Place { path, is_record, depth: depth + 1 }, &head, from, sink)
    }

    /// A tar that is packed: what it is packed in compares its checksum and length only at its own
    /// end, so that is read too.
    fn packed_tar(
        &self,
        path: &Path,
        from: &mut dyn BufRead,
        depth: u32,
        sink: Sink,
    ) -> io::Result<Flow> {
        let flow = self.tar(path, from, depth, sink)?;
        if flow.is_continue() && !self.is_over() {
            io::copy(from, &mut io::sink())?;
        }
        Ok(flow)
    }

    fn tar(&self, path: &Path, from: &mut dyn BufRead, depth: u32, sink: Sink) -> io::Result<Flow> {
        let mut flow = ON;
        tar::for_each(from, |member| {
            if !self.budget.take_member() {
                return Ok(false);
            }
            if let Some(why) = member.unreadable {
                flow = self.not_read(path, member.name, why, sink);
            } else if told_by_name(member.name).0 && member.size < SMALL {
                // What ends within a small record is the archive: that is reported once.
                let mut bytes = Vec::new();
                let read = member.bytes.read_to_end(&mut bytes);
                let member_path = &member_path(path, member.name);
                flow = match Kind::of_bytes(&bytes) {
                    None => self.read_record(member_path, &bytes, read.is_ok(), sink),
                    Some(_) => {
                        self.member_at(member_path, true, &mut Cursor::new(&bytes), depth, sink)
                    }
                };
                if flow.is_continue() {
                    read?;
                }
            } else {
                flow = self.member(path, member.name, member.bytes, depth, sink);
            }
            Ok(flow.is_continue() && !self.is_over())
        })?;
        Ok(flow)
    }

    /// A member that isn't read, if its name says that it would be.
    fn not_read(&self, path: &Path, name: &[u8], why: &str, sink: Sink) -> Flow {
        if told_by_name(name) == (false, false) {
            return ON;
        }
        let message = format!("{why}; not read");
        self.trouble(&member_path(path, name), ArchiveErrorKind::Unreadable, message, sink)
    }

    fn zip<R: Read + Seek>(
        &self,
        path: &Path,
        listing: R,
        mut members: R,
        depth: u32,
        sink: Sink,
    ) -> io::Result<Flow> {
        let mut flow = ON;
        let wants = |name: &[u8]| wants(name);
        let found = zip::for_each(listing, &mut members, wants, |name, content| {
            if !self.budget.take_member() {
                return Ok(false);
            }
            flow = self.zipped(path, name, content, depth, sink);
            Ok(flow.is_continue() && !self.is_over())
        })?;
        if found {
            return Ok(flow);
        }
        members.seek(io::SeekFrom::Start(0))?;
        self.zip_without_directory(path, members, depth, sink)
    }

    /// An archive that was cut off, or whose end is damaged.
    fn zip_without_directory(
        &self,
        path: &Path,
        from: impl Read,
        depth: u32,
        sink: Sink,
    ) -> io::Result<Flow> {
        let mut flow = ON;
        zip::for_each_header(from, |name, content| {
            if !self.budget.take_member() {
                return Ok(false);
            }
            let ZipContent::Bytes(Ok(bytes)) = content else {
                if wants(name) {
                    flow = self.zipped(path, name, content, depth, sink);
                }
                return Ok(flow.is_continue());
            };
            if wants(name) {
                flow = self.zipped(path, name, ZipContent::Bytes(Ok(bytes)), depth, sink);
            }
            if flow.is_break() || self.is_over() {
                return Ok(false);
            }
            // The next header stands behind all of it.
            let mut rest = Unpacked { inner: bytes, budget: self.budget };
            let passed = io::copy(&mut rest, &mut io::sink());
            if self.is_over() {
                return Ok(false);
            }
            passed.map(|_| true)
        })?;
        if flow.is_break() || self.is_over() {
            return Ok(flow);
        }
        Err(io::Error::new(ErrorKind::InvalidData, "its directory is missing or damaged"))
    }

    fn zipped(
        &self,
        path: &Path,
        name: &[u8],
        content: ZipContent,
        depth: u32,
        sink: Sink,
    ) -> Flow {
        match content {
            ZipContent::Unwanted => ON,
            ZipContent::Link => self.not_read(path, name, "a symbolic link", sink),
            ZipContent::Encrypted => {
                let message = "the member is encrypted; not read".to_owned();
                let path = member_path(path, name);
                self.trouble(&path, ArchiveErrorKind::Encrypted, message, sink)
            }
            ZipContent::Bytes(Ok(bytes)) => {
                let mut unpacked = Unpacked { inner: bytes, budget: self.budget };
                self.member(path, name, &mut unpacked, depth, sink)
            }
            ZipContent::Bytes(Err(error)) => self.failed(&member_path(path, name), &error, sink),
        }
    }

    fn seven_zip(
        &self,
        path: &Path,
        from: impl Read + Seek,
        depth: u32,
        sink: Sink,
    ) -> io::Result<Flow> {
        let mut flow = ON;
        sevenz::for_each(from, |name, bytes| {
            if !self.budget.take_member() {
                return Ok(false);
            }
            let mut unpacked = Unpacked { inner: bytes, budget: self.budget };
            flow = self.member(path, name.as_bytes(), &mut unpacked, depth, sink);
            if flow.is_break() || self.is_over() {
                return Ok(false);
            }
            // What is skipped is unpacked too. Damage is told once for the archive.
            let skipped = io::copy(&mut unpacked, &mut io::sink());
            Ok(skipped.is_ok() || !self.is_over())
        })?;
        Ok(flow)
    }
}

/// Whether a member may hold records, by its name.
fn wants(name: &[u8]) -> bool {
    !name.ends_with(b"/") && told_by_name(name) != (false, false)
}

/// Whether a member's name ends like a record's, and like an archive's.
fn told_by_name(name: &[u8]) -> (bool, bool) {
    let name = String::from_utf8_lossy(name);
    let name = Path::new(&*name);
    (is_record(name), Kind::of_name(name).is_some())
}

/// The first bytes of a stream, from which it is told what it is, and the rest of it. Fails only if
/// there are none.
fn beginning<R: BufRead>(mut from: R) -> io::Result<(Vec<u8>, Rest<R>)> {
    let mut head = Vec::with_capacity(HEAD);
    match (&mut from).take(HEAD as u64).read_to_end(&mut head) {
        Err(error) if head.is_empty() => Err(error),
        read => Ok((head, Rest { error: read.err(), from })),
    }
}

/// What follows the beginning of a stream. If that failed, it fails again here: a decompressor
/// says only once that a checksum is wrong.
struct Rest<R> {
    error: Option<io::Error>,
    from: R,
}

impl<R: BufRead> Read for Rest<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.error.take().map_or_else(|| self.from.read(to), Err)
    }
}

impl<R: BufRead> BufRead for Rest<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match self.error.take() {
            Some(error) => Err(error),
            None => self.from.fill_buf(),
        }
    }

    fn consume(&mut self, bytes: usize) {
        self.from.consume(bytes);
    }
}

/// What the file was called before it was compressed.
fn inner_name(path: &Path) -> std::ffi::OsString {
    let name = PathBuf::from(path.file_name().unwrap_or_default());
    let Some(ending) = name.extension().and_then(std::ffi::OsStr::to_str) else {
        return name.into_os_string();
    };
    let stem = name.file_stem().unwrap_or_default().to_os_string();
    match ending.to_ascii_lowercase().as_str() {
        "gz" | "zst" | "zstd" | "xz" => stem,
        "tgz" | "taz" | "tzst" | "txz" => {
            let mut tar = stem;
            tar.push(".tar");
            tar
        }
        _ => name.into_os_string(),
    }
}
