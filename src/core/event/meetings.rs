//! Which game each ruling and each penalty of an event's file concerns, and why one has no effect. A decision names its game by
//! the file, or by the players and the round.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use super::check::EventCheck;
use super::entry::{Binding, DecisionId, Entry, Met, Unapplied};
use super::file_findings::FileFindings;
use super::name_key::{excerpt, name_or_words};
use super::named_game::NamedGame;
use super::places::Place;
use super::record_path::{file_rank, parts};
use super::roster::Roster;
use super::round::RoundId;
use super::terms::Side;
use crate::audit::{Decision, FindingKind, Severity};
use crate::go::Color;
use crate::sgf::Agreement;
use crate::similar_names::similar_names;

enum Meeting {
    /// One game, by its number among the entries, and whether the decision has the other colours.
    Game(usize, bool),
    /// No record, but one row of the table.
    Row(usize, bool),
    /// Not one game alone: what becomes of the decision and why, as the end of a sentence.
    Not(String),
}

impl EventCheck {
    /// Whether the event's file has rulings or penalties, which need [`EventCheck::bind`].
    pub fn has_decisions(&self) -> bool {
        !self.named_games.is_empty()
    }

    /// The line of a decision in the event's file.
    pub(super) fn place_of(&self, id: DecisionId) -> Place {
        match id {
            DecisionId::Ruling(at) => self.terms.places.of("rulings", at),
            DecisionId::Penalty(at) => self.terms.places.of("penalties", at),
        }
    }

    /// Makes [`audit_game`](super::audit_game) only identify games, for [`EventCheck::bind`].
    pub fn collect_games(&mut self) {
        self.binding = Binding::Collecting;
    }

    /// Settles which of all games each decision concerns, so that one that fits two concerns neither.
    pub fn bind(&mut self, entries: &[Entry]) {
        let mut bound: BTreeMap<(String, u32), Vec<Met>> = BTreeMap::new();
        for (id, meeting) in self.meetings(entries) {
            if let Meeting::Game(at, is_swapped) = meeting {
                let key = (entries[at].path.clone(), entries[at].game);
                bound.entry(key).or_default().push(Met { id, is_swapped });
            }
        }
        self.binding = Binding::Bound(bound);
    }

    /// Returns the decisions that concern a game, in the order of the file: a ruling, and a penalty of each player.
    pub(super) fn decisions(&self, game: &Entry) -> Vec<Met> {
        let mut all: Vec<Met> = Vec::new();
        match &self.binding {
            Binding::Collecting => {}
            Binding::Bound(bound) => {
                all.extend(bound.get(&(game.path.clone(), game.game)).into_iter().flatten());
            }
            Binding::Open => {
                for named in &self.named_games {
                    let Some((_, is_swapped)) = self.fit(named, game) else { continue };
                    let met = Met { id: named.id, is_swapped };
                    if !all.iter().any(|other| self.subject_of(*other) == self.subject_of(met)) {
                        all.push(met);
                    }
                }
            }
        }
        all
    }

    /// What of a game a decision is about: its result, or the points of the record's Black or White.
    pub(super) fn subject_of(&self, Met { id, is_swapped }: Met) -> Option<Color> {
        let DecisionId::Penalty(at) = id else { return None };
        let is_black = (self.terms.penalties[at].color == Side::Black) != is_swapped;
        Some(if is_black { Color::Black } else { Color::White })
    }

    /// Returns how well a game fits what a decision names, 0 best, and whether the decision has the other colours. `None` if it
    /// is another game.
    fn fit(&self, named: &NamedGame, entry: &Entry) -> Option<(u8, bool)> {
        if named.number.is_some_and(|number| number != entry.game) {
            return None;
        }
        let mut rank = named.file.as_ref().map_or(Some(0), |file| file_rank(file, &entry.path))?;
        if named.round.is_some() {
            let of_row = || self.row_at(entry.row)?.round.as_ref();
            match [entry.round.as_ref(), of_row()] {
                [None, None] => rank += 10,
                rounds if rounds.contains(&named.round.as_ref()) => {}
                _ => return None,
            }
        }
        match (&named.names, entry.players, named.players) {
            (None, ..) => Some((rank, false)),
            (_, [Some(one), Some(other)], [Some(black), Some(white)]) => {
                let is_swapped = [one, other] == [white, black];
                (is_swapped || [one, other] == [black, white]).then_some((rank, is_swapped))
            }
            _ => None,
        }
    }

