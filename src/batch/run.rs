//! Audits many records on all threads, in order, each behind a guard, with a cache of earlier results.

use std::io;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use super::baseline::{Baseline, CountedFile, KnownFindings};
use super::cache::Cache;
use super::file_parts::{FileParts, Part, ScannedParts};
use super::ordered::ordered_map;
use super::policy::Policy;
use super::records::{Record, RecordHandler, RecordWorkers, for_each_record};
use super::shard::Shard;
use super::source::{ReadError, Source};
use sgf_audit_core::archive::Unpacker;
use sgf_audit_core::audit::{AuditOptions, Auditor, FileAudit, Finding, FindingKind, Fixes, fold};
use sgf_audit_core::event::{Entry, EventCheck};
use sgf_audit_core::fix::Fix;
use sgf_audit_core::formats::read;
use sgf_audit_core::guard::{Panicked, guarded};
use sgf_audit_core::sgf::{GameMemory, LineIndex, SourceFile, SourceGame, Span};

/// A record of a run, and what is known of it before its first game is audited.
#[derive(Debug)]
pub struct AuditedRecord<'a> {
    pub record: &'a Record<'a>,
    /// The file; `None` if it couldn't be read.
    pub file: Option<&'a SourceFile<'a>>,
    /// The reported findings of the file itself. [`Sink::end`] also gets findings that only the audit of its games shows.
    pub audit: FileAudit,
    /// What `fix` does about them.
    pub fixes: Fixes,
}

#[derive(Clone, Copy, Debug)]
pub struct Audited<'a> {
    pub game: &'a SourceGame<'a>,
    /// Its audit. If the game isn't Go, its findings.
    pub audit: &'a FileAudit,
    /// What `fix` does about its findings.
    pub fixes: &'a Fixes,
    /// What the run keeps of it for its event, if it is of one.
    pub entry: Option<&'a Entry>,
}

/// Returns what `fix` does about the findings of a game, or of a file itself.
pub type FixesOf =
    fn(&SourceFile, Option<&SourceGame>, &FileAudit, &AuditOptions, &mut Auditor) -> Fixes;

/// Takes the audits of a run, on the threads that make them.
pub trait Sink: Sync {
    /// Accumulated output of several records, or of a part of a large one.
    type Part: Send + Default;

    /// Returns the function to ask what `fix` does, if something reads that.
    fn fixes_of(&self) -> Option<FixesOf> {
        None
    }

    /// Begins a record, or a part of a large one.
    fn file(&self, _part: &mut Self::Part, _record: &AuditedRecord) {}

    fn game(&self, part: &mut Self::Part, record: &AuditedRecord, game: Audited);

    /// Ends a record, once all of its games were added.
    fn end(&self, _part: &mut Self::Part, _record: &AuditedRecord) {}

    /// Adds what was counted of a file for a baseline.
    fn add_counted(&self, _part: &mut Self::Part, _counted: CountedFile) {}

    /// Returns a part in the form that a cache keeps. Sinks of runs without a cache don't have one.
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
    /// Their audits, as the sink keeps them.
    pub part: P,
    /// Number of records; a large file counts with its last part.
    pub files: u64,
}

/// Resources shared by all threads of a run.
pub struct RunResources<'a> {
    /// Creates the auditor of a thread.
    pub new_auditor: Box<dyn Fn() -> Auditor + Sync + 'a>,
    pub unpacker: Unpacker,
    /// Results of earlier runs.
    pub cache: Option<Cache>,
    /// Whether each record takes so long that threads shouldn't be given several at once.
    pub is_slow: bool,
    /// The policy for records without a scope of their own.
    pub policy: Policy,
    /// Findings that are known, and not reported.
    pub baseline: Option<Arc<Baseline>>,
    /// The event that the records are compared with.
    pub event: Option<&'a EventCheck>,
    /// The part of the run that is worked on, if the run is divided.
    pub shard: Option<Shard>,
}

