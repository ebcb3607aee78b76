//! Decisions of directors on a game: rulings, penalties, who wins ties; and the event's komi and ruleset, by which it is
//! judged.

use std::path::Path;

use super::breaches::breaches;
use super::check::EventCheck;
use super::entry::{Binding, DecisionId, Entry, Unapplied};
use super::name_key::names;
use super::record_match::RecordMatch;
use super::terms::{Ruling, Ties};
use crate::audit::{
    Audit, AuditOptions, Auditor, FileAudit, Finding, GameInfo, GameRuling, GameTerms, Law, Names,
    RuledStones, Verdict, not_by_count,
};
use crate::go::{Color, Points};
use crate::record::RecordedGame;
use crate::sgf::{LineIndex, Outcome, SourceGame, WinBy};

impl Ruling {
    /// The stones that it names, if it names some.
    fn stones(&self) -> Option<RuledStones> {
        let lists = [(&self.dead, true), (&self.also_dead, true), (&self.alive, false)];
        let lists = lists.into_iter().filter_map(|(list, is_dead)| Some((list.as_ref()?, is_dead)));
        let are_named = lists.clone().next().is_some();
        let named = lists
            .flat_map(|(list, is_dead)| list.0.iter().map(move |name| (name.clone(), is_dead)));
        are_named.then(|| RuledStones { named: named.collect(), are_all: self.dead.is_some() })
    }

    /// Who decided, when and why, to follow the decision.
    pub(super) fn signature(&self) -> String {
        let mut words = String::new();
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

    /// Returns what the event says of a game.
    fn terms_of(&self, matched: &RecordMatch) -> GameTerms {
        let ruling = self.ruling(matched).map(|(_, ruling, result)| GameRuling {
            result,
            stones: ruling.stones(),
            signature: ruling.signature(),
        });
        let names = self.names(&matched.entry);
        let penalties = matched.decisions.iter().filter_map(|met| {
            let DecisionId::Penalty(at) = met.id else { return None };
            let (side, penalty) = (self.subject_of(*met)?, &self.terms.penalties[at]);
            let points = penalty.points.0;
            let reason = match &*penalty.reason {
                "" => String::new(),
                reason => format!(" ({reason})"),
            };
            let clause = format!("with a penalty of {points} for {}{reason}", names.of(side));
            Some((side, points, clause))
        });
        let wins = |winner| Outcome::Win(winner, WinBy::Unspecified);
        GameTerms {
            ruleset: self.terms.ruleset_of(matched.entry.round.as_ref()),
            komi: self.komi_of(matched),
            event_names: [0, 1].map(|side| {
                let recorded = matched.entry.names()[side];
                let known = self.name_of(matched.entry.players[side], recorded);
                if known == recorded { String::new() } else { known.to_owned() }
            }),
            table_outcome: matched.table_outcome,
            ruling,
            penalties: penalties.collect(),
            tie: self.terms.ties.map(|ties| match ties {
                Ties::White => wins(Color::White),
                Ties::Black => wins(Color::Black),
                Ties::Draw => Outcome::Draw,
            }),
            names,
        }
    }

    /// Returns what the run keeps of a game that was audited.
    fn entry(&self, audit: &Audit, matched: RecordMatch) -> Entry {
        let text = |outcome: Option<Outcome>| outcome.map_or_else(String::new, |it| it.to_string());
        let decision = audit.decision.as_ref();
        let ruling = decision.filter(|decision| decision.is_ruling);
        Entry {
            result: audit.outcome.to_string(),
            recount: text(audit.possible_or_counted()),
            ruling: ruling.map_or_else(String::new, |decision| decision.words.clone()),
            decided: text(decision.and_then(|decision| decision.result)),
            unapplied: self.without_effect(audit, &matched),
            verdict: audit.verdict.name().to_owned(),
            ..matched.entry
        }
    }

    /// Returns the decisions on a record that have no effect.
    fn without_effect(&self, audit: &Audit, matched: &RecordMatch) -> Vec<Unapplied> {
        let mut unapplied = Vec::new();
        let mut add = |decision, why, is_note| unapplied.push(Unapplied { decision, why, is_note });
        let ruling = self.ruling(matched);
        if let Some((at, ruling, result)) = ruling
            && let Some(stones) = ruling.stones()
        {
            let (id, beside) = (DecisionId::Ruling(at), "names stones without effect:");
            match (result, stones.why_not(audit.position.as_ref(), audit.outcome)) {
                (None, None) => {}
                (None, Some(why)) => add(id, format!("isn't applied: {why}"), false),
                (Some(_), None) => add(id, format!("{beside} its result decides"), true),
                (Some(_), Some(why)) => {
                    add(id, format!("{beside} {why}"), audit.position.is_none());
                }
            }
        }
        let why = match ruling {
            _ if audit.decision.as_ref().is_some_and(|decision| decision.is_adjusted) => {
                return unapplied;
            }
            Some((at, _, Some(_))) => {
                let (line, _) = self.place_of(DecisionId::Ruling(at));
                format!("the ruling in line {line} decides the result")
            }
            _ if audit.verdict == Verdict::NotCounted || audit.position.is_none() => {
                not_by_count(audit.outcome)
            }
            _ => "the count is undecided".to_owned(),
        };
        let ids = matched.decisions.iter().map(|met| met.id);
        for id in ids.filter(|id| matches!(id, DecisionId::Penalty(_))) {
            add(id, format!("isn't applied: {why}"), false);
        }
        unapplied
    }

    /// The komi of a game by its round's or the event's terms, or by its row, unless that is a rounded one. `None` where
    /// they contradict each other.
    fn komi_of(&self, matched: &RecordMatch) -> Option<Points> {
        let of_row =
            self.row_at(matched.row()).filter(|row| !row.whole_komi).and_then(|row| row.komi);
        let is_even = matched.entry.handicap? < 2;
        let of_terms = self.terms.komi_of(matched.entry.round.as_ref(), is_even);
        match (of_terms, of_row) {
            (Some(terms), Some(row)) if terms != row => None,
            (_, Some(row)) => Some(row),
            (terms, None) => terms,
        }
    }

    /// Returns the players of a record as the event names them.
    pub(super) fn names(&self, game: &Entry) -> Names {
        names([0, 1].map(|side| self.name_of(game.players[side], game.names()[side])))
    }
}

/// An event, as the audit of a game asks it.
struct EventLaw<'a> {
    check: &'a EventCheck,
    path: &'a Path,
    /// The game in the event, if it is Go.
    matched: Option<RecordMatch>,
}

