//! Decisions of directors: rulings, penalties, and who wins ties.

use std::path::Path;

use super::check::EventCheck;
use super::record_match::RecordMatch;
use super::roster::PlayerId;
use super::terms::{Penalty, RuledResult, Ruling, Side, Ties};
use crate::audit::{Audit, AuditOptions, Auditor, Decision, FileAudit, FindingKind, Verdict};
use crate::go::{ByColor, Color, Point, Points};
use crate::sgf::{Ident, LineIndex, Outcome, SourceGame, WinBy};

/// A game that a ruling or a penalty names.
#[derive(Clone, Copy)]
struct Game<'a> {
    file: Option<&'a str>,
    number: Option<u32>,
    round: Option<u32>,
    black: Option<&'a str>,
    white: Option<&'a str>,
}

impl<'a> From<&'a Ruling> for Game<'a> {
    fn from(of: &'a Ruling) -> Self {
        let (file, black, white) = (of.file.as_deref(), of.black.as_deref(), of.white.as_deref());
        Self { file, number: of.game, round: of.round, black, white }
    }
}

impl<'a> From<&'a Penalty> for Game<'a> {
    fn from(of: &'a Penalty) -> Self {
        let (file, black, white) = (of.file.as_deref(), of.black.as_deref(), of.white.as_deref());
        Self { file, number: of.game, round: of.round, black, white }
    }
}

/// The effect of a ruling or a penalty on a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Concerns {
    No,
    Yes,
    /// It gives the players the other colours.
    Swapped,
}

impl EventCheck {
    fn concerns(&self, game: Game, path: &Path, audit: &Audit, matched: &RecordMatch) -> Concerns {
        if let Some(file) = game.file {
            let is_game = game.number.is_none_or(|number| number == audit.game);
            return if is_game && path.ends_with(file) { Concerns::Yes } else { Concerns::No };
        }
        let known = |name: Option<&str>| name.and_then(|name| self.roster.find(name));
        let (Some(black), Some(white)) = (known(game.black), known(game.white)) else {
            return Concerns::No;
        };
        let round = game.round.is_none_or(|round| self.round_of(matched) == Some(round));
        let players: [Option<PlayerId>; 2] = matched.players;
        match round {
            true if players == [Some(black), Some(white)] => Concerns::Yes,
            true if players == [Some(white), Some(black)] => Concerns::Swapped,
            _ => Concerns::No,
        }
    }

    /// The round of a record, or of its row.
    fn round_of(&self, matched: &RecordMatch) -> Option<u32> {
        let of_row = || self.rows()?.rows.get(matched.row()?)?.round;
        matched.round.or_else(of_row)
    }

    /// Returns the last ruling on a record that `is_meant`, and whether it gives the players the other colours.
    fn last_ruling(
        &self,
        path: &Path,
        audit: &Audit,
        matched: &RecordMatch,
        is_meant: impl Fn(&Ruling) -> bool,
    ) -> Option<(&Ruling, bool)> {
        let meant = self.terms.rulings.iter().rev().filter(|ruling| is_meant(ruling));
        meant
            .map(|ruling| (ruling, self.concerns(Game::from(ruling), path, audit, matched)))
            .find(|(_, concerns)| *concerns != Concerns::No)
            .map(|(ruling, concerns)| (ruling, concerns == Concerns::Swapped))
    }

    /// Audits a game again with the stones dead that a ruling names.
    pub fn mark_dead(
        &self,
        path: &Path,
        game: &SourceGame,
        audit: &mut FileAudit,
        options: &AuditOptions,
        auditor: &mut Auditor,
    ) {
        let names_stones = |ruling: &Ruling| ruling.dead.is_some();
        let FileAudit::Game(before) = &*audit else { return };
        if options.dead_stones.is_some() || !self.terms.rulings.iter().any(names_stones) {
            return;
        }
        let matched = RecordMatch::new(self, path, before);
        let ruling = self.last_ruling(path, before, &matched, names_stones);
        let Some(stones) = ruling.and_then(|(ruling, _)| ruling.dead.as_ref()) else { return };
        let points = stones.0.iter().filter_map(|name| Point::from_name(name, before.size));
        let options = AuditOptions { dead_stones: Some(points.collect()), ..options.clone() };
        *audit = auditor.audit_game(game, &options, &mut LineIndex::default());
    }

