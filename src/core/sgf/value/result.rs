//! Recorded results: the form of `FF[4]`, its spellings, and words.
//!
//! A winner before a plus sign stands, whatever remark follows: `B+3.5 (moves after 120 not known)`. Everything else is read
//! only if each word of it is known.

use super::outcome::{Outcome, RecordedResult, WinBy};
use super::quantity::Quantity;
use super::result_words::{by_points, letter, result_in_words, way_of};
use super::tokens::tokens;
use super::words::{Field, MAX_LENGTH, Role, normalized, whole_word, word_at};
use crate::go::{Color, Points};

/// Reads an RE value.
pub fn result(text: &str) -> RecordedResult {
    match text {
        "" => return RecordedResult::standard(Outcome::Missing),
        "0" | "Draw" => return RecordedResult::standard(Outcome::Draw),
        "Void" => return RecordedResult::standard(Outcome::Void),
        "?" => return RecordedResult::standard(Outcome::Unknown),
        _ => {}
    }
    if let Some(read) = in_standard_form(text) {
        return read;
    }
    let plain = normalized(text);
    if plain.is_empty() {
        return RecordedResult::nonstandard(Outcome::Missing);
    }
    let stated = behind_prefix(&plain);
    if let Some((winner, is_letter, rest)) = winner_and_plus(stated) {
        return behind_plus(winner, rest, is_letter);
    }
    if let Some(read) = without_winner(stated).or_else(|| letter_and_how(stated)) {
        return read;
    }
    let is_whole = text.len() <= MAX_LENGTH;
    is_whole.then(|| result_in_words(stated)).flatten().unwrap_or_else(unreadable)
}

/// Returns the colour that a text names: `White`, `schwarz`, `黑`.
pub fn named_color(text: &str) -> Option<Color> {
    match whole_word(Field::Result, text)?.role {
        Role::Black => Some(Color::Black),
        Role::White => Some(Color::White),
        _ => None,
    }
}

fn unreadable() -> RecordedResult {
    RecordedResult::nonstandard(Outcome::Unreadable)
}

/// Reads `B+`, `W+R` and `B+3.5` in exactly the form of `FF[4]`.
fn in_standard_form(text: &str) -> Option<RecordedResult> {
    let (winner, rest) = match text.as_bytes() {
        [b'B', b'+', ..] => (Color::Black, &text[2..]),
        [b'W', b'+', ..] => (Color::White, &text[2..]),
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
            let read = by_points(winner, Quantity { value, unit: None });
            return Some(RecordedResult { standard: !read.zero_margin, ..read });
        }
    };
    Some(RecordedResult::standard(Outcome::Win(winner, how)))
}

/// The text after `Result:`.
fn behind_prefix(text: &str) -> &str {
    match word_at(Field::Result, text) {
        Some(word) if word.role == Role::Prefix => text[word.len..].trim_start_matches([':', ' ']),
        _ => text,
    }
}

/// Splits `b+...`, `w + ...`, `schwarz+...` and `黑+...`. Returns the winner, whether by the letter of `FF[4]`, and the rest.
fn winner_and_plus(text: &str) -> Option<(Color, bool, &str)> {
    let word = word_at(Field::Head, text)?;
    let winner = if word.role == Role::Black { Color::Black } else { Color::White };
    let rest = text[word.len..].trim_start().strip_prefix('+')?;
    Some((winner, text.starts_with(['b', 'w']) && word.len == 1, rest.trim()))
}

