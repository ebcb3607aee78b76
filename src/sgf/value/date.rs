//! Dates: the form of DT that `FF[4]` prescribes.

use std::ops::RangeInclusive;

/// In which form a DT value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateForm {
    /// `YYYY-MM-DD` and its short forms, several separated by commas (`FF[4]`, DT).
    Standard,
    /// In that form, but with a month or a day that the Gregorian calendar hasn't: `2001-02-30`,
    /// `2001-13`.
    NoDate,
    /// Another form that begins with a year.
    Odd,
    /// No date.
    Malformed,
}

/// Says in which form a DT value is.
#[must_use]
pub fn date_form(text: &str) -> DateForm {
    if text.is_empty() {
        return DateForm::Malformed;
    }
    if is_plain_day(text.as_bytes()) {
        return DateForm::Standard;
    }
    // Which parts a short form may stand for depends on the date before it (FF[4]: "2000-05-06,08").
    let mut before = Parts::None;
    let mut exist = true;
    for date in text.split(',') {
        match part(date, before) {
            Some((parts, exists)) => {
                before = parts;
                exist &= exists;
            }
            None => return odd(text),
        }
    }
    if exist { DateForm::Standard } else { DateForm::NoDate }
}

/// Whether it is one date with year, month and day that every such month has, as nearly all are.
fn is_plain_day(text: &[u8]) -> bool {
    let &[ref year @ .., b'-', m, n, b'-', d, e] = text else { return false };
    let digits = |digits: &[u8]| digits.iter().all(u8::is_ascii_digit);
    let number = |tens: u8, ones: u8| 10 * (tens - b'0') + (ones - b'0');
    year.len() == 4
        && digits(year)
        && digits(&[m, n, d, e])
        && (1..=12).contains(&number(m, n))
        && (1..=28).contains(&number(d, e))
}

/// Whether a month has this day in the Gregorian calendar; in some year, where none is named.
fn is_in_month(year: Option<u32>, month: u32, day: u32) -> bool {
    let leap = year.is_none_or(|year| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
    let days = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}

#[derive(Clone, Copy, PartialEq)]
enum Parts {
    None,
    Year,
    YearMonth,
    YearMonthDay,
    MonthDay,
    Month,
    Day,
}

/// Which parts a date has, and whether there is such a date.
fn part(date: &str, before: Parts) -> Option<(Parts, bool)> {
    let number = |text: &str, len: usize| {
        let digits = text.len() == len && text.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| text.parse::<u32>().ok()).flatten()
    };
    let is_month = |month: u32| (1..=12).contains(&month);
    let mut fields = date.split('-');
    let [Some(first), second, third, None] = [(); 4].map(|()| fields.next()) else { return None };
    Some(match (first, second, third) {
        (y, Some(m), Some(d)) => {
            let (year, month, day) = (number(y, 4)?, number(m, 2)?, number(d, 2)?);
            (Parts::YearMonthDay, is_in_month(Some(year), month, day))
        }
        (y, Some(m), None) if y.len() == 4 => {
            number(y, 4)?;
            (Parts::YearMonth, is_month(number(m, 2)?))
        }
        (m, Some(d), None) if !matches!(before, Parts::None) => {
            (Parts::MonthDay, is_in_month(None, number(m, 2)?, number(d, 2)?))
        }
        (y, None, None) if y.len() == 4 => {
            number(y, 4)?;
            (Parts::Year, true)
        }
        (d, None, None) if matches!(before, Parts::YearMonthDay | Parts::MonthDay | Parts::Day) => {
            (Parts::Day, (1..=31).contains(&number(d, 2)?))
        }
        (m, None, None) if matches!(before, Parts::YearMonth | Parts::Month) => {
            (Parts::Month, is_month(number(m, 2)?))
        }
        _ => return None,
    })
}

fn odd(text: &str) -> DateForm {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 4 { DateForm::Odd } else { DateForm::Malformed }
}

/// The year of a date: the four digits that it begins with, or the first number of four digits in it that is one
/// (`5 Feb 1999`, `31.12.2006`).
#[must_use]
pub fn date_year(text: &str) -> Option<u16> {
    const YEARS: RangeInclusive<u16> = 1000..=2999;
    let number = |digits: &str| digits.parse::<u16>().ok();
    let is_number = |digits: &&str| digits.bytes().all(|b| b.is_ascii_digit());
    if let Some(first) = text.get(..4).filter(is_number) {
        return number(first).filter(|&year| year > 0);
    }
    let mut numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| digits.len() == 4);
    numbers.find_map(|digits| number(digits).filter(|year| YEARS.contains(year)))
}
