//! The files of an event: which role a file has, drafts from what records say, and terms and decisions written into a file.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use super::name_key::name_keys;
use super::results::{ReadError, Results, Row, written_result};
use super::roster::{PlayerId, Roster};
use super::round::RoundId;
use super::terms::Terms;
use crate::audit::Audit;
use crate::go::Points;
use crate::plural::pluralize;
use crate::printable::toml_string;

/// A file that isn't a record but belongs to an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventFile {
    Terms,
    Results,
}

/// The configuration of a folder of records, which isn't an event's file.
const CONFIGURATION: &str = "sgf-audit.toml";

impl EventFile {
    /// Number of bytes at a file's beginning that suffice to tell what it is.
    pub const HEAD: usize = 1 << 14;

    /// Returns what a file is by its name and its first bytes; `None` for every other file. `is_chosen`: whether a person
    /// chose the file itself, so that one that only its name tells is to be read, and its faults to be reported.
    pub fn recognise(path: &Path, head: &[u8], is_chosen: bool) -> Option<Self> {
        let name = path.file_name()?.to_str()?.to_lowercase();
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        match extension {
            "toml" => (name != CONFIGURATION).then_some(Self::Terms),
            "csv" | "tsv" | "xml" | "h9" if is_chosen => Some(Self::Results),
            _ => Results::is_table(head).then_some(Self::Results),
        }
    }
}

/// Of all records, this many per cent must state a term.
const MOST: usize = 75;

/// Number of records of a group that is few beside all of them: one of at least four, or one in ten.
fn are_few(some: usize, all: usize) -> bool {
    some * 10 <= all || some == 1 && all >= 4
}

/// What games state of a term.
struct Stated {
    /// The value that most of those state that state anything, as TOML.
    value: String,
    /// Number of games that state it, and of those that state anything.
    by: usize,
    stating: usize,
    of: usize,
}

impl Stated {
    /// Returns what most of these values are that aren't empty; `None` if there are none.
    fn new(values: impl Iterator<Item = String>) -> Option<Self> {
        let mut values: Vec<String> = values.collect();
        let of = values.len();
        values.retain(|value| !value.is_empty());
        let value = commonest(values.clone())?;
        let by = values.iter().filter(|other| **other == value).count();
        Some(Self { value, by, stating: values.len(), of })
    }

    /// Returns the line of an event file. If too few games state the term it is a comment, since each of the others would
    /// be a breach.
    fn line(&self, key: &str) -> String {
        let others = self.stating - self.by;
        let is_law =
            are_most(self.stating, self.of) && (others == 0 || are_few(others, self.stating));
        line(key, &self.value, is_law, self.by, self.of)
    }
}

fn are_most(some: usize, all: usize) -> bool {
    some * 100 >= all * MOST
}

/// Returns a line of an event file, or a comment with the number of games that state it.
fn line(key: &str, value: &str, is_law: bool, by: usize, of: usize) -> String {
    match is_law {
        true => format!("{key} = {value}\n"),
        false => format!("# {key} = {value} # stated by {by} of {of}\n"),
    }
}

/// What games state, each value with the number of games: the range, and what few state and is far from it.
struct Range<T> {
    before: Vec<(T, usize)>,
    values: Vec<(T, usize)>,
    after: Vec<(T, usize)>,
}

impl<T: Ord> Range<T> {
    /// Returns the range of values. `is_far`: whether the second of two neighbours is far from the first.
    fn new(values: impl Iterator<Item = T>, is_far: impl Fn(&T, &T) -> bool) -> Self {
        let mut counts: BTreeMap<T, usize> = BTreeMap::new();
        values.for_each(|value| *counts.entry(value).or_default() += 1);
        let all: usize = counts.values().sum();
        let mut values: Vec<(T, usize)> = counts.into_iter().collect();
        // The shortest end that is few games and far from the rest.
        let end = |values: &[(T, usize)], is_last: bool| {
            let at = |length: usize| if is_last { values.len() - length } else { length };
            let is_end = |length: &usize| {
                let (before, after) = values.split_at(at(*length));
                let end = if is_last { after } else { before };
                are_few(end.iter().map(|(_, number)| number).sum(), all)
                    && is_far(&before[before.len() - 1].0, &after[0].0)
            };
            at((1..values.len()).rev().find(is_end).unwrap_or(0))
        };
        let after = values.split_off(end(&values, true));
        let rest = values.split_off(end(&values, false));
        Self { before: values, values: rest, after }
    }

