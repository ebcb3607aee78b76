//! Totals over a run.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::conventions::Conventions;
use super::wrong_results::WrongResults;
use sgf_audit_core::Evidence;
use sgf_audit_core::audit::{
    FileAudit, Fixes, MarginExplanation, OpenQuestion, Severity, ValueSource, Verdict,
};
use sgf_audit_core::plural::pluralize;
use sgf_audit_core::rules::{BUILT_IN, Ruleset};
use sgf_audit_core::table::{FindingCounts, SummaryRow};

/// Totals over a run, added up from its parts.
#[derive(Default, Clone, Debug, Serialize, Deserialize)]
pub struct Summary {
    pub games: u64,
    verdicts: [u64; Verdict::ALL.len()],
    /// Confirmed and wrong results by how the dead stones are known.
    by_evidence: [[u64; 2]; Evidence::ALL.len()],
    /// Wrong results of records that stop early.
    wrong_early: u64,
    /// Undecided games by what isn't known.
    open_questions: [u64; OpenQuestion::ALL.len()],
    /// Undecided games in which, as it stands, another player won.
    other_winner: u64,
    pub(super) findings: FindingCounts,
    pub(super) wrong: CauseTotals,
    pub(super) conventions: Conventions,
    /// Number of games by the ruleset that was inferred for them.
    inferred: BTreeMap<String, u64>,
    pub(super) wrong_results: WrongResults,
    /// Number of games whose komi or ruleset a configuration beside the records sets.
    configured: u64,
    /// Number of findings that a setting left out.
    ignored: u64,
    /// The configurations that applied, as text for people.
    #[serde(skip)]
    pub configurations: Option<String>,
}

impl Summary {
    pub fn add(&mut self, path: &Path, audit: &FileAudit, fixes: Option<&Fixes>) {
        let (game, findings) = match audit {
            FileAudit::Game(audit) => {
                self.games += 1;
                if audit.reports_wrong_result() {
                    self.wrong.add(audit.cause.as_ref());
                    self.wrong_results.add(path, audit);
                }
                let sources = [audit.ruleset_source, audit.komi_source];
                self.configured += u64::from(sources.contains(&ValueSource::Configuration));
                if audit.ruleset_source == ValueSource::Inferred {
                    *self.inferred.entry(audit.rules.id.to_string()).or_default() += 1;
                }
                self.verdicts[audit.verdict as usize] += 1;
                let source = audit.dead.as_ref().map(|dead| dead.source);
                if let Some(source) = source.filter(|source| *source != Evidence::Undecided) {
                    let [confirmed, wrong] = &mut self.by_evidence[source as usize];
                    *confirmed += u64::from(audit.verdict == Verdict::Confirmed);
                    *wrong += u64::from(audit.verdict.is_wrong());
                }
                self.wrong_early += u64::from(audit.verdict.is_wrong() && !audit.shows_end());
                if let (Verdict::Undecided, Some(open)) = (audit.verdict, audit.open_question) {
                    self.open_questions[open as usize] += 1;
                }
                self.other_winner += u64::from(audit.stands_for_another());
                self.conventions.add(audit);
                (audit.game, &audit.findings)
            }
            FileAudit::Findings { game, findings, .. } => (*game, findings),
        };
        self.ignored += audit.ignored();
        self.findings.add(game, findings, fixes);
    }

    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        for (a, b) in self.verdicts.iter_mut().zip(other.verdicts) {
            *a += b;
        }
        for (a, b) in self.by_evidence.iter_mut().zip(other.by_evidence) {
            *a = [a[0] + b[0], a[1] + b[1]];
        }
        self.wrong_early += other.wrong_early;
        for (a, b) in self.open_questions.iter_mut().zip(other.open_questions) {
            *a += b;
        }
        self.other_winner += other.other_winner;
        self.conventions.merge(&other.conventions);
        self.findings += &other.findings;
        self.wrong.merge(&other.wrong);
        for (rules, number) in &other.inferred {
            *self.inferred.entry(rules.clone()).or_default() += number;
        }
        self.wrong_results.merge(&other.wrong_results);
        self.configured += other.configured;
        self.ignored += other.ignored;
    }

    /// Returns the number of findings of at least this severity.
    pub fn at_least(&self, severity: Severity) -> u64 {
        self.findings.total().at_least(severity)
    }

    /// Returns what settings changed, as text for people; empty if they changed nothing.
    pub(super) fn changed_by_settings(&self) -> String {
        let mut parts = Vec::new();
        if self.configured > 0 {
            let games = pluralize(self.configured, "game");
            parts.push(format!("{games} judged by the komi or ruleset of a configuration"));
        }
        if self.ignored > 0 {
            parts.push(format!("{} ignored", pluralize(self.ignored, "finding")));
        }
        parts.join("; ")
    }

    /// Returns the kinds of the wrong and of the undecided results: "Wrong: 3 with a complete record. Wrong by how the
    /// dead stones are known: marked 1 of 40, estimated 2 of 60. Undecided: 20 where the record stops early". Says so if no result could be counted. Empty if there are none of these.
    pub(super) fn kinds_of_doubt(&self) -> String {
        fn listed<'a>(kinds: impl IntoIterator<Item = (u64, &'a str)>) -> String {
            let kinds = kinds.into_iter().filter(|(number, _)| *number > 0);
            kinds.map(|(number, words)| format!("{number} {words}")).collect::<Vec<_>>().join(", ")
        }
        let wrong = self.verdict(Verdict::WrongWinner) + self.verdict(Verdict::WrongMargin);
        let complete = wrong.saturating_sub(self.wrong_early);
        let wrong_kinds = listed([
            (complete, "with a complete record"),
            (self.wrong_early, "with a record that stops early"),
        ]);
        let open = listed(
            self.open_questions.into_iter().zip(OpenQuestion::ALL.iter().map(|it| it.name())),
        );
        let mut parts = Vec::new();
        let undecided = self.verdict(Verdict::Undecided);
        if wrong + self.verdict(Verdict::Confirmed) == 0 && undecided > 0 {
            parts.push(format!("0 of {} could be counted.", pluralize(undecided, "scored result")));
        }
        parts.extend((!wrong_kinds.is_empty()).then(|| format!("Wrong: {wrong_kinds}.")));
        let counted = Evidence::ALL.iter().zip(self.by_evidence).filter(|(_, [a, b])| a + b > 0);
        let rate = |(known, [confirmed, wrong]): (&Evidence, [u64; 2])| {
            format!("{} {wrong} of {}", known.name(), confirmed + wrong)
        };
        let rates: Vec<String> = counted.map(rate).collect();
        if wrong > 0 && rates.len() > 1 {
            parts.push(format!("Wrong by how the dead stones are known: {}.", rates.join(", ")));
        }
        parts.extend((!open.is_empty()).then(|| format!("Undecided: {open}.")));
        if self.other_winner > 0 {
            parts.push(format!(
                "In {} undecided the other player won as it stands.",
                self.other_winner
            ));
        }
        parts.join(" ")
    }

    /// Appends which rulesets were inferred.
    pub(super) fn push_inferred(&self, out: &mut String) {
        if !self.inferred.is_empty() {
            let all = pluralize(self.inferred.values().sum::<u64>(), "ruleset");
            let each: Vec<String> =
                self.inferred.iter().map(|(rules, number)| format!("{rules} {number}")).collect();
            out.push_str(&format!(
                "{all} inferred from the recorded result: {}.\n",
                each.join(", ")
            ));
        }
    }

    /// Returns the number of games with a verdict.
    pub fn verdict(&self, verdict: Verdict) -> u64 {
        self.verdicts[verdict as usize]
    }

    /// Returns the rows of `summary.csv`: each finding that occurs, in the order of the documentation.
    pub fn rows(&self) -> impl Iterator<Item = SummaryRow> {
        self.findings.found().map(|(finding, count)| SummaryRow { finding, count })
    }
}

