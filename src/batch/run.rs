//! Audits many files on several threads, in order.
//!
//! Files are taken in units that threads work on and that are handed over in their order, while the
//! next ones are looked up. So the output doesn't depend on the threads, and memory not on the number
//! of files. What is too much for a unit, an archive or a large file, is put off until it is its turn
//! to be handed over, and then audited by all threads.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::buffer::ROOM;
use super::cache::Cache;
use super::in_order::{Take, in_order};
use super::lot::{Files, LARGE, Lot, Reader};
use super::pace::Pace;
use super::put_off::PutOff;
use super::readers::Readers;
use super::source::{Source, Sources, finding_name};
use crate::archive::{ArchiveError, HEAD, Kind, Member, Unpacker, Whole};
use crate::audit::{AuditOptions, FileAudit, FindingKind, Scratch, audit_bytes, file_finding};
use crate::sgf::Text;

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

/// Files in a unit.
pub(super) const UNIT: usize = 16;

/// Units that wait for each of the other threads: work enough while this one reads a directory.
const WAITING: usize = 6;

/// Archives up to so many bytes are unpacked by the thread that has read them; of larger ones only their
/// beginning is read before it is their turn.
const SMALL_ARCHIVE: usize = ROOM - 1;

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
    sources: Sources,
    options: &AuditOptions,
    means: &Means<impl Fn() -> Scratch + Sync>,
    collector: &C,
    mut consume: impl FnMut(Done<C::Part>) -> Result<(), E> + Send,
) -> Result<(), E> {
    let threads = rayon::current_num_threads();
    let workers = (0..threads).map(|_| Mutex::default()).collect();
    let job = Job { options, means, collector, workers, pace: Arc::default() };
    let mut sources = sources.read_ahead();
    let limit = options.limits.bytes as usize;
    let mut readers = Readers::new(Arc::clone(&job.pace), limit, threads > 1);
    let produce = |take: Take<Files>| {
        let shares = 4 * threads;
        let (mut found, mut unit) = (VecDeque::new(), Files::default());
        loop {
            found.extend(sources.by_ref().take(shares * UNIT - found.len()));
            // Few files, and the last of many, are shared out too: an engine may take its time over each.
            let share = found.len().div_ceil(shares);
            unit.sources.extend(found.drain(..share));
            if unit.sources.is_empty() {
                return readers.finish(take);
            }
            match readers.pass(unit, take) {
                ControlFlow::Continue(empty) => unit = empty,
                ControlFlow::Break(()) => return,
            }
        }
    };
    in_order(
        WAITING,
        produce,
        |files| job.work(|worker| files.read_ahead(limit, &mut worker.reader)),
        |files| job.unit(files),
        |unit| job.hand_over(unit, &mut consume),
    )
}

/// What has become of a unit of files.
struct Unit<P> {
    first: Done<P>,
    /// What follows it, if something was put off or had to go alone.
    rest: Vec<Outcome<P>>,
}

/// What has become of some files.
enum Outcome<P> {
    Done(Done<P>),
    /// What is audited when its turn has come.
    Later(PutOff),
}

/// A run.
pub(super) struct Job<'a, C, S> {
    pub options: &'a AuditOptions,
    pub means: &'a Means<S>,
    pub collector: &'a C,
    /// By thread what it works with, once it does.
    workers: Vec<Mutex<Option<Worker>>>,
    pace: Arc<Pace>,
}

