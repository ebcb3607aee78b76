//! Repairs a game, or a file without its games, in one loop: what is found is proposed, tried in one step, verified, and read again.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use super::catalog::{FIXES, Fix, Options};
use super::context::{FileContext, GameContext};
use super::edit::{Edit, EditHistory, EditSet};
use super::header::respells;
use super::verify::{MayChange, Step, is_decoded_alike, verify};
use super::version::{
    AuditedGame, Edited, Rejection, Version, count_errors, has_wrong_result, keep_charset,
    keep_games,
};
use crate::audit::{AuditOptions, Auditor, FileAudit, Finding, FindingKind, Safety};
use crate::sgf::{GameMemory, LineIndex, Text};

/// Maximum number of versions that are tried per step if the fixes can't be made together.
const MAX_TRIES: usize = 12;

/// Maximum number of steps per class; no known record needs as many.
const MAX_STEPS: usize = 30;

const CLASSES: [Safety; 3] = [Safety::Safe, Safety::Rules, Safety::Judgement];

/// A finding of a version, with its index, the edits that fix it, and the fix that they belong to.
struct Proposal<'v> {
    index: usize,
    finding: &'v Finding,
    edits: Vec<Edit>,
    fix: &'static Fix,
    /// Whether all that is read remains what it is.
    respells: bool,
}

/// The result of fixing a game, or a file without its games.
#[derive(Default)]
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
    /// The kinds of findings that are wanted. Nothing is tried unless a fix of one of them is proposed.
    pub(super) wanted: Option<&'r [FindingKind]>,
    /// The audit of the original with an estimate, if there is one.
    pub(super) shown: Option<&'r FileAudit>,
    original: Version<'r>,
    max_steps: usize,
    class: Safety,
    history: EditHistory,
    fixed: BTreeMap<usize, Safety>,
    /// Reasons by finding: its kind, and its offset in the original.
    rejections: HashMap<(FindingKind, u32), Rejection>,
    /// Whether a step has succeeded since the last rejection, so that what was rejected may work now.
    may_retry: bool,
    /// Findings, as in `rejections`, that are marked without being fixed.
    settled: HashSet<(FindingKind, u32)>,
}

impl<'r> Repair<'r> {
    pub(super) fn new(
        options: &'r Options,
        audit: &'r AuditOptions,
        auditor: &'r mut Auditor,
        refused: Option<Rejection>,
        original: Version<'r>,
    ) -> Self {
        Self {
            options,
            audit,
            auditor,
            refused,
            wanted: None,
            shown: None,
            original,
            max_steps: MAX_STEPS,
            class: Safety::Safe,
            history: EditHistory::default(),
            fixed: BTreeMap::new(),
            rejections: HashMap::new(),
            may_retry: false,
            settled: HashSet::new(),
        }
    }

    /// Makes the selected fixes, and finds out what the others would fix: all proposals of a class are tried in one step, and what
    /// that leaves is proposed again, until nothing is left to try.
    pub(super) fn run(mut self) -> Repaired {
        let last = CLASSES.into_iter().rfind(|class| self.options.selection.reaches(*class));
        let (mut edited, mut repaired, mut steps) = (None, Repaired::default(), 0);
        loop {
            let version = edited.as_ref().map_or(self.original, Edited::version);
            let mut proposals = self.ask_catalog(&version);
            let mut is_certain = false;
            let new = loop {
                if self.wanted.is_some() && !proposals.iter().any(|it| self.is_wanted(it.finding)) {
                    break None;
                }
                let open: Vec<&Proposal> = proposals.iter().filter(|it| self.is_open(it)).collect();
                let is_doubtful =
                    self.shown.is_some() || open.iter().any(|it| it.may_be_doubtful());
                if is_doubtful && !std::mem::replace(&mut is_certain, true) {
                    proposals = self.certain(proposals, &version);
                    continue;
                }
                let is_over = self.refused.is_some() || steps == self.max_steps;
                if !open.is_empty() && !is_over {
                    steps += 1;
                    match self.apply(&version, open) {
                        None => continue,
                        made => break made,
                    }
                }
                if open.is_empty() && !is_over && std::mem::take(&mut self.may_retry) {
                    self.rejections.clear();
                    continue;
                }
                if Some(self.class) == last {
                    repaired = self.repaired(&version, &proposals);
                }
                let Some(next) = CLASSES.into_iter().find(|class| *class > self.class) else {
                    break None;
                };
                (self.class, steps) = (next, 0);
            };
            let Some(new) = new else { break };
            edited = Some(new);
        }
        if let Some(edited) = edited {
            self.auditor.reuse(edited.file);
        }
        Repaired { fixed: self.fixed, ..repaired }
    }