    /// Returns the lines of an event file for one end of the range, the values that were left out as comments. `by`: number of
    /// games that state anything.
    fn lines(
        &self,
        key: &str,
        is_last: bool,
        by: usize,
        of: usize,
        text: impl Fn(&T) -> String,
    ) -> String {
        let (end, left_out) = match is_last {
            true => (self.values.last(), &self.after),
            false => (self.values.first(), &self.before),
        };
        let Some((end, _)) = end else { return format!("# {key} =\n") };
        let end = line(key, &text(end), are_most(by, of), by, of);
        // Of what too few state the range alone is named.
        let left_out = left_out.iter().filter(|_| are_most(by, of));
        end + &left_out.map(|(it, by)| line(key, &text(it), false, *by, of)).collect::<String>()
    }
}

/// Returns the lines of an event file for the days of games; a day more than a month from the others is far.
fn days<'a>(games: impl Iterator<Item = &'a str>) -> String {
    let number = |day: &str| -> Option<u32> {
        let part = |at: std::ops::Range<usize>| day.get(at)?.parse::<u32>().ok();
        Some(part(0..4)? * 372 + part(5..7)? * 31 + part(8..10)?)
    };
    let is_far = |one: &&str, next: &&str| {
        number(one).zip(number(next)).is_some_and(|(one, next)| next > one + 31)
    };
    let games: Vec<&str> = games.collect();
    let stated: Vec<&str> = games.iter().copied().filter(|day| day.len() == 10).collect();
    let (by, of) = (stated.len(), games.len());
    let range = Range::new(stated.into_iter(), is_far);
    let ends = [("first-date", false), ("last-date", true)];
    ends.map(|(key, is_last)| range.lines(key, is_last, by, of, |day| toml_string(day))).concat()
}

/// Returns an event file with what nearly all of these games say.
pub fn draft(games: &[Audit]) -> String {
    let mut out = format!(
        "# What nearly all of {} say; what few say is a comment. Edit it, then: sgf-audit check --event FILE PATHS\n\n",
        pluralize(games.len() as u64, "game")
    );
    let stated = |value: &dyn Fn(&Audit) -> Option<String>| {
        Stated::new(games.iter().map(|game| value(game).unwrap_or_default()))
    };
    let mut line = |key: &str, stated: Option<Stated>| {
        out += &stated.map_or_else(|| format!("# {key} =\n"), |stated| stated.line(key));
    };
    // What a conversion has left of a name is question marks.
    let is_readable = |name: &&String| name.chars().any(char::is_alphabetic);
    line("name", stated(&|game| Some(&game.event).filter(is_readable).map(|it| toml_string(it))));
    line("ruleset", stated(&|game| game.info.named_rules.map(|rules| toml_string(&rules.id))));
    let komi = |is_handicap: bool| {
        let is_of_kind = |game: &&Audit| (game.replay.handicap.stones >= 2) == is_handicap;
        let stated = |game: &Audit| game.info.komi.map(|komi: Points| komi.to_string());
        let of_kind = games.iter().filter(is_of_kind);
        let stated = Stated::new(of_kind.map(|game| stated(game).unwrap_or_default()))?;
        // What the only handicap game of many has is no rule of the event.
        let is_only = stated.of == 1 && games.len() > 3;
        Some(Stated { of: if is_only { games.len() } else { stated.of }, ..stated })
    };
    line("komi", komi(false));
    line("handicap-komi", komi(true));
    let sizes = games.iter().filter(|game| game.size.cols() == game.size.rows());
    line("board-size", Stated::new(sizes.map(|game| game.size.cols().to_string())));
    // An even event has no stones; next to two stones, three aren't far.
    let stones = games.iter().map(|game| game.replay.handicap.stones);
    let stones = Range::new(stones, |one, next| *one == 0 || *next > one + 1);
    out += &stones.lines("max-handicap", true, games.len(), games.len(), u32::to_string);
    out += &days(games.iter().map(|game| &*game.info.date_iso));
    let main = stated(&|game| game.info.main_time.map(|seconds| seconds.to_string()));
    let overtime = stated(&|game| {
        crate::sgf::overtime(&game.info.overtime).map(|_| toml_string(&game.info.overtime))
    });
    if main.is_some() || overtime.is_some() {
        out.push_str("\n[time]\n");
        for (key, stated) in [("main", main), ("overtime", overtime)] {
            out += &stated.map_or_else(String::new, |stated| stated.line(key));
        }
    }
    push_rounds(&mut out, games);
    push_players(&mut out, games);
    out
}

