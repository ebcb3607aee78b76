//! From sources to records: the one place that opens, classifies, limits and unpacks.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::ordered::{Workers, ordered_batches};
use super::source::{ReadError, Source};
use crate::atomic_file::open_temporary;
use sgf_audit_core::archive::{ArchiveError, ArchiveLimits, Input, Kind, Member, Unpacker};
use tempfile::NamedTempFile;

/// A record: a source, or a member of one that is an archive.
#[derive(Debug)]
pub struct Record<'r> {
    /// The source that it is, or is a member of.
    pub source: &'r Source,
    /// Its path. A member's follows its archive's.
    pub path: &'r Path,
    /// Its bytes, as many as the limit allows.
    pub bytes: Result<&'r [u8], ReadError>,
    /// Whether the bytes are cut off by damage to the archive. The damage is reported next.
    pub is_truncated: bool,
}

impl<'r> Record<'r> {
    fn of(source: &'r Source, bytes: Result<&'r [u8], ReadError>) -> Self {
        Self { source, path: source.path(), bytes, is_truncated: false }
    }

    /// Whether it is a member of an archive.
    #[must_use]
    pub fn is_member(&self) -> bool {
        self.path.as_os_str() != self.source.path().as_os_str()
    }

    /// Returns its path below the given directory; for a given file, its name. A member is below its archive, without
    /// components that lead out of it.
    #[must_use]
    pub fn relative(&self) -> PathBuf {
        let relative = self.source.relative();
        if self.is_member() {
            relative.join(below(self.source.path(), self.path))
        } else {
            relative
        }
    }
}

/// Returns a member's path below its archive, without components that lead out of it.
fn below(archive: &Path, member: &Path) -> PathBuf {
    let normal = |part| match part {
        Component::Normal(name) => Some(name),
        _ => None,
    };
    let parts = member.components().filter_map(normal);
    parts.skip(archive.components().filter_map(normal).count()).collect()
}

pub(crate) trait RecordHandler: Sync {
    /// Memory that a thread keeps from record to record.
    type Worker: Send;
    type Output: Default + Send;

    fn new_worker(&self) -> Self::Worker;

    /// Handles a record, and adds to `output`. Breaks, and adds nothing, if the record is one for [`RecordHandler::large`].
    fn record(
        &self,
        worker: &mut Self::Worker,
        record: &Record,
        output: &mut Self::Output,
    ) -> ControlFlow<()>;

    /// Returns the memory of an output in bytes, about.
    fn size(&self, output: &Self::Output) -> usize;

    /// Maximum number of sources that one thread is given at once.
    fn max_batch(&self) -> usize {
        usize::MAX
    }

    /// Files of more bytes are handled by [`RecordHandler::large`].
    fn large_from(&self) -> usize {
        usize::MAX
    }

    /// Handles a record part by part, while all other threads are free. Returns the first error of `consume`.
    fn large<E>(
        &self,
        _record: &Record,
        _workers: &RecordWorkers<Self::Worker>,
        _consume: &mut impl FnMut(Self::Output) -> Result<(), E>,
    ) -> Result<(), E> {
        Ok(())
    }
}

/// Reads one record that is named: a file, standard input as `-`, or a member of an archive by the path that a run gives
/// it. Fails if it can't be read, has more than `limit` bytes, or is an archive.
pub fn read_named(path: &Path, limit: u32) -> io::Result<Vec<u8>> {
    if let Some(archive) = path.ancestors().skip(1).find(|above| above.is_file()) {
        let unpacker = Unpacker { limits: ArchiveLimits::DEFAULT, most: limit };
        let source = std::iter::once(Source::named(archive));
        let mut read = None;
        let stop_if_found = |found: Option<io::Result<Vec<u8>>>| {
            read = found;
            if read.is_some() { Err(()) } else { Ok(()) }
        };
        let _ = for_each_record(source, &unpacker, &Wanted(path), stop_if_found);
        return read.unwrap_or_else(|| Err(io::Error::other("the archive has no such record")));
    }
    let bytes = Source::named(path).read(limit).map_err(io::Error::other)?;
    if bytes.len() > limit as usize {
        return Err(io::Error::other(format!("more than {limit} bytes")));
    }
    if Kind::of_bytes(&bytes).is_some() {
        return Err(io::Error::other("an archive; name one of its records, as ARCHIVE/RECORD"));
    }
    Ok(bytes)
}