/// Reads the text after the plus sign. `is_letter`: whether the text before it is of `FF[4]`, so that a remark takes nothing
/// back.
fn behind_plus(winner: Color, rest: &str, is_letter: bool) -> RecordedResult {
    let won = |how| RecordedResult::nonstandard(Outcome::Win(winner, how));
    // A negative number isn't a margin.
    if rest.starts_with(['-', '−']) {
        return unreadable();
    }
    // A margin that was adjudicated.
    let adjudicated =
        rest.strip_prefix('j').filter(|it| it.starts_with(|c: char| c.is_ascii_digit()));
    let mut stated = adjudicated.unwrap_or(rest);
    while let Some(word) = word_at(Field::Result, stated)
        && word.role == Role::By
    {
        stated = stated[word.len..].trim_start();
    }
    if let Some((margin, after)) = Quantity::read(Field::Result, stated) {
        let is_margin = margin.unit != Some(Role::Moves) && ends_a_number(after);
        let is_known = is_letter || tokens(Field::Result, after).is_some();
        return if is_margin && is_known { by_points(winner, margin) } else { unreadable() };
    }
    // `(R)`
    let bracketed = stated.strip_prefix('(').and_then(|inner| inner.strip_suffix(')'));
    let stated = bracketed.filter(|inner| letter(inner).is_some()).unwrap_or(stated);
    let end = stated.find(['(', '[', ']', ',', ';', '.', '!', '?']).unwrap_or(stated.len());
    let (clause, remark) = stated.split_at(end);
    let is_known = is_letter || tokens(Field::Result, &remark.replace('?', "")).is_some();
    let how = letter(clause).or_else(|| way_of(clause));
    if let Some(how) = how.filter(|_| is_known) {
        return won(how);
    }
    let first = clause.split(' ').next().unwrap_or_default();
    let how_first = letter(first).or_else(|| way_of(first));
    let is_same =
        |read: RecordedResult| matches!(read.outcome, Outcome::Win(other, _) if other == winner);
    // `White+R Black resigns`
    if let Some(how) = how_first.filter(|_| is_known)
        && result_in_words(&clause[first.len()..]).is_some_and(is_same)
    {
        return won(how);
    }
    // A player, and so perhaps another winner, or a number that isn't a margin.
    let in_words = result_in_words(clause);
    if let Some(read) = in_words {
        return if is_same(read) { read } else { unreadable() };
    }
    let names_player = clause
        .split(' ')
        .any(|word| word_at(Field::Head, word).is_some_and(|read| read.len == word.len()));
    match how_first {
        Some(how) if is_letter && !names_player => won(how),
        _ if names_player || clause.contains(|c: char| c.is_ascii_digit()) => unreadable(),
        _ if !(is_letter || is_known && clause.is_empty()) => unreadable(),
        _ => RecordedResult {
            has_unread_reason: stated.contains(char::is_alphanumeric),
            ..won(WinBy::Unspecified)
        },
    }
}

/// Whether the text after a number leaves it as it is. `3 or 4`, `3-4`, `3:4` and `3+4` aren't 3.
fn ends_a_number(after: &str) -> bool {
    let before_bracket = after.split(['(', '[']).next().unwrap_or_default();
    let more = after.trim_start_matches([' ', ',', '.', '?', ';']);
    let is_number_again =
        more.len() < after.len() && more.starts_with(|c: char| c.is_ascii_digit());
    let mut signs = after.chars();
    let first = signs.next().unwrap_or(' ');
    // `1e3`, `0x10`
    let is_joined = match first {
        'e' | 'x' => signs.next().is_some_and(|next| next.is_ascii_digit()),
        c => !c.is_alphabetic() && !" ([.,;!?。".contains(c) && c.is_ascii(),
    };
    let is_other = first == '،' || before_bracket.contains('+') || more.starts_with("or ");
    !(is_number_again || is_joined || is_other)
}

/// Reads a form of `FF[4]` without a winner, alone or with a remark after it: `0 (both lose)`, `? (no further moves known)`.
fn without_winner(text: &str) -> Option<RecordedResult> {
    if text.starts_with('?') {
        return Some(RecordedResult::nonstandard(Outcome::Unknown));
    }
    let end = text.find([',', ';', '(', '[', '.']).filter(|&at| !text[at..].starts_with(".0"));
    let (form, remark) = text.split_at(end.unwrap_or(text.len()));
    let outcome = match form.trim() {
        "0" | "0.0" | "draw" => Outcome::Draw,
        "void" => Outcome::Void,
        _ => return None,
    };
    let other = result_in_words(remark).map(|read| read.outcome);
    Some(RecordedResult::nonstandard(match other {
        Some(Outcome::BothLose) => Outcome::BothLose,
        Some(Outcome::Win(..)) => Outcome::Unreadable,
        _ => outcome,
    }))
}

/// Reads a winner's letter without the plus sign: `w`, `b r`, `w 4.5`, `b3.5`.
fn letter_and_how(text: &str) -> Option<RecordedResult> {
    let winner = match text.as_bytes().first()? {
        b'b' => Color::Black,
        b'w' => Color::White,
        _ => return None,
    };
    let rest = &text[1..];
    let how = rest.trim_start();
    let won = |how| RecordedResult::nonstandard(Outcome::Win(winner, how));
    if how.is_empty() {
        return Some(won(WinBy::Unspecified));
    }
    if let Some(how) = letter(how).filter(|_| rest.starts_with(' ')) {
        return Some(won(how));
    }
    let (margin, after) = Quantity::read(Field::Result, how)?;
    let is_margin =
        after.is_empty() && margin.unit != Some(Role::Moves) && margin.value > Points::ZERO;
    (is_margin && how.starts_with(|c: char| c.is_ascii_digit() || c == '.'))
        .then(|| by_points(winner, margin))
}
