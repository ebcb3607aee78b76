//! Floor 6: records of the same game, games that are the beginning of another one, and games that are nearly another one.

mod groups;
mod near;
mod register;

use std::collections::HashMap;
use std::io;

use serde_json::{Map, Value, json};

use crate::select::{Completeness, longest_continuations};
use sgf_audit_core::replay::turn;

use near::{Hashes, likeness, near_games};
use register::{COMPARED, Entry};

pub use near::{Likeness, Share};
pub use register::{Register, RegisterPart, Registrar};

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
    /// It is nearly the same game: some moves differ, or the colours are swapped.
    Near,
}

impl Relation {
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Same => "same",
            Self::Turned => "turned",
            Self::Beginning => "beginning",
            Self::Near => "near",
        }
    }
}

/// A game: the path of its file, as the tables write it, and its number there.
pub type Record = (String, u64);

/// A record that isn't the only one of its game, or that is the beginning of another game.
#[derive(Clone, Debug)]
pub struct Duplicate {
    /// The number of its group, from 1.
    pub group: u64,
    /// Its relation to the record that it is compared with.
    pub relation: Relation,
    pub hash: String,
    pub record: Record,
    /// The record that it is compared with; none for the first of a group.
    pub of: Option<Record>,
    /// Number of moves, passes included.
    pub moves: u32,
    /// How the other record's board is turned to match this one's; empty if it isn't.
    pub turned: &'static str,
    /// How alike two nearly equal games are.
    pub likeness: Option<Likeness>,
    /// The columns of `games.csv` with different values, each with the record's own and the other one's.
    pub differences: Map<String, Value>,
}

/// The numbers of what was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Games with several records.
    pub groups: u64,
    pub records: u64,
    /// Records whose board is turned or mirrored.
    pub turned: u64,
    /// Records of games that are the beginning of another one.
    pub beginnings: u64,
    /// Games that are nearly an earlier one.
    pub near: u64,
}

/// A record that is read back.
struct Read {
    entry: u32,
    values: Vec<Value>,
}

impl Register {
    /// Passes on what was found, group by group in the order of their first records. `beginnings`: whether games that others
    /// continue are looked for. Fails if what the records say can't be read back, or if `visit` fails.
    pub fn duplicates(
        &mut self,
        beginnings: bool,
        mut visit: impl FnMut(Duplicate) -> io::Result<()>,
    ) -> io::Result<Totals> {
        let order = self.by_game();
        let mut groups: Vec<&[u32]> = self.games(&order).collect();
        groups.sort_by_key(|group| group[0]);
        let longest = match beginnings {
            true => self.continuations(&groups, |_, _| ())?,
            false => HashMap::new(),
        };
        let near = self.near(&groups, beginnings, |_, _| ())?;
        let firsts = groups.iter().map(|group| self.most_complete(group));
        let firsts = firsts.collect::<io::Result<Vec<u32>>>()?;
        let mut totals = Totals::default();
        let mut number = 0;
        for (place, group) in (0..).zip(&groups) {
            let (longer, similar) = (longest.get(&place), near.get(&place));
            if group.len() == 1 && longer.is_none() && similar.is_none() {
                continue;
            }
            let first = self.read(firsts[place as usize])?;
            if group.len() > 1 {
                number += 1;
                totals.groups += 1;
                totals.records += group.len() as u64;
                visit(self.duplicate(number, Relation::First, &first, None, None))?;
                for &entry in group.iter().filter(|&&entry| entry != first.entry) {
                    let record = self.read(entry)?;
                    let duplicate =
                        self.duplicate(number, Relation::Same, &record, Some(&first), None);
                    totals.turned += u64::from(duplicate.relation == Relation::Turned);
                    visit(duplicate)?;
                }
            }
            if let Some(&longer) = longer {
                let longer = self.read(firsts[longer as usize])?;
                number += 1;
                totals.beginnings += group.len() as u64;
                let others = group.iter().filter(|&&entry| entry != first.entry);
                for &entry in std::iter::once(&first.entry).chain(others) {
                    let record = self.read(entry)?;
                    let longer = Some(&longer);
                    visit(self.duplicate(number, Relation::Beginning, &record, longer, None))?;
                }
            }
            if let Some(&(similar, likeness)) = similar {
                let similar = self.read(firsts[similar as usize])?;
                number += 1;
                totals.near += 1;
                let (similar, likeness) = (Some(&similar), Some(likeness));
                visit(self.duplicate(number, Relation::Near, &first, similar, likeness))?;
            }
        }
        Ok(totals)
    }

    fn entry(&self, entry: u32) -> &Entry {
        &self.entries[entry as usize]
    }

