//! Rows of a table or of the pairings, found by their players: `Rows`.

use std::collections::BTreeMap;

use super::results::Row;
use super::roster::PlayerId;

/// Rows whose players are known.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    /// The rows, with players by their place in the roster; `None` if a name is unknown.
    pub rows: Vec<Row>,
    by_pair: BTreeMap<[PlayerId; 2], Vec<usize>>,
    /// The opponents of each player, once each.
    opponents: BTreeMap<PlayerId, Vec<PlayerId>>,
}

/// Maximum number of games of two players that records are compared with.
const MAX_GAMES: usize = 100;

/// The row of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RowMatch {
    /// This row.
    One(usize),
    /// The players have no row.
    None,
    /// They have this many rows, of these rounds where the table states them, and the record doesn't say which is meant.
    Several(usize, Vec<u32>),
}

/// Returns two players in the order of the roster.
fn pair(one: PlayerId, other: PlayerId) -> [PlayerId; 2] {
    [one.min(other), one.max(other)]
}

impl Rows {
    pub fn push(&mut self, row: Row) {
        if let [Some(one), Some(other)] = row.players {
            let all = self.by_pair.entry(pair(one, other)).or_default();
            if all.is_empty() {
                self.opponents.entry(one).or_default().push(other);
                self.opponents.entry(other).or_default().push(one);
            }
            if all.len() < MAX_GAMES {
                all.push(self.rows.len());
            }
        }
        self.rows.push(row);
    }

    /// Whether the two players have a row.
    pub fn has(&self, one: PlayerId, other: PlayerId) -> bool {
        self.by_pair.contains_key(&pair(one, other))
    }

    /// Returns the players who have a row with a player, once each.
    pub fn opponents(&self, player: PlayerId) -> &[PlayerId] {
        self.opponents.get(&player).map_or(&[], Vec::as_slice)
    }

    /// Finds the row of a game between two players. Where they have several, the round decides; where it can't, who played
    /// Black.
    pub fn find(&self, black: PlayerId, white: PlayerId, round: Option<u32>) -> RowMatch {
        let Some(all) = self.by_pair.get(&pair(black, white)) else { return RowMatch::None };
        if let [one] = all[..] {
            return RowMatch::One(one);
        }
        let has_rounds = all.iter().all(|&at| self.rows[at].round.is_some());
        let is_black = |row: &Row| row.colors_known && row.players[0] == Some(black);
        let round = round.filter(|_| has_rounds);
        let fits = |&&at: &&usize| match round {
            Some(round) => self.rows[at].round == Some(round),
            None => is_black(&self.rows[at]),
        };
        let mut fitting = all.iter().filter(fits);
        match (fitting.next(), fitting.next()) {
            (Some(&one), None) => RowMatch::One(one),
            _ => {
                let rounds = all.iter().filter_map(|&at| self.rows[at].round).collect();
                RowMatch::Several(all.len(), rounds)
            }
        }
    }
}