impl<'a> RunResources<'a> {
    /// Resources of a run that reports every finding, without a cache, a baseline, an event or shards.
    pub fn new(new_auditor: impl Fn() -> Auditor + Sync + 'a, unpacker: Unpacker) -> Self {
        Self {
            new_auditor: Box::new(new_auditor),
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

/// Audits all records in the sources and passes the output of `sink` to `consume`, in the order of the sources. `options`
/// and the policy of `resources` apply to records without a scope of their own. Returns the first error of `consume`;
/// then nothing more is audited.
pub fn run<S: Sink, E>(
    sources: impl Iterator<Item = Source>,
    options: &AuditOptions,
    resources: &RunResources,
    sink: &S,
    mut consume: impl FnMut(Audits<S::Part>) -> Result<(), E>,
) -> Result<(), E> {
    let run = RecordAuditor { options, resources, sink };
    for_each_record(sources, &resources.unpacker, &run, |audits: Vec<_>| {
        audits.into_iter().try_for_each(&mut consume)
    })
}

/// Files of more bytes are audited by all threads.
const LARGE: usize = 1 << 22;

struct RecordAuditor<'a, S> {
    options: &'a AuditOptions,
    resources: &'a RunResources<'a>,
    sink: &'a S,
}

/// How the findings of one record are reported.
struct Reporting<'a> {
    path: &'a Path,
    policy: &'a Policy,
    event: Option<&'a EventCheck>,
    /// `None` if a baseline lists nothing of the record.
    known: Option<KnownFindings<'a>>,
}

impl Reporting<'_> {
    /// Leaves what is reported of an audit.
    fn apply(&mut self, audit: &mut FileAudit) {
        self.policy.apply(self.path, audit);
        if let Some(known) = &mut self.known {
            known.remove_from(audit);
        }
        fold(audit.findings_mut());
    }

    /// Returns what is reported of findings about the file.
    fn of_file(&mut self, findings: Vec<Finding>) -> FileAudit {
        let mut audit = FileAudit::of_file(findings);
        self.apply(&mut audit);
        audit
    }

    /// Adds to what is reported of a file.
    fn add(&mut self, audit: &mut FileAudit, finding: Finding) {
        audit.findings_mut().append(self.of_file(vec![finding]).findings_mut());
    }
}