/// Looks for the record with a path.
struct Wanted<'p>(&'p Path);

impl RecordHandler for Wanted<'_> {
    type Worker = ();
    type Output = Option<io::Result<Vec<u8>>>;

    fn new_worker(&self) {}

    fn record(&self, _: &mut (), record: &Record, output: &mut Self::Output) -> ControlFlow<()> {
        if record.path == self.0 {
            let bytes = record.bytes.clone();
            *output = Some(bytes.map(<[u8]>::to_vec).map_err(io::Error::other));
        }
        ControlFlow::Continue(())
    }

    fn size(&self, _: &Self::Output) -> usize {
        0
    }
}

/// The memory of the threads of a run: a buffer to read into, and the handler's own.
pub(crate) type RecordWorkers<'a, W> = Workers<'a, (Vec<u8>, W)>;

/// Reads every source, hands its records to `handler` on all threads, and passes the output to `consume`, in the order of
/// the sources. What is too much for one thread, or for the memory of outputs that wait for their turn, is handled by all
/// threads when its own turn has come, and its output is consumed as it is made: each archive, and each large record.
/// Returns the first error of `consume`; then nothing more is read.
pub(crate) fn for_each_record<H: RecordHandler, E>(
    mut sources: impl Iterator<Item = Source>,
    unpacker: &Unpacker,
    handler: &H,
    mut consume: impl FnMut(H::Output) -> Result<(), E>,
) -> Result<(), E> {
    let new_worker = || (Vec::new(), handler.new_worker());
    let waiting = AtomicUsize::new(0);
    let run = Run { unpacker, handler, workers: Workers::new(&new_worker), waiting };
    ordered_batches(
        handler.max_batch(),
        |submit| _ = sources.try_for_each(|source| submit((source, 0))),
        |batch| run.sources(batch),
        |done: Vec<_>| done.into_iter().try_for_each(|done| run.take_turn(done, &mut consume)),
    )
}

/// What comes of a source or a member before its turn.
enum Done<O> {
    Output(O),
    Archive(Source, Held),
    Record(Source, Held),
    Member(Source, OwnedMember),
}

/// The part of a deferred source that is in memory or in a temporary file.
enum Held {
    /// Nothing: it can be read again.
    Nothing,
    Bytes(Vec<u8>),
    /// All of its bytes in a temporary file.
    Spooled(NamedTempFile),
}

impl Held {
    fn input<'a>(&'a self, source: &'a Source) -> Input<'a> {
        match (self, source.bytes()) {
            (Self::Bytes(bytes), _) => Input::Bytes(bytes),
            (Self::Spooled(file), _) => Input::File(file.path()),
            (Self::Nothing, Some(bytes)) => Input::Bytes(bytes),
            (Self::Nothing, None) => Input::File(source.path()),
        }
    }
}

/// The kind of a source, and how much of it was read.
enum Opened {
    /// All of it is in the buffer.
    Record,
    Large(Held),
    Archive(Held),
}

/// Number of bytes read to classify a source.
const BEGINNING: u64 = 1 << 16;

/// Maximum size of the buffer that a thread keeps.
const MAX_KEPT: usize = 1 << 23;

/// Bytes of outputs that wait for their turn. Beyond them records wait instead.
const MAX_WAITING: usize = 16 << 20;

struct Run<'a, H: RecordHandler> {
    unpacker: &'a Unpacker,
    handler: &'a H,
    workers: RecordWorkers<'a, H::Worker>,
    /// Number of bytes of outputs that wait for their turn.
    waiting: AtomicUsize,
}

