//! Board sizes and numbers, in the dialects that records use.

use std::borrow::Cow;

use crate::go::{Points, Size};

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

/// Reads an HA value: a number, alone or among words, as in `2子`, `让2子`, `2 stones` and `2.0`. `none` and `对子` (even)
/// are 0. Returns `None` if the value states no number of stones.
pub fn handicap(text: &str) -> Option<i64> {
    small_number(text).filter(|&stones| stones >= 0).or_else(|| handicap_in_words(text))
}

fn handicap_in_words(text: &str) -> Option<i64> {
    const NONE: [&str; 8] = ["none", "no", "even", "对子", "對子", "分先", "互先", "호선"];
    const BEFORE: [&str; 5] = ["让", "讓", "受", "handicap", "h"];
    const BEHIND: [&str; 8] = ["stones", "stone", "子", "目", "점", ".00", ".0", "."];
    let lower = in_digits(text.trim()).to_lowercase();
    if NONE.contains(&&lower[..]) {
        return Some(0);
    }
    let number = BEFORE.iter().find_map(|word| lower.strip_prefix(word)).unwrap_or(&lower);
    let number = number.trim_start_matches([' ', ':', '=']);
    let number = BEHIND
        .iter()
        .fold(number, |number, word| number.strip_suffix(word).map_or(number, str::trim_end));
    small_number(number).filter(|stones| (0..=361).contains(stones))
}

/// The unit of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Points.
    Points,
    /// Zi, of two points.
    Zi,
}

/// The unit named after the number at the beginning of a text.
pub(crate) fn unit(text: &str) -> Option<Unit> {
    const POINTS: [&str; 7] = ["目", "点", "點", "집", "호", "point", "moku"];
    let named = text
        .trim_start_matches(|c: char| {
            c.is_ascii_digit() || c.is_whitespace() || "+-.,/又&半½¼¾个個".contains(c)
        })
        .to_lowercase();
    let word = named.split(|c: char| !c.is_ascii_alphabetic()).next();
    if named.starts_with('子') || word == Some("zi") {
        Some(Unit::Zi)
    } else {
        let is_points = POINTS.iter().any(|unit| named.starts_with(unit)) || word == Some("pts");
        is_points.then_some(Unit::Points)
    }
}

/// Reads the number at the beginning of a text: `5 1/2`, `6½`, `6.5目`, ` 7.5 points`, `3又3/4子`.
pub(crate) fn loose_number(text: &str) -> Option<Points> {
    let text = text.trim();
    let text = text.strip_prefix('+').unwrap_or(text).trim_start();
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let number_end = text
        .char_indices()
        .find(|(_, c)| !c.is_ascii_digit() && !matches!(c, '.' | ','))
        .map_or(text.len(), |(at, _)| at);
    let (number, rest) = text.split_at(number_end);
    let (number, rest) = join_decimals(number, rest);
    let number = &*number;
    // `1e3` and `0x10` aren't 1 and 0, and `6-5`, `6?5`, `6 5` and `6 or 5` aren't 6.
    let marks = rest.trim_start_matches(|c: char| {
        "eExX".contains(c) || !(c.is_alphanumeric() || "(（/".contains(c))
    });
    let marks = marks.strip_prefix("or ").unwrap_or(marks);
    let more = marks.len() < rest.len() && marks.starts_with(|c: char| c.is_ascii_digit());
    if more && !marks.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('/') {
        return None;
    }
    let rest =
        rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '又' | '&' | '-' | '+'));
    // `3/4`: the number read is the numerator.
    if let Some(after) = rest.strip_prefix('/') {
        return Some(signed(negative, fraction(number, after)?));
    }
    let whole = if number.is_empty() {
        Points::ZERO
    } else {
        Points::parse(number.trim_end_matches(['.', ',']))?
    };
    let extra = match rest.chars().next() {
        Some('½') | Some('半') => Some(Points::HALF),
        Some('¼') => Some(Points::hundredths(25)),
        Some('¾') => Some(Points::hundredths(75)),
        Some(c) if c.is_ascii_digit() => {
            rest.split_once('/').and_then(|(numerator, after)| fraction(numerator, after))
        }
        // `3目半`, `3집반`, `1子1/4`.
        Some(unit @ ('目' | '子' | '点' | '點' | '집' | '호')) => {
            let after = rest[unit.len_utf8()..].trim_start_matches(['又', ' ']);
            if after.starts_with(['半', '반', '½']) {
                Some(Points::HALF)
            } else {
                after.split_once('/').and_then(|(numerator, after)| fraction(numerator, after))
            }
        }
        _ => None,
    };
    if number.is_empty() && extra.is_none() {
        return None;
    }
    Some(signed(negative, whole + extra.unwrap_or_default()))
}

