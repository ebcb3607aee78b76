//! The tournament table of the EGF, called H9 (EGF ratings, A. Cieplý, "Comments on submitting tournament results",
//! section "Tournament table format"; the header and the results as OpenGotha writes them): a line per player with
//! place, family name, given name, rank, country, club, criteria, and a result per round such as `12+/b2`.

use std::collections::{BTreeMap, HashMap};

use super::table::{MAX_ROWS, ReadError, ResultTable, Row, by_default};
use crate::event::name_key::excerpt;
use crate::event::roster::Player;
use crate::event::round::RoundId;
use crate::go::{Color, Points};
use crate::sgf::{Outcome, WinBy, rank};

/// Number of words before the first result at least: the name and the rank.
const MIN_BEFORE_RESULTS: usize = 2;

#[derive(Clone, Copy)]
struct Cell {
    /// The opponent's place; 0 for none.
    opponent: u32,
    /// `+`, `-`, `=` or `?`.
    sign: char,
    by_default: bool,
    color: Option<Color>,
    handicap: Option<u32>,
}

/// Whether a line has the form of a player's, with a place and a result.
pub(super) fn is_player(line: &str) -> bool {
    let begins_with_place = line.starts_with(|c: char| c.is_ascii_digit());
    begins_with_place && line.split_whitespace().skip(2).any(|word| cell(word).is_some())
}

/// Reads `12+`, `12+/b2`, `12-/w`, `12+!`, `12-!b0`, `12+!/b`, `12+w0`, `12?/?0`, `0=`.
fn cell(word: &str) -> Option<Cell> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let (opponent, rest) = word.split_at(digits);
    let opponent = opponent.parse().ok()?;
    let sign = rest.chars().next().filter(|sign| "+-=?".contains(*sign))?;
    let behind = rest[1..].trim_start_matches(['!', '/']);
    let marks = &rest[1..rest.len() - behind.len()];
    if marks.len() > 2 {
        return None;
    }
    let color = match behind.bytes().next() {
        Some(b'b' | b'B') => Some(Color::Black),
        Some(b'w' | b'W') => Some(Color::White),
        _ => None,
    };
    let is_unknown_color = behind.starts_with('?');
    let stones = &behind[usize::from(color.is_some() || is_unknown_color)..];
    // `10-2` is something else.
    if marks.is_empty() && color.is_none() && !behind.is_empty() {
        return None;
    }
    let handicap = if stones.is_empty() { None } else { Some(stones.parse().ok()?) };
    Some(Cell { opponent, sign, by_default: marks.contains('!'), color, handicap })
}

/// Reads what some tables have where a player had no game, or where it isn't known.
fn no_game(word: &str) -> Option<Cell> {
    let sign = match &*word.to_lowercase() {
        "-" | "--" | "---" | "bye" | "free" | "x" => '-',
        "?" => '?',
        _ => return None,
    };
    Some(Cell { opponent: 0, sign, by_default: false, color: None, handicap: None })
}

struct Line<'t> {
    number: u32,
    place: Option<u32>,
    words: Vec<&'t str>,
    /// The number in the EGF's database, after a bar; empty if there is none.
    pin: &'t str,
    /// The index of the first result among the words.
    first: usize,
    cells: Vec<Option<Cell>>,
}

impl<'t> Line<'t> {
    /// Reads a line up to the results. `None` if it has none.
    fn read(number: u32, content: &'t str) -> Option<Self> {
        let mut words: Vec<&str> = content.split_whitespace().collect();
        let place = words.first()?.trim_end_matches('.').parse().ok();
        if place.is_some() {
            words.remove(0);
        }
        let is_result = |word: &&str| cell(word).is_some();
        let first = words.iter().skip(MIN_BEFORE_RESULTS).position(is_result)?;
        let first = first + MIN_BEFORE_RESULTS;
        // Players who share a place are written without it: their names come first.
        let is_player = place.is_some() || words[1..first].iter().any(|word| rank(word).is_some());
        is_player.then_some(Self { number, place, words, pin: "", first, cells: Vec::new() })
    }

    /// The player: name, rank, country and club, and the number in the EGF's database.
    fn player(&self) -> Player {
        let before = &self.words[..self.first];
        // A rank that isn't known is a question mark.
        let at = before.iter().skip(1).position(|word| rank(word).is_some()).map(|at| at + 1);
        let word = |behind: usize| {
            let word = at.and_then(|at| before.get(at + behind)).copied().unwrap_or_default();
            let is_word = word.chars().any(char::is_alphabetic);
            if is_word { word.replace('_', " ") } else { String::new() }
        };
        // The family name comes first.
        let name = match &before[..at.unwrap_or(2).min(before.len())] {
            [family, given @ ..] if !given.is_empty() => format!("{family}, {}", given.join(" ")),
            words => words.join(" "),
        };
        let rank = at.and_then(|at| rank(before[at])).filter(|rank| rank != "?");
        Player {
            name: name.replace('_', " "),
            rank: rank.unwrap_or_default(),
            id: self.pin.to_owned(),
            country: word(1),
            club: word(2),
            ..Player::default()
        }
    }

