//! The players of an event: `Roster`.

use std::collections::BTreeMap;

use super::name_key::name_keys;
use super::near_names::NearNames;

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
    near: NearNames,
}

impl Roster {
    /// Adds a player. Returns the index.
    pub fn add(&mut self, player: Player) -> PlayerId {
        self.insert(player, true)
    }

    /// Adds a player who isn't in the event's list, and whose name is suggested for no other. Returns the index.
    pub fn add_unlisted(&mut self, player: Player) -> PlayerId {
        self.insert(player, false)
    }

    fn insert(&mut self, player: Player, is_suggested: bool) -> PlayerId {
        let id = self.players.len();
        for name in std::iter::once(&player.name).chain(&player.aliases) {
            for key in name_keys(name) {
                if is_suggested && !self.by_key.contains_key(&key) {
                    self.near.add(&key);
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
        for key in &keys {
            let Some(near) = self.near.find(key) else {
                return "there are too many names to look for similar ones".to_owned();
            };
            for &id in near.into_iter().flat_map(|near| &self.by_key[near]) {
                let name = &*self.players[id].name;
                if !nearest.contains(&name) {
                    nearest.push(name);
                }
            }
        }
        match &nearest[..] {
            [] => "no similar name is known".to_owned(),
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