impl Law for EventLaw<'_> {
    fn terms(&mut self, game: u32, record: &RecordedGame, info: &GameInfo) -> Option<GameTerms> {
        let found = RecordMatch::new(self.check, self.path, game, record, info);
        let found = self.matched.insert(found);
        match self.check.binding {
            Binding::Collecting => None,
            _ => Some(self.check.terms_of(found)),
        }
    }

    fn findings(&mut self, record: &RecordedGame, audit: &Audit) -> Vec<Finding> {
        let Some(matched) = &mut self.matched else { return Vec::new() };
        let mut findings = breaches(self.check, record, audit, matched);
        findings.extend(matched.compare(self.check, record, audit));
        findings
    }
}

/// Audits a game of a file by the terms of its event, if there is one, and by the decisions on it. Returns what the run keeps
/// of it for the event, too; `None` if it isn't Go.
pub fn audit_game(
    event: Option<&EventCheck>,
    path: &Path,
    game: &SourceGame,
    options: &AuditOptions,
    auditor: &mut Auditor,
    lines: &mut LineIndex,
) -> (FileAudit, Option<Entry>) {
    let Some(check) = event else { return (auditor.audit_game(game, options, lines), None) };
    let mut law = EventLaw { check, path, matched: None };
    let audit = auditor.audit_by(game, options, lines, Some(&mut law));
    let entry = law.matched.map(|matched| match &audit {
        FileAudit::Game(audit) => check.entry(audit, matched),
        FileAudit::Findings { .. } => matched.entry,
    });
    (audit, entry)
}
