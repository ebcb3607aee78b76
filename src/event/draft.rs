//! A starting event file, from what nearly all records say: `draft`.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::check::{recorded_komi, round};
use super::name_key::name_keys;
use crate::audit::Audit;
use crate::go::Points;
use crate::plural::pluralize;

/// Of the records that say something, this many per cent must say the same.
const NEARLY_ALL: usize = 90;

/// Returns an event file with what nearly all of these games say.
pub fn draft(games: &[Audit]) -> String {
    let mut out = format!(
        "# What nearly all of {} say. Edit it, then: sgf-audit check --event FILE PATHS\n\n",
        pluralize(games.len() as u64, "game")
    );
    let mut line = |key: &str, value: Option<String>| {
        match value {
            Some(value) => writeln!(out, "{key} = {value}"),
            None => writeln!(out, "# {key} ="),
        }
        .unwrap_or_default()
    };
    let name = most(games.iter().map(|game| game.event.clone()));
    line("name", name.map(|name| quoted(&name)));
    let rules = games.iter().filter_map(|game| game.info.named_rules);
    line("ruleset", most(rules.map(|rules| rules.id.to_string())).map(|id| quoted(&id)));
    let komi = |wanted: fn(u32) -> bool| {
        let of_kind = games.iter().filter(|game| wanted(game.replay.handicap.stones));
        most(of_kind.filter_map(recorded_komi).map(|komi: Points| komi.to_string()))
    };
    line("komi", komi(|stones| stones < 2));
    line("handicap-komi", komi(|stones| stones >= 2));
    let stones = games.iter().map(|game| game.replay.handicap.stones);
    line("max-handicap", stones.max().map(|most| most.to_string()));
    let sizes = games.iter().filter(|game| game.size.cols() == game.size.rows());
    line("board-size", most(sizes.map(|game| game.size.cols().to_string())));
    let days = || games.iter().map(|game| &game.info.date_iso).filter(|day| day.len() == 10);
    line("first-date", days().min().map(|day| quoted(day)));
    line("last-date", days().max().map(|day| quoted(day)));
    let servers = games.iter().filter_map(|game| game.info.server);
    let server = most(servers.map(str::to_owned)).filter(|_| {
        games.iter().filter(|game| game.info.server.is_some()).count() * 100
            >= games.len() * NEARLY_ALL
    });
    line("servers", server.map(|id| format!("[{}]", quoted(&id))));
    line("min-moves", None);
    line("games-per-pair", None);
    line("file-names", None);
    line("tag", None);
    line("result-required", None);
    line("variations", None);
    let main = most(games.iter().filter_map(|game| game.info.main_time).map(|t| t.to_string()));
    let overtime = most(
        games
            .iter()
            .filter(|game| crate::sgf::overtime(&game.info.overtime).is_some())
            .map(|game| game.info.overtime.clone()),
    );
    if main.is_some() || overtime.is_some() {
        out.push_str("\n[time]\n");
        for (key, value) in [("main", main), ("overtime", overtime.map(|text| quoted(&text)))] {
            if let Some(value) = value {
                let _ = writeln!(out, "{key} = {value}");
            }
        }
    }
    push_rounds(&mut out, games);
    push_players(&mut out, games);
    out
}

fn push_rounds(out: &mut String, games: &[Audit]) {
    let mut rounds: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
    for game in games {
        if let Some(number) = round(&game.info.round) {
            let days = rounds.entry(number).or_default();
            days.extend((game.info.date_iso.len() == 10).then_some(&*game.info.date_iso));
        }
    }
    for (number, days) in rounds {
        let _ = write!(out, "\n[[rounds]]\nnumber = {number}\n");
        if let (Some(first), Some(last)) = (days.iter().min(), days.iter().max()) {
            let _ = write!(out, "first-date = {}\nlast-date = {}\n", quoted(first), quoted(last));
        }
    }
}

/// Players by the forms of their names, with each spelling and rank.
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
    for (keys, (names, ranks)) in players {
        let Some(name) = commonest(names).filter(|_| !keys.is_empty()) else { continue };
        let _ = write!(out, "\n[[players]]\nname = {}\n", quoted(&name));
        if let Some(rank) = most(ranks.into_iter()) {
            let _ = writeln!(out, "rank = {}", quoted(&rank));
        }
    }
}

/// Returns what nearly all say, if they do. Empty values say nothing.
fn most(values: impl Iterator<Item = String>) -> Option<String> {
    let values: Vec<String> = values.filter(|value| !value.is_empty()).collect();
    let all = values.len();
    let first = commonest(values.clone())?;
    let same = values.iter().filter(|value| **value == first).count();
    (same * 100 >= all * NEARLY_ALL).then_some(first)
}

/// Returns the value that occurs most often; of several the first by the alphabet.
fn commonest(mut values: Vec<String>) -> Option<String> {
    values.sort();
    let groups = values.chunk_by(|one, other| one == other);
    groups
        .max_by_key(|group| (group.len(), std::cmp::Reverse(&group[0])))
        .map(|group| group[0].clone())
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}
