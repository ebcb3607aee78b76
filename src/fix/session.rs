//! Fixes the games of a file one by one, then the file itself. Each step is verified.

use std::collections::{BTreeMap, HashMap, VecDeque};

use super::catalog::{FIXES, Fix, Selection};
use super::context::{FileContext, GameContext};
use super::edit::{Edit, EditHistory, EditSet, JoinedSteps, StepMap};
use super::verify::{MayChange, Step, verify};
use super::version::{Edited, Rejection, Version, count_errors, fix_options};
use crate::audit::{AuditOptions, Auditor, FileAudit, Finding, FindingKind, Safety};
use crate::formats::read;
use crate::sgf::{GameMemory, LineIndex, SourceFile, SourceGame, Text};

/// How to fix records.
#[derive(Clone, Debug)]
pub struct Options {
    /// How games are audited.
    pub audit: AuditOptions,
    /// The fixes that are made.
    pub selection: Selection,
    /// Findings that aren't fixed, whatever is selected.
    pub ignored: Vec<FindingKind>,
}

impl Options {
    /// Makes the selected fixes under the default options of an audit.
    #[must_use]
    pub fn new(selection: Selection) -> Self {
        Self { audit: AuditOptions::default(), selection, ignored: Vec::new() }
    }
}

/// A finding and the game that it is about.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GameFinding {
    /// Number of the game in its file, 0 for the file.
    pub game: u32,
    /// The finding.
    pub finding: Finding,
}

/// A finding that could be fixed but isn't.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NotFixed {
    /// The finding, located in the original file.
    pub found: GameFinding,
    /// Why it isn't fixed.
    pub reason: Rejection,
}

/// A finding that was fixed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Fixed {
    /// The finding, located in the original file.
    pub found: GameFinding,
    /// The class of fixes that has to be selected for it.
    pub safety: Safety,
}

/// The result of fixing a file.
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
    pub(super) history: EditHistory,
}

/// Maximum number of rounds per class; no known record needs as many.
const MAX_ROUNDS: usize = 30;

/// Maximum number of further runs over a file.
const MAX_RUNS: usize = 3;

/// Maximum number of findings of a game that is fixed. Each takes some 3 kB while its fix is verified.
const MAX_FIXED: u64 = 100_000;

/// Maximum number of findings of a game whose findings are marked. `check` reads hostile files, so its memory is to be bounded more
/// strictly.
const MAX_MARKED: u64 = 4_000;

/// Maximum number of versions that are tried per round if the fixes can't be made together.
const MAX_TRIES: usize = 12;

/// Fixes a record. Nothing is written.
///
/// ```
/// use sgf_audit::fix::{Options, Safety, Selection, fix_bytes};
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
    let mut record = fix_once(bytes, options, auditor);
    // Parts that are read differently after a fix may have other findings.
    for _ in 0..MAX_RUNS {
        let Some(current) = record.bytes.as_ref() else { break };
        let next = fix_once(current, options, auditor);
        let Some(bytes) = next.bytes else { break };
        record.bytes = Some(bytes);
        record.errors = next.errors;
        record.history.append(next.history);
    }
    record.bytes = record.bytes.filter(|new| new != bytes);
    record
}

