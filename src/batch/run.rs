//! Audits many files on several threads, in order.
//!
//! Files are taken in rounds of a bounded number, each round split into units that threads work on;
//! while one round is audited the one before is handed over and the one after is looked up. So the
//! output doesn't depend on the threads, and memory not on the number of files.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use rayon::prelude::*;

use super::source::{Source, Sources};
use crate::audit::{AuditOptions, FileAudit, Name, Scratch, audit_bytes, file_finding};
use crate::sgf::Text;

/// Turns audits into something to be handed over, on the thread that made them.
pub trait Collector: Sync {
    /// What is handed over for a unit of files.
    type Part: Send + Default;

    /// Adds an audit. `text` is `None` where the file couldn't be read.
    fn add(&self, part: &mut Self::Part, path: &Path, audit: &FileAudit, text: Option<&Text>);
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
#[derive(Debug)]
pub struct Done<P> {
    /// What the collector made of it.
    pub part: P,
    /// How much it was.
    pub progress: Progress,
}

const UNIT: usize = 32;
const ROUND: usize = 64 * UNIT;

/// Audits all sources and hands each unit over to `consume`, in the order of the sources. Stops early
/// when `consume` says so by an error, which is returned. `scratch` makes what a thread audits with.
///
/// # Errors
///
/// What `consume` returns.
pub fn run<C: Collector, E: Send>(
    mut sources: Sources,
    options: &AuditOptions,
    scratch: impl Fn() -> Scratch + Sync,
    collector: &C,
    mut consume: impl FnMut(Done<C::Part>) -> Result<(), E> + Send,
) -> Result<(), E> {
    let mut next_round = || sources.by_ref().take(ROUND).collect::<Vec<Source>>();
    let mut round = next_round();
    let mut done: Vec<Done<C::Part>> = Vec::new();
    loop {
        let (audited, (consumed, next)) = rayon::join(
            || audit_round(&round, options, &scratch, collector),
            || {
                rayon::join(
                    || done.drain(..).try_for_each(&mut consume),
                    || if round.len() == ROUND { next_round() } else { Vec::new() },
                )
            },
        );
        consumed?;
        done = audited;
        round = next;
        if round.is_empty() {
            return done.drain(..).try_for_each(&mut consume);
        }
    }
}

fn audit_round<C: Collector>(
    round: &[Source],
    options: &AuditOptions,
    scratch: &(impl Fn() -> Scratch + Sync),
    collector: &C,
) -> Vec<Done<C::Part>> {
    // Few files are shared out too: an engine may take its time over each.
    let unit = round.len().div_ceil(4 * rayon::current_num_threads()).clamp(1, UNIT);
    round
        .par_chunks(unit)
        .map_init(
            || Worker { bytes: Vec::new(), scratch: scratch() },
            |worker, unit| {
                let mut part = C::Part::default();
                let mut progress = Progress::default();
                for source in unit {
                    progress.files += 1;
                    progress.bytes += worker.audit(source, options, scratch, collector, &mut part);
                }
                Done { part, progress }
            },
        )
        .collect()
}

/// What a thread keeps from file to file.
struct Worker {
    bytes: Vec<u8>,
    scratch: Scratch,
}

impl Worker {
    /// Audits one source; returns how many bytes it had.
    fn audit<C: Collector>(
        &mut self,
        source: &Source,
        options: &AuditOptions,
        scratch: &impl Fn() -> Scratch,
        collector: &C,
        part: &mut C::Part,
    ) -> u64 {
        let path = source.path();
        if let Err(error) = source.read(&mut self.bytes, options.limits.bytes) {
            collector.add(part, path, &file_finding(Name::Unreadable, error.to_string()), None);
            return 0;
        }
        let length = self.bytes.len();
        if length > options.limits.bytes as usize {
            let limit = options.limits.bytes;
            let message = format!("more than {limit} bytes, which is the limit; not audited");
            collector.add(part, path, &file_finding(Name::TooLarge, message), None);
            return length as u64;
        }
        let audited = catch_unwind(AssertUnwindSafe(|| {
            audit_bytes(&self.bytes, options, &mut self.scratch, &mut |audit, text| {
                collector.add(part, path, &audit, Some(text));
            });
        }));
        if let Err(panic) = audited {
            self.scratch = scratch();
            let message = panic
                .downcast_ref::<&str>()
                .map(ToString::to_string)
                .or_else(|| panic.downcast_ref::<String>().cloned())
                .unwrap_or_else(|| "a fault of the program".to_owned());
            collector.add(part, path, &file_finding(Name::InternalError, message), None);
        }
        length as u64
    }
}
