//! Who may be behind a nickname: the players whose games in the table fit the records of that name by round, date, colours,
//! handicap and result. Each name that only one player fits narrows the next.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::check::EventCheck;
use super::entry::Entry;
use super::results::Row;
use super::roster::PlayerId;
use super::rows::is_same_day;
use crate::sgf::{self, Agreement, Outcome};

/// Maximum number of pairs of a record and a row that are looked at.
const MAX_PAIRS: usize = 1_000_000;

/// Number of a name's games below which one player alone who fits isn't proposed: the games of others would fit as well.
const MIN_GAMES: usize = 2;

/// A name in records with the players who may have it.
#[derive(Clone, Debug, Default)]
pub(super) struct Nickname {
    /// The players with the number of the name's games that fit theirs, the most first.
    pub players: Vec<(PlayerId, usize)>,
    /// Number of games of the name.
    pub games: usize,
}

impl Nickname {
    /// Returns the player whom all games of the name fit, if they fit no other.
    pub(super) fn only(&self) -> Option<PlayerId> {
        match self.players[..] {
            [(player, most), ref others @ ..]
                if most == self.games
                    && self.games >= MIN_GAMES
                    && others.iter().all(|(_, number)| *number < most) =>
            {
                Some(player)
            }
            _ => None,
        }
    }
}

/// A record and a row that fit: the players of the row with the record's colours.
struct Fit<'a> {
    entry: usize,
    names: [&'a str; 2],
    players: [PlayerId; 2],
}

impl EventCheck {
    /// Returns who may be behind the unknown names of records.
    pub(super) fn nicknames(&self, entries: &[Entry]) -> BTreeMap<String, Nickname> {
        let Some(table) = &self.table else { return BTreeMap::new() };
        let taken = self.by_row(entries);
        let open: Vec<&Row> = (0..table.rows.len())
            .filter(|at| !taken.contains_key(at))
            .map(|at| &table.rows[at])
            .filter(|row| row.result.is_played() && row.players.iter().all(Option::is_some))
            .collect();
        let without: Vec<&Entry> =
            entries.iter().filter(|entry| entry.players.contains(&None)).collect();
        if open.len().saturating_mul(without.len()) > MAX_PAIRS {
            return BTreeMap::new();
        }
        let mut fits: Vec<Fit> = Vec::new();
        for (at, entry) in without.iter().enumerate() {
            let result = sgf::result(&entry.result).outcome;
            for row in &open {
                for players in orientations(row, entry, result) {
                    let known = entry.players.iter().zip(players);
                    if known.into_iter().all(|(known, player)| known.is_none_or(|it| it == player))
                    {
                        fits.push(Fit { entry: at, names: [&entry.black, &entry.white], players });
                    }
                }
            }
            if fits.len() > MAX_PAIRS / 5 {
                return BTreeMap::new();
            }
        }
        let mut settled: HashMap<&str, PlayerId> = HashMap::new();
        loop {
            let nicknames = count(&without, &fits);
            let new = nicknames.iter().find_map(|(name, nickname)| {
                let player = nickname.only().filter(|_| !settled.contains_key(name))?;
                Some((*name, player))
            });
            let Some((name, player)) = new else {
                let owned = nicknames.into_iter().map(|(name, of)| (name.to_owned(), of));
                return owned.collect();
            };
            settled.insert(name, player);
            fits.retain(|fit| {
                let mut sides = fit.names.iter().zip(fit.players);
                sides.all(|(name, player)| settled.get(name).is_none_or(|known| *known == player))
            });
        }
    }
}

/// Returns the players of a row, with a record's colours, in each way in which the two may be the same game.
fn orientations(row: &Row, entry: &Entry, result: Outcome) -> Vec<[PlayerId; 2]> {
    let [Some(one), Some(other)] = row.players else { return Vec::new() };
    let round = row.round.as_ref().zip(entry.round.as_ref());
    let handicap = row.handicap.zip(entry.handicap);
    if round.is_some_and(|(there, here)| there != here)
        || row.date.as_ref().is_some_and(|date| !is_same_day(date, &entry.date))
        || handicap.is_some_and(|(there, here)| there != here)
    {
        return Vec::new();
    }
    let agrees = |table: Outcome| table.agreement(result) != Agreement::Differs;
    let mut ways = Vec::new();
    if agrees(row.result) {
        ways.push([one, other]);
    }
    if !row.colors_known && agrees(row.result.swapped()) {
        ways.push([other, one]);
    }
    ways
}

/// Counts, for each unknown name, the games that fit those of each player.
fn count<'a>(entries: &[&'a Entry], fits: &[Fit<'a>]) -> BTreeMap<&'a str, Nickname> {
    let mut games: BTreeMap<&str, HashMap<PlayerId, HashSet<usize>>> = BTreeMap::new();
    let mut nicknames: BTreeMap<&str, Nickname> = BTreeMap::new();
    for entry in entries {
        for (name, player) in [&entry.black, &entry.white].into_iter().zip(entry.players) {
            if player.is_none() && !name.is_empty() {
                nicknames.entry(name).or_default().games += 1;
            }
        }
    }
    for fit in fits {
        for (name, player) in fit.names.into_iter().zip(fit.players) {
            if nicknames.contains_key(name) {
                games.entry(name).or_default().entry(player).or_default().insert(fit.entry);
            }
        }
    }
    for (name, players) in games {
        let mut players: Vec<(PlayerId, usize)> =
            players.into_iter().map(|(player, games)| (player, games.len())).collect();
        players.sort_by_key(|(player, games)| (std::cmp::Reverse(*games), *player));
        nicknames.entry(name).or_default().players = players;
    }
    nicknames
}