/// Fixes the games and then the file.
fn fix_once(bytes: &[u8], options: &Options, auditor: &mut Auditor) -> FixedRecord {
    let audit = fix_options(&options.audit);
    let text = read(bytes);
    // Findings about another format don't refer to SGF.
    let is_sgf = !text.is_converted() && text.no_record().is_none();
    let is_decoded = text.is_decoded();
    let decoded;
    let text = if is_sgf && is_decoded {
        decoded = text.as_utf_8();
        decoded.clone()
    } else {
        text.clone()
    };
    let (file, of_file) = auditor.read_file(text, &audit);
    let refused = match is_decoded {
        true => Some(Rejection::NotEditable),
        false => file.has_conflict().then_some(Rejection::MergeConflict),
    };
    let mut record = FixedRecord::default();
    let mut edited: Vec<u8> = Vec::new();
    // Up to here, the original is in `edited`.
    let (mut copied, mut steps) = (0, JoinedSteps::default());
    let (mut memory, mut lines) = (GameMemory::default(), LineIndex::default());
    for number in 1..=file.games() {
        let Some(game) = file.game(number, &mut memory) else { break };
        let findings = auditor.audit_game(&game, &audit, &mut lines);
        let original = Version::of_game(&file, &game, &findings);
        if !is_sgf {
            record.errors += count_errors(original.findings());
            continue;
        }
        let too_many = count(original.findings()) > MAX_FIXED;
        let refused = refused.or(too_many.then_some(Rejection::TooManyFindings));
        let mut repair = Repair::new(options, &audit, auditor, refused).run(&original);
        if let Some(bytes) = &repair.bytes {
            edited.extend_from_slice(&file.text().bytes()[copied..original.base as usize]);
            edited.extend_from_slice(bytes);
            copied = original.base as usize + original.bytes().len();
            steps.add(original.base, std::mem::take(&mut repair.history));
        }
        record.add(number, original.findings(), repair, options);
    }
    record.history = steps.into_history();
    let mut new = None;
    if is_sgf {
        let on_original = Version::of_file(&file, &of_file);
        let too_many = count(&of_file) > MAX_FIXED;
        let refused = refused.or(too_many.then_some(Rejection::TooManyFindings));
        let mut repair = Repair::new(options, &audit, auditor, refused).run(&on_original);
        new = repair.bytes.take();
        if copied > 0 {
            edited.extend_from_slice(&file.text().bytes()[copied..]);
            new = Some(repair_again(edited, &of_file, &mut repair, options, &audit, auditor));
        }
        record.history.append(std::mem::take(&mut repair.history));
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
    edited: Vec<u8>,
    of_file: &[Finding],
    repair: &mut Repaired,
    options: &Options,
    audit: &AuditOptions,
    auditor: &mut Auditor,
) -> Vec<u8> {
    let (file, left) = auditor.read_file(Text::owned(edited), audit);
    let selected = |class| options.selection.reaches(class);
    let again = Repair::new(options, audit, auditor, None).run(&Version::of_file(&file, &left));
    let is_fixed = |kind| {
        again.fixed.keys().any(|index| left[*index].kind == kind)
            || left.iter().all(|finding| finding.kind != kind)
    };
    repair.fixed.retain(|index, class| !selected(*class) || is_fixed(of_file[*index].kind));
    (repair.errors, repair.history) = (again.errors, again.history);
    again.bytes.unwrap_or_else(|| file.text().bytes().to_vec())
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
        self.not_fixed.extend(
            repair
                .not_fixed
                .into_iter()
                .map(|(finding, reason)| NotFixed { found: GameFinding { game, finding }, reason }),
        );
    }
}

/// Returns the number of findings, unlisted ones included.
fn count(findings: &[Finding]) -> u64 {
    findings.iter().map(|finding| 1 + u64::from(finding.more)).sum()
}

