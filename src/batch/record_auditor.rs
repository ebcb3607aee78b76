//! Audits one record behind a guard, with a cache of earlier results.

use std::path::Path;
use std::sync::Arc;

use super::baseline::{Baseline, CountedFile};
use super::cache::Cache;
use super::error::ReadError;
use super::known_findings::KnownFindings;
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
    fn end_file(&self, _part: &mut Self::Part) {}

    /// Adds what was counted of a file for a baseline.
    fn add_counted(&self, _part: &mut Self::Part, _counted: CountedFile) {}

    /// Returns a part in the form that a cache keeps. Collectors of runs without a cache don't have one.
    fn save(&self, _part: Self::Part) -> Vec<u8> {
        unreachable!("the run has no cache")
    }

    /// Returns a part that a cache kept; `None` if it can't be read.
    fn load(&self, _saved: &[u8]) -> Option<Self::Part> {
        None
    }
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
    /// Findings that are known, and not reported.
    pub baseline: Option<Arc<Baseline>>,
    /// The event that the records are held against.
    pub event: Option<&'a EventCheck>,
    /// The part of the run that is worked on, if the run is divided.
    pub shard: Option<Shard>,
}

impl<'a> RunResources<'a> {
    /// The means of a run that reports every finding, without a cache, a baseline, an event or shards.
    #[must_use]
    pub fn new(new_auditor: &'a (dyn Fn() -> Auditor + Sync), unpacker: Unpacker) -> Self {
        Self {
            new_auditor,
            unpacker,
            cache: None,
            is_slow: false,
            policy: Policy::default(),
            baseline: None,
            event: None,
            shard: None,
        }
    }
}

/// A record of a source while its audits are collected.
pub(super) struct RecordRun<'a> {
    source: &'a Source,
    path: &'a Path,
    policy: &'a Policy,
    event: Option<&'a EventCheck>,
    /// `None` if a baseline lists nothing of it.
    pub known: Option<KnownFindings<'a>>,
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

    /// Starts a record. `path`: the path of the source, or of a member.
    pub fn start<'s>(&'s self, source: &'s Source, path: &'s Path) -> RecordRun<'s> {
        let baseline = self.resources.baseline.as_deref();
        RecordRun {
            source,
            path,
            policy: source.scope().map_or(&self.resources.policy, |scope| &scope.policy),
            event: self.resources.event,
            known: baseline.and_then(|baseline| KnownFindings::of(baseline, path)),
        }
    }

    /// Audits a record.
    pub fn audit(
        &self,
        auditor: &mut Auditor,
        mut record: RecordRun,
        bytes: &[u8],
        audits: &mut Audits<C::Part>,
    ) {
        self.begin(&record, Ok(bytes), audits);
        let options = self.options(record.source);
        let audited = guarded(auditor, self.resources.new_auditor, |auditor| {
            audit_bytes(bytes, options, auditor, &mut |audit, text| {
                self.add(&mut audits.part, &mut record, audit, Some(text));
            });
        });
        if let Err(panic) = audited {
            self.report(&mut record, FindingKind::InternalError, panic.to_string(), audits);
        }
        self.end(record, audits);
    }

    /// Audits a record, or returns the result of an earlier run.
    pub fn audit_cached(
        &self,
        cache: &Cache,
        auditor: &mut Auditor,
        record: RecordRun,
        bytes: &[u8],
    ) -> Audits<C::Part> {
        let mut scope =
            record.source.scope().map_or_else(String::new, |scope| scope.fingerprint.clone());
        if let Some(known) = &record.known {
            scope.push_str(&known.fingerprint());
        }
        let key = cache.key(&scope, record.path, bytes);
        if let Some(part) = cache.get(&key).and_then(|saved| self.collector.load(&saved)) {
            return Audits { part, files: 1, ..Audits::default() };
        }
        let mut audits = Audits::default();
        self.audit(auditor, record, bytes, &mut audits);
        let saved = self.collector.save(audits.part);
        cache.put(&key, &saved);
        // As the next run will find it.
        let part = self.collector.load(&saved).unwrap_or_default();
        Audits { part, files: 1, ..Audits::default() }
    }

    /// Begins a record that is read whole, or can't be read.
    fn begin(
        &self,
        record: &RecordRun,
        bytes: Result<&[u8], ReadError>,
        audits: &mut Audits<C::Part>,
    ) {
        audits.files += 1;
        let RecordRun { source, path, .. } = *record;
        let record = Record { source, path, bytes, member: 0, is_truncated: false };
        self.collector.begin_file(&mut audits.part, &record);
    }

    /// Reports a record that couldn't be read.
    pub fn failed(&self, mut record: RecordRun, error: &ReadError, audits: &mut Audits<C::Part>) {
        self.begin(&record, Err(error.clone()), audits);
        let message = match error {
            ReadError::TooLarge { .. } => format!("{error}; not audited"),
            _ => error.to_string(),
        };
        if let Some(known) = &mut record.known {
            known.was_not_audited();
        }
        self.report(&mut record, error.finding(), message, audits);
        self.end(record, audits);
    }

    /// Adds a finding about a whole file.
    pub fn report(
        &self,
        record: &mut RecordRun,
        kind: FindingKind,
        message: String,
        audits: &mut Audits<C::Part>,
    ) {
        self.add(&mut audits.part, record, FileAudit::failed(kind, message), None);
    }

    /// Adds what is reported of an audit.
    pub fn add(
        &self,
        part: &mut C::Part,
        record: &mut RecordRun,
        mut audit: FileAudit,
        text: Option<&Text>,
    ) {
        record.judge(&mut audit, text);
        self.add_judged(part, record, audit, text);
    }

    /// Adds what is reported of an audit that was held against the event and the policy.
    pub fn add_judged(
        &self,
        part: &mut C::Part,
        record: &mut RecordRun,
        mut audit: FileAudit,
        text: Option<&Text>,
    ) {
        if let Some(known) = &mut record.known {
            known.remove_from(&mut audit);
        }
        self.collector.add(part, record.path, &audit, text);
    }

    /// Ends a record that was read whole.
    fn end(&self, record: RecordRun, audits: &mut Audits<C::Part>) {
        self.end_counting(record, audits);
        self.collector.end_file(&mut audits.part);
    }

    /// Adds what was counted of a record.
    pub fn end_counting(&self, record: RecordRun, audits: &mut Audits<C::Part>) {
        let counted = record.known.and_then(|known| known.finish(record.policy, record.path));
        if let Some(counted) = counted {
            self.collector.add_counted(&mut audits.part, counted);
        }
    }
}

impl RecordRun<'_> {
    /// Holds an audit against the event, and applies the policy to it.
    pub fn judge(&self, audit: &mut FileAudit, text: Option<&Text>) {
        if let (Some(event), FileAudit::Game(game)) = (self.event, &mut *audit) {
            event.check(self.path, game, text);
        }
        self.policy.apply(self.path, audit);
    }
}
