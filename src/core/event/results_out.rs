//! Results written as rating lists take them: the AGA's rating report (AGA, "Qualifications for Rated Games", section
//! "Format and How to Submit"), the EGF's tournament table H9 (EGF ratings, "Comments on submitting tournament results",
//! and OpenGotha's export), and CSV. What was decided otherwise than the table had it stands above the results.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use super::check::EventCheck;
use super::conclusion::{Conclusion, Mark, PairingRow};
use super::name_key::excerpt;
use super::results::written_result;
use super::roster::Player;
use super::round::RoundId;
use super::wording::Names;
use crate::go::{Color, Points};
use crate::sgf::{Outcome, WinBy};

/// A form in which results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutFormat {
    /// Comma-separated values with a header.
    Csv,
    /// The tournament table of the EGF.
    H9,
    /// The rating report of the AGA.
    Aga,
}

impl OutFormat {
    /// Returns the form by the ending of a file's name: `.csv`, `.h9`, and `.aga` or `.txt` for the AGA's report.
    pub fn of_file(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_lowercase();
        match &*ending {
            "csv" => Some(Self::Csv),
            "h9" => Some(Self::H9),
            "aga" | "txt" => Some(Self::Aga),
            _ => None,
        }
    }
}

/// The name with a comma after the family name, if a table has it so.
fn formal_name(player: &Player) -> &str {
    if player.formal.is_empty() { &player.name } else { &player.formal }
}

/// Something that is known of a player.
type OfPlayer = fn(&Player) -> &str;

/// A game with the result that counts.
struct Game<'a> {
    row: &'a PairingRow,
    result: Outcome,
    komi: Option<Points>,
    handicap: Option<u32>,
}

impl<'a> Game<'a> {
    fn new(row: &'a PairingRow) -> Self {
        let record = row.record.as_ref();
        let of_record = || record.and_then(|entry| entry.komi).map(Points::hundredths);
        Self {
            row,
            result: row.decided.unwrap_or(row.outcome),
            komi: row.table_komi.or_else(of_record),
            handicap: row.table_handicap.or(record.and_then(|entry| entry.handicap)),
        }
    }

    fn is_bye(&self) -> bool {
        self.row.players[1].is_none() && self.row.record.is_none() || self.result == Outcome::Bye
    }

    fn names(&self) -> Names {
        Names::new([&self.row.black, &self.row.white])
    }

    /// Handicap as tournament programs write it: 1 is Black's first move with a komi of 0.5.
    fn written_handicap(&self, even: Option<Points>) -> Option<u32> {
        let is_first_move = self.komi == Some(Points::HALF) && even != Some(Points::HALF);
        match self.handicap? {
            0 if is_first_move => Some(1),
            stones => Some(stones),
        }
    }
}

