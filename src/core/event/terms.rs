//! The terms of an event, from a TOML file.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::name_key::NameForms;
use super::places::Places;
use super::results::ReadError;
use super::roster::Player;
use super::round::RoundId;
use super::term_values::{Day, EventRuleset, Komi, Overtime, PenaltyPoints, RuledResult, Stones};
use crate::audit::DateOrder;
use crate::go::Points;
use crate::printable::toml_message;
use crate::rules::Ruleset;

/// Maximum number of rulings and of penalties of an event.
const MAX_LISTED: usize = 500;

/// Terms for every record of an event. `None`, or an empty list, if the event has no rule.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Terms {
    /// The name of the event, for people.
    pub name: String,
    /// The place, as rating lists have it: `DE, Bonn`.
    pub place: String,
    /// The class of the EGF: `A`, `B`, `C` or `D`.
    pub class: String,
    /// Who held the event.
    pub organizer: String,
    /// The ruleset.
    pub ruleset: Option<EventRuleset>,
    /// Komi of even games.
    pub komi: Option<Komi>,
    /// Komi of games with handicap stones.
    pub handicap_komi: Option<Komi>,
    /// The least number of handicap stones.
    pub min_handicap: Option<u32>,
    /// The largest number of handicap stones.
    pub max_handicap: Option<u32>,
    /// Number of lines of the board.
    pub board_size: Option<u32>,
    /// The first day, `YYYY-MM-DD`.
    pub first_date: Option<Day>,
    /// The last day.
    pub last_date: Option<Day>,
    /// The time limits.
    pub time: Option<Time>,
    /// The rounds.
    pub rounds: Vec<Round>,
    /// The players. Empty if anybody may play.
    pub players: Vec<Player>,
    /// The winner of a game that the count leaves drawn; the ruleset decides if the event doesn't.
    pub ties: Option<Ties>,
    /// Whether each game has a record, or only some.
    pub records: Records,
    /// The order of day, month and year in dates that don't begin with the year.
    pub date_order: Option<DateOrder>,
    /// Names in records, each with the player's name in the list or the table.
    pub aliases: BTreeMap<String, String>,
    /// Points that players lost by a penalty.
    pub penalties: Vec<Penalty>,
    /// Results that a referee decided. They take the place of the count.
    pub rulings: Vec<Ruling>,
    /// The lines of all these.
    #[serde(skip)]
    pub(super) places: Places,
}

/// The winner of a game that the count leaves drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Ties {
    /// Black, as under Ing's rules.
    Black,
    /// White, as in some clubs that play with whole komi.
    White,
    /// Nobody.
    Draw,
}

/// The games that have records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Records {
    /// Each game of the table.
    #[default]
    All,
    /// Only some boards, as a rule the first ones.
    Some,
}

/// A penalty in points.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Penalty {
    /// The file of the record; or the game is identified by its players.
    pub file: Option<String>,
    /// The number of the game in the file, if it has several.
    pub game: Option<u32>,
    /// The round, if the players met more than once: its number or its name.
    pub round: Option<RoundId>,
    /// Black's name.
    pub black: Option<String>,
    /// White's name.
    pub white: Option<String>,
    /// The player who lost the points.
    pub color: Side,
    /// Number of points, above 0.
    pub points: PenaltyPoints,
    /// The reason.
    #[serde(default)]
    pub reason: String,
}

/// A player of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Black.
    Black,
    /// White.
    White,
}

/// The decision of a referee: a result, or which stones were dead; with neither, it is a note.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Ruling {
    /// The file of the record; or the game is identified by its players.
    pub file: Option<String>,
    /// The number of the game in the file, if it has several.
    pub game: Option<u32>,
    /// The round, if the players met more than once: its number or its name.
    pub round: Option<RoundId>,
    /// Black's name.
    pub black: Option<String>,
    /// White's name.
    pub white: Option<String>,
    /// The result, as in SGF. Without it the count stands.
    pub result: Option<RuledResult>,
    /// All stones that are dead, one of each chain or more: `K16 C3`; no others are. The count follows.
    pub dead: Option<Stones>,
    /// Stones that are dead besides those that the count takes for dead.
    pub also_dead: Option<Stones>,
    /// Stones that are alive, whatever the count takes them for.
    pub alive: Option<Stones>,
    /// Who decided.
    #[serde(default)]
    pub by: String,
    /// Why.
    #[serde(default)]
    pub reason: String,
    /// The day.
    pub date: Option<Day>,
}

/// Time limits.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Time {
    /// Main time in seconds.
    pub main: Option<u32>,
    /// Overtime: `5x30`, `25/600`, `+10`, `none`.
    pub overtime: Option<Overtime>,
    /// Whether players may agree on more time.
    pub more_allowed: bool,
}

/// A round, and the terms of its own that it has.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Round {
    /// Its number or its name.
    #[serde(alias = "name")]
    pub number: Option<RoundId>,
    /// Its ruleset, if it isn't the event's.
    pub ruleset: Option<EventRuleset>,
    /// Komi of its even games.
    pub komi: Option<Komi>,
    /// Komi of its games with handicap stones.
    pub handicap_komi: Option<Komi>,
    /// Its time limits.
    pub time: Option<Time>,
    /// Its first day.
    pub first_date: Option<Day>,
    /// Its last day; the first one if it isn't given.
    pub last_date: Option<Day>,
}