    /// Returns the referee's decision on a record.
    pub(super) fn ruling(
        &self,
        path: &Path,
        audit: &Audit,
        matched: &RecordMatch,
    ) -> Option<Decision> {
        let (ruling, is_swapped) = self.last_ruling(path, audit, matched, |_| true)?;
        let outcome = ruling.result.map(|RuledResult(outcome)| match is_swapped {
            true => outcome.swapped(),
            false => outcome,
        });
        let mut words = match (outcome, &ruling.dead) {
            (Some(outcome), _) => format!("ruled {outcome}"),
            (None, Some(stones)) if stones.0.is_empty() => "ruled that no stone is dead".to_owned(),
            (None, Some(stones)) => format!("ruled that {} are dead", stones.0.join(", ")),
            (None, None) => "noted".to_owned(),
        };
        if !ruling.by.is_empty() {
            words.push_str(&format!(" by {}", ruling.by));
        }
        if let Some(date) = &ruling.date {
            words.push_str(&format!(" on {}", date.0));
        }
        if !ruling.reason.is_empty() {
            words.push_str(&format!(": {}", ruling.reason));
        }
        let is_ruling = outcome.is_some() || ruling.dead.is_some();
        Some(Decision { outcome, words, is_ruling, ..Decision::default() })
    }

    /// Returns the result that a referee ruled, and the ruling in words.
    pub(super) fn ruled(
        &self,
        path: &Path,
        audit: &Audit,
        matched: &RecordMatch,
    ) -> Option<(Outcome, String)> {
        let ruling = self.ruling(path, audit, matched)?;
        Some((ruling.outcome?, ruling.words))
    }

    /// Returns the count with the penalties and the event's rule for ties. `None` if neither changes it.
    fn adjusted(&self, path: &Path, audit: &Audit, matched: &RecordMatch) -> Option<Decision> {
        let margin = audit.score.as_ref()?.margin;
        let (mut penalties, mut words) = (ByColor::<Points>::default(), Vec::new());
        for penalty in &self.terms.penalties {
            let concerns = self.concerns(penalty.into(), path, audit, matched);
            let side = match (concerns, penalty.color) {
                (Concerns::No, _) => continue,
                (Concerns::Yes, Side::Black) | (Concerns::Swapped, Side::White) => Color::Black,
                (Concerns::Yes, Side::White) | (Concerns::Swapped, Side::Black) => Color::White,
            };
            let points = penalty.points.0;
            penalties[side] += points;
            let reason = if penalty.reason.is_empty() { "" } else { ": " };
            words.push(format!("a penalty of {points} for {side}{reason}{}", penalty.reason));
        }
        let adjusted = margin + penalties.black - penalties.white;
        let winner = match self.terms.ties {
            Some(Ties::White) => Some(Color::White),
            Some(Ties::Black) => Some(Color::Black),
            Some(Ties::Draw) | None => None,
        };
        let mut outcome = Outcome::from_white_margin(adjusted);
        if adjusted == Points::ZERO && self.terms.ties.is_some() {
            let ties = winner.map_or("nobody wins".to_owned(), |winner| format!("{winner} wins"));
            words.push(format!("{ties} ties in this event"));
            outcome = winner.map_or(outcome, |winner| Outcome::Win(winner, WinBy::Unspecified));
        }
        let counted = Outcome::from_white_margin(margin);
        let words = format!("counted {counted}, with {}", words.join(" and "));
        let outcome = Some(outcome);
        (adjusted != margin || outcome != Some(counted)).then_some(Decision {
            outcome,
            penalties,
            words,
            is_ruling: false,
        })
    }

    /// Returns the counted result of a record with what the event decides of it.
    pub(super) fn counted(
        &self,
        path: &Path,
        audit: &Audit,
        matched: &RecordMatch,
    ) -> Option<Outcome> {
        let counted = audit.recounted()?;
        let adjusted = self.adjusted(path, audit, matched);
        Some(adjusted.and_then(|decision| decision.outcome).unwrap_or(counted))
    }

    /// Compares the recorded result with the ruling, or with the count as penalties and the rule for ties change it. The
    /// verdict and its findings change with it.
    pub(super) fn decide(&self, path: &Path, audit: &mut Audit, matched: &RecordMatch) {
        let ruling = self.ruling(path, audit, matched);
        let is_counted = matches!(
            audit.verdict,
            Verdict::Confirmed | Verdict::WrongWinner | Verdict::WrongMargin
        );
        let adjusted = self.adjusted(path, audit, matched).filter(|_| is_counted);
        audit.decision = match (ruling, adjusted) {
            (Some(ruling), Some(adjusted)) if ruling.outcome.is_none() => Some(Decision {
                words: format!("{}; {}", ruling.words, adjusted.words),
                is_ruling: ruling.is_ruling,
                ..adjusted
            }),
            (ruling, adjusted) => ruling.or(adjusted),
        };
        let Some(decision) = audit.decision.clone() else { return };
        let Some(outcome) = decision.outcome else {
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
            && outcome.agrees(recorded).is_some()
            && matches!(outcome, Outcome::Win(_, WinBy::Unspecified));
        if is_tie || outcome.agrees(recorded) != Some(false) {
            audit.verdict = Verdict::Confirmed;
            return;
        }
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
        let mut message = format!("{recorded} is recorded; {}", decision.words);
        if !decision.is_ruling {
            message.push_str(&format!(": {outcome}"));
        }
        audit.findings.push(audit.places.finding(Ident::new("RE"), kind, message));
    }
}
