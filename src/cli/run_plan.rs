//! What a run over records does: its options, resolved once.

use rayon::ThreadPool;

use super::audit_args::ReadingArgs;
use super::engine_args::RunEngine;
use super::inputs::Paths;
use super::threads::ThreadArgs;
use super::{Failure, interrupt, threads};
use crate::batch::{Audits, FileSelection, Policy, RunResources, Sink, Source, run};
use sgf_audit_core::archive::Unpacker;
use sgf_audit_core::audit::AuditOptions;

/// A run of `check`, `select`, `duplicates` or an embedding program over records.
pub(super) struct RunPlan {
    pub options: AuditOptions,
    pub engine: RunEngine,
    /// Which files are read, and what walks have left out so far.
    pub selection: FileSelection,
    pub unpacker: Unpacker,
    pub policy: Policy,
    threads: ThreadArgs,
}

impl RunPlan {
    pub fn new(
        reading: &ReadingArgs,
        excludes_named: bool,
        options: AuditOptions,
        policy: Policy,
        engine: RunEngine,
    ) -> Result<Self, Failure> {
        Ok(Self {
            engine,
            selection: reading.files.selection(excludes_named)?,
            unpacker: reading.archives.unpacker(options.limits.bytes),
            policy,
            threads: reading.threads,
            options,
        })
    }

    /// The plan of a run that looks at what records say, and neither judges nor estimates.
    pub fn of_reading(reading: &ReadingArgs) -> Result<Self, Failure> {
        let limits = reading.limit.into();
        let options = AuditOptions { limits, estimate: false, ..AuditOptions::default() };
        Self::new(reading, false, options, Policy::default(), RunEngine::none())
    }

    /// Returns the resources of a run without a baseline, an event or shards.
    pub fn resources(&self) -> RunResources<'_> {
        RunResources {
            is_slow: self.engine.is_some(),
            policy: self.policy.clone(),
            ..RunResources::new(|| self.engine.auditor(), self.unpacker)
        }
    }

    /// Creates the threads of the run. They include the calling one, which can't take part in two pools.
    pub fn pool(&self) -> Result<ThreadPool, Failure> {
        threads::pool(self.threads.number().or(self.engine.threads()))
    }

    /// Audits the records of the sources and passes what `sink` makes of them to `consume`, in the order of the sources. Fails
    /// with its first error, and if the run is to end or the engine has been given up.
    pub fn run<S: Sink, E: From<Failure> + Send>(
        &self,
        pool: &ThreadPool,
        sources: impl Iterator<Item = Source> + Send,
        resources: &RunResources,
        sink: &S,
        mut consume: impl FnMut(Audits<S::Part>) -> Result<(), E> + Send,
    ) -> Result<(), E> {
        pool.install(|| {
            run(sources, &self.options, resources, sink, |audits| {
                interrupt::check()?;
                self.engine.check()?;
                consume(audits)
            })
        })
    }

    /// Fails if no file was read, unless all may be excluded.
    pub fn check_found(&self, paths: &Paths, files: u64) -> Result<(), Failure> {
        match files == 0 && !self.selection.excludes_named {
            true => Err(paths.no_records(&self.selection.not_read, true)),
            false => Ok(()),
        }
    }
}