/// The rounds, if most games state one.
fn push_rounds(out: &mut String, games: &[Audit]) {
    let mut rounds: BTreeMap<RoundId, Vec<&str>> = BTreeMap::new();
    for game in games {
        if let Some(round) = RoundId::read(&game.info.round) {
            rounds.entry(round).or_default().push(&game.info.date_iso);
        }
    }
    if !are_most(rounds.values().map(Vec::len).sum(), games.len()) {
        return;
    }
    let numbers = rounds
        .iter()
        .flat_map(|(round, games)| std::iter::repeat_n(round.number(), games.len()).flatten());
    let known = Range::new(numbers, |one, next| *next > one + 1);
    let left_out: Vec<u32> = known.before.iter().chain(&known.after).map(|(it, _)| *it).collect();
    for (round, stated) in &rounds {
        let number = match round {
            RoundId::Number(number) => number.to_string(),
            RoundId::Name(name) => toml_string(name),
        };
        let (by, of) = (stated.len(), games.len());
        if round.number().is_some_and(|number| left_out.contains(&number)) {
            let _ = write!(out, "\n# [[rounds]]\n{}", line("number", &number, false, by, of));
        } else {
            let _ = write!(out, "\n[[rounds]]\nnumber = {number}\n");
            let dated = stated.iter().copied().filter(|day| day.len() == 10);
            if dated.clone().next().is_some() {
                out.push_str(&days(dated));
            }
        }
    }
}

/// Players by the forms of their names, with the rank, and shorter forms as aliases.
fn push_players(out: &mut String, games: &[Audit]) {
    let mut players: BTreeMap<Vec<String>, (Vec<String>, Vec<String>)> = BTreeMap::new();
    for game in games {
        let both = [(&game.black, &game.info.black_rank), (&game.white, &game.info.white_rank)];
        for (name, rank) in both {
            let (names, ranks) = players.entry(name_keys(name)).or_default();
            names.push(name.clone());
            ranks.extend(crate::sgf::rank(rank).filter(|rank| rank != "?"));
        }
    }
    let mut roster = Roster::default();
    let mut all_ranks = Vec::new();
    for (keys, (names, ranks)) in players {
        let Some(name) = commonest(names).filter(|_| !keys.is_empty()) else { continue };
        roster.add_named(&name);
        all_ranks.push(ranks);
    }
    let longer = |id| roster.longer(id).filter(|&other| roster.longer(other).is_none());
    let mut shorter: BTreeMap<PlayerId, Vec<PlayerId>> = BTreeMap::new();
    for (id, _) in roster.players() {
        if let Some(longer) = longer(id) {
            shorter.entry(longer).or_default().push(id);
        }
    }
    for (id, player) in roster.players().filter(|(id, _)| longer(*id).is_none()) {
        let _ = write!(out, "\n[[players]]\nname = {}\n", toml_string(&player.name));
        let same = shorter.remove(&id).unwrap_or_default();
        if !same.is_empty() {
            let names = same.iter().map(|&id| toml_string(&roster.player(id).name));
            let names = names.collect::<Vec<_>>().join(", ");
            let _ = writeln!(out, "aliases = [{names}] # or players of their own");
        }
        let same = same.into_iter().chain([id]);
        let ranks = same.flat_map(|id| std::mem::take(&mut all_ranks[id]));
        if let Some(ranks) = Stated::new(ranks.map(|rank| toml_string(&rank))) {
            *out += &ranks.line("rank");
        }
    }
}

