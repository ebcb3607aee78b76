//! The cross table of an event as directors read it: a row per player, a column per round, the opponent's number with the
//! result, colour and handicap as the EGF's tables have them, and a mark for the evidence.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::rows::game_id;
use crate::report::escape::Escaped;
use sgf_audit_core::audit::Verdict;
use sgf_audit_core::event::{Conclusion, Mark, PairingRow, RoundId};

/// Maximum number of players and of rounds that are shown. `pairings.csv` has all.
const MAX_PLAYERS: usize = 300;
const MAX_ROUNDS: usize = 30;

/// A game as one of its players sees it: the player's side, and the game.
type Half<'a> = (usize, &'a PairingRow);

/// A game's result as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ResultSource {
    Confirmed,
    Recorded,
    Ruled,
    Undecided,
    ContradictsTable,
    ContradictsItself,
    DiffersOtherwise,
    NoRecord,
    NoRow,
    NotPlayed,
}

impl ResultSource {
    const ALL: [Self; 9] = [
        Self::Confirmed,
        Self::Recorded,
        Self::Ruled,
        Self::Undecided,
        Self::ContradictsTable,
        Self::ContradictsItself,
        Self::DiffersOtherwise,
        Self::NoRecord,
        Self::NoRow,
    ];

    fn new(row: &PairingRow) -> Self {
        let Some(record) = &row.record else {
            if !row.ruling.is_empty() {
                return if row.mark == Mark::Differs {
                    Self::ContradictsTable
                } else {
                    Self::Ruled
                };
            }
            return if row.mark == Mark::NotPlayed { Self::NotPlayed } else { Self::NoRecord };
        };
        let is = |verdict: Verdict| record.verdict == verdict.name();
        let is_wrong = is(Verdict::WrongWinner) || is(Verdict::WrongMargin);
        match row.mark {
            Mark::NoRow => Self::NoRow,
            _ if row.differs("result-differs-from-table") => Self::ContradictsTable,
            _ if !record.ruling.is_empty() => Self::Ruled,
            _ if is_wrong => Self::ContradictsItself,
            _ if !record.differences.is_empty() => Self::DiffersOtherwise,
            _ if is(Verdict::Undecided) => Self::Undecided,
            _ if is(Verdict::Confirmed) => Self::Confirmed,
            _ => Self::Recorded,
        }
    }

    /// The class, the sign and the words.
    const fn sign(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Confirmed => ("agrees", "✓", "confirmed by the count"),
            Self::Recorded => ("recorded", "·", "the record agrees, and isn\u{2019}t counted"),
            Self::Ruled => ("agrees", "§", "a ruling"),
            Self::Undecided => ("open", "?", "the count is undecided"),
            Self::ContradictsTable => ("differs", "✗", "the record contradicts the table"),
            Self::ContradictsItself => ("differs", "!", "the count contradicts the record"),
            Self::DiffersOtherwise => {
                ("open", "≠", "colours, date, komi, handicap or round differ")
            }
            Self::NoRecord => ("no-record", "○", "no record"),
            Self::NoRow => ("no-row", "△", "not in the table"),
            Self::NotPlayed => ("not-played", "", "not played"),
        }
    }
}

