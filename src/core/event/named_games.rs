//! Which game a ruling or a penalty of an event's file names.

use std::collections::HashMap;

use super::check::EventCheck;
use super::decision_id::{Bound, DecisionId, Met};
use super::entry::Entry;
use super::name_key::{NameForms, excerpt, name_or_words};
use super::places::Place;
use super::record_path::{file_rank, parts, stem};
use super::roster::{PlayerId, Roster};
use super::round::RoundId;
use crate::similar_names::similar_names;

/// Maximum number of games that are compared with a decision by the words of a name.
const MAX_COMPARED: usize = 50_000;

/// The game that a decision names.
#[derive(Clone, Copy)]
struct Named<'a> {
    file: Option<&'a str>,
    number: Option<u32>,
    round: Option<&'a RoundId>,
    names: Option<[&'a str; 2]>,
}

/// A game as decisions may name it.
#[derive(Clone, Copy)]
pub(super) struct Subject<'a> {
    pub path: &'a str,
    pub game: u32,
    pub names: [&'a str; 2],
    pub ranks: [&'a str; 2],
    pub players: [Option<PlayerId>; 2],
    /// The rounds of the record and of its row.
    pub rounds: [Option<&'a RoundId>; 2],
}

/// What a decision meets.
pub(super) enum Meeting {
    /// One game, by its number among the entries.
    Game(usize, bool),
    /// No record, but one row of the table or the pairings.
    Row(usize, bool),
    /// Nothing.
    None,
    /// Several games.
    Several(Vec<usize>),
    /// No record, and several rows.
    SeveralRows(Vec<usize>),
}

impl EventCheck {
    /// Whether the event's file has rulings or penalties, which need [`EventCheck::bind`].
    pub fn has_decisions(&self) -> bool {
        !self.terms.rulings.is_empty() || !self.terms.penalties.is_empty()
    }

    /// Settles which of all games each decision concerns, so that one that fits two concerns neither. Returns a
    /// fingerprint of that.
    pub fn bind(&mut self, entries: &[Entry]) -> String {
        let mut bound = Bound::default();
        let mut fingerprint = String::new();
        for (id, meeting) in self.meetings(entries, true) {
            if let Meeting::Game(at, is_swapped) = meeting {
                let Entry { path, game, .. } = &entries[at];
                fingerprint.push_str(&format!("{id:?} {path} {game} "));
                bound.0.entry((path.clone(), *game)).or_default().push(Met { id, is_swapped });
            }
        }
        self.bound = Some(bound);
        fingerprint
    }

    fn ids(&self) -> impl Iterator<Item = DecisionId> + use<> {
        let rulings = (0..self.terms.rulings.len()).map(DecisionId::Ruling);
        rulings.chain((0..self.terms.penalties.len()).map(DecisionId::Penalty))
    }

    fn named(&self, id: DecisionId) -> Named<'_> {
        let (file, number, round, black, white) = match id {
            DecisionId::Ruling(at) => {
                let of = &self.terms.rulings[at];
                (&of.file, of.game, &of.round, &of.black, &of.white)
            }
            DecisionId::Penalty(at) => {
                let of = &self.terms.penalties[at];
                (&of.file, of.game, &of.round, &of.black, &of.white)
            }
        };
        let names = black.as_deref().zip(white.as_deref()).map(|(black, white)| [black, white]);
        Named { file: file.as_deref(), number, round: round.as_ref(), names }
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
    fn fit(&self, named: &Named, subject: &Subject) -> Option<(u8, bool)> {
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
        let Some([black, white]) = named.names else { return Some((rank, false)) };
        let ids = [black, white].map(|name| self.roster.find(name));
        let forms = [black, white].map(NameForms::read);
        let pair = |sides: [usize; 2]| {
            let fits = |at: usize| name_rank(&forms[at], ids[at], subject, sides[at]);
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

    /// Returns what each decision meets. `is_best`: whether only the games that fit best are taken.
    pub(super) fn meetings(&self, entries: &[Entry], is_best: bool) -> Vec<(DecisionId, Meeting)> {
        let index = EntryIndex::new(entries);
        let meeting = |id: DecisionId| {
            let named = self.named(id);
            let mut fits: Vec<(u8, usize, bool)> = index
                .candidates(self, &named)
                .into_iter()
                .filter_map(|at| {
                    let (rank, is_swapped) = self.fit(&named, &self.subject(&entries[at]))?;
                    Some((rank, at, is_swapped))
                })
                .collect();
            fits.sort_unstable();
            let best = fits.first().map(|(rank, ..)| *rank);
            fits.retain(|(rank, ..)| !is_best || Some(*rank) == best);
            match fits[..] {
                [(_, at, is_swapped)] => Meeting::Game(at, is_swapped),
                [] => self.meeting_row(&named),
                _ => Meeting::Several(fits.iter().map(|(_, at, _)| *at).collect()),
            }
        };
        self.ids().map(|id| (id, meeting(id))).collect()
    }

    fn meeting_row(&self, named: &Named) -> Meeting {
        let ids = named.names.filter(|_| named.file.is_none());
        let ids = ids.map(|names| names.map(|name| self.roster.find(name)));
        let (Some([Some(black), Some(white)]), Some(rows)) = (ids, self.rows()) else {
            return Meeting::None;
        };
        let has_round = |at: &usize| {
            let round = rows.rows[*at].round.as_ref();
            named.round.is_none() || round.is_none() || round == named.round
        };
        let fitting: Vec<usize> =
            rows.of_pair(black, white).iter().copied().filter(has_round).collect();
        match fitting[..] {
            [] => Meeting::None,
            [at] => Meeting::Row(at, rows.rows[at].players[0] != Some(black)),
            _ => Meeting::SeveralRows(fitting),
        }
    }

    pub(super) fn subject<'a>(&'a self, entry: &'a Entry) -> Subject<'a> {
        let of_row = || self.rows()?.rows.get(entry.row?)?.round.as_ref();
        Subject {
            path: &entry.path,
            game: entry.game,
            names: [&entry.black, &entry.white],
            ranks: [&entry.ranks[0], &entry.ranks[1]],
            players: entry.players,
            rounds: [entry.round.as_ref(), of_row()],
        }
    }

    /// Returns the players of all games by their names, for suggestions.
    pub(super) fn all_names(&self, entries: &[Entry]) -> Roster {
        let listed = self.roster.players().map(|(_, player)| &player.name);
        Roster::of_names(listed.chain(names_in(entries)))
    }

    /// Returns why a decision meets no game, as a clause with what is nearest.
    pub(super) fn why_no_game(&self, id: DecisionId, entries: &[Entry], names: &Roster) -> String {
        let named = self.named(id);
        if let Some(file) = named.file {
            let is_of_file = |entry: &&Entry| file_rank(file, &entry.path).is_some();
            if let Some(entry) = entries.iter().find(is_of_file) {
                let number = entries.iter().filter(is_of_file).map(|entry| entry.game).max();
                if let Some((game, last)) =
                    named.number.zip(number).filter(|(game, last)| game > last)
                {
                    return format!("{} has no game {game}, its last is {last}", entry.path);
                }
                return format!(
                    "{} isn't the game that it names: that is {}",
                    entry.place(),
                    entry.players_in_words()
                );
            }
            let base =
                |path: &str| parts(path).last().map_or(String::new(), |name| name.to_lowercase());
            let bases: Vec<String> = entries.iter().map(|entry| base(&entry.path)).collect();
            let near = similar_names(&base(file), bases.iter().map(String::as_str));
            let near = bases.iter().zip(entries).filter(|(base, _)| near.contains(&base.as_str()));
            let near: Vec<&str> = near.map(|(_, entry)| &*entry.path).take(3).collect();
            let nearest = match near.is_empty() {
                true => "no name of a record is like it".to_owned(),
                false => format!("the nearest: {}", near.join(", ")),
            };
            return format!("no record is called {}; {nearest}", excerpt(file));
        }
        let Some(both) = named.names else { return "it names no game".to_owned() };
        let [black, white] = both.map(name_or_words);
        let round = named.round.map_or(String::new(), |round| format!(" in round {round}"));
        let game = format!("no game of {black} and {white}{round}");
        let unknown = both.into_iter().find(|name| names.find(name).is_none());
        if let Some(name) = unknown {
            return format!("{game}; {}: {}", name_or_words(name), names.why_none(name));
        }
        let any_round = Named { round: None, ..named };
        let met: Vec<String> = entries
            .iter()
            .filter(|entry| self.fit(&any_round, &self.subject(entry)).is_some())
            .map(|entry| match &entry.round {
                Some(round) => format!("round {round} ({})", entry.place()),
                None => entry.place(),
            })
            .take(3)
            .collect();
        match met.is_empty() {
            true => format!("{game}; they never met"),
            false => format!("{game}; they met in {}", met.join(", ")),
        }
    }
}

/// The names in records.
pub(super) fn names_in(entries: &[Entry]) -> impl Iterator<Item = &String> {
    entries.iter().flat_map(|entry| [&entry.black, &entry.white])
}

/// Returns how well a player of a game fits a name, 0 best; `None` if it is another.
fn name_rank(name: &NameForms, id: Option<PlayerId>, subject: &Subject, side: usize) -> Option<u8> {
    if let (Some(id), Some(player)) = (id, subject.players[side]) {
        return (id == player).then_some(0);
    }
    let other = NameForms::read(subject.names[side]);
    let recorded = if other.rank.is_empty() { subject.ranks[side] } else { &other.rank };
    // A rank tells namesakes apart, but people are promoted.
    let has_both = !name.rank.is_empty() && !recorded.is_empty();
    let other_rank = u8::from(has_both && name.rank != recorded);
    let has_same_east = !name.east.is_empty() && name.east == other.east;
    let has_words = !name.words.is_empty() && !other.words.is_empty();
    if has_same_east || has_words && (name.sorted() == other.sorted() || name.is_joined(&other)) {
        return Some(other_rank);
    }
    (has_words && name.is_shortened(&other)).then_some(1 + other_rank)
}

/// Games by parts of their paths and their players' names.
struct EntryIndex(HashMap<String, Vec<usize>>);

impl EntryIndex {
    fn new(entries: &[Entry]) -> Self {
        let mut index: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, entry) in entries.iter().enumerate() {
            let keys = file_keys(&entry.path).into_iter();
            let names = [&entry.black, &entry.white].into_iter().zip(entry.players);
            let names = names.flat_map(|(name, player)| name_index_keys(name, player));
            for key in keys.chain(names) {
                let list = index.entry(key).or_default();
                if list.last() != Some(&at) {
                    list.push(at);
                }
            }
        }
        Self(index)
    }

    /// Games that a decision may name: the file's, or where both names are like a player's.
    fn candidates(&self, check: &EventCheck, named: &Named) -> Vec<usize> {
        if let Some(file) = named.file {
            return self.with_any(&file_keys(file));
        }
        let Some(names) = named.names else { return Vec::new() };
        let [black, mut white] =
            names.map(|name| self.with_any(&name_index_keys(name, check.roster.find(name))));
        white.retain(|at| black.binary_search(at).is_ok());
        white
    }

    /// Returns the games that have one of these keys, in order.
    fn with_any(&self, keys: &[String]) -> Vec<usize> {
        let lists = keys.iter().filter_map(|key| self.0.get(key));
        let mut found: Vec<usize> = lists.flatten().copied().take(MAX_COMPARED).collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

fn file_keys(path: &str) -> Vec<String> {
    let name = parts(path).last().map_or(String::new(), |name| name.to_lowercase());
    let stem = stem(&name);
    vec![format!("/{stem}"), format!("/{name}")]
}

fn name_index_keys(name: &str, player: Option<PlayerId>) -> Vec<String> {
    let forms = NameForms::read(name);
    let joined: Vec<String> = forms.joined().map(|key| format!("j{key}")).collect();
    let words = forms.words.iter().chain([&forms.east]).filter(|word| !word.is_empty());
    let words = words.map(|word| format!("w{word}"));
    words.chain(joined).chain(player.map(|id| format!("#{id}"))).collect()
}
