//! The rating report of the AGA (AGA, "Qualifications for Rated Games", section "Format and How to Submit"): sections
//! TOURNEY, PLAYERS and GAMES, with a line `WHITE BLACK RESULT HANDICAP KOMI` per game.

use std::collections::HashMap;

use super::error::ResultsError;
use super::line_lists::numbered_lines;
use super::table::{MOST_ROWS, ResultTable, Row, RowResult, Winner, handicap_stones};
use crate::event::shown::shown;
use crate::go::Points;
use crate::sgf::rank;

enum Section {
    Head,
    Players,
    Games(Option<u32>),
    End,
}

/// Reads a report. A report of several rounds has a section GAMES for each.
pub(super) fn read(text: &str) -> Result<ResultTable, ResultsError> {
    let mut table = ResultTable { lists_players: true, ..ResultTable::default() };
    let mut ids: HashMap<u64, usize> = HashMap::new();
    let mut section = Section::Head;
    for (line, content) in numbered_lines(text) {
        let mut words = content.split_whitespace();
        let first = words.next().unwrap_or_default();
        match first.to_uppercase().as_str() {
            "TOURNEY" => continue,
            "PLAYERS" => {
                section = Section::Players;
                continue;
            }
            "GAMES" => {
                section = Section::Games(words.next().and_then(|round| round.parse().ok()));
                continue;
            }
            "END" => section = Section::End,
            _ => {}
        }
        match section {
            Section::Head | Section::End => {}
            Section::Players => match player(content) {
                Some((number, name)) => {
                    if ids.insert(number, table.players.len()).is_some() {
                        return Err(ResultsError::new(format!(
                            "line {line}: two players have the number {number}"
                        )));
                    }
                    table.players.push(name);
                }
                None => table.unread(line, format!("no player: {:?}", shown(content))),
            },
            Section::Games(round) => match game(line, round, content, &ids) {
                Ok(row) => table.rows.push(row),
                Err(why) => table.unread(line, why),
            },
        }
        if table.rows.len() > MOST_ROWS {
            break;
        }
    }
    Ok(table)
}

/// Reads `2044 Doe, John 4d`: the number and the name without the rank.
fn player(line: &str) -> Option<(u64, String)> {
    let (number, rest) = line.split_once(char::is_whitespace)?;
    let mut words: Vec<&str> = rest.split_whitespace().take(20).collect();
    // The rank, or the rating, is the last word.
    while let [_, .., last] = words[..]
        && (rank(last).is_some() || last.parse::<f64>().is_ok())
    {
        words.pop();
    }
    (!words.is_empty()).then_some(())?;
    Some((number.parse().ok()?, words.join(" ")))
}

fn game(
    line: u32,
    round: Option<u32>,
    content: &str,
    ids: &HashMap<u64, usize>,
) -> Result<Row, String> {
    let words: Vec<&str> = content.split_whitespace().take(6).collect();
    let [white, black, result, rest @ ..] = &words[..] else {
        return Err(format!("no game: {:?}", shown(content)));
    };
    let player = |number: &str| {
        let id = number.parse().ok().and_then(|number: u64| ids.get(&number).copied());
        id.ok_or_else(|| format!("no player has the number {:?}", shown(number)))
    };
    let number = |at: usize| match rest.get(at) {
        None => Ok(None),
        Some(text) => {
            text.parse::<i32>().map(Some).map_err(|_| format!("{:?} isn't a number", shown(text)))
        }
    };
    let (handicap, komi) = (number(0)?, number(1)?);
    let result = match result.to_uppercase().as_str() {
        "W" => RowResult::won_by(Winner::Second),
        "B" => RowResult::won_by(Winner::First),
        "?" => RowResult::UNKNOWN,
        _ => return Err(format!("{:?} isn't a result (W, B or ?)", shown(result))),
    };
    Ok(Row {
        line,
        round,
        players: [Some(player(black)?), Some(player(white)?)],
        colors_known: true,
        handicap: handicap.map(|stones| handicap_stones(stones.max(0).unsigned_abs())),
        komi: komi.map(|komi| Points::whole(komi.into())),
        whole_komi: true,
        result,
    })
}