impl<H: RecordHandler> Run<'_, H> {
    fn sources(&self, sources: Vec<Source>) -> Vec<Done<H::Output>> {
        let mut done = Vec::new();
        self.workers.with(|(buffer, worker)| {
            for source in sources {
                let bytes = match self.open(&source, buffer) {
                    Ok(Opened::Record) => Ok(&buffer[..]),
                    Ok(Opened::Large(held)) => {
                        done.push(Done::Record(source, held));
                        continue;
                    }
                    Ok(Opened::Archive(held)) => {
                        done.push(Done::Archive(source, held));
                        continue;
                    }
                    Err(error) => Err(error),
                };
                if self.add(worker, &Record::of(&source, bytes), &mut done).is_break() {
                    let held = match source.is_read_once() {
                        true => Held::Bytes(std::mem::take(buffer)),
                        false => Held::Nothing,
                    };
                    done.push(Done::Record(source, held));
                }
            }
        });
        done
    }

    /// Handles a record before its turn. Breaks if it has to wait for it.
    fn add(
        &self,
        worker: &mut H::Worker,
        record: &Record,
        done: &mut Vec<Done<H::Output>>,
    ) -> ControlFlow<()> {
        if self.waiting.load(Ordering::Relaxed) > MAX_WAITING {
            return ControlFlow::Break(());
        }
        if !matches!(done.last(), Some(Done::Output(_))) {
            done.push(Done::Output(H::Output::default()));
        }
        let Some(Done::Output(output)) = done.last_mut() else { return ControlFlow::Break(()) };
        let before = self.handler.size(output);
        let flow = self.handler.record(worker, record, output);
        let more = self.handler.size(output).saturating_sub(before);
        self.waiting.fetch_add(more, Ordering::Relaxed);
        flow
    }

    /// Consumes the output of what has come to its turn.
    fn take_turn<E>(
        &self,
        done: Done<H::Output>,
        consume: &mut impl FnMut(H::Output) -> Result<(), E>,
    ) -> Result<(), E> {
        match done {
            Done::Output(output) => {
                self.waiting.fetch_sub(self.handler.size(&output), Ordering::Relaxed);
                consume(output)
            }
            Done::Archive(source, held) => self.archive(&source, held.input(&source), consume),
            Done::Record(source, held) => {
                let limit = self.unpacker.most;
                let read = match held {
                    Held::Bytes(bytes) => Ok(bytes),
                    _ => source.read(limit),
                };
                self.record(&Record::of(&source, within(&read, limit)), consume)
            }
            Done::Member(source, member) => {
                self.record(&member.record(&source, self.unpacker.most), consume)
            }
        }
    }

    /// Handles a record that has come to its turn.
    fn record<E>(
        &self,
        record: &Record,
        consume: &mut impl FnMut(H::Output) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut output = H::Output::default();
        let handle =
            |(_, worker): &mut (_, H::Worker)| self.handler.record(worker, record, &mut output);
        match self.workers.with(handle) {
            ControlFlow::Continue(()) => consume(output),
            ControlFlow::Break(()) => self.handler.large(record, &self.workers, consume),
        }
    }

    /// Reads a source into `buffer`, unless it is large. Of one that can't be read again all is kept.
    fn open(&self, source: &Source, buffer: &mut Vec<u8>) -> Result<Opened, ReadError> {
        let read_once = source.is_read_once();
        buffer.clear();
        buffer.shrink_to(MAX_KEPT);
        let limit = self.unpacker.most as usize;
        let mut from = source.open()?;
        from.by_ref().take(BEGINNING).read_to_end(buffer)?;
        let is_whole = (buffer.len() as u64) < BEGINNING;
        let path = source.path();
        let is_archive = Kind::recognise(path, buffer).is_some();
        if !is_archive && Kind::is_misnamed(path, buffer, !source.is_walked()) {
            return Err(ArchiveError::not_an_archive(buffer).into());
        }
        if is_archive {
            return Ok(Opened::Archive(match read_once {
                true => Held::Spooled(spool(buffer, from, self.unpacker.limits.bytes)?),
                false => Held::Nothing,
            }));
        }
        let large_from = self.handler.large_from();
        if !is_whole {
            let most = if read_once { limit } else { limit.min(large_from) };
            let rest = most.saturating_add(1).saturating_sub(buffer.len());
            from.take(rest as u64).read_to_end(buffer)?;
        }
        if buffer.len() > limit {
            return Err(ReadError::TooLarge { limit: self.unpacker.most });
        }
        if buffer.len() <= large_from {
            return Ok(Opened::Record);
        }
        let held = if read_once { Held::Bytes(std::mem::take(buffer)) } else { Held::Nothing };
        Ok(Opened::Large(held))
    }

    /// Unpacks an archive; its members are handled on all threads.
    fn archive<E>(
        &self,
        archive: &Source,
        input: Input,
        consume: &mut impl FnMut(H::Output) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut names = MemberNames::default();
        ordered_batches(
            usize::MAX,
            |submit| {
                self.unpacker.unpack(archive.path(), input, !archive.is_walked(), &mut |member| {
                    if archive.leaves_out(&member) {
                        return ControlFlow::Continue(());
                    }
                    let size = member.bytes.as_ref().map_or(0, |bytes| bytes.len());
                    let path = names.distinct(&member).into_owned();
                    submit((OwnedMember::new(path, member), size as u64))
                });
            },
            |batch| {
                let mut done = Vec::new();
                self.workers.with(|(_, worker)| {
                    for member in batch {
                        let record = member.record(archive, self.unpacker.most);
                        if self.add(worker, &record, &mut done).is_break() {
                            done.push(Done::Member(archive.clone(), member));
                        }
                    }
                });
                done
            },
            |done: Vec<_>| done.into_iter().try_for_each(|done| self.take_turn(done, consume)),
        )
    }
}

