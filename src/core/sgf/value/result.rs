//! Recorded results: the form of `FF[4]`, and the forms of the table. A result is read whole or not at all.

use super::forms::{Reading, pieces, reading};
use super::outcome::{Outcome, RecordedResult, WinBy};
use super::quantity::Piece;
use super::words::whole_word;
use crate::go::{Color, Points};

/// Number of points of the board on which most games are played.
const STANDARD_BOARD: usize = 361;

pub fn result(text: &str) -> RecordedResult {
    if let Some(read) = in_standard_form(text) {
        return read;
    }
    if text.trim().is_empty() {
        return RecordedResult::nonstandard(Outcome::Missing);
    }
    let read = pieces("RE", text).and_then(|pieces| result_of(&pieces));
    read.unwrap_or_else(|| RecordedResult::nonstandard(Outcome::Unreadable))
}

/// Returns the colour that a text names: `White`, `b`, `黑`.
pub fn named_color(text: &str) -> Option<Color> {
    color(whole_word("RE", text)?.role)
}

fn color(name: &str) -> Option<Color> {
    match name {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

/// Reads `B+`, `W+R` and `B+3.5` in exactly the form of `FF[4]`.
fn in_standard_form(text: &str) -> Option<RecordedResult> {
    let (winner, rest) = match text.as_bytes() {
        [b'B', b'+', ..] => (Color::Black, &text[2..]),
        [b'W', b'+', ..] => (Color::White, &text[2..]),
        b"" => return Some(RecordedResult::standard(Outcome::Missing)),
        b"0" | b"Draw" => return Some(RecordedResult::standard(Outcome::Draw)),
        b"Void" => return Some(RecordedResult::standard(Outcome::Void)),
        b"?" => return Some(RecordedResult::standard(Outcome::Unknown)),
        _ => return None,
    };
    let how = match rest {
        "" => WinBy::Unspecified,
        "R" | "Resign" => WinBy::Resignation,
        "T" | "Time" => WinBy::Time,
        "F" | "Forfeit" => WinBy::Forfeit,
        _ => {
            let is_real = rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
            let value = Points::parse(rest).filter(|_| is_real)?;
            let read = by_points(winner, Piece { name: "number", value });
            return Some(RecordedResult { standard: !read.zero_margin, ..read });
        }
    };
    Some(RecordedResult::standard(Outcome::Win(winner, how)))
}

/// The result of a win by a margin. A quarter is of zi, since no margin in points ends in one.
fn by_points(winner: Color, margin: Piece) -> RecordedResult {
    let zi = margin.name == "zi" || matches!(margin.value.fraction(), 25 | 75);
    let points = if zi { margin.value + margin.value } else { margin.value };
    let won = |how| RecordedResult { zi, ..RecordedResult::nonstandard(Outcome::Win(winner, how)) };
    match points {
        Points::ZERO => RecordedResult { zero_margin: true, ..won(WinBy::Unspecified) },
        points => won(WinBy::Points(points)).unless_area(STANDARD_BOARD),
    }
}

/// Reads a result between what may stand before and behind it.
fn result_of(pieces: &[Piece]) -> Option<RecordedResult> {
    let before = (0..=pieces.len().min(4)).filter(|&end| end > 0);
    let before = before.rev().find_map(|end| Some((end, reading("before RE", &pieces[..end])?)));
    let (begin, moves) = before.map_or((0, None), |(end, lead)| (end, moves(&lead)));
    let stated = &pieces[begin..without_remark(pieces)?];
    let end = stated.iter().rposition(|piece| !matches!(piece.name, "." | "!" | "。" | "]"))? + 1;
    let read = outcome(&reading("RE", &stated[..end])?)?;
    Some(RecordedResult { moves, ..read })
}

fn moves(lead: &Reading) -> Option<u32> {
    let number = lead.pieces.iter().find(|piece| piece.name == "moves")?.value;
    u32::try_from(number.as_hundredths() / 100).ok()
}

/// The number of pieces before a remark in brackets at the end. `None` if the remark may take the result back: if it has a number, a
/// player, or another word that results are read with, and isn't in the table.
fn without_remark(pieces: &[Piece]) -> Option<usize> {
    let Some(last) = pieces.last() else { return Some(0) };
    let open = match last.name {
        ")" => "(",
        "}" => "{",
        "]" => "[",
        "rest-unknown" if pieces.len() > 1 => return Some(pieces.len() - 1),
        _ => return Some(pieces.len()),
    };
    let Some(at) = pieces.iter().position(|piece| piece.name == open) else {
        return Some(pieces.len());
    };
    let remark = &pieces[at + 1..pieces.len() - 1];
    let says_nothing = |piece: &Piece| {
        matches!(piece.name, "other" | "others" | "by" | "." | "," | ":" | ";" | "-" | "!" | "?")
    };
    let is_known = remark.iter().all(says_nothing) || reading("after RE", remark).is_some();
    is_known.then_some(at)
}

/// The outcome that a form means for these pieces.
fn outcome(read: &Reading) -> Option<RecordedResult> {
    let without_winner = match read.meaning {
        "draw" => Some(Outcome::Draw),
        "zero" => {
            return (read.number(0)? == Points::ZERO)
                .then(|| RecordedResult::nonstandard(Outcome::Draw));
        }
        "void" => Some(Outcome::Void),
        "annulled" => Some(Outcome::Annulled),
        "suspended" => Some(Outcome::Suspended),
        "unknown" => Some(Outcome::Unknown),
        "both-lose" => Some(Outcome::BothLose),
        "not-played" => Some(Outcome::NotPlayed),
        _ => None,
    };
    if let Some(outcome) = without_winner {
        return Some(RecordedResult::nonstandard(outcome));
    }
    let mut players = read.pieces.iter().filter_map(|piece| color(piece.name));
    let first = players.next()?;
    if players.next() == Some(first) {
        return None;
    }
    let winner = if read.meaning == "loses" { first.opponent() } else { first };
    let won = |how| RecordedResult::nonstandard(Outcome::Win(winner, how));
    let is_margin = |piece: &&Piece| matches!(piece.name, "number" | "points" | "zi");
    let mut margins = read.pieces.iter().filter(is_margin);
    // Two numbers are the points of both players.
    Some(match (margins.next(), margins.next()) {
        (Some(&margin), None) => by_points(winner, margin),
        _ => RecordedResult {
            has_unread_reason: read.meaning == "wins-somehow",
            ..won(way(read.pieces)?)
        },
    })
    // Nobody wins by nothing.
    .filter(|read| !read.zero_margin)
}

/// How a game was won, by the words for it. `None` if two of them contradict each other.
fn way(pieces: &[Piece]) -> Option<WinBy> {
    let way = |piece: &Piece| match piece.name {
        "resigns" | "resignation" | "by-resignation" => Some(WinBy::Resignation),
        "runs-out-of-time" | "time" | "time-up" | "on-time" => Some(WinBy::Time),
        "forfeits" | "forfeit" | "gives-up" => Some(WinBy::Forfeit),
        "illegal" | "foul" => Some(WinBy::IllegalMove),
        "default" | "no-show" => Some(WinBy::Default),
        "referee" => Some(WinBy::Adjudication(None)),
        _ => None,
    };
    let mut ways = pieces.iter().filter_map(way);
    let first = ways.next().unwrap_or(WinBy::Unspecified);
    ways.all(|other| other == first).then_some(first)
}
