//! The repair of one file: round by round, each verified.

use std::collections::HashMap;

use super::catalog::{Charsets, Proposal, Selection, Subject, propose};
use super::edit::{Mapping, Taken, Was, apply};
use super::values::Values;
use super::verify::{Audited, verify};
use crate::audit::{AuditOptions, Finding, FindingKind, LineIndex, Scratch};
use crate::formats::read;
use crate::sgf::{Game, Scanner, Text};

/// A finding that was mended.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// The game's number in its file, 0 for the file.
    pub game: u32,
    /// The finding, where it stands in the original file.
    pub finding: Finding,
}

/// A finding that could have been mended, and why it wasn't.
#[derive(Clone, Debug)]
pub struct NotFixed {
    /// The game's number in its file, 0 for the file.
    pub game: u32,
    /// The finding, where it stands in the original file.
    pub finding: Finding,
    /// Why.
    pub reason: &'static str,
}

/// What came of the repair of a file.
#[derive(Clone, Debug, Default)]
pub struct Repair {
    /// The file with its repairs; `None` if there are none.
    pub bytes: Option<Vec<u8>>,
    /// What was mended.
    pub fixed: Vec<Fixed>,
    /// What couldn't be mended without another change.
    pub not_fixed: Vec<NotFixed>,
    /// Findings of severity `error` that are left.
    pub errors: usize,
    /// Findings that were chosen by name, and of which this record's have no repair.
    pub unmended: usize,
    /// The edits of each round.
    pub(super) steps: Vec<Mapping>,
}

/// More rounds than any record needs; what is left then is said to be left.
const ROUNDS: usize = 30;

/// So many findings of a name are tried one by one.
const ONE_BY_ONE: usize = 50;

const TOO_MANY_ROUNDS: &str = "too many repairs that each wait for the one before; repair it again";

const NOT_BYTES: &str =
    "the file is in an encoding that has to be decoded first (UTF-16, ISO-2022-JP); convert it";

/// Repairs a file. Pure: nothing is written.
#[must_use]
pub fn fix_bytes(
    bytes: &[u8],
    options: &AuditOptions,
    wanted: &Selection,
    scratch: &mut Scratch,
) -> Repair {
    let mut work = Work::new(bytes, options, wanted, scratch);
    work.run(ROUNDS);
    work.repair
}

/// A finding, by its name and where it begins in the original file.
type Key = (FindingKind, u32);

struct Work<'a> {
    options: &'a AuditOptions,
    wanted: &'a Selection,
    scratch: &'a mut Scratch,
    original: &'a [u8],
    /// Findings whose fixes change too much, and what they change.
    failed: HashMap<Key, &'static str>,
    /// Whether something has changed since then, so that another attempt is worth while.
    stale: bool,
    repair: Repair,
}

