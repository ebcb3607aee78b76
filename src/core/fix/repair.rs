//! Repairs a game, or a file without its games, step by step. Each step is verified.

use std::collections::{BTreeMap, HashMap, VecDeque};

use super::catalog::{FIXES, Fix, Options};
use super::context::{FileContext, GameContext};
use super::edit::{Edit, EditHistory, EditSet, StepMap};
use super::verify::{MayChange, Step, verify};
use super::version::{Edited, Neighbours, Rejection, Version, count_errors};
use crate::audit::{AuditOptions, Auditor, FileAudit, Finding, FindingKind, Safety, Severity};
use crate::sgf::{FaultKind, GameMemory, LineIndex};

/// Maximum number of versions that are tried per round if the fixes can't be made together.
const MAX_TRIES: usize = 12;

/// Maximum number of rounds per class; no known record needs as many.
const MAX_ROUNDS: usize = 30;

/// A finding of a version, with its index, the edits that fix it, and the fix that they belong to.
struct Proposal<'v> {
    index: usize,
    finding: &'v Finding,
    /// Offsets count from [`Version::base`].
    edits: Vec<Edit>,
    fix: &'static Fix,
}

/// The result of fixing a game, or a file without its games.
pub(super) struct Repaired {
    /// `None` if nothing was changed.
    pub bytes: Option<Vec<u8>>,
    pub history: EditHistory,
    /// The fixed findings of the original by index, with the class that has to be selected; classes beyond the selected ones
    /// are tried too.
    pub fixed: BTreeMap<usize, Safety>,
    pub not_fixed: Vec<(Finding, Rejection)>,
    pub errors: usize,
}

