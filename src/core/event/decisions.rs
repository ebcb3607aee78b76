//! Decisions of directors on a game: rulings, penalties, who wins ties; and the event's komi and ruleset, by which it is
//! judged.

use std::collections::HashSet;
use std::path::Path;

use super::check::EventCheck;
use super::entry::{DecisionId, Unapplied};
use super::record_match::RecordMatch;
use super::terms::{Ruling, Side, Ties};
use super::wording::Names;
use crate::audit::{
    Audit, AuditOptions, Auditor, DecidedResult, Decision, FileAudit, Finding, FindingKind,
    Severity, Verdict,
};
use crate::go::{ByColor, Chains, Color, Grid, Point, Points};
use crate::plural::pluralize;
use crate::record::{RulesChoice, ValueSource};
use crate::rules::SharedRuleset;
use crate::sgf::{Agreement, Ident, LineIndex, Outcome, SourceGame, WinBy};

/// Maximum number of chains that a sentence names.
const MAX_CHAINS: usize = 4;

impl Ruling {
    fn names_stones(&self) -> bool {
        self.dead.is_some() || self.also_dead.is_some() || self.alive.is_some()
    }

    /// Who decided, when and why.
    pub(super) fn signed(&self, words: String) -> String {
        let mut words = words;
        if !self.by.is_empty() {
            words.push_str(&format!(", by {}", self.by));
        }
        if let Some(date) = &self.date {
            words.push_str(&format!(" on {}", date.0));
        }
        if !self.reason.is_empty() {
            words.push_str(&format!(": {}", self.reason));
        }
        words
    }
}

impl EventCheck {
    /// Returns the ruling on a game, by its number in the event's file, and its result with the record's colours.
    fn ruling(&self, matched: &RecordMatch) -> Option<(usize, &Ruling, Option<Outcome>)> {
        matched.decisions.iter().find_map(|met| {
            let DecisionId::Ruling(at) = met.id else { return None };
            let ruling = &self.terms.rulings[at];
            let turned = |ruled: Outcome| if met.is_swapped { ruled.swapped() } else { ruled };
            Some((at, ruling, ruling.result.map(|ruled| turned(ruled.0))))
        })
    }

    /// Returns the ruling on a game's stones that is applied.
    fn ruling_on_stones(&self, audit: &Audit, matched: &RecordMatch) -> Option<&Ruling> {
        let (_, ruling, result) = self.ruling(matched)?;
        let is_applied = result.is_none() && ruling.names_stones();
        (is_applied && why_no_stones(ruling, audit).is_none()).then_some(ruling)
    }

    /// Audits a game again by the event's komi and ruleset, and with the stones dead or alive that rulings name. Returns its
    /// match in the event; `None` if it isn't Go.
    pub fn judge(
        &self,
        path: &Path,
        game: &SourceGame,
        audit: &mut FileAudit,
        options: &AuditOptions,
        auditor: &mut Auditor,
    ) -> Option<RecordMatch> {
        let FileAudit::Game(before) = &*audit else { return None };
        let matched = RecordMatch::new(self, path, before);
        if before.position.is_none() {
            return Some(matched);
        }
        let mut law = options.clone();
        let rules = self.terms.ruleset_of(matched.round.as_ref());
        let rules = rules.map(SharedRuleset::from).filter(|rules| rules.id != before.rules.id);
        let komi = self.komi_of(before, &matched).filter(|komi| *komi != before.komi);
        if let (Some(rules), RulesChoice::Auto(_)) = (&rules, &options.rules) {
            law.rules = RulesChoice::Fixed(rules.clone());
            law.rules_set_by = ValueSource::Event;
        }
        if options.komi.is_none() && komi.is_some() {
            (law.komi, law.komi_set_by) = (komi, ValueSource::Event);
        }
        if law.komi_set_by == ValueSource::Event || law.rules_set_by == ValueSource::Event {
            *audit = auditor.audit_game(game, &law, &mut LineIndex::default());
        }
        if let FileAudit::Game(before) = &*audit
            && options.dead_stones.is_none()
            && let Some(ruling) = self.ruling_on_stones(before, &matched)
            && let Some((dead, words)) = ruled_stones(ruling, before)
        {
            let words = ruling.signed(format!("ruled: {words}"));
            let options = AuditOptions { dead_stones: Some(dead), ..law };
            *audit = auditor.audit_game(game, &options, &mut LineIndex::default());
            if let FileAudit::Game(audit) = audit {
                audit.decision = Some(Decision { words, is_ruling: true, ..Decision::default() });
            }
        }
        Some(matched)
    }

