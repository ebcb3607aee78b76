//! Walks the members of an archive and of all archives in it.

use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Read, Seek};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::budget::{ArchiveReader, Budget, LimitedReader};
use super::compressed::{Gzip, Xz, Zstd};
use super::error::exceeds_limit;
use super::format::{HEAD, begins_like_record, lacks_extension};
use super::member::{Flow, Input, Member, MemberKind, Sink, Unpacker, is_wanted, member_path};
use super::zip::{self, ZipContent};
use super::{
    ArchiveError, ArchiveErrorKind, Kind, has_json_name, is_json_record, is_record,
    is_record_by_content, sevenz, tar,
};
use crate::guard::guarded;
use crate::guarded_file::open_regular;

/// Records of fewer bytes in a tar are read in one go.
const SMALL: u64 = 1 << 16;

const CONTINUE: Flow = ControlFlow::Continue(());

impl Unpacker {
    /// Passes every record of an archive to `sink`, in the order of the archive, and every failure to read
    /// the archive or a member, until `sink` breaks. If the user `named` the archive, a single compressed
    /// file is a record whatever its name.
    pub fn unpack(&self, path: &Path, input: Input, named: bool, sink: Sink) {
        let budget = Budget::new(self.limits);
        let walk = Walk { unpacker: self, budget: &budget };
        // Crafted input may make a decompressor panic.
        let walked = guarded(&mut (), || (), |()| walk.file(path, input, named, sink));
        let error = match walked {
            Ok(ControlFlow::Break(())) => None,
            Ok(ControlFlow::Continue(())) => budget.exceeded().map(|message| {
                let message = format!("{}; the rest isn't read", exceeds_limit(message));
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
}

/// Describes the content of a stream.
#[derive(Clone, Copy)]
struct Content<'a> {
    path: &'a Path,
    /// Whether it is a record unless it is an archive.
    is_record: bool,
    /// Number of archives that it is in, counting itself.
    depth: u32,
}

struct Walk<'a> {
    unpacker: &'a Unpacker,
    budget: &'a Budget,
}

impl Walk<'_> {
    fn file(&self, path: &Path, input: Input, named: bool, sink: Sink) -> Flow {
        let budget = self.budget;
        let read = || -> io::Result<_> {
            let mut head = Vec::new();
            input.open()?.take(HEAD as u64).read_to_end(&mut head)?;
            Ok((Kind::recognise(path, &head), input.open()?, head))
        };
        let (kind, inner, head) = match read() {
            Ok(read) => read,
            Err(error) => {
                return self.report(path, ArchiveErrorKind::Unreadable, error.to_string(), sink);
            }
        };
        let archive = ArchiveReader::new(inner, budget);
        let outcome = match kind {
            Some(Kind::Zip) => input.open().and_then(|inner| {
                self.zip(path, ArchiveReader::new(inner, budget), archive, 1, sink)
            }),
            Some(Kind::SevenZip) => self.seven_zip(path, archive, 1, sink),
            _ => {
                let stream = &mut BufReader::with_capacity(1 << 16, archive);
                let content = Content { path, is_record: named, depth: 1 };
                return self.stream(content, &head, stream, sink);
            }
        };
        self.close(path, outcome, sink)
    }

    /// Reports the error that ended an archive, if any.
    fn close(&self, path: &Path, outcome: io::Result<Flow>, sink: Sink) -> Flow {
        match outcome {
            Ok(flow) => flow,
            Err(error) => self.failed(path, &error, sink),
        }
    }

    /// Reports the error that ended an archive or a member. An exceeded limit is reported once, by [`Unpacker::unpack`].
    fn failed(&self, path: &Path, error: &io::Error, sink: Sink) -> Flow {
        if self.budget.is_exceeded() {
            return CONTINUE;
        }
        let by_system = error.raw_os_error().is_some();
        let (kind, message) = match error.kind() {
            ErrorKind::PermissionDenied if !by_system => {
                (ArchiveErrorKind::Encrypted, error.to_string())
            }
            ErrorKind::Unsupported => (ArchiveErrorKind::Unreadable, error.to_string()),
            ErrorKind::UnexpectedEof => (
                ArchiveErrorKind::Damaged,
                "it ends too early; only what precedes the damage was read".to_owned(),
            ),
            _ if by_system => (ArchiveErrorKind::Unreadable, error.to_string()),
            _ => (
                ArchiveErrorKind::Damaged,
                format!("{error}; only what precedes the damage was read"),
            ),
        };
        self.report(path, kind, message, sink)
    }

    fn report(&self, path: &Path, kind: ArchiveErrorKind, message: String, sink: Sink) -> Flow {
        sink(Member::failed(path, ArchiveError::new(kind, message)))
    }

    /// Reads a stream that begins with `head`: an archive or a record. A zip or 7z is held in memory.
    fn stream(&self, content: Content, head: &[u8], from: &mut dyn BufRead, sink: Sink) -> Flow {
        let Content { path, is_record, depth } = content;
        let kind = Kind::recognise(path, head);
        if kind.is_some() && depth > self.budget.max_depth() {
            let message =
                format!("archives are nested more than {} deep; not read", self.budget.max_depth());
            return self.report(path, ArchiveErrorKind::Limit, message, sink);
        }
        match kind {
            Some(Kind::Tar) => {
                // A member's checksum follows the end of a tar in it.
                let outcome = match depth {
                    1 => self.tar(path, from, depth, sink),
                    _ => self.compressed_tar(path, from, depth, sink),
                };
                self.close(path, outcome, sink)
            }
            Some(Kind::Gzip) => self.compressed(content, Gzip::new(from), sink),
            Some(Kind::Zstd) => self.compressed(content, Zstd::new(from), sink),
            Some(Kind::Xz) => self.compressed(content, Xz::new(from), sink),
            Some(Kind::Foreign(packer)) => {
                let message = format!("packed by {packer}, which isn't supported; unpack it first");
                self.report(path, ArchiveErrorKind::Unreadable, message, sink)
            }
            Some(Kind::Zip | Kind::SevenZip) => {
                let mut bytes = Vec::new();
                let most = u64::from(self.unpacker.most);
                if let Err(error) = from.take(most + 1).read_to_end(&mut bytes) {
                    return self.failed(path, &error, sink);
                }
                if bytes.len() as u64 > most {
                    let excess = format_args!("more than {most} bytes");
                    let message = format!("{}; not read", exceeds_limit(excess));
                    return self.report(path, ArchiveErrorKind::TooLarge, message, sink);
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
                sink(Member::failed(path, ArchiveError::not_an_archive(head)))
            }
            None => self.left_out(path, sink),
        }
    }

    fn record(&self, path: &Path, from: &mut dyn BufRead, sink: Sink) -> Flow {
        let mut bytes = Vec::new();
        let read = from.take(u64::from(self.unpacker.most) + 1).read_to_end(&mut bytes);
        if !self.budget.is_exceeded() {
            self.pass_record(path, &bytes, read.is_ok(), sink)?;
        }
        match read {
            Ok(_) => CONTINUE,
            Err(error) => self.failed(path, &error, sink),
        }
    }

    /// Passes on a record. Of a damaged one the bytes before the damage are passed on: in a collection they
    /// may be many games.
    fn pass_record(&self, path: &Path, bytes: &[u8], is_complete: bool, sink: Sink) -> Flow {
        if !is_complete && bytes.is_empty() {
            return CONTINUE;
        }
        sink(Member { path, bytes: Ok(bytes), is_truncated: !is_complete })
    }

    /// Reads the content of a compressed file: a tar, another archive or one record.
    fn compressed(&self, content: Content, from: impl Read, sink: Sink) -> Flow {
        let Content { path, is_record: named, depth } = content;
        let from =
            BufReader::with_capacity(1 << 16, LimitedReader { inner: from, budget: self.budget });
        let (head, from) = match read_head(from) {
            Ok(read) => read,
            Err(error) => return self.failed(path, &error, sink),
        };
        let from: &mut dyn BufRead = &mut Cursor::new(&head[..]).chain(from);
        let name = inner_name(path);
        let inner = Path::new(&name);
        // A compressed tar is one archive, not two.
        if Kind::recognise(inner, &head) == Some(Kind::Tar) {
            let outcome = self.compressed_tar(path, from, depth, sink);
            return self.close(path, outcome, sink);
        }
        if Kind::of_name(inner) == Some(Kind::Tar) && Kind::is_misnamed(inner, &head, named) {
            return match io::copy(&mut from.take(HEAD as u64), &mut io::sink()) {
                Ok(_) => sink(Member::failed(path, ArchiveError::not_an_archive(&head))),
                Err(error) => self.failed(path, &error, sink),
            };
        }
        let is_record = named
            || is_record(inner)
            || lacks_extension(inner) && begins_like_record(&head)
            || has_json_name(inner) && is_json_record(&head);
        let path = &member_path(path, name.as_encoded_bytes());
        self.stream(Content { path, is_record, depth: depth + 1 }, &head, from, sink)
    }

    /// Reads a member as a stream.
    fn member(
        &self,
        archive: &Path,
        name: &[u8],
        from: &mut dyn Read,
        depth: u32,
        sink: Sink,
    ) -> Flow {
        let path = member_path(archive, name);
        match MemberKind::of_name(name) {
            MemberKind::Other => self.left_out(&path, sink),
            kind => self.member_at(&path, kind, from, depth, sink),
        }
    }

    /// Reads a member with this path.
    fn member_at(
        &self,
        path: &Path,
        kind: MemberKind,
        from: &mut dyn Read,
        depth: u32,
        sink: Sink,
    ) -> Flow {
        let from = BufReader::with_capacity(1 << 13, from);
        let (head, from) = match read_head(from) {
            Ok(read) => read,
            Err(error) => return self.failed(path, &error, sink),
        };
        let from: &mut dyn BufRead = &mut Cursor::new(&head[..]).chain(from);
        let is_record = match kind {
            MemberKind::Record => true,
            MemberKind::Doubtful => is_record_by_content(path, &head),
            MemberKind::Archive | MemberKind::Other => false,
        };
        self.stream(Content { path, is_record, depth: depth + 1 }, &head, from, sink)
    }

    /// Reads a tar in a compressed file or in a member, up to the end of that, where its checksum and length are checked.
    fn compressed_tar(
        &self,
        path: &Path,
        from: &mut dyn BufRead,
        depth: u32,
        sink: Sink,
    ) -> io::Result<Flow> {
        let flow = self.tar(path, from, depth, sink)?;
        if flow.is_continue() && !self.budget.is_exceeded() {
            io::copy(from, &mut io::sink())?;
        }
        Ok(flow)
    }

    fn tar(&self, path: &Path, from: &mut dyn BufRead, depth: u32, sink: Sink) -> io::Result<Flow> {
        let mut flow = CONTINUE;
        tar::for_each(from, |member| {
            if !self.budget.take_member() {
                return Ok(false);
            }
            if let Some(why) = member.unreadable {
                flow = self.not_read(path, member.name, why, sink);
            } else if MemberKind::of_name(member.name) == MemberKind::Record && member.size < SMALL
            {
                // An error here is one of the archive, and is reported once, for the archive.
                let mut bytes = Vec::new();
                let read = member.bytes.read_to_end(&mut bytes);
                let member_path = &member_path(path, member.name);
                flow = match Kind::of_bytes(&bytes) {
                    None => self.pass_record(member_path, &bytes, read.is_ok(), sink),
                    Some(_) => self.member_at(
                        member_path,
                        MemberKind::Record,
                        &mut Cursor::new(&bytes),
                        depth,
                        sink,
                    ),
                };
                if flow.is_continue() {
                    read?;
                }
            } else {
                flow = self.member(path, member.name, member.bytes, depth, sink);
            }
            Ok(flow.is_continue() && !self.budget.is_exceeded())
        })?;
        Ok(flow)
    }

    /// Reports a member that can't be read, if it is named like a record or an archive.
    fn not_read(&self, path: &Path, name: &[u8], why: &str, sink: Sink) -> Flow {
        let path = &member_path(path, name);
        match MemberKind::of_name(name) {
            MemberKind::Record | MemberKind::Archive => {
                let message = format!("{why}; not read");
                self.report(path, ArchiveErrorKind::Unreadable, message, sink)
            }
            MemberKind::Doubtful | MemberKind::Other => self.left_out(path, sink),
        }
    }

    /// Passes on that a member isn't read, since it is neither a record nor an archive by its name.
    fn left_out(&self, path: &Path, sink: Sink) -> Flow {
        let message = "neither a record nor an archive by its name; not read".to_owned();
        self.report(path, ArchiveErrorKind::OtherName, message, sink)
    }

    fn zip<R: Read + Seek>(
        &self,
        path: &Path,
        listing: R,
        mut members: R,
        depth: u32,
        sink: Sink,
    ) -> io::Result<Flow> {
        let mut flow = CONTINUE;
        let any = zip::for_each(listing, &mut members, is_wanted, |name, content| {
            if !self.budget.take_member() {
                return Ok(false);
            }
            flow = self.zip_member(path, name, content, depth, sink);
            Ok(flow.is_continue() && !self.budget.is_exceeded())
        })?;
        if any {
            return Ok(flow);
        }
        members.seek(io::SeekFrom::Start(0))?;
        self.zip_without_directory(path, members, depth, sink)
    }

    /// Reads a zip that was cut off or whose end is damaged.
    fn zip_without_directory(
        &self,
        path: &Path,
        from: impl Read,
        depth: u32,
        sink: Sink,
    ) -> io::Result<Flow> {
        let mut flow = CONTINUE;
        zip::for_each_header(from, |name, content| {
            if !self.budget.take_member() {
                return Ok(false);
            }
            let wanted = is_wanted(name);
            let ZipContent::Bytes(Ok(bytes)) = content else {
                let content = if wanted { content } else { ZipContent::Unwanted };
                flow = self.zip_member(path, name, content, depth, sink);
                return Ok(flow.is_continue());
            };
            flow = match wanted {
                true => self.zip_member(path, name, ZipContent::Bytes(Ok(bytes)), depth, sink),
                false => self.zip_member(path, name, ZipContent::Unwanted, depth, sink),
            };
            if flow.is_break() || self.budget.is_exceeded() {
                return Ok(false);
            }
            // The next header follows the last byte of the member.
            let mut rest = LimitedReader { inner: bytes, budget: self.budget };
            let skipped = io::copy(&mut rest, &mut io::sink());
            if self.budget.is_exceeded() {
                return Ok(false);
            }
            skipped.map(|_| true)
        })?;
        if flow.is_break() || self.budget.is_exceeded() {
            return Ok(flow);
        }
        Err(io::Error::new(ErrorKind::InvalidData, "its directory is missing or damaged"))
    }

    fn zip_member(
        &self,
        path: &Path,
        name: &[u8],
        content: ZipContent,
        depth: u32,
        sink: Sink,
    ) -> Flow {
        match content {
            ZipContent::Unwanted if name.ends_with(b"/") => CONTINUE,
            ZipContent::Unwanted => self.left_out(&member_path(path, name), sink),
            ZipContent::Link => self.not_read(path, name, "a symbolic link", sink),
            ZipContent::Encrypted => {
                let message = "the member is encrypted; not read".to_owned();
                let path = member_path(path, name);
                self.report(&path, ArchiveErrorKind::Encrypted, message, sink)
            }
            ZipContent::Bytes(Ok(bytes)) => {
                let mut unpacked = LimitedReader { inner: bytes, budget: self.budget };
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
        let mut flow = CONTINUE;
        sevenz::for_each(from, |name, bytes| {
            if !self.budget.take_member() {
                return Ok(false);
            }
            let mut unpacked = LimitedReader { inner: bytes, budget: self.budget };
            flow = self.member(path, name.as_bytes(), &mut unpacked, depth, sink);
            if flow.is_break() || self.budget.is_exceeded() {
                return Ok(false);
            }
            // Skipping unpacks too. Damage is reported once, for the archive.
            let skipped = io::copy(&mut unpacked, &mut io::sink());
            Ok(skipped.is_ok() || !self.budget.is_exceeded())
        })?;
        Ok(flow)
    }
}

/// The name of a file before it was compressed.
fn inner_name(path: &Path) -> std::ffi::OsString {
    let name = PathBuf::from(path.file_name().unwrap_or_default());
    let Some(extension) = name.extension().and_then(std::ffi::OsStr::to_str) else {
        return name.into_os_string();
    };
    let stem = name.file_stem().unwrap_or_default().to_os_string();
    match extension.to_ascii_lowercase().as_str() {
        "gz" | "zst" | "zstd" | "xz" => stem,
        "tgz" | "taz" | "tzst" | "txz" => {
            let mut tar = stem;
            tar.push(".tar");
            tar
        }
        _ => name.into_os_string(),
    }
}

impl<'a> Input<'a> {
    fn open(self) -> io::Result<Box<dyn ReadSeek + 'a>> {
        Ok(match self {
            Self::File(path) => Box::new(open_regular(path)?),
            Self::Bytes(bytes) => Box::new(Cursor::new(bytes)),
        })
    }
}

trait ReadSeek: Read + Seek + Send {}
impl<T: Read + Seek + Send> ReadSeek for T {}

/// Reads the first bytes of a stream, by which its kind is known, and returns them with the rest of the stream. Fails
/// if not even one byte can be read.
fn read_head<R: BufRead>(mut from: R) -> io::Result<(Vec<u8>, Rest<R>)> {
    let mut head = Vec::with_capacity(HEAD);
    match (&mut from).take(HEAD as u64).read_to_end(&mut head) {
        Err(error) if head.is_empty() => Err(error),
        read => Ok((head, Rest { error: read.err(), from })),
    }
}

/// The rest of a stream. An error that came while its first bytes were read is returned here: a decompressor reports a
/// wrong checksum only once.
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