    /// The longest run of results: the index of its first word, and its length.
    fn longest_run(&self) -> (usize, usize) {
        let (mut longest, mut from) = ((0, 0), MIN_BEFORE_RESULTS);
        for at in MIN_BEFORE_RESULTS..=self.words.len() {
            if self.words.get(at).is_none_or(|word| cell(word).is_none()) {
                if at - from > longest.1 {
                    longest = (from, at - from);
                }
                from = at + 1;
            }
        }
        longest
    }

    fn read_cells(&mut self, columns: Columns) {
        let (from, length) = self.longest_run();
        let end = self.words.len().saturating_sub(columns.behind).max(MIN_BEFORE_RESULTS);
        let window = end.saturating_sub(columns.rounds).max(MIN_BEFORE_RESULTS)..end;
        self.first = if length == columns.rounds { from } else { window.start };
        let end = if length == columns.rounds { from + length } else { window.end };
        // A line that ends early has numbers of criteria where others have results.
        let is_number = |word: &&str| word.replace(['.', ',', '½'], "").parse::<i64>().is_ok();
        let criteria =
            self.words[self.first..end].iter().take_while(|word| is_number(word)).count();
        self.first += criteria;
        let words = self.words[self.first..end].iter();
        self.cells = words.map(|word| cell(word).or(no_game(word))).collect();
    }
}

/// Where the results are in the lines of a table.
#[derive(Clone, Copy)]
struct Columns {
    rounds: usize,
    /// Number of words behind the results, where some tables have the criteria.
    behind: usize,
}

impl Columns {
    /// Finds the columns that most lines have. Criteria may look like results (`3=` for three points and a half), and one
    /// line may have a word that isn't understood.
    fn new(lines: &[Line]) -> Self {
        let mut counts: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for line in lines {
            let (from, length) = line.longest_run();
            let behind = line.words.len() - from - length;
            *counts.entry((length, behind)).or_default() += 1;
        }
        let most = counts.into_iter().max_by_key(|(_, lines)| *lines);
        let (rounds, behind) = most.map_or((0, 0), |(columns, _)| columns);
        Self { rounds, behind }
    }
}

/// Reads a table. Each game is in the lines of both players; where these disagree, the game can't be read.
pub(super) fn read(text: &str) -> Result<ResultTable, ReadError> {
    let mut table = ResultTable { lists_players: true, ..ResultTable::default() };
    let mut lines: Vec<Line> = Vec::new();
    let (mut komi, mut both_win) = (None, false);
    for (number, content) in super::numbered_lines(text) {
        if let Some(comment) = content.strip_prefix(';') {
            both_win |= comment.contains("OpenGotha");
            if let Some((key, rest)) = comment.trim().split_once('[')
                && key.len() == 2
                && let Some(value) = rest.strip_suffix(']')
            {
                table.header.push(key, value);
                komi = if key == "KM" { Points::parse(value.trim()) } else { komi };
            }
            continue;
        }
        // Text after a semicolon is ignored, and a bar precedes the player's number in the database.
        let pin = content.split(';').next().and_then(|line| line.split_once('|'));
        let pin = pin.map_or("", |(_, pin)| pin.trim());
        let pin = if pin.bytes().all(|byte| byte.is_ascii_digit()) { pin } else { "" };
        let content = content.split([';', '|']).next().unwrap_or_default();
        match Line::read(number, content) {
            Some(line) => lines.push(Line { pin, ..line }),
            None => {
                table.unread(number, format!("no player with results: {:?}", excerpt(content)));
            }
        }
        if lines.len() > MAX_ROWS / 10 {
            return Err(ReadError::new("too many players"));
        }
    }
    let columns = Columns::new(&lines);
    for line in &mut lines {
        line.read_cells(columns);
        table.players.push(line.player());
    }
    table.header.is_placed = true;
    let by_place = by_place(&lines);
    for round in 0..columns.rounds {
        for (at, line) in lines.iter().enumerate() {
            let games = Games { lines: &lines, by_place: &by_place, round, komi, both_win };
            games.read(at, line, &mut table);
        }
        if table.rows.len() > MAX_ROWS {
            break;
        }
    }
    Ok(table)
}

