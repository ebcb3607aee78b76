//! Audits many records on all threads, in order, each behind a guard.

use std::borrow::Cow;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::Path;
use std::sync::Arc;

use super::baseline::{Baseline, CountedFile, KnownFindings};
use super::ordered::ordered_map;
use super::policy::Policy;
use super::records::{Record, RecordHandler, RecordWorkers, for_each_record};
use super::shard::Shard;
use super::source::{ReadError, Source};
use sgf_audit_core::archive::Unpacker;
use sgf_audit_core::audit::{
    AuditOptions, Auditor, FileAudit, Finding, FindingKind, Fixes, Severity, fold,
};
use sgf_audit_core::event::{Entry, EventCheck, audit_game};
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

/// Returns what `fix` does about the findings of a game, or of a file itself, if one of them is read.
pub type FixesOf = fn(
    &SourceFile,
    Option<&SourceGame>,
    &FileAudit,
    &AuditOptions,
    &mut Auditor,
    is_read: &dyn Fn(&Finding) -> bool,
) -> Fixes;

/// Takes the audits of a run, on the threads that make them.
pub trait Sink: Sync {
    /// Accumulated output of several records, or of a part of a large one.
    type Part: Send + Default;

    /// Returns the function to ask what `fix` does, and the least severity of the findings of which that is read; `None` if
    /// nothing reads it.
    fn fixes_of(&self) -> Option<(FixesOf, Severity)> {
        None
    }

    /// Begins a record, or a part of a large one.
    fn file(&self, _part: &mut Self::Part, _record: &AuditedRecord) {}

    fn game(&self, part: &mut Self::Part, record: &AuditedRecord, game: Audited);

    /// Ends a record, once all of its games were added.
    fn end(&self, _part: &mut Self::Part, _record: &AuditedRecord) {}

    /// Returns the memory of a part in bytes, about.
    fn size(&self, part: &Self::Part) -> usize;

    /// Adds what was counted of a file for a baseline.
    fn add_counted(&self, _part: &mut Self::Part, _counted: CountedFile) {}
}

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
    /// Whether each record takes so long that threads shouldn't be given several at once.
    pub is_slow: bool,
    /// Which findings are reported, and what is different in some files.
    pub policy: Policy,
    /// Findings that are known, and not reported.
    pub baseline: Option<Arc<Baseline>>,
    /// The event that the records are compared with.
    pub event: Option<&'a EventCheck>,
    /// The part of the run that is worked on, if the run is divided.
    pub shard: Option<Shard>,
}

impl<'a> RunResources<'a> {
    /// Resources of a run that reports every finding, without a baseline, an event or shards.
    pub fn new(new_auditor: impl Fn() -> Auditor + Sync + 'a, unpacker: Unpacker) -> Self {
        Self {
            new_auditor: Box::new(new_auditor),
            unpacker,
            is_slow: false,
            policy: Policy::default(),
            baseline: None,
            event: None,
            shard: None,
        }
    }
}

/// Audits all records in the sources and passes the output of `sink` to `consume`, in the order of the sources. Returns the first
/// error of `consume`; then nothing more is audited.
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

/// Number of bytes of a large file whose games a thread audits at once.
const PART: usize = 1 << 19;

/// Maximum number of these games. A file of more games is audited in parts whatever its size.
const PART_GAMES: u32 = 100;

/// The weight of a part, so that few of them are in flight.
const PART_WEIGHT: u64 = 4;

/// Returns the games of the parts of a file.
fn parts(file: &SourceFile) -> impl Iterator<Item = RangeInclusive<u32>> {
    let mut first = 1;
    std::iter::from_fn(move || {
        let (mut last, mut size) = (first, 0);
        while last < file.games() && last - first + 1 < PART_GAMES {
            size += file.extent(last).len();
            if size >= PART {
                break;
            }
            last += 1;
        }
        let part = first..=last;
        first = last + 1;
        (*part.start() <= file.games()).then_some(part)
    })
}

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

    fn internal_error(&mut self, panic: &Panicked) -> FileAudit {
        let finding = Finding::new(FindingKind::InternalError, Span::default(), panic.to_string());
        self.of_file(vec![finding])
    }

    /// Adds a panic to what is reported of a file.
    fn add_panic(&mut self, audit: &mut FileAudit, panic: &Panicked) {
        audit.findings_mut().append(self.internal_error(panic).findings_mut());
    }
}

