//! Board sizes and numbers in the dialects that records use, and numbers with their units in values: `5 1/2`, `3目半`, `1:30:00`.

use super::words::word_at;
use crate::go::{Points, Size};

/// A piece of a text: a number, a word or a sign.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Piece {
    /// Its name in forms: the unit of a number, the role of a word, the sign itself.
    pub name: &'static str,
    pub value: Points,
}

/// Reads the number that a text begins with, as the property writes numbers. Returns it, named by its unit, and the text after it.
pub(super) fn number_at<'t>(property: &'static str, text: &'t str) -> Option<(Piece, &'t str)> {
    match property {
        "DT" => {
            let (number, rest) = text.split_at(digits(text));
            let name = if number.len() == 4 { "year" } else { "number" };
            let value =
                Points::whole(small_number(number).filter(|_| matches!(number.len(), 1 | 2 | 4))?);
            Some((Piece { name, value }, rest))
        }
        "TM" => clock(text),
        _ => with_unit(property, text),
    }
}

/// Whether a word is the unit of a number before it.
pub(super) fn is_unit(role: &str) -> bool {
    matches!(role, "points" | "zi" | "moves" | "stones")
}

/// Reads a number with its unit: `3目半`, `1又1/4子`, `4 points`.
fn with_unit<'t>(property: &'static str, text: &'t str) -> Option<(Piece, &'t str)> {
    let is_half = |text: &str| word_at(property, text).is_some_and(|word| word.role == "half");
    let (mut value, mut rest) = match number(text) {
        Some(read) => read,
        None if is_half(text) => (Points::HALF, &text['半'.len_utf8()..]),
        None => return None,
    };
    let named = rest.trim_start_matches([' ', '个', '個']);
    let unit = word_at(property, named).filter(|word| is_unit(word.role));
    if let Some(unit) = unit {
        rest = &named[unit.len..];
    }
    if is_half(rest) && value.fraction() == 0 {
        (value, rest) = (value + Points::HALF, &rest['半'.len_utf8()..]);
    }
    Some((Piece { name: unit.map_or("number", |unit| unit.role), value }, rest))
}

/// Reads a number: `5`, `5.5`, `5,5`, `3/4`, `5 1/2`, `3又3/4`. `None` if what follows belongs to it and isn't understood: `1,000`,
/// `3.5.2`, `1e3`.
fn number(text: &str) -> Option<(Points, &str)> {
    let (whole, rest) = text.split_at(digits(text));
    if whole.is_empty() {
        return None;
    }
    let read =
        match rest.strip_prefix(['.', ',']).map(|decimals| decimals.split_at(digits(decimals))) {
            Some((decimals, after)) if !decimals.is_empty() => {
                let is_thousands = rest.starts_with(',') && decimals.len() == 3;
                let value =
                    Points::parse(&format!("{whole}.{decimals}")).filter(|_| !is_thousands)?;
                (value, after)
            }
            _ if rest.starts_with('/') => fraction(text)?,
            _ => {
                let value = Points::parse(whole)?;
                let part = rest.strip_prefix(['又', ' ', '+', '-']).and_then(fraction);
                part.map_or((value, rest), |(part, after)| (value + part, after))
            }
        };
    let goes_on = |after: &str| {
        let mut next = after.chars();
        match next.next() {
            Some('.' | ',' | '/' | ':') => next.next().is_some_and(|c| c.is_ascii_digit()),
            Some('e' | 'x' | '\'' | '%') => true,
            _ => false,
        }
    };
    (!goes_on(read.1)).then_some(read)
}

/// Reads a number, a time on a clock (`1:30:00`) or one in units (`1h 30m`). Times are in seconds.
fn clock(text: &str) -> Option<(Piece, &str)> {
    let (mut sum, mut rest) = (Points::ZERO, text);
    loop {
        let (number, after) = match decimal(rest) {
            Some(read) if rest.len() == text.len() => read,
            Some(read) if unit_at(read.1.trim_start()).is_some() => read,
            _ => break,
        };
        if rest.len() == text.len() && after.starts_with(':') {
            let end = text.find(|c: char| !c.is_ascii_digit() && c != ':').unwrap_or(text.len());
            let seconds = on_clock(text[..end].trim_end_matches(':'))?;
            let value = Points::whole(i64::from(seconds));
            return Some((Piece { name: "time", value }, &text[end..]));
        }
        let Some((seconds, after)) = unit_at(after.trim_start()) else {
            return Some((Piece { name: "number", value: number }, after));
        };
        let product = number.as_hundredths().checked_mul(seconds)?;
        sum = Points::hundredths(sum.as_hundredths().checked_add(product)?);
        rest = after.trim_start();
    }
    (rest.len() < text.len()).then_some((Piece { name: "time", value: sum }, rest))
}