    fn meetings(&self, entries: &[Entry]) -> Vec<(DecisionId, Meeting)> {
        let names = OnceCell::new();
        let mut first = BTreeMap::new();
        let met = |named: &NamedGame| {
            let id = named.id;
            let meeting = self.meeting(named, entries, &names);
            let (is_row, at, is_swapped) = match meeting {
                Meeting::Game(at, is_swapped) => (false, at, is_swapped),
                Meeting::Row(at, is_swapped) => (true, at, is_swapped),
                Meeting::Not(_) => return (id, meeting),
            };
            let of_game = (is_row, at, self.subject_of(Met { id, is_swapped }));
            let known = *first.entry(of_game).or_insert(id);
            if known == id {
                return (id, meeting);
            }
            let ((line, _), noun) = (self.place_of(known), known.noun());
            let why = format!("isn't applied: the {noun} in line {line} is on the same game");
            (id, Meeting::Not(why))
        };
        self.named_games.iter().map(met).collect()
    }

    fn meeting(&self, named: &NamedGame, games: &[Entry], names: &OnceCell<Roster>) -> Meeting {
        let fit =
            |(at, game)| self.fit(named, game).map(|(rank, is_swapped)| (rank, at, is_swapped));
        let mut fits: Vec<(u8, usize, bool)> = games.iter().enumerate().filter_map(fit).collect();
        fits.sort_unstable();
        let best = fits.first().map(|(rank, ..)| *rank);
        let is_open = matches!(self.binding, Binding::Open);
        // Of games that fit, the one that fits best is meant.
        fits.retain(|(rank, ..)| is_open || Some(*rank) == best);
        match fits[..] {
            [(_, at, is_swapped)] => Meeting::Game(at, is_swapped),
            [] => self.meeting_row(named, games, names),
            _ => {
                let all: Vec<&Entry> = fits.iter().map(|(_, at, _)| &games[*at]).collect();
                let named = all.iter().take(3).map(|entry| {
                    // Games of one file differ in their numbers.
                    match all.iter().filter(|other| other.path == entry.path).count() {
                        1 => entry.path.clone(),
                        _ => format!("{} game {}", entry.path, entry.game),
                    }
                });
                let (named, number) = (named.collect::<Vec<_>>().join(", "), all.len());
                Meeting::Not(match is_open {
                    false => format!("isn't applied: it fits {number} games: {named}"),
                    true => format!("is applied to each of {number} games that it fits: {named}"),
                })
            }
        }
    }

    /// Returns the row that a decision meets without a record.
    fn meeting_row(&self, named: &NamedGame, games: &[Entry], names: &OnceCell<Roster>) -> Meeting {
        let fitting: Vec<usize> = match (&named.file, named.players, &self.table) {
            (None, [Some(black), Some(white)], Some(rows)) => {
                let round =
                    |at: usize| rows.rows[at].round.as_ref().filter(|_| named.round.is_some());
                let has_round =
                    |at: &usize| round(*at).is_none() || round(*at) == named.round.as_ref();
                rows.of_pair(black, white).iter().copied().filter(has_round).collect()
            }
            _ => Vec::new(),
        };
        let rows = self.all_rows();
        match fitting[..] {
            [at] => Meeting::Row(at, rows[at].players[0] != named.players[0]),
            [] => Meeting::Not(format!(
                "isn't applied: {}",
                match &named.file {
                    Some(file) => self.why_no_file(named, file, games),
                    None => self.why_no_players(named, games, names),
                }
            )),
            _ => {
                let rounds = fitting.iter().filter_map(|&at| rows[at].round.as_ref());
                let rounds: Vec<String> = rounds.take(9).map(RoundId::to_string).collect();
                let (number, rounds) = (fitting.len(), rounds.join(", "));
                Meeting::Not(format!(
                    "isn't applied: the table has {number} games of these players, in rounds {rounds}"
                ))
            }
        }
    }

    /// Returns why no game of the file is meant, as a clause with what is nearest.
    fn why_no_file(&self, named: &NamedGame, file: &str, games: &[Entry]) -> String {
        let of_file = || games.iter().filter(|it| file_rank(file, &it.path).is_some());
        if let Some(entry) = of_file().next() {
            let last = of_file().map(|entry| entry.game).max();
            return match named.number.zip(last).filter(|(game, last)| game > last) {
                Some((game, last)) => {
                    format!("{} has no game {game}, its last is {last}", entry.path)
                }
                None => {
                    let (place, players) = (entry.place(), entry.players_in_words());
                    format!("{place} isn't the game that it names: that is {players}")
                }
            };
        }
        let name =
            |path: &str| parts(path).last().map_or(String::new(), |name| name.to_lowercase());
        let names: BTreeMap<String, &str> =
            games.iter().rev().map(|entry| (name(&entry.path), &*entry.path)).collect();
        let near = similar_names(&name(file), names.keys().map(String::as_str));
        let near: Vec<&str> = near.into_iter().map(|name| names[name]).collect();
        let nearest = match &near[..] {
            [] => "no name of a record is like it".to_owned(),
            near => format!("the nearest: {}", near.join(", ")),
        };
        format!("no record is called {}; {nearest}", excerpt(file))
    }

