//! The players of an event: `Roster`.

use std::collections::{BTreeMap, BTreeSet};

use super::name_key::name_keys;
use crate::similar_names::similar_names;

/// The index of a player in a [`Roster`].
pub type PlayerId = usize;

/// A player of an event.
#[derive(Clone, Debug, Default)]
pub struct Player {
    /// The name as the event or the table writes it.
    pub name: String,
    /// Other names that stand for it.
    pub aliases: Vec<String>,
    /// The rank in short form, such as `3d`; empty if the event doesn't say.
    pub rank: String,
    /// The group or division; empty if the event has none.
    pub group: String,
}

/// The players of an event, found by name.
#[derive(Clone, Debug, Default)]
pub struct Roster {
    players: Vec<Player>,
    /// The players with each form of a name.
    by_key: BTreeMap<String, Vec<PlayerId>>,
    /// The forms by the first letter of each of their words, to look for near names.
    by_initial: BTreeMap<char, BTreeSet<String>>,
}

/// Number of players beyond which near names aren't looked for.
const MOST_FOR_NEAR: usize = 20_000;

impl Roster {
    /// Adds a player. Returns the index.
    pub fn add(&mut self, player: Player) -> PlayerId {
        let id = self.players.len();
        for name in std::iter::once(&player.name).chain(&player.aliases) {
            for key in name_keys(name) {
                for initial in initials(&key) {
                    self.by_initial.entry(initial).or_default().insert(key.clone());
                }
                let ids = self.by_key.entry(key).or_default();
                if !ids.contains(&id) {
                    ids.push(id);
                }
            }
        }
        self.players.push(player);
        id
    }

    /// Returns the player of this name. `None` if there is none, or more than one.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<PlayerId> {
        let mut found = None;
        for key in name_keys(name) {
            match self.by_key.get(&key).map(Vec::as_slice) {
                Some(&[id]) if found.is_none_or(|found| found == id) => found = Some(id),
                Some(_) => return None,
                None => {}
            }
        }
        found
    }

    /// Returns a clause that says why there is no player of this name, with the nearest names.
    #[must_use]
    pub fn why_none(&self, name: &str) -> String {
        let keys = name_keys(name);
        let same: Vec<PlayerId> = keys
            .iter()
            .flat_map(|key| self.by_key.get(key).into_iter().flatten().copied())
            .collect();
        if same.len() > 1 {
            let names: Vec<&str> = same.iter().map(|&id| &*self.players[id].name).collect();
            return format!("it may be {}", names.join(" or "));
        }
        let mut nearest: Vec<&str> = Vec::new();
        for key in keys.iter().filter(|_| self.by_key.len() <= MOST_FOR_NEAR) {
            let known: BTreeSet<&str> = initials(key)
                .filter_map(|initial| self.by_initial.get(&initial))
                .flatten()
                .map(String::as_str)
                .filter(|known| known.len().abs_diff(key.len()) <= key.len().max(3))
                .collect();
            for near in similar_names(key, known.into_iter()) {
                for &id in &self.by_key[near] {
                    let name = &*self.players[id].name;
                    if !nearest.contains(&name) {
                        nearest.push(name);
                    }
                }
            }
        }
        match &nearest[..] {
            [] => "no name is near to it".to_owned(),
            _ => format!("the nearest: {}", nearest.join(", ")),
        }
    }

    /// Returns a player.
    #[must_use]
    pub fn player(&self, id: PlayerId) -> &Player {
        &self.players[id]
    }

    /// Whether there are no players.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.players.is_empty()
    }

    /// Returns all players with their indices.
    pub fn players(&self) -> impl Iterator<Item = (PlayerId, &Player)> {
        self.players.iter().enumerate()
    }
}

/// The first letters of the words of a name's form.
fn initials(key: &str) -> impl Iterator<Item = char> {
    key.split(' ').filter_map(|word| word.chars().next())
}