impl<S: Sink> RecordAuditor<'_, S> {
    /// How the games of a source are audited.
    fn options<'s>(&'s self, source: &'s Source) -> &'s AuditOptions {
        source.scope().map_or(self.options, |scope| &scope.options)
    }

    /// Whether a record is in the part of the run that is worked on.
    fn is_wanted(&self, record: &Record) -> bool {
        self.resources.shard.is_none_or(|shard| shard.has_record(record.source, record.path))
    }

    fn reporting<'s>(&'s self, record: &'s Record) -> Reporting<'s> {
        let (baseline, path) = (self.resources.baseline.as_deref(), record.path);
        let policy = record.source.scope().map_or(&self.resources.policy, |scope| &scope.policy);
        policy.note(path);
        Reporting {
            path,
            policy,
            event: self.resources.event,
            known: baseline.and_then(|baseline| match &record.bytes {
                Ok(bytes) => KnownFindings::of_content(baseline, path, bytes),
                Err(_) => KnownFindings::new(baseline, path),
            }),
        }
    }

    fn audit(
        &self,
        auditor: &mut Auditor,
        record: &Record,
        mut reporting: Reporting,
        part: &mut S::Part,
    ) {
        match &record.bytes {
            Ok(bytes) => match self.read(auditor, record, bytes) {
                Ok((file, findings, fixes)) => {
                    let audit = reporting.of_file(findings);
                    let mut audited = AuditedRecord { record, file: Some(&file), audit, fixes };
                    self.sink.file(part, &audited);
                    let games = 1..=file.games();
                    let lines = LineIndex::default();
                    let done = self.games(auditor, &audited, games, lines, &mut reporting, part);
                    if let Err(panic) = done {
                        reporting.add(&mut audited.audit, internal_error(&panic));
                    }
                    self.end(&audited, reporting, part);
                    auditor.reuse(file);
                }
                Err(panic) => {
                    let audit = reporting.of_file(vec![internal_error(&panic)]);
                    self.unread(record, audit, reporting, part);
                }
            },
            Err(error) => {
                let message = match error {
                    ReadError::TooLarge { .. } => format!("{error}; not audited"),
                    _ => error.to_string(),
                };
                if let Some(known) = &mut reporting.known {
                    known.was_not_audited();
                }
                let finding = Finding::new(error.finding(), Span::default(), message);
                let audit = reporting.of_file(vec![finding]);
                self.unread(record, audit, reporting, part);
            }
        }
    }

    fn read<'r>(
        &self,
        auditor: &mut Auditor,
        record: &Record,
        bytes: &'r [u8],
    ) -> Result<(SourceFile<'r>, Vec<Finding>, Fixes), Panicked> {
        let options = self.options(record.source);
        guarded(auditor, &self.resources.new_auditor, |auditor| {
            let (file, mut findings) = auditor.read_file(read(bytes), options);
            // Whoever made a link isn't shown what it leads to.
            if file.games() == 0 && record.source.leads_out() {
                let not_sgf = findings.iter_mut().find(|it| it.kind == FindingKind::NotSgf);
                if let Some(finding) = not_sgf {
                    finding.message = "no game tree, in a file outside the directory".to_owned();
                }
            }
            let mut audit = FileAudit::of_file(findings);
            let fixes = match self.fixes_of(record) {
                Some(fixes_of) => fixes_of(&file, None, &audit, options, auditor),
                None => Fixes::default(),
            };
            (file, std::mem::take(audit.findings_mut()), fixes)
        })
    }

    /// Returns the function to ask what `fix` does about a record. Members of archives aren't fixed.
    fn fixes_of(&self, record: &Record) -> Option<FixesOf> {
        self.sink.fixes_of().filter(|_| !record.is_member())
    }

    fn games(
        &self,
        auditor: &mut Auditor,
        audited: &AuditedRecord,
        games: RangeInclusive<u32>,
        mut lines: LineIndex,
        reporting: &mut Reporting,
        part: &mut S::Part,
    ) -> Result<(), Panicked> {
        let options = self.options(audited.record.source);
        guarded(auditor, &self.resources.new_auditor, |auditor| {
            let mut memory = GameMemory::default();
            for number in games {
                let Some(file) = audited.file else { return };
                let Some(game) = file.game(number, &mut memory) else { return };
                let mut audit = auditor.audit_game(&game, options, &mut lines);
                let (path, event) = (reporting.path, reporting.event);
                let matched =
                    event.and_then(|event| event.judge(path, &game, &mut audit, options, auditor));
                let fixes = match self.fixes_of(audited.record) {
                    Some(fixes_of) => fixes_of(file, Some(&game), &audit, options, auditor),
                    None => Fixes::default(),
                };
                let entry = match (event.zip(matched), &mut audit) {
                    (Some((event, matched)), FileAudit::Game(audit)) => {
                        Some(event.check(path, audit, Some(&game.text), matched))
                    }
                    _ => None,
                };
                reporting.apply(&mut audit);
                let entry = entry.as_ref();
                let game = Audited { game: &game, audit: &audit, fixes: &fixes, entry };
                self.sink.game(part, audited, game);
            }
        })
    }

    /// Adds a record that can't be read.
    fn unread(&self, record: &Record, audit: FileAudit, reporting: Reporting, part: &mut S::Part) {
        let audited = AuditedRecord { record, file: None, audit, fixes: Fixes::default() };
        self.sink.file(part, &audited);
        self.end(&audited, reporting, part);
    }

    fn end(&self, audited: &AuditedRecord, reporting: Reporting, part: &mut S::Part) {
        self.sink.end(part, audited);
        let Reporting { path, policy, known, .. } = reporting;
        if let Some(counted) = known.and_then(|known| known.finish(policy, path)) {
            self.sink.add_counted(part, counted);
        }
    }

    /// Audits a record, or returns the result of an earlier run.
    fn audit_cached(&self, cache: &Cache, auditor: &mut Auditor, record: &Record) -> S::Part {
        let reporting = self.reporting(record);
        let mut scope =
            record.source.scope().map_or_else(String::new, |scope| scope.fingerprint.clone());
        if let Some(known) = &reporting.known {
            scope.push_str(&known.fingerprint());
        }
        // A member can't be fixed where it is. A file may have its path.
        if record.is_member() {
            scope.push_str("\nmember");
        }
        let bytes = record.bytes.as_deref().unwrap_or_default();
        let key = cache.key(&scope, record.path, bytes);
        if let Some(part) = cache.get(&key).and_then(|saved| self.sink.load(&saved)) {
            return part;
        }
        let mut part = S::Part::default();
        self.audit(auditor, record, reporting, &mut part);
        let saved = self.sink.save(part);
        cache.put(&key, &saved);
        // As the next run will find it.
        self.sink.load(&saved).unwrap_or_default()
    }
}