    /// Whether a finding is a reason to fix something.
    fn is_wanted(&self, finding: &Finding) -> bool {
        !self.history.is_empty() || self.wanted.is_none_or(|kinds| kinds.contains(&finding.kind))
    }

    /// Marks fixes without making them, if marks are wanted and the fixes only respell. Returns whether it did.
    fn settles(&mut self, version: &Version, open: &[&Proposal]) -> bool {
        let (mut all, mut is_plain) = (EditSet::default(), self.wanted.is_some());
        is_plain &= self.history.is_empty() && self.rejections.is_empty();
        is_plain &= open.iter().all(|it| it.respells && all.try_add(&it.edits));
        let edits = all.into_edits();
        let is_alike = |text: Text| is_decoded_alike(version.text, &text);
        let is_settled = is_plain
            && keep_charset(&self.original, version, &edits)
            && version.edited_text(&edits).is_ok_and(is_alike);
        if is_settled {
            self.fixed.extend(open.iter().map(|it| (it.index, self.class)));
            self.settled.extend(open.iter().map(|it| (it.finding.kind, it.finding.span.start)));
        }
        is_settled
    }

    /// Whether a fix is of a class that is tried now, and was neither marked nor rejected.
    fn is_open(&self, proposal: &Proposal) -> bool {
        proposal.fix.safety <= self.class
            && !self.settled.contains(&self.key(proposal.finding))
            && !self.rejections.contains_key(&self.key(proposal.finding))
    }

    /// Returns the outcome of the selected classes, of whose proposals these are left.
    fn repaired(&mut self, version: &Version, left: &[Proposal]) -> Repaired {
        let is_about_encoding =
            |kind| matches!(kind, FindingKind::UndeclaredEncoding | FindingKind::WrongEncoding);
        let reason = self.refused.unwrap_or(Rejection::TooManyRounds);
        let not_fixed = left.iter().filter(|it| it.fix.safety <= self.class).filter_map(|it| {
            let rejected = self.rejections.get(&self.key(it.finding)).copied();
            let is_named = self.refused.is_none() || !is_about_encoding(it.finding.kind);
            let reason = rejected.or(is_named.then_some(reason))?;
            Some((self.in_original(it.finding.clone()), reason))
        });
        Repaired {
            not_fixed: not_fixed.collect(),
            bytes: (!self.history.is_empty()).then(|| version.bytes().to_vec()),
            history: self.history.clone(),
            errors: self.of_shown(version, count_errors),
            ..Repaired::default()
        }
    }

    /// Makes as many as possible of these fixes in one step: all, or if that can't be verified, parts of them.
    fn apply(&mut self, version: &Version, mut open: Vec<&Proposal>) -> Option<Edited> {
        if self.settles(version, &open) {
            return None;
        }
        for proposal in contradictory(&open) {
            self.rejections.insert(self.key(open[proposal].finding), Rejection::Contradiction);
        }
        open.retain(|it| self.is_open(it));
        // The largest are tried first: a fix that can't be made holds up few others.
        let mut groups = VecDeque::from([open]);
        let mut accepted: Vec<&Proposal> = Vec::new();
        let mut made: Option<(Edited, Vec<Edit>)> = None;
        let mut tries = 0;
        while let Some(mut group) = groups.pop_front() {
            let mut edits = EditSet::default();
            accepted.iter().for_each(|proposal| {
                edits.try_add(&proposal.edits);
            });
            // A fix beside another one waits for the next step.
            group.retain(|proposal| edits.try_add(&proposal.edits));
            if group.is_empty() {
                continue;
            }
            let step = step(edits.into_edits(), accepted.iter().chain(&group).copied());
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
                    let keys: Vec<_> = group.iter().map(|it| self.key(it.finding)).collect();
                    self.rejections.extend(keys.into_iter().map(|key| (key, reason)));
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
            if let Some(index) = self.original_index(proposal) {
                self.fixed.insert(index, self.class);
            }
        }
        let step = EditHistory::new(version.base, &edits);
        self.history = std::mem::take(&mut self.history).followed_by(step);
        self.may_retry = !self.rejections.is_empty();
        Some(edited)
    }

