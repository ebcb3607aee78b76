//! Fixes one file, round by round; the result of each step is verified.

use std::collections::HashMap;

use super::audited_file::{AuditedFile, GameFinding};
use super::catalog::{Fix, Safety, Selection};
use super::context::GameContext;
use super::edit::{Edit, EditHistory, EditSet, OriginalOffset, StepMap, apply};
use super::file_context::FileContext;
use super::rejection::Rejection;
use super::verify::{MayChange, Step, verify};
use crate::audit::{AuditOptions, Auditor, FindingKind};
use crate::formats::read;
use crate::sgf::{Game, LineIndex, Scanner, Text, conflicts};

/// How to fix records.
#[derive(Clone, Debug)]
pub struct Options {
    /// How games are audited.
    pub audit: AuditOptions,
    /// Which fixes are made.
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

    /// Returns the selected fixes of a kind of finding.
    fn fixes_of(&self, kind: FindingKind) -> impl Iterator<Item = &'static Fix> {
        let fixes = self.selection.fixes_of(kind);
        fixes.filter(move |_| !self.ignored.contains(&kind))
    }
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
    /// How far the fix goes.
    pub safety: Safety,
}

/// The result of fixing a file.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct FixedRecord {
    /// The fixed file; `None` if nothing was fixed.
    pub bytes: Option<Vec<u8>>,
    /// The fixed findings, located in the original file.
    pub fixed: Vec<Fixed>,
    /// Findings that could be fixed, but not without another change.
    pub not_fixed: Vec<NotFixed>,
    /// Number of findings of severity `error` that are left.
    pub errors: usize,
    /// Number of findings of the kinds selected by name for which there is no fix.
    pub unfixable: usize,
    /// Number of findings left that can usually be fixed, but only by classes of fixes that aren't selected.
    pub beyond_class: usize,
    /// The steps from the original to `bytes`.
    pub(super) history: EditHistory,
}

/// Maximum number of rounds; no known record needs as many.
const MAX_ROUNDS: usize = 30;

/// Up to this number, findings of a kind are fixed one by one if they can't be fixed together.
const MAX_SINGLE: usize = 50;

/// Fixes a record. Nothing is written.
///
/// ```
/// use sgf_audit::fix::{Options, Safety, Selection, fix_bytes};
///
/// let options = Options::new(Selection::UpTo(Safety::Safe));
/// let record = fix_bytes(b"(;FF[4]SZ[9x9]RE[b+r];B[ee];W[ ])", &options);
/// assert_eq!(record.bytes.as_deref(), Some(&b"(;FF[4]SZ[9]RE[B+R];B[ee];W[])"[..]));
/// ```
#[must_use]
pub fn fix_bytes(bytes: &[u8], options: &Options) -> FixedRecord {
    fix_bytes_with(bytes, options, &mut Auditor::new())
}

/// Fixes a record as [`fix_bytes`] does, with memory that is reused for many records.
#[must_use]
pub fn fix_bytes_with(bytes: &[u8], options: &Options, auditor: &mut Auditor) -> FixedRecord {
    Session::new(bytes, options, auditor).run(MAX_ROUNDS)
}

/// A finding, the edits that fix it, and the fix that they belong to.
struct Proposal {
    found: GameFinding,
    edits: Vec<Edit>,
    fix: &'static Fix,
}

/// What could be fixed in the current version of the file.
struct Proposals {
    open: Vec<Proposal>,
    /// Proposals that have been tried without success.
    rejected: Vec<(Proposal, Rejection)>,
}

/// Identifies a finding in all versions of the file.
type FindingKey = (FindingKind, OriginalOffset);

struct Session<'a> {
    options: &'a Options,
    auditor: &'a mut Auditor,
    original: &'a [u8],
    current: AuditedFile,
    history: EditHistory,
    fixed: Vec<Fixed>,
    rejections: HashMap<FindingKey, Rejection>,
    /// Whether a step has succeeded since the last rejection, so that what was rejected may work now.
    may_retry: bool,
}

impl<'a> Session<'a> {
    fn new(original: &'a [u8], options: &'a Options, auditor: &'a mut Auditor) -> Self {
        let current = AuditedFile::new(original.to_vec(), &options.audit, auditor);
        Self {
            options,
            auditor,
            original,
            current,
            history: EditHistory::default(),
            fixed: Vec::new(),
            rejections: HashMap::new(),
            may_retry: false,
        }
    }

    fn run(mut self, max_rounds: usize) -> FixedRecord {
        let text = read(self.original);
        if text.is_decoded() || text.no_record().is_some() {
            return self.refuse_decoded(&text);
        }
        if !conflicts(self.original).is_empty() {
            let reason = Rejection::MergeConflict;
            let proposals = self.propose(&text, &self.current).into_iter();
            let not_fixed =
                proposals.map(|Proposal { found, .. }| NotFixed { found, reason }).collect();
            let errors = self.current.errors();
            return FixedRecord { errors, not_fixed, ..FixedRecord::default() };
        }
        let left = self.apply_until_stable(max_rounds);
        self.finish(left)
    }

