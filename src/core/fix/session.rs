//! Fixes the games of a file one by one, then the file itself. Each step is verified.

use std::collections::HashSet;

use super::catalog::{Fix, Options, Selection};
use super::edit::EditHistory;
use super::repair::{Repair, Repaired};
use super::version::{Rejection, Version, count_errors, fix_options};
use crate::audit::{AuditOptions, Auditor, FileAudit, Finding, FindingKind, Fixes, Safety};
use crate::formats::read;
use crate::score::Evidence;
use crate::sgf::{GameMemory, LineIndex, SourceFile, SourceGame, Text};

/// A finding and the game that it is about.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GameFinding {
    /// Number of the game in its file, 0 for the file.
    pub game: u32,
    pub finding: Finding,
}

/// A finding that could be fixed but isn't.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NotFixed {
    /// The finding, located in the original file.
    pub found: GameFinding,
    pub reason: Rejection,
}

#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Fixed {
    /// The finding, located in the original file.
    pub found: GameFinding,
    /// The class of fixes that has to be selected for it.
    pub safety: Safety,
}

#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct FixedRecord {
    /// The fixed file; `None` if nothing was fixed.
    pub bytes: Option<Vec<u8>>,
    /// The findings of the original file that were fixed.
    pub fixed: Vec<Fixed>,
    /// Findings that could be fixed, but not without another change.
    pub not_fixed: Vec<NotFixed>,
    /// Number of findings of severity `error` that are left.
    pub errors: usize,
    /// Number of unfixable findings of the kinds selected by name.
    pub unfixable: usize,
    /// Number of findings that only classes of fixes that aren't selected would fix.
    pub beyond_class: usize,
    /// The steps from the original to `bytes`.
    pub history: EditHistory,
}

const MAX_RUNS: usize = 3;

/// Maximum number of findings of a game that is fixed. Each takes some 3 kB while its fix is verified.
const MAX_FIXED: u64 = 100_000;

/// Maximum number of findings of a game whose findings are marked. `check` reads hostile files, so its memory is to be bounded more
/// strictly.
const MAX_MARKED: u64 = 4_000;

/// Fixes a record. Nothing is written.
///
/// ```
/// use sgf_audit_core::fix::{Options, Safety, Selection, fix_bytes};
///
/// let options = Options::new(Selection::UpTo(Safety::Safe));
/// let record = fix_bytes(b"(;FF[4]SZ[9x9]RE[b+r];B[ee];W[ ])", &options);
/// assert_eq!(record.bytes.as_deref(), Some(&b"(;FF[4]SZ[9]RE[B+R];B[ee];W[])"[..]));
/// ```
pub fn fix_bytes(bytes: &[u8], options: &Options) -> FixedRecord {
    fix_bytes_with(bytes, options, &mut Auditor::new())
}

/// Fixes a record as [`fix_bytes`] does, with memory that is reused for many records.
pub fn fix_bytes_with(bytes: &[u8], options: &Options, auditor: &mut Auditor) -> FixedRecord {
    let mut record = fix_once(bytes, options, None, auditor);
    // Parts that are read differently after a fix may have other findings.
    for _ in 0..MAX_RUNS {
        let Some(current) = record.bytes.as_ref() else { break };
        let next = fix_once(current, options, None, auditor);
        let Some(bytes) = next.bytes else { break };
        let place = |found: &GameFinding| (found.finding.kind, found.finding.span.start);
        let original = |(kind, at)| (kind, record.history.nearest_original(at as usize) as u32);
        let done: HashSet<_> = next.fixed.iter().map(|it| original(place(&it.found))).collect();
        record.not_fixed.retain(|left| !done.contains(&place(&left.found)));
        record.bytes = Some(bytes);
        record.errors = next.errors;
        record.history = record.history.followed_by(next.history);
    }
    record.bytes = record.bytes.filter(|new| new != bytes);
    record
}

