//! The cross table of an event: a row per player, a column per round, a mark per game.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::event::{Conclusion, Mark, PairingRow};
use crate::report::escape::Escaped;

/// Maximum number of players and of rounds that are shown. `pairings.csv` has all.
const MOST: usize = 300;
const MOST_ROUNDS: usize = 30;

/// Returns the table of an event; empty where there is nothing to show.
pub(super) fn cross_table(conclusion: &Conclusion) -> String {
    let rows = &conclusion.pairings;
    let rounds: BTreeSet<u32> = rows.iter().map(|row| row.round.unwrap_or(0)).collect();
    let rounds: Vec<u32> = rounds.into_iter().take(MOST_ROUNDS).collect();
    let mut cells: BTreeMap<(usize, u32), Vec<(usize, &PairingRow)>> = BTreeMap::new();
    for row in rows {
        for (side, player) in row.players.iter().enumerate() {
            if let Some(player) = player {
                cells.entry((*player, row.round.unwrap_or(0))).or_default().push((side, row));
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
            0 => out.push_str("<th scope=\"col\">No round</th>"),
            round => {
                let _ = write!(out, "<th scope=\"col\">Round {round}</th>");
            }
        }
    }
    out.push_str("</tr></thead><tbody>\n");
    for &player in playing.iter().take(MOST) {
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
    out.push_str("</tbody></table></div><p class=\"conf\">");
    for mark in [Mark::Agrees, Mark::Differs, Mark::NoRecord, Mark::NoRow] {
        let _ = write!(out, "{} {} &nbsp; ", sign(mark), words(mark));
    }
    out.push_str("All games are in <code>pairings.csv</code>.</p>");
    out
}

/// Appends a game as its player sees it: the opponent, the result, and the mark.
fn push_game(out: &mut String, side: usize, row: &PairingRow) {
    let opponent = row.players[1 - side].map_or("bye".to_owned(), |other| (other + 1).to_string());
    let record = row.record.as_ref();
    let result = match (&*row.table_result, record) {
        ("" | "?", Some(record)) => &*record.result,
        (result, _) => result,
    };
    let (path, game) = record.map_or(("", 0), |record| (&*record.path, record.game));
    let differences = record.map_or(String::new(), |record| record.differences.join(", "));
    let mark = row.mark;
    let _ = write!(
        out,
        "<span class=\"game {}\" data-path=\"{}\" data-game=\"{game}\" title=\"{}: {} - {}, {} {} {}\">{opponent} {} {}</span> ",
        mark.name(),
        Escaped(path),
        words(mark),
        Escaped(&row.black),
        Escaped(&row.white),
        Escaped(result),
        Escaped(path),
        Escaped(&differences),
        Escaped(result),
        sign(mark),
    );
}

fn sign(mark: Mark) -> &'static str {
    match mark {
        Mark::Agrees => "✓",
        Mark::Differs => "✗",
        Mark::NoRecord => "○",
        Mark::NoRow => "△",
        Mark::NotPlayed => "",
    }
}

fn words(mark: Mark) -> &'static str {
    match mark {
        Mark::Agrees => "record and table agree",
        Mark::Differs => "record and table differ",
        Mark::NoRecord => "no record",
        Mark::NoRow => "not in the table",
        Mark::NotPlayed => "not played",
    }
}