    /// Returns the decisions on a record that have no effect.
    pub(super) fn without_effect(&self, audit: &Audit, matched: &RecordMatch) -> Vec<Unapplied> {
        let mut unapplied = Vec::new();
        let mut add = |decision, why, is_note| unapplied.push(Unapplied { decision, why, is_note });
        let ruling = self.ruling(matched);
        if let Some((at, ruling, result)) = ruling.filter(|(_, ruling, _)| ruling.names_stones()) {
            let (id, beside) = (DecisionId::Ruling(at), "names stones without effect:");
            match (result, why_no_stones(ruling, audit)) {
                (None, None) => {}
                (None, Some(why)) => add(id, format!("isn't applied: {why}"), false),
                (Some(_), None) => add(id, format!("{beside} its result decides"), true),
                (Some(_), Some(why)) => {
                    add(id, format!("{beside} {why}"), audit.position.is_none());
                }
            }
        }
        let why = match (ruling, audit.verdict) {
            (Some((at, _, Some(_))), _) => {
                let (line, _) = self.place_of(DecisionId::Ruling(at));
                format!("the ruling in line {line} decides the result")
            }
            (_, Verdict::Undecided) => "the count is undecided".to_owned(),
            (_, Verdict::NotCounted | Verdict::NoResult) => not_by_count(audit.outcome),
            _ => return unapplied,
        };
        let ids = matched.decisions.iter().map(|met| met.id);
        for id in ids.filter(|id| matches!(id, DecisionId::Penalty(_))) {
            add(id, format!("isn't applied: {why}"), false);
        }
        unapplied
    }

    /// The komi of a game by its round's or the event's terms, or by its row, unless that is a rounded one. `None` where
    /// they contradict each other.
    pub(super) fn komi_of(&self, audit: &Audit, matched: &RecordMatch) -> Option<Points> {
        let is_even = audit.replay.handicap.known()? < 2;
        let of_row =
            self.row_at(matched.row()).filter(|row| !row.whole_komi).and_then(|row| row.komi);
        let of_terms = self.terms.komi_of(matched.round.as_ref(), is_even);
        match (of_terms, of_row) {
            (Some(terms), Some(row)) if terms != row => None,
            (_, Some(row)) => Some(row),
            (terms, None) => terms,
        }
    }

    /// Returns the players of a record as the event names them.
    pub(super) fn names(&self, audit: &Audit, matched: &RecordMatch) -> Names {
        let [black, white] = [(0, &audit.black), (1, &audit.white)];
        Names::new([black, white].map(|(side, name)| self.name_of(matched.players[side], name)))
    }

    /// Returns how a count by the event's terms differs from the one that the record's komi gives, as a clause; `None` if
    /// the game was counted by what it states.
    pub(super) fn by_terms(&self, audit: &Audit, names: &Names) -> Option<String> {
        let (counted, margin) = (audit.recounted()?, audit.score.as_ref()?.margin);
        let stated = audit.info.komi.filter(|komi| *komi != audit.komi);
        if let Some(stated) = stated.filter(|_| audit.komi_source == ValueSource::Event) {
            let by_stated = Outcome::from_white_margin(margin - audit.komi + stated);
            let used = match audit.outcome.agreement(by_stated) {
                Agreement::Agrees if audit.outcome.white_margin().is_some() => "was counted with",
                _ => "states",
            };
            let (komi, result) = (audit.komi, names.won(counted));
            return Some(format!(
                "by the event's komi of {komi}, {result}; the record {used} {stated}"
            ));
        }
        let named = audit.info.named_rules.filter(|rules| rules.id != audit.rules.id);
        let named = named.filter(|_| audit.ruleset_source == ValueSource::Event)?;
        let (rules, result) = (&audit.rules.id, names.won(counted));
        Some(format!("by the event's ruleset ({rules}), {result}; the record states {}", named.id))
    }