/// Fixes the games, unless they are refused, and then the file.
fn fix_once(
    bytes: &[u8],
    options: &Options,
    refused_games: Option<Rejection>,
    auditor: &mut Auditor,
) -> FixedRecord {
    let audit = fix_options(&options.audit);
    let text = read(bytes);
    // Findings about another format don't refer to SGF.
    let is_sgf = !text.is_converted() && text.no_record().is_none();
    let is_decoded = text.is_decoded();
    let decoded = if is_sgf && is_decoded { text.as_utf_8() } else { text.clone() };
    let (file, of_file) = auditor.read_file(decoded.clone(), &audit);
    let refused = match is_decoded {
        true => Some(Rejection::NotEditable),
        false => file.has_conflict().then_some(Rejection::MergeConflict),
    };
    let refused_for = |findings: &[Finding]| {
        refused.or((count(findings) > MAX_FIXED).then_some(Rejection::TooManyFindings))
    };
    let mut record = FixedRecord::default();
    let mut edited: Vec<u8> = Vec::new();
    // Up to here, the original is in `edited`.
    let mut copied = 0;
    // Where the extents of the games begin in `edited`.
    let mut starts = Vec::new();
    let (mut memory, mut lines) = (GameMemory::default(), LineIndex::default());
    for number in 1..=file.games() {
        let Some(game) = file.game(number, &mut memory) else { break };
        let findings = auditor.audit_game(&game, &audit, &mut lines);
        let original = Version::of_game(&file, &game, &findings);
        if !is_sgf {
            record.errors += count_errors(original.findings());
            continue;
        }
        let refused = refused_for(original.findings()).or(refused_games);
        let repair = Repair::new(options, &audit, auditor, refused, original).run();
        starts.push(edited.len() + file.extent(number).start - copied);
        if let Some(bytes) = &repair.bytes {
            let kept = edited.len();
            edited.extend_from_slice(&file.text().bytes()[copied..original.base as usize]);
            record.history.push_part(kept, copied, edited.len(), &repair.history);
            edited.extend_from_slice(bytes);
            copied = original.base as usize + original.bytes().len();
        }
        record.add(number, original.findings(), repair, options);
    }
    let mut new = None;
    if is_sgf {
        let on_original = Version::of_file(&file, &of_file);
        let refused = refused_for(&of_file);
        let mut repair = Repair::new(options, &audit, auditor, refused, on_original).run();
        new = repair.bytes.take();
        if copied > 0 {
            record.history.push_part(edited.len(), copied, 0, &EditHistory::default());
            edited.extend_from_slice(&file.text().bytes()[copied..]);
            let (joined, left) = auditor.read_file(Text::owned(edited), &audit);
            let changed = match joined.has_games_at(&starts) {
                false => Some(Rejection::Games),
                true => (!file.text().is_ascii() && !joined.is_decoded_as(&file))
                    .then_some(Rejection::Charset),
            };
            if changed.is_some() {
                return fix_once(bytes, options, changed, auditor);
            }
            let joined = Version::of_file(&joined, &left);
            new = Some(repair_again(joined, &of_file, &mut repair, options, &audit, auditor));
        }
        let of_file_itself = std::mem::take(&mut repair.history);
        record.history = std::mem::take(&mut record.history).followed_by(of_file_itself);
        record.add(0, &of_file, repair, options);
    } else {
        record.errors += count_errors(&of_file);
    }
    record.bytes = new.filter(|new| new != bytes);
    let position = |fault: &GameFinding| (fault.finding.span.start, fault.finding.kind);
    record.fixed.sort_by_key(|fixed| position(&fixed.found));
    record.not_fixed.sort_by_key(|not_fixed| position(&not_fixed.found));
    record
}

/// Fixes in a file whose games were fixed what could be fixed in the original. Returns the bytes.
fn repair_again(
    joined: Version,
    of_file: &[Finding],
    repair: &mut Repaired,
    options: &Options,
    audit: &AuditOptions,
    auditor: &mut Auditor,
) -> Vec<u8> {
    let left = joined.findings();
    let selected = |class| options.selection.reaches(class);
    let again = Repair::new(options, audit, auditor, None, joined).run();
    let is_fixed = |kind| {
        again.fixed.keys().any(|index| left[*index].kind == kind)
            || left.iter().all(|finding| finding.kind != kind)
    };
    repair.fixed.retain(|index, class| !selected(*class) || is_fixed(of_file[*index].kind));
    (repair.errors, repair.history) = (again.errors, again.history);
    again.bytes.unwrap_or_else(|| joined.bytes().to_vec())
}