    fn try_step(&mut self, version: &Version, step: &Step) -> Result<Edited, Rejection> {
        if !keep_charset(&self.original, version, &step.edits) {
            return Err(Rejection::Charset);
        }
        let edited = version.edited(&step.edits, self.audit, self.auditor)?;
        let after = edited.version();
        verify(version, &after, step, self.audit, self.auditor)?;
        if !keep_games(&self.original, version, &after) {
            return Err(Rejection::Games);
        }
        // No repair makes wrong what `check` doesn't call wrong: the result would then be replaced.
        let original = self.original;
        match self.of_shown(&after, has_wrong_result) && !self.of_shown(&original, has_wrong_result)
        {
            true => Err(Rejection::NewError),
            false => Ok(edited),
        }
    }

    /// Returns the index of a finding in the original, if it was there and isn't fixed yet.
    fn original_index(&self, proposal: &Proposal) -> Option<usize> {
        if self.history.is_empty() {
            return Some(proposal.index);
        }
        let (kind, start) = self.key(proposal.finding);
        // In the order of the file.
        let findings = self.original.findings();
        let first = findings.partition_point(|finding| finding.span.start < start);
        let same = findings[first..].iter().take_while(|finding| finding.span.start == start);
        let mut of_kind = (first..).zip(same).filter(|(_, finding)| finding.kind == kind);
        of_kind.find(|(index, _)| !self.fixed.contains_key(index)).map(|(index, _)| index)
    }

    fn key(&self, finding: &Finding) -> (FindingKind, u32) {
        (finding.kind, self.original_offset(finding.span.start))
    }

    /// Returns the offset in the original text of a byte of the current version.
    fn original_offset(&self, at: u32) -> u32 {
        self.history.nearest_original(at as usize) as u32
    }

    /// Returns a finding with its span in the original.
    fn in_original(&self, mut finding: Finding) -> Finding {
        if !self.history.is_empty() {
            finding.span.start = self.original_offset(finding.span.start);
            finding.span.end = self.original_offset(finding.span.end);
            let at = finding.span.start as usize;
            (finding.line, finding.column) = LineIndex::default().locate(self.original.text, at);
        }
        finding
    }

    /// Leaves out the fixes of what the game states about its end or its count that an audit with an estimate doesn't propose, all of
    /// them where no estimate is wanted: an estimate may show that a change is doubtful, and never causes one.
    fn certain<'v>(
        &mut self,
        mut proposals: Vec<Proposal<'v>>,
        version: &Version<'v>,
    ) -> Vec<Proposal<'v>> {
        let shown = self.shown.take();
        if !proposals.iter().any(Proposal::may_be_doubtful) {
            return proposals;
        }
        let audited = if shown.is_none() { self.estimated(version) } else { None };
        let estimated = shown.or(audited.as_ref()).map(|audit| {
            let game = version.game.map(|game| AuditedGame { audit, ..game });
            Version { game, ..*version }
        });
        let sure = estimated.iter().flat_map(|it| self.ask_catalog(it));
        let sure: HashMap<(FindingKind, u32), Vec<Edit>> =
            sure.map(|it| ((it.finding.kind, it.finding.span.start), it.edits)).collect();
        proposals.retain(|it| {
            let key = (it.finding.kind, it.finding.span.start);
            !it.may_be_doubtful() || sure.get(&key) == Some(&it.edits)
        });
        proposals
    }

    /// Returns the audit of a game with an estimate, `None` if none is wanted.
    fn estimated(&mut self, version: &Version) -> Option<FileAudit> {
        let number = version.game.filter(|_| self.options.audit.estimate)?.number;
        let options = AuditOptions { estimate: true, ..self.audit.clone() };
        let mut memory = GameMemory::default();
        let game = version.file.game(number, &mut memory)?;
        Some(self.auditor.audit_game(&game, &options, &mut LineIndex::default()))
    }

    /// Returns what is asked of the findings as `check` shows them: no result that an estimate explains is wrong.
    fn of_shown<T>(&mut self, version: &Version, of: impl Fn(&[Finding]) -> T) -> T {
        let is_wrong = has_wrong_result(version.findings());
        let shown = if is_wrong { self.estimated(version) } else { None };
        of(shown.as_ref().map_or(version.findings(), FileAudit::findings))
    }

    /// Asks the catalogue for the safest fix of each finding.
    fn ask_catalog<'v>(&self, version: &Version<'v>) -> Vec<Proposal<'v>> {
        let findings = version.findings();
        let fixes = |kind| {
            let ignored = self.options.ignored.contains(&kind);
            let is_selected = self.options.selection.has(kind) && !ignored;
            FIXES.iter().filter(move |fix| fix.kind == kind && is_selected)
        };
        let mut proposals = Vec::new();
        if findings.iter().all(|finding| fixes(finding.kind).next().is_none()) {
            return proposals;
        }
        // Nothing else is asked unless something that is wanted is proposed.
        let mut ask = |propose: &dyn Fn(&Fix, &Finding) -> Option<Vec<Edit>>,
                       respells: &dyn Fn(&Finding) -> bool| {
            for is_wanted in [true, false] {
                let asked = findings.iter().enumerate();
                for (index, finding) in asked.filter(|(_, it)| self.is_wanted(it) == is_wanted) {
                    let propose = |fix| Some((fix, propose(fix, finding)?));
                    let mut proposed = fixes(finding.kind).filter_map(propose);
                    if let Some((fix, edits)) = proposed.find(|(_, edits)| !edits.is_empty()) {
                        let respells = respells(finding);
                        proposals.push(Proposal { index, finding, edits, fix, respells });
                    }
                }
                if proposals.is_empty() {
                    return;
                }
            }
            proposals.sort_by_key(|proposal| proposal.index);
        };
        let aliases = self.audit.aliases.as_deref();
        if let Some(game) = &version.game {
            // Other games have rules and properties of their own.
            let FileAudit::Game(audit) = game.audit else { return proposals };
            let audit = Some(&**audit);
            let mut context = GameContext::new(version.text, game.game, audit, findings, aliases);
            let number = self.original.game.filter(|_| !self.original.is_whole).map(|it| it.number);
            context.torn_before = number.and_then(|it| self.original.file.torn_beside(it));
            ask(&|fix, finding| fix.propose.game?(&context, finding), &|it| respells(&context, it));
        } else {
            let context = FileContext::new(version.file, findings);
            if context.has_other_game {
                return proposals;
            }
            ask(&|fix, finding| fix.propose.file?(&context, finding), &|it| context.respells(it));
        }
        proposals
    }
}