    /// Returns the count with the penalties and the event's rule for ties. `None` if there is no penalty and the rule changes
    /// nothing.
    fn adjusted(&self, audit: &Audit, matched: &RecordMatch) -> Option<Decision> {
        let margin = audit.possible_margin.or(audit.score.as_ref().map(|score| score.margin))?;
        let names = self.names(audit, matched);
        let (mut penalties, mut words) = (ByColor::<Points>::default(), Vec::new());
        for met in &matched.decisions {
            let DecisionId::Penalty(at) = met.id else { continue };
            let penalty = &self.terms.penalties[at];
            let side = match (met.is_swapped, penalty.color) {
                (false, Side::Black) | (true, Side::White) => Color::Black,
                (false, Side::White) | (true, Side::Black) => Color::White,
            };
            let points = penalty.points.0;
            penalties[side] += points;
            let reason = match &*penalty.reason {
                "" => String::new(),
                reason => format!(" ({reason})"),
            };
            words.push(format!("with a penalty of {points} for {}{reason}", names.of(side)));
        }
        // Penalties of both players that cancel out are applied, too.
        let is_penalized = !words.is_empty();
        let adjusted = margin + penalties.black - penalties.white;
        let winner = match self.terms.ties {
            Some(Ties::White) => Some(Color::White),
            Some(Ties::Black) => Some(Color::Black),
            Some(Ties::Draw) | None => None,
        };
        let mut outcome = Outcome::from_white_margin(adjusted);
        if adjusted == Points::ZERO && self.terms.ties.is_some() {
            words.push("by the event's rule for ties".to_owned());
            outcome = winner.map_or(outcome, |winner| Outcome::Win(winner, WinBy::Unspecified));
        }
        let counted = Outcome::from_white_margin(margin);
        let words = format!("{}: {}", words.join(" and "), names.wins(outcome));
        (is_penalized || outcome != counted).then_some(Decision {
            result: Some(DecidedResult::Adjusted(outcome)),
            penalties,
            words,
            is_ruling: false,
        })
    }

    /// Returns the counted result of a record with what the event decides of it.
    pub(super) fn counted(&self, audit: &Audit, matched: &RecordMatch) -> Option<Outcome> {
        let counted = audit.possible_or_counted()?;
        let adjusted = self.adjusted(audit, matched);
        Some(adjusted.and_then(|decision| decision.outcome()).unwrap_or(counted))
    }

    /// Returns the decision on a record: a ruling, or else the count as penalties and the rule for ties change it.
    pub(super) fn decision(&self, audit: &Audit, matched: &RecordMatch) -> Option<Decision> {
        let names = self.names(audit, matched);
        let ruling = self.ruling(matched);
        if let Some((_, ruling, Some(outcome))) = ruling {
            let words = ruling.signed(format!("ruled: {}", names.wins(outcome)));
            let result = Some(DecidedResult::Ruled(outcome));
            return Some(Decision { result, words, is_ruling: true, ..Decision::default() });
        }
        let of_stones = self.ruling_on_stones(audit, matched);
        let ruled = audit.decision.as_ref().filter(|_| of_stones.is_some());
        let note = ruling.filter(|(_, ruling, _)| !ruling.names_stones());
        let is_counted = audit.verdict.is_wrong() || audit.verdict == Verdict::Confirmed;
        let adjusted = self.adjusted(audit, matched).filter(|_| is_counted);
        let words = [
            ruled.map(|decision| decision.words.clone()),
            note.map(|(_, ruling, _)| ruling.signed("noted".to_owned())),
            adjusted.as_ref().map(|decision| decision.words.clone()),
        ];
        let words = words.into_iter().flatten().collect::<Vec<_>>().join("; ");
        let is_ruling = ruled.is_some();
        // Stones that were ruled dead or alive decide the result, too.
        let by_stones = audit.recounted().filter(|_| is_ruling).map(DecidedResult::ByStones);
        let decision =
            adjusted.unwrap_or_else(|| Decision { result: by_stones, ..Decision::default() });
        (!words.is_empty()).then_some(Decision { words, is_ruling, ..decision })
    }

