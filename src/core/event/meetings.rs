//! Which game each ruling and each penalty of an event's file concerns. A decision names its game by the file, or by the
//! players and the round.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use super::check::EventCheck;
use super::entry::{DecisionId, Entry, Met};
use super::name_key::{NameForms, excerpt, name_or_words};
use super::places::Place;
use super::record_path::{file_rank, parts};
use super::roster::{NamedPlayer, PlayerId, Roster};
use super::round::RoundId;
use super::terms::Side;
use crate::go::Color;
use crate::similar_names::similar_names;

/// The game that a decision names.
#[derive(Clone, Copy)]
pub(super) struct Named<'a> {
    file: Option<&'a str>,
    number: Option<u32>,
    round: Option<&'a RoundId>,
    names: Option<[&'a str; 2]>,
    players: Option<&'a [NamedPlayer; 2]>,
}

/// A game as decisions may name it.
#[derive(Clone, Copy)]
pub(super) struct Subject<'a> {
    pub path: &'a str,
    pub game: u32,
    /// The names of its players.
    pub names: &'a [NameForms; 2],
    pub players: [Option<PlayerId>; 2],
    /// The rounds of the record and of its row.
    pub rounds: [Option<&'a RoundId>; 2],
}

pub(super) enum Meeting {
    /// One game, by its number among the entries, and whether the decision has the other colours.
    Game(usize, bool),
    /// No record, but one row of the table or the pairings.
    Row(usize, bool),
    None,
    Several(Vec<usize>),
    /// No record, and several rows.
    SeveralRows(Vec<usize>),
    /// A game with such a decision.
    Second(DecisionId),
}

/// The decisions of an event beside all games.
pub(super) struct Meetings<'a> {
    check: &'a EventCheck,
    entries: &'a [Entry],
    forms: Vec<[NameForms; 2]>,
    /// The players of all games, for suggestions.
    names: OnceCell<Roster>,
}

impl EventCheck {
    /// Whether the event's file has rulings or penalties, which need [`EventCheck::bind`].
    pub fn has_decisions(&self) -> bool {
        self.ids().next().is_some()
    }

    fn ids(&self) -> impl Iterator<Item = DecisionId> + use<> {
        let rulings = (0..self.terms.rulings.len()).map(DecisionId::Ruling);
        rulings.chain((0..self.terms.penalties.len()).map(DecisionId::Penalty))
    }

    fn named(&self, id: DecisionId) -> Named<'_> {
        let (file, number, round, black, white, players) = match id {
            DecisionId::Ruling(at) => {
                let of = &self.terms.rulings[at];
                (&of.file, of.game, &of.round, &of.black, &of.white, &self.of_rulings[at])
            }
            DecisionId::Penalty(at) => {
                let of = &self.terms.penalties[at];
                (&of.file, of.game, &of.round, &of.black, &of.white, &self.of_penalties[at])
            }
        };
        let names = black.as_deref().zip(white.as_deref()).map(|(black, white)| [black, white]);
        Named {
            file: file.as_deref(),
            number,
            round: round.as_ref(),
            names,
            players: players.as_ref(),
        }
    }

    /// The line of a decision in the event's file.
    pub(super) fn place_of(&self, id: DecisionId) -> Place {
        match id {
            DecisionId::Ruling(at) => self.terms.places.of("rulings", at),
            DecisionId::Penalty(at) => self.terms.places.of("penalties", at),
        }
    }

    /// Settles which of all games each decision concerns, so that one that fits two concerns neither.
    pub fn bind(&mut self, entries: &[Entry]) {
        let mut bound: BTreeMap<(String, u32), Vec<Met>> = BTreeMap::new();
        // Of games that fit, the one that fits best is meant.
        self.bound = Some(BTreeMap::new());
        for (id, meeting) in self.meetings(entries).all() {
            if let Meeting::Game(at, is_swapped) = meeting {
                let key = (entries[at].path.clone(), entries[at].game);
                bound.entry(key).or_default().push(Met { id, is_swapped });
            }
        }
        self.bound = Some(bound);
    }

    /// Returns the decisions beside all games.
    pub(super) fn meetings<'a>(&'a self, entries: &'a [Entry]) -> Meetings<'a> {
        let names_of =
            |entry: &Entry| [&entry.black, &entry.white].map(|name| NameForms::read(name));
        let forms = entries.iter().map(names_of).collect();
        Meetings { check: self, entries, forms, names: OnceCell::new() }
    }

    /// Returns the decisions that concern a game, in the order of the file: a ruling, and a penalty of each player.
    pub(super) fn met_by(&self, subject: &Subject) -> Vec<Met> {
        if let Some(bound) = &self.bound {
            let key = (subject.path.to_owned(), subject.game);
            return bound.get(&key).cloned().unwrap_or_default();
        }
        let mut all: Vec<Met> = Vec::new();
        for id in self.ids() {
            if let Some((_, is_swapped)) = fit(&self.named(id), subject) {
                let is_second = |met: &Met| {
                    self.subject_of(met.id, met.is_swapped) == self.subject_of(id, is_swapped)
                };
                if !all.iter().any(is_second) {
                    all.push(Met { id, is_swapped });
                }
            }
        }
        all
    }

    /// What of a game a decision is about: its result, or the points of the record's Black or White.
    fn subject_of(&self, id: DecisionId, is_swapped: bool) -> Option<Color> {
        match id {
            DecisionId::Ruling(_) => None,
            DecisionId::Penalty(at) => {
                let is_black = (self.terms.penalties[at].color == Side::Black) != is_swapped;
                Some(if is_black { Color::Black } else { Color::White })
            }
        }
    }
}