/// Returns the value that occurs most often; of several the first by the alphabet.
fn commonest(mut values: Vec<String>) -> Option<String> {
    values.sort();
    let groups = values.chunk_by(|one, other| one == other);
    groups
        .max_by_key(|group| (group.len(), std::cmp::Reverse(&group[0])))
        .map(|group| group[0].clone())
}

/// A row of a table of results as a form shows it: the round, Black, White, handicap, komi and result; empty where it isn't
/// known.
type FormRow = [String; 6];

fn form_row(
    round: Option<RoundId>,
    [black, white]: [&str; 2],
    handicap: Option<u32>,
    komi: Option<Points>,
    result: String,
) -> FormRow {
    let round = round.map_or(String::new(), |round| round.to_string());
    let handicap = handicap.map_or(String::new(), |stones| stones.to_string());
    let komi = komi.map_or(String::new(), |komi| komi.to_string());
    [round, black.to_owned(), white.to_owned(), handicap, komi, result]
}

/// Returns the rows of a table of results with what the records say, by round.
pub fn draft_results(games: &[Audit]) -> Vec<FormRow> {
    let mut rows: Vec<_> =
        games.iter().map(|game| (RoundId::read(&game.info.round), game)).collect();
    rows.sort_by_key(|(round, _)| (round.is_none(), round.clone()));
    let row = |(round, game): (_, &Audit)| {
        let result = Some(game.outcome).filter(|outcome| !outcome.is_unknown());
        let result = result.map_or(String::new(), |outcome| outcome.to_string());
        let players = [&*game.black, &*game.white];
        form_row(round, players, game.replay.handicap.known(), game.info.komi, result)
    };
    rows.into_iter().map(row).collect()
}

/// Returns the rows of a table of results in the form of [`draft_results`], byes and defaults included.
pub fn table_rows(results: &Results) -> Vec<FormRow> {
    let table = &results.table;
    let cells = |row: &Row| {
        let name = |player: Option<usize>| player.map_or("", |at| &*table.players[at].name);
        let result = match row.is_half {
            true => "1/2 bye".to_owned(),
            false => written_result(row.result),
        };
        form_row(row.round.clone(), row.players.map(name), row.handicap, row.komi, result)
    };
    table.rows.iter().map(cells).collect()
}

/// Returns an event's file with decisions added behind what it has: `aliases`, `penalties` and `rulings`, in the form of its
/// own keys. Fails if a decision can't be read, or contradicts the file.
pub fn with_decisions(text: &str, mut decisions: toml::Table) -> Result<String, ReadError> {
    let mut out = text.to_owned();
    // A table can't be opened twice, so names are added where the file has its own.
    let at = text.lines().position(|line| line.trim() == "[aliases]");
    if let Some((at, toml::Value::Table(aliases))) =
        at.and_then(|at| Some((at, decisions.remove("aliases")?)))
    {
        let mut lines: Vec<&str> = text.lines().collect();
        let added = aliases.to_string();
        lines.insert(at + 1, added.trim_end());
        out = lines.join("\n") + "\n";
    }
    if !decisions.is_empty() {
        let gap = if out.is_empty() || out.ends_with("\n\n") { "" } else { "\n" };
        let end = if out.is_empty() || out.ends_with('\n') { "" } else { "\n" };
        out = format!("{out}{end}{gap}{decisions}");
    }
    Terms::from_toml(&out).map(|_| out)
}