/// The lines by the numbers by which results name them: the places, or the order where players share a place.
fn by_place(lines: &[Line]) -> HashMap<u32, usize> {
    let places: HashMap<u32, usize> =
        lines.iter().enumerate().filter_map(|(at, line)| Some((line.place?, at))).collect();
    if places.len() == lines.len() { places } else { (1..).zip(0..lines.len()).collect() }
}

struct Games<'t> {
    lines: &'t [Line<'t>],
    by_place: &'t HashMap<u32, usize>,
    round: usize,
    komi: Option<Points>,
    /// Whether two plus signs mean that both won. Only OpenGotha has that result.
    both_win: bool,
}

impl Games<'_> {
    /// Reads the cell of a line, and the game where it is the first of its two lines.
    fn read(&self, at: usize, line: &Line, table: &mut ResultTable) {
        let round = self.round as u32 + 1;
        let own = match line.cells.get(self.round) {
            Some(Some(own)) => *own,
            Some(None) => {
                let word = line.words[line.first + self.round];
                let why = format!("round {round}: {:?} isn't understood", excerpt(word));
                return table.unread(line.number, why);
            }
            None => return,
        };
        if own.opponent == 0 {
            // A minus sign is that of a player who wasn't there.
            if matches!(own.sign, '+' | '=') {
                let bye = Row::bye(line.number, Some(RoundId::Number(round)), at);
                table.rows.push(Row { is_half: own.sign == '=', ..bye });
            }
            return;
        }
        let Some(&other) = self.by_place.get(&own.opponent).filter(|&&other| other != at) else {
            let why = format!("round {round}: no other player has place {}", own.opponent);
            return table.unread(line.number, why);
        };
        let theirs = self.lines[other].cells.get(self.round).copied();
        // A cell that isn't understood is reported itself.
        if matches!(theirs, Some(None)) {
            return;
        }
        let theirs = theirs.flatten().filter(|cell| self.by_place.get(&cell.opponent) == Some(&at));
        let game = theirs.and_then(|theirs| game(own, theirs));
        let game = game.filter(|game| self.both_win || game.result != Outcome::BothWin);
        match game {
            Some(_) if at > other => {}
            Some(game) => {
                if let Some(what) = game.doubtful {
                    let place = own.opponent;
                    let why =
                        format!("round {round}: the line of place {place} has another {what}");
                    table.unread(line.number, why);
                }
                let colors_known = game.color.is_some();
                let is_white = game.color == Some(Color::White);
                let players = if is_white { [other, at] } else { [at, other] };
                let result = if is_white { game.result.swapped() } else { game.result };
                let row = Row::game(line.number, Some(RoundId::Number(round)), players);
                let row = Row { colors_known, result, ..row };
                table.rows.push(row.with_handicap(game.handicap, self.komi));
            }
            // Once per pair, where the other line has the game too.
            None if theirs.is_none() || at < other => {
                let place = own.opponent;
                let why = format!("round {round}: the line of place {place} disagrees");
                table.unread(line.number, why);
            }
            None => {}
        }
    }
}

/// A game that both lines state, as its first player sees it: Black's result is the player's own.
struct Game {
    result: Outcome,
    color: Option<Color>,
    handicap: Option<u32>,
    /// Other disagreements of the lines.
    doubtful: Option<&'static str>,
}

/// Returns the game of two cells; `None` if their results contradict each other.
fn game(own: Cell, theirs: Cell) -> Option<Game> {
    let result = match (own.sign, theirs.sign) {
        ('+', '-' | '?') | ('?', '-') => Outcome::Win(Color::Black, WinBy::Unspecified),
        ('-', '+' | '?') | ('?', '+') => Outcome::Win(Color::White, WinBy::Unspecified),
        ('=', '=' | '?') | ('?', '=') => Outcome::Draw,
        ('-', '-') => Outcome::BothLose,
        ('+', '+') => Outcome::BothWin,
        ('?', '?') => Outcome::Unknown,
        _ => return None,
    };
    let is_by_default = (own.by_default || theirs.by_default) && result != Outcome::Unknown;
    let is_same_color = own.color.is_some() && own.color == theirs.color;
    let stones = own.handicap.zip(theirs.handicap).filter(|(own, theirs)| own != theirs);
    let known = own.color.or(theirs.color.map(Color::opponent));
    Some(Game {
        result: if is_by_default { by_default(result) } else { result },
        color: known.filter(|_| !is_same_color),
        handicap: own.handicap.or(theirs.handicap).filter(|_| stones.is_none()),
        doubtful: match (is_same_color, stones) {
            (true, _) => Some("colour"),
            (_, Some(_)) => Some("handicap"),
            _ => None,
        },
    })
}