/// Fixes a game, or a file without its games, class by class, so that a class always fixes the same whether another one
/// follows or not.
pub(super) struct Repair<'r> {
    options: &'r Options,
    audit: &'r AuditOptions,
    auditor: &'r mut Auditor,
    /// Why nothing can be fixed in the file.
    refused: Option<Rejection>,
    neighbours: Neighbours<'r>,
    max_rounds: usize,
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
    pub(super) fn new(
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
            neighbours: Neighbours::default(),
            max_rounds: MAX_ROUNDS,
            class: Safety::Safe,
            history: EditHistory::default(),
            fixed: BTreeMap::new(),
            rejections: HashMap::new(),
            keeps_reasons: true,
            may_retry: false,
        }
    }

    /// Returns the findings that the selected fixes fix, by index, with the class of each; none if no fix of these kinds is
    /// proposed. `shown` is the audit with an estimate, if there is one.
    pub(super) fn fixed(
        mut self,
        version: &Version<'r>,
        kinds: &[FindingKind],
        shown: Option<&FileAudit>,
    ) -> BTreeMap<usize, Safety> {
        self.keeps_reasons = false;
        match self.in_one_step(version, kinds, shown) {
            Some(fixed) => fixed,
            None => self.run(version).fixed,
        }
    }

    /// Returns what is fixed, if a single step shows it: the one with all edits, where these are of one class, since a part of them
    /// alone may be refused, and they leave nothing else to fix.
    fn in_one_step(
        &mut self,
        version: &Version<'r>,
        kinds: &[FindingKind],
        shown: Option<&FileAudit>,
    ) -> Option<BTreeMap<usize, Safety>> {
        self.neighbours = version.neighbours;
        let all = self.ask_catalog(version, Safety::Judgement);
        if !all.iter().any(|proposal| kinds.contains(&proposal.finding.kind)) {
            return Some(BTreeMap::new());
        }
        let proposals = self.certain(all, version, Safety::Judgement, shown);
        if !proposals.iter().any(|proposal| kinds.contains(&proposal.finding.kind)) {
            return Some(BTreeMap::new());
        }
        let class = proposals.first()?.fix.safety;
        let mut edits = EditSet::default();
        let is_one_step = proposals
            .iter()
            .all(|proposal| proposal.fix.safety == class && edits.try_add(&proposal.edits));
        if !is_one_step {
            return None;
        }
        let edited = self.try_step(version, &step(edits.into_edits(), proposals.iter())).ok()?;
        let is_done = self.propose(&edited.version(), Safety::Judgement).is_empty();
        self.auditor.reuse(edited.into_file());
        is_done.then(|| proposals.iter().map(|it| (it.index, it.fix.safety)).collect())
    }

    /// Makes the selected fixes, and finds out what the others would fix.
    pub(super) fn run(mut self, original: &Version<'r>) -> Repaired {
        self.neighbours = original.neighbours;
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
                    errors: self.errors(&version),
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
        // The largest are tried first: a fix that can't be made holds up few others.
        let mut groups = VecDeque::from([open]);
        let mut accepted: Vec<Proposal> = Vec::new();
        let mut made: Option<(Edited, Vec<Edit>)> = None;
        let mut tries = 0;
        while let Some(mut group) = groups.pop_front() {
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
                    groups.extend([first, rest]);
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
        if !self.neighbours.keep_charset(version, &step.edits) {
            return Err(Rejection::Charset);
        }
        let edited = version.edited(&step.edits, self.audit, self.auditor)?;
        verify(version, &edited.version(), step)?;
        if !self.neighbours.are_kept(version, &edited.version()) {
            return Err(Rejection::GameCount);
        }
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

    fn propose<'v>(&mut self, version: &Version<'v>, class: Safety) -> Vec<Proposal<'v>> {
        let proposals = self.ask_catalog(version, class);
        self.certain(proposals, version, class, None)
    }

    /// Leaves out the fixes of what the game states about its end or its count that an audit with an estimate, `shown`, doesn't
    /// propose: an estimate may show that a change is doubtful, and never causes one.
    fn certain<'v>(
        &mut self,
        mut proposals: Vec<Proposal<'v>>,
        version: &Version<'v>,
        class: Safety,
        shown: Option<&FileAudit>,
    ) -> Vec<Proposal<'v>> {
        let may_be_doubtful = |it: &Proposal| it.fix.may_change != MayChange::NOTHING;
        let Some(game) = version.game.filter(|_| proposals.iter().any(may_be_doubtful)) else {
            return proposals;
        };
        let audited = if shown.is_none() { self.estimated(version, game.number) } else { None };
        let estimated = shown.or(audited.as_ref()).map(|audit| version.with_audit(audit));
        let sure = estimated.iter().flat_map(|it| self.ask_catalog(it, class));
        let sure: HashMap<(FindingKind, u32), Vec<Edit>> =
            sure.map(|it| ((it.finding.kind, it.finding.span.start), it.edits)).collect();
        proposals.retain(|it| {
            let key = (it.finding.kind, it.finding.span.start);
            !may_be_doubtful(it) || sure.get(&key) == Some(&it.edits)
        });
        proposals
    }

    /// Returns the audit of a game as `check` shows it by default.
    fn estimated(&mut self, version: &Version, number: u32) -> Option<FileAudit> {
        let options = AuditOptions { estimate: true, ..self.audit.clone() };
        let mut memory = GameMemory::default();
        let game = version.file.game(number, &mut memory)?;
        Some(self.auditor.audit_game(&game, &options, &mut LineIndex::default()))
    }

    /// Returns the number of errors that are left, as `check` counts them: no result that an estimate explains is one.
    fn errors(&mut self, version: &Version) -> usize {
        let is_wrong = |finding: &Finding| {
            finding.kind.is_wrong_result() && finding.severity == Severity::Error
        };
        match version.game.filter(|_| version.findings().iter().any(is_wrong)) {
            Some(game) => {
                let audit = self.estimated(version, game.number);
                count_errors(audit.as_ref().map_or(&[], FileAudit::findings))
            }
            None => count_errors(version.findings()),
        }
    }

    /// Asks the catalogue for a fix of each finding.
    fn ask_catalog<'v>(&self, version: &Version<'v>, class: Safety) -> Vec<Proposal<'v>> {
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
            // Other games have rules and properties of their own.
            let FileAudit::Game(audit) = game.audit else { return proposals };
            let audit = Some(&**audit);
            let mut context = GameContext::new(version.text, game.game, audit, findings, aliases);
            context.torn_before = self.neighbours.torn_before;
            for (index, finding) in findings.iter().enumerate() {
                add(index, &|fix| fix.propose_in_game(&context, finding));
            }
        } else {
            let mut context = FileContext::new(version.text);
            version.file.for_each_game(&mut GameMemory::default(), |game| {
                context.is_last_doubtful = game.faults.iter().any(|fault| {
                    matches!(fault.kind, FaultKind::UnclosedValue | FaultKind::EarlyEnd)
                });
                context.add_game(&GameContext::new(&game.text, game.game, None, &[], None));
            });
            if context.has_other_game {
                return proposals;
            }
            context.torn_last = version.file.torn_beside(version.file.games() + 1);
            context.has_ambiguous_text =
                findings.iter().any(|finding| finding.kind == FindingKind::UndecodableBytes);
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
    use crate::fix::catalog::Selection;
    use crate::fix::version::fix_options;
    use crate::sgf::Text;

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
