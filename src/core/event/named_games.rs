//! Which game a ruling or a penalty of an event's file names.

use super::check::EventCheck;
use super::entry::{DecisionId, Entry, Met};
use super::name_key::NameForms;
use super::places::Place;
use super::record_path::file_rank;
use super::roster::{NamedPlayer, PlayerId};
use super::round::RoundId;

/// The game that a decision names.
#[derive(Clone, Copy)]
pub(super) struct Named<'a> {
    pub file: Option<&'a str>,
    pub number: Option<u32>,
    pub round: Option<&'a RoundId>,
    pub names: Option<[&'a str; 2]>,
    pub players: Option<&'a [NamedPlayer; 2]>,
}

/// A game as decisions may name it.
#[derive(Clone, Copy)]
pub(super) struct Subject<'a> {
    pub path: &'a str,
    pub game: u32,
    /// The names of its players.
    pub names: &'a [NameForms; 2],
    pub ranks: [&'a str; 2],
    pub players: [Option<PlayerId>; 2],
    /// The rounds of the record and of its row.
    pub rounds: [Option<&'a RoundId>; 2],
}

impl EventCheck {
    /// Whether the event's file has rulings or penalties, which need [`EventCheck::bind`].
    pub fn has_decisions(&self) -> bool {
        !self.terms.rulings.is_empty() || !self.terms.penalties.is_empty()
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = DecisionId> + use<> {
        let rulings = (0..self.terms.rulings.len()).map(DecisionId::Ruling);
        rulings.chain((0..self.terms.penalties.len()).map(DecisionId::Penalty))
    }

    pub(super) fn named(&self, id: DecisionId) -> Named<'_> {
        let (file, number, round, black, white, players) = match id {
            DecisionId::Ruling(at) => {
                let of = &self.terms.rulings[at];
                (&of.file, of.game, &of.round, &of.black, &of.white, &self.of_rulings[at])
            }
            DecisionId::Penalty(at) => {
                let of = &self.terms.penalties[at];
                (&of.file, of.game, &of.round, &of.black, &of.white, &self.of_penalties[at])
            }
        };
        let names = black.as_deref().zip(white.as_deref()).map(|(black, white)| [black, white]);
        Named {
            file: file.as_deref(),
            number,
            round: round.as_ref(),
            names,
            players: players.as_ref(),
        }
    }

    /// The line of a decision in the event's file.
    pub(super) fn place_of(&self, id: DecisionId) -> Place {
        match id {
            DecisionId::Ruling(at) => self.terms.places.of("rulings", at),
            DecisionId::Penalty(at) => self.terms.places.of("penalties", at),
        }
    }

    /// Returns the decisions that concern a game, in the order of the file.
    pub(super) fn met_by(&self, subject: &Subject) -> Vec<Met> {
        if let Some(bound) = &self.bound {
            let key = (subject.path.to_owned(), subject.game);
            return bound.0.get(&key).cloned().unwrap_or_default();
        }
        let met = |id| {
            let (_, is_swapped) = self.fit(&self.named(id), subject)?;
            Some(Met { id, is_swapped })
        };
        self.ids().filter_map(met).collect()
    }

    /// Returns how well a game fits what a decision names, 0 best, and whether the decision has the other colours. `None`
    /// if it is another game.
    pub(super) fn fit(&self, named: &Named, subject: &Subject) -> Option<(u8, bool)> {
        if named.number.is_some_and(|number| number != subject.game) {
            return None;
        }
        let mut rank = named.file.map_or(Some(0), |file| file_rank(file, subject.path))?;
        if let Some(round) = named.round {
            match subject.rounds {
                [None, None] => rank += 10,
                rounds if rounds.contains(&Some(round)) => {}
                _ => return None,
            }
        }
        let Some(players) = named.players else { return Some((rank, false)) };
        let pair = |sides: [usize; 2]| {
            let fits = |at: usize| name_rank(&players[at], subject, sides[at]);
            Some(fits(0)?.max(fits(1)?))
        };
        match (pair([0, 1]), pair([1, 0])) {
            (None, None) => None,
            (Some(straight), swapped) if swapped.is_none_or(|swapped| straight <= swapped) => {
                Some((rank + straight, false))
            }
            (_, swapped) => Some((rank + swapped?, true)),
        }
    }

    pub(super) fn subject<'a>(
        &'a self,
        entry: &'a Entry,
        names: &'a [NameForms; 2],
    ) -> Subject<'a> {
        let of_row = || self.rows()?.rows.get(entry.row?)?.round.as_ref();
        Subject {
            path: &entry.path,
            game: entry.game,
            names,
            ranks: [&entry.ranks[0], &entry.ranks[1]],
            players: entry.players,
            rounds: [entry.round.as_ref(), of_row()],
        }
    }
}

/// The names in records.
pub(super) fn names_in(entries: &[Entry]) -> impl Iterator<Item = &String> {
    entries.iter().flat_map(|entry| [&entry.black, &entry.white])
}

/// Returns how well a player of a game fits a name, 0 best; `None` if it is another.
fn name_rank(named: &NamedPlayer, subject: &Subject, side: usize) -> Option<u8> {
    if let (Some(id), Some(player)) = (named.id, subject.players[side]) {
        return (id == player).then_some(0);
    }
    let name = &named.forms;
    let other = &subject.names[side];
    let recorded = if other.rank.is_empty() { subject.ranks[side] } else { &other.rank };
    // A rank tells namesakes apart, but people are promoted.
    let has_both = !name.rank.is_empty() && !recorded.is_empty();
    let other_rank = u8::from(has_both && name.rank != recorded);
    let has_same_east = !name.east.is_empty() && name.east == other.east;
    let has_words = !name.words.is_empty() && !other.words.is_empty();
    if has_same_east || has_words && (name.sorted() == other.sorted() || name.is_joined(other)) {
        return Some(other_rank);
    }
    (has_words && name.is_shortened(other)).then_some(1 + other_rank)
}