/// Returns the table of an event; empty where there is nothing to show.
pub(super) fn cross_table(conclusion: &Conclusion) -> String {
    let rows = &conclusion.pairings;
    let rounds: BTreeSet<Option<&RoundId>> = rows.iter().map(|it| it.row.round.as_ref()).collect();
    let rounds: Vec<Option<&RoundId>> = rounds.into_iter().take(MAX_ROUNDS).collect();
    let mut cells: BTreeMap<(usize, Option<&RoundId>), Vec<Half>> = BTreeMap::new();
    for row in rows {
        for (side, player) in row.row.players.iter().enumerate() {
            if let Some(player) = player {
                cells.entry((*player, row.row.round.as_ref())).or_default().push((side, row));
            }
        }
    }
    let playing: BTreeSet<usize> = cells.keys().map(|(player, _)| *player).collect();
    if playing.is_empty() {
        return String::new();
    }
    let mut out = String::from(
        "<div class=\"scroll\" role=\"region\" aria-label=\"Table: results and records\" tabindex=\"0\"><table class=\"wide cross\"><thead><tr><th scope=\"col\">No</th><th scope=\"col\">Player</th>",
    );
    for round in &rounds {
        match round {
            None => out.push_str("<th scope=\"col\">No round</th>"),
            Some(RoundId::Number(round)) => {
                let _ = write!(out, "<th scope=\"col\">Round {round}</th>");
            }
            Some(RoundId::Name(name)) => {
                let _ = write!(out, "<th scope=\"col\">{}</th>", Escaped(name));
            }
        }
    }
    out.push_str("</tr></thead><tbody>\n");
    for &player in playing.iter().take(MAX_PLAYERS) {
        let name = conclusion.players.get(player).map_or("", String::as_str);
        let _ = write!(out, "<tr><td>{}</td><td>{}</td>", player + 1, Escaped(name));
        for &round in &rounds {
            out.push_str("<td>");
            for (side, row) in cells.get(&(player, round)).into_iter().flatten() {
                push_game(&mut out, *side, row);
            }
            out.push_str("</td>");
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div><p class=\"conf legend\"><span><b>12+/b2</b> won against number 12 as Black with two handicap stones</span> <span><b>-</b> lost</span> <span><b>=</b> draw</span> <span><b>!</b> without playing</span>");
    let all: BTreeSet<ResultSource> = rows.iter().map(ResultSource::new).collect();
    for evidence in ResultSource::ALL.iter().filter(|evidence| all.contains(evidence)) {
        let (class, sign, words) = evidence.sign();
        let _ = write!(out, " <span class=\"{class}\"><b>{sign}</b> {words}</span>");
    }
    out.push_str(" <span>All games are in <code>pairings.csv</code>.</span></p>");
    let matches = conclusion.matches();
    if !matches.is_empty() {
        out.push_str("<h3>Matches of teams</h3><ul>");
        for of_teams in &matches {
            let _ = write!(out, "<li>{}</li>", Escaped(&of_teams.to_string()));
        }
        out.push_str("</ul>");
    }
    out
}

/// Returns a game as one of its players sees it, such as `12+/b2`.
fn half_result(side: usize, row: &PairingRow) -> String {
    let opponent = match (row.row.players[1 - side], &row.record) {
        (Some(opponent), _) => (opponent + 1).to_string(),
        (None, None) => return "bye".to_owned(),
        (None, Some(_)) => "?".to_owned(),
    };
    row.half_result(side, &opponent, row.row.result, row.handicap().filter(|&stones| stones > 1))
}

/// Appends a game as its player sees it, with the mark of the evidence and a link to the game.
fn push_game(out: &mut String, side: usize, row: &PairingRow) {
    let (class, sign, words) = ResultSource::new(row).sign();
    let half = half_result(side, row);
    let mut title = format!("{words}: {} - {}", row.black, row.white);
    if !row.table_result.is_empty() {
        let _ = write!(title, ", table {}", row.table_result);
    }
    if !row.ruling.is_empty() {
        let _ = write!(title, "; {}", row.ruling);
    }
    let Some(record) = &row.record else {
        let _ = write!(
            out,
            "<span class=\"game {class}\" title=\"{}\">{half} {sign}</span> ",
            Escaped(&title)
        );
        return;
    };
    for (name, result) in [("record", &row.record_result), ("counted", &row.recounted_result)] {
        if !result.is_empty() {
            let _ = write!(title, ", {name} {result}");
        }
    }
    for text in [&record.differences.join(", "), &record.path] {
        if !text.is_empty() {
            let _ = write!(title, "; {text}");
        }
    }
    let _ = write!(
        out,
        "<a class=\"game {class}\" href=\"#{}\" data-path=\"{}\" data-game=\"{}\" title=\"{}\">{half} {sign}</a> ",
        game_id(&record.path, record.game),
        Escaped(&record.path),
        record.game,
        Escaped(&title)
    );
}