impl<C: Collector, S: Fn() -> Scratch + Sync> Job<'_, C, S> {
    pub(super) fn scratch(&self) -> Scratch {
        (self.means.scratch)()
    }

    /// Does something with what the thread works with; nothing that could make the thread take up other
    /// work before it is done.
    pub(super) fn work<T>(&self, task: impl FnOnce(&mut Worker) -> T) -> T {
        let thread = rayon::current_thread_index().unwrap_or(0);
        let mut worker = self.workers[thread].lock().unwrap_or_else(PoisonError::into_inner);
        task(worker.get_or_insert_with(|| Worker {
            reader: Reader::new(Arc::clone(&self.pace)),
            scratch: self.scratch(),
        }))
    }

    fn unit(&self, files: &mut Files) -> Unit<C::Part> {
        let limit = self.options.limits.bytes as usize;
        let mut unit = Unit { first: Done::default(), rest: Vec::new() };
        self.work(|worker| {
            let mut sources = &files.sources[..];
            while !sources.is_empty() {
                if files.lot.is_empty() {
                    files.lot.fill(sources, limit, &mut worker.reader);
                }
                sources = worker.lot(self, sources, &mut files.lot, &mut unit);
            }
        });
        unit
    }

    fn hand_over<E: Send>(
        &self,
        unit: Unit<C::Part>,
        consume: &mut (impl FnMut(Done<C::Part>) -> Result<(), E> + Send),
    ) -> Result<(), E> {
        consume(unit.first)?;
        unit.rest.into_iter().try_for_each(|outcome| match outcome {
            Outcome::Done(done) => consume(done),
            Outcome::Later(PutOff::Archive(source, bytes)) => self.archive(source, bytes, consume),
            Outcome::Later(PutOff::Large(source, bytes)) => self.large(&source, bytes, consume),
        })
    }

    pub(super) fn member(&self, scratch: &mut Scratch, member: Member, done: &mut Done<C::Part>) {
        match member {
            Member::Record(path, bytes) | Member::Part(path, bytes) => {
                self.record(scratch, path, bytes, done);
            }
            Member::Trouble(path, error) => {
                self.trouble(path, finding_name(error.kind), error.to_string(), done);
            }
        }
    }

    /// Audits one record.
    pub(super) fn record(
        &self,
        scratch: &mut Scratch,
        path: &Path,
        bytes: &[u8],
        done: &mut Done<C::Part>,
    ) {
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
            let finding = file_finding(FindingKind::InternalError, said(&*panic));
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

    pub(super) fn too_large(&self, path: &Path, done: &mut Done<C::Part>) {
        let limit = self.options.limits.bytes;
        let message = format!("more than {limit} bytes, which is the limit; not audited");
        self.trouble(path, FindingKind::TooLarge, message, done);
    }

    /// Reports what can't be audited.
    pub(super) fn trouble(
        &self,
        path: &Path,
        name: FindingKind,
        message: String,
        done: &mut Done<C::Part>,
    ) {
        done.progress.files += 1;
        self.collector.add(&mut done.part, path, &file_finding(name, message), None);
    }
}

/// What a panic said.
pub(super) fn said(panic: &(dyn std::any::Any + Send)) -> String {
    panic
        .downcast_ref::<&str>()
        .map(ToString::to_string)
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a fault of the program".to_owned())
}

/// What a thread keeps from file to file.
pub(super) struct Worker {
    reader: Reader,
    pub scratch: Scratch,
}

impl Worker {
    /// Audits the files of a lot. Returns those behind them.
    fn lot<'f, C: Collector, S: Fn() -> Scratch + Sync>(
        &mut self,
        job: &Job<C, S>,
        files: &'f [Source],
        lot: &mut Lot,
        unit: &mut Unit<C::Part>,
    ) -> &'f [Source] {
        let (now, later) = files.split_at(lot.len());
        for (source, read) in now.iter().zip(lot.files()) {
            let done = match unit.rest.last_mut() {
                Some(Outcome::Done(done)) => done,
                _ => &mut unit.first,
            };
            let alone = match read {
                Ok(bytes) => self.audit(job, source, bytes, done),
                Err(error) => {
                    job.trouble(source.path(), FindingKind::Unreadable, error.to_string(), done);
                    None
                }
            };
            if let Some(alone) = alone {
                unit.rest.extend([alone, Outcome::Done(Done::default())]);
            }
        }
        lot.clear();
        later
    }

    /// Audits one source that was read; where that is not to be done now, or not to go with the others,
    /// says so.
    fn audit<C: Collector, S: Fn() -> Scratch + Sync>(
        &mut self,
        job: &Job<C, S>,
        source: &Source,
        bytes: &[u8],
        done: &mut Done<C::Part>,
    ) -> Option<Outcome<C::Part>> {
        let path = source.path();
        if let Source::Trouble(_, name, message) = source {
            job.trouble(path, *name, message.clone(), done);
            return None;
        }
        let once = source.is_read_once();
        let most = (job.options.limits.bytes as usize).clamp(HEAD, LARGE);
        let named = !matches!(source, Source::File(_));
        let held = || once.then(|| bytes.to_vec());
        match Kind::of(path, bytes) {
            None if Kind::is_lost(path, bytes, named) => {
                let error = ArchiveError::not_an_archive();
                job.trouble(path, finding_name(error.kind), error.to_string(), done);
            }
            None if bytes.len() > LARGE => {
                return Some(Outcome::Later(PutOff::Large(source.clone(), held())));
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
            Some(_) => return Some(Outcome::Later(PutOff::Archive(source.clone(), held()))),
        }
        None
    }
}
