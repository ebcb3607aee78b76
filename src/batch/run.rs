//! Audits many records on all threads, in order.

use super::large_file;
use super::record_auditor::{Audits, Collector, RecordAuditor, RunResources};
use super::records::{Record, RecordHandler, RecordWorkers, for_each_record};
use super::source::Source;
use crate::archive::Input;
use crate::audit::{AuditOptions, Auditor};

/// Audits all records in the sources and passes the audits to `consume`, in the order of the sources. `options` and the
/// policy of `resources` apply to those without a scope of their own.
///
/// # Errors
///
/// The first error of `consume`; then nothing more is audited.
pub fn run<C: Collector, E>(
    sources: impl Iterator<Item = Source>,
    options: &AuditOptions,
    resources: &RunResources,
    collector: &C,
    mut consume: impl FnMut(Audits<C::Part>) -> Result<(), E>,
) -> Result<(), E> {
    let run = RecordAuditor { options, resources, collector };
    for_each_record(sources, &resources.unpacker, &run, |audits: Vec<_>| {
        audits.into_iter().try_for_each(&mut consume)
    })
}

impl<C: Collector> RecordHandler for RecordAuditor<'_, C> {
    type Worker = Auditor;
    type Output = Vec<Audits<C::Part>>;

    fn new_worker(&self) -> Auditor {
        (self.resources.new_auditor)()
    }

    fn record(&self, auditor: &mut Auditor, record: Record, output: &mut Self::Output) {
        let Record { source, path, bytes, member, .. } = &record;
        if !self.is_wanted(source, path) {
            return;
        }
        let run = self.start(source, path);
        let cache = self.resources.cache.as_ref().filter(|_| !record.is_member());
        match (bytes, cache) {
            (Ok(bytes), Some(cache)) => {
                output.push(self.audit_cached(cache, auditor, run, bytes));
            }
            (bytes, _) => {
                // Each has its own place among those of the other shards.
                if self.resources.shard.is_some() {
                    output.push(Audits::default());
                }
                match bytes {
                    Ok(bytes) => self.audit(auditor, run, bytes, last(output)),
                    Err(error) => self.failed(run, error, last(output)),
                }
            }
        }
        last(output).place = (source.number(), *member);
    }

    /// The rendered audits of a file are small.
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
        if !self.is_wanted(source, source.path()) {
            return Ok(true);
        }
        large_file::audit(self, source, input, workers, |audits| {
            consume(vec![Audits { place: (source.number(), 0), ..audits }])
        })
    }
}

/// The last item, which is created if there is none.
fn last<T: Default>(all: &mut Vec<T>) -> &mut T {
    if all.is_empty() {
        all.push(T::default());
    }
    let last = all.len() - 1;
    &mut all[last]
}