/// The seconds of the unit of time that a text begins with, and the text after it.
fn unit_at(text: &str) -> Option<(i64, &str)> {
    let word = word_at("TM", text)?;
    let seconds = match word.role {
        "hour" => 3600,
        "minute" => 60,
        "second" => 1,
        _ => return None,
    };
    Some((seconds, text[word.len..].trim_start_matches('.')))
}

/// Reads a decimal number. A comma is a decimal sign only before one digit and a unit: `1,5 hours`, but `1800,0,30,5`.
fn decimal(text: &str) -> Option<(Points, &str)> {
    let whole = digits(text);
    let decimals = text[whole..].strip_prefix(['.', ',']).map_or(0, digits);
    let end = if decimals == 0 { whole } else { whole + 1 + decimals };
    let is_list = text[whole..].starts_with(',')
        && !text[end..].trim_start().starts_with(char::is_alphabetic);
    let end = if is_list { whole } else { end };
    let value = Points::parse(&text[..end].replace(',', ".")).filter(|_| whole > 0)?;
    Some((value, &text[end..]))
}

/// Reads `M:SS` and `H:MM:SS`.
fn on_clock(text: &str) -> Option<u32> {
    let parts: Vec<u32> = text.split(':').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let [first, rest @ ..] = &parts[..] else { return None };
    let fits = matches!(rest.len(), 1 | 2) && rest.iter().all(|&part| part < 60);
    let add = |sum: u32, &part: &u32| sum.checked_mul(60)?.checked_add(part);
    fits.then(|| rest.iter().try_fold(*first, add)).flatten()
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Reads `3/4`.
fn fraction(text: &str) -> Option<(Points, &str)> {
    let (numerator, rest) = text.split_at(digits(text));
    let rest = rest.strip_prefix('/')?;
    let (denominator, rest) = rest.split_at(digits(rest));
    let (numerator, denominator) = (small_number(numerator)?, small_number(denominator)?);
    let is_exact = denominator > 0 && numerator < 1000 && numerator * 100 % denominator == 0;
    is_exact.then(|| (Points::hundredths(numerator * 100 / denominator), rest))
}

/// The board size of an SZ value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeValue {
    /// `19`, or `13:9` (columns, rows) for a board that isn't square (`FF[4]`, SZ).
    Standard(Size),
    /// A size in another form: `19:19`, `19x19`, ` 19 `.
    Odd(Size),
    /// Numbers outside the range of 1 to 52, the lines that SGF can name.
    OutOfRange,
    Malformed,
}

pub fn size(text: &str) -> SizeValue {
    // Nearly every record has this value.
    if text == "19" {
        return SizeValue::Standard(Size::STANDARD);
    }
    let trimmed = text.trim();
    let (cols, rows) = trimmed.split_once([':', 'x', 'X', '*']).unwrap_or((trimmed, trimmed));
    let (Some(cols), Some(rows)) = (small_number(cols), small_number(rows)) else {
        return SizeValue::Malformed;
    };
    let lines = |n: i64| u8::try_from(n).unwrap_or(0);
    match Size::new(lines(cols), lines(rows)) {
        None => SizeValue::OutOfRange,
        Some(size) => {
            // A number may have a sign and zeros before it (`FF[4]`, Number); only a board that isn't square has two.
            let plain =
                text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'+' | b':'));
            let standard = plain && text.contains(':') == (cols != rows);
            if standard { SizeValue::Standard(size) } else { SizeValue::Odd(size) }
        }
    }
}

/// Reads a whole number of at most nine digits, blanks around it allowed.
pub fn small_number(text: &str) -> Option<i64> {
    let text = text.trim();
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || digits.len() > 9 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}
