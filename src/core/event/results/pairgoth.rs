//! Pairgoth's JSON (ffrgo/pairgoth, files `.tour`): a list of players, and a list of games for each round, with the
//! players' numbers, the number of the table and one letter for the result.

use std::collections::HashMap;

use serde_json::Value;

use super::table::{MAX_ROWS, ReadError, ResultTable, Row};
use crate::event::name_key::excerpt;
use crate::event::roster::Player;
use crate::event::round::RoundId;
use crate::go::{Color, Points};
use crate::sgf::{Outcome, WinBy};

pub(super) fn read(text: &str) -> Result<ResultTable, ReadError> {
    let file: Value = serde_json::from_str(text)
        .map_err(|error| ReadError::new(format!("not well-formed JSON: {error}")))?;
    let (Some(players), Some(rounds)) = (file["players"].as_array(), file["games"].as_array())
    else {
        return Err(ReadError::new(
            "this format isn't known: JSON without Pairgoth's `players` and `games`",
        ));
    };
    let mut table = ResultTable { lists_players: true, ..ResultTable::default() };
    let mut ids = HashMap::new();
    let teams = file["teams"].as_array().into_iter().flatten();
    // Games of teams name teams.
    let is_team = file["teams"].is_array();
    for player in if is_team { teams.collect::<Vec<_>>() } else { players.iter().collect() } {
        let part = |name: &str| player[name].as_str().unwrap_or_default().trim();
        let name = match part("firstname") {
            "" => part("name").to_owned(),
            given => format!("{}, {given}", part("name")),
        };
        if let Some(id) = player["id"].as_i64() {
            ids.insert(id, table.players.len());
            let rank = player["rank"].as_i64().map(|rank| match rank {
                0.. => format!("{}d", rank + 1),
                _ => format!("{}k", -rank),
            });
            let rank = rank.unwrap_or_default();
            let id = part("egf").to_owned();
            let (club, country) = (part("club").to_owned(), part("country").to_owned());
            table.players.push(Player { name, rank, id, club, country, ..Player::default() });
        }
    }
    let komi = Points::parse(&file["komi"].to_string());
    for (round, games) in (1..).zip(rounds) {
        for game in games.as_array().into_iter().flatten() {
            table.push(0, read_game(round, game, &ids, komi));
            if table.rows.len() > MAX_ROWS {
                return Ok(table);
            }
        }
    }
    Ok(table)
}

fn read_game(
    round: u32,
    game: &Value,
    ids: &HashMap<i64, usize>,
    komi: Option<Points>,
) -> Result<Row, String> {
    let player = |side: &str| match game[side].as_i64() {
        // The player of a bye has no opponent.
        Some(0) => Ok(None),
        id => id.and_then(|id| ids.get(&id)).map(|&player| Some(player)).ok_or_else(|| {
            format!("round {round}: no player has the number {}", excerpt(&game[side].to_string()))
        }),
    };
    let board = game["t"].as_u64().and_then(|board| u32::try_from(board).ok()).filter(|&n| n > 0);
    let row = match [player("b")?, player("w")?] {
        [None, None] => return Err(format!("round {round}: a game without players")),
        [Some(one), None] | [None, Some(one)] => {
            return Ok(Row { board, ..Row::bye(0, Some(RoundId::Number(round)), one) });
        }
        [Some(black), Some(white)] => Row::game(0, Some(RoundId::Number(round)), [black, white]),
    };
    let win = |winner| Outcome::Win(winner, WinBy::Unspecified);
    let result = match game["r"].as_str().unwrap_or("?") {
        "b" => win(Color::Black),
        "w" => win(Color::White),
        "=" => Outcome::Draw,
        "0" => Outcome::BothLose,
        "#" => Outcome::BothWin,
        "X" => Outcome::Annulled,
        "?" => Outcome::Unknown,
        other => return Err(format!("round {round}: {:?} isn't a result", excerpt(other))),
    };
    let handicap = game["h"].as_u64().and_then(|stones| u32::try_from(stones).ok());
    Ok(Row { board, result, ..row }.with_handicap(handicap, komi))
}
