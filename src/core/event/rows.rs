//! Rows of a table, found by their players: `Rows`.

use std::collections::BTreeMap;

use super::record_path::{file_rank, parts, stem};
use super::results::Row;
use super::roster::{MAX_COMPARED, PlayerId};
use super::round::RoundId;
use crate::sgf::{Agreement, Outcome};

#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    /// The rows, with players by their place in the roster; `None` if a name is unknown.
    pub rows: Vec<Row>,
    by_pair: BTreeMap<[PlayerId; 2], Vec<usize>>,
    /// The opponents of each player, once each.
    opponents: BTreeMap<PlayerId, Vec<PlayerId>>,
    /// The rows that name a file, by its name in small letters.
    by_file: BTreeMap<String, Vec<usize>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RowMatch {
    One(usize),
    None,
    /// They have no row of this day, but this one of another.
    OtherDay(usize),
    /// They have this many rows, of these rounds where the table states them, and the record doesn't say which is meant.
    Several(usize, Vec<RoundId>),
}

/// Returns two players in the order of the roster.
fn pair(one: PlayerId, other: PlayerId) -> [PlayerId; 2] {
    [one.min(other), one.max(other)]
}

impl Rows {
    pub(super) fn push(&mut self, row: Row) {
        if let [Some(one), Some(other)] = row.players {
            let all = self.by_pair.entry(pair(one, other)).or_default();
            if all.is_empty() {
                self.opponents.entry(one).or_default().push(other);
                self.opponents.entry(other).or_default().push(one);
            }
            if all.len() < MAX_COMPARED {
                all.push(self.rows.len());
            }
        }
        if let Some(name) = row.file.as_deref().and_then(|file| parts(file).last().copied()) {
            self.by_file.entry(name.to_lowercase()).or_default().push(self.rows.len());
        }
        self.rows.push(row);
    }

    /// Returns the rows of two players, a bounded number.
    pub(super) fn of_pair(&self, one: PlayerId, other: PlayerId) -> &[usize] {
        self.by_pair.get(&pair(one, other)).map_or(&[], Vec::as_slice)
    }

    /// Returns the other rows of the same players that say the same as a row.
    pub(super) fn twins(&self, at: usize) -> impl Iterator<Item = usize> {
        let row = &self.rows[at];
        let [one, other] = row.players.map(Option::unwrap_or_default);
        let of_pair = self.of_pair(one, other).iter().copied();
        of_pair.filter(move |&twin| twin != at && says_the_same(&self.rows[twin], row))
    }

    /// Returns the players who have a row with a player, once each.
    pub(super) fn opponents(&self, player: PlayerId) -> &[PlayerId] {
        self.opponents.get(&player).map_or(&[], Vec::as_slice)
    }

    /// Whether two players have a game in this round, or one without a round; any game without `round`.
    pub(super) fn has_game(&self, one: PlayerId, other: PlayerId, round: Option<&RoundId>) -> bool {
        let of_row = |at: &usize| self.rows[*at].round.as_ref();
        let may_be = |at: &usize| round.is_none() || of_row(at).is_none() || of_row(at) == round;
        self.of_pair(one, other).iter().any(may_be)
    }

    /// Returns the row that names a record's file.
    pub(super) fn of_file(&self, path: &str) -> Option<usize> {
        let name = parts(path).last()?.to_lowercase();
        let keys = [&*name, stem(&name)];
        let rows = keys.into_iter().filter_map(|key| self.by_file.get(key)).flatten();
        let ranked = |&at: &usize| Some((file_rank(self.rows[at].file.as_ref()?, path)?, at));
        let mut found: Vec<(u8, usize)> = rows.filter_map(ranked).collect();
        found.sort_unstable();
        found.dedup();
        match found[..] {
            [(_, at)] => Some(at),
            [(best, at), (next, _), ..] if best < next => Some(at),
            _ => None,
        }
    }

    /// Finds the row of a game between two players, among those that name no other file. Where they have several, what tells
    /// them apart decides: date, round, colours, handicap and result, in this order as far as needed. A row of another day
    /// is the game's only if it is of the same round.
    pub(super) fn find(&self, black: PlayerId, white: PlayerId, keys: &GameKeys) -> RowMatch {
        let all = self.of_pair(black, white);
        let row = |at: &usize| &self.rows[*at];
        let mut left: Vec<usize> = all.to_vec();
        left.retain(|at| !row(at).names_another_file(keys.path));
        let Some(&first) = left.first() else { return RowMatch::None };
        let is_of_round = |row: &Row| row.round.is_some() && row.round.as_ref() == keys.round;
        let may_be_of_day =
            |row: &Row| row.date.as_ref().is_none_or(|date| is_same_day(date, keys.date));
        left.retain(|at| is_of_round(row(at)) || may_be_of_day(row(at)));
        if left.is_empty() {
            return RowMatch::OtherDay(first);
        }
        let is_of_day =
            |row: &Row| !keys.date.is_empty() && row.date.is_some() && may_be_of_day(row);
        let has_rounds = left.len() > 1 && left.iter().all(|at| row(at).round.is_some());
        if keys.round.is_some() && has_rounds && !left.iter().any(|at| is_of_day(row(at))) {
            left.retain(|at| is_of_round(row(at)));
        }
        let has_result = |row: &Row| {
            let is_swapped = row.players[0] != Some(black);
            let result = if is_swapped { row.result.swapped() } else { row.result };
            result.agreement(keys.result) == Agreement::Agrees
        };
        let criteria: [&dyn Fn(&Row) -> bool; 5] = [
            &is_of_day,
            &is_of_round,
            &|row| row.colors_known && row.players[0] == Some(black),
            &|row| row.handicap.is_some() && row.handicap == keys.handicap,
            &has_result,
        ];
        for criterion in criteria {
            let fitting: Vec<usize> =
                left.iter().copied().filter(|at| criterion(row(at))).collect();
            if !fitting.is_empty() {
                left = fitting;
            }
        }
        match left[..] {
            [one, ref others @ ..]
                if others.iter().all(|&at| says_the_same(&self.rows[at], &self.rows[one])) =>
            {
                RowMatch::One(one)
            }
            _ => {
                let rounds = all.iter().filter_map(|&at| self.rows[at].round.clone()).collect();
                RowMatch::Several(all.len(), rounds)
            }
        }
    }
}

/// Whether two dates may be the same day. Each may lack the day, or the month.
pub(super) fn is_same_day(one: &str, other: &str) -> bool {
    one.starts_with(other) || other.starts_with(one)
}

/// Whether two rows of the same players differ in nothing but their lines.
fn says_the_same(one: &Row, other: &Row) -> bool {
    let facts = |row: &Row| (row.players, row.colors_known, row.board, row.handicap, row.komi);
    facts(one) == facts(other)
        && (&one.round, &one.date, &one.file) == (&other.round, &other.date, &other.file)
        && one.result == other.result
}

/// What tells games of the same two players apart.
pub(super) struct GameKeys<'a> {
    pub round: Option<&'a RoundId>,
    /// The date, `YYYY-MM-DD`; empty if it isn't known.
    pub date: &'a str,
    pub path: &'a str,
    pub handicap: Option<u32>,
    pub result: Outcome,
}
