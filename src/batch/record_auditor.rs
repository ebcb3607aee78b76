//! Audits one record behind a guard, with a cache of earlier results.

use std::path::Path;

use super::cache::Cache;
use super::error::ReadError;
use super::policy::Policy;
use super::records::Record;
use super::shard::Shard;
use super::source::Source;
use crate::archive::Unpacker;
use crate::audit::{AuditOptions, Auditor, FileAudit, FindingKind, audit_bytes};
use crate::event::EventCheck;
use crate::guard::guarded;
use crate::sgf::Text;

/// Collects audits on the threads that make them.
pub trait Collector: Sync {
    /// The collected audits of several records.
    type Part: Send + Default;

    /// Says that the audits of a record follow.
    fn begin_file(&self, _part: &mut Self::Part, _record: &Record) {}

    /// Says that audits of a record that is read in parts follow. Only the last part has a number of files; none is ended.
    fn begin_part(&self, _part: &mut Self::Part, _source: &Source) {}

    /// Adds an audit. `text` is `None` where the record couldn't be read.
    fn add(&self, part: &mut Self::Part, path: &Path, audit: &FileAudit, text: Option<&Text>);

    /// Says that the audits of a record that was read whole are complete.
    fn end_file(&self, part: &mut Self::Part);

    /// Returns a part in the form that a cache keeps.
    fn save(&self, part: Self::Part) -> Vec<u8>;

    /// Returns a part that a cache kept; `None` if it can't be read.
    fn load(&self, saved: &[u8]) -> Option<Self::Part>;
}

/// Several records that were audited.
#[derive(Debug, Default)]
pub struct Audits<P> {
    /// Their audits, as the collector keeps them.
    pub part: P,
    /// Number of records; a large file counts with its last part.
    pub files: u64,
    /// Their place in a run that is divided into [shards](RunResources::shard): the number of the source, and that of the
    /// member of an archive.
    pub place: (u64, u64),
}

/// The means of a run.
pub struct RunResources<'a> {
    /// Creates the auditor of a thread.
    pub new_auditor: &'a (dyn Fn() -> Auditor + Sync),
    /// Opens archives.
    pub unpacker: Unpacker,
    /// Results of earlier runs.
    pub cache: Option<Cache>,
    /// Whether each record takes so long that threads shouldn't be given several at once.
    pub is_slow: bool,
    /// Which findings are reported of records that have no scope of their own.
    pub policy: Policy,
    /// The event that the records are held against.
    pub event: Option<&'a EventCheck>,
    /// The part of the run that is worked on, if the run is divided.
    pub shard: Option<Shard>,
}

/// Audits records for a collector. Each is, or is a member of, a source, whose scope applies to it.
pub(super) struct RecordAuditor<'a, C> {
    pub options: &'a AuditOptions,
    pub resources: &'a RunResources<'a>,
    pub collector: &'a C,
}

impl<C: Collector> RecordAuditor<'_, C> {
    /// How the games of a source are audited.
    pub fn options<'s>(&'s self, source: &'s Source) -> &'s AuditOptions {
        source.scope().map_or(self.options, |scope| &scope.options)
    }

    /// Whether a record is in the part of the run that is worked on.
    pub fn is_wanted(&self, source: &Source, path: &Path) -> bool {
        self.resources.shard.is_none_or(|shard| shard.has_record(source, path))
    }

    /// Audits a record.
    pub fn audit(
        &self,
        auditor: &mut Auditor,
        source: &Source,
        path: &Path,
        bytes: &[u8],
        audits: &mut Audits<C::Part>,
    ) {
        audits.files += 1;
        let record = Record { source, path, bytes: Ok(bytes), member: 0, is_truncated: false };
        self.collector.begin_file(&mut audits.part, &record);
        let audited = guarded(auditor, self.resources.new_auditor, |auditor| {
            audit_bytes(bytes, self.options(source), auditor, &mut |audit, text| {
                self.add(&mut audits.part, source, path, audit, Some(text));
            });
        });
        if let Err(panic) = audited {
            let message = panic.to_string();
            self.report(source, path, FindingKind::InternalError, message, &mut audits.part);
        }
        self.collector.end_file(&mut audits.part);
    }

    /// Audits a record, or returns the result of an earlier run.
    pub fn audit_cached(
        &self,
        cache: &Cache,
        auditor: &mut Auditor,
        source: &Source,
        bytes: &[u8],
    ) -> Audits<C::Part> {
        let path = source.path();
        let scope = source.scope().map_or("", |scope| &scope.fingerprint);
        let key = cache.key(scope, path, bytes);
        if let Some(part) = cache.get(&key).and_then(|saved| self.collector.load(&saved)) {
            return Audits { part, files: 1, ..Audits::default() };
        }
        let mut audits = Audits::default();
        self.audit(auditor, source, path, bytes, &mut audits);
        let saved = self.collector.save(audits.part);
        cache.put(&key, &saved);
        // As the next run will find it.
        let part = self.collector.load(&saved).unwrap_or_default();
        Audits { part, files: 1, ..Audits::default() }
    }

    /// Reports a record that couldn't be read.
    pub fn failed(
        &self,
        source: &Source,
        path: &Path,
        error: &ReadError,
        audits: &mut Audits<C::Part>,
    ) {
        audits.files += 1;
        let record =
            Record { source, path, bytes: Err(error.clone()), member: 0, is_truncated: false };
        self.collector.begin_file(&mut audits.part, &record);
        let message = match error {
            ReadError::TooLarge { .. } => format!("{error}; not audited"),
            _ => error.to_string(),
        };
        self.report(source, path, error.finding(), message, &mut audits.part);
        self.collector.end_file(&mut audits.part);
    }

    /// Adds a finding about a whole file.
    pub fn report(
        &self,
        source: &Source,
        path: &Path,
        kind: FindingKind,
        message: String,
        part: &mut C::Part,
    ) {
        self.add(part, source, path, FileAudit::failed(kind, message), None);
    }

    /// Adds what is reported of an audit.
    pub fn add(
        &self,
        part: &mut C::Part,
        source: &Source,
        path: &Path,
        mut audit: FileAudit,
        text: Option<&Text>,
    ) {
        if let (Some(event), FileAudit::Game(game)) = (self.resources.event, &mut audit) {
            event.check(path, game, text);
        }
        let policy = source.scope().map_or(&self.resources.policy, |scope| &scope.policy);
        policy.apply(path, &mut audit);
        self.collector.add(part, path, &audit, text);
    }
}
