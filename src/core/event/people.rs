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

/// What a table states under one name, by its index, that is one person's.
#[derive(Default)]
struct Group {
    members: Vec<usize>,
    numbers: BTreeSet<String>,
    rounds: BTreeSet<RoundId>,
    /// Whether the event's list has the name.
    is_listed: bool,
    /// The group whose number this one has under another name.
    owner: Option<usize>,
}

impl EventCheck {
    /// Settles which players a table's players are, by their order in the table. `None` for two who can't be told apart.
    pub(super) fn add_people(&mut self, path: &str, table: &ResultTable) -> Vec<Option<PlayerId>> {
        let all = stated(table);
        let members = match table.lists_players {
            true => (0..all.len()).map(|at| vec![at]).collect(),
            false => by_name(&all),
        };
        let is_listed = |at: &usize| {
            let Player { name, rank, .. } = &all[*at].player;
            self.listed > 0 && self.roster.find_ranked(name, rank).is_some()
        };
        let group = |members: Vec<usize>| Group {
            numbers: members.iter().map(|&at| all[at].player.id.clone()).collect(),
            rounds: members.iter().flat_map(|&at| all[at].rounds.clone()).collect(),
            is_listed: members.iter().any(is_listed),
            members,
            owner: None,
        };
        let mut groups: Vec<Group> = members.into_iter().map(group).collect();
        if !table.lists_players {
            self.join_by_number(path, &all, &mut groups);
        }
        let mut ids = vec![None; all.len()];
        for group in groups.iter().filter(|group| group.owner.is_none()) {
            let numbers = group.members.iter().map(|&at| &all[at].player.id);
            let by_number = numbers.filter_map(|id| self.roster.with_number(id)).next();
            let by_number = by_number.filter(|&id| id < self.listed && !group.is_listed);
            let mut of_group = None;
            for &at in &group.members {
                let Stated { player, lines, .. } = &all[at];
                let line = lines.first().copied().unwrap_or_default();
                // Of namesakes in the list the rank tells which.
                let listed = self.roster.find_ranked(&player.name, &player.rank);
                let id = match (listed.filter(|&id| id < self.listed).or(of_group), by_number) {
                    (Some(id), _) => id,
                    (None, Some(id)) => self.add_variant(path, line, id, player),
                    (None, None) => self.player(path, line, player),
                };
                of_group.get_or_insert(id);
                ids[at] = Some(id);
            }
        }
        for group in &groups {
            let Some(id) = group.owner.and_then(|owner| ids[groups[owner].members[0]]) else {
                continue;
            };
            for &at in &group.members {
                ids[at] = Some(self.add_variant(path, all[at].lines[0], id, &all[at].player));
            }
        }
        let mut of_player: BTreeMap<PlayerId, Vec<usize>> = BTreeMap::new();
        for (at, id) in ids.iter().enumerate().filter_map(|(at, id)| Some((at, (*id)?))) {
            of_player.entry(id).or_default().push(at);
        }
        for (id, same) in of_player {
            if table.lists_players && same.len() > 1 {
                // Two persons: their games could be anybody's.
                same.iter().for_each(|&at| ids[at] = None);
                let Stated { player, lines, .. } = &all[same[1]];
                let (name, line) = (name_or_words(&player.name), lines.first().copied());
                let why = format!(
                    "two players of the table are called {name}, and neither number, rank nor club tells them apart"
                );
                let line = line.unwrap_or_default();
                self.findings.push(path, line, FindingKind::UnmatchedName, why);
            } else {
                let same: Vec<&Stated> = same.iter().map(|&at| &all[at]).collect();
                self.compare_statements(path, id, &same);
            }
        }
        ids
    }