    /// Compares the recorded result with the decision. The verdict and its findings change with it.
    pub(super) fn decide(&self, audit: &mut Audit, matched: &RecordMatch) {
        let names = self.names(audit, matched);
        audit.decision = self.decision(audit, matched);
        let Some(decision) = audit.decision.clone() else {
            if let Some(clause) = self.by_terms(audit, &names) {
                let is_wrong = |finding: &&mut Finding| finding.kind.is_wrong_result();
                if let Some(finding) = audit.findings.iter_mut().find(is_wrong) {
                    finding.message.push_str(&format!("; {clause}"));
                }
            }
            return;
        };
        let Some(outcome) = decision.outcome() else {
            let why = std::mem::take(&mut audit.explanation);
            let why = if why.is_empty() { why } else { format!("; {why}") };
            audit.explanation = decision.words + &why;
            return;
        };
        let recorded = audit.outcome;
        audit.findings.retain(|finding| {
            !finding.kind.is_wrong_result() && finding.kind != FindingKind::Undecided
        });
        audit.cause = None;
        audit.explanation.clone_from(&decision.words);
        let is_tie = !decision.is_ruling
            && recorded == Outcome::Draw
            && matches!(outcome, Outcome::Win(_, WinBy::Unspecified));
        match outcome.agreement(recorded) {
            Agreement::Differs if is_tie => audit.verdict = Verdict::Confirmed,
            Agreement::Agrees => audit.verdict = Verdict::Confirmed,
            // A decision confirms nothing that isn't recorded.
            Agreement::Unknown => audit.verdict = Verdict::NoResult,
            Agreement::Differs => report_decided(audit, &decision, outcome, &names),
        }
    }
}

/// Reports that another result was decided than the recorded one.
fn report_decided(audit: &mut Audit, decision: &Decision, outcome: Outcome, names: &Names) {
    let recorded = audit.outcome;
    let counted = audit.recounted().filter(|_| !decision.is_ruling);
    let winner = |outcome| match outcome {
        Outcome::Win(winner, _) => Some(winner),
        _ => None,
    };
    let (verdict, kind) = if winner(recorded) == winner(outcome) {
        (Verdict::WrongMargin, FindingKind::WrongMargin)
    } else {
        (Verdict::WrongWinner, FindingKind::WrongWinner)
    };
    audit.verdict = verdict;
    let counted =
        counted.map_or(String::new(), |counted| format!("counted: {}; ", names.won(counted)));
    let words = names.with_result(&decision.words, outcome);
    let message = format!("the record: {}; {counted}{words}", names.won(recorded));
    let mut finding = audit.places.finding(Ident::new("RE"), kind, message);
    if decision.is_ruling {
        // A record may say how the game ended before the referee decided.
        finding.severity = Severity::Note;
    }
    audit.findings.push(finding);
}

/// Returns the stones that a ruling names, each with whether it is dead.
fn ruled_one_by_one(ruling: &Ruling) -> impl Iterator<Item = (&str, bool)> {
    let lists = [(&ruling.dead, true), (&ruling.also_dead, true), (&ruling.alive, false)];
    lists.into_iter().flat_map(|(stones, is_dead)| {
        stones.iter().flat_map(move |it| it.0.iter().map(move |name| (&**name, is_dead)))
    })
}

