//! The people of a table: which of its names and numbers are one player's, and what contradicts itself.
//!
//! A number is a key: a row with a player's own number and another spelling of the name is that player's. What the event's file and
//! the rows state of a player is kept apart and compared. Two players of one name are told by having played in one round.

use std::collections::{BTreeMap, BTreeSet};

use super::check::EventCheck;
use super::name_key::{NameForms, name_or_words, without_brackets};
use super::results::{ResultTable, Row};
use super::roster::{Player, PlayerId};
use super::round::RoundId;
use crate::audit::FindingKind;
use crate::plural::pluralize;
use crate::sgf::Outcome;

/// The name of what is stated of a player, and where it is.
type Field = (&'static str, fn(&mut Player) -> &mut String);

/// What is stated of a player.
const FIELDS: [Field; 5] = [
    ("number", |player| &mut player.id),
    ("rank", |player| &mut player.rank),
    ("team", |player| &mut player.team),
    ("club", |player| &mut player.club),
    ("country", |player| &mut player.country),
];

/// A player as a table states them, with the rows.
struct Stated {
    player: Player,
    lines: Vec<u32>,
    rounds: BTreeSet<RoundId>,
    /// The name with the words in their order.
    key: String,
}

impl EventCheck {
    /// Settles which players a table's players are, by their order in the table. `None` for two who can't be told apart.
    pub(super) fn add_people(&mut self, path: &str, table: &ResultTable) -> Vec<Option<PlayerId>> {
        let all = stated(table);
        let ids = match table.lists_players {
            true => self.listed_once(path, &all),
            false => self.by_number_and_name(path, &all),
        };
        let mut of_player: BTreeMap<PlayerId, Vec<&Stated>> = BTreeMap::new();
        for (id, stated) in ids.iter().zip(&all) {
            if let Some(id) = id {
                of_player.entry(*id).or_default().push(stated);
            }
        }
        for (id, all) in of_player {
            self.compare_statements(path, id, &all);
        }
        ids
    }

    /// The players of a table that has each of them once.
    fn listed_once(&mut self, path: &str, all: &[Stated]) -> Vec<Option<PlayerId>> {
        let mut ids: Vec<Option<PlayerId>> = Vec::new();
        let mut seen = BTreeMap::new();
        for (at, Stated { player, lines, .. }) in all.iter().enumerate() {
            let line = lines.first().copied().unwrap_or_default();
            let by_number = self.roster.with_number(&player.id).filter(|&id| id < self.listed);
            let is_known = self.roster.find_ranked(&player.name, &player.rank).is_some();
            let id = match by_number.filter(|_| !is_known) {
                Some(id) => self.add_variant(path, line, id, player),
                None => self.player(path, line, player),
            };
            ids.push(Some(id));
            if let Some(earlier) = seen.insert(id, at) {
                // Two persons: their games could be anybody's.
                (ids[at], ids[earlier]) = (None, None);
                let name = name_or_words(&player.name);
                let why = format!(
                    "two players of the table are called {name}, and neither number, rank nor club tells them apart"
                );
                self.unmatched.push((path.to_owned(), line, why));
            }
        }
        ids
    }

    /// The players of a table that names them in each row.
    fn by_number_and_name(&mut self, path: &str, all: &[Stated]) -> Vec<Option<PlayerId>> {
        let groups = groups(all);
        // By number, with the number of rows; and the groups in which each has another number, too, or none.
        let mut of_number: BTreeMap<&str, BTreeMap<usize, usize>> = BTreeMap::new();
        let mut has_other: BTreeSet<usize> = BTreeSet::new();
        for (group, members) in groups.iter().enumerate() {
            let numbers: BTreeSet<&str> = members.iter().map(|&at| &*all[at].player.id).collect();
            if numbers.len() > 1 {
                has_other.insert(group);
            }
            for &at in members.iter().filter(|&&at| !all[at].player.id.is_empty()) {
                let of_group = of_number.entry(&all[at].player.id).or_default();
                *of_group.entry(group).or_default() += all[at].lines.len();
            }
        }
        let rounds = |group: usize| -> BTreeSet<&RoundId> {
            groups[group].iter().flat_map(|&at| &all[at].rounds).collect()
        };
        let mut same: BTreeMap<usize, usize> = BTreeMap::new();
        for (number, owners) in &of_number {
            let listed = self.roster.with_number(number);
            let order = |&(&group, &rows): &(&usize, &usize)| {
                let mut names = groups[group].iter().map(|&at| &all[at].player.name);
                let is_listed =
                    listed.is_some() && names.any(|name| self.roster.find(name) == listed);
                let has_listed_name = is_listed_name(self, all, &groups[group]);
                (is_listed, has_listed_name, rows, std::cmp::Reverse(group))
            };
            let Some((&owner, _)) = owners.iter().max_by_key(order) else { continue };
            for &group in owners.keys().filter(|&&group| group != owner) {
                let is_free = !has_other.contains(&group)
                    && rounds(group).is_disjoint(&rounds(owner))
                    && !is_listed_name(self, all, &groups[group]);
                if is_free {
                    same.insert(group, owner);
                } else if !has_other.contains(&group) || !has_other.contains(&owner) {
                    let [one, other] =
                        [owner, group].map(|group| members_with(all, &groups[group], number));
                    let line = other.lines[0];
                    let why = format!(
                        "number {number} is {}'s in {}, and {}'s in {}",
                        one.name,
                        lines_in_words(&one.lines),
                        other.name,
                        lines_in_words(&other.lines)
                    );
                    self.contradict(path, line, why);
                }
            }
        }
        let mut ids = vec![None; all.len()];
        let mut of_group: Vec<Option<PlayerId>> = vec![None; groups.len()];
        for (group, members) in
            groups.iter().enumerate().filter(|(group, _)| !same.contains_key(group))
        {
            let by_number =
                members.iter().find_map(|&at| self.roster.with_number(&all[at].player.id));
            let by_number = by_number.filter(|&id| id < self.listed);
            for &at in members {
                let Stated { player, lines, .. } = &all[at];
                // Of namesakes in the list the rank tells which.
                let listed = self.roster.find_ranked(&player.name, &player.rank);
                let id = match listed.filter(|&id| id < self.listed).or(of_group[group]) {
                    Some(id) => id,
                    None => match by_number.filter(|_| !is_listed_name(self, all, members)) {
                        Some(id) => self.add_variant(path, lines[0], id, player),
                        None => self.player(path, lines[0], player),
                    },
                };
                of_group[group].get_or_insert(id);
                ids[at] = Some(id);
            }
        }
        for (group, owner) in same {
            let Some(id) = of_group[owner] else { continue };
            for &at in &groups[group] {
                ids[at] = Some(self.add_variant(path, all[at].lines[0], id, &all[at].player));
            }
        }
        ids
    }

    /// Takes a name for that of the player who has the row's number.
    fn add_variant(&mut self, path: &str, line: u32, id: PlayerId, stated: &Player) -> PlayerId {
        self.roster.add_alias(id, &stated.name);
        let [name, known] =
            [&stated.name, &self.roster.player(id).name].map(|it| name_or_words(it));
        let why = format!("{name} is taken for {known}, whose number {} the row has", stated.id);
        self.table_findings.push((path.to_owned(), line, FindingKind::NameVariant, why));
        id
    }

    pub(super) fn contradict(&mut self, path: &str, line: u32, why: String) {
        self.table_findings.push((path.to_owned(), line, FindingKind::ContradictoryTable, why));
    }

    /// Compares what the rows and the event's file state of a player. What all agree on is the player's.
    fn compare_statements(&mut self, path: &str, id: PlayerId, all: &[&Stated]) {
        if let Some(stated) = all.iter().find(|stated| !stated.player.formal.is_empty()) {
            self.roster.state(id, |player| player.formal.clone_from(&stated.player.formal));
        }
        for (field, of) in FIELDS {
            let mut values: BTreeMap<String, Vec<u32>> = BTreeMap::new();
            for stated in all {
                let value = of(&mut stated.player.clone()).clone();
                if !value.is_empty() {
                    values.entry(value).or_default().extend(&stated.lines);
                }
            }
            let listed = of(&mut self.roster.player(id).clone()).clone();
            let is_listed = id < self.listed && !listed.is_empty();
            let mut other: Vec<(&String, &Vec<u32>)> =
                values.iter().filter(|(value, _)| !is_listed || **value != listed).collect();
            if other.is_empty() || !is_listed && other.len() == 1 {
                if let Some((value, _)) = values.first_key_value() {
                    self.roster.state(id, |player| of(player).clone_from(value));
                }
                continue;
            }
            if !is_listed {
                self.roster.state(id, |player| of(player).clear());
            }
            self.has_disputed_teams |= field == "team";
            // The value of the fewest rows is the likeliest slip.
            other.sort_by_key(|(_, lines)| lines.len());
            let line = other[0].1.iter().min().copied().unwrap_or_default();
            let (of_list, _) = self.terms.places.of("players", id);
            let list = is_listed.then(|| format!("{listed} in the event's list (line {of_list})"));
            let rest = values.iter().filter(|(value, _)| **value == listed && is_listed);
            let words = other.into_iter().chain(rest);
            let words = words.map(|(value, lines)| format!("{value} in {}", lines_in_words(lines)));
            let words = words.chain(list).collect::<Vec<_>>().join(", ");
            let name = name_or_words(&self.roster.player(id).name);
            let why = format!("{name} has more than one {field}: {words}");
            self.contradict(path, line, why);
        }
    }

    /// Reports rows that contradict others: a player twice in a round, beside a bye or against himself, and a game twice with
    /// other results. A round with a name may be a match of several games.
    pub(super) fn check_rows(&mut self, path: &str, rows: &[Row]) {
        let mut of_round: BTreeMap<(PlayerId, u32), &Row> = BTreeMap::new();
        let mut found: Vec<(u32, String)> = Vec::new();
        for row in rows {
            let name = |id: Option<PlayerId>| name_or_words(self.name_of(id, ""));
            if let [Some(one), Some(other)] = row.players
                && one == other
            {
                found.push((
                    row.line,
                    format!("{} plays against himself or herself", name(Some(one))),
                ));
                continue;
            }
            let Some(round) = row.round.as_ref().and_then(RoundId::number) else { continue };
            for player in row.players.into_iter().flatten() {
                let Some(first) = of_round.insert((player, round), row) else { continue };
                let differ = |one: &Option<String>, other: &Option<String>| {
                    one.as_ref().zip(other.as_ref()).is_some_and(|(one, other)| one != other)
                };
                let is_pair = pair_of(first) == pair_of(row);
                if differ(&first.date, &row.date) || differ(&first.file, &row.file) && is_pair {
                    continue;
                }
                let same = first.players[0] == row.players[0];
                let result = if same { row.result } else { row.result.swapped() };
                let is_match = first.board != row.board || first.result == result;
                let [there, here] = [first, row].map(|row| {
                    let [one, other] = row.players.map(name);
                    match row.result {
                        Outcome::Bye => format!("a bye of {one}"),
                        _ => format!("{one} - {other}, {}", row.result_text()),
                    }
                });
                let why = match is_pair {
                    true if is_match => continue,
                    true => format!(
                        "the game of round {round} has another result in line {}: {here}; {there}",
                        first.line
                    ),
                    false => format!(
                        "{} is twice in round {round}: {here}; in line {} {there}",
                        name(Some(player)),
                        first.line
                    ),
                };
                found.push((row.line, why));
                break;
            }
        }
        for (line, why) in found {
            self.contradict(path, line, why);
        }
    }
}

/// Whether the event's list has the name of a group.
fn is_listed_name(check: &EventCheck, all: &[Stated], members: &[usize]) -> bool {
    let mut names = members.iter().map(|&at| &all[at].player);
    check.listed > 0
        && names.any(|player| check.roster.find_ranked(&player.name, &player.rank).is_some())
}

fn pair_of(row: &Row) -> [Option<PlayerId>; 2] {
    let mut pair = row.players;
    pair.sort_unstable();
    pair
}

/// Returns the players of a table with their rows.
fn stated(table: &ResultTable) -> Vec<Stated> {
    let of_player = |player: &Player| {
        let plain = without_brackets(&player.name, &['(', '（']);
        let forms = NameForms::read(plain.as_deref().unwrap_or(&player.name));
        let mut player = player.clone();
        if player.rank.is_empty() {
            player.rank = NameForms::read(&player.name).rank;
        }
        if player.name.contains(',') {
            player.formal.clone_from(&player.name);
        }
        let key = format!("{} {}", forms.east, forms.words.join(" "));
        Stated { player, lines: Vec::new(), rounds: BTreeSet::new(), key }
    };
    let mut all: Vec<Stated> = table.players.iter().map(of_player).collect();
    for row in &table.rows {
        for player in row.players.into_iter().flatten() {
            all[player].lines.push(row.line);
            all[player].rounds.extend(row.round.clone());
        }
    }
    all
}

/// Groups the players of a table by their names. Two of one name are several persons if both played in one round or game, and number,
/// rank or team differ.
fn groups(all: &[Stated]) -> Vec<Vec<usize>> {
    let mut by_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, stated) in all.iter().enumerate().filter(|(_, stated)| !stated.lines.is_empty()) {
        by_name.entry(&stated.key).or_default().push(at);
    }
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for members in by_name.into_values() {
        let mut in_round: BTreeMap<(Option<&RoundId>, u32), usize> = BTreeMap::new();
        let mut are_several = false;
        for &at in &members {
            let rounds = all[at].rounds.iter().map(|round| (Some(round), 0));
            let games = all[at].lines.iter().map(|line| (None, *line));
            for of_both in rounds.chain(games) {
                let first = *in_round.entry(of_both).or_insert(at);
                are_several |= first != at && all[first].player.is_another(&all[at].player);
            }
        }
        if !are_several {
            groups.push(members);
            continue;
        }
        let from = groups.len();
        for at in members {
            let is_same = |group: &&mut Vec<usize>| {
                group.iter().all(|&other| !all[other].player.is_another(&all[at].player))
            };
            match groups[from..].iter_mut().find(is_same) {
                Some(group) => group.push(at),
                None => groups.push(vec![at]),
            }
        }
    }
    // In the order of the table.
    groups.sort_by_key(|members| members[0]);
    groups
}

/// A name with the lines in which it has a number.
struct Numbered {
    name: String,
    lines: Vec<u32>,
}

fn members_with(all: &[Stated], members: &[usize], number: &str) -> Numbered {
    let with = || members.iter().map(|&at| &all[at]).filter(|stated| stated.player.id == number);
    Numbered {
        name: with().next().map_or(String::new(), |stated| name_or_words(&stated.player.name)),
        lines: with().flat_map(|stated| stated.lines.iter().copied()).collect(),
    }
}

/// Returns `line 4`, or `lines 2, 8, 12 and 3 others`.
fn lines_in_words(lines: &[u32]) -> String {
    let mut lines = lines.to_vec();
    lines.sort_unstable();
    lines.dedup();
    let named: Vec<String> = lines.iter().take(3).map(u32::to_string).collect();
    let more = match lines.len().saturating_sub(3) {
        0 => String::new(),
        more => format!(" and {}", pluralize(more as u64, "other")),
    };
    let noun = if lines.len() == 1 { "line" } else { "lines" };
    format!("{noun} {}{more}", named.join(", "))
}