/// Returns an event's file with a value for a key, such as `komi` or `time.main`, as a person types it. Without a value, the
/// event has no rule. Fails if the key can't have this value; the message is about the value alone.
pub fn with_term(text: &str, key: &str, value: &str) -> Result<String, ReadError> {
    let (section, name) = key.rsplit_once('.').unwrap_or(("", key));
    let header = format!("[{section}]");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let is_header = |line: &String| line.trim_start().starts_with('[');
    let first = match section {
        "" => 0,
        _ => lines.iter().position(|line| line.trim() == header).map_or(lines.len(), |at| at + 1),
    };
    let end = lines.iter().skip(first).position(is_header).map_or(lines.len(), |at| first + at);
    let of_key = |line: &String| {
        let line = line.trim_start_matches(['#', ' ']);
        line.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with('='))
    };
    let at = lines[first..end].iter().position(of_key).map(|at| first + at);
    let line = match value.trim() {
        "" => None,
        value => Some(term_line(section, name, value)?),
    };
    match (at, line) {
        (Some(at), Some(line)) => lines[at] = line,
        (Some(at), None) => _ = lines.remove(at),
        (None, Some(line)) if section.is_empty() => lines.insert(0, line),
        (None, Some(line)) if first == lines.len() && !lines.contains(&header) => {
            lines.extend([String::new(), header, line]);
        }
        (None, Some(line)) => lines.insert(first, line),
        (None, None) => {}
    }
    let out = lines.join("\n") + "\n";
    Terms::from_toml(&out).map(|_| out)
}

/// Returns the line of a term: its value is a number, a switch or a text, whichever the key can have.
fn term_line(section: &str, name: &str, value: &str) -> Result<String, ReadError> {
    let is_plain = matches!(value, "true" | "false") || value.parse::<f64>().is_ok();
    let plain = is_plain.then(|| value.to_owned());
    let lines =
        plain.into_iter().chain([toml_string(value)]).map(|value| format!("{name} = {value}"));
    let mut error = None;
    for line in lines {
        let text = if section.is_empty() { line.clone() } else { format!("[{section}]\n{line}") };
        match toml::from_str::<Terms>(&text) {
            Ok(_) => return Ok(line),
            Err(why) => _ = error.get_or_insert(why),
        }
    }
    Err(value_error(value, &error.expect("there is a value")))
}

/// Returns why a field of a ruling or a penalty can't have a value, as a message about the value alone. `kind`:
/// `rulings` or `penalties`.
pub fn check_field(kind: &str, key: &str, value: &str) -> Result<(), ReadError> {
    let (color, points) = (toml::Value::from("black"), toml::Value::from(1));
    let needed = [("file", "a.sgf".into()), ("color", color), ("points", points)];
    let needed = needed.into_iter().take(if kind == "penalties" { 3 } else { 1 });
    let mut decision: toml::Table = needed.map(|(key, value)| (key.to_owned(), value)).collect();
    decision.insert(key.to_owned(), value.into());
    let decisions = toml::Value::Array(vec![toml::Value::Table(decision)]);
    let terms = toml::Table::from_iter([(kind.to_owned(), decisions)]);
    // As text, since a second way to read terms would make the page larger.
    let read = toml::from_str::<Terms>(&terms.to_string());
    read.map(|_| ()).map_err(|error| value_error(value, &error))
}

fn value_error(value: &str, error: &toml::de::Error) -> ReadError {
    let message = error.message();
    match message.starts_with("invalid type") || message.starts_with("invalid value") {
        true => ReadError::new(format!("`{value}` isn't a number")),
        false => ReadError::new(message.trim()),
    }
}