/// Marks each finding of a game, or of a file itself if there is no game, with the class of fixes that `fix` needs to fix it.
/// `options` are the audit's.
pub fn mark_fixable(
    file: &SourceFile,
    game: Option<&SourceGame>,
    audit: &mut FileAudit,
    options: &AuditOptions,
    auditor: &mut Auditor,
) {
    let text = file.text();
    let may_be_fixable = |finding: &Finding| Fix::class_of(finding.kind).is_some();
    if text.is_decoded()
        || text.is_converted()
        || !audit.findings().iter().any(may_be_fixable)
        || file.has_conflict()
        || count(audit.findings()) > MAX_MARKED
    {
        return;
    }
    let fixing = fix_options(options);
    // Neither an estimate nor findings that aren't listed keep a mark from what `fix` does.
    let differs = game.is_some() && (options.estimate || auditor.has_judge())
        || audit.findings().iter().any(|finding| finding.more > 0);
    let mut plain = differs.then(Auditor::new);
    let auditor = plain.as_mut().unwrap_or(auditor);
    let own = match game {
        _ if !differs => None,
        Some(game) => Some(auditor.audit_game(game, &fixing, &mut LineIndex::default())),
        None => {
            let (_, findings) = auditor.read_file(text.clone(), &fixing);
            Some(FileAudit::of_file(findings))
        }
    };
    let all = own.as_ref().unwrap_or(audit);
    let version = match game {
        Some(game) => Version::of_game(file, game, all),
        None => Version::of_file(file, all.findings()),
    };
    let selection = Selection::UpTo(Safety::Judgement);
    let options = Options { audit: fixing.clone(), selection, ignored: Vec::new() };
    let mut repair = Repair::new(&options, &fixing, auditor, None);
    repair.keeps_reasons = false;
    let fixed = match repair.in_one_step(&version) {
        Some(fixed) => fixed,
        None => repair.run(&version).fixed,
    };
    if fixed.is_empty() {
        return;
    }
    let key = |finding: &Finding| (finding.kind, finding.span.start);
    let mut classes: HashMap<(FindingKind, u32), VecDeque<Option<Safety>>> = HashMap::new();
    for (index, finding) in all.findings().iter().enumerate() {
        classes.entry(key(finding)).or_default().push_back(fixed.get(&index).copied());
    }
    for finding in audit.findings_mut() {
        finding.fix = classes.get_mut(&key(finding)).and_then(VecDeque::pop_front).flatten();
    }
}

/// A finding of a version, with its index, the edits that fix it, and the fix that they belong to.
struct Proposal<'v> {
    index: usize,
    finding: &'v Finding,
    /// Offsets count from [`Version::base`].
    edits: Vec<Edit>,
    fix: &'static Fix,
}

impl Proposal<'_> {
    /// Whether the edits are known to change nothing but what they are for.
    fn is_certain(&self, version: &Version) -> bool {
        self.fix.is_certain && self.edits.iter().all(|edit| version.is_plain(edit))
    }
}

/// The result of fixing a game, or a file without its games.
struct Repaired {
    /// `None` if nothing was changed.
    bytes: Option<Vec<u8>>,
    history: EditHistory,
    /// The fixed findings of the original by index, with the class that has to be selected; classes beyond the selected ones
    /// are tried too.
    fixed: BTreeMap<usize, Safety>,
    not_fixed: Vec<(Finding, Rejection)>,
    errors: usize,
}

/// Fixes a game, or a file without its games, class by class, so that a class always fixes the same whether another one
/// follows or not.
struct Repair<'r> {
    options: &'r Options,
    audit: &'r AuditOptions,
    auditor: &'r mut Auditor,
    /// Why nothing can be fixed in the file.
    refused: Option<Rejection>,
    max_rounds: usize,
    /// The class that is worked on.
    class: Safety,
    history: EditHistory,
    fixed: BTreeMap<usize, Safety>,
    /// Reasons by finding: its kind, and its offset in the original.
    rejections: HashMap<(FindingKind, u32), Rejection>,
    /// Whether the reasons are wanted why findings can't be fixed.
    keeps_reasons: bool,
    /// Whether a step has succeeded since the last rejection, so that what was rejected may work now.
    may_retry: bool,
}

impl<'r> Repair<'r> {
    fn new(
        options: &'r Options,
        audit: &'r AuditOptions,
        auditor: &'r mut Auditor,
        refused: Option<Rejection>,
    ) -> Self {
        Self {
            options,
            audit,
            auditor,
            refused,
            max_rounds: MAX_ROUNDS,
            class: Safety::Safe,
            history: EditHistory::default(),
            fixed: BTreeMap::new(),
            rejections: HashMap::new(),
            keeps_reasons: true,
            may_retry: false,
        }
    }