impl Meetings<'_> {
    pub(super) fn all(&self) -> Vec<(DecisionId, Meeting)> {
        let mut first = BTreeMap::new();
        let met = |id: DecisionId| {
            let meeting = self.meeting(&self.check.named(id));
            let (is_row, at, is_swapped) = match meeting {
                Meeting::Game(at, is_swapped) => (false, at, is_swapped),
                Meeting::Row(at, is_swapped) => (true, at, is_swapped),
                _ => return (id, meeting),
            };
            let of_game = (is_row, at, self.check.subject_of(id, is_swapped));
            match *first.entry(of_game).or_insert(id) {
                known if known == id => (id, meeting),
                known => (id, Meeting::Second(known)),
            }
        };
        self.check.ids().map(met).collect()
    }

    fn meeting(&self, named: &Named) -> Meeting {
        let mut fits: Vec<(u8, usize, bool)> = (0..self.entries.len())
            .filter_map(|at| {
                let (rank, is_swapped) = fit(named, &self.subject(at))?;
                Some((rank, at, is_swapped))
            })
            .collect();
        fits.sort_unstable();
        let best = fits.first().map(|(rank, ..)| *rank);
        fits.retain(|(rank, ..)| self.check.bound.is_none() || Some(*rank) == best);
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
        let names: BTreeMap<String, &str> =
            self.entries.iter().rev().map(|entry| (name(&entry.path), &*entry.path)).collect();
        let near = similar_names(&name(file), names.keys().map(String::as_str));
        let near: Vec<&str> = near.into_iter().map(|name| names[name]).collect();
        let nearest = match &near[..] {
            [] => "no name of a record is like it".to_owned(),
            near => format!("the nearest: {}", near.join(", ")),
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
        let met: Vec<String> = self
            .games_like(&any_round)
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

    /// Returns the games that fit, in order.
    fn games_like(&self, named: &Named) -> impl Iterator<Item = &Entry> {
        let fits = |at: &usize| fit(named, &self.subject(*at)).is_some();
        (0..self.entries.len()).filter(fits).map(|at| &self.entries[at])
    }

    fn subject(&self, at: usize) -> Subject<'_> {
        let entry = &self.entries[at];
        let of_row = || self.check.rows()?.rows.get(entry.row?)?.round.as_ref();
        Subject {
            path: &entry.path,
            game: entry.game,
            names: &self.forms[at],
            players: entry.players,
            rounds: [entry.round.as_ref(), of_row()],
        }
    }
}

pub(super) fn names_in(entries: &[Entry]) -> impl Iterator<Item = &String> {
    entries.iter().flat_map(|entry| [&entry.black, &entry.white])
}

/// Returns how well a game fits what a decision names, 0 best, and whether the decision has the other colours. `None` if it
/// is another game.
fn fit(named: &Named, subject: &Subject) -> Option<(u8, bool)> {
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
    let Some(players) = named.players else { return Some((rank, false)) };
    let is = |sides: [usize; 2]| {
        (0..2).all(|at| is_player(&players[at], subject, sides[at])).then_some(sides[0] == 1)
    };
    is([0, 1]).or_else(|| is([1, 0])).map(|is_swapped| (rank, is_swapped))
}

/// Whether a decision names a player of a game: as the event lists them, or else as the record writes the name.
fn is_player(named: &NamedPlayer, subject: &Subject, side: usize) -> bool {
    if let (Some(id), Some(player)) = (named.id, subject.players[side]) {
        return id == player;
    }
    let (name, other) = (&named.forms, &subject.names[side]);
    let has_same_east = !name.east.is_empty() && name.east == other.east;
    let has_words = !name.words.is_empty() && !other.words.is_empty();
    has_same_east || has_words && (name.sorted() == other.sorted() || name.is_joined(other))
}