/// The names of an archive's members so far, by their hashes, and how often each occurred.
#[derive(Default)]
struct MemberNames(HashMap<u64, u32>);

impl MemberNames {
    /// Returns the path of a member, with `#2` and so on at its end if an earlier member has the same.
    fn distinct<'m>(&mut self, member: &Member<'m>) -> Cow<'m, Path> {
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(member.path);
        let number = self.0.entry(hash).or_default();
        // Damage of a member is reported beside it, under its name.
        *number += u32::from(member.bytes.is_ok());
        if *number < 2 {
            return Cow::Borrowed(member.path);
        }
        let mut path = member.path.as_os_str().to_os_string();
        path.push(format!("#{number}"));
        Cow::Owned(path.into())
    }
}

/// Copies a stream, of which `beginning` was read, to a temporary file. Fails if it can't be read or written, or has
/// more than `limit` bytes.
fn spool(beginning: &[u8], stream: impl Read, limit: u64) -> Result<NamedTempFile, ReadError> {
    let mut file = open_temporary(&mut tempfile::Builder::new(), &std::env::temp_dir())?;
    file.as_file_mut().write_all(beginning)?;
    let rest = limit.saturating_add(1).saturating_sub(beginning.len() as u64);
    let copied = io::copy(&mut stream.take(rest), file.as_file_mut())?;
    if beginning.len() as u64 + copied > limit {
        return Err(ArchiveError::too_long(limit).into());
    }
    Ok(file)
}

/// A member of an archive on its way to another thread.
struct OwnedMember {
    path: PathBuf,
    bytes: Result<Vec<u8>, ReadError>,
    is_truncated: bool,
}

impl OwnedMember {
    fn new(path: PathBuf, member: Member) -> Self {
        let bytes = member.bytes.map(<[u8]>::to_vec).map_err(ReadError::from);
        Self { path, bytes, is_truncated: member.is_truncated }
    }

    fn record<'r>(&'r self, source: &'r Source, limit: u32) -> Record<'r> {
        let bytes = within(&self.bytes, limit);
        Record { source, path: &self.path, bytes, is_truncated: self.is_truncated }
    }
}

/// Returns what was read, unless it is more than the limit.
fn within(read: &Result<Vec<u8>, ReadError>, limit: u32) -> Result<&[u8], ReadError> {
    match read {
        Ok(bytes) if bytes.len() > limit as usize => Err(ReadError::TooLarge { limit }),
        Ok(bytes) => Ok(bytes),
        Err(error) => Err(error.clone()),
    }
}