    /// The records of each game one after another, the earliest first.
    fn by_game(&self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.entries.len() as u32).collect();
        order.sort_by_key(|&entry| (self.entry(entry).key, entry));
        order
    }

    /// The records of each game, of records in this order.
    fn games<'o>(&self, order: &'o [u32]) -> impl Iterator<Item = &'o [u32]> {
        order.chunk_by(|&a, &b| self.entry(a).key == self.entry(b).key)
    }

    /// The groups whose game others continue, each with the group of the longest. `begins` is called with each such group and each
    /// that goes on from it.
    fn continuations(
        &mut self,
        groups: &[&[u32]],
        begins: impl FnMut(u32, u32),
    ) -> io::Result<HashMap<u32, u32>> {
        let openings = (0..).zip(groups);
        let openings =
            openings.filter_map(|(place, group)| Some((self.entry(group[0]).opening?, place)));
        let openings = openings.collect();
        let codes = |place| self.codes(groups[place as usize][0]);
        longest_continuations(openings, codes, begins)
    }

    /// The groups whose game is nearly that of an earlier group; `is_near` is called with each such pair. Where beginnings are looked
    /// for, none is nearly the game that it begins.
    fn near(
        &mut self,
        groups: &[&[u32]],
        beginnings: bool,
        mut is_near: impl FnMut(u32, u32),
    ) -> io::Result<HashMap<u32, (u32, Likeness)>> {
        let share = self.registrar.share;
        let hashes: Vec<Hashes> = groups.iter().map(|group| self.entry(group[0]).hashes).collect();
        let mut last = (u32::MAX, Vec::new());
        near_games(&hashes, |game, earlier| {
            let [own, other] = [game, earlier].map(|place| groups[place as usize][0]);
            let [size, other_size] = [own, other].map(|entry| self.entry(entry).size);
            if size != other_size {
                return Ok(None);
            }
            // What stood there before White's first play is no play of theirs.
            let is_same_opening = self.entry(own).opening == self.entry(other).opening;
            if last.0 != own {
                last = (own, self.codes(own)?);
            }
            let other = self.codes(other)?;
            let is_beginning = last.1.starts_with(&other) || other.starts_with(&last.1);
            if beginnings && is_beginning && is_same_opening {
                return Ok(None);
            }
            let before = self.entry(own).before;
            let likeness = likeness(&last.1, &other, size, share)
                .map(|found| Likeness { first_differing: before + found.first_differing, ..found });
            likeness.inspect(|_| is_near(game, earlier));
            Ok(likeness)
        })
    }

    fn read(&mut self, entry: u32) -> io::Result<Read> {
        Ok(Read { entry, values: self.values(entry)? })
    }

    /// Returns the most complete record; of equal ones the first.
    fn most_complete(&mut self, entries: &[u32]) -> io::Result<u32> {
        let mut best: Option<(Completeness, u32)> = None;
        for &entry in entries.iter().filter(|_| entries.len() > 1) {
            let values = self.values(entry)?;
            let completeness = Completeness::new(&self.registrar.columns, &values);
            if best.is_none_or(|(most, _)| completeness > most) {
                best = Some((completeness, entry));
            }
        }
        Ok(best.map_or(entries[0], |(_, entry)| entry))
    }

    fn name(&self, values: &[Value]) -> Record {
        let value = |name| self.registrar.columns.get(values, name);
        let path = value("path").as_str().unwrap_or_default().to_owned();
        (path, value("game").as_u64().unwrap_or(0))
    }

    fn duplicate(
        &self,
        group: u64,
        relation: Relation,
        record: &Read,
        other: Option<&Read>,
        likeness: Option<Likeness>,
    ) -> Duplicate {
        let own = self.entry(record.entry);
        let between = likeness.map_or(0, |likeness| likeness.view);
        let turned =
            other.map_or("", |other| turn(self.entry(other.entry).view, own.view, between));
        let value = |read: &Read, name| self.registrar.columns.get(&read.values, name).clone();
        let differences = other.into_iter().flat_map(|other| {
            COMPARED.into_iter().filter_map(move |column| {
                let [own, other] = [record, other].map(|read| value(read, column));
                (own != other).then(|| (column.to_owned(), json!([own, other])))
            })
        });
        Duplicate {
            group,
            relation: match relation {
                Relation::Same if !turned.is_empty() => Relation::Turned,
                relation => relation,
            },
            hash: value(record, "game_hash").as_str().unwrap_or_default().to_owned(),
            record: self.name(&record.values),
            of: other.map(|other| self.name(&other.values)),
            moves: own.moves,
            turned,
            likeness,
            differences: differences.collect(),
        }
    }
}
