//! The game that a ruling or a penalty names: `NamedGame`.

use super::entry::DecisionId;
use super::roster::{PlayerId, Roster};
use super::round::RoundId;
use super::terms::Terms;

/// The game that a decision names: the file and the number in it, or the players and the round.
#[derive(Clone, Debug)]
pub(super) struct NamedGame {
    pub id: DecisionId,
    pub file: Option<String>,
    pub number: Option<u32>,
    pub round: Option<RoundId>,
    pub names: Option<[String; 2]>,
    /// The players of these names; `None` for one whom the event doesn't know.
    pub players: [Option<PlayerId>; 2],
}

impl NamedGame {
    /// Returns the games that the decisions of an event name, the rulings first.
    pub(super) fn all(terms: &Terms) -> Vec<Self> {
        let rulings = terms.rulings.iter().enumerate().map(|(at, of)| {
            (DecisionId::Ruling(at), &of.file, of.game, &of.round, &of.black, &of.white)
        });
        let penalties = terms.penalties.iter().enumerate().map(|(at, of)| {
            (DecisionId::Penalty(at), &of.file, of.game, &of.round, &of.black, &of.white)
        });
        let mut games = Vec::new();
        for (id, file, number, round, black, white) in rulings.chain(penalties) {
            let (file, round) = (file.clone(), round.clone());
            let names = black.clone().zip(white.clone()).map(|(black, white)| [black, white]);
            games.push(Self { id, file, number, round, names, players: [None; 2] });
        }
        games
    }

    /// Looks for the players. `is_open`: whether the event knows no players, so that the names are those of records.
    pub(super) fn find_players(&mut self, roster: &mut Roster, is_open: bool) {
        if let Some(names) = &self.names {
            self.players = names
                .each_ref()
                .map(|name| roster.find(name).or_else(|| is_open.then(|| roster.add_named(name))));
        }
    }
}
