//! The players of an event, found by name: `Roster`.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;

use super::name_key::{NameForms, name_keys, spellings};
use crate::similar_names::similar_names;

/// The index of a player in a [`Roster`].
pub type PlayerId = usize;

/// A player as the event's file or a table states them.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// The name.
    pub name: String,
    /// Other names.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// The rank.
    #[serde(default)]
    pub rank: String,
    /// The group or division.
    #[serde(default)]
    pub group: String,
    /// The team.
    #[serde(default)]
    pub team: String,
    /// The number in a rating list: the AGA's or the EGF's.
    #[serde(default)]
    pub id: String,
    /// The club; empty if it isn't known.
    #[serde(skip)]
    pub club: String,
    /// The country; empty if it isn't known.
    #[serde(skip)]
    pub country: String,
    /// The name with a comma after the family name, where a table writes it so; else empty.
    #[serde(skip)]
    pub formal: String,
}

impl Player {
    /// Adds what the name itself says: the rank beside it, and with a comma that the family name comes first.
    pub(super) fn completed(mut self) -> Self {
        if self.rank.is_empty() {
            self.rank = NameForms::read(&self.name).rank;
        }
        if self.name.contains(',') {
            self.formal.clone_from(&self.name);
        }
        self
    }

    /// Whether two players of one name are different persons, by what both state.
    pub(super) fn is_another(&self, other: &Self) -> bool {
        let differ = |one: &str, other: &str| !one.is_empty() && !other.is_empty() && one != other;
        match (&*self.id, &*other.id) {
            ("", _) | (_, "") => {
                let stated = |of: &Self| [of.rank.clone(), of.club.clone(), of.team.clone()];
                stated(self).iter().zip(&stated(other)).any(|(one, other)| differ(one, other))
            }
            (one, other) => one != other,
        }
    }
}

/// Number of players up to which similar names are looked for.
const MAX_NAMES: usize = 1500;

/// Maximum number of players that share a word with a name and are compared with it, and of names of each of them.
pub(super) const MAX_COMPARED: usize = 100;

/// The players of an event, found by name.
#[derive(Clone, Debug, Default)]
pub struct Roster {
    players: Vec<Player>,
    /// The forms of the names and aliases of each player.
    forms: Vec<Vec<NameForms>>,
    /// The players with each form of a name: the words in their order and in that of the alphabet, and the letters without
    /// blanks. A letter before it tells which.
    by_key: BTreeMap<String, Vec<PlayerId>>,
    by_word: HashMap<String, Vec<PlayerId>>,
    /// The players by their names as they are written.
    by_spelling: HashMap<String, Vec<PlayerId>>,
    /// The players by their numbers in a rating list.
    by_id: HashMap<String, Vec<PlayerId>>,
    /// Players whose names are suggested for no other.
    unlisted: Vec<PlayerId>,
}

/// The form with the words in their order.
fn in_order(forms: &NameForms) -> String {
    format!("o{} {}", forms.east, forms.words.join(" "))
}

