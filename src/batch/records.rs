//! From sources to records: the one place that opens, classifies, limits and unpacks.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::{Component, Path, PathBuf};

use super::ordered::{Workers, ordered_batches};
use super::source::{ReadError, Source};
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
    /// Its number in its archive, from 1; 0 if it isn't a member.
    pub member: u64,
    /// Whether the bytes are cut off by damage to the archive. The damage is reported next.
    pub is_truncated: bool,
}

impl Record<'_> {
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

    /// Handles a record, and adds to `output`.
    fn record(&self, worker: &mut Self::Worker, record: Record, output: &mut Self::Output);

    /// Upper bound on the memory of a source and its output, in bytes.
    fn weight(&self, source: &Source) -> u64 {
        source.size()
    }

    /// Maximum number of sources that one thread is given at once.
    fn max_batch(&self) -> usize {
        usize::MAX
    }

    /// Files of more bytes are handled by [`RecordHandler::large`].
    fn large_from(&self) -> usize {
        usize::MAX
    }

    /// Handles a large file while all other threads are free. Returns the first error of `consume`.
    fn large<E>(
        &self,
        record: Record,
        workers: &RecordWorkers<Self::Worker>,
        consume: &mut impl FnMut(Self::Output) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut output = Self::Output::default();
        workers.with(|(_, worker)| self.record(worker, record, &mut output));
        consume(output)
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

    fn record(&self, _: &mut (), record: Record, output: &mut Self::Output) {
        if record.path == self.0 {
            *output = Some(record.bytes.map(<[u8]>::to_vec).map_err(io::Error::other));
        }
    }
}

/// The memory of the threads of a run: a buffer to read into, and the handler's own.
pub(crate) type RecordWorkers<'a, W> = Workers<'a, (Vec<u8>, W)>;

/// Reads every source, hands its records to `handler` on all threads, and passes the output to `consume`, in the order of
/// the sources. All threads work on an archive or a large file when its turn to be consumed has come. Returns the first
/// error of `consume`; then nothing more is read.
pub(crate) fn for_each_record<H: RecordHandler, E>(
    mut sources: impl Iterator<Item = Source>,
    unpacker: &Unpacker,
    handler: &H,
    mut consume: impl FnMut(H::Output) -> Result<(), E>,
) -> Result<(), E> {
    let new_worker = || (Vec::new(), handler.new_worker());
    let run = Run { unpacker, handler, workers: Workers::new(&new_worker) };
    ordered_batches(
        handler.max_batch(),
        |submit| {
            _ = sources.try_for_each(|source| {
                let weight = handler.weight(&source);
                submit((source, weight))
            });
        },
        |batch| run.batch(batch),
        |done| {
            consume(done.first)?;
            done.rest.into_iter().try_for_each(|(deferred, output)| {
                match deferred.is_archive {
                    true => run.archive(&deferred, &mut consume)?,
                    false => run.large(deferred, &mut consume)?,
                }
                consume(output)
            })
        },
    )
}

struct Done<O> {
    first: O,
    /// Deferred sources, each with the output of the sources after it.
    rest: Vec<(Deferred, O)>,
}

impl<O> Done<O> {
    /// The output that the next record is added to.
    fn last(&mut self) -> &mut O {
        self.rest.last_mut().map_or(&mut self.first, |(_, output)| output)
    }
}

/// A source that is too much for one thread.
struct Deferred {
    is_archive: bool,
    source: Source,
    held: Held,
}

/// The part of a deferred source that is in memory or in a temporary file.
enum Held {
    /// Nothing: it can be read again.
    Nothing,
    Bytes(Vec<u8>),
    /// All of its bytes in a temporary file.
    Spooled(NamedTempFile),
}

impl Deferred {
    fn input(&self) -> Input<'_> {
        match (&self.held, self.source.bytes()) {
            (Held::Bytes(bytes), _) => Input::Bytes(bytes),
            (Held::Spooled(file), _) => Input::File(file.path()),
            (Held::Nothing, Some(bytes)) => Input::Bytes(bytes),
            (Held::Nothing, None) => Input::File(self.source.path()),
        }
    }
}

/// The kind of a source, and how much of it was read.
enum Opened {
    Record,
    /// An archive of which all bytes were read.
    SmallArchive,
    /// An archive, or a large record.
    Deferred {
        is_archive: bool,
        held: Held,
    },
}

/// Number of bytes read to classify a source. A shorter archive is unpacked by the thread that has read it.
const BEGINNING: u64 = 1 << 16;

/// Maximum size of the buffer that a thread keeps.
const MAX_KEPT: usize = 1 << 23;

struct Run<'a, H: RecordHandler> {
    unpacker: &'a Unpacker,
    handler: &'a H,
    workers: RecordWorkers<'a, H::Worker>,
}

