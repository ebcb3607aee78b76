//! The terms and the table of an event, ready to be compared with records: `EventCheck`.

use super::name_key::name_or_words;
use super::results::{Results, Row, UnreadRow};
use super::roster::{Player, PlayerId, Roster};
use super::rows::Rows;
use super::terms::Terms;
use crate::audit::Audit;
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
    pub(super) pairings: Option<Rows>,
    /// Rows of the table that can't be read.
    pub(super) unread: Vec<UnreadRow>,
    /// The encoding of the table, if it was guessed.
    pub(super) guessed_encoding: Option<&'static str>,
    /// Unknown names, with the file, the line and a clause with the reason.
    pub(super) unmatched: Vec<(String, u32, String)>,
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
            check.roster.add(Player { name, aliases, rank, group: player.group.clone() });
        }
        check.listed = check.terms.players.len();
        check.add_pairings();
        if let Some(results) = results {
            check.add_table(results);
        }
        for (alias, name) in check.terms.aliases.clone() {
            match check.roster.find(&name) {
                Some(id) => check.roster.add_alias(id, &alias),
                None => {
                    let why = check.roster.why_none(&name);
                    let why = format!(
                        "alias {}: no player is called {}; {why}",
                        name_or_words(&alias),
                        name_or_words(&name)
                    );
                    check.unmatched.push((check.path.clone(), 0, why));
                }
            }
        }
        check
    }

    fn add_pairings(&mut self) {
        if self.terms.pairings.is_empty() {
            return;
        }
        let mut rows = Rows::default();
        for pairing in self.terms.pairings.clone() {
            let path = self.path.clone();
            let names = [&pairing.black, &pairing.white];
            let players = names.map(|name| self.player(&path, 0, name));
            rows.push(Row {
                handicap: pairing.handicap,
                komi: pairing.komi.map(|komi| komi.0),
                ..Row::game(0, pairing.round, players)
            });
        }
        self.pairings = Some(rows);
    }

    fn add_table(&mut self, results: Results) {
        let Results { path, table, guessed_encoding } = results;
        let mut lines = vec![0; table.players.len()];
        for row in table.rows.iter().rev() {
            row.players.iter().flatten().for_each(|&player| lines[player] = row.line);
        }
        let mut ids: Vec<Option<PlayerId>> = Vec::new();
        let mut seen = std::collections::BTreeMap::new();
        for (at, name) in table.players.iter().enumerate() {
            let id = self.player(&path, lines[at], name);
            ids.push(Some(id));
            if let Some(earlier) = seen.insert(id, at).filter(|_| table.lists_players) {
                // Two persons: their games could be anybody's.
                (ids[at], ids[earlier]) = (None, None);
                let why = format!("two players of the table are called {}", name_or_words(name));
                self.unmatched.push((path.clone(), lines[at], why));
            }
        }
        let mut rows = Rows::default();
        for row in table.rows {
            rows.push(Row { players: row.players.map(|player| ids[player?]), ..row });
        }
        self.table = Some(rows);
        (self.table_path, self.unread) = (path, table.unread);
        self.guessed_encoding = guessed_encoding;
    }

    /// Returns the player of a name in the table or the pairings. One who isn't listed is added, so that a record with
    /// the same name is found.
    fn player(&mut self, path: &str, line: u32, name: &str) -> PlayerId {
        let player = Player { name: name.to_owned(), ..Player::default() };
        if self.listed == 0 {
            // Without a list, Kim Jin and Jin Kim are two players.
            return self.roster.find_in_order(name).unwrap_or_else(|| self.roster.add(player));
        }
        if let Some(id) = self.roster.find(name) {
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

    /// The ruleset of the event.
    pub fn ruleset(&self) -> Option<&'static Ruleset> {
        self.terms.ruleset.as_ref().map(|rules| rules.0)
    }

    /// The rows of the table, or else of the pairings.
    pub(super) fn rows(&self) -> Option<&Rows> {
        self.table.as_ref().or(self.pairings.as_ref())
    }

    /// The round of a record, if the event has it.
    pub(super) fn round(&self, audit: &Audit) -> Option<u32> {
        let has = |number| self.terms.rounds.iter().any(|round| round.number == number);
        let rounds = &self.terms.rounds;
        round(&audit.info.round).filter(|&number| rounds.is_empty() || has(number))
    }

    /// The source of rows, for messages.
    pub(super) fn source(&self) -> &'static str {
        if self.table.is_some() { "the table" } else { "the pairing" }
    }
}

/// The komi that the record states.
pub(super) fn recorded_komi(audit: &Audit) -> Option<Points> {
    audit.stated_komi
}

/// The number in RO.
pub(super) fn round(text: &str) -> Option<u32> {
    let digits = text.split(|c: char| !c.is_ascii_digit()).find(|part| !part.is_empty())?;
    digits.parse().ok().filter(|&round| round > 0)
}
