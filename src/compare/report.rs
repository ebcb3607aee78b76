//! The differences of two games, in words.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::read::{Action, ComparedGame};
use crate::plural::pluralize;
use crate::replay::turn;

/// The differences of two games, each as lines of text; empty if there are none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Differences {
    /// The first difference in boards or moves.
    pub moves: String,
    /// All differences in headers.
    pub header: String,
    /// The first difference in comments.
    pub comments: String,
}

impl Differences {
    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Compares two games. `names`: how the text calls them.
pub fn differences(one: &ComparedGame, other: &ComparedGame, names: [&str; 2]) -> Differences {
    Differences {
        moves: moves(one, other, names),
        header: header(one, other),
        comments: comments(one, other),
    }
}

fn moves(one: &ComparedGame, other: &ComparedGame, names: [&str; 2]) -> String {
    let mut out = String::new();
    if one.size != other.size {
        let _ = writeln!(out, "board: {} vs. {}", one.size, other.size);
        return out;
    }
    let same = one.actions.iter().zip(&other.actions).take_while(|(a, b)| a == b).count();
    let games = [one, other];
    let number = 1 + one.actions[..same].iter().filter(|action| action.play.is_some()).count();
    match [one, other].map(|game| game.actions.get(same)) {
        [None, None] => return out,
        [Some(a), Some(b)] if a.setup != b.setup => {
            let [a, b] = [a, b].map(|action| words(&action.setup));
            let _ = writeln!(out, "setup before move {number}: {a} vs. {b}");
        }
        [Some(a), Some(b)] => {
            let [a, b] = [a, b].map(play);
            let [line, other_line] = games.map(|game| game.lines[same]);
            let _ = writeln!(
                out,
                "move {number}: {a} ({}:{line}) vs. {b} ({}:{other_line})",
                names[0], names[1]
            );
        }
        [Some(_), None] => ends(&mut out, names[1], names[0], one, same, number),
        [None, Some(_)] => ends(&mut out, names[0], names[1], other, same, number),
    }
    let [a, b] = games.map(|game| game.signature.game);
    if a.is_some() && a == b {
        let turned = turn(one.signature.view, other.signature.view);
        let how = if turned.is_empty() { "apart from passes" } else { turned };
        let _ = writeln!(out, "the game is the same, {how}");
    } else {
        let plays =
            |game: &ComparedGame| game.actions.iter().filter(|it| it.play.is_some()).count();
        let rest = games.map(|game| pluralize(plays(game) as u64, "move"));
        let _ = writeln!(out, "{} vs. {} in all", rest[0], rest[1]);
    }
    out
}

/// Appends that one game ends where the other continues.
fn ends(
    out: &mut String,
    short: &str,
    long: &str,
    longer: &ComparedGame,
    same: usize,
    number: usize,
) {
    let next = play(&longer.actions[same]);
    let moves = pluralize(number as u64 - 1, "move");
    let _ = writeln!(out, "{short} ends after {moves}; {long} continues with {next}");
}

fn words(setup: &[String]) -> String {
    if setup.is_empty() { "none".to_owned() } else { setup.join(", ") }
}

fn play(action: &Action) -> String {
    match &action.play {
        Some((color, point)) => format!("{} {point}", color.letter()),
        None => format!("setup {}", words(&action.setup)),
    }
}

fn header(one: &ComparedGame, other: &ComparedGame) -> String {
    let ids: BTreeSet<&String> = one.header.keys().chain(other.header.keys()).collect();
    let mut out = String::new();
    for id in ids {
        let [a, b] = [one, other].map(|game| game.header.get(id));
        if a != b {
            let [a, b] = [a, b].map(|value| value.map_or("none", String::as_str));
            let _ = writeln!(out, "{id}: {a} vs. {b}");
        }
    }
    out
}

fn comments(one: &ComparedGame, other: &ComparedGame) -> String {
    let same = one.comments.iter().zip(&other.comments).take_while(|(a, b)| a == b).count();
    let next = [one, other].map(|game| game.comments.get(same));
    let Some(first) = next.iter().flatten().map(|(number, _)| *number).min() else {
        return String::new();
    };
    let [a, b] = next.map(|comment| match comment {
        Some((number, text)) if *number == first => quoted(text),
        _ => "none".to_owned(),
    });
    format!("comment at move {first}: {a} vs. {b}\n")
}

/// Returns the beginning of a comment on one line.
fn quoted(text: &str) -> String {
    const MAX_CHARS: usize = 60;
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("\"{}...\"", &line[..end]),
        None => format!("\"{line}\""),
    }
}
