//! The terms and the table of an event, ready to be compared with records: `EventCheck`.

use std::collections::BTreeMap;

use super::entry::Met;
use super::name_key::{NameForms, name_or_words};
use super::results::{Header, Results, Row, UnreadRow};
use super::roster::{NamedPlayer, Player, PlayerId, Roster};
use super::round::RoundId;
use super::rows::Rows;
use super::terms::Terms;
use crate::audit::{Audit, FindingKind};
use crate::go::Points;
use crate::rules::Ruleset;
use crate::sgf;

/// Maximum number of findings of a kind about an event's files.
pub(super) const MAX_FINDINGS: usize = 1000;

/// The terms of an event and its table of results.
#[derive(Clone, Debug, Default)]
pub struct EventCheck {
    pub(super) terms: Terms,
    /// The event's file, as reports write it; empty if there is none.
    pub(super) path: String,
    /// The table's file; empty if there is none.
    pub(super) table_path: String,
    pub(super) roster: Roster,
    /// Number of players that the event's file lists. Those behind them are only in the table.
    pub(super) listed: usize,
    pub(super) table: Option<Rows>,
    /// The players as the table states them.
    pub(super) table_players: Vec<Player>,
    /// What the table states of the event.
    pub(super) header: Header,
    /// What the table says of its players and rows against itself or the event's list: the file, the line, the kind and the
    /// message.
    pub(super) table_findings: Vec<(String, u32, FindingKind, String)>,
    /// Whether a player has several teams.
    pub(super) has_disputed_teams: bool,
    pub(super) pairings: Option<Rows>,
    /// Rows of the table that can't be read.
    pub(super) unread: Vec<UnreadRow>,
    /// The encoding of the table, if it was guessed.
    pub(super) guessed_encoding: Option<&'static str>,
    /// Unknown names, with the file, the line and a clause with the reason.
    pub(super) unmatched: Vec<(String, u32, String)>,
    /// The players whom each ruling and each penalty names.
    pub(super) of_rulings: Vec<Option<[NamedPlayer; 2]>>,
    pub(super) of_penalties: Vec<Option<[NamedPlayer; 2]>>,
    /// The decisions on each game by file and number, once all games are known.
    pub(super) bound: Option<BTreeMap<(String, u32), Vec<Met>>>,
}

impl EventCheck {
    /// Returns the check of an event. `terms` are given with the path of their file.
    pub fn new(terms: Option<(String, Terms)>, results: Option<Results>) -> Self {
        let mut check = Self::default();
        if let Some((path, terms)) = terms {
            (check.path, check.terms) = (path, terms);
        }
        for player in &check.terms.players {
            let rank = sgf::rank(&player.rank).unwrap_or_default();
            let (name, aliases) = (player.name.clone(), player.aliases.clone());
            let (group, id) = (player.group.clone(), player.id.clone());
            let team = player.team.clone();
            check.roster.add(Player { name, aliases, rank, group, id, team, ..Player::default() });
        }
        check.listed = check.terms.players.len();
        for id in 0..check.listed {
            let (line, _) = check.terms.places.of("players", id);
            for alias in check.terms.players[id].aliases.clone() {
                check.report_taken(id, &alias, line);
            }
        }
        // A name of the table for a listed player, as a draft from records lists them.
        for (listed, name) in check.terms.aliases.clone() {
            match (check.roster.spelt(&listed), check.roster.find(&name)) {
                (&[id], None) => check.roster.add_alias(id, &name),
                ([], Some(id)) => check.roster.add_alias(id, &listed),
                _ => {}
            }
        }
        check.add_pairings();
        if let Some(results) = results {
            check.add_table(results);
        }
        let has_roster = check.has_roster();
        for (alias, name) in check.terms.aliases.clone() {
            let known = check.roster.find(&name);
            let unlisted = || Player { name: name.clone(), ..Player::default() };
            // Without a list and a table, the name is that of other records.
            let (line, _) = check.terms.places.of_alias(&alias);
            match known.or_else(|| (!has_roster).then(|| check.roster.add(unlisted()))) {
                Some(id) => {
                    check.report_taken(id, &alias, line);
                    check.roster.add_alias(id, &alias);
                }
                None => {
                    let why = check.roster.why_none(&name);
                    let why = format!(
                        "alias {}: no player is called {}; {why}",
                        name_or_words(&alias),
                        name_or_words(&name)
                    );
                    check.unmatched.push((check.path.clone(), line, why));
                }
            }
        }
        let named = |black: &Option<String>, white: &Option<String>| {
            let both = black.as_deref().zip(white.as_deref())?;
            Some([check.roster.named(both.0), check.roster.named(both.1)])
        };
        let terms = &check.terms;
        let of_rulings = terms.rulings.iter().map(|it| named(&it.black, &it.white)).collect();
        let of_penalties = terms.penalties.iter().map(|it| named(&it.black, &it.white)).collect();
        (check.of_rulings, check.of_penalties) = (of_rulings, of_penalties);
        check
    }

