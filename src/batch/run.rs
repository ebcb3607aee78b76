//! Audits many files on several threads, in order.
//!
//! Files are taken in rounds of a bounded number, each round split into units that threads work on;
//! while one round is audited the one before is handed over and the one after is looked up. So the
//! output doesn't depend on the threads, and memory not on the number of files. What is too much for a
//! unit, an archive or a large file, is put off until it is its turn to be handed over, and then
//! audited by all threads.

use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use rayon::prelude::*;

use super::archive::{Batch, HEAD, Item, Kind, Member, Members, Unpacker, Whole};
use super::buffer::{Buffer, ROOM};
use super::cache::Cache;
use super::collection::{self, Part, Parts};
use super::source::{Source, Sources};
use super::walk::OwnDirectory;
use crate::audit::{
    AboutFile, AuditOptions, FileAudit, Name, Scratch, audit_bytes, audit_part, file_finding,
};
use crate::sgf::{Charset, Text};

/// Turns audits into something to be handed over, on the thread that made them.
pub trait Collector: Sync {
    /// What is handed over for a unit of files.
    type Part: Send + Default;

    /// Adds an audit. `text` is `None` where the file couldn't be read.
    fn add(&self, part: &mut Self::Part, path: &Path, audit: &FileAudit, text: Option<&Text>);

    /// A part as it is kept in a cache.
    fn save(&self, part: Self::Part) -> Vec<u8>;

    /// A part that was kept; `None` where it can't be read.
    fn load(&self, saved: &[u8]) -> Option<Self::Part>;
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Files done.
    pub files: u64,
    /// Bytes read.
    pub bytes: u64,
}

/// A unit of files that is done.
#[derive(Debug, Default)]
pub struct Done<P> {
    /// What the collector made of it.
    pub part: P,
    /// How much it was.
    pub progress: Progress,
}

const UNIT: usize = 16;
const ROUND: usize = 128 * UNIT;

/// Archives up to so many bytes are unpacked by the thread that has read them; of larger ones only their
/// beginning is read before it is their turn.
const SMALL_ARCHIVE: usize = ROOM - 1;

/// Files beyond so many bytes are put off.
const LARGE: usize = 1 << 22;

/// About how long the parts of a large file are, and how many of them a round has.
const PART: usize = 1 << 19;
const PARTS: usize = 16;

/// Batches of an archive in a round.
const BATCHES: usize = 16;

/// What sources are audited with.
#[derive(Debug)]
pub struct Means<S> {
    /// Makes what a thread audits with.
    pub scratch: S,
    /// Opens archives.
    pub unpacker: Unpacker,
    /// What was found in earlier runs.
    pub cache: Option<Cache>,
}

/// Audits all sources and hands each unit over to `consume`, in the order of the sources. Stops early
/// when `consume` says so by an error, which is returned.
///
/// # Errors
///
/// What `consume` returns.
pub fn run<C: Collector, E: Send>(
    mut sources: Sources,
    options: &AuditOptions,
    means: &Means<impl Fn() -> Scratch + Sync>,
    collector: &C,
    mut consume: impl FnMut(Done<C::Part>) -> Result<(), E> + Send,
) -> Result<(), E> {
    let job = Job { options, means, collector };
    let mut next_round = || sources.by_ref().take(ROUND).collect::<Vec<Source>>();
    let mut round = next_round();
    let mut done: Vec<Outcome<C::Part>> = Vec::new();
    loop {
        let (audited, (consumed, next)) = rayon::join(
            || job.sources(&round),
            || {
                rayon::join(
                    || done.drain(..).try_for_each(|done| job.hand_over(done, &mut consume)),
                    || if round.len() == ROUND { next_round() } else { Vec::new() },
                )
            },
        );
        consumed?;
        done = audited;
        round = next;
        if round.is_empty() {
            return done.drain(..).try_for_each(|done| job.hand_over(done, &mut consume));
        }
    }
}

/// What has become of some files.
enum Outcome<P> {
    Done(Done<P>),
    /// What is audited when its turn has come.
    Later(Put),
}

/// What was put off.
enum Put {
    /// An archive, and what it holds if that can't be read again.
    Archive(Source, Option<Vec<u8>>),
    /// A large file, in the same way.
    Large(Source, Option<Vec<u8>>),
}

/// A run.
struct Job<'a, C, S> {
    options: &'a AuditOptions,
    means: &'a Means<S>,
    collector: &'a C,
}