impl<S: Sink> RecordHandler for RecordAuditor<'_, S> {
    type Worker = Auditor;
    type Output = Vec<Audits<S::Part>>;

    fn new_worker(&self) -> Auditor {
        (self.resources.new_auditor)()
    }

    fn record(&self, auditor: &mut Auditor, record: Record, output: &mut Self::Output) {
        if !self.is_wanted(&record) {
            return;
        }
        let is_cached = record.bytes.is_ok();
        if let Some(cache) = self.resources.cache.as_ref().filter(|_| is_cached) {
            let part = self.audit_cached(cache, auditor, &record);
            return output.push(Audits { part, files: 1 });
        }
        if output.is_empty() {
            output.push(Audits::default());
        }
        let audits = output.last_mut().expect("it was pushed");
        self.audit(auditor, &record, self.reporting(&record), &mut audits.part);
        audits.files += 1;
    }

    /// The output of a file is small.
    fn weight(&self, _: &Source) -> u64 {
        0
    }

    fn max_batch(&self) -> usize {
        if self.resources.is_slow { 1 } else { usize::MAX }
    }

    fn large_from(&self) -> usize {
        LARGE
    }

    /// Audits a large file, part by part on all threads.
    fn large<E>(
        &self,
        record: Record,
        workers: &RecordWorkers<Auditor>,
        consume: &mut impl FnMut(Self::Output) -> Result<(), E>,
    ) -> Result<(), E> {
        if !self.is_wanted(&record) {
            return Ok(());
        }
        let mut consume = |part, files| consume(vec![Audits { part, files }]);
        let mut reporting = self.reporting(&record);
        let read = match &record.bytes {
            // The rest of a baseline depends on the games before.
            Ok(bytes) if reporting.known.is_none() => {
                let (record, bytes) = (&record, *bytes);
                workers.with(|(_, auditor)| self.read(auditor, record, bytes)).ok()
            }
            _ => None,
        };
        let Some((file, findings, fixes)) = read else {
            let mut part = S::Part::default();
            workers.with(|(_, auditor)| self.audit(auditor, &record, reporting, &mut part));
            return consume(part, 1);
        };
        let audit = reporting.of_file(findings);
        let audited = AuditedRecord { record: &record, file: Some(&file), audit, fixes };
        self.all_parts(audited, reporting, Part::all_of(&file), None, workers, &mut consume)
    }

    fn parts<E>(
        &self,
        source: &Source,
        limit: u32,
        workers: &RecordWorkers<Auditor>,
        consume: &mut impl FnMut(Self::Output) -> Result<(), E>,
    ) -> Result<bool, E> {
        let record = |bytes| {
            let path = source.path();
            Record { source, path, bytes: Ok(bytes), member: 0, is_truncated: false }
        };
        // What is left of a baseline depends on the games before.
        if self.resources.baseline.is_some() {
            return Ok(false);
        }
        if !self.is_wanted(&record(b"")) {
            return Ok(true);
        }
        let options = self.options(source);
        let Ok(Some(parts)) = FileParts::open(source.path(), limit) else { return Ok(false) };
        let new_auditor = &*self.resources.new_auditor;
        let scanned = workers.with(|(_, auditor)| {
            guarded(auditor, new_auditor, |auditor| parts.scan(auditor, options))
        });
        let Ok(Ok(Some(ScannedParts { reading, text, bytes, parts: all }))) = scanned else {
            return Ok(false);
        };
        let read = workers.with(|(_, auditor)| {
            guarded(auditor, new_auditor, |_| reading.finish(text.of_part(&bytes)))
        });
        let Ok((file, findings)) = read else { return Ok(false) };
        let record = record(file.text().bytes());
        // A fix of the file may change any part of it.
        let is_fixable = |finding: &Finding| Fix::class_of(finding.kind).is_some();
        let says_fixes = self.fixes_of(&record).is_some();
        if file.games() == 0 || says_fixes && findings.iter().any(is_fixable) {
            return Ok(false);
        }
        let mut reporting = self.reporting(&record);
        let audit = reporting.of_file(findings);
        let audited =
            AuditedRecord { record: &record, file: Some(&file), audit, fixes: Fixes::default() };
        let mut consume = |part, files| consume(vec![Audits { part, files }]);
        self.all_parts(audited, reporting, all, Some(&parts), workers, &mut consume)?;
        Ok(true)
    }
}