impl EventCheck {
    /// Returns the results of an event, corrected by what was decided. Fails if there is no game.
    pub fn results_out(
        &self,
        conclusion: &Conclusion,
        format: OutFormat,
    ) -> Result<String, &'static str> {
        let is_of_event = |row: &&PairingRow| row.mark != Mark::NoRow;
        let games: Vec<Game> =
            conclusion.pairings.iter().filter(is_of_event).map(Game::new).collect();
        if games.is_empty() {
            return Err(
                "there are no results to write: neither a table nor records of listed players",
            );
        }
        let mut notes = notes(&games);
        for row in conclusion.pairings.iter().filter(|row| row.mark == Mark::NoRow) {
            let game = Game::new(row);
            notes.push(format!("open: not in the table: {}", in_words(&game, game.result)));
        }
        Ok(match format {
            OutFormat::Csv => self.csv_table(&games, &notes),
            OutFormat::H9 => self.h9(conclusion, &games, &notes),
            OutFormat::Aga => self.aga(conclusion, &games, &notes),
        })
    }

    fn player_of(&self, id: usize) -> &Player {
        self.roster.player(id)
    }

    fn aga(&self, conclusion: &Conclusion, games: &[Game], notes: &[String]) -> String {
        let mut out = String::new();
        notes.iter().for_each(|note| _ = writeln!(out, "# {note}"));
        let mut left_out = Vec::new();
        let mut sections: BTreeMap<(Option<&RoundId>, bool), String> = BTreeMap::new();
        let numbers = self.numbers(games);
        for game in games {
            let round = game.row.round.as_ref();
            let number =
                |side: usize| game.row.players[side].and_then(|id| numbers.get(&id).copied());
            if game.is_bye() {
                if let Some(number) = number(0) {
                    let _ = writeln!(sections.entry((round, true)).or_default(), "{number}");
                }
                continue;
            }
            let result = match game.result {
                Outcome::Win(Color::Black, by) if !is_unplayed(by) => "B",
                Outcome::Win(Color::White, by) if !is_unplayed(by) => "W",
                outcome if outcome.is_unknown() => "?",
                _ => "",
            };
            let (Some(black), Some(white)) = (number(0), number(1)) else { continue };
            if result.is_empty() || !game.row.colors_known {
                let why = match game.row.colors_known {
                    true => "the report has no such result",
                    false => "the colours aren't known",
                };
                left_out.push(format!("left out: {}; {why}", in_words(game, game.result)));
                continue;
            }
            let section = sections.entry((round, false)).or_default();
            let _ = write!(section, "{white} {black} {result}");
            if let Some(stones) = game.handicap {
                let _ = write!(section, " {stones}");
                if let Some(komi) = game.komi {
                    let _ = write!(section, " {}", komi.as_hundredths().div_euclid(100));
                }
            }
            section.push('\n');
        }
        left_out.iter().for_each(|note| _ = writeln!(out, "# {note}"));
        let _ = writeln!(out, "TOURNEY {}", one_line(&conclusion.name));
        let days = |day: &str| {
            let parts: Vec<&str> = day.split('-').collect();
            match parts[..] {
                [year, month, day] => format!(
                    "{}/{}/{year}",
                    month.trim_start_matches('0'),
                    day.trim_start_matches('0')
                ),
                _ => day.to_owned(),
            }
        };
        if let Some((first, last)) = self.terms.days() {
            let _ = writeln!(out, "\tstart={}\n\tfinish={}", days(first), days(last));
        }
        if let Some(rules) = self.ruleset() {
            let _ = writeln!(out, "\trules={}", rules.id.to_uppercase());
        }
        out.push_str("\nPLAYERS\n");
        for (id, number) in &numbers {
            let player = self.player_of(*id);
            let rank = if player.rank.is_empty() { "" } else { &*player.rank };
            let club = match &*player.club {
                "" => String::new(),
                club => format!(" club={}", club.replace(' ', "_")),
            };
            let unknown =
                if player.id.parse::<u64>().is_ok() { "" } else { " # not a member's number" };
            let line =
                format!("{number} {} {rank}", one_line(formal_name(player)).replace('#', " "));
            let _ = writeln!(out, "{}{club}{unknown}", line.trim_end());
        }
        for ((round, is_bye), lines) in &sections {
            let round = round.map_or(String::new(), |round| format!(" {round}"));
            let _ = write!(out, "\n{}{round}\n{lines}", if *is_bye { "BYES" } else { "GAMES" });
        }
        out + "END\n"
    }

    /// The numbers by which a report names the players: their own, or others that nobody has.
    fn numbers(&self, games: &[Game]) -> BTreeMap<usize, u64> {
        let playing: BTreeSet<usize> =
            games.iter().flat_map(|game| game.row.players).flatten().collect();
        let own = |id: usize| self.player_of(id).id.parse::<u64>().ok();
        let taken: BTreeSet<u64> = playing.iter().filter_map(|&id| own(id)).collect();
        let mut free = (1..).filter(|number| !taken.contains(number));
        let mut used = BTreeSet::new();
        let mut numbers = BTreeMap::new();
        for id in playing {
            let number = own(id).filter(|number| used.insert(*number)).or_else(|| free.next());
            numbers.insert(id, number.unwrap_or_default());
        }
        numbers
    }

    fn csv_table(&self, games: &[Game], notes: &[String]) -> String {
        let mut out = String::new();
        notes.iter().for_each(|note| _ = writeln!(out, "# {note}"));
        let players = || games.iter().flat_map(|game| game.row.players).flatten();
        let has = |of: OfPlayer| players().any(|id| !of(self.player_of(id)).is_empty());
        let more: [(&str, OfPlayer); 2] =
            [("rank", |player| &player.rank), ("id", |player| &player.id)];
        let more: Vec<_> = more.into_iter().filter(|(_, of)| has(*of)).collect();
        let has_unknown_colors = games.iter().any(|game| !game.row.colors_known && !game.is_bye());
        let colors = has_unknown_colors.then_some("colors");
        let mut writer = csv::Writer::from_writer(Vec::new());
        let mut write = |cells: Vec<String>| writer.write_record(cells).expect("memory takes it");
        let named = ["round", "board", "black", "white", "handicap", "komi", "result"];
        let of_sides = more
            .iter()
            .flat_map(|(name, _)| ["black", "white"].map(|side| format!("{side}_{name}")));
        let named = named.into_iter().chain(colors).map(str::to_owned);
        write(named.chain(of_sides).collect());
        for game in games {
            let row = game.row;
            let number =
                |number: Option<u32>| number.map_or(String::new(), |number| number.to_string());
            let result = match game.result {
                _ if game.is_bye() && row.is_half => "1/2 bye".to_owned(),
                _ if game.is_bye() => "bye".to_owned(),
                outcome => written_result(outcome),
            };
            let cells = [
                row.round.as_ref().map_or(String::new(), RoundId::to_string),
                number(row.board),
                row.black.clone(),
                row.white.clone(),
                number(game.handicap),
                game.komi.map_or(String::new(), |komi| komi.to_string()),
                result,
            ];
            let of_player = |of: OfPlayer, side: usize| {
                row.players[side].map_or(String::new(), |id| of(self.player_of(id)).to_owned())
            };
            let of_sides = more.iter().flat_map(|(_, of)| [0, 1].map(|side| of_player(*of, side)));
            let colors = colors.map(|_| if row.colors_known { "" } else { "unknown" }.to_owned());
            write(cells.into_iter().chain(colors).chain(of_sides).collect());
        }
        let table = writer.into_inner().expect("memory takes it");
        out + &String::from_utf8(table).expect("it was written from text")
    }

    fn h9(&self, conclusion: &Conclusion, games: &[Game], notes: &[String]) -> String {
        let mut out = String::new();
        let _ = writeln!(out, "; EV[{}]", one_line(&conclusion.name).replace(']', ")"));
        if let Some((first, last)) = self.terms.days() {
            let _ = writeln!(out, "; DT[{first},{last}]");
        }
        out.push_str("; HA[h9]\n");
        let even = even_komi(games);
        if let Some(komi) = even {
            let _ = writeln!(out, "; KM[{komi}]");
        }
        notes.iter().for_each(|note| _ = writeln!(out, "; {note}"));
        if games.iter().any(|game| game.result == Outcome::BothWin) {
            out.push_str("; two plus signs mean that both won, as OpenGotha writes it\n");
        }
        let playing = || games.iter().flat_map(|game| game.row.players).flatten();
        let is_in_order = |id: usize| formal_name(self.player_of(id)).contains([',']);
        if playing().any(|id| !is_in_order(id)) {
            out.push_str(
                "; of names without a comma the first word is taken for the family name\n",
            );
        }
        let rounds: BTreeSet<Option<&RoundId>> =
            games.iter().map(|game| game.row.round.as_ref()).collect();
        let rounds: Vec<Option<&RoundId>> = rounds.into_iter().collect();
        let places: BTreeMap<usize, usize> = games
            .iter()
            .flat_map(|game| game.row.players)
            .flatten()
            .collect::<BTreeSet<usize>>()
            .into_iter()
            .zip(1..)
            .collect();
        let mut cells: BTreeMap<(usize, usize), String> = BTreeMap::new();
        let mut wins: BTreeMap<usize, u32> = BTreeMap::new();
        // Two games of a player in one round don't fit into a table.
        let mut left_out = Vec::new();
        for game in games {
            let round =
                rounds.iter().position(|round| *round == game.row.round.as_ref()).unwrap_or(0);
            let players: Vec<usize> = game.row.players.into_iter().flatten().collect();
            if players.iter().any(|player| cells.contains_key(&(*player, round)))
                || players.is_empty()
            {
                left_out.push(in_words(game, game.result));
                continue;
            }
            for (side, player) in players.iter().enumerate() {
                let cell = match players.get(1 - side) {
                    Some(opponent) => half_result(game, side, places[opponent], even),
                    None if game.row.is_half => "0=".to_owned(),
                    None => "0+".to_owned(),
                };
                *wins.entry(*player).or_default() += u32::from(cell.contains('+'));
                cells.insert((*player, round), cell);
            }
        }
        for game in left_out {
            let _ = writeln!(out, "; left out, a second game of a player in a round: {game}");
        }
        for (&player, &place) in &places {
            let Player { rank, id, club, country, .. } = self.player_of(player);
            let name = formal_name(self.player_of(player));
            let word = |text: &str, or: &str| match one_line(text)
                .split_whitespace()
                .collect::<Vec<_>>()
                .join("_")
            {
                text if text.is_empty() => or.to_owned(),
                text => text.replace([';', '|'], "_"),
            };
            let (family, given) = match name.split_once(',') {
                Some((family, given)) => (family, given),
                None => name.split_once(char::is_whitespace).unwrap_or((name, "")),
            };
            let name = match word(given, "") {
                given if given.is_empty() => word(family, "?"),
                given => format!("{} {given}", word(family, "?")),
            };
            let rank = if rank.is_empty() { "?" } else { rank };
            let (country, club) = (word(country, "--"), word(club, "--"));
            let wins = wins.get(&player).copied().unwrap_or(0);
            let _ = write!(out, "{place} {name} {rank} {country} {club} {wins}");
            for round in 0..rounds.len() {
                let cell = cells.get(&(player, round)).map_or("0-", String::as_str);
                let _ = write!(out, " {cell}");
            }
            if id.parse::<u64>().is_ok() {
                let _ = write!(out, " |{id}");
            }
            out.push('\n');
        }
        out
    }
}

