//! A record beside its row of the table, and how the two differ: `RecordMatch`.

use super::check::{EventCheck, recorded_komi};
use super::matching::RowMatch;
use super::results::{Ending, Row, RowResult, Winner};
use super::roster::PlayerId;
use crate::audit::{Audit, Finding, FindingKind};
use crate::go::{Color, Points};
use crate::plural::pluralize;
use crate::sgf::{Ident, Outcome, WinBy};

/// A difference of a record from its row: the property, the kind, and the message.
type Difference = (&'static str, FindingKind, String);

/// A record beside the table or the pairings.
pub(super) struct RecordMatch {
    /// The players, where their names are known.
    pub players: [Option<PlayerId>; 2],
    /// The round, if the event has it.
    pub round: Option<u32>,
    /// The row of the record; `None` where there are no rows, or where a name is unknown.
    found: Option<RowMatch>,
    /// How the record differs from its row.
    differences: Vec<Difference>,
}

impl RecordMatch {
    /// Looks for a record's row, and compares the two.
    pub fn new(check: &EventCheck, audit: &Audit) -> Self {
        let players = [&audit.black, &audit.white].map(|name| check.roster.find(name));
        let round = check.round(audit);
        let mut matched = Self { players, round, found: None, differences: Vec::new() };
        // `unexpected-pairing` reports a player against himself, and other findings a name that is unknown.
        if let (Some(rows), [Some(black), Some(white)]) = (check.rows(), players)
            && black != white
        {
            let found = rows.find(black, white, round);
            if let RowMatch::One(row) = found {
                let row = &rows.rows[row];
                let is_swapped = row.players[0] != Some(black);
                matched.differences = differences(audit, is_swapped, round, row, check.source());
            }
            matched.found = Some(found);
        }
        matched
    }

    /// Returns the row's place in the table or the pairings.
    pub fn row(&self) -> Option<usize> {
        match self.found {
            Some(RowMatch::One(row)) => Some(row),
            _ => None,
        }
    }

    /// Returns the names of the findings that say how record and row differ.
    pub fn differences(&self) -> Vec<String> {
        self.differences.iter().map(|(_, kind, _)| kind.as_str().to_owned()).collect()
    }

    /// Returns what is to be reported.
    pub fn findings(self, check: &EventCheck, audit: &Audit) -> Vec<Finding> {
        let finding =
            |of: &'static str, kind, message| audit.places.finding(Ident::new(of), kind, message);
        match self.found {
            Some(RowMatch::None) if check.table.is_some() => {
                let message = "the table has no game of these players".to_owned();
                vec![finding("PB", FindingKind::RowMissing, message)]
            }
            Some(RowMatch::Several(games, rounds)) => {
                let source = check.source();
                let stated =
                    self.round.map_or("no round".to_owned(), |round| format!("round {round}"));
                let message = if rounds.len() < games {
                    format!(
                        "{source} has {games} games of these players, not all with a round, so it isn't known which one this is"
                    )
                } else {
                    let rounds: Vec<String> = rounds.iter().take(9).map(u32::to_string).collect();
                    let rounds = rounds.join(", ");
                    format!(
                        "the record states {stated}; {source} has these players in rounds {rounds}"
                    )
                };
                vec![finding("RO", FindingKind::RowMissing, message)]
            }
            // Without a table, `unexpected-pairing` reports players who have no row.
            Some(RowMatch::One(_) | RowMatch::None) | None => {
                let found = self.differences.into_iter();
                found.map(|(of, kind, message)| finding(of, kind, message)).collect()
            }
        }
    }
}

/// Compares a record with its row. `source`: what the row is of, for messages.
fn differences(
    audit: &Audit,
    is_swapped: bool,
    round: Option<u32>,
    row: &Row,
    source: &str,
) -> Vec<Difference> {
    let mut found = Vec::new();
    if row.colors_known && is_swapped {
        let message = format!("{source} gives the players the opposite colours");
        found.push(("PB", FindingKind::ColorsDifferFromTable, message));
    }
    if let Some((there, here)) = row.round.zip(round).filter(|(there, here)| there != here) {
        let message = format!("{source} has round {there}, the record round {here}");
        found.push(("RO", FindingKind::RoundDiffersFromTable, message));
    }
    if let Some((there, here)) = row.komi.zip(recorded_komi(audit))
        && !is_same_komi(there, here, row.whole_komi)
    {
        let message = format!("{source} has komi {there}, the record {here}");
        found.push(("KM", FindingKind::KomiDiffersFromTable, message));
    }
    let stones = audit.replay.handicap.stones;
    if let Some(there) = row.handicap.filter(|&there| there != stones) {
        let there = pluralize(there, "handicap stone");
        let message = format!("{source} has {there}, the record {stones}");
        found.push(("HA", FindingKind::HandicapDiffersFromTable, message));
    }
    if let Some(message) = result(audit, row, is_swapped, source) {
        found.push(("RE", FindingKind::ResultDiffersFromTable, message));
    }
    found
}

/// Whether two numbers are the same komi. The AGA's report has no half points: 7 is 7 or 7.5.
fn is_same_komi(there: Points, here: Points, is_whole: bool) -> bool {
    let whole = |points: Points| points.as_hundredths() / 100;
    if is_whole { whole(there) == whole(here) } else { there == here }
}

/// The message where the results differ.
fn result(audit: &Audit, row: &Row, is_swapped: bool, source: &str) -> Option<String> {
    let table = in_colors_of_record(row.result, is_swapped);
    let recorded = audit.outcome;
    let said = recorded.to_string();
    let there = table.text(true);
    let counted = audit.recounted();
    let moves = audit.replay.moves;
    match (table.ending, table.winner) {
        (Ending::ByDefault, winner) => {
            let by_default = matches!(recorded, Outcome::Win(_, WinBy::Forfeit));
            let same_winner = winner.is_none() || winner_of(recorded) == winner;
            (!(by_default && same_winner) && moves > 0).then(|| {
                let moves = pluralize(moves, "move");
                format!("{source} has no game played ({there}), but the record has {moves}")
            })
        }
        // Pairings have no results.
        (_, None) if row.line == 0 => None,
        (_, None) => winner_of(recorded)
            .map(|_| format!("{source} has no result, the record {said}{}", verdict(counted))),
        (Ending::Played(by), Some(winner)) => match winner_of(recorded) {
            None => {
                let counted = counted?;
                (!fits(counted, winner, by)).then(|| {
                    format!("{source} says {there}, the record has no result; counted {counted}")
                })
            }
            Some(here) if here == winner && is_same_way(by, recorded) => None,
            Some(_) => {
                let right = match counted {
                    None => "; the game isn't counted".to_owned(),
                    Some(counted) => {
                        let table_fits = fits(counted, winner, by);
                        let right = match (table_fits, counted == recorded) {
                            (true, false) => format!("{source} is right"),
                            (false, true) => "the record is right".to_owned(),
                            (true, true) => "both fit".to_owned(),
                            (false, false) => "neither is right".to_owned(),
                        };
                        format!("; counted {counted}: {right}")
                    }
                };
                Some(format!("{source} says {there}, the record {said}{right}"))
            }
        },
    }
}

fn verdict(counted: Option<Outcome>) -> String {
    counted.map_or(String::new(), |counted| format!("; counted {counted}"))
}

/// A row's result with the record's colours: its first player is Black.
fn in_colors_of_record(result: RowResult, is_swapped: bool) -> RowResult {
    let winner = result.winner.map(|winner| match (winner, is_swapped) {
        (Winner::First, true) => Winner::Second,
        (Winner::Second, true) => Winner::First,
        (winner, _) => winner,
    });
    RowResult { winner, ..result }
}

fn winner_of(outcome: Outcome) -> Option<Winner> {
    match outcome {
        Outcome::Win(Color::Black, _) => Some(Winner::First),
        Outcome::Win(Color::White, _) => Some(Winner::Second),
        Outcome::Draw => Some(Winner::Draw),
        _ => None,
    }
}

/// Whether a way of winning is the recorded one, as far as both say.
fn is_same_way(by: Option<WinBy>, recorded: Outcome) -> bool {
    match (by, recorded) {
        (Some(by), Outcome::Win(_, recorded)) => by == recorded || recorded == WinBy::Unspecified,
        _ => true,
    }
}

/// Whether a count gives the table's result.
fn fits(counted: Outcome, winner: Winner, by: Option<WinBy>) -> bool {
    winner_of(counted) == Some(winner) && is_same_way(by, counted)
}
