//! Board sizes and numbers, in the dialects that records use.

use crate::go::Size;

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