impl Terms {
    /// The first and the last day, if the event's file has one.
    pub(super) fn days(&self) -> Option<(&str, &str)> {
        let first = self.first_date.as_ref().or(self.last_date.as_ref())?;
        let last = self.last_date.as_ref().unwrap_or(first);
        Some((&first.0, &last.0))
    }

    /// The days of the event, for people; empty if its file has none.
    pub(super) fn dates(&self) -> String {
        match self.days() {
            Some((first, last)) if first != last => format!("{first} to {last}"),
            Some((day, _)) => day.to_owned(),
            None => String::new(),
        }
    }

    /// Reads the terms from the text of a TOML file. Fails if the text isn't TOML, has an unknown key or value, or
    /// lists two players of the same name.
    pub fn from_toml(text: &str) -> Result<Self, ReadError> {
        let terms: Self =
            toml::from_str(text).map_err(|error| ReadError::new(toml_message(&error)))?;
        Ok(terms.checked()?.with_places(text, None))
    }

    /// Adds the lines of the file that the terms are from. `table`: the table of a configuration that has them.
    pub fn with_places(self, text: &str, table: Option<&str>) -> Self {
        Self { places: Places::read(text, table), ..self }
    }

    /// The terms of a round that has its own.
    pub(super) fn of_round(&self, round: Option<&RoundId>) -> Option<&Round> {
        let round = round?;
        self.rounds.iter().find(|known| known.number.as_ref() == Some(round))
    }

    pub(super) fn ruleset_of(&self, round: Option<&RoundId>) -> Option<&'static Ruleset> {
        let of_round = self.of_round(round).and_then(|round| round.ruleset.as_ref());
        of_round.or(self.ruleset.as_ref()).map(|rules| rules.0)
    }

    /// Komi of a round's even games, or of those with handicap stones.
    pub(super) fn komi_of(&self, round: Option<&RoundId>, is_even: bool) -> Option<Points> {
        let of_round = self.of_round(round);
        let (of_round, komi) = match is_even {
            true => (of_round.and_then(|round| round.komi), self.komi),
            false => (of_round.and_then(|round| round.handicap_komi), self.handicap_komi),
        };
        of_round.or(komi).map(|komi| komi.0)
    }

    /// Whether the event can have a round: one of the list, unless that leaves some out.
    pub(super) fn has_round(&self, round: &RoundId) -> bool {
        let numbers = || self.rounds.iter().filter_map(|known| known.number.as_ref()?.number());
        // None is listed twice.
        let last = numbers().max().unwrap_or(0);
        let is_whole = last > 1 && numbers().count() == last as usize;
        let is_listed = self.of_round(Some(round)).is_some();
        is_listed || !is_whole || round.number().is_none()
    }

    /// Returns the terms if they don't contradict each other. Fails if a limit can't be kept, or two players have the
    /// same name.
    pub fn checked(self) -> Result<Self, ReadError> {
        let games = self.penalties.iter().map(|of| (&of.file, &of.black, &of.white));
        let games = games.chain(self.rulings.iter().map(|of| (&of.file, &of.black, &of.white)));
        let is_known = |(file, black, white): (&Option<_>, &Option<_>, &Option<_>)| {
            file.is_some() || black.is_some() && white.is_some()
        };
        if !games.into_iter().all(is_known) {
            let why = "a penalty or a ruling needs `file`, or `black` and `white`";
            return Err(ReadError::new(why));
        }
        let lists = [("rulings", self.rulings.len()), ("penalties", self.penalties.len())];
        if let Some((list, number)) = lists.into_iter().find(|(_, number)| *number > MAX_LISTED) {
            return Err(ReadError::new(format!("{number} {list}, at most {MAX_LISTED} are read")));
        }
        if self.rounds.iter().any(|round| round.number.is_none()) {
            return Err(ReadError::new("a round needs its `number`, or its name there"));
        }
        let mut rounds = std::collections::BTreeSet::new();
        let numbers = self.rounds.iter().filter_map(|round| round.number.as_ref());
        if let Some(twice) = numbers.into_iter().find(|number| !rounds.insert(*number)) {
            return Err(ReadError::new(format!("round {twice} is listed twice")));
        }
        let limits = self.min_handicap.zip(self.max_handicap);
        if limits.is_some_and(|(min, max)| min > max) {
            return Err(ReadError::new("min-handicap is larger than max-handicap"));
        }
        let forms = |player: &Player| {
            let forms = NameForms::read(&player.name);
            // What tells two players of one name apart.
            let rank = if player.rank.is_empty() { forms.rank } else { player.rank.clone() };
            let stated = [&player.id, &player.group, &player.team].map(String::clone);
            (forms.east, forms.words, rank, stated)
        };
        let mut names: Vec<_> = self.players.iter().map(forms).collect();
        names.sort();
        if let Some(same) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            let (east, words, ..) = &same[0];
            let name = format!("{east} {}", words.join(" "));
            let name = name.trim();
            return Err(ReadError::new(format!("two players are called {name}; tell them apart")));
        }
        Ok(self)
    }
}