/// Replaces full-width digits by ASCII digits, and Chinese numerals if a unit or a fraction follows: `二十三目半`
/// becomes `23目半`, `二又四分之三子` becomes `2又3/4子`. Other numerals may mean anything: `第一局`.
pub(crate) fn in_digits(text: &str) -> String {
    const UNITS: [&str; 7] = ["目", "子", "点", "點", "又", "分之", "半"];
    let mut out = String::with_capacity(text.len());
    // The denominator of a fraction, which is named first.
    let mut denominator = None;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if let Some((digits, after)) = decimals(&out, rest) {
            out.push('.');
            out.push_str(&digits);
            rest = after;
            continue;
        }
        let end = rest.find(|c| numeral(c).is_none()).unwrap_or(rest.len());
        let (number, after) = rest.split_at(end);
        let unit = || UNITS.iter().any(|unit| after.starts_with(unit));
        match value_of(number) {
            Some(value) if denominator.is_some() || unit() => {
                if let Some(numerator_follows) = after.strip_prefix("分之") {
                    denominator = Some(value);
                    rest = numerator_follows;
                    continue;
                }
                out.push_str(&value.to_string());
                if let Some(denominator) = denominator.take() {
                    out.push_str(&format!("/{denominator}"));
                }
                rest = after;
            }
            _ => {
                let length = number.len().max(first.len_utf8());
                let plain = rest[..length].chars().map(|c| match c {
                    '０'..='９' => char::from(b'0' + (u32::from(c) - u32::from('０')) as u8),
                    c => c,
                });
                out.extend(plain);
                rest = &rest[length..];
            }
        }
    }
    out
}

/// Reads decimals behind a decimal point of another script: `．5`, `点五`. Returns their ASCII digits and the text after
/// them. `None` if there are none, or if `written`, the text before them, doesn't end with a digit.
fn decimals<'t>(written: &str, text: &'t str) -> Option<(String, &'t str)> {
    if !written.ends_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let behind = text.strip_prefix(['．', '·', '・', '。', '点', '點'])?;
    let digit = |c: char| match c {
        '0'..='9' => c.to_digit(10),
        '０'..='９' => Some(u32::from(c) - u32::from('０')),
        _ => numeral(c).filter(|&value| value < 10),
    };
    let digits: String = behind.chars().map_while(digit).map(|d| d.to_string()).collect();
    let after = behind.find(|c| digit(c).is_none()).unwrap_or(behind.len());
    (!digits.is_empty()).then(|| (digits, &behind[after..]))
}

/// The value of a Chinese numeral. 10 and 100 multiply the digit before them.
fn numeral(c: char) -> Option<u32> {
    let digit = "〇一二三四五六七八九".chars().position(|numeral| numeral == c);
    match c {
        '两' | '兩' | '両' => Some(2),
        '十' => Some(10),
        '百' => Some(100),
        _ => digit.map(|digit| digit as u32),
    }
}

/// The value of a Chinese number below a thousand. `None` for anything else.
fn value_of(number: &str) -> Option<u32> {
    let (mut sum, mut digits) = (0u32, None);
    for value in number.chars().map(numeral) {
        match value? {
            place @ (10 | 100) => sum += digits.take().unwrap_or(1) * place,
            // A number may be written digit by digit: `二三`.
            digit => digits = Some(digits.unwrap_or(0) * 10 + digit),
        }
        if sum.max(digits.unwrap_or(0)) >= 1000 {
            return None;
        }
    }
    (!number.is_empty()).then_some(sum + digits.unwrap_or(0))
}

/// Joins a number with decimals that blanks separate from it: `6 .5`. Returns the number and the text after it.
fn join_decimals<'t>(number: &'t str, rest: &'t str) -> (Cow<'t, str>, &'t str) {
    let behind = rest.trim_start();
    let digits = behind.strip_prefix(['.', ',']).unwrap_or_default();
    let length = digits.bytes().take_while(u8::is_ascii_digit).count();
    let whole = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    if !whole || length == 0 {
        return (Cow::Borrowed(number), rest);
    }
    (Cow::Owned(format!("{number}.{}", &digits[..length])), &digits[length..])
}

fn signed(negative: bool, points: Points) -> Points {
    if negative { -points } else { points }
}

/// The value of a fraction. `after` is the text after its slash, which begins with the denominator.
fn fraction(numerator: &str, after: &str) -> Option<Points> {
    let numerator = small_number(numerator)?;
    let digits = after.bytes().take_while(u8::is_ascii_digit).count();
    let denominator = small_number(&after[..digits])?;
    (denominator > 0 && numerator.abs() < 1000 && numerator * 100 % denominator == 0)
        .then(|| Points::hundredths(numerator * 100 / denominator))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numerals_are_numbers_where_a_unit_follows() {
        for (text, digits) in [
            ("二十三目半", "23目半"),
            ("百二目", "102目"),
            ("６．５", "6.5"),
            ("6·5目", "6.5目"),
            ("4・5目", "4.5目"),
            ("6点5", "6.5"),
            ("四点五目", "4.5目"),
            ("2点25子", "2.25子"),
            ("3点半", "3点半"),
            ("両目半", "2目半"),
            ("二三目", "23目"),
            ("二又四分之三子", "2又3/4子"),
            ("四分之一子", "1/4子"),
            ("两子半", "2子半"),
            ("１２.５目", "12.5目"),
            ("半目", "半目"),
            ("第一局", "第一局"),
            ("3又3/4子", "3又3/4子"),
            ("九九九九目", "九九九九目"),
            ("", ""),
        ] {
            assert_eq!(in_digits(text), digits, "{text}");
        }
    }
}