impl<C: Collector, S: Fn() -> Scratch + Sync> Job<'_, C, S> {
    fn scratch(&self) -> Scratch {
        (self.means.scratch)()
    }

    fn sources(&self, round: &[Source]) -> Vec<Outcome<C::Part>> {
        // Few files are shared out too: an engine may take its time over each.
        let unit = round.len().div_ceil(4 * rayon::current_num_threads()).clamp(1, UNIT);
        let worker = || Worker {
            directory: OwnDirectory::default(),
            buffer: Buffer::default(),
            scratch: self.scratch(),
        };
        let units = round.par_chunks(unit).map_init(worker, |worker, unit| {
            let mut outcomes = Vec::with_capacity(1);
            let mut done = Done::default();
            for source in unit {
                if let Some(alone) = worker.source(self, source, &mut done) {
                    outcomes.push(Outcome::Done(done));
                    outcomes.push(alone);
                    done = Done::default();
                }
            }
            outcomes.push(Outcome::Done(done));
            outcomes
        });
        units.flatten_iter().collect()
    }

    fn hand_over<E: Send>(
        &self,
        outcome: Outcome<C::Part>,
        consume: &mut (impl FnMut(Done<C::Part>) -> Result<(), E> + Send),
    ) -> Result<(), E> {
        match outcome {
            Outcome::Done(done) => consume(done),
            Outcome::Later(Put::Archive(source, bytes)) => self.archive(source, bytes, consume),
            Outcome::Later(Put::Large(source, bytes)) => self.large(&source, bytes, consume),
        }
    }

    /// Audits a large file, part by part where it can be.
    fn large<E: Send>(
        &self,
        source: &Source,
        bytes: Option<Vec<u8>>,
        consume: &mut (impl FnMut(Done<C::Part>) -> Result<(), E> + Send),
    ) -> Result<(), E> {
        let path = source.path();
        let whole = match &bytes {
            Some(bytes) => Whole::Bytes(bytes),
            None => Whole::File(path),
        };
        let limit = self.options.limits.bytes;
        let surveyed = whole.open().and_then(|from| collection::survey(from, limit));
        let mut done = Done::default();
        if let Ok((length, charset)) = &surveyed {
            if *length > u64::from(limit) {
                done.progress.bytes = *length;
                self.too_large(path, &mut done);
                return consume(done);
            }
            if let (Some(charset), Ok(from)) = (charset, whole.open()) {
                return self.parts(path, from, charset, consume);
            }
        }
        let mut buffer = Buffer::default();
        let read = whole.open().and_then(|from| buffer.read(from, limit as usize));
        match surveyed.and(read) {
            Ok(()) => self.record(&mut self.scratch(), path, buffer.bytes(), &mut done),
            Err(error) => self.trouble(path, Name::Unreadable, error.to_string(), &mut done),
        }
        consume(done)
    }

    fn parts<E: Send>(
        &self,
        path: &Path,
        from: impl Read + Send,
        charset: &Charset,
        consume: &mut (impl FnMut(Done<C::Part>) -> Result<(), E> + Send),
    ) -> Result<(), E> {
        let mut parts = Parts::new(from, charset, self.options.limits, PART);
        let mut round = parts.next_parts(PARTS);
        let mut done: Vec<(Done<C::Part>, Option<AboutFile>)> = Vec::new();
        let mut about: Option<AboutFile> = None;
        let mut hand_over = |done: &mut Vec<(Done<C::Part>, Option<AboutFile>)>| {
            done.drain(..).try_for_each(|(done, next)| {
                match (&mut about, next) {
                    (Some(about), Some(next)) => about.join(next),
                    (None, next) => about = next,
                    (Some(_), None) => {}
                }
                consume(done)
            })
        };
        let failed = loop {
            match &round {
                Ok(parts) if parts.is_empty() => break None,
                Err(error) => break Some(error.to_string()),
                Ok(_) => {}
            }
            let current = round.unwrap_or_default();
            let (audited, (consumed, next)) = rayon::join(
                || self.audit_parts(path, &current, charset),
                || rayon::join(|| hand_over(&mut done), || parts.next_parts(PARTS)),
            );
            consumed?;
            (done, round) = (audited, next);
        };
        hand_over(&mut done)?;
        let mut end = Done::default();
        end.progress.files = 1;
        if let Some(audit) = about.and_then(|about| about.finish(charset)) {
            self.collector.add(&mut end.part, path, &audit, None);
        }
        if let Some(message) = failed {
            let finding = file_finding(Name::Unreadable, message);
            self.collector.add(&mut end.part, path, &finding, None);
        }
        consume(end)
    }

    fn audit_parts(
        &self,
        path: &Path,
        parts: &[Part],
        charset: &Charset,
    ) -> Vec<(Done<C::Part>, Option<AboutFile>)> {
        let audited = parts.par_iter().map_init(
            || self.scratch(),
            |scratch, part| {
                let mut done = Done::default();
                done.progress.bytes = part.bytes.len() as u64;
                let audited = catch_unwind(AssertUnwindSafe(|| {
                    let text = Text::part(&part.bytes, charset, part.start);
                    audit_part(&text, charset, self.options, scratch, &mut |audit, text| {
                        self.collector.add(&mut done.part, path, &audit, Some(text));
                    })
                }));
                let about = match audited {
                    Ok(about) => Some(about),
                    Err(panic) => {
                        *scratch = self.scratch();
                        let finding = file_finding(Name::InternalError, said(&*panic));
                        self.collector.add(&mut done.part, path, &finding, None);
                        None
                    }
                };
                (done, about)
            },
        );
        audited.collect()
    }

    fn archive<E: Send>(
        &self,
        source: Source,
        bytes: Option<Vec<u8>>,
        consume: &mut (impl FnMut(Done<C::Part>) -> Result<(), E> + Send),
    ) -> Result<(), E> {
        let named = !matches!(source, Source::File(_));
        let path = source.path();
        if rayon::current_num_threads() == 1 {
            let whole = bytes.as_deref().map_or(Whole::File(path), Whole::Bytes);
            return self.members(path, whole, named, consume);
        }
        self.rounds(Members::open(path.to_path_buf(), bytes, named, self.means.unpacker), consume)
    }

    /// Audits the members of an archive one by one as they are unpacked.
    fn members<E: Send>(
        &self,
        path: &Path,
        whole: Whole,
        named: bool,
        consume: &mut (impl FnMut(Done<C::Part>) -> Result<(), E> + Send),
    ) -> Result<(), E> {
        let mut scratch = self.scratch();
        let mut done = Done::default();
        let mut consumed = Ok(());
        self.means.unpacker.unpack(path, whole, named, &mut |member| {
            self.member(&mut scratch, member, &mut done);
            if done.progress.files >= UNIT as u64 {
                consumed = consume(std::mem::take(&mut done));
            }
            match consumed {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
        consumed?;
        consume(done)
    }

    fn member(&self, scratch: &mut Scratch, member: Member, done: &mut Done<C::Part>) {
        match member {
            Member::Record(path, bytes) => self.record(scratch, path, bytes, done),
            Member::Trouble(path, name, message) => self.trouble(path, name, message, done),
        }
    }

    /// Audits an archive, round by round of its batches.
    fn rounds<E: Send>(
        &self,
        mut members: Members,
        mut consume: &mut (impl FnMut(Done<C::Part>) -> Result<(), E> + Send),
    ) -> Result<(), E> {
        // Small rounds at first: nobody has to wait until much is unpacked.
        let mut many = 1;
        let mut next_round = || {
            let round = members.by_ref().take(many).collect::<Vec<Batch>>();
            many = (2 * many).min(BATCHES);
            round
        };
        let mut round = next_round();
        let mut done: Vec<Done<C::Part>> = Vec::new();
        while !round.is_empty() {
            let (audited, (consumed, next)) = rayon::join(
                || self.batches(&round),
                || rayon::join(|| done.drain(..).try_for_each(&mut consume), &mut next_round),
            );
            consumed?;
            (done, round) = (audited, next);
        }
        done.into_iter().try_for_each(consume)
    }

    fn batches(&self, round: &[Batch]) -> Vec<Done<C::Part>> {
        let units = round.par_iter().map_init(
            || self.scratch(),
            |scratch, batch| {
                let mut done = Done::default();
                for (path, item) in batch.items() {
                    match item {
                        Item::Record(bytes) => self.record(scratch, path, bytes, &mut done),
                        Item::Trouble(name, message) => {
                            self.trouble(path, name, message.to_owned(), &mut done);
                        }
                    }
                }
                done
            },
        );
        units.collect()
    }

    /// Audits one record.
    fn record(&self, scratch: &mut Scratch, path: &Path, bytes: &[u8], done: &mut Done<C::Part>) {
        let limit = self.options.limits.bytes;
        if bytes.len() > limit as usize {
            done.progress.bytes += bytes.len() as u64;
            return self.too_large(path, done);
        }
        done.progress.files += 1;
        done.progress.bytes += bytes.len() as u64;
        let audited = catch_unwind(AssertUnwindSafe(|| {
            audit_bytes(bytes, self.options, scratch, &mut |audit, text| {
                self.collector.add(&mut done.part, path, &audit, Some(text));
            });
        }));
        if let Err(panic) = audited {
            *scratch = self.scratch();
            let finding = file_finding(Name::InternalError, said(&*panic));
            self.collector.add(&mut done.part, path, &finding, None);
        }
    }

    /// Audits one record, or takes what was kept of it.
    fn cached(
        &self,
        cache: &Cache,
        scratch: &mut Scratch,
        path: &Path,
        bytes: &[u8],
    ) -> Done<C::Part> {
        let key = cache.key(path, bytes);
        let progress = Progress { files: 1, bytes: bytes.len() as u64 };
        if let Some(part) = cache.get(&key).and_then(|saved| self.collector.load(&saved)) {
            return Done { part, progress };
        }
        let mut done = Done::default();
        self.record(scratch, path, bytes, &mut done);
        let saved = self.collector.save(done.part);
        cache.put(&key, &saved);
        // What is handed over is what the next run will find.
        let part = self.collector.load(&saved).unwrap_or_default();
        Done { part, progress }
    }

    fn too_large(&self, path: &Path, done: &mut Done<C::Part>) {
        let limit = self.options.limits.bytes;
        let message = format!("more than {limit} bytes, which is the limit; not audited");
        self.trouble(path, Name::TooLarge, message, done);
    }

    /// Reports what can't be audited.
    fn trouble(&self, path: &Path, name: Name, message: String, done: &mut Done<C::Part>) {
        done.progress.files += 1;
        self.collector.add(&mut done.part, path, &file_finding(name, message), None);
    }
}

/// What a panic said.
fn said(panic: &(dyn std::any::Any + Send)) -> String {
    panic
        .downcast_ref::<&str>()
        .map(ToString::to_string)
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a fault of the program".to_owned())
}

/// What a thread keeps from file to file.
struct Worker {
    directory: OwnDirectory,
    buffer: Buffer,
    scratch: Scratch,
}

impl Worker {
    /// Reads a file, or the beginning of an archive.
    fn known(&mut self, file: File, most: usize) -> io::Result<()> {
        self.buffer.read_unless(file, most, |head| Kind::of_bytes(head).is_some())
    }

    /// Audits one source; where that is not to be done now, or not to go with the others, says so.
    fn source<C: Collector, S: Fn() -> Scratch + Sync>(
        &mut self,
        job: &Job<C, S>,
        source: &Source,
        done: &mut Done<C::Part>,
    ) -> Option<Outcome<C::Part>> {
        let path = source.path();
        let limit = job.options.limits.bytes as usize;
        let most = limit.clamp(HEAD, LARGE);
        let once = source.is_read_once();
        let read = match source {
            // They can't be read again.
            Source::Stdin => self.buffer.read(io::stdin().lock(), limit.max(HEAD)),
            Source::Named(path) if once => {
                File::open(path).and_then(|file| self.buffer.read(file, limit.max(HEAD)))
            }
            Source::Named(path) => File::open(path).and_then(|file| self.known(file, most)),
            Source::File(found) => {
                found.open_by(&mut self.directory).and_then(|file| self.known(file, most))
            }
            Source::Held(_, bytes) => self.buffer.read(&bytes[..], most),
            Source::Trouble(_, name, message) => {
                job.trouble(path, *name, message.clone(), done);
                return None;
            }
        };
        if let Err(error) = read {
            job.trouble(path, Name::Unreadable, error.to_string(), done);
            return None;
        }
        let bytes = self.buffer.bytes();
        let named = !matches!(source, Source::File(_));
        let held = || once.then(|| bytes.to_vec());
        match Kind::of_bytes(bytes) {
            None if Kind::is_lost(path, bytes, named) => {
                let message = "named like an archive, but it is none".to_owned();
                job.trouble(path, Name::DamagedArchive, message, done);
            }
            None if bytes.len() > LARGE => {
                return Some(Outcome::Later(Put::Large(source.clone(), held())));
            }
            None => match &job.means.cache {
                Some(cache) => {
                    let part = job.cached(cache, &mut self.scratch, path, bytes);
                    return Some(Outcome::Done(part));
                }
                None => job.record(&mut self.scratch, path, bytes, done),
            },
            Some(_) if bytes.len() <= SMALL_ARCHIVE && bytes.len() <= most => {
                job.means.unpacker.unpack(path, Whole::Bytes(bytes), named, &mut |member| {
                    job.member(&mut self.scratch, member, done);
                    ControlFlow::Continue(())
                });
            }
            Some(_) => return Some(Outcome::Later(Put::Archive(source.clone(), held()))),
        }
        None
    }
}
