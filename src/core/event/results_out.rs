//! Results written as rating lists take them: the AGA's rating report (AGA, "Qualifications for Rated Games", section
//! "Format and How to Submit"), the EGF's tournament table H9 (EGF ratings, "Comments on submitting tournament results",
//! and OpenGotha's export), and CSV. What was decided otherwise than the table had it stands above the results.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use super::check::EventCheck;
use super::conclusion::{Conclusion, Mark, PairingRow, is_unplayed};
use super::name_key::names;
use super::results::Header;
use super::roster::Player;
use super::round::RoundId;
use crate::audit::FindingKind;
use crate::go::Points;
use crate::sgf::Outcome;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutFormat {
    Csv,
    H9,
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

/// The first number that stands in for one that isn't known. The AGA asks for numbers outside the range of its members.
const STAND_INS: u64 = 90_001;

/// Whether a number is one of a rating list, and none that stands in: the EGF's have eight digits.
fn is_member(number: &str) -> bool {
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
    is_number && number.parse().is_ok_and(|number: u64| !(STAND_INS..100_000).contains(&number))
}

/// The name with a comma after the family name, if a table has it so.
fn formal_name(player: &Player) -> &str {
    if player.formal.is_empty() { &player.name } else { &player.formal }
}

/// A game as a table of results has it: the players as the table states them, and where the result that holds is from.
pub struct OutRow {
    /// The game, with the record's colours where the table doesn't know them.
    pub row: PairingRow,
    pub players: [Player; 2],
    /// `ruling`, `decision`, `table` or `record`; empty without a result.
    pub source: &'static str,
}

impl EventCheck {
    /// Returns the results of an event as the EGF or the AGA takes them, corrected by what was decided. Fails if there is no
    /// game, or if the table contradicts itself.
    pub fn results_out(
        &self,
        conclusion: &Conclusion,
        format: OutFormat,
    ) -> Result<String, String> {
        if let Some((path, found)) = self.findings.first(FindingKind::ContradictoryTable) {
            let (line, why) = (found.line, &found.message);
            return Err(format!(
                "the results contradict each other ({path}:{line}: {why}); correct that, or write .csv"
            ));
        }
        let (games, notes) = games(conclusion)?;
        Ok(match format {
            OutFormat::Aga => self.aga(conclusion, &games, &notes),
            OutFormat::H9 | OutFormat::Csv => self.h9(conclusion, &games, &notes),
        })
    }

    /// Returns the games of a table of results in CSV, and the comments above them. Fails if there is no game.
    pub fn results_rows(
        &self,
        conclusion: &Conclusion,
    ) -> Result<(Vec<OutRow>, Vec<String>), String> {
        let (games, notes) = games(conclusion)?;
        let of_row = |row: PairingRow| {
            let player = |side: usize| match (row.row.stated[side], row.row.players[side]) {
                (Some(at), _) => self.table_players[at].clone(),
                (None, Some(id)) => self.roster.player(id).clone(),
                (None, None) => Player::default(),
            };
            let source = match (&*row.ruling, row.decided) {
                _ if row.result().is_unknown() => "",
                (_, None) if row.is_of_record || row.table_result.is_empty() => "record",
                (_, None) => "table",
                ("", _) => "decision",
                _ => "ruling",
            };
            OutRow { players: [player(0), player(1)], row, source }
        };
        Ok((games.into_iter().map(of_row).collect(), notes))
    }

    fn aga(&self, conclusion: &Conclusion, games: &[PairingRow], notes: &[String]) -> String {
        let mut out = String::new();
        notes.iter().for_each(|note| _ = writeln!(out, "# {note}"));
        let mut sections: BTreeMap<(Option<&RoundId>, bool), String> = BTreeMap::new();
        let numbers = self.numbers(games);
        for game in games {
            let round = game.row.round.as_ref();
            let [black, white] = game.row.players.map(|id| numbers.get(&id?).copied());
            if let (true, Some(number)) = (game.is_bye(), black) {
                let _ = writeln!(sections.entry((round, true)).or_default(), "{number}");
            }
            let (false, Some(black), Some(white)) = (game.is_bye(), black, white) else { continue };
            let result = match game.result() {
                Outcome::Win(winner, by) if !is_unplayed(by) => winner.letter(),
                outcome if outcome.is_unknown() => '?',
                _ => ' ',
            };
            if result == ' ' || !game.row.colors_known {
                let why = match game.row.colors_known {
                    true => "the report has no such result",
                    false => "the colours aren't known",
                };
                let _ = writeln!(out, "# left out: {}; {why}", in_words(game));
                continue;
            }
            let stones = game.handicap().map_or(String::new(), |stones| format!(" {stones}"));
            let komi = game.komi().filter(|_| !stones.is_empty());
            let komi = komi.map(|komi| format!(" {}", komi.as_hundredths().div_euclid(100)));
            let komi = komi.unwrap_or_default();
            let section = sections.entry((round, false)).or_default();
            let _ = writeln!(section, "{white} {black} {result}{stones}{komi}");
        }
        let header = self.event_header(conclusion, None);
        let value = |key: &str| one_line(header.get(key)).replace('#', " ");
        let place = value("PC").replace(',', " ").split_whitespace().collect::<Vec<_>>().join(" ");
        let place = if place.is_empty() { place } else { format!(", {place}") };
        let _ = writeln!(out, "TOURNEY {}{place}", value("EV"));
        let days = value("DT");
        let both = [("start", days.split(',').next()), ("finish", days.split(',').next_back())];
        for (key, day) in both {
            if let [year, month, day] = day.unwrap_or("").split('-').collect::<Vec<_>>()[..] {
                let [month, day] = [month, day].map(|number| number.trim_start_matches('0'));
                let _ = writeln!(out, "\t{key}={month}/{day}/{year}");
            }
        }
        let rules = self.ruleset().map_or(value("RU"), |rules| rules.id.to_uppercase());
        if !rules.is_empty() {
            let _ = writeln!(out, "\trules={rules}");
        }
        out.push_str("\nPLAYERS\n");
        for (id, number) in &numbers {
            let player = self.roster.player(*id);
            let club = match &*player.club {
                "" => String::new(),
                club => format!(" club={}", club.replace(' ', "_")),
            };
            let unknown = if is_member(&player.id) { "" } else { " # not a member's number" };
            let name = one_line(formal_name(player)).replace('#', " ");
            let line = format!("{number} {name} {}", player.rank);
            let _ = writeln!(out, "{}{club}{unknown}", line.trim_end());
        }
        for ((round, is_bye), lines) in &sections {
            let round = round.map_or(String::new(), |round| format!(" {round}"));
            let _ = write!(out, "\n{}{round}\n{lines}", if *is_bye { "BYES" } else { "GAMES" });
        }
        out + "END\n"
    }

    /// The numbers by which a report names the players: their own, or others that nobody has.
    fn numbers(&self, games: &[PairingRow]) -> BTreeMap<usize, u64> {
        let playing: BTreeSet<usize> =
            games.iter().flat_map(|game| game.row.players).flatten().collect();
        let own = |id: usize| self.roster.player(id).id.parse::<u64>().ok();
        let taken: BTreeSet<u64> = playing.iter().filter_map(|&id| own(id)).collect();
        let mut free = (STAND_INS..).filter(|number| !taken.contains(number));
        let mut used = BTreeSet::new();
        let number = |id| {
            let number = own(id).filter(|number| used.insert(*number)).or_else(|| free.next());
            (id, number.unwrap_or_default())
        };
        playing.into_iter().map(number).collect()
    }

    /// What is known of the event, by the keys of H9: by the event's file, or else by the table.
    fn event_header(&self, conclusion: &Conclusion, even: Option<Points>) -> Header {
        let days =
            self.terms.days().map_or(String::new(), |(first, last)| format!("{first},{last}"));
        let komi = match self.header.get("KM") {
            "" => even.map_or(String::new(), |komi| komi.to_string()),
            stated => stated.to_owned(),
        };
        let own = [
            ("CL", &*self.terms.class),
            ("EV", &conclusion.name),
            ("PC", &self.terms.place),
            ("DT", &days),
            ("HA", ""),
            ("KM", &komi),
            ("OR", &self.terms.organizer),
        ];
        let mut header = Header::default();
        for (key, value) in own {
            header.push(key, if value.is_empty() { self.header.get(key) } else { value });
        }
        let of_table =
            self.header.values.iter().filter(|(key, _)| own.iter().all(|(known, _)| known != key));
        header.values.extend(of_table.cloned());
        header
    }

    fn h9(&self, conclusion: &Conclusion, games: &[PairingRow], notes: &[String]) -> String {
        let mut out = String::new();
        let even = even_komi(games);
        for (key, value) in &self.event_header(conclusion, even).values {
            let _ = writeln!(out, "; {key}[{}]", one_line(value).replace(']', ")"));
        }
        notes.iter().for_each(|note| _ = writeln!(out, "; {note}"));
        if games.iter().any(|game| game.result() == Outcome::BothWin) {
            out.push_str("; two plus signs mean that both won, as OpenGotha writes it\n");
        }
        // Twice the points of each player, and the first place that the table states.
        let mut standing: BTreeMap<usize, (u32, usize)> = BTreeMap::new();
        for game in games {
            for (side, player) in game.row.players.iter().enumerate() {
                let Some(player) = *player else { continue };
                let (points, first) = standing.entry(player).or_insert((0, usize::MAX));
                *points += game.half_points(side);
                *first = game.row.stated[side].unwrap_or(player).min(*first);
            }
        }
        if standing.keys().any(|&id| !formal_name(self.roster.player(id)).contains(',')) {
            out.push_str(
                "; of names without a comma the first word is taken for the family name\n",
            );
        }
        let mut order: Vec<usize> = standing.keys().copied().collect();
        order.sort_by_key(|player| {
            let (points, first) = standing[player];
            (std::cmp::Reverse(if self.header.is_placed { 0 } else { points }), first)
        });
        if !self.header.is_placed {
            out.push_str("; the places are guessed: by wins, then in the order of the table\n");
        }
        let places: BTreeMap<usize, usize> = order.iter().copied().zip(1..).collect();
        let rounds: BTreeSet<Option<&RoundId>> =
            games.iter().map(|game| game.row.round.as_ref()).collect();
        let mut cells: BTreeMap<(usize, Option<&RoundId>), String> = BTreeMap::new();
        for game in games {
            let round = game.row.round.as_ref();
            let players: Vec<usize> = game.row.players.into_iter().flatten().collect();
            // Two games of a player in one round don't fit into a table.
            if players.iter().any(|player| cells.contains_key(&(*player, round)))
                || players.is_empty()
            {
                let game = in_words(game);
                let _ = writeln!(out, "; left out, a second game of a player in a round: {game}");
                continue;
            }
            for (side, player) in players.iter().enumerate() {
                let cell = match players.get(1 - side) {
                    Some(opponent) => {
                        let (result, stones) = (game.result(), written_handicap(game, even));
                        game.half_result(side, &places[opponent].to_string(), result, stones)
                    }
                    None => if game.row.is_half { "0=" } else { "0+" }.to_owned(),
                };
                cells.insert((*player, round), cell);
            }
        }
        for player in order {
            let Player { rank, id, club, country, .. } = self.roster.player(player);
            let name = formal_name(self.roster.player(player));
            let (family, given) = match name.split_once(',') {
                Some((family, given)) => (family, given),
                None => name.split_once(char::is_whitespace).unwrap_or((name, "")),
            };
            let name = format!("{} {}", word(family, "?"), word(given, ""));
            let rank = if rank.is_empty() { "?" } else { rank };
            let (country, club) = (word(country, "--"), word(club, "--"));
            let (place, wins) = (places[&player], standing[&player].0 / 2);
            let _ = write!(out, "{place} {} {rank} {country} {club} {wins}", name.trim_end());
            for round in &rounds {
                let cell = cells.get(&(player, *round)).map_or("0-", String::as_str);
                let _ = write!(out, " {cell}");
            }
            out.push_str(&if is_member(id) { format!(" |{id}\n") } else { "\n".to_owned() });
        }
        out
    }
}

/// Returns the games of the results, with the record's colours where the table doesn't know them, and the comments above
/// them. Fails if there is no game.
fn games(conclusion: &Conclusion) -> Result<(Vec<PairingRow>, Vec<String>), String> {
    let rows = conclusion.pairings.iter().map(with_record_colors);
    let (games, others): (Vec<PairingRow>, Vec<_>) = rows.partition(|row| row.mark != Mark::NoRow);
    if games.is_empty() {
        let why = "there are no results to write: neither a table nor records of listed players";
        return Err(why.to_owned());
    }
    let others = others.iter().map(|row| format!("open: not in the table: {}", in_words(row)));
    let notes = games.iter().filter_map(note).chain(others).collect();
    Ok((games, notes))
}

/// Returns a text as one word of H9, or another one for a text without words.
fn word(text: &str, or: &str) -> String {
    match one_line(text).split_whitespace().collect::<Vec<_>>().join("_") {
        text if text.is_empty() => or.to_owned(),
        text => text.replace([';', '|'], "_"),
    }
}

/// Returns a row with the colours of its record, where the table doesn't know them.
fn with_record_colors(row: &PairingRow) -> PairingRow {
    let mut row = row.clone();
    let Some(record) = row.record.as_ref().filter(|_| !row.row.colors_known) else { return row };
    row.row.colors_known = true;
    if record.players[0] != row.row.players[0] {
        row.row.players.swap(0, 1);
        row.row.stated.swap(0, 1);
        row.teams.swap(0, 1);
        std::mem::swap(&mut row.black, &mut row.white);
        row.row.result = row.row.result.swapped();
        row.decided = row.decided.map(Outcome::swapped);
    }
    row
}

fn even_komi(games: &[PairingRow]) -> Option<Points> {
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    let even = games.iter().filter(|game| game.handicap().unwrap_or(0) == 0);
    for komi in even.filter_map(|game| game.komi()) {
        *counts.entry(komi.as_hundredths()).or_default() += 1;
    }
    counts.into_iter().max_by_key(|(_, number)| *number).map(|(komi, _)| Points::hundredths(komi))
}

/// Handicap as tournament programs write it: 1 is Black's first move with a komi of 0.5.
fn written_handicap(game: &PairingRow, even: Option<Points>) -> Option<u32> {
    let is_first_move = game.komi() == Some(Points::HALF) && even != Some(Points::HALF);
    match game.handicap()? {
        0 if is_first_move => Some(1),
        stones => Some(stones),
    }
}

/// What was decided otherwise than the table has it, or what table and record leave open.
fn note(row: &PairingRow) -> Option<String> {
    let names = names([&row.black, &row.white]);
    let table = if row.is_of_record { Outcome::Unknown } else { row.row.result };
    if row.decided.is_some() && table != row.result() && !row.table_result.is_empty() {
        let ruling = match &*row.ruling {
            "" => "by penalties or the event's terms",
            ruling => ruling,
        };
        let (table, ruling) = (names.won(table), one_line(ruling));
        return Some(format!("decided: {}; the table: {table}; {ruling}", in_words(row)));
    }
    let is_open = row.decided.is_none()
        && row.mark == Mark::Differs
        && row.differs("result-differs-from-table");
    is_open.then(|| {
        let record = names.won(crate::sgf::result(&row.record_result).outcome);
        match row.is_of_record {
            true => format!("open: {}, as recorded; the table: no result", in_words(row)),
            false => format!("open: {}, as the table has it; the record: {record}", in_words(row)),
        }
    })
}

fn in_words(row: &PairingRow) -> String {
    let round = row.row.round.as_ref().map_or(String::new(), |round| format!("round {round}, "));
    let names = names([&row.black, &row.white]);
    let [black, white] = &names.0;
    format!("{round}{black} - {white}: {}", names.won(row.result()))
}

/// A text without line breaks and control characters.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>().trim().to_owned()
}