fn not_by_count(outcome: Outcome) -> String {
    match outcome.is_unknown() {
        true => "the record has no result".to_owned(),
        false => format!("the game isn't decided by a count ({outcome})"),
    }
}

/// Returns why the stones of a ruling can't be dead or alive, as a clause.
fn why_no_stones(ruling: &Ruling, audit: &Audit) -> Option<String> {
    if !ruling.names_stones() {
        return None;
    }
    let ruled: HashSet<(&str, bool)> = ruled_one_by_one(ruling).collect();
    if ruled.iter().any(|&(stone, is_dead)| is_dead && ruled.contains(&(stone, false))) {
        return Some("it names a stone as dead and as alive".to_owned());
    }
    let Some(grid) = &audit.position else {
        return Some(not_by_count(audit.outcome));
    };
    ruled_one_by_one(ruling).find_map(|(name, _)| match Point::from_name(name, audit.size) {
        None => Some(format!("the board of {} has no point {name}", audit.size)),
        Some(point) if grid.get(point).is_none() => Some(format!("there is no stone at {name}")),
        Some(_) => None,
    })
}

/// Returns the dead stones by a ruling on stones, and how they differ from those that the audit has, as a clause. `None`
/// without a position.
fn ruled_stones(ruling: &Ruling, audit: &Audit) -> Option<(Vec<Point>, String)> {
    let grid = audit.position.as_ref()?;
    let chains = Chains::new(grid);
    let chain = |name: &str| {
        let point = Point::from_name(name, audit.size)?;
        Some(usize::from(chains.of[grid.size().index(point)]))
    };
    let first = |of: usize| usize::from(chains.points[of][0]);
    let was_dead: Vec<bool> = (0..chains.color.len())
        .map(|of| audit.dead.as_ref().is_some_and(|dead| dead.stones[first(of)]))
        .collect();
    let mut is_dead = was_dead.clone();
    if ruling.dead.is_some() {
        is_dead.fill(false);
    }
    for (name, status) in ruled_one_by_one(ruling) {
        chain(name).into_iter().for_each(|of| is_dead[of] = status);
    }
    // Without an estimate, the stones that are named are the news.
    let is_news = |of: &usize| is_dead[*of] != was_dead[*of];
    let clause = |status: bool, words: &str| {
        let of: Vec<usize> = (0..is_dead.len())
            .filter(|of| is_dead[*of] == status && is_news(of) && is_stone(grid, first(*of)))
            .collect();
        let parts = of.iter().take(MAX_CHAINS).map(|&of| {
            // By the stone that the ruling names.
            let mut names = ruled_one_by_one(ruling).map(|(name, _)| name);
            let name = names
                .find(|name| chain(name) == Some(of))
                .map(str::to_owned)
                .unwrap_or_else(|| grid.size().point(first(of)).name(audit.size));
            format!("{name} ({})", pluralize(chains.points[of].len() as u64, "stone"))
        });
        let parts: Vec<String> = parts.collect();
        let more = match of.len().saturating_sub(MAX_CHAINS) {
            0 => String::new(),
            more => format!(" and {}", pluralize(more as u64, "other chain")),
        };
        (!parts.is_empty()).then(|| format!("{}{more} {words}", parts.join(", ")))
    };
    let clauses: Vec<String> =
        [clause(true, "dead too"), clause(false, "alive")].into_iter().flatten().collect();
    let words = match (clauses.is_empty(), is_dead.contains(&true)) {
        (false, _) => clauses.join(", "),
        (true, false) => "no stone is dead".to_owned(),
        (true, true) => "the dead stones are those of the count".to_owned(),
    };
    let places = (0..grid.size().area()).filter(|&at| is_stone(grid, at));
    let dead = places.filter(|&at| is_dead[usize::from(chains.of[at])]);
    Some((dead.map(|at| grid.size().point(at)).collect(), words))
}

fn is_stone(grid: &Grid, at: usize) -> bool {
    grid.cells()[at].is_some()
}