/// Number of wrong results by cause.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct CauseTotals {
    results: u64,
    /// By likely cause. Results without one aren't included.
    causes: BTreeMap<String, u64>,
    /// Results that are right under another ruleset, where the record names none, by its index in
    /// [`BUILT_IN`].
    right_under: BTreeMap<usize, u64>,
}

impl CauseTotals {
    pub fn add(&mut self, explanation: Option<&MarginExplanation>) {
        self.results += 1;
        let Some(explanation) = explanation.filter(|explanation| explanation.likely) else {
            return;
        };
        *self.causes.entry(explanation.cause.clone()).or_default() += 1;
        let is_it = |rules: &Ruleset| BUILT_IN.iter().position(|other| other.id == rules.id);
        if let Some(place) = explanation.ruleset.as_deref().and_then(is_it) {
            *self.right_under.entry(place).or_default() += 1;
        }
    }

    pub fn merge(&mut self, other: &Self) {
        self.results += other.results;
        for (cause, number) in &other.causes {
            *self.causes.entry(cause.clone()).or_default() += number;
        }
        for (place, number) in &other.right_under {
            *self.right_under.entry(*place).or_default() += number;
        }
    }
}

impl fmt::Display for CauseTotals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // For one result, the finding is enough.
        if self.results > 1 {
            writeln!(f, "Causes of {}:", pluralize(self.results, "wrong result"))?;
            let mut causes: Vec<(&str, u64)> =
                self.causes.iter().map(|(cause, &number)| (&**cause, number)).collect();
            causes.sort_by_key(|&(_, number)| Reverse(number));
            let explained: u64 = causes.iter().map(|(_, number)| number).sum();
            let none =
                Some(("none likely", self.results - explained)).filter(|&(_, number)| number > 0);
            causes.extend(none);
            let width = causes.iter().map(|(cause, _)| cause.len()).max().unwrap_or(0);
            for (cause, number) in causes {
                writeln!(f, "  {cause:width$}  {number:>7}")?;
            }
        }
        for (&place, &wrong) in &self.right_under {
            let Some(rules) = BUILT_IN.get(place) else { continue };
            let (is, records) = match wrong {
                1 => ("is", "its record names"),
                _ => ("are", "their records name"),
            };
            writeln!(
                f,
                "{wrong} of the wrong results {is} right by {} (--default-rules {}); {records} no known ruleset",
                rules.name, rules.id
            )?;
        }
        Ok(())
    }
}
