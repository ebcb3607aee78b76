//! Decisions of directors: rulings, penalties, and who wins ties.

use std::path::Path;

use super::check::EventCheck;
use super::record_match::RecordMatch;
use super::roster::PlayerId;
use super::terms::{Penalty, Ruling, Side, Ties};
use crate::audit::{Audit, FindingKind, Verdict};
use crate::go::{Color, Points};
use crate::sgf::{Ident, Outcome, WinBy};

/// A game that a ruling or a penalty names.
#[derive(Clone, Copy)]
struct Game<'a> {
    file: Option<&'a str>,
    round: Option<u32>,
    black: Option<&'a str>,
    white: Option<&'a str>,
}

impl<'a> From<&'a Ruling> for Game<'a> {
    fn from(of: &'a Ruling) -> Self {
        let (file, black, white) = (of.file.as_deref(), of.black.as_deref(), of.white.as_deref());
        Self { file, round: of.round, black, white }
    }
}

impl<'a> From<&'a Penalty> for Game<'a> {
    fn from(of: &'a Penalty) -> Self {
        let (file, black, white) = (of.file.as_deref(), of.black.as_deref(), of.white.as_deref());
        Self { file, round: of.round, black, white }
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

/// The result that counts in place of the recorded one and the count, and why.
pub(super) struct Decision {
    /// The result, with the record's colours.
    pub outcome: Outcome,
    /// The person who decided and the reason, for people.
    pub words: String,
}

impl EventCheck {
    fn concerns(&self, game: Game, path: &Path, matched: &RecordMatch) -> Concerns {
        if let Some(file) = game.file {
            return if path.ends_with(file) { Concerns::Yes } else { Concerns::No };
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

    /// Returns the referee's decision on a record.
    pub(super) fn ruling(&self, path: &Path, matched: &RecordMatch) -> Option<Decision> {
        self.terms.rulings.iter().find_map(|ruling| {
            let outcome = match self.concerns(ruling.into(), path, matched) {
                Concerns::No => return None,
                Concerns::Yes => ruling.result.0,
                Concerns::Swapped => ruling.result.0.swapped(),
            };
            let mut words = format!("ruled {outcome}");
            if !ruling.by.is_empty() {
                words.push_str(&format!(" by {}", ruling.by));
            }
            if let Some(date) = &ruling.date {
                words.push_str(&format!(" on {}", date.0));
            }
            if !ruling.reason.is_empty() {
                words.push_str(&format!(": {}", ruling.reason));
            }
            Some(Decision { outcome, words })
        })
    }

    /// Returns the count with the penalties and the event's rule for ties. `None` if neither changes it.
    fn adjusted(&self, path: &Path, audit: &Audit, matched: &RecordMatch) -> Option<Decision> {
        let margin = audit.score.as_ref()?.margin;
        let (mut adjusted, mut words) = (margin, Vec::new());
        for penalty in &self.terms.penalties {
            let side = match (self.concerns(penalty.into(), path, matched), penalty.color) {
                (Concerns::No, _) => continue,
                (Concerns::Yes, Side::Black) | (Concerns::Swapped, Side::White) => Color::Black,
                (Concerns::Yes, Side::White) | (Concerns::Swapped, Side::Black) => Color::White,
            };
            let points = penalty.points.0;
            adjusted = if side == Color::White { adjusted - points } else { adjusted + points };
            let reason = if penalty.reason.is_empty() { "" } else { ": " };
            words.push(format!("a penalty of {points} for {side}{reason}{}", penalty.reason));
        }
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
        (adjusted != margin || outcome != counted).then_some(Decision { outcome, words })
    }

    /// Returns the counted result of a record with what the event decides of it.
    pub(super) fn counted(
        &self,
        path: &Path,
        audit: &Audit,
        matched: &RecordMatch,
    ) -> Option<Outcome> {
        let counted = audit.recounted()?;
        Some(self.adjusted(path, audit, matched).map_or(counted, |decision| decision.outcome))
    }

    /// Compares the recorded result with the ruling, or with the count as penalties and the rule for ties change it. The
    /// verdict and its findings change with it.
    pub(super) fn decide(&self, path: &Path, audit: &mut Audit, matched: &RecordMatch) {
        let ruling = self.ruling(path, matched);
        let is_ruled = ruling.is_some();
        let is_counted = matches!(
            audit.verdict,
            Verdict::Confirmed | Verdict::WrongWinner | Verdict::WrongMargin
        );
        let adjusted = || self.adjusted(path, audit, matched).filter(|_| is_counted);
        let Some(decision) = ruling.or_else(adjusted) else { return };
        let recorded = audit.outcome;
        audit.findings.retain(|finding| {
            !finding.kind.is_wrong_result() && finding.kind != FindingKind::Undecided
        });
        audit.cause = None;
        audit.explanation.clone_from(&decision.words);
        let is_tie = !is_ruled
            && recorded == Outcome::Draw
            && decision.outcome.agrees(recorded).is_some()
            && matches!(decision.outcome, Outcome::Win(_, WinBy::Unspecified));
        if is_tie || decision.outcome.agrees(recorded) != Some(false) {
            audit.verdict = Verdict::Confirmed;
            return;
        }
        let winner = |outcome| match outcome {
            Outcome::Win(winner, _) => Some(winner),
            _ => None,
        };
        let (verdict, kind) = if winner(recorded) == winner(decision.outcome) {
            (Verdict::WrongMargin, FindingKind::WrongMargin)
        } else {
            (Verdict::WrongWinner, FindingKind::WrongWinner)
        };
        audit.verdict = verdict;
        let message = format!("{recorded} is recorded; {}: {}", decision.words, decision.outcome);
        let message =
            if is_ruled { format!("{recorded} is recorded; {}", decision.words) } else { message };
        audit.findings.push(audit.places.finding(Ident::new("RE"), kind, message));
    }
}