    /// Returns why the players have no such game, as a clause with what is nearest. `names`: those of all games.
    fn why_no_players(
        &self,
        named: &NamedGame,
        games: &[Entry],
        names: &OnceCell<Roster>,
    ) -> String {
        let Some(both) = &named.names else { return "it names no game".to_owned() };
        let [black, white] = both.each_ref().map(|name| name_or_words(name));
        let round = named.round.as_ref().map_or(String::new(), |it| format!(" in round {it}"));
        let game = format!("no game of {black} and {white}{round}");
        let names = names.get_or_init(|| {
            let listed = self.roster.players().filter(|_| self.has_roster());
            let listed = listed.map(|(_, player)| &player.name);
            let recorded = games.iter().flat_map(|entry| [&entry.black, &entry.white]);
            Roster::of_names(listed.chain(recorded))
        });
        if let Some(name) = both.iter().find(|name| names.find(name).is_none()) {
            return format!("{game}; {}: {}", name_or_words(name), names.why_none(name));
        }
        let any_round = NamedGame { round: None, ..named.clone() };
        let met = games.iter().filter(|game| self.fit(&any_round, game).is_some());
        let met = met.map(|entry| match &entry.round {
            Some(round) => format!("round {round} ({})", entry.place()),
            None => entry.place(),
        });
        match met.take(3).collect::<Vec<_>>().join(", ") {
            met if met.is_empty() => format!("{game}; they never met"),
            met => format!("{game}; they met in {met}"),
        }
    }

    /// Reports decisions that aren't applied, and rows of the table whose result isn't the one that was ruled. Returns the
    /// rulings on rows without a record, by row, with the row's colours.
    pub(super) fn check_decisions(
        &self,
        entries: &[Entry],
        findings: &mut FileFindings,
    ) -> BTreeMap<usize, Decision> {
        let mut of_rows: BTreeMap<usize, Decision> = BTreeMap::new();
        for (id, meeting) in self.meetings(entries) {
            let (severity, why) = match meeting {
                Meeting::Game(at, _) => {
                    match entries[at].unapplied.iter().find(|it| it.decision == id) {
                        Some(Unapplied { why, is_note: true, .. }) => (Severity::Note, why.clone()),
                        Some(Unapplied { why, .. }) => (Severity::Error, why.clone()),
                        None => continue,
                    }
                }
                Meeting::Row(row, is_swapped) => {
                    if let Some(decision) = self.ruling_on(id, row, is_swapped) {
                        of_rows.insert(row, decision);
                        continue;
                    }
                    let [black, white] = self.names_of_row(&self.all_rows()[row]).0;
                    let why = format!("there is no record of the game of {black} and {white}");
                    (Severity::Error, format!("isn't applied: {why}"))
                }
                Meeting::Not(why) => (Severity::Error, why),
            };
            let message = format!("this {} {why}", id.noun());
            let kind = FindingKind::UnappliedDecision;
            findings.push_as(severity, &self.path, self.place_of(id), kind, message);
        }
        for (at, ruling) in &of_rows {
            let row = &self.all_rows()[*at];
            let differs = |ruled| row.result.agreement(ruled) != Agreement::Agrees;
            if ruling.result.is_some_and(differs) {
                let result = self.names_of_row(row).won(row.result);
                let message = format!("the table: {result}; {}", ruling.words);
                let kind = FindingKind::ResultDiffersFromTable;
                findings.push(&self.table_path, row.line, kind, message);
            }
        }
        of_rows
    }

    /// Returns a ruling with a result on a row without a record, with the row's colours; `None` for every other decision.
    fn ruling_on(&self, id: DecisionId, row: usize, is_swapped: bool) -> Option<Decision> {
        let DecisionId::Ruling(at) = id else { return None };
        let ruling = &self.terms.rulings[at];
        let outcome = ruling.result?.0;
        let outcome = if is_swapped { outcome.swapped() } else { outcome };
        let ruled = self.names_of_row(&self.all_rows()[row]).wins(outcome);
        let words = format!("ruled: {ruled}{}", ruling.signature());
        Some(Decision::ruled(outcome, words))
    }
}
