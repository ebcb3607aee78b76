//! What the rulings and penalties of an event's file meet: a game, a row, nothing or too much.

use std::cell::OnceCell;

use super::check::EventCheck;
use super::entry::{Bound, DecisionId, Entry, Met};
use super::entry_index::EntryIndex;
use super::name_key::{excerpt, name_or_words};
use super::named_games::{Named, names_in};
use super::near_names::NearNames;
use super::record_path::parts;
use super::roster::Roster;

/// Maximum number of games that a clause names.
const MAX_NAMED: usize = 3;

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
    /// More games are like the one that is named than this number, the most that are compared.
    TooMany(usize),
    /// No record, and several rows.
    SeveralRows(Vec<usize>),
}

/// The decisions of an event beside all games.
pub(super) struct Meetings<'a> {
    check: &'a EventCheck,
    entries: &'a [Entry],
    index: EntryIndex,
    /// Whether only the games that fit best are taken.
    is_best: bool,
    /// The players of all games, for suggestions.
    names: OnceCell<Roster>,
    /// The names of all files in small letters, for suggestions.
    files: OnceCell<NearNames>,
}

impl EventCheck {
    /// Settles which of all games each decision concerns, so that one that fits two concerns neither. Returns a
    /// fingerprint of that.
    pub fn bind(&mut self, entries: &[Entry]) -> String {
        let mut bound = Bound::default();
        let mut fingerprint = String::new();
        for (id, meeting) in self.meetings(entries, true).iter() {
            if let Meeting::Game(at, is_swapped) = meeting {
                let Entry { path, game, .. } = &entries[at];
                fingerprint.push_str(&format!("{id:?} {path} {game} "));
                bound.0.entry((path.clone(), *game)).or_default().push(Met { id, is_swapped });
            }
        }
        self.bound = Some(bound);
        fingerprint
    }

    /// Returns the decisions beside all games. `is_best`: whether only the games that fit best are taken.
    pub(super) fn meetings<'a>(&'a self, entries: &'a [Entry], is_best: bool) -> Meetings<'a> {
        let index = EntryIndex::new(self, entries);
        let (names, files) = (OnceCell::new(), OnceCell::new());
        Meetings { check: self, entries, index, is_best, names, files }
    }
}

impl Meetings<'_> {
    /// Returns what each decision meets.
    pub(super) fn iter(&self) -> impl Iterator<Item = (DecisionId, Meeting)> {
        self.check.ids().map(|id| (id, self.meeting(&self.check.named(id))))
    }

    fn meeting(&self, named: &Named) -> Meeting {
        let (candidates, are_all) = self.index.candidates(named);
        if !are_all {
            return Meeting::TooMany(self.index.most);
        }
        let mut fits: Vec<(u8, usize, bool)> = candidates
            .into_iter()
            .filter_map(|at| {
                let (rank, is_swapped) = self.fit(named, at)?;
                Some((rank, at, is_swapped))
            })
            .collect();
        fits.sort_unstable();
        let best = fits.first().map(|(rank, ..)| *rank);
        fits.retain(|(rank, ..)| !self.is_best || Some(*rank) == best);
        match fits[..] {
            [(_, at, is_swapped)] => Meeting::Game(at, is_swapped),
            [] => self.meeting_row(named),
            _ => Meeting::Several(fits.iter().map(|(_, at, _)| *at).collect()),
        }
    }

    fn meeting_row(&self, named: &Named) -> Meeting {
        let players = named.players.filter(|_| named.file.is_none());
        let ids = players.map(|players| players.each_ref().map(|player| player.id));
        let (Some([Some(black), Some(white)]), Some(rows)) = (ids, self.check.rows()) else {
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

    /// Returns why a decision meets no game, as a clause with what is nearest.
    pub(super) fn why_no_game(&self, id: DecisionId) -> String {
        let named = self.check.named(id);
        match named.file {
            Some(file) => self.why_no_file(file, named.number),
            None => self.why_no_players(named),
        }
    }

    fn why_no_file(&self, file: &str, number: Option<u32>) -> String {
        let alone =
            Named { file: Some(file), number: None, round: None, names: None, players: None };
        if let Some(entry) = self.games_like(&alone).next() {
            let last = self.games_like(&alone).map(|entry| entry.game).max();
            if let Some((game, last)) = number.zip(last).filter(|(game, last)| game > last) {
                return format!("{} has no game {game}, its last is {last}", entry.path);
            }
            return format!(
                "{} isn't the game that it names: that is {}",
                entry.place(),
                entry.players_in_words()
            );
        }
        let name =
            |path: &str| parts(path).last().map_or(String::new(), |name| name.to_lowercase());
        let files = self.files.get_or_init(|| {
            let mut files = NearNames::default();
            self.entries.iter().for_each(|entry| files.add(&name(&entry.path)));
            files
        });
        let near = files.find(&name(file));
        let near = near.map(|names| {
            let like = |name| Named { file: Some(name), ..alone };
            let paths = names.into_iter().filter_map(|name| self.games_like(&like(name)).next());
            paths.map(|entry| &*entry.path).collect::<Vec<_>>()
        });
        let nearest = match near.as_deref() {
            None => "there are too many files to look for similar names".to_owned(),
            Some([]) => "no name of a record is like it".to_owned(),
            Some(near) => format!("the nearest: {}", near.join(", ")),
        };
        format!("no record is called {}; {nearest}", excerpt(file))
    }

    fn why_no_players(&self, named: Named) -> String {
        let Some(both) = named.names else { return "it names no game".to_owned() };
        let [black, white] = both.map(name_or_words);
        let round = named.round.map_or(String::new(), |round| format!(" in round {round}"));
        let game = format!("no game of {black} and {white}{round}");
        let names = self.names.get_or_init(|| {
            let listed = self.check.roster.players().map(|(_, player)| &player.name);
            Roster::of_names(listed.chain(names_in(self.entries)))
        });
        let unknown = both.into_iter().find(|name| names.find(name).is_none());
        if let Some(name) = unknown {
            return format!("{game}; {}: {}", name_or_words(name), names.why_none(name));
        }
        let any_round = Named { round: None, ..named };
        let (_, are_all) = self.index.candidates(&any_round);
        let met: Vec<String> = self
            .games_like(&any_round)
            .map(|entry| match &entry.round {
                Some(round) => format!("round {round} ({})", entry.place()),
                None => entry.place(),
            })
            .take(MAX_NAMED)
            .collect();
        match met.is_empty() {
            true if !are_all => game,
            true => format!("{game}; they never met"),
            false => format!("{game}; they met in {}", met.join(", ")),
        }
    }

    /// Returns the games that fit, in order; of more than are compared only some.
    fn games_like(&self, named: &Named) -> impl Iterator<Item = &Entry> {
        let candidates = self.index.candidates(named).0.into_iter();
        candidates.filter(|at| self.fit(named, *at).is_some()).map(|at| &self.entries[at])
    }

    fn fit(&self, named: &Named, at: usize) -> Option<(u8, bool)> {
        let subject = self.check.subject(&self.entries[at], &self.index.names[at]);
        self.check.fit(named, &subject)
    }
}
