//! The differences of two games, in words.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::hash::Hash;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::{Action, ComparedGame};
use sgf_audit_core::go::{Color, Point};
use sgf_audit_core::plural::pluralize;
use sgf_audit_core::printable::Shown;
use sgf_audit_core::replay::{best_turn, turn, turned};

/// The differences of two games, each as lines of text; empty if there are none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Differences {
    /// All differences in boards and moves.
    pub moves: String,
    /// All differences in headers.
    pub header: String,
    /// All differences in comments.
    pub comments: String,
}

impl Differences {
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

/// Games of fewer plays are short.
const SHORT: usize = 30;

/// How a game is looked at so that it matches another one.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Seen {
    view: u8,
    swapped: bool,
}

/// A move in words, and the setup before it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Words {
    setup: Vec<String>,
    play: Option<String>,
}

impl Seen {
    /// The way in which one game matches the other best.
    fn matching(one: &ComparedGame, other: &ComparedGame) -> Self {
        let points = |game: &ComparedGame| plays(game).map(|(_, point)| point).collect::<Vec<_>>();
        let (view, common) = best_turn(&points(other), &points(one), one.size);
        // The boards of games with little in common are as they are. In a few plays all have to agree.
        let all = plays(one).count();
        let least = if all < SHORT { all.saturating_sub(1) } else { all / 3 };
        let view = if common < least { 0 } else { view };
        let mut same = [0, 0];
        for ((color, point), (other_color, other_point)) in plays(one).zip(plays(other)) {
            if point == turned(other_point, one.size, view) {
                same[usize::from(color != other_color)] += 1;
            }
        }
        Self { view, swapped: same[1] > same[0] }
    }

    /// Returns a game's moves in words.
    fn words(self, game: &ComparedGame) -> Vec<Words> {
        let name = |point| turned(point, game.size, self.view).name(game.size);
        let letter = |color: Color| (if self.swapped { color.opponent() } else { color }).letter();
        let words = |action: &Action| {
            let setup = action.setup.iter().map(|&(point, stone)| {
                let stone = stone.map_or("empty".to_owned(), |color| letter(color).to_string());
                format!("{stone} {}", name(point))
            });
            let mut setup: Vec<String> = setup.collect();
            setup.sort();
            let play = action.play.as_ref().map(|(color, point, other)| {
                // A value that names no point may have several lines.
                let point = point.map_or_else(|| Shown::Text(other).to_string(), name);
                format!("{} {point}", letter(*color))
            });
            Words { setup, play }
        };
        game.actions.iter().map(words).collect()
    }
}

fn plays(game: &ComparedGame) -> impl Iterator<Item = (Color, Point)> {
    let plays = game.actions.iter().filter_map(|action| action.play.as_ref());
    plays.filter_map(|&(color, point, _)| Some((color, point?)))
}

fn moves(one: &ComparedGame, other: &ComparedGame, names: [&str; 2]) -> String {
    let mut out = String::new();
    if one.size != other.size {
        let _ = writeln!(out, "board: {} vs. {}", one.size, other.size);
        return out;
    }
    let seen = Seen::matching(one, other);
    let words = [Seen::default().words(one), seen.words(other)];
    let games = [one, other];
    let number = [&words[0], &words[1]].map(|words| numbers(words));
    // A move that is elsewhere is missing once and added once.
    let mut differing = [0, 0];
    let mut list = |at: [usize; 2], lengths: [usize; 2]| {
        differing = [differing[0] + lengths[0], differing[1] + lengths[1]];
        let both = lengths[0].min(lengths[1]);
        for next in 0..both {
            let [a, b] = [at[0] + next, at[1] + next];
            let (own, their) = (&words[0][a], &words[1][b]);
            let [number, other_number] = [number[0][a], number[1][b]];
            if own.setup != their.setup {
                let [own, their] = [own, their].map(|words| list_of(&words.setup));
                let _ = writeln!(out, "setup before move {number}: {own} vs. {their}");
            }
            if own.play != their.play {
                let [own, their] = [own, their].map(in_words);
                let moved = match number == other_number {
                    true => String::new(),
                    false => format!("move {other_number}: "),
                };
                let _ = writeln!(
                    out,
                    "move {number}: {own} ({}:{}) vs. {moved}{their} ({}:{})",
                    names[0], one.lines[a], names[1], other.lines[b]
                );
            }
        }
        for (side, name) in names.into_iter().enumerate() {
            let (from, left) = (at[side] + both, lengths[side] - both);
            let Some(first) = words[side].get(from).filter(|_| left > 0) else { continue };
            let (other, first) = (names[1 - side], in_words(first));
            let place = number[side][from];
            if at[1 - side] + both == words[1 - side].len() {
                let before = pluralize(number[1 - side][words[1 - side].len()] as u64 - 1, "move");
                let _ = writeln!(out, "{other} ends after {before}; {name} continues with {first}");
            } else if left == 1 {
                let line = games[side].lines[from];
                let _ = writeln!(out, "move {place}: {first} ({name}:{line}) isn't in {other}");
            } else {
                let last = place + left - 1;
                let line = games[side].lines[from];
                let _ = writeln!(
                    out,
                    "moves {place} to {last}: {first} ({name}:{line}) and the following aren't in {other}"
                );
            }
        }
    };
    for change in changes(&words[0], &words[1]) {
        match change {
            DiffOp::Equal { .. } => {}
            DiffOp::Delete { old_index, old_len, new_index } => {
                list([old_index, new_index], [old_len, 0]);
            }
            DiffOp::Insert { old_index, new_index, new_len } => {
                list([old_index, new_index], [0, new_len]);
            }
            DiffOp::Replace { old_index, old_len, new_index, new_len } => {
                list([old_index, new_index], [old_len, new_len]);
            }
        }
    }
    let differing = differing[0].max(differing[1]);
    if differing == 0 && seen == Seen::default() {
        return out;
    }
    let [a, b] = games.map(|game| game.signature.game);
    let turned = turn(seen.view, 0, 0);
    let swapped = if seen.swapped { "colours swapped" } else { "" };
    let how: Vec<&str> = [turned, swapped].into_iter().filter(|how| !how.is_empty()).collect();
    let is_same = a.is_some() && a == b || differing == 0;
    if is_same {
        let how = if how.is_empty() { "apart from passes".to_owned() } else { how.join(", ") };
        let _ = writeln!(out, "the game is the same, {how}");
    } else {
        if !how.is_empty() {
            let _ = writeln!(out, "{} is {}", names[1], how.join(", "));
        }
        let verb = if differing == 1 { "differs" } else { "differ" };
        let all = games.map(|game| game.actions.iter().filter(|it| it.play.is_some()).count());
        let all = all.map(|moves| pluralize(moves as u64, "move"));
        let differing = pluralize(differing as u64, "move");
        let _ = writeln!(out, "{differing} {verb}; {} vs. {} in all", all[0], all[1]);
    }
    out
}

