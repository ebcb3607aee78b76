//! Groups of records of the same game, and what differs in them.

use std::fmt;
use std::io;
use std::ops::Range;

use serde_json::Value;

use super::register::{COMPARED, Containers, Register, join};
use crate::replay::turn;
use crate::select::Completeness;

/// Relation of a record to the one that it is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// It is the most complete record of its game, with which the others are compared.
    First,
    /// It is of the same game.
    Same,
    /// It is of the same game, with the board turned or mirrored.
    Turned,
    /// It is the beginning of a longer game.
    Beginning,
}

impl Relation {
    /// Returns the name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Same => "same",
            Self::Turned => "turned",
            Self::Beginning => "beginning",
        }
    }
}

/// A value that two records don't have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The column of `games.csv`.
    pub column: &'static str,
    /// The record's value.
    pub own: Value,
    /// The value of the record that it is compared with.
    pub other: Value,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |value: &Value| match value {
            Value::Null => "none".to_owned(),
            Value::String(text) => text.clone(),
            value => value.to_string(),
        };
        write!(f, "{} {} vs. {}", self.column, text(&self.own), text(&self.other))
    }
}

/// A record that isn't the only one of its game, or that is the beginning of another game.
#[derive(Clone, Debug)]
pub struct Duplicate {
    /// The number of its group, from 1.
    pub group: u64,
    /// Its relation to the record that it is compared with.
    pub relation: Relation,
    /// Its `game_hash`.
    pub hash: u64,
    /// Its path, as the tables write it, and the game's number in the file.
    pub record: (String, u64),
    /// Those of the record that it is compared with; none for the first of a group.
    pub of: Option<(String, u64)>,
    /// Number of moves, passes included.
    pub moves: u32,
    /// How the other record's board is turned to match this one's; empty if it isn't.
    pub turned: &'static str,
    /// What differs.
    pub differences: Vec<Difference>,
}

/// The numbers of what was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Games with several records.
    pub groups: u64,
    /// Their records.
    pub records: u64,
    /// Records whose board is turned or mirrored.
    pub turned: u64,
    /// Records of games that are the beginning of another one.
    pub beginnings: u64,
}

/// The games that are the beginning of another one.
#[derive(Default)]
pub struct LongerGames(Containers);

impl LongerGames {
    /// Adds what was found in some files.
    pub fn add(&mut self, part: Containers) {
        join(&mut self.0, part);
    }
}

/// A record that is read back.
struct Read {
    entry: usize,
    values: Vec<Value>,
}

impl Register {
    /// Passes on what was found, group by group in the order of their first records. Fails if what the records say
    /// can't be read back, or if `visit` fails.
    pub fn duplicates(
        &mut self,
        longer: &LongerGames,
        mut visit: impl FnMut(Duplicate) -> io::Result<()>,
    ) -> io::Result<Totals> {
        let mut order: Vec<usize> = (0..self.entries.len()).collect();
        order.sort_by_key(|&place| (self.entries[place].hash, place));
        let groups: Vec<Range<usize>> = (0..order.len())
            .filter(|&at| at == 0 || self.hash(order[at]) != self.hash(order[at - 1]))
            .map(|start| {
                let hash = self.hash(order[start]);
                let length =
                    order[start..].iter().take_while(|&&place| self.hash(place) == hash).count();
                start..start + length
            })
            .collect();
        let mut wanted: Vec<&Range<usize>> = groups
            .iter()
            .filter(|group| {
                group.len() > 1 || longer.0.contains_key(&self.hash(order[group.start]))
            })
            .collect();
        wanted.sort_by_key(|group| order[group.start]);
        let mut totals = Totals::default();
        let mut number = 0;
        for group in wanted {
            let hash = self.hash(order[group.start]);
            let mut records = self.read(&order[group.clone()])?;
            let first = records.remove(self.most_complete(&records));
            if !records.is_empty() {
                number += 1;
                totals.groups += 1;
                totals.records += 1 + records.len() as u64;
                visit(self.duplicate(number, &first, None, false))?;
                for record in &records {
                    let duplicate = self.duplicate(number, record, Some(&first), false);
                    totals.turned += u64::from(duplicate.relation == Relation::Turned);
                    visit(duplicate)?;
                }
            }
            let container = longer.0.get(&hash).and_then(|&(_, container)| {
                groups.binary_search_by_key(&container, |group| self.hash(order[group.start])).ok()
            });
            if let Some(container) = container {
                let containers = self.read(&order[groups[container].clone()])?;
                let container = &containers[self.most_complete(&containers)];
                number += 1;
                totals.beginnings += 1 + records.len() as u64;
                for record in std::iter::once(&first).chain(&records) {
                    visit(self.duplicate(number, record, Some(container), true))?;
                }
            }
        }
        Ok(totals)
    }

    fn hash(&self, entry: usize) -> u64 {
        self.entries[entry].hash
    }

    fn read(&mut self, entries: &[usize]) -> io::Result<Vec<Read>> {
        let read = |&entry: &usize| self.values(entry).map(|values| Read { entry, values });
        entries.iter().map(read).collect()
    }

    /// Returns the place of the most complete record; of equal ones the first.
    fn most_complete(&self, records: &[Read]) -> usize {
        let key = |place: usize| {
            let completeness = Completeness::new(self.columns(), &records[place].values);
            (completeness, std::cmp::Reverse(place))
        };
        (0..records.len()).max_by_key(|&place| key(place)).unwrap_or(0)
    }

    /// Returns a record's value in a column; null for an assumed ruleset or komi.
    fn recorded(&self, read: &Read, column: &str) -> Value {
        let source = match column {
            "ruleset" => "ruleset_source",
            "komi" => "komi_source",
            _ => return self.columns().get(&read.values, column).clone(),
        };
        match *self.columns().get(&read.values, source) == "record" {
            true => self.columns().get(&read.values, column).clone(),
            false => Value::Null,
        }
    }

    fn duplicate(
        &self,
        group: u64,
        record: &Read,
        other: Option<&Read>,
        is_beginning: bool,
    ) -> Duplicate {
        let [own, view] = [record, other.unwrap_or(record)].map(|read| &self.entries[read.entry]);
        let turned = turn(view.view, own.view);
        let value = |read: &Read, name| self.columns().get(&read.values, name).clone();
        let named = |read: &Read| {
            let path = value(read, "path").as_str().unwrap_or_default().to_owned();
            (path, value(read, "game").as_u64().unwrap_or(0))
        };
        let differences = other.into_iter().flat_map(|other| {
            COMPARED.into_iter().filter_map(move |column| {
                let [own, other] = [record, other].map(|read| self.recorded(read, column));
                (own != other).then_some(Difference { column, own, other })
            })
        });
        Duplicate {
            group,
            relation: match other {
                None => Relation::First,
                Some(_) if is_beginning => Relation::Beginning,
                Some(_) if turned.is_empty() => Relation::Same,
                Some(_) => Relation::Turned,
            },
            hash: own.hash,
            record: named(record),
            of: other.map(named),
            moves: own.moves,
            turned,
            differences: differences.collect(),
        }
    }
}