    /// Returns what is fixed, if a single step shows it: the one with all edits that have to be verified, where these are of
    /// one class and leave nothing else to fix. `fix` verifies the others as well.
    fn in_one_step(&mut self, version: &Version) -> Option<BTreeMap<usize, Safety>> {
        let proposals = self.propose(version, Safety::Judgement);
        let mut edits = EditSet::default();
        if !proposals.iter().all(|proposal| edits.try_add(&proposal.edits))
            || !version.keeps_charset(&edits.into_edits())
        {
            return None;
        }
        let fixed = proposals.iter().map(|it| (it.index, it.fix.safety)).collect();
        let (certain, open): (Vec<_>, Vec<_>) =
            proposals.into_iter().partition(|proposal| proposal.is_certain(version));
        if let [first, others @ ..] = &open[..] {
            if others.iter().any(|other| other.fix.safety != first.fix.safety) {
                return None;
            }
            let mut edits = EditSet::default();
            open.iter().for_each(|proposal| {
                edits.try_add(&proposal.edits);
            });
            let edited = self.try_step(version, &step(edits.into_edits(), open.iter())).ok()?;
            let after = edited.version();
            let left = self.propose(&after, Safety::Judgement);
            let is_done =
                left.len() == certain.len() && left.iter().all(|it| it.is_certain(&after));
            drop(left);
            self.auditor.reuse(edited.into_file());
            if !is_done {
                return None;
            }
        }
        Some(fixed)
    }

    fn run(mut self, original: &Version) -> Repaired {
        let mut edited: Option<Edited> = None;
        let mut result = None;
        let classes = [Safety::Safe, Safety::Rules, Safety::Judgement];
        let last = classes.into_iter().rfind(|class| self.options.selection.reaches(*class));
        for class in classes {
            self.class = class;
            let is_last = Some(class) == last;
            let not_fixed = self.run_class(original, &mut edited, is_last);
            if is_last {
                let version = edited.as_ref().map_or(*original, Edited::version);
                result = Some(Repaired {
                    bytes: edited.as_ref().map(|_| version.bytes().to_vec()),
                    history: self.history.clone(),
                    fixed: BTreeMap::new(),
                    not_fixed,
                    errors: count_errors(version.findings()),
                });
            }
        }
        if let Some(edited) = edited {
            self.auditor.reuse(edited.into_file());
        }
        let result = result.expect("the first class is always selected");
        Repaired { fixed: self.fixed, ..result }
    }

    /// Applies the fixes of a class until there is none left to apply. Returns what can't be fixed, if `with_reasons`.
    fn run_class(
        &mut self,
        original: &Version,
        edited: &mut Option<Edited>,
        with_reasons: bool,
    ) -> Vec<(Finding, Rejection)> {
        let mut rounds = 0;
        loop {
            let version = edited.as_ref().map_or(*original, Edited::version);
            let (mut open, mut rejected) = (Vec::new(), Vec::new());
            for proposal in self.propose(&version, self.class) {
                match self.rejections.get(&self.key(proposal.finding, original)) {
                    Some(reason) => rejected.push((proposal, *reason)),
                    None => open.push(proposal),
                }
            }
            rounds += 1;
            if open.is_empty() && std::mem::take(&mut self.may_retry) && rounds <= self.max_rounds {
                self.rejections.clear();
                continue;
            }
            let reason = self.refused.unwrap_or(Rejection::TooManyRounds);
            if open.is_empty() || self.refused.is_some() || rounds > self.max_rounds {
                if !with_reasons || !self.keeps_reasons {
                    return Vec::new();
                }
                let is_about_encoding = |kind| {
                    matches!(kind, FindingKind::UndeclaredEncoding | FindingKind::WrongEncoding)
                };
                open.retain(|it| self.refused.is_none() || !is_about_encoding(it.finding.kind));
                let open = open.into_iter().map(|proposal| (proposal, reason));
                let left = rejected.into_iter().chain(open);
                return left
                    .map(|(proposal, reason)| {
                        (self.in_original(proposal.finding.clone(), original), reason)
                    })
                    .collect();
            }
            if let Some(new) = self.apply(original, &version, open) {
                *edited = Some(new);
            }
        }
    }

