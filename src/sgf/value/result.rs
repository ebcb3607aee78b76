//! Recorded results, in the dialects that records use.

use std::borrow::Cow;

use super::outcome::{Outcome, WinBy};
use super::recorded_result::RecordedResult;
use super::result_phrases::{
    Margin, margin_in_words, points_or_zi, result_in_words, win_by_phrase, win_by_word,
};
use crate::go::{Color, Points};

/// Reads an RE value.
#[must_use]
pub fn result(text: &str) -> RecordedResult {
    match text {
        "" => return RecordedResult::standard(Outcome::Missing),
        "0" | "Draw" => return RecordedResult::standard(Outcome::Draw),
        "Void" => return RecordedResult::standard(Outcome::Void),
        "?" => return RecordedResult::standard(Outcome::Unknown),
        _ => {}
    }
    let narrow = narrow(text);
    match letter_and_plus(&narrow) {
        Some((winner, rest)) => {
            let is_standard = matches!(text.as_bytes(), [b'B' | b'W', b'+', ..]);
            behind_plus(winner, rest, is_standard)
        }
        None => result_in_words(&narrow),
    }
}

/// The text with full-width forms of ASCII characters replaced by ASCII: `Ｂ＋Ｒ`, `１．５`.
fn narrow(text: &str) -> Cow<'_, str> {
    let wide = '！'..='～';
    if text.is_ascii() || !text.contains(|c| wide.contains(&c)) {
        return Cow::Borrowed(text);
    }
    let narrow = |c| match u32::from(c).checked_sub(u32::from('！')) {
        Some(place) if wide.contains(&c) => char::from(b'!' + place as u8),
        _ => c,
    };
    Cow::Owned(text.chars().map(narrow).collect())
}

/// Splits `B+...`, `W + ...`, `Black+...` and `黑+...`.
fn letter_and_plus(text: &str) -> Option<(Color, &str)> {
    const NAMES: [(&str, Color); 9] = [
        ("Black", Color::Black),
        ("B", Color::Black),
        ("White", Color::White),
        ("W", Color::White),
        ("黑", Color::Black),
        ("黒", Color::Black),
        ("흑", Color::Black),
        ("白", Color::White),
        ("백", Color::White),
    ];
    let trimmed = text.trim_start();
    NAMES.into_iter().find_map(|(name, color)| {
        let head = trimmed.get(..name.len())?;
        let rest = head.eq_ignore_ascii_case(name).then(|| trimmed[name.len()..].trim_start())?;
        Some((color, rest.strip_prefix(['+', '＋'])?))
    })
}

/// Reads the text behind the plus sign. `is_standard`: whether the text before it has the form of `FF[4]`.
fn behind_plus(winner: Color, rest: &str, is_standard: bool) -> RecordedResult {
    let nonstandard = |how| RecordedResult::nonstandard(Outcome::Win(winner, how));
    let win = |how| RecordedResult { standard: is_standard, ..nonstandard(how) };
    match rest {
        "" => return win(WinBy::Unspecified),
        "R" | "Resign" => return win(WinBy::Resignation),
        "T" | "Time" => return win(WinBy::Time),
        "F" | "Forfeit" => return win(WinBy::Forfeit),
        _ => {}
    }
    let by_points = |points, zi, standard| match points {
        Points::ZERO => RecordedResult { zi, zero_margin: true, ..nonstandard(WinBy::Unspecified) },
        points => RecordedResult { zi, standard, ..nonstandard(WinBy::Points(points)) },
    };
    if let Some(points) = Points::parse(rest).filter(|points| *points >= Points::ZERO) {
        let (points, zi) = points_or_zi(points, rest);
        let is_real = !rest.contains(',') && !rest.starts_with('+');
        return by_points(points, zi, is_standard && is_real);
    }
    let lower = rest.trim().to_lowercase();
    // A negative number is no margin.
    if lower.starts_with(['-', '−']) {
        return RecordedResult::nonstandard(Outcome::Unreadable);
    }
    let plain = lower.trim_end_matches(['?', '？']);
    if plain.is_empty() {
        return nonstandard(WinBy::Unspecified);
    }
    // A number behind the word is a move's: `R (180)`.
    if let Some(how) = win_by_word(plain) {
        return nonstandard(how);
    }
    match (margin_in_words(&lower), win_by_phrase(&lower)) {
        (Margin::Points { points, zi }, _) => by_points(points, zi, false),
        (_, Some(how)) => nonstandard(how),
        (Margin::NotStated, None) => RecordedResult {
            has_unread_reason: plain.contains(char::is_alphanumeric),
            ..nonstandard(WinBy::Unspecified)
        },
        (Margin::Unreadable, None) => RecordedResult::nonstandard(Outcome::Unreadable),
    }
}
