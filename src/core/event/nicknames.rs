//! Who may be behind a nickname: the players whose games in the table fit the records of that name by round, date, colours,
//! handicap and result. Each name that only one player fits narrows the next.

use std::collections::{BTreeMap, BTreeSet};

use super::check::EventCheck;
use super::entry::Entry;
use super::results::Row;
use super::roster::PlayerId;
use super::rows::is_same_day;
use crate::sgf::{self, Agreement};

/// Maximum number of pairs of a record and a row that are looked at.
const MAX_PAIRS: usize = 1_000_000;

/// Number of a name's games below which one player alone who fits isn't proposed: the games of others would fit as well.
const MIN_GAMES: usize = 2;

/// A name in records that the event doesn't know.
#[derive(Default)]
pub(super) struct Nickname {
    /// Number of games of the name.
    pub games: usize,
    /// The games of the name, by the player whom they fit.
    fitting: BTreeMap<PlayerId, BTreeSet<usize>>,
}

impl Nickname {
    /// Returns the only player whom all games of the name fit.
    pub(super) fn only(&self) -> Option<PlayerId> {
        let is_whole = |games: &BTreeSet<usize>| games.len() == self.games;
        let mut all = self.fitting.iter().filter(|(_, games)| is_whole(games));
        let (player, _) = all.next().filter(|_| self.games >= MIN_GAMES)?;
        all.next().is_none().then_some(*player)
    }

    /// Returns the players whom games of the name fit, those with the most first.
    pub(super) fn players(&self) -> Vec<PlayerId> {
        let mut players: Vec<PlayerId> = self.fitting.keys().copied().collect();
        players.sort_by_key(|player| std::cmp::Reverse(self.fitting[player].len()));
        players
    }
}

/// A record and a row that may be one game: the record's number, its names, and the players of the row with its colours.
type Fit<'a> = (usize, [&'a str; 2], [PlayerId; 2]);

impl EventCheck {
    /// Returns who may be behind the unknown names of records.
    pub(super) fn nicknames<'a>(&self, entries: &'a [Entry]) -> BTreeMap<&'a str, Nickname> {
        let taken = self.by_row(entries);
        let rows = self.table.iter().flat_map(|table| table.rows.iter().enumerate());
        let is_open = |(at, row): &(usize, &Row)| row.result.is_played() && !taken.contains_key(at);
        let open: Vec<&Row> = rows.filter(is_open).map(|(_, row)| row).collect();
        let without: Vec<&Entry> =
            entries.iter().filter(|entry| entry.players.contains(&None)).collect();
        if open.is_empty() || open.len().saturating_mul(without.len()) > MAX_PAIRS {
            return BTreeMap::new();
        }
        let mut fits: Vec<Fit> = Vec::new();
        for (at, entry) in without.iter().enumerate() {
            let names = [&*entry.black, &*entry.white];
            let all = open.iter().flat_map(|row| ways(row, entry));
            fits.extend(all.map(|players| (at, names, players)));
        }
        if fits.len() > MAX_PAIRS / 5 {
            return BTreeMap::new();
        }
        let mut settled = BTreeSet::new();
        loop {
            let mut nicknames: BTreeMap<&str, Nickname> = BTreeMap::new();
            for entry in &without {
                let both = [(&*entry.black, entry.players[0]), (&*entry.white, entry.players[1])];
                for (name, _) in both.into_iter().filter(|it| it.1.is_none() && !it.0.is_empty()) {
                    nicknames.entry(name).or_default().games += 1;
                }
            }
            for (at, names, players) in &fits {
                for (name, player) in names.iter().zip(players) {
                    if let Some(nickname) = nicknames.get_mut(name) {
                        nickname.fitting.entry(*player).or_default().insert(*at);
                    }
                }
            }
            let mut new = nicknames.iter().filter(|(name, _)| !settled.contains(*name));
            let Some((name, player)) = new.find_map(|(name, it)| Some((*name, it.only()?))) else {
                return nicknames;
            };
            settled.insert(name);
            fits.retain(|(_, names, players)| {
                names.iter().zip(players).all(|(other, it)| *other != name || *it == player)
            });
        }
    }
}

/// Returns the players of a row, with a record's colours, in each way in which the two may be the same game.
fn ways(row: &Row, entry: &Entry) -> Vec<[PlayerId; 2]> {
    let [Some(one), Some(other)] = row.players else { return Vec::new() };
    let may_be = row.round.is_none() || entry.round.is_none() || row.round == entry.round;
    let handicap = row.handicap.zip(entry.handicap);
    if !may_be
        || row.date.as_ref().is_some_and(|date| !is_same_day(date, &entry.date))
        || handicap.is_some_and(|(there, here)| there != here)
    {
        return Vec::new();
    }
    let result = sgf::result(&entry.result).outcome;
    let ways =
        [([one, other], row.result, true), ([other, one], row.result.swapped(), !row.colors_known)];
    let is_known = |player: PlayerId, known: Option<PlayerId>| known.is_none_or(|it| it == player);
    ways.into_iter()
        .filter(|(_, table, is_way)| *is_way && table.agreement(result) != Agreement::Differs)
        .map(|(players, ..)| players)
        .filter(|&[black, white]| {
            is_known(black, entry.players[0]) && is_known(white, entry.players[1])
        })
        .collect()
}