    /// Makes as many as possible of these fixes in one step: all, or if that can't be verified, parts of them.
    fn apply(
        &mut self,
        original: &Version,
        version: &Version,
        open: Vec<Proposal>,
    ) -> Option<Edited> {
        let mut groups = vec![open];
        let mut accepted: Vec<Proposal> = Vec::new();
        let mut made: Option<(Edited, Vec<Edit>)> = None;
        let mut tries = 0;
        while let Some(mut group) = groups.pop() {
            let mut edits = EditSet::default();
            accepted.iter().for_each(|proposal| {
                edits.try_add(&proposal.edits);
            });
            // A fix that conflicts with another waits for the next round.
            group.retain(|proposal| edits.try_add(&proposal.edits));
            if group.is_empty() {
                continue;
            }
            let step = step(edits.into_edits(), accepted.iter().chain(&group));
            tries += 1;
            let tried = match tries {
                0..=MAX_TRIES => self.try_step(version, &step),
                _ => Err(Rejection::TooManyRounds),
            };
            match tried {
                Ok(edited) => {
                    accepted.append(&mut group);
                    made = Some((edited, step.edits));
                }
                Err(reason) if group.len() == 1 || tries > MAX_TRIES => {
                    for proposal in group {
                        let key = self.key(proposal.finding, original);
                        self.rejections.insert(key, reason);
                    }
                }
                Err(_) => {
                    let kind = group[0].finding.kind;
                    let (mut first, mut rest): (Vec<_>, Vec<_>) =
                        group.into_iter().partition(|proposal| proposal.finding.kind == kind);
                    if rest.is_empty() {
                        rest = first.split_off(first.len() / 2);
                    }
                    groups.extend([rest, first]);
                }
            }
        }
        let (edited, edits) = made?;
        for proposal in accepted {
            if let Some(index) = self.original_index(&proposal, original) {
                self.fixed.insert(index, self.class);
            }
        }
        self.history.push(StepMap::new(&edits));
        self.may_retry = !self.rejections.is_empty();
        Some(edited)
    }

    fn try_step(&mut self, version: &Version, step: &Step) -> Result<Edited, Rejection> {
        let edited = version.edited(&step.edits, self.audit, self.auditor)?;
        verify(version, &edited.version(), step)?;
        Ok(edited)
    }

    /// Returns the index of a finding in the original, if it was there and isn't fixed yet.
    fn original_index(&self, proposal: &Proposal, original: &Version) -> Option<usize> {
        if self.history.is_empty() {
            return Some(proposal.index);
        }
        let (kind, start) = self.key(proposal.finding, original);
        index_of(original.findings(), kind, start, |index| !self.fixed.contains_key(&index))
    }

    /// Identifies a finding in all versions.
    fn key(&self, finding: &Finding, original: &Version) -> (FindingKind, u32) {
        (finding.kind, self.original_offset(finding.span.start, original))
    }

    /// Returns the offset in the original text of a byte of the current version.
    fn original_offset(&self, at: u32, original: &Version) -> u32 {
        if self.history.is_empty() {
            return at;
        }
        original.base + self.history.nearest_original(at as usize).0
    }

    /// Returns a finding with its span in the original.
    fn in_original(&self, mut finding: Finding, original: &Version) -> Finding {
        if !self.history.is_empty() {
            finding.span.start = self.original_offset(finding.span.start, original);
            finding.span.end = self.original_offset(finding.span.end, original);
            let place = original.text;
            (finding.line, finding.column) =
                LineIndex::default().locate(place, finding.span.start as usize);
        }
        finding
    }

