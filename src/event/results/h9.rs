//! The tournament table of the EGF, called H9 (EGF ratings, A. Cieplý, "Comments on submitting tournament results",
//! section "Tournament table format"; the header as OpenGotha's `generateH9File` writes it): a line per player with
//! place, family name, given name, rank, country, club, criteria, and a result per round such as `12+/b2`.

use super::error::ResultsError;
use super::line_lists::numbered_lines;
use super::table::{MOST_ROWS, ResultTable, Row, RowResult, Winner, handicap_stones};
use crate::event::shown::shown;
use crate::go::Points;

/// Maximum number of rounds.
const MOST_ROUNDS: usize = 100;

/// A result of a player's line.
#[derive(Clone, Copy)]
struct Cell {
    /// The opponent's place; 0 for none.
    opponent: u32,
    /// `+`, `-`, `=` or `?`.
    sign: char,
    by_default: bool,
    /// The player's colour.
    is_black: Option<bool>,
    handicap: Option<u32>,
}

/// Whether a line has the form of a player's, with a place and a result.
pub(super) fn is_player(line: &str) -> bool {
    let begins_with_place = line.starts_with(|c: char| c.is_ascii_digit());
    begins_with_place && line.split_whitespace().any(|word| cell(word).is_some())
}

fn cell(word: &str) -> Option<Cell> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let (opponent, rest) = word.split_at(digits);
    let opponent = opponent.parse().ok()?;
    let sign = rest.chars().next().filter(|sign| "+-=?".contains(*sign))?;
    let (by_default, rest) = match rest[1..].strip_prefix('!') {
        Some(rest) => (true, rest),
        None => (false, &rest[1..]),
    };
    let mut cell = Cell { opponent, sign, by_default, is_black: None, handicap: None };
    if rest.is_empty() {
        return Some(cell);
    }
    let mut rest = rest.strip_prefix('/')?;
    for (letter, is_black) in [('b', true), ('w', false)] {
        if let Some(behind) = rest.strip_prefix(letter) {
            cell.is_black = Some(is_black);
            rest = behind;
        }
    }
    if !rest.is_empty() {
        cell.handicap = Some(rest.parse().ok()?);
    }
    Some(cell)
}

/// A player's line.
struct Line {
    number: u32,
    place: u32,
    cells: Vec<Cell>,
}

/// Reads a table. Each game stands in the lines of both players; where these disagree, the game can't be read.
pub(super) fn read(text: &str) -> Result<ResultTable, ResultsError> {
    let mut table = ResultTable { lists_players: true, ..ResultTable::default() };
    let mut lines: Vec<Line> = Vec::new();
    let mut komi = None;
    for (number, content) in numbered_lines(text) {
        if let Some(comment) = content.strip_prefix(';') {
            if let Some((_, rest)) = comment.split_once("KM[") {
                komi = rest.split(']').next().and_then(|value| Points::parse(value.trim()));
            }
            continue;
        }
        // What follows a semicolon is ignored, and behind a bar stands the player's number in the database.
        let content = content.split([';', '|']).next().unwrap_or_default();
        let words: Vec<&str> = content.split_whitespace().take(MOST_ROUNDS + 20).collect();
        let place = words.first().and_then(|word| word.trim_end_matches('.').parse().ok());
        let first = words.iter().skip(3).position(|word| cell(word).is_some()).map(|at| at + 3);
        let (Some(place), Some(first)) = (place, first) else {
            table.unread(number, format!("no player with results: {:?}", shown(content)));
            continue;
        };
        let cells = words[first..].iter().map_while(|word| cell(word)).take(MOST_ROUNDS).collect();
        table.players.push(format!("{}, {}", words[1], words[2]).replace('_', " "));
        lines.push(Line { number, place, cells });
        if lines.len() > MOST_ROWS / 10 {
            return Err(ResultsError::new("too many players"));
        }
    }
    let by_place: std::collections::HashMap<u32, usize> =
        lines.iter().enumerate().map(|(at, line)| (line.place, at)).collect();
    if by_place.len() < lines.len() {
        return Err(ResultsError::new("two players have the same place"));
    }
    let rounds = lines.iter().map(|line| line.cells.len()).max().unwrap_or(0);
    for round in 0..rounds {
        for (at, line) in lines.iter().enumerate() {
            let Some(&own) = line.cells.get(round) else { continue };
            let round_number = round as u32 + 1;
            if own.opponent == 0 {
                table.rows.push(Row::bye(line.number, Some(round_number), at));
                continue;
            }
            let Some(&other) = by_place.get(&own.opponent) else {
                table.unread(
                    line.number,
                    format!("round {round_number}: no player has place {}", own.opponent),
                );
                continue;
            };
            let theirs = lines[other].cells.get(round).filter(|cell| cell.opponent == line.place);
            let agrees = theirs.is_some_and(|theirs| own.sign == opposite(theirs.sign));
            if !agrees {
                // Once per pair, where the other line has the game too.
                if theirs.is_none() || at < other {
                    let place = own.opponent;
                    table.unread(
                        line.number,
                        format!("round {round_number}: place {place} says otherwise"),
                    );
                }
                continue;
            }
            if at < other {
                table.rows.push(game(line.number, round_number, (at, other), own, komi));
            }
        }
        if table.rows.len() > MOST_ROWS {
            break;
        }
    }
    Ok(table)
}

fn opposite(sign: char) -> char {
    match sign {
        '+' => '-',
        '-' => '+',
        sign => sign,
    }
}

fn game(
    line: u32,
    round: u32,
    (own, other): (usize, usize),
    cell: Cell,
    komi: Option<Points>,
) -> Row {
    let swapped = cell.is_black == Some(false);
    let players = if swapped { [other, own] } else { [own, other] };
    let winner = match (cell.sign, swapped) {
        ('+', false) | ('-', true) => Some(Winner::First),
        ('-', false) | ('+', true) => Some(Winner::Second),
        ('=', _) => Some(Winner::Draw),
        _ => None,
    };
    let result = match (cell.by_default, winner) {
        (true, winner) => RowResult::by_default(winner),
        (false, Some(winner)) => RowResult::won_by(winner),
        (false, None) => RowResult::UNKNOWN,
    };
    let handicap = cell.handicap.map(handicap_stones);
    Row {
        line,
        round: Some(round),
        players: players.map(Some),
        colors_known: cell.is_black.is_some(),
        handicap,
        // The header's komi is that of even games.
        komi: komi.filter(|_| handicap == Some(0)),
        whole_komi: false,
        result,
    }
}