impl FixedRecord {
    /// Adds the result of a game, or of the file as game 0.
    fn add(&mut self, game: u32, findings: &[Finding], repair: Repaired, options: &Options) {
        self.errors += repair.errors;
        let selected = |kind| match &options.selection {
            Selection::UpTo(_) => false,
            Selection::Kinds(kinds) => kinds.contains(&kind) && !options.ignored.contains(&kind),
        };
        let open = findings.iter().filter(|finding| selected(finding.kind)).count();
        let (mut fixed, rejected) = (0, repair.not_fixed.len());
        for (index, safety) in repair.fixed {
            if options.selection.reaches(safety) {
                fixed += 1;
                let found = GameFinding { game, finding: findings[index].clone() };
                self.fixed.push(Fixed { found, safety });
            } else {
                self.beyond_class += 1;
            }
        }
        self.unfixable += open.saturating_sub(fixed + rejected);
        self.not_fixed.extend(repair.not_fixed.into_iter().map(|(finding, reason)| {
            let found = GameFinding { game, finding };
            NotFixed { found, reason }
        }));
    }
}

fn count(findings: &[Finding]) -> u64 {
    findings.iter().map(|finding| 1 + u64::from(finding.more)).sum()
}

/// Returns what `fix` does about each finding of a game, or of a file itself without a game, unless none with a fix is read.
/// `options` are the audit's.
pub fn fixes_of(
    file: &SourceFile,
    game: Option<&SourceGame>,
    audit: &FileAudit,
    options: &AuditOptions,
    auditor: &mut Auditor,
    is_read: &dyn Fn(&Finding) -> bool,
) -> Fixes {
    let text = file.text();
    let may_be_fixable =
        |finding: &Finding| is_read(finding) && Fix::class_of(finding.kind).is_some();
    if text.is_decoded()
        || text.is_converted()
        || !audit.findings().iter().any(may_be_fixable)
        || file.has_conflict()
        || count(audit.findings()) > MAX_MARKED
    {
        return Fixes::default();
    }
    // `fix` asks no event and no referee, and knows the findings that aren't listed.
    let (dead, is_by_event) = match audit {
        FileAudit::Game(audit) => (audit.dead.as_ref(), audit.is_by_event()),
        FileAudit::Findings { .. } => (None, false),
    };
    let is_stated = is_by_event || dead.is_some_and(|dead| dead.source == Evidence::Stated);
    let has_more = audit.findings().iter().any(|finding| finding.more > 0);
    let is_estimated = options.estimate && !auditor.has_judge();
    let is_aided = is_stated || dead.is_some() && (options.estimate || auditor.has_judge());
    let shown = (is_estimated && !is_stated && !has_more).then_some(audit);
    let selection = Selection::UpTo(Safety::Judgement);
    let audited = fix_options(options);
    let options = Options { audit: options.clone(), selection, ignored: Vec::new() };
    auditor.without_judge(|auditor| {
        let own = (is_aided || has_more).then(|| match game {
            Some(game) => auditor.audit_game(game, &audited, &mut LineIndex::default()),
            None => FileAudit::of_file(auditor.read_file(text.clone(), &audited).1),
        });
        let all = own.as_ref().unwrap_or(audit);
        let version = match game {
            Some(game) => Version::of_game(file, game, all),
            None => Version::of_file(file, all.findings()),
        };
        let read = audit.findings().iter().filter(|finding| may_be_fixable(finding));
        let read: Vec<FindingKind> = read.map(|finding| finding.kind).collect();
        let mut repair = Repair::new(&options, &audited, auditor, None, version);
        (repair.wanted, repair.shown) = (Some(&read[..]), shown);
        let fixed = repair.run().fixed;
        let key = |finding: &Finding| (finding.span.start, finding.kind);
        // Both lists are in this order.
        let mut others = all.findings().iter().enumerate().peekable();
        let class_of = |finding| {
            while others.next_if(|(_, other)| key(other) < key(finding)).is_some() {}
            let (index, _) = others.next_if(|(_, other)| key(other) == key(finding))?;
            fixed.get(&index).copied()
        };
        audit.findings().iter().map(class_of).collect()
    })
}
