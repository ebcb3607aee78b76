//! The rating report of the AGA (AGA, "Qualifications for Rated Games", section "Format and How to Submit"): sections
//! TOURNEY, PLAYERS, GAMES and BYES, with a line `WHITE BLACK RESULT HANDICAP KOMI` per game. `#` begins a comment.

use std::collections::HashMap;

use super::table::{MAX_ROWS, ReadError, ResultTable, Row, handicap_stones};
use crate::event::name_key::excerpt;
use crate::event::roster::Player;
use crate::event::round::RoundId;
use crate::go::{Color, Points};
use crate::sgf::{Outcome, WinBy, rank};

enum Section {
    Head,
    Players,
    Games(Option<RoundId>),
    Byes(Option<RoundId>),
    End,
}

/// Reads a report. A report of several rounds has a section GAMES for each.
pub(super) fn read(text: &str) -> Result<ResultTable, ReadError> {
    let mut table = ResultTable { lists_players: true, ..ResultTable::default() };
    let mut ids: HashMap<u64, usize> = HashMap::new();
    let mut section = Section::Head;
    for (line, content) in super::numbered_lines(text) {
        let content = content.split('#').next().unwrap_or_default().trim();
        let mut words = content.split_whitespace();
        let Some(first) = words.next() else { continue };
        let mut round = || words.next().and_then(RoundId::read);
        let next = match first.to_uppercase().as_str() {
            "TOURNEY" => {
                // The name, and the place after the last comma.
                let name = content["TOURNEY".len()..].trim();
                let (name, place) = name.rsplit_once(',').unwrap_or((name, ""));
                table.header.push("EV", name);
                table.header.push("PC", place);
                Section::Head
            }
            "PLAYERS" => Section::Players,
            "GAMES" => Section::Games(round()),
            "BYES" => Section::Byes(round()),
            "END" => Section::End,
            _ => {
                row(line, &section, content, &mut ids, &mut table)?;
                continue;
            }
        };
        section = next;
        if table.rows.len() > MAX_ROWS {
            break;
        }
    }
    Ok(table)
}

fn row(
    line: u32,
    section: &Section,
    content: &str,
    ids: &mut HashMap<u64, usize>,
    table: &mut ResultTable,
) -> Result<(), ReadError> {
    match section {
        Section::Head => {
            let (key, value) = content.split_once('=').unwrap_or_default();
            match key.trim() {
                "start" => table.header.push("DT", &day(value)),
                "finish" => {
                    if let Some((_, days)) =
                        table.header.values.iter_mut().find(|(key, _)| key == "DT")
                    {
                        *days = format!("{days},{}", day(value));
                    }
                }
                "rules" => table.header.push("RU", value),
                _ => {}
            }
        }
        Section::End => {}
        Section::Players => match player(content) {
            Some((number, player)) => {
                if ids.insert(number, table.players.len()).is_some() {
                    let why = format!("line {line}: two players have the number {number}");
                    return Err(ReadError::new(why));
                }
                table.players.push(player);
            }
            None => table.unread(line, format!("no player: {:?}", excerpt(content))),
        },
        Section::Byes(round) => {
            for number in content.split_whitespace() {
                let player = player_of(number, ids);
                table.push(line, player.map(|player| Row::bye(line, round.clone(), player)));
            }
        }
        Section::Games(round) => table.push(line, game(line, round.clone(), content, ids)),
    }
    Ok(())
}

/// Reads `2044 Doe, John 4d club=PGC`: the number, and the name up to the rank or the rating.
fn player(line: &str) -> Option<(u64, Player)> {
    let (number, rest) = line.split_once(char::is_whitespace)?;
    let words: Vec<&str> =
        rest.split_whitespace().take(20).take_while(|word| !word.contains('=')).collect();
    let is_rating =
        |word: &str| word.contains(|c: char| c.is_ascii_digit()) && word.parse::<f64>().is_ok();
    let is_rank = |word: &&str| rank(word).is_some_and(|rank| rank != "?") || is_rating(word);
    let end = words.iter().skip(1).position(is_rank).map_or(words.len(), |at| at + 1);
    let name = words[..end].join(" ");
    let rank = words.get(end).and_then(|word| rank(word)).unwrap_or_default();
    let club = rest.split_whitespace().find_map(|word| word.strip_prefix("club="));
    let club = club.unwrap_or_default().replace('_', " ");
    let player = Player { name, rank, id: number.to_owned(), club, ..Player::default() };
    (!player.name.is_empty()).then_some((number.parse().ok()?, player))
}

/// Reads `7/4/2026`, as the report has days. Every other text stays as it is.
fn day(text: &str) -> String {
    match text.trim().split('/').map(str::parse::<u32>).collect::<Vec<_>>()[..] {
        [Ok(month), Ok(day), Ok(year)] => format!("{year:04}-{month:02}-{day:02}"),
        _ => text.trim().to_owned(),
    }
}

fn player_of(number: &str, ids: &HashMap<u64, usize>) -> Result<usize, String> {
    let id = number.parse().ok().and_then(|number: u64| ids.get(&number).copied());
    id.ok_or_else(|| format!("no player has the number {:?}", excerpt(number)))
}

fn game(
    line: u32,
    round: Option<RoundId>,
    content: &str,
    ids: &HashMap<u64, usize>,
) -> Result<Row, String> {
    let words: Vec<&str> = content.split_whitespace().take(6).collect();
    let [white, black, result, rest @ ..] = &words[..] else {
        return Err(format!("no game: {:?}", excerpt(content)));
    };
    let number = |at: usize| match rest.get(at) {
        None => Ok(None),
        Some(text) => {
            text.parse::<i32>().map(Some).map_err(|_| format!("{:?} isn't a number", excerpt(text)))
        }
    };
    let (handicap, komi) = (number(0)?, number(1)?);
    let result = match result.to_uppercase().as_str() {
        "W" => Outcome::Win(Color::White, WinBy::Unspecified),
        "B" => Outcome::Win(Color::Black, WinBy::Unspecified),
        "?" => Outcome::Unknown,
        _ => return Err(format!("{:?} isn't a result (W, B or ?)", excerpt(result))),
    };
    let players = [player_of(black, ids)?, player_of(white, ids)?];
    Ok(Row {
        handicap: handicap.map(|stones| handicap_stones(stones.max(0).unsigned_abs())),
        komi: komi.map(|komi| Points::whole(komi.into())),
        whole_komi: true,
        result,
        ..Row::game(line, round, players)
    })
}