impl<S: Sink> RecordAuditor<'_, S> {
    fn options(&self, path: &Path) -> Cow<'_, AuditOptions> {
        self.resources.policy.options(path, self.options)
    }

    /// Whether a record is in the part of the run that is worked on.
    fn is_wanted(&self, record: &Record) -> bool {
        self.resources.shard.is_none_or(|shard| shard.has_record(record.source, record.path))
    }

    fn reporting<'s>(&'s self, record: &'s Record) -> Reporting<'s> {
        let (baseline, path) = (self.resources.baseline.as_deref(), record.path);
        let policy = &self.resources.policy;
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

    /// Audits a record in one go. Breaks, and adds nothing, if it has more games than a part.
    fn audit(&self, auditor: &mut Auditor, record: &Record, part: &mut S::Part) -> ControlFlow<()> {
        let mut reporting = self.reporting(record);
        match &record.bytes {
            Ok(bytes) => match self.read(auditor, record, bytes) {
                Ok((file, findings, fixes)) => {
                    if file.games() > PART_GAMES {
                        auditor.reuse(file);
                        return ControlFlow::Break(());
                    }
                    let audit = reporting.of_file(findings);
                    let mut audited = AuditedRecord { record, file: Some(&file), audit, fixes };
                    self.sink.file(part, &audited);
                    let games = 1..=file.games();
                    let done = self.games(auditor, &audited, games, &mut reporting, part);
                    if let Err(panic) = done {
                        reporting.add_panic(&mut audited.audit, &panic);
                    }
                    self.end(&audited, reporting, part);
                    auditor.reuse(file);
                }
                Err(panic) => {
                    let audit = reporting.internal_error(&panic);
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
        ControlFlow::Continue(())
    }

    fn read<'r>(
        &self,
        auditor: &mut Auditor,
        record: &Record,
        bytes: &'r [u8],
    ) -> Result<(SourceFile<'r>, Vec<Finding>, Fixes), Panicked> {
        let options = &*self.options(record.path);
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
            let fixes = self.fixes_of(record, &file, None, &audit, auditor);
            (file, std::mem::take(audit.findings_mut()), fixes)
        })
    }

    /// Returns what `fix` does about the findings of a game, or of a file itself, as far as that is read. Members of archives aren't
    /// fixed.
    fn fixes_of(
        &self,
        record: &Record,
        file: &SourceFile,
        game: Option<&SourceGame>,
        audit: &FileAudit,
        auditor: &mut Auditor,
    ) -> Fixes {
        match self.sink.fixes_of().filter(|_| !record.is_member()) {
            Some((fixes_of, least)) => {
                let policy = &self.resources.policy;
                let is_read = |finding: &Finding| {
                    finding.severity >= least || policy.sets_severity(finding.kind)
                };
                fixes_of(file, game, audit, &self.options(record.path), auditor, &is_read)
            }
            None => Fixes::default(),
        }
    }

    fn games(
        &self,
        auditor: &mut Auditor,
        audited: &AuditedRecord,
        games: RangeInclusive<u32>,
        reporting: &mut Reporting,
        part: &mut S::Part,
    ) -> Result<(), Panicked> {
        let options = &*self.options(audited.record.path);
        guarded(auditor, &self.resources.new_auditor, |auditor| {
            let (mut memory, mut lines) = (GameMemory::default(), LineIndex::default());
            for number in games {
                let Some(file) = audited.file else { return };
                let Some(game) = file.game(number, &mut memory) else { return };
                let (path, event) = (reporting.path, reporting.event);
                let (mut audit, entry) =
                    audit_game(event, path, &game, options, auditor, &mut lines);
                let fixes = self.fixes_of(audited.record, file, Some(&game), &audit, auditor);
                reporting.apply(&mut audit);
                let entry = entry.as_ref();
                let game = Audited { game: &game, audit: &audit, fixes: &fixes, entry };
                self.sink.game(part, audited, game);
            }
        })
    }

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
}

impl<S: Sink> RecordHandler for RecordAuditor<'_, S> {
    type Worker = Auditor;
    type Output = Vec<Audits<S::Part>>;

    fn new_worker(&self) -> Auditor {
        (self.resources.new_auditor)()
    }

    fn record(
        &self,
        auditor: &mut Auditor,
        record: &Record,
        output: &mut Self::Output,
    ) -> ControlFlow<()> {
        if !self.is_wanted(record) {
            return ControlFlow::Continue(());
        }
        if record.bytes.as_ref().is_ok_and(|bytes| bytes.len() > LARGE) {
            return ControlFlow::Break(());
        }
        if output.is_empty() {
            output.push(Audits::default());
        }
        let audits = output.last_mut().expect("it was pushed");
        self.audit(auditor, record, &mut audits.part)?;
        audits.files += 1;
        ControlFlow::Continue(())
    }

    fn size(&self, output: &Self::Output) -> usize {
        output.iter().map(|audits| self.sink.size(&audits.part)).sum()
    }

    fn max_batch(&self) -> usize {
        if self.resources.is_slow { 1 } else { usize::MAX }
    }

    fn large_from(&self) -> usize {
        LARGE
    }

    /// Audits a file of many games, part by part on all threads.
    fn large<E>(
        &self,
        record: &Record,
        workers: &RecordWorkers<Auditor>,
        consume: &mut impl FnMut(Self::Output) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut consume = |part, files| consume(vec![Audits { part, files }]);
        let mut reporting = self.reporting(record);
        let bytes = record.bytes.as_ref().map_or(&b""[..], |bytes| bytes);
        let read = workers.with(|(_, auditor)| self.read(auditor, record, bytes));
        let (file, findings, fixes) = match read {
            Ok(read) => read,
            Err(panic) => {
                let (audit, mut part) = (reporting.internal_error(&panic), S::Part::default());
                self.unread(record, audit, reporting, &mut part);
                return consume(part, 1);
            }
        };
        let audit = reporting.of_file(findings);
        let mut audited = AuditedRecord { record, file: Some(&file), audit, fixes };
        let mut panics = Vec::new();
        let work = |games, reporting: &mut Reporting| {
            workers.with(|(_, auditor)| {
                let mut part = S::Part::default();
                self.sink.file(&mut part, &audited);
                let done = self.games(auditor, &audited, games, reporting, &mut part);
                (part, done.err())
            })
        };
        if reporting.known.is_some() {
            // What is left of a baseline depends on the games before.
            for games in parts(&file) {
                let (part, panic) = work(games, &mut reporting);
                panics.extend(panic);
                consume(part, 0)?;
            }
        } else {
            ordered_map(
                |submit| _ = parts(&file).try_for_each(submit),
                |_| PART_WEIGHT,
                |games| work(games, &mut self.reporting(record)),
                |(part, panic)| {
                    panics.extend(panic);
                    consume(part, 0)
                },
            )?;
        }
        for panic in panics {
            reporting.add_panic(&mut audited.audit, &panic);
        }
        let mut part = S::Part::default();
        self.sink.file(&mut part, &audited);
        self.end(&audited, reporting, &mut part);
        consume(part, 1)
    }
}
