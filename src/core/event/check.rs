//! The terms and the table of an event, ready to be compared with records: `EventCheck`.

use super::entry::Binding;
use super::file_findings::FileFindings;
use super::name_key::{name_or_words, names};
use super::named_game::NamedGame;
use super::results::{Header, Results, Row};
use super::roster::{Player, PlayerId, Roster};
use super::rows::Rows;
use super::terms::Terms;
use crate::audit::{FindingKind, Names, Severity};
use crate::rules::Ruleset;
use crate::sgf;

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
    pub(super) table_players: Vec<Player>,
    pub(super) header: Header,
    /// What is found before any record: of the table against itself and the event's list, and of names.
    pub(super) findings: FileFindings,
    pub(super) has_disputed_teams: bool,
    /// The games that rulings and penalties name, in their order.
    pub(super) named_games: Vec<NamedGame>,
    pub(super) binding: Binding,
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
            // The roster compares ranks, in their short form.
            check.roster.add(Player { rank, ..player.clone() });
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
        if let Some(results) = results {
            check.add_table(results);
        }
        let has_roster = check.has_roster();
        for (alias, name) in check.terms.aliases.clone() {
            let known = check.roster.find(&name);
            // Without a list and a table, the name is that of other records.
            let (line, _) = check.terms.places.of_alias(&alias);
            match known.or_else(|| (!has_roster).then(|| check.roster.add_named(&name))) {
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
                    check.findings.push(&check.path, line, FindingKind::UnmatchedName, why);
                }
            }
        }
        check.named_games = NamedGame::all(&check.terms);
        for named in &mut check.named_games {
            named.find_players(&mut check.roster, !has_roster);
        }
        check
    }

    /// Reports an alias of a player by which another one is called, too.
    fn report_taken(&mut self, id: PlayerId, alias: &str, line: u32) {
        let taken = self.roster.spelt(alias).iter().find(|other| **other != id);
        let Some(&other) = taken else { return };
        let [alias, player, other] =
            [alias, self.name_of(Some(id), ""), self.name_of(Some(other), "")].map(name_or_words);
        let why = format!("{alias} is an alias of {player}, but also a name of {other}");
        self.findings.push(&self.path, line, FindingKind::UnmatchedName, why);
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
        let kind = FindingKind::UnreadRow;
        for row in table.unread {
            let severity = if row.is_note { Severity::Note } else { kind.info().severity };
            self.findings.push_as(severity, &path, (row.line, 1), kind, row.why);
        }
        if let Some(encoding) = guessed_encoding {
            let message = format!("the table doesn't state its encoding; read as {encoding}");
            self.findings.push(&path, 0, FindingKind::UndeclaredEncoding, message);
        }
        (self.table, self.table_players, self.header) = (Some(rows), table.players, table.header);
        self.table_path = path;
    }

    /// Returns the player of a name in the table. One who isn't listed is added, so that a record with the same name is
    /// found.
    pub(super) fn player(&mut self, path: &str, line: u32, player: &Player) -> PlayerId {
        let name = &player.name;
        if self.listed == 0 {
            // Without a list, Kim Jin and Jin Kim are two players, and so are two of one name and other ranks.
            let same = self.roster.all_in_order(name).iter().copied();
            let known = same.into_iter().find(|&id| !self.roster.player(id).is_another(player));
            return known.unwrap_or_else(|| self.roster.add(player.clone()));
        }
        if let Some(id) = self.roster.find_ranked(name, &player.rank) {
            return id;
        }
        // Of more, only the number is reported.
        let kind = FindingKind::UnmatchedName;
        let why = match self.findings.is_full(kind) {
            true => String::new(),
            false => self.roster.why_none(name),
        };
        let why = format!("{} isn't in the event's list; {why}", name_or_words(name));
        self.findings.push(path, line, kind, why);
        self.roster.add_unlisted(player.clone())
    }

    /// Whether the players are known: by a list or a table.
    pub(super) fn has_roster(&self) -> bool {
        self.listed > 0 || self.table.is_some()
    }

    /// The name of a player as the event writes it; `unknown` for one whom it doesn't know.
    pub(super) fn name_of<'a>(&'a self, player: Option<PlayerId>, unknown: &'a str) -> &'a str {
        player.map_or(unknown, |id| &self.roster.player(id).name)
    }

    pub(super) fn names_of_row(&self, row: &Row) -> Names {
        names(row.players.map(|player| self.name_of(player, "")))
    }

    /// The teams of two players; empty for those without one.
    pub(super) fn teams_of(&self, players: [Option<PlayerId>; 2]) -> [String; 2] {
        players.map(|id| id.map_or(String::new(), |id| self.roster.player(id).team.clone()))
    }

    pub fn ruleset(&self) -> Option<&'static Ruleset> {
        self.terms.ruleset.as_ref().map(|rules| rules.0)
    }

    pub(super) fn all_rows(&self) -> &[Row] {
        self.table.as_ref().map_or(&[], |rows| &rows.rows)
    }

    /// The row of a record, if one was found.
    pub(super) fn row_at(&self, at: Option<usize>) -> Option<&Row> {
        self.all_rows().get(at?)
    }
}
