//! Games by their files and their players' names, so that a decision is compared with few of them: `EntryIndex`.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::check::EventCheck;
use super::entry::Entry;
use super::name_key::NameForms;
use super::named_games::Named;
use super::record_path::{parts, stem};
use super::roster::{NamedPlayer, PlayerId};
use super::round::RoundId;

/// Maximum number of comparisons of games with decisions.
const MAX_COMPARISONS: usize = 100_000;

/// Maximum number of games that a decision is compared with where there are few decisions.
const MAX_COMPARED_WITH_FEW: usize = 1000;

/// The same where there are many.
const MAX_COMPARED_WITH_MANY: usize = 20;

/// Games by what decisions may name them.
pub(super) struct EntryIndex {
    /// The hash of each key of a game beside the game's place, in order. Keys of other games with the same hash do no harm: what
    /// is found is compared with the decision.
    keys: Vec<(u64, usize)>,
    /// The names of each game's players.
    pub names: Vec<[NameForms; 2]>,
    /// Maximum number of games that a decision is compared with.
    pub most: usize,
}

/// By what a decision may name a game.
#[derive(Hash)]
enum Key<'a> {
    /// The name of a file in small letters, whole or without its ending, alone or in its directory, with the number of a game
    /// or without.
    File { name: &'a str, directory: Option<&'a str>, game: Option<u32> },
    /// A player whom the event knows.
    Player { player: PlayerId, round: InRound<'a> },
    /// A form of a player's name, or of one whom the event doesn't know.
    Name { name: &'a str, is_unknown: bool, round: InRound<'a> },
}

#[derive(Clone, Copy, Hash)]
enum InRound<'a> {
    Any,
    Unstated,
    This(&'a RoundId),
}

impl Key<'_> {
    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        Hash::hash(self, &mut hasher);
        hasher.finish()
    }
}

impl EntryIndex {
    pub(super) fn new(check: &EventCheck, entries: &[Entry]) -> Self {
        let mut keys = Vec::new();
        let names_of =
            |entry: &Entry| [&entry.black, &entry.white].map(|name| NameForms::read(name));
        let names: Vec<[NameForms; 2]> = entries.iter().map(names_of).collect();
        for (at, (entry, forms)) in entries.iter().zip(&names).enumerate() {
            let mut add = |key: Key| keys.push((key.hash(), at));
            let (directory, name) = directory_and_name(&entry.path);
            for name in [name, stem(name)].map(str::to_lowercase) {
                for directory in [None, Some(&*directory)] {
                    for game in [None, Some(entry.game)] {
                        add(Key::File { name: &name, directory, game });
                    }
                }
            }
            let rounds = check.subject(entry, forms).rounds.into_iter().flatten();
            for (forms, player) in forms.iter().zip(entry.players) {
                let stated = rounds.clone().map(InRound::This);
                let unstated = rounds.clone().next().is_none().then_some(InRound::Unstated);
                for round in stated.chain(unstated).chain([InRound::Any]) {
                    for name in &name_forms(forms) {
                        add(Key::Name { name, is_unknown: false, round });
                        if player.is_none() {
                            add(Key::Name { name, is_unknown: true, round });
                        }
                    }
                    if let Some(player) = player {
                        add(Key::Player { player, round });
                    }
                }
            }
        }
        keys.sort_unstable();
        keys.dedup();
        let most = MAX_COMPARISONS / check.ids().count().max(1);
        Self { keys, names, most: most.clamp(MAX_COMPARED_WITH_MANY, MAX_COMPARED_WITH_FEW) }
    }

    /// Returns the games that a decision may name, in order: those of the file, or of the player who has the fewest; and
    /// whether these are all.
    pub(super) fn candidates(&self, named: &Named) -> (Vec<usize>, bool) {
        let keys: Vec<u64> = match (named.file, &named.players) {
            (Some(file), _) => {
                let (directory, name) = directory_and_name(file);
                let directory = (parts(file).len() > 1).then_some(&*directory);
                vec![Key::File { name: &name.to_lowercase(), directory, game: named.number }.hash()]
            }
            (None, Some(players)) => {
                let rounds = match named.round {
                    Some(round) => vec![InRound::This(round), InRound::Unstated],
                    None => vec![InRound::Any],
                };
                let keys = players.each_ref().map(|NamedPlayer { forms, id }| {
                    let (names, is_unknown) = (name_forms(forms), id.is_some());
                    let mut keys = Vec::new();
                    for &round in &rounds {
                        let of_names =
                            names.iter().map(|name| Key::Name { name, is_unknown, round });
                        let of_player = id.map(|player| Key::Player { player, round });
                        keys.extend(of_names.chain(of_player).map(|key| key.hash()));
                    }
                    keys
                });
                let number = |keys: &Vec<u64>| keys.iter().map(|key| self.with(*key).len()).sum();
                keys.into_iter().min_by_key::<usize, _>(number).unwrap_or_default()
            }
            (None, None) => Vec::new(),
        };
        let lists: Vec<&[(u64, usize)]> = keys.into_iter().map(|key| self.with(key)).collect();
        let are_all = lists.iter().all(|list| list.len() <= self.most);
        let first = lists.into_iter().flat_map(|list| list.iter().take(self.most));
        let mut found: Vec<usize> = first.map(|(_, at)| *at).collect();
        found.sort_unstable();
        found.dedup();
        (found, are_all)
    }

    fn with(&self, key: u64) -> &[(u64, usize)] {
        let from = self.keys.partition_point(|(other, _)| *other < key);
        let length = self.keys[from..].partition_point(|(other, _)| *other == key);
        &self.keys[from..from + length]
    }
}

/// Returns the last directory of a path in small letters, empty if it has none, and the name of the file.
fn directory_and_name(path: &str) -> (String, &str) {
    let parts = parts(path);
    let name = parts.last().copied().unwrap_or_default();
    let directory = parts.len().checked_sub(2).map_or("", |at| parts[at]);
    (directory.to_lowercase(), name)
}

/// Returns the forms of a name of which one at least is the same if it is the same player's.
fn name_forms(forms: &NameForms) -> Vec<String> {
    let joined = forms.joined().map(|key| format!("j{key}"));
    let words = forms.words.iter().chain([&forms.east]).filter(|word| !word.is_empty());
    let words = words.map(|word| format!("w{word}"));
    words.chain(joined).collect()
}