/// What was tried without success, and why not.
type Failed = (Proposal, &'static str);

impl<'a> Work<'a> {
    fn new(
        original: &'a [u8],
        options: &'a AuditOptions,
        wanted: &'a Selection,
        scratch: &'a mut Scratch,
    ) -> Self {
        let (failed, repair) = (HashMap::new(), Repair::default());
        Self { options, wanted, scratch, original, failed, stale: false, repair }
    }

    fn run(&mut self, rounds: usize) {
        let mut current = self.original.to_vec();
        let mut audited = Audited::new(&current, self.options, self.scratch);
        if read(self.original).is_decoded() {
            self.refuse(&audited);
            return;
        }
        for round in 0..=rounds {
            let (able, unable) = self.proposals(&current, &audited);
            let is_last = round == rounds;
            if able.is_empty() && !is_last && std::mem::take(&mut self.stale) {
                self.failed.clear();
                continue;
            }
            if able.is_empty() || is_last {
                let waiting = able.into_iter().map(|proposal| (proposal, TOO_MANY_ROUNDS));
                for (proposal, reason) in unable.into_iter().chain(waiting) {
                    let Proposal { finding, game, .. } = self.relocated(proposal);
                    self.repair.not_fixed.push(NotFixed { game, finding, reason });
                }
                break;
            }
            if let Ok(next) = self.attempt(&current, &audited, &able) {
                (current, audited) = next;
                continue;
            }
            // Something in it goes wrong: name by name, and then one by one, to do what can be done.
            let mut names: Vec<FindingKind> =
                able.iter().map(|proposal| proposal.finding.kind).collect();
            names.sort_unstable();
            names.dedup();
            for name in names {
                for _ in 0..=ONE_BY_ONE {
                    let (mut some, _) = self.proposals(&current, &audited);
                    some.retain(|proposal| proposal.finding.kind == name);
                    if some.is_empty() {
                        break;
                    }
                    match self.attempt(&current, &audited, &some) {
                        Ok(next) => {
                            (current, audited) = next;
                            break;
                        }
                        Err(reason) if some.len() > ONE_BY_ONE => {
                            let keys: Vec<_> = some.iter().map(|one| self.key(one)).collect();
                            self.failed.extend(keys.into_iter().map(|key| (key, reason)));
                        }
                        Err(_) => match self.attempt(&current, &audited, &some[..1]) {
                            Ok(next) => (current, audited) = next,
                            Err(reason) => {
                                self.failed.insert(self.key(&some[0]), reason);
                            }
                        },
                    }
                }
            }
        }
        self.repair.errors = audited.errors();
        if let Selection::Names(names) = self.wanted {
            let mut names = names.clone();
            names.sort_unstable();
            names.dedup();
            let left: usize = names.into_iter().map(|name| audited.count(name)).sum();
            self.repair.unmended = left.saturating_sub(self.repair.not_fixed.len());
        }
        if current != self.original {
            self.repair.bytes = Some(current);
        }
        let place = |finding: &Finding| (finding.span.start, finding.kind);
        self.repair.fixed.sort_by_key(|fixed| place(&fixed.finding));
        self.repair.not_fixed.sort_by_key(|not| place(&not.finding));
        let text = Text::new(self.original);
        let mut locator = LineIndex::default();
        let Repair { fixed, not_fixed, .. } = &mut self.repair;
        let findings = fixed.iter_mut().map(|fixed| &mut fixed.finding);
        for finding in findings.chain(not_fixed.iter_mut().map(|not| &mut not.finding)) {
            let at = finding.span.start as usize;
            (finding.line, finding.column) = locator.locate(&text, at);
        }
    }

    /// Names what could be mended, were it not for the encoding.
    fn refuse(&mut self, audited: &Audited) {
        self.repair.errors = audited.errors();
        let decoded = Text::new(self.original).bytes().to_vec();
        // In a file of another format nothing can be named: what was found stands in no SGF.
        if read(&decoded).is_converted() {
            return;
        }
        let audited = Audited::new(&decoded, self.options, self.scratch);
        let (wanted, _) = self.proposals(&decoded, &audited);
        let about_text =
            |name| !matches!(name, FindingKind::UndeclaredEncoding | FindingKind::WrongEncoding);
        self.repair.not_fixed = wanted
            .into_iter()
            .filter(|proposal| about_text(proposal.finding.kind))
            .map(|Proposal { finding, game, .. }| NotFixed { game, finding, reason: NOT_BYTES })
            .collect();
    }

    /// Makes those repairs whose edits don't meet, if all is as it should be afterwards.
    fn attempt(
        &mut self,
        current: &[u8],
        audited: &Audited,
        proposals: &[Proposal],
    ) -> Result<(Vec<u8>, Audited), &'static str> {
        let mut taken = Taken::default();
        let mut made: Vec<&Proposal> = Vec::new();
        for proposal in proposals {
            if taken.take(&proposal.edits) {
                made.push(proposal);
            }
        }
        let edits = taken.finish();
        let names: Vec<FindingKind> = made.iter().map(|proposal| proposal.finding.kind).collect();
        let new = apply(current, &edits);
        let after = Audited::new(&new, self.options, self.scratch);
        let limits = self.options.limits;
        verify((current, audited), (&new, &after), &edits, &names, limits)?;
        for proposal in made {
            let Proposal { finding, game, .. } = self.relocated(proposal.clone());
            self.repair.fixed.push(Fixed { game, finding });
        }
        self.repair.steps.push(Mapping::new(&edits));
        self.stale = !self.failed.is_empty();
        Ok((new, after))
    }

    fn key(&self, proposal: &Proposal) -> Key {
        (proposal.finding.kind, self.back(proposal.finding.span.start))
    }

    fn back(&self, at: u32) -> u32 {
        self.repair.steps.iter().rev().fold(at as usize, |at, step| match step.back(at) {
            Was::At(at) | Was::New(at) => at,
        }) as u32
    }

    /// The same with its finding where it stands in the original file.
    fn relocated(&self, mut proposal: Proposal) -> Proposal {
        let span = &mut proposal.finding.span;
        (span.start, span.end) = (self.back(span.start), self.back(span.end));
        proposal
    }

    /// What could be mended, apart from that what has failed, with the reason.
    fn proposals(&self, bytes: &[u8], audited: &Audited) -> (Vec<Proposal>, Vec<Failed>) {
        let text = Text::new(bytes);
        let mut scanner = Scanner::with_limits(&text, self.options.limits);
        let (mut game, mut faults) = (Game::default(), Vec::new());
        let mut charsets = Charsets::default();
        let mut out = Vec::new();
        let mut number = 0;
        let mut findings = audited.findings.as_slice();
        while scanner.next_game(&mut game, &mut faults) {
            faults.clear();
            number += 1;
            let audit = audited.audits.get(&number).map(|audit| &**audit);
            let values = Values::default();
            // Findings come game by game; the file's own come last.
            let own = findings.iter().take_while(|(of, _)| *of == number).count();
            let (found, others) = findings.split_at(own);
            findings = others;
            let text = scanner.text();
            let subject = Subject { text, game: &game, audit, found, values: &values };
            charsets.note(&subject);
            for (_, finding) in found {
                let mended = subject.mend(finding);
                propose(&mut out, self.wanted, number, finding, mended);
            }
        }
        let spoils = [FindingKind::MixedEncoding, FindingKind::UndecodableBytes];
        let spoiled = findings.iter().any(|(_, finding)| spoils.contains(&finding.kind));
        for (of, finding) in findings {
            let mended = charsets.mend(&text, finding, spoiled);
            propose(&mut out, self.wanted, *of, finding, mended);
        }
        let (mut able, mut unable) = (Vec::new(), Vec::new());
        for proposal in out {
            match self.failed.get(&self.key(&proposal)) {
                Some(reason) => unable.push((proposal, *reason)),
                None => able.push(proposal),
            }
        }
        (able, unable)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::fix::Safety;

    fn piece() -> impl Strategy<Value = &'static str> {
        prop::sample::select(vec![
            "(",
            "(;",
            ")",
            ";",
            ";B[dd]",
            ";W[pp]",
            "B[q16]",
            ";W[ ]",
            ";B[]",
            "()",
            "C[a",
            "]",
            "[",
            "\\",
            "SiZe[9]",
            "SZ[19x19]",
            "KI[13]",
            "KM[375]",
            "RE[b+r]",
            "RE[W+3.5]",
            "RU[AGA]",
            "AB[aa][aa]",
            "HA[3]",
            "TB[aa]",
            "FF[3]",
            "\0",
            "\n",
            "CA[x]",
            "\u{67ef}",
            "x",
            ";B[pd",
            "C[a [b] c]",
            ")(;",
            ";W[cc]B[gg]",
            "CA[UTF-8]",
            "GM[1]",
        ])
    }

    #[test]
    fn what_the_last_round_leaves_is_said() {
        let (options, wanted) = (AuditOptions::default(), Selection::UpTo(Safety::Safe));
        let original = b"(;GM[1]SZ[9];B[aa]C[x";
        let ran = |rounds| {
            let mut scratch = Scratch::default();
            let mut work = Work::new(original, &options, &wanted, &mut scratch);
            work.run(rounds);
            let left = work.repair.not_fixed.iter();
            (work.repair.fixed.len(), left.map(|left| left.finding.kind).collect::<Vec<_>>())
        };
        // The value is closed first.
        assert_eq!(ran(1), (1, vec![FindingKind::UnclosedTree]));
        assert_eq!(ran(ROUNDS), (2, vec![]));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1500))]
        #[test]
        fn what_is_mended_stays_mended(pieces in prop::collection::vec(piece(), 0..24)) {
            let bytes = format!("(;{}", pieces.concat()).into_bytes();
            for safety in [Safety::Safe, Safety::Judgement] {
                let wanted = Selection::UpTo(safety);
                let options = AuditOptions::default();
                let once = fix_bytes(&bytes, &options, &wanted, &mut Scratch::default());
                prop_assert_eq!(once.bytes.is_some(), !once.fixed.is_empty());
                let Some(once) = once.bytes else { continue };
                let twice = fix_bytes(&once, &options, &wanted, &mut Scratch::default());
                prop_assert_eq!(twice.bytes, None, "{}", String::from_utf8_lossy(&once));
            }
        }

        #[test]
        fn any_bytes_can_be_mended(random in prop::collection::vec(any::<u8>(), 0..200)) {
            let bytes = [b"(;PB[", &random[..], b"];B[aa];W[ ]"].concat();
            let wanted = Selection::UpTo(Safety::Judgement);
            let _ = fix_bytes(&bytes, &AuditOptions::default(), &wanted, &mut Scratch::default());
        }
    }
}