impl<S: Sink> RecordAuditor<'_, S> {
    /// Audits the games of a file part by part on all threads. If the file isn't held, each part is read from `source`.
    fn all_parts<E>(
        &self,
        mut audited: AuditedRecord,
        mut reporting: Reporting,
        parts: Vec<Part>,
        source: Option<&FileParts>,
        workers: &RecordWorkers<Auditor>,
        consume: &mut impl FnMut(S::Part, u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut failures = Vec::new();
        let work = |part: Part| {
            workers.with(|(_, auditor)| {
                let (Some(source), Some(file)) = (source, audited.file) else {
                    return self.part(auditor, &audited, part.games);
                };
                let bytes = match source.read_part(file, &part) {
                    Ok(bytes) => bytes,
                    Err(error) => return (S::Part::default(), Some(unreadable(&error))),
                };
                let (file, fixes) = (file.with_part(&bytes), Fixes::default());
                let record = Record { bytes: Ok(&bytes), ..audited.record.clone() };
                let audit = audited.audit.clone();
                let audited = AuditedRecord { record: &record, file: Some(&file), audit, fixes };
                self.part(auditor, &audited, part.games)
            })
        };
        ordered_map(
            |submit| _ = parts.into_iter().try_for_each(submit),
            |_| 1,
            work,
            |(part, failure)| {
                failures.extend(failure);
                consume(part, 0)
            },
        )?;
        failures.extend(
            source.and_then(|source| source.check_unchanged().err()).as_ref().map(unreadable),
        );
        for failure in failures {
            reporting.add(&mut audited.audit, failure);
        }
        let mut part = S::Part::default();
        self.sink.file(&mut part, &audited);
        self.end(&audited, reporting, &mut part);
        consume(part, 1)
    }

    /// Audits some games of a file. Returns the failure too, if there is one.
    fn part(
        &self,
        auditor: &mut Auditor,
        audited: &AuditedRecord,
        games: RangeInclusive<u32>,
    ) -> (S::Part, Option<Finding>) {
        let mut part = S::Part::default();
        self.sink.file(&mut part, audited);
        let mut reporting = self.reporting(audited.record);
        let lines = LineIndex::default();
        let done = self.games(auditor, audited, games, lines, &mut reporting, &mut part);
        (part, done.err().as_ref().map(internal_error))
    }
}

fn internal_error(panic: &Panicked) -> Finding {
    Finding::new(FindingKind::InternalError, Span::default(), panic.to_string())
}

/// The finding about a part of a file that can't be read.
fn unreadable(error: &io::Error) -> Finding {
    Finding::new(FindingKind::Unreadable, Span::default(), error.to_string())
}
