//! How an event decides a game's judgement: `Law`.

use super::decision::{Decision, GameTerms, Names};
use super::finding::{Finding, FindingKind, Severity};
use super::game_audit::{Audit, Verdict};
use super::judgement::{JudgedGame, Judgement};
use super::recount::{counted_outcome, winner_of};
use crate::go::{ByColor, Points};
use crate::record::{GameInfo, RecordedGame, ValueSource};
use crate::sgf::{Agreement, Outcome, WinBy};

/// The event of a game, as its audit asks it.
pub(crate) trait Law {
    /// What the event says of a game of this number, before it is judged. `None` if it needs no audit.
    fn terms(&mut self, game: u32, record: &RecordedGame, info: &GameInfo) -> Option<GameTerms>;

    /// What is to be reported of the game besides.
    fn findings(&mut self, record: &RecordedGame, audit: &Audit) -> Vec<Finding>;
}

impl JudgedGame<'_> {
    /// Returns how a count by the event's terms differs from the one that the record's komi gives, as a clause; `None` if
    /// the game was counted by what it states.
    pub(super) fn by_event(&self, names: &Names, stated: Option<Points>) -> Option<String> {
        let (counted, margin) = (self.recounted()?, self.recount.score.as_ref()?.margin);
        let (komi, rules) = (self.game.komi, self.rules);
        let (terms, recorded) = match (stated, self.game.record.named_rules) {
            (Some(stated), _) if komi.source == ValueSource::Event && stated != komi.used => {
                let by_stated = Outcome::from_white_margin(margin - komi.used + stated);
                let is_counted_so = self.outcome.white_margin() == by_stated.white_margin();
                let used = if is_counted_so { "was counted with" } else { "states" };
                (format!("komi of {}", komi.used), format!("{used} {stated}"))
            }
            (_, Some(named)) if rules.source == ValueSource::Event => {
                (format!("ruleset ({})", rules.rules.id), format!("states {}", named.id))
            }
            _ => return None,
        };
        Some(format!("by the event's {terms}, {}; the record {recorded}", names.won(counted)))
    }

    /// Judges the game by what its event decides of it, if it does. `by_stones`: the ruling on stones by which the game was
    /// counted, in words. `by_event`: how the count differs by the event's terms.
    pub(super) fn decide(
        &mut self,
        terms: &GameTerms,
        by_stones: Option<String>,
        by_event: Option<&str>,
    ) -> Option<Decision> {
        let decision = self.decision(terms, by_stones);
        let judgement = &mut self.judgement;
        let Some(decision) = decision else {
            let finding = judgement.finding.as_mut().filter(|it| it.kind.is_wrong_result());
            if let (Some(finding), Some(clause)) = (finding, by_event) {
                finding.message.push_str(&format!("; {clause}"));
            }
            return None;
        };
        match decision.result {
            Some(outcome) => self.judgement = self.decided(&decision, outcome, &terms.names),
            None if judgement.explanation.is_empty() => {
                judgement.explanation.clone_from(&decision.words);
            }
            None => {
                judgement.explanation = format!("{}; {}", decision.words, judgement.explanation)
            }
        }
        Some(decision)
    }

    /// The counted result; `None` if it is undecided.
    fn recounted(&self) -> Option<Outcome> {
        let score = self.recount.score.as_ref();
        let score = score.filter(|_| self.judgement.verdict != Verdict::Undecided)?;
        Some(counted_outcome(score, &self.rules.rules))
    }

    /// Returns what the event decides: by a ruling, or else by the count as penalties and the rule for ties change it.
    fn decision(&self, terms: &GameTerms, by_stones: Option<String>) -> Option<Decision> {
        let ruling = terms.ruling.as_ref();
        if let Some((outcome, ruling)) = ruling.and_then(|ruling| Some((ruling.result?, ruling))) {
            let words = format!("ruled: {}{}", terms.names.wins(outcome), ruling.signature);
            return Some(Decision::ruled(outcome, words));
        }
        let is_ruling = by_stones.is_some();
        let note = ruling.filter(|ruling| ruling.stones.is_none());
        let adjusted = self.adjusted(terms);
        let words = [
            by_stones,
            note.map(|ruling| format!("noted{}", ruling.signature)),
            adjusted.as_ref().map(|decision| decision.words.clone()),
        ];
        let words = words.into_iter().flatten().collect::<Vec<_>>().join("; ");
        // Stones that were ruled dead or alive decide the result, too.
        let result = self.recounted().filter(|_| is_ruling);
        let decision = adjusted.unwrap_or_else(|| Decision { result, ..Decision::default() });
        (!words.is_empty()).then_some(Decision { words, is_ruling, ..decision })
    }

    /// Returns the count with the penalties and the event's rule for ties; `None` if there is no penalty and the rule changes
    /// nothing, and if the count isn't known well enough: an undecided one is, if it is the recorded result so.
    fn adjusted(&self, terms: &GameTerms) -> Option<Decision> {
        let Judgement { verdict, possible_margin, .. } = self.judgement;
        let margin = possible_margin.or(self.recount.score.as_ref().map(|score| score.margin))?;
        let mut penalties = ByColor::<Points>::default();
        terms.penalties.iter().for_each(|(color, points, _)| penalties[*color] += *points);
        let mut words: Vec<&str> = terms.penalties.iter().map(|(.., clause)| &**clause).collect();
        // Penalties of both players that cancel out are applied, too.
        let is_penalized = !words.is_empty();
        let adjusted = margin + penalties.black - penalties.white;
        let mut outcome = Outcome::from_white_margin(adjusted);
        if let Some(tie) = terms.tie.filter(|_| adjusted == Points::ZERO) {
            words.push("by the event's rule for ties");
            outcome = tie;
        }
        let is_known = match verdict {
            Verdict::NotCounted => false,
            Verdict::Undecided => outcome.agreement(self.outcome) == Agreement::Agrees,
            _ => true,
        };
        let is_changed = is_penalized || outcome != Outcome::from_white_margin(margin);
        let words = format!("{}: {}", words.join(" and "), terms.names.wins(outcome));
        let decision = Decision { penalties, words, is_adjusted: true, ..Decision::default() };
        (is_known && is_changed).then_some(Decision { result: Some(outcome), ..decision })
    }

    /// The judgement of the recorded result by another one that was decided. It takes the place of the count's as a whole.
    fn decided(&self, decision: &Decision, outcome: Outcome, names: &Names) -> Judgement {
        let recorded = self.outcome;
        let is_tie = !decision.is_ruling
            && recorded == Outcome::Draw
            && matches!(outcome, Outcome::Win(_, WinBy::Unspecified));
        let (verdict, kind) = match outcome.agreement(recorded) {
            Agreement::Differs if is_tie => (Verdict::Confirmed, None),
            Agreement::Agrees => (Verdict::Confirmed, None),
            // A decision confirms nothing that isn't recorded.
            Agreement::Unknown => (Verdict::NoResult, None),
            Agreement::Differs if winner_of(recorded) == winner_of(outcome) => {
                (Verdict::WrongMargin, Some(FindingKind::WrongMargin))
            }
            Agreement::Differs => (Verdict::WrongWinner, Some(FindingKind::WrongWinner)),
        };
        let of_record = self.judgement.finding.as_ref();
        let mut finding =
            of_record.filter(|finding| finding.kind == FindingKind::MissingResult).cloned();
        if let Some(kind) = kind {
            let counted = self.recounted().filter(|_| !decision.is_ruling);
            let counted =
                counted.map_or(String::new(), |it| format!("counted: {}; ", names.won(it)));
            let words = names.with_result(&decision.words, outcome);
            let message = format!("the record: {}; {counted}{words}", names.won(recorded));
            let mut differs = self.game.record.result_at().finding(kind, message);
            if decision.is_ruling {
                // A record may say how the game ended before the referee decided.
                differs.severity = Severity::Note;
            }
            finding = Some(differs);
        }
        Judgement { explanation: decision.words.clone(), finding, ..Judgement::plain(verdict) }
    }
}