    /// Asks the catalogue for a fix of each finding.
    fn propose<'v>(&self, version: &Version<'v>, class: Safety) -> Vec<Proposal<'v>> {
        let findings = version.findings();
        let fixes = |kind| {
            let ignored = self.options.ignored.contains(&kind);
            let fixes = FIXES.iter().filter(move |fix| fix.kind == kind && !ignored);
            fixes.filter(move |fix| fix.safety <= class && self.options.selection.has(fix.kind))
        };
        let mut proposals = Vec::new();
        if findings.iter().all(|finding| fixes(finding.kind).next().is_none()) {
            return proposals;
        }
        let mut add = |index: usize, propose: &dyn Fn(&Fix) -> Option<Vec<Edit>>| {
            let finding = &findings[index];
            let edits = fixes(finding.kind)
                .find_map(|fix| Some((fix, propose(fix).filter(|edits| !edits.is_empty())?)));
            if let Some((fix, mut edits)) = edits {
                for edit in &mut edits {
                    edit.span.start -= version.base;
                    edit.span.end -= version.base;
                }
                proposals.push(Proposal { index, finding, edits, fix });
            }
        };
        let aliases = self.audit.aliases.as_deref();
        if let Some(game) = &version.game {
            let audit = match game.audit {
                FileAudit::Game(audit) => Some(&**audit),
                FileAudit::Findings { .. } => None,
            };
            let context = GameContext::new(version.text, game.game, audit, findings, aliases);
            for (index, finding) in findings.iter().enumerate() {
                add(index, &|fix| fix.propose_in_game(&context, finding));
            }
        } else {
            let mut context = FileContext::new(version.text);
            version.file.for_each_game(&mut GameMemory::default(), |game| {
                context.add_game(&GameContext::new(&game.text, game.game, None, &[], None));
            });
            context.has_ambiguous_text = findings.iter().any(|finding| {
                matches!(finding.kind, FindingKind::MixedEncoding | FindingKind::UndecodableBytes)
            });
            for (index, finding) in findings.iter().enumerate() {
                add(index, &|fix| fix.propose_in_file(&context, finding));
            }
        }
        proposals
    }
}

/// Returns the index of the first wanted finding of a kind that starts at an offset. `findings` are in the order of the file.
fn index_of(
    findings: &[Finding],
    kind: FindingKind,
    start: u32,
    is_wanted: impl Fn(usize) -> bool,
) -> Option<usize> {
    let first = findings.partition_point(|finding| finding.span.start < start);
    let same = findings[first..].iter().take_while(|finding| finding.span.start == start);
    let mut of_kind = (first..).zip(same).filter(|(_, finding)| finding.kind == kind);
    of_kind.find_map(|(index, _)| is_wanted(index).then_some(index))
}

/// Returns the step that makes these fixes.
fn step<'p>(edits: Vec<Edit>, proposals: impl Iterator<Item = &'p Proposal<'p>> + Clone) -> Step {
    Step {
        edits,
        kinds: proposals.clone().map(|proposal| proposal.finding.kind).collect(),
        may_change: proposals
            .clone()
            .fold(MayChange::NOTHING, |all, proposal| all.union(proposal.fix.may_change)),
        header: proposals.flat_map(|proposal| proposal.fix.header).copied().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_left_by_the_last_round_are_listed() {
        let options = Options::new(Selection::UpTo(Safety::Judgement));
        let audit = fix_options(&options.audit);
        let fixed_and_left = |max_rounds| {
            let mut auditor = Auditor::new();
            let (file, _) = auditor.read_file(Text::new(b"(;GM[1]SZ[9];B[aa]C[x"), &audit);
            let mut memory = GameMemory::default();
            let game = file.game(1, &mut memory).expect("a game");
            let findings = auditor.audit_game(&game, &audit, &mut LineIndex::default());
            let version = Version::of_game(&file, &game, &findings);
            let repair = Repair::new(&options, &audit, &mut auditor, None);
            let repaired = Repair { max_rounds, ..repair }.run(&version);
            let left = repaired.not_fixed.iter().map(|(finding, _)| finding.kind);
            (repaired.fixed.len(), left.collect::<Vec<_>>())
        };
        // The value is closed before the tree.
        assert_eq!(fixed_and_left(1), (1, vec![FindingKind::UnclosedTree]));
        assert_eq!(fixed_and_left(MAX_ROUNDS), (2, vec![]));
    }
}