    /// Joins the groups of one number, where each could be the same person's. Reports the others.
    fn join_by_number(&mut self, path: &str, all: &[Stated], groups: &mut [Group]) {
        let mut of_number: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, group) in groups.iter().enumerate() {
            for number in group.numbers.iter().filter(|number| !number.is_empty()) {
                of_number.entry(number.clone()).or_default().push(at);
            }
        }
        for (number, owners) in &of_number {
            let with_number = |group: &Group| -> Vec<&Stated> {
                let members = group.members.iter().map(|&at| &all[at]);
                members.filter(|stated| stated.player.id == *number).collect()
            };
            let lines = |group: &Group| -> Vec<u32> {
                with_number(group).iter().flat_map(|stated| stated.lines.clone()).collect()
            };
            let listed = self.roster.with_number(number);
            let order = |&&at: &&usize| {
                let mut names = groups[at].members.iter().map(|&at| &all[at].player.name);
                let has_number =
                    listed.is_some() && names.any(|name| self.roster.find(name) == listed);
                let rows = lines(&groups[at]).len();
                (has_number, groups[at].is_listed, rows, std::cmp::Reverse(at))
            };
            let Some(&owner) = owners.iter().max_by_key(order) else { continue };
            for &at in owners.iter().filter(|&&at| at != owner) {
                let (own, group) = (&groups[owner], &groups[at]);
                let has_only = group.numbers.len() == 1;
                if has_only && own.rounds.is_disjoint(&group.rounds) && !group.is_listed {
                    groups[at].owner = Some(owner);
                } else if has_only || own.numbers.len() == 1 {
                    let [one, other] = [own, group].map(|group| {
                        let name = name_or_words(&with_number(group)[0].player.name);
                        format!("{name}'s in {}", lines_in_words(&lines(group)))
                    });
                    let line = with_number(group)[0].lines[0];
                    let why = format!("number {number} is {one}, and {other}");
                    self.contradict(path, line, why);
                }
            }
        }
    }

    /// Takes a name for that of the player who has the row's number.
    fn add_variant(&mut self, path: &str, line: u32, id: PlayerId, stated: &Player) -> PlayerId {
        self.roster.add_alias(id, &stated.name);
        let [name, known] =
            [&stated.name, &self.roster.player(id).name].map(|it| name_or_words(it));
        let why = format!("{name} is taken for {known}, whose number {} the row has", stated.id);
        self.findings.push(path, line, FindingKind::NameVariant, why);
        id
    }

    fn contradict(&mut self, path: &str, line: u32, why: String) {
        self.findings.push(path, line, FindingKind::ContradictoryTable, why);
    }

    /// Compares what the rows and the event's file state of a player. What all agree on is the player's.
    fn compare_statements(&mut self, path: &str, id: PlayerId, all: &[&Stated]) {
        if let Some(stated) = all.iter().find(|stated| !stated.player.formal.is_empty()) {
            self.roster.state(id, |player| player.formal.clone_from(&stated.player.formal));
        }
        for (field, of) in FIELDS {
            let value = |player: &Player| of(&mut player.clone()).clone();
            let mut values: BTreeMap<String, Vec<u32>> = BTreeMap::new();
            for stated in all {
                values.entry(value(&stated.player)).or_default().extend(&stated.lines);
            }
            values.remove("");
            let listed = value(self.roster.player(id));
            let is_listed = id < self.listed && !listed.is_empty();
            let of_list = if is_listed { values.remove_entry(&listed) } else { None };
            if values.is_empty() || !is_listed && values.len() == 1 {
                if let Some((value, _)) = values.pop_first() {
                    self.roster.state(id, |player| *of(player) = value);
                }
                continue;
            }
            if !is_listed {
                self.roster.state(id, |player| of(player).clear());
            }
            self.has_disputed_teams |= field == "team";
            // The value of the fewest rows is the likeliest slip.
            let mut values: Vec<(String, Vec<u32>)> = values.into_iter().collect();
            values.sort_by_key(|(_, lines)| lines.len());
            let line = values[0].1.iter().min().copied().unwrap_or_default();
            values.extend(of_list);
            let in_rows = |(value, lines): &(String, Vec<u32>)| {
                format!("{value} in {}", lines_in_words(lines))
            };
            let mut words: Vec<String> = values.iter().map(in_rows).collect();
            if is_listed {
                let (line, _) = self.terms.places.of("players", id);
                words.push(format!("{listed} in the event's list (line {line})"));
            }
            let name = name_or_words(&self.roster.player(id).name);
            let why = format!("{name} has more than one {field}: {}", words.join(", "));
            self.contradict(path, line, why);
        }
    }

    /// Reports rows that contradict others: a player twice in a round, beside a bye or against himself, and a game twice with
    /// other results. A round with a name may be a match of several games.
    pub(super) fn check_rows(&mut self, path: &str, rows: &[Row]) {
        let mut of_round: BTreeMap<(PlayerId, u32), &Row> = BTreeMap::new();
        let mut found: Vec<(u32, String)> = Vec::new();
        for row in rows {
            if let [Some(one), Some(other)] = row.players
                && one == other
            {
                let name = name_or_words(self.name_of(Some(one), ""));
                found.push((row.line, format!("{name} plays against himself or herself")));
                continue;
            }
            let Some(round) = row.round.as_ref().and_then(RoundId::number) else { continue };
            let twice = row.players.into_iter().flatten().find_map(|player| {
                let first = of_round.insert((player, round), row)?;
                self.contradiction(player, round, first, row)
            });
            found.extend(twice.map(|why| (row.line, why)));
        }
        for (line, why) in found {
            self.contradict(path, line, why);
        }
    }

    /// Returns how two rows of a player in one round contradict each other.
    fn contradiction(
        &self,
        player: PlayerId,
        round: u32,
        first: &Row,
        row: &Row,
    ) -> Option<String> {
        let pair = |row: &Row| BTreeSet::from(row.players);
        let differ = |one: &Option<String>, other: &Option<String>| {
            one.as_ref().zip(other.as_ref()).is_some_and(|(one, other)| one != other)
        };
        let is_pair = pair(first) == pair(row);
        if differ(&first.date, &row.date) || differ(&first.file, &row.file) && is_pair {
            return None;
        }
        let [there, here] = [first, row].map(|row| {
            let [one, other] = row.players.map(|id| name_or_words(self.name_of(id, "")));
            match row.result {
                Outcome::Bye => format!("a bye of {one}"),
                _ => format!("{one} - {other}, {}", row.result_text()),
            }
        });
        let line = first.line;
        if !is_pair {
            let name = name_or_words(self.name_of(Some(player), ""));
            return Some(format!(
                "{name} is twice in round {round}: {here}; in line {line} {there}"
            ));
        }
        let is_same_side = first.players[0] == row.players[0];
        let result = if is_same_side { row.result } else { row.result.swapped() };
        // A match of two games has two boards.
        (first.board == row.board && first.result != result).then(|| {
            format!("the game of round {round} has another result in line {line}: {here}; {there}")
        })
    }
}

/// Returns the players of a table with their rows.
fn stated(table: &ResultTable) -> Vec<Stated> {
    let of_player = |player: &Player| {
        let plain = without_brackets(&player.name, &['(', '（']);
        let forms = NameForms::read(plain.as_deref().unwrap_or(&player.name));
        let player = player.clone().completed();
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
fn by_name(all: &[Stated]) -> Vec<Vec<usize>> {
    let mut of_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, stated) in all.iter().enumerate().filter(|(_, stated)| !stated.lines.is_empty()) {
        of_name.entry(&stated.key).or_default().push(at);
    }
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for members in of_name.into_values() {
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
        let from = groups.len();
        for at in members {
            let may_be = |group: &&mut Vec<usize>| {
                let mut others = group.iter().map(|&other| &all[other].player);
                !are_several || others.all(|other| !other.is_another(&all[at].player))
            };
            match groups[from..].iter_mut().find(may_be) {
                Some(group) => group.push(at),
                None => groups.push(vec![at]),
            }
        }
    }
    // In the order of the table.
    groups.sort_by_key(|members| members[0]);
    groups
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