/// The komi of most even games.
fn even_komi(games: &[Game]) -> Option<Points> {
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    for game in games.iter().filter(|game| game.handicap.unwrap_or(0) == 0) {
        if let Some(komi) = game.komi {
            *counts.entry(komi.as_hundredths()).or_default() += 1;
        }
    }
    counts.into_iter().max_by_key(|(_, number)| *number).map(|(komi, _)| Points::hundredths(komi))
}

/// Whether a game was won without being played to its end on the board.
fn is_unplayed(by: WinBy) -> bool {
    matches!(by, WinBy::Default | WinBy::Forfeit)
}

/// A game as one of its players sees it: `12+/b2`.
fn half_result(game: &Game, side: usize, opponent: usize, even: Option<Points>) -> String {
    let own = if side == 0 { Color::Black } else { Color::White };
    let (sign, mark) = match game.result {
        Outcome::Win(winner, by) => {
            (if winner == own { '+' } else { '-' }, if is_unplayed(by) { "!" } else { "" })
        }
        Outcome::Draw => ('=', ""),
        Outcome::BothWin => ('+', ""),
        Outcome::BothLose => ('-', ""),
        Outcome::NotPlayed => ('-', "!"),
        _ => ('?', ""),
    };
    let color = match (game.row.colors_known, own) {
        (false, _) => return format!("{opponent}{sign}{mark}"),
        (true, Color::Black) => "b",
        (true, Color::White) => "w",
    };
    let stones = game.written_handicap(even).map_or(String::new(), |stones| stones.to_string());
    format!("{opponent}{sign}{mark}/{color}{stones}")
}