    /// Reports an alias of a player by which another one is called, too.
    fn report_taken(&mut self, id: PlayerId, alias: &str, line: u32) {
        let taken = self.roster.spelt(alias).iter().find(|other| **other != id);
        let Some(&other) = taken else { return };
        let [alias, player, other] =
            [alias, self.name_of(Some(id), ""), self.name_of(Some(other), "")].map(name_or_words);
        let why = format!("{alias} is an alias of {player}, but also a name of {other}");
        self.unmatched.push((self.path.clone(), line, why));
    }

    fn add_pairings(&mut self) {
        if self.terms.pairings.is_empty() {
            return;
        }
        let mut rows = Rows::default();
        for (at, pairing) in self.terms.pairings.clone().into_iter().enumerate() {
            let path = self.path.clone();
            let (line, _) = self.terms.places.of("pairings", at);
            let names = [&pairing.black, &pairing.white];
            let players = names.map(|name| {
                self.player(&path, line, &Player { name: name.clone(), ..Player::default() })
            });
            rows.push(Row {
                board: pairing.board,
                handicap: pairing.handicap,
                komi: pairing.komi.map(|komi| komi.0),
                ..Row::game(line, pairing.round, players)
            });
        }
        self.pairings = Some(rows);
    }

    fn add_table(&mut self, results: Results) {
        let Results { path, table, guessed_encoding } = results;
        let ids = self.add_people(&path, &table);
        let mut rows = Rows::default();
        for row in table.rows {
            let stated = row.players;
            rows.push(Row { players: stated.map(|player| ids[player?]), stated, ..row });
        }
        self.check_rows(&path, &rows.rows);
        (self.table, self.table_players, self.header) = (Some(rows), table.players, table.header);
        (self.table_path, self.unread) = (path, table.unread);
        self.guessed_encoding = guessed_encoding;
    }

    /// Returns the player of a name in the table or the pairings. One who isn't listed is added, so that a record with
    /// the same name is found.
    pub(super) fn player(&mut self, path: &str, line: u32, player: &Player) -> PlayerId {
        let (name, mut player) = (&player.name, player.clone());
        if player.rank.is_empty() {
            player.rank = NameForms::read(name).rank;
        }
        if name.contains(',') {
            player.formal.clone_from(name);
        }
        if self.listed == 0 {
            // Without a list, Kim Jin and Jin Kim are two players, and so are two of one name and other ranks.
            let same = self.roster.all_in_order(name).iter().copied();
            let known = same.into_iter().find(|&id| !self.roster.player(id).is_another(&player));
            return known.unwrap_or_else(|| self.roster.add(player));
        }
        if let Some(id) = self.roster.find_ranked(name, &player.rank) {
            return id;
        }
        // Of more, only the number is reported.
        let why = match self.unmatched.len() < MAX_FINDINGS {
            true => self.roster.why_none(name),
            false => String::new(),
        };
        let why = format!("{} isn't in the event's list; {why}", name_or_words(name));
        self.unmatched.push((path.to_owned(), line, why));
        self.roster.add_unlisted(player)
    }

    /// Whether the players are known: by a list, a table or pairings.
    pub(super) fn has_roster(&self) -> bool {
        self.listed > 0 || self.rows().is_some()
    }

    /// The name of a player as the event writes it; `unknown` for one whom it doesn't know.
    pub(super) fn name_of<'a>(&'a self, player: Option<PlayerId>, unknown: &'a str) -> &'a str {
        player.map_or(unknown, |id| &self.roster.player(id).name)
    }

    /// The teams of two players; empty for those without one.
    pub(super) fn teams_of(&self, players: [Option<PlayerId>; 2]) -> [String; 2] {
        players.map(|id| id.map_or(String::new(), |id| self.roster.player(id).team.clone()))
    }

    pub fn ruleset(&self) -> Option<&'static Ruleset> {
        self.terms.ruleset.as_ref().map(|rules| rules.0)
    }

    /// The rows of the table, or else of the pairings.
    pub(super) fn rows(&self) -> Option<&Rows> {
        self.table.as_ref().or(self.pairings.as_ref())
    }

    /// All rows of the table, or else of the pairings.
    pub(super) fn all_rows(&self) -> &[Row] {
        self.rows().map_or(&[], |rows| &rows.rows)
    }

    /// The round of a record, if the event can have it.
    pub(super) fn round(&self, audit: &Audit) -> Option<RoundId> {
        RoundId::read(&audit.info.round).filter(|round| self.terms.has_round(round))
    }

    /// The file that the rows are from, for findings.
    pub(super) fn source_path(&self) -> &str {
        if self.table.is_some() { &self.table_path } else { &self.path }
    }

    /// The source of rows, for messages.
    pub(super) fn source(&self) -> &'static str {
        if self.table.is_some() { "the table" } else { "the pairing" }
    }
}

/// The komi that the record states.
pub(super) fn recorded_komi(audit: &Audit) -> Option<Points> {
    audit.info.komi
}