/// Returns the number of the move at or after each place, the end included.
fn numbers(words: &[Words]) -> Vec<usize> {
    let mut next = 1;
    let mut numbers = vec![next];
    for words in words {
        next += usize::from(words.play.is_some());
        numbers.push(next);
    }
    numbers
}

/// Maximum length between a common beginning and a common end in which items are looked for that both have: that takes the square
/// of it where all differ.
const MAX_SEARCHED: usize = 2000;

/// Returns what two lists have in common and what differs, in order.
fn changes<T: Ord + Hash>(one: &[T], other: &[T]) -> Vec<DiffOp> {
    let is_same = |(a, b): &(&T, &T)| a == b;
    let begun = one.iter().zip(other).take_while(is_same).count();
    let rest = one[begun..].iter().rev().zip(other[begun..].iter().rev());
    let ended = rest.take_while(is_same).count();
    let [old_len, new_len] = [one.len(), other.len()].map(|len| len - begun - ended);
    if old_len.max(new_len) <= MAX_SEARCHED {
        return capture_diff_slices(Algorithm::Myers, one, other);
    }
    vec![DiffOp::Replace { old_index: begun, old_len, new_index: begun, new_len }]
}

fn list_of(setup: &[String]) -> String {
    if setup.is_empty() { "none".to_owned() } else { setup.join(", ") }
}

fn in_words(words: &Words) -> String {
    words.play.clone().unwrap_or_else(|| format!("setup {}", list_of(&words.setup)))
}

fn header(one: &ComparedGame, other: &ComparedGame) -> String {
    let ids: BTreeSet<&String> = one.header.keys().chain(other.header.keys()).collect();
    let mut out = String::new();
    for id in ids {
        let [a, b] = [one, other].map(|game| game.header.get(id));
        if a != b {
            // A value may have several lines.
            let [a, b] = [a, b].map(|value| Shown::Text(value.map_or("none", String::as_str)));
            let _ = writeln!(out, "{id}: {a} vs. {b}");
        }
    }
    out
}

fn comments(one: &ComparedGame, other: &ComparedGame) -> String {
    let texts = |game: &ComparedGame| -> Vec<String> {
        game.comments.iter().map(|(_, text)| text.clone()).collect()
    };
    let mut out = String::new();
    for change in changes(&texts(one), &texts(other)) {
        if matches!(change, DiffOp::Equal { .. }) {
            continue;
        }
        let (own, their) = (change.old_range(), change.new_range());
        for next in 0..own.len().max(their.len()) {
            let a = one.comments[own.clone()].get(next);
            let b = other.comments[their.clone()].get(next);
            let number = a.or(b).map_or(0, |(number, _)| *number);
            let [a, b] =
                [a, b].map(|comment| comment.map_or("none".to_owned(), |(_, text)| quoted(text)));
            let _ = writeln!(out, "comment at move {number}: {a} vs. {b}");
        }
    }
    out
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
