//! Audits many records on all threads, in order.

use std::path::Path;

use super::cache::Cache;
use super::error::ReadError;
use super::large_file;
use super::records::{Record, RecordHandler, RecordWorkers, for_each_record};
use super::source::{Source, Sources};
use crate::archive::{Input, Unpacker};
use crate::audit::{AuditOptions, Auditor, FileAudit, FindingKind, audit_bytes};
use crate::guard::guarded;
use crate::sgf::Text;

/// Turns audits into what is handed over, on the thread that made them.
pub trait Collector: Sync {
    /// What is handed over for several records.
    type Part: Send + Default;

    /// Adds an audit. `text` is `None` where the record couldn't be read.
    fn add(&self, part: &mut Self::Part, path: &Path, audit: &FileAudit, text: Option<&Text>);

    /// A part as it is kept in a cache.
    fn save(&self, part: Self::Part) -> Vec<u8>;

    /// A part from a cache; `None` if it can't be read.
    fn load(&self, saved: &[u8]) -> Option<Self::Part>;
}

/// Several records that were audited.
#[derive(Debug, Default)]
pub struct Audits<P> {
    /// What the collector made of them.
    pub part: P,
    /// Number of records; a large file counts with its last part.
    pub files: u64,
}

/// What sources are audited with.
pub struct RunResources<'a> {
    /// Makes what a thread audits with.
    pub new_scratch: &'a (dyn Fn() -> Auditor + Sync),
    /// Opens archives.
    pub unpacker: Unpacker,
    /// Results of earlier runs.
    pub cache: Option<Cache>,
    /// Whether each record takes so long that threads shouldn't be given several at once.
    pub is_slow: bool,
}

/// Audits all records in the sources and passes the audits to `consume`, in the order of the sources.
///
/// # Errors
///
/// The first error of `consume`; then nothing more is audited.
pub fn run<C: Collector, E>(
    sources: Sources,
    options: &AuditOptions,
    resources: &RunResources,
    collector: &C,
    mut consume: impl FnMut(Audits<C::Part>) -> Result<(), E>,
) -> Result<(), E> {
    let run = AuditRun { options, resources, collector };
    for_each_record(sources, &resources.unpacker, &run, |audits: Vec<_>| {
        audits.into_iter().try_for_each(&mut consume)
    })
}

/// A run of `check`.
pub(super) struct AuditRun<'a, C> {
    pub options: &'a AuditOptions,
    pub resources: &'a RunResources<'a>,
    pub collector: &'a C,
}

impl<C: Collector> RecordHandler for AuditRun<'_, C> {
    type Worker = Auditor;
    type Output = Vec<Audits<C::Part>>;

    fn new_worker(&self) -> Auditor {
        (self.resources.new_scratch)()
    }

    fn record(&self, scratch: &mut Auditor, record: Record, output: &mut Self::Output) {
        let Record { path, bytes, .. } = &record;
        match (bytes, &self.resources.cache) {
            (Ok(bytes), Some(cache)) if !record.is_member() => {
                output.push(self.cached(cache, scratch, path, bytes));
            }
            (Ok(bytes), _) => self.audit(scratch, path, bytes, last(output)),
            (Err(error), _) => self.failed(path, error, last(output)),
        }
    }

    /// What is kept of a file is small.
    fn weight(&self, _: &Source) -> u64 {
        0
    }

    fn largest_batch(&self) -> usize {
        if self.resources.is_slow { 1 } else { usize::MAX }
    }

    fn chunked_from(&self) -> usize {
        large_file::LARGE
    }

    fn chunks<E>(
        &self,
        source: &Source,
        input: Input,
        workers: &RecordWorkers<Auditor>,
        consume: &mut impl FnMut(Self::Output) -> Result<(), E>,
    ) -> Result<bool, E> {
        large_file::audit(self, source.path(), input, workers, |audits| consume(vec![audits]))
    }
}

fn last<T: Default>(all: &mut Vec<T>) -> &mut T {
    if all.is_empty() {
        all.push(T::default());
    }
    let last = all.len() - 1;
    &mut all[last]
}

impl<C: Collector> AuditRun<'_, C> {
    fn audit(
        &self,
        scratch: &mut Auditor,
        path: &Path,
        bytes: &[u8],
        audits: &mut Audits<C::Part>,
    ) {
        audits.files += 1;
        let audited = guarded(scratch, self.resources.new_scratch, |scratch| {
            audit_bytes(bytes, self.options, scratch, &mut |audit, text| {
                self.collector.add(&mut audits.part, path, &audit, Some(text));
            });
        });
        if let Err(panic) = audited {
            self.report(path, FindingKind::InternalError, panic.to_string(), &mut audits.part);
        }
    }

    /// Audits a record, or takes what an earlier run has found.
    fn cached(
        &self,
        cache: &Cache,
        scratch: &mut Auditor,
        path: &Path,
        bytes: &[u8],
    ) -> Audits<C::Part> {
        let key = cache.key(path, bytes);
        if let Some(part) = cache.get(&key).and_then(|saved| self.collector.load(&saved)) {
            return Audits { part, files: 1 };
        }
        let mut audits = Audits::default();
        self.audit(scratch, path, bytes, &mut audits);
        let saved = self.collector.save(audits.part);
        cache.put(&key, &saved);
        // What is handed over is what the next run will find.
        Audits { part: self.collector.load(&saved).unwrap_or_default(), files: 1 }
    }

    /// Reports a record that couldn't be read.
    pub fn failed(&self, path: &Path, error: &ReadError, audits: &mut Audits<C::Part>) {
        audits.files += 1;
        let message = match error {
            ReadError::TooLarge { .. } => format!("{error}; not audited"),
            _ => error.to_string(),
        };
        self.report(path, error.finding(), message, &mut audits.part);
    }

    pub fn report(&self, path: &Path, name: FindingKind, message: String, part: &mut C::Part) {
        self.collector.add(part, path, &FileAudit::failed(name, message), None);
    }
}