impl Proposal<'_> {
    /// Whether an estimate may speak against it: it is about a count, or the end of the game.
    fn may_be_doubtful(&self) -> bool {
        matches!(self.fix.may_change, MayChange::RESULT | MayChange::PASSES)
    }
}

/// Returns the indexes of the proposals that would write something else in place of the same bytes than another one. What another one
/// removes, or rewrites with more around it, contradicts nothing: it waits.
fn contradictory(proposals: &[&Proposal]) -> BTreeSet<usize> {
    let mut all: Vec<(&Edit, usize)> = Vec::new();
    for (index, proposal) in proposals.iter().enumerate() {
        all.extend(proposal.edits.iter().map(|edit| (edit, index)));
    }
    all.sort_by_key(|(edit, _)| (edit.span.start, Reverse(edit.span.end)));
    let mut contradictory = BTreeSet::new();
    let mut last: Option<(&Edit, usize)> = None;
    for (edit, index) in all {
        if let Some((before, other)) = last.filter(|(it, _)| it.span.end > edit.span.start) {
            let is_removed = before.with.is_empty() || edit.with.is_empty();
            let waits = before.span.end >= edit.span.end
                && (before.span != edit.span || before.with == edit.with || is_removed);
            if other != index && !waits {
                contradictory.extend([index, other]);
            }
        }
        if last.is_none_or(|(before, _)| before.span.end < edit.span.end) {
            last = Some((edit, index));
        }
    }
    contradictory
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

    #[test]
    fn findings_left_by_the_last_step_are_listed() {
        let options = Options::new(Selection::UpTo(Safety::Judgement));
        let audit = fix_options(&options.audit);
        let fixed_and_left = |max_steps| {
            let mut auditor = Auditor::new();
            let (file, _) = auditor.read_file(Text::new(b"(;GM[1]SZ[9];B[aa]C[x"), &audit);
            let mut memory = GameMemory::default();
            let game = file.game(1, &mut memory).expect("a game");
            let findings = auditor.audit_game(&game, &audit, &mut LineIndex::default());
            let version = Version::of_game(&file, &game, &findings);
            let repair = Repair::new(&options, &audit, &mut auditor, None, version);
            let repaired = Repair { max_steps, ..repair }.run();
            let left = repaired.not_fixed.iter().map(|(finding, _)| finding.kind);
            (repaired.fixed.len(), left.collect::<Vec<_>>())
        };
        // The value is closed before the tree.
        assert_eq!(fixed_and_left(1), (1, vec![FindingKind::UnclosedTree]));
        assert_eq!(fixed_and_left(MAX_STEPS), (2, vec![]));
    }
}