    /// Applies fixes until there is none left to apply, and returns what can't be fixed.
    fn apply_until_stable(&mut self, max_rounds: usize) -> Proposals {
        for _ in 0..max_rounds {
            let proposals = self.proposals();
            if proposals.open.is_empty() {
                if !std::mem::take(&mut self.may_retry) {
                    return proposals;
                }
                self.rejections.clear();
            } else if self.apply(&proposals.open).is_err() {
                self.apply_by_kind(&proposals.open);
            }
        }
        self.proposals()
    }

    /// Applies as many as possible of proposals that can't be applied together.
    fn apply_by_kind(&mut self, proposals: &[Proposal]) {
        let mut kinds: Vec<FindingKind> = proposals.iter().map(Proposal::kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        for kind in kinds {
            self.apply_kind(kind);
        }
    }

    /// Applies the fixes of one kind of finding: together, or if that fails and they are few, the first alone, until all
    /// are applied or rejected.
    fn apply_kind(&mut self, kind: FindingKind) {
        for _ in 0..=MAX_SINGLE {
            let mut proposals = self.proposals().open;
            proposals.retain(|proposal| proposal.kind() == kind);
            if proposals.is_empty() {
                return;
            }
            let Err(reason) = self.apply(&proposals) else { return };
            if proposals.len() > MAX_SINGLE {
                self.reject(&proposals, reason);
            } else if let Err(reason) = self.apply(&proposals[..1]) {
                self.reject(&proposals[..1], reason);
            }
        }
    }

    fn reject(&mut self, proposals: &[Proposal], reason: Rejection) {
        for proposal in proposals {
            self.rejections.insert(self.key(proposal), reason);
        }
    }

    /// Makes a step of those proposals whose edits don't conflict, and keeps it if it can be verified.
    fn apply(&mut self, proposals: &[Proposal]) -> Result<(), Rejection> {
        let mut edits = EditSet::default();
        let fitting: Vec<&Proposal> =
            proposals.iter().filter(|proposal| edits.try_add(&proposal.edits)).collect();
        let step = Step {
            edits: edits.into_edits(),
            kinds: fitting.iter().map(|proposal| proposal.kind()).collect(),
            may_change: fitting
                .iter()
                .fold(MayChange::NOTHING, |all, proposal| all.union(proposal.fix.may_change)),
            header: fitting.iter().flat_map(|proposal| proposal.fix.header).copied().collect(),
        };
        let edited = apply(&self.current.bytes, &step.edits);
        let edited = AuditedFile::new(edited, &self.options.audit, self.auditor);
        verify(&self.current, &edited, &step, self.options.audit.limits)?;
        for proposal in fitting {
            let found = self.in_original(proposal.found.clone());
            self.fixed.push(Fixed { found, safety: proposal.fix.safety });
        }
        self.history.push(StepMap::new(&step.edits));
        self.current = edited;
        self.may_retry = !self.rejections.is_empty();
        Ok(())
    }

    fn key(&self, proposal: &Proposal) -> FindingKey {
        let start = proposal.found.finding.span.start;
        (proposal.kind(), self.history.nearest_original(start as usize))
    }

    /// Returns a finding with its span in the original file.
    fn in_original(&self, mut found: GameFinding) -> GameFinding {
        let span = &mut found.finding.span;
        span.start = self.history.nearest_original(span.start as usize).0;
        span.end = self.history.nearest_original(span.end as usize).0;
        found
    }

    /// Returns what could be fixed in the current version.
    fn proposals(&self) -> Proposals {
        let mut proposals = Proposals { open: Vec::new(), rejected: Vec::new() };
        for proposal in self.propose(&Text::new(&self.current.bytes), &self.current) {
            match self.rejections.get(&self.key(&proposal)) {
                Some(reason) => proposals.rejected.push((proposal, *reason)),
                None => proposals.open.push(proposal),
            }
        }
        proposals
    }

    /// Asks the catalogue for a fix of each finding.
    fn propose(&self, text: &Text, file: &AuditedFile) -> Vec<Proposal> {
        let mut scanner = Scanner::with_limits(text, self.options.audit.limits);
        let (mut game, mut faults) = (Game::default(), Vec::new());
        let mut file_context = FileContext::new(text);
        let mut proposals = Vec::new();
        let mut number = 0;
        let mut findings = file.findings.as_slice();
        while scanner.next_game(&mut game, &mut faults) {
            faults.clear();
            number += 1;
            let of_game = findings.iter().take_while(|found| found.game == number).count();
            let (own, others) = findings.split_at(of_game);
            findings = others;
            let audit = file.audits.get(&number).map(|audit| &**audit);
            let aliases = self.options.audit.aliases.as_deref();
            let context = GameContext::new(scanner.text(), &game, audit, own, aliases);
            file_context.add_game(&context);
            for found in own {
                let fixes = self.options.fixes_of(found.finding.kind);
                proposals.extend(Proposal::first(fixes, found, |fix| {
                    fix.propose_in_game(&context, &found.finding)
                }));
            }
        }
        let is_ambiguous =
            |kind| matches!(kind, FindingKind::MixedEncoding | FindingKind::UndecodableBytes);
        file_context.has_ambiguous_text =
            findings.iter().any(|found| is_ambiguous(found.finding.kind));
        for found in findings {
            let fixes = self.options.fixes_of(found.finding.kind);
            proposals.extend(Proposal::first(fixes, found, |fix| {
                fix.propose_in_file(&file_context, &found.finding)
            }));
        }
        proposals
    }

    /// Lists what could be fixed if the file's bytes could be edited.
    fn refuse_decoded(self, text: &Text) -> FixedRecord {
        let mut record = FixedRecord { errors: self.current.errors(), ..FixedRecord::default() };
        // Findings about another format don't refer to SGF.
        if text.is_converted() || text.no_record().is_some() {
            return record;
        }
        let decoded = text.as_utf_8();
        let file = AuditedFile::of_text(decoded.clone(), &self.options.audit, self.auditor);
        let is_about_encoding =
            |kind| matches!(kind, FindingKind::UndeclaredEncoding | FindingKind::WrongEncoding);
        let proposals = self.propose(&decoded, &file);
        record.not_fixed = proposals
            .into_iter()
            .filter(|proposal| !is_about_encoding(proposal.kind()))
            .map(|Proposal { found, .. }| NotFixed { found, reason: Rejection::NotEditable })
            .collect();
        record
    }

    fn finish(mut self, left: Proposals) -> FixedRecord {
        let Proposals { open, rejected } = left;
        let waiting = open.into_iter().map(|proposal| (proposal, Rejection::TooManyRounds));
        let mut not_fixed: Vec<NotFixed> = rejected
            .into_iter()
            .chain(waiting)
            .map(|(proposal, reason)| NotFixed { found: self.in_original(proposal.found), reason })
            .collect();
        let position = |found: &GameFinding| (found.finding.span.start, found.finding.kind);
        self.fixed.sort_by_key(|fixed| position(&fixed.found));
        not_fixed.sort_by_key(|not_fixed| position(&not_fixed.found));
        self.locate(&mut not_fixed);
        FixedRecord {
            unfixable: self.count_selected_kinds().saturating_sub(not_fixed.len()),
            beyond_class: self.count_beyond_class(),
            errors: self.current.errors(),
            bytes: (self.current.bytes != self.original).then_some(self.current.bytes),
            fixed: self.fixed,
            not_fixed,
            history: self.history,
        }
    }

    /// Gives all findings their line and column in the original file.
    fn locate(&mut self, not_fixed: &mut [NotFixed]) {
        let text = Text::new(self.original);
        let mut locator = LineIndex::default();
        let fixed = self.fixed.iter_mut().map(|fixed| &mut fixed.found);
        let not_fixed = not_fixed.iter_mut().map(|not_fixed| &mut not_fixed.found);
        for GameFinding { finding, .. } in fixed.chain(not_fixed) {
            (finding.line, finding.column) = locator.locate(&text, finding.span.start as usize);
        }
    }

    /// Returns the number of findings left that can usually be fixed, but only by classes of fixes that aren't selected.
    fn count_beyond_class(&self) -> usize {
        let Selection::UpTo(most) = self.options.selection else { return 0 };
        let kinds = self.current.findings.iter().map(|found| found.finding.kind);
        let kinds = kinds.filter(|kind| !self.options.ignored.contains(kind));
        kinds.filter(|kind| Fix::usual_class_of(*kind).is_some_and(|class| class > most)).count()
    }

    /// Returns the number of findings that are left of the kinds that were selected by name.
    fn count_selected_kinds(&self) -> usize {
        let Selection::Kinds(kinds) = &self.options.selection else { return 0 };
        let is_selected = |found: &&GameFinding| {
            let kind = found.finding.kind;
            kinds.contains(&kind) && !self.options.ignored.contains(&kind)
        };
        self.current.findings.iter().filter(is_selected).count()
    }
}

impl Proposal {
    /// Returns the proposal of the first fix that proposes an edit.
    fn first(
        mut fixes: impl Iterator<Item = &'static Fix>,
        found: &GameFinding,
        propose: impl Fn(&Fix) -> Option<Vec<Edit>>,
    ) -> Option<Self> {
        fixes.find_map(|fix| {
            let edits = propose(fix).filter(|edits| !edits.is_empty())?;
            Some(Self { found: found.clone(), edits, fix })
        })
    }

    fn kind(&self) -> FindingKind {
        self.found.finding.kind
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_left_by_the_last_round_are_listed() {
        let options = Options::new(Selection::UpTo(Safety::Judgement));
        let fixed_and_left = |rounds| {
            let mut auditor = Auditor::new();
            let record = Session::new(b"(;GM[1]SZ[9];B[aa]C[x", &options, &mut auditor).run(rounds);
            let left = record.not_fixed.iter().map(|left| left.found.finding.kind);
            (record.fixed.len(), left.collect::<Vec<_>>())
        };
        // The value is closed before the tree.
        assert_eq!(fixed_and_left(1), (1, vec![FindingKind::UnclosedTree]));
        assert_eq!(fixed_and_left(MAX_ROUNDS), (2, vec![]));
    }
}