/// What was decided otherwise than the table has it, and what table and records leave open: a line each.
fn notes(games: &[Game]) -> Vec<String> {
    let mut notes = Vec::new();
    for game in games {
        let row = game.row;
        let was = row.outcome;
        if row.decided.is_some() && was != game.result && !row.table_result.is_empty() {
            let ruling = match &*row.ruling {
                "" => "by penalties or the event's terms",
                ruling => ruling,
            };
            notes.push(format!(
                "decided: {}; the table: {}; {}",
                in_words(game, game.result),
                game.names().won(was),
                one_line(ruling)
            ));
            continue;
        }
        let differs = |name: &str| {
            row.record
                .as_ref()
                .is_some_and(|entry| entry.differences.iter().any(|known| known == name))
        };
        if row.decided.is_none()
            && row.mark == Mark::Differs
            && differs("result-differs-from-table")
        {
            let record = crate::sgf::result(&row.record_result).outcome;
            notes.push(format!(
                "open: {}, as the table has it; the record: {}",
                in_words(game, game.result),
                game.names().won(record)
            ));
        }
    }
    notes
}

fn in_words(game: &Game, result: Outcome) -> String {
    let round = game.row.round.as_ref().map_or(String::new(), |round| format!("round {round}, "));
    let names = game.names();
    let [black, white] = &names.0;
    format!("{round}{} - {}: {}", excerpt(black), excerpt(white), names.won(result))
}

/// A text without line breaks and control characters.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>().trim().to_owned()
}