impl<H: RecordHandler> Run<'_, H> {
    fn batch(&self, sources: Vec<Source>) -> Done<H::Output> {
        let mut done = Done { first: H::Output::default(), rest: Vec::new() };
        self.workers.with(|(buffer, worker)| {
            sources.into_iter().for_each(|source| self.source(source, buffer, worker, &mut done));
        });
        done
    }

    fn source(
        &self,
        source: Source,
        buffer: &mut Vec<u8>,
        worker: &mut H::Worker,
        done: &mut Done<H::Output>,
    ) {
        let bytes = match self.open(&source, buffer) {
            Ok(Opened::Record) => Ok(&buffer[..]),
            Ok(Opened::SmallArchive) => {
                let output = done.last();
                return self.unpack(&source, Input::Bytes(buffer), &mut |number, member| {
                    self.member(&source, &member, number, worker, output);
                    ControlFlow::Continue(())
                });
            }
            Ok(Opened::Deferred { is_archive, held }) => {
                let deferred = Deferred { is_archive, source, held };
                return done.rest.push((deferred, H::Output::default()));
            }
            Err(error) => Err(error),
        };
        let path = source.path();
        let record = Record { source: &source, path, bytes, member: 0, is_truncated: false };
        self.handler.record(worker, record, done.last());
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
            if is_whole {
                return Ok(Opened::SmallArchive);
            }
            let held = match read_once {
                true => Held::Spooled(spool(buffer, from, self.unpacker.limits.bytes)?),
                false => Held::Nothing,
            };
            return Ok(Opened::Deferred { is_archive, held });
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
        Ok(Opened::Deferred { is_archive, held })
    }

    /// Passes on the members of an archive that aren't left out, each with its number and a path of its own.
    fn unpack(
        &self,
        source: &Source,
        input: Input,
        each: &mut dyn FnMut(u64, Member) -> ControlFlow<()>,
    ) {
        let (mut number, mut names) = (0, MemberNames::default());
        self.unpacker.unpack(source.path(), input, !source.is_walked(), &mut |member| {
            if source.leaves_out(&member) {
                return ControlFlow::Continue(());
            }
            number += 1;
            let path = names.distinct(&member);
            each(number, Member { path: &path, ..member })
        });
    }

    fn member(
        &self,
        source: &Source,
        member: &Member,
        number: u64,
        worker: &mut H::Worker,
        output: &mut H::Output,
    ) {
        let limit = self.unpacker.most;
        let bytes = match &member.bytes {
            Ok(bytes) if bytes.len() > limit as usize => Err(ReadError::TooLarge { limit }),
            Ok(bytes) => Ok(&bytes[..]),
            Err(error) => Err(error.clone().into()),
        };
        let Member { path, is_truncated, .. } = *member;
        let record = Record { source, path, bytes, member: number, is_truncated };
        self.handler.record(worker, record, output);
    }

    /// Unpacks an archive; its members are handled on all threads.
    fn archive<E>(
        &self,
        archive: &Deferred,
        consume: &mut impl FnMut(H::Output) -> Result<(), E>,
    ) -> Result<(), E> {
        ordered_batches(
            usize::MAX,
            |submit| {
                self.unpack(&archive.source, archive.input(), &mut |number, member| {
                    let size = member.bytes.as_ref().map_or(0, |bytes| bytes.len());
                    submit(((number, OwnedMember::from(member)), size as u64))
                });
            },
            |batch| {
                let mut output = H::Output::default();
                self.workers.with(|(_, worker)| {
                    for (number, member) in batch {
                        let member = member.borrow();
                        self.member(&archive.source, &member, number, worker, &mut output);
                    }
                });
                output
            },
            consume,
        )
    }

    /// Handles a large file.
    fn large<E>(
        &self,
        file: Deferred,
        consume: &mut impl FnMut(H::Output) -> Result<(), E>,
    ) -> Result<(), E> {
        let Deferred { source, held, .. } = file;
        let limit = self.unpacker.most;
        let read = match held {
            Held::Bytes(bytes) => Ok(bytes),
            _ => source.read(limit),
        };
        let bytes = match &read {
            Ok(bytes) if bytes.len() > limit as usize => Err(ReadError::TooLarge { limit }),
            Ok(bytes) => Ok(&bytes[..]),
            Err(error) => Err(error.clone()),
        };
        let path = source.path();
        let record = Record { source: &source, path, bytes, member: 0, is_truncated: false };
        self.handler.large(record, &self.workers, consume)
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
    let mut file = NamedTempFile::new()?;
    file.write_all(beginning)?;
    let rest = limit.saturating_add(1).saturating_sub(beginning.len() as u64);
    let copied = io::copy(&mut stream.take(rest), &mut file)?;
    if beginning.len() as u64 + copied > limit {
        return Err(ArchiveError::too_long(limit).into());
    }
    Ok(file)
}

/// A member of an archive on its way to another thread.
struct OwnedMember {
    path: PathBuf,
    bytes: Result<Vec<u8>, ArchiveError>,
    is_truncated: bool,
}

impl From<Member<'_>> for OwnedMember {
    fn from(member: Member) -> Self {
        let Member { path, bytes, is_truncated } = member;
        Self { path: path.to_path_buf(), bytes: bytes.map(<[u8]>::to_vec), is_truncated }
    }
}

impl OwnedMember {
    fn borrow(&self) -> Member<'_> {
        let bytes = self.bytes.as_deref().map_err(Clone::clone);
        Member { path: &self.path, bytes, is_truncated: self.is_truncated }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgf_audit_core::archive::member_path;

    #[test]
    fn no_member_is_written_outside_the_output() {
        for (name, place) in [
            ("a/b.sgf", "a/b.sgf"),
            ("/etc/x.sgf", "etc/x.sgf"),
            ("../../x.sgf", "x.sgf"),
            ("a/../../../x.sgf", "a/x.sgf"),
            ("./x.sgf", "x.sgf"),
            ("..", ""),
        ] {
            for archive in ["x.tar", "/d/x.tar", "../x.tar", "./x.tar"].map(Path::new) {
                let member = member_path(archive, name.as_bytes());
                assert_eq!(below(archive, &member), Path::new(place), "{member:?}");
            }
        }
    }
}