impl Roster {
    /// Returns the players of these names, each once.
    pub(super) fn of_names<'a>(names: impl Iterator<Item = &'a String>) -> Self {
        let mut roster = Self::default();
        for name in names.filter(|name| !name.is_empty()) {
            if roster.all_in_order(name).is_empty() {
                roster.add_named(name);
            }
        }
        roster
    }

    /// Adds a player who isn't in the event's list, and whose name is suggested for no other. Returns the index.
    pub fn add_unlisted(&mut self, player: Player) -> PlayerId {
        let id = self.add(player);
        self.unlisted.push(id);
        id
    }

    /// Adds a player. Returns the index.
    pub fn add(&mut self, player: Player) -> PlayerId {
        let id = self.players.len();
        self.forms.push(Vec::new());
        for name in std::iter::once(&player.name).chain(&player.aliases) {
            self.add_alias(id, name);
        }
        add_last(self.by_id.entry(player.id.clone()).or_default(), id);
        self.players.push(player);
        id
    }

    pub(super) fn add_named(&mut self, name: &str) -> PlayerId {
        self.add(Player { name: name.to_owned(), ..Player::default() })
    }

    pub(super) fn add_alias(&mut self, id: PlayerId, name: &str) {
        add_last(self.by_spelling.entry(name.trim().to_owned()).or_default(), id);
        for name in spellings(name) {
            let forms = NameForms::read(&name);
            for key in forms.keys().chain([in_order(&forms)]) {
                add_last(self.by_key.entry(key).or_default(), id);
            }
            for word in &forms.words {
                add_last(self.by_word.entry(word.clone()).or_default(), id);
            }
            self.forms[id].push(forms);
        }
    }

    fn with_key(&self, key: &str) -> &[PlayerId] {
        self.by_key.get(key).map_or(&[], Vec::as_slice)
    }

    /// Returns the players whose names are written so, but for case, accents and ranks.
    pub(super) fn all_in_order(&self, name: &str) -> &[PlayerId] {
        let forms = NameForms::read(name);
        if forms.is_empty() { &[] } else { self.with_key(&in_order(&forms)) }
    }

    /// Returns the players with this very name or alias.
    pub(super) fn spelt(&self, name: &str) -> &[PlayerId] {
        self.by_spelling.get(name.trim()).map_or(&[], Vec::as_slice)
    }

    /// Whether a name may be that of another player than the one whom it is taken for: nobody has all of its words and no others,
    /// in any order, joined or not, or several have.
    pub(super) fn is_open(&self, name: &str) -> bool {
        let mut keys =
            spellings(name).flat_map(|name| NameForms::read(&name).keys().collect::<Vec<_>>());
        keys.all(|key| self.with_key(&key).is_empty()) || self.same(name).len() > 1
    }

    /// Returns the player of this name: one whose name differs from it in case, accents, order, hyphens and blanks between
    /// syllables, brackets, middle names or initials, and no other has such a name. `None` if there is none, or more than
    /// one.
    pub fn find(&self, name: &str) -> Option<PlayerId> {
        self.find_ranked(name, "")
    }

    /// Returns the player of this name and rank: of several with such a name the one whose name is spelt so, or who alone
    /// has the rank. A number of a rating list stands for a name, too.
    pub fn find_ranked(&self, name: &str, rank: &str) -> Option<PlayerId> {
        if let Some(of_number) = self.with_number(name) {
            return Some(of_number);
        }
        spellings(name).find_map(|name| {
            let same = self.same(&name);
            if same.len() < 2 {
                return same.first().copied();
            }
            let beside = NameForms::read(&name).rank;
            let rank = if beside.is_empty() { rank } else { &beside };
            let has_rank = |id: &PlayerId| !rank.is_empty() && self.players[*id].rank == rank;
            let may_have = |id: &PlayerId| {
                let known = &*self.players[*id].rank;
                rank.is_empty() || known.is_empty() || known == rank
            };
            match (
                self.spelt(&name),
                same.iter().filter(|id| has_rank(id)).collect::<Vec<_>>().as_slice(),
            ) {
                ([one], _) if may_have(one) => Some(*one),
                (_, [one]) => Some(**one),
                _ => None,
            }
        })
    }

    /// Returns the players whose names are taken for the same without asking.
    fn same(&self, name: &str) -> Vec<PlayerId> {
        let forms = NameForms::read(name);
        let mut ids: Vec<PlayerId> = Vec::new();
        for key in forms.keys().filter(|key| key.starts_with('a')) {
            self.with_key(&key).iter().for_each(|&id| add(&mut ids, id));
        }
        if ids.len() > 1 {
            // Kim Jin and Jin Kim: the order distinguishes them if both are written in the same way.
            let written = self.with_key(&in_order(&forms));
            let is_written = |id: &PlayerId| {
                let same = |other: &NameForms| other.has_comma == forms.has_comma;
                written.contains(id) && self.forms[*id].iter().any(same)
            };
            let exact: Vec<PlayerId> = ids.iter().copied().filter(is_written).collect();
            return if exact.len() == 1 { exact } else { ids };
        }
        if ids.is_empty() {
            for key in forms.keys().filter(|key| key.starts_with('j')) {
                let joined = self.with_key(&key).iter();
                joined
                    .filter(|&&id| self.any_form(id, |other| forms.is_joined(other)))
                    .for_each(|&id| add(&mut ids, id));
            }
        }
        if ids.is_empty() {
            ids = self.sharing_words(&forms);
            ids.retain(|&id| self.any_form(id, |other| forms.is_shortened(other)));
        }
        ids
    }

    /// Returns the only player of whose name this one's may be a shorter form: `J. Smith` of `John Smith`.
    pub(super) fn longer(&self, id: PlayerId) -> Option<PlayerId> {
        let own = self.forms[id].first()?;
        let letters = |forms: &NameForms| forms.words.iter().map(String::len).sum::<usize>();
        let is_longer =
            |other: &NameForms| letters(other) > letters(own) && own.is_shortened(other);
        let mut ids = self.sharing_words(own);
        ids.retain(|&other| other != id && self.any_form(other, is_longer));
        if let [one] = ids[..] { Some(one) } else { None }
    }

    fn any_form(&self, id: PlayerId, is_same: impl Fn(&NameForms) -> bool) -> bool {
        self.forms[id].iter().take(MAX_COMPARED).any(is_same)
    }

    /// Returns players who share a word with a name, of rare words first.
    fn sharing_words(&self, forms: &NameForms) -> Vec<PlayerId> {
        let mut lists: Vec<&Vec<PlayerId>> =
            forms.words.iter().filter_map(|word| self.by_word.get(word)).collect();
        lists.sort_by_key(|list| list.len());
        let mut ids = Vec::new();
        for &id in lists.into_iter().flatten().take(MAX_COMPARED) {
            add(&mut ids, id);
        }
        ids
    }

    /// Returns players who share a word of four letters or more that no other player has, or two words, or such words nearly,
    /// each with the number of these words. Besides players with a similar name, `among` are compared.
    pub(super) fn near_players(&self, name: &str, among: &[PlayerId]) -> BTreeMap<PlayerId, usize> {
        let forms = NameForms::read(name);
        let is_rare = |word: &str| self.by_word.get(word).is_some_and(|ids| ids.len() == 1);
        let is_sure = |word: &&str| word.chars().count() > 3 && is_rare(word);
        let nearness = |other: &NameForms| {
            let near = forms.near_words(other);
            let exact = near.iter().filter(|near| forms.words.iter().any(|word| word == *near));
            let is_near = near.len() > 1 || near.iter().any(is_sure);
            if is_near { near.len() + exact.count() } else { 0 }
        };
        let same = self.same(name).into_iter().map(|id| (id, MAX_COMPARED));
        let mut players: BTreeMap<PlayerId, usize> = same.collect();
        players.extend(self.sharing_east(&forms));
        let similar = self.similar(name).unwrap_or_default();
        let others = similar.into_iter().chain(self.sharing_words(&forms));
        for id in others.chain(among.iter().copied().take(2 * MAX_COMPARED)) {
            let of_player = self.forms[id].iter().take(MAX_COMPARED).map(nearness).max();
            if let Some(near) = of_player.filter(|near| *near > 0) {
                let most = players.entry(id).or_default();
                *most = near.max(*most);
            }
        }
        players
    }

    /// Returns the players who have an East Asian name that begins with another, such as a family name alone, or that is the
    /// beginning of it, each with a nearness.
    fn sharing_east(&self, name: &NameForms) -> Vec<(PlayerId, usize)> {
        if name.east.chars().count() < 2 {
            return Vec::new();
        }
        let key = format!("a{}", name.east);
        let longer =
            self.by_key.range(key.clone()..).take_while(|(other, _)| other.starts_with(&key));
        longer.flat_map(|(_, ids)| ids).take(MAX_COMPARED).map(|&id| (id, 2)).collect()
    }

    /// Returns the reason why no player has this name, with the nearest names.
    pub fn why_none(&self, name: &str) -> String {
        let same = self.same(name);
        if same.len() > 1 {
            let mut names: Vec<&str> = Vec::new();
            same.iter().for_each(|&id| add(&mut names, &*self.players[id].name));
            return format!("it may be {}", names.join(" or "));
        }
        match self.nearest(name).as_deref() {
            None => "there are too many names to look for similar ones".to_owned(),
            Some([]) => "no similar name is known".to_owned(),
            Some(nearest) => format!("the nearest: {}", nearest.join("; ")),
        }
    }

    /// Returns the nearest names; `None` if there are too many to look for them.
    pub(super) fn nearest(&self, name: &str) -> Option<Vec<&str>> {
        self.nearest_of(name, |id| self.unlisted.binary_search(&id).is_err())
    }

    /// Returns the nearest names of some players; `None` if there are too many to look for them.
    pub(super) fn nearest_of(
        &self,
        name: &str,
        is_meant: impl Fn(PlayerId) -> bool,
    ) -> Option<Vec<&str>> {
        let mut nearest: Vec<&str> = Vec::new();
        let sharing = self.sharing_words(&NameForms::read(name));
        for id in self.similar(name)?.into_iter().chain(sharing).filter(|&id| is_meant(id)) {
            add(&mut nearest, &*self.players[id].name);
        }
        nearest.truncate(3);
        Some(nearest)
    }

    /// Returns players with names like one, the most similar first; `None` if there are too many to look for them.
    fn similar(&self, name: &str) -> Option<Vec<PlayerId>> {
        if self.players.len() > MAX_NAMES {
            return None;
        }
        let mut ids = Vec::new();
        for key in &name_keys(name) {
            let keys = self.by_key.keys().filter_map(|key| key.strip_prefix('a'));
            for near in similar_names(key, keys) {
                ids.extend(self.with_key(&format!("a{near}")));
            }
        }
        Some(ids)
    }

    pub(super) fn state(&mut self, id: PlayerId, change: impl FnOnce(&mut Player)) {
        change(&mut self.players[id]);
        add_last(self.by_id.entry(self.players[id].id.clone()).or_default(), id);
    }

    /// Returns the only player with a number of a rating list.
    pub(super) fn with_number(&self, number: &str) -> Option<PlayerId> {
        match self.by_id.get(number).map(Vec::as_slice) {
            Some([only]) => Some(*only).filter(|_| !number.is_empty()),
            _ => None,
        }
    }

    /// Returns a name that is this player's alone: of namesakes with the rank, or the number in a rating list.
    pub(super) fn distinct_name(&self, id: PlayerId) -> String {
        let Player { name, rank, id: number, .. } = &self.players[id];
        let names = [name.clone(), format!("{name} {rank}"), number.clone()];
        let distinct = names.into_iter().find(|name| self.find(name) == Some(id));
        distinct.unwrap_or_else(|| name.clone())
    }

    pub fn player(&self, id: PlayerId) -> &Player {
        &self.players[id]
    }

    /// Returns the names that the event's list doesn't have.
    pub(super) fn unlisted(&self) -> impl Iterator<Item = &str> {
        self.unlisted.iter().map(|&id| &*self.players[id].name)
    }

    /// Returns all players with their indices.
    pub fn players(&self) -> impl Iterator<Item = (PlayerId, &Player)> {
        self.players.iter().enumerate()
    }
}

/// Adds a player to a list in the order of players, unless they are its last one, or it has more than are ever compared.
fn add_last(list: &mut Vec<PlayerId>, id: PlayerId) {
    if list.last() != Some(&id) && list.len() <= MAX_COMPARED {
        list.push(id);
    }
}

fn add<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}
