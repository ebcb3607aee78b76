//! Board sizes and numbers in the dialects that records use, and numbers with their units in free text: `5 1/2`, `3目半`, `two and
//! a half points`.

use super::words::{Field, Role, word_at};
use crate::go::{Points, Size};

/// A number with its unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Quantity {
    pub value: Points,
    /// The unit, if one is named: [`Role::Points`], [`Role::Zi`], [`Role::Moves`] or [`Role::Stones`].
    pub unit: Option<Role>,
}

impl Quantity {
    /// Reads the number that a text begins with. Returns it with the text after it.
    pub(super) fn read(field: Field, text: &str) -> Option<(Self, &str)> {
        let (mut value, mut rest) = number(field, text)?;
        if let Some(after) = and_half(field, rest) {
            (value, rest) = (value + Points::HALF, after);
        }
        let named = rest.trim_start_matches([' ', '个', '個']);
        let is_unit = |role| matches!(role, Role::Points | Role::Zi | Role::Moves | Role::Stones);
        let Some(unit) = word_at(field, named).filter(|word| is_unit(word.role)) else {
            return Some((Self { value, unit: None }, rest));
        };
        rest = &named[unit.len..];
        // `3目半`, `1子1/4`, `1 point and a half`.
        let more = rest.trim_start_matches([' ', '又']);
        if let Some(after) = half_sign(field, more).or_else(|| and_half(field, rest)) {
            (value, rest) = (value + Points::HALF, after);
        } else if let Some((part, after)) = fraction(more) {
            (value, rest) = (value + part, after);
        }
        Some((Self { value, unit: Some(unit.role) }, rest))
    }

    /// The value in points, and whether it was recorded in zi: if it ends in a quarter, which no margin in points does,
    /// or zi is its unit.
    pub(super) fn in_points(self) -> (Points, bool) {
        let zi = matches!(self.value.fraction(), 25 | 75) || self.unit == Some(Role::Zi);
        (if zi { self.value + self.value } else { self.value }, zi)
    }
}

/// Reads a number without its unit: `5`, `5.5`, `4 ,5`, `.5`, `3/4`, `5 1/2`, `3又3/4`, `3半`, `half a`, `two`.
fn number(field: Field, text: &str) -> Option<(Points, &str)> {
    let (whole, rest) = text.split_at(digits(text));
    let point = if whole.is_empty() { rest } else { rest.trim_start() };
    if let Some(decimals) = point.strip_prefix(['.', ','])
        && digits(decimals) > 0
    {
        let (decimals, after) = decimals.split_at(digits(decimals));
        // `1,000`
        let is_thousands = point.starts_with(',') && decimals.len() == 3;
        let value = Points::parse(&format!("{whole}.{decimals}"));
        return value.filter(|_| !is_thousands).map(|value| (value, after));
    }
    if whole.is_empty() {
        let word = word_at(field, text)?;
        let value = match word.role {
            Role::Half => Points::HALF,
            Role::Number => word.value,
            _ => return None,
        };
        return Some((value, &text[word.len..]));
    }
    if rest.starts_with('/') {
        return fraction(text);
    }
    let value = Points::parse(whole)?;
    let more = rest.trim_start_matches([' ', '又', '&', '-', '+']);
    if let Some((part, after)) = fraction(more).filter(|_| more.len() < rest.len()) {
        return Some((value + part, after));
    }
    match half_sign(field, rest.trim_start_matches('又')) {
        Some(after) => Some((value + Points::HALF, after)),
        None => Some((value, rest)),
    }
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

/// Returns the text after `半` or `반`, if it begins with one.
fn half_sign(field: Field, text: &str) -> Option<&str> {
    let word = word_at(field, text)?;
    let is_sign = word.role == Role::Half && matches!(&text[..word.len], "半" | "반");
    is_sign.then(|| &text[word.len..])
}

/// Returns the text after `and a half`, if it begins with it.
fn and_half(field: Field, text: &str) -> Option<&str> {
    let text = text.trim_start();
    let word = word_at(field, text).filter(|word| word.role == Role::AndHalf)?;
    Some(&text[word.len..])
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
    /// The value holds no size.
    Malformed,
}

/// Reads an SZ value.
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
