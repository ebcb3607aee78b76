//! A record beside its row of the table, and how the two differ: `RecordMatch`.

use std::path::Path;

use super::check::{EventCheck, recorded_komi};
use super::name_key::name_or_words;
use super::results::{Row, outcome_text};
use super::roster::PlayerId;
use super::rows::{RowMatch, Rows};
use crate::audit::{Audit, Finding, FindingKind, Verdict};
use crate::go::Points;
use crate::plural::pluralize;
use crate::sgf::{Ident, Outcome};

/// A difference of a record from its row: the property, the kind, and the message.
type Difference = (&'static str, FindingKind, String);

/// A record beside the table or the pairings.
pub(super) struct RecordMatch {
    /// The players, where their names are known.
    pub players: [Option<PlayerId>; 2],
    /// Whether a name is written in another way, and was recognised by the opponent.
    pub by_opponent: [bool; 2],
    /// The round, if the event has it.
    pub round: Option<u32>,
    /// The row of the record; `None` if there are no rows, or if a name is unknown.
    row: Option<RowMatch>,
    /// How the record differs from its row.
    differences: Vec<Difference>,
}

impl RecordMatch {
    /// Looks for a record's row, and compares the two.
    pub fn new(check: &EventCheck, path: &Path, audit: &Audit) -> Self {
        let names = [&audit.black, &audit.white].map(String::as_str);
        let players = names.map(|name| check.roster.find(name));
        let round = check.round(audit);
        let mut matched =
            Self { players, by_opponent: [false; 2], round, row: None, differences: Vec::new() };
        let Some(rows) = check.rows() else { return matched };
        if players.contains(&None) {
            matched.players = by_opponent(check, rows, names, players);
        } else if !have_row(rows, players, round) {
            // A shorter or longer name may be another player's, if that one met the opponent.
            for side in [0, 1].into_iter().filter(|&side| !check.roster.has(names[side])) {
                let mut known = players;
                known[side] = None;
                let others = by_opponent(check, rows, names, known);
                if have_row(rows, others, round) {
                    matched.players = others;
                }
            }
        }
        matched.by_opponent = [0, 1].map(|side| players[side] != matched.players[side]);
        // `unexpected-pairing` reports a player against himself, and other findings a name that is unknown.
        if let [Some(black), Some(white)] = matched.players
            && black != white
        {
            let row = rows.find(black, white, round);
            if let RowMatch::One(at) = row {
                let row = &rows.rows[at];
                let is_swapped = row.players[0] != Some(black);
                matched.row = Some(RowMatch::One(at));
                matched.differences = check.differences(path, audit, &matched, is_swapped, row);
            } else {
                matched.row = Some(row);
            }
        }
        matched
    }

    /// Returns the row's place in the table or the pairings.
    pub fn row(&self) -> Option<usize> {
        match self.row {
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
        let mut findings = Vec::new();
        for (side, (of, name)) in
            [("PB", &audit.black), ("PW", &audit.white)].into_iter().enumerate()
        {
            let Some(player) = self.players[side].filter(|_| self.by_opponent[side]) else {
                continue;
            };
            let known = &check.roster.player(player).name;
            let message = format!(
                "{} is taken for {}, who met this opponent",
                name_or_words(name),
                name_or_words(known)
            );
            findings.push(finding(of, FindingKind::NameVariant, message));
        }
        match self.row {
            Some(RowMatch::None) if check.table.is_some() => {
                let message = "the table has no game of these players".to_owned();
                findings.push(finding("PB", FindingKind::RowMissing, message));
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
                findings.push(finding("RO", FindingKind::RowMissing, message));
            }
            // Without a table, `unexpected-pairing` reports players who have no row.
            Some(RowMatch::One(_) | RowMatch::None) | None => {
                let differences = self.differences.into_iter();
                findings.extend(differences.map(|(of, kind, message)| finding(of, kind, message)));
            }
        }
        findings
    }
}

/// Whether the two have a game in this round or, without one, any game.
fn have_row(rows: &Rows, players: [Option<PlayerId>; 2], round: Option<u32>) -> bool {
    match players {
        [Some(one), Some(other)] => {
            one == other || !matches!(rows.find(one, other, round), RowMatch::None)
        }
        _ => false,
    }
}

/// Recognises names by who plays whom: of a known player's opponents, one alone has the name that is nearest to the unknown
/// one; of two unknown names, one pair of players who meet.
fn by_opponent(
    check: &EventCheck,
    rows: &Rows,
    names: [&str; 2],
    players: [Option<PlayerId>; 2],
) -> [Option<PlayerId>; 2] {
    let [black, white] = [0, 1].map(|side| match players[side] {
        Some(known) => [(known, usize::MAX)].into(),
        None => check.roster.near_players(names[side]),
    });
    // The least certain name of a pair decides. Several pairs that are as near are none.
    let (mut most, mut nearest) = (0, None);
    for (&black, &near) in &black {
        for (&white, &also) in white.iter().filter(|&(&white, _)| rows.has(black, white)) {
            let near = near.min(also);
            if near >= most {
                nearest = (near > most).then_some([black, white]);
                most = near;
            }
        }
    }
    nearest.map_or(players, |pair| pair.map(Some))
}

impl EventCheck {
    /// Compares a record with its row.
    fn differences(
        &self,
        path: &Path,
        audit: &Audit,
        matched: &RecordMatch,
        is_swapped: bool,
        row: &Row,
    ) -> Vec<Difference> {
        let (source, round) = (self.source(), matched.round);
        let mut differences = Vec::new();
        if row.colors_known && is_swapped {
            let message = format!("{source} gives the players the opposite colours");
            differences.push(("PB", FindingKind::ColorsDifferFromTable, message));
        }
        if let Some((there, here)) = row.round.zip(round).filter(|(there, here)| there != here) {
            let message = format!("{source} has round {there}, the record round {here}");
            differences.push(("RO", FindingKind::RoundDiffersFromTable, message));
        }
        if let Some((there, here)) = row.komi.zip(recorded_komi(audit))
            && !is_same_komi(there, here, row.whole_komi)
        {
            let message = format!("{source} has komi {there}, the record {here}");
            differences.push(("KM", FindingKind::KomiDiffersFromTable, message));
        }
        let known = row.handicap.zip(audit.replay.handicap.known());
        if let Some((there, stones)) = known.filter(|(there, stones)| there != stones) {
            let there = pluralize(there, "handicap stone");
            let message = format!("{source} has {there}, the record {stones}");
            differences.push(("HA", FindingKind::HandicapDiffersFromTable, message));
        }
        // Pairings have no results.
        if self.table.is_some()
            && let Some(message) = self.result(
                path,
                audit,
                matched,
                if is_swapped { row.result.swapped() } else { row.result },
            )
        {
            differences.push(("RE", FindingKind::ResultDiffersFromTable, message));
        }
        differences
    }

    /// The message where the results differ. `table`: the row's result, with the record's colours.
    fn result(
        &self,
        path: &Path,
        audit: &Audit,
        matched: &RecordMatch,
        table: Outcome,
    ) -> Option<String> {
        let source = self.source();
        if let Some((outcome, words)) = self.ruled(path, audit, matched) {
            let differs = table.agrees(outcome) == Some(false);
            let table = outcome_text(table);
            return differs.then(|| format!("{source} says {table}, but it was {words}"));
        }
        let recorded = audit.outcome;
        let (written, moves) = (recorded.to_string(), audit.replay.moves);
        let counted = self.counted(path, audit, matched);
        if !table.is_played() {
            let agrees = table.agrees(recorded).unwrap_or(moves == 0);
            return (!agrees && moves > 0).then(|| {
                let moves = pluralize(moves, "move");
                let table = outcome_text(table);
                format!("{source} has no game played ({table}), but the record has {moves}")
            });
        }
        match table.agrees(recorded) {
            Some(true) => None,
            Some(false) => {
                let right = match counted {
                    None => match audit.counted() {
                        Some(counted) => {
                            format!("; the count is undecided, {counted} as the record stands")
                        }
                        None if audit.verdict == Verdict::Undecided => {
                            "; the count is undecided".to_owned()
                        }
                        None => "; the game isn't counted".to_owned(),
                    },
                    Some(counted) => {
                        let fits = |outcome: Outcome| outcome.agrees(counted) == Some(true);
                        let right = match (fits(table), fits(recorded)) {
                            (true, false) => {
                                return Some(format!(
                                    "{source} is right ({table}): counted {counted}; the record's {written} is a slip"
                                ));
                            }
                            (false, true) => "the record is right".to_owned(),
                            (true, true) => "both fit".to_owned(),
                            (false, false) => "neither is right".to_owned(),
                        };
                        format!("; counted {counted}: {right}")
                    }
                };
                Some(format!("{source} says {table}, the record {written}{right}"))
            }
            None if table.is_unknown() => (!recorded.is_unknown()).then(|| {
                let counted =
                    counted.map_or(String::new(), |counted| format!("; counted {counted}"));
                format!("{source} has no result, the record {written}{counted}")
            }),
            None => {
                counted.filter(|counted| table.agrees(*counted) == Some(false)).map(|counted| {
                    format!("{source} says {table}, the record has no result; counted {counted}")
                })
            }
        }
    }
}

/// Whether two numbers are the same komi. The AGA's report has no half points: 7 is 7 or 7.5.
fn is_same_komi(there: Points, here: Points, is_whole: bool) -> bool {
    let whole = |points: Points| points.as_hundredths() / 100;
    if is_whole { whole(there) == whole(here) } else { there == here }
}
