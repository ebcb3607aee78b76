//! Dates: the form of DT that `FF[4]` prescribes.

use std::ops::RangeInclusive;

/// The form of a DT value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateForm {
    /// `YYYY-MM-DD` and its short forms, several separated by commas (`FF[4]`, DT).
    Standard,
    /// That form, but with a month or a day that the Gregorian calendar doesn't have: `2001-02-30`, `2001-13`.
    NoDate,
    /// Another form that begins with a year.
    Odd,
    /// The value is no date.
    Malformed,
}

/// Returns the form of a DT value.
#[must_use]
pub fn date_form(text: &str) -> DateForm {
    if text.is_empty() {
        return DateForm::Malformed;
    }
    // The meaning of a short form depends on the date before it (`FF[4]`: "2000-05-06,08").
    let mut before = Parts::None;
    let mut exist = true;
    for text_of_date in text.split(',') {
        let Some(date) = date(text_of_date, before) else { return nonstandard_form(text) };
        before = date.parts;
        exist &= date.exists;
    }
    if exist { DateForm::Standard } else { DateForm::NoDate }
}

/// Whether a month has this day in the Gregorian calendar. Without a year: whether it has it in any year.
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

/// One of the dates of a value.
struct Date {
    parts: Parts,
    /// Whether the calendar has such a date.
    exists: bool,
}

/// The parts that a date is written with.
#[derive(Clone, Copy)]
enum Parts {
    None,
    Year,
    YearMonth,
    YearMonthDay,
    MonthDay,
    Month,
    Day,
}

/// Reads one date. `before`: the parts of the date before it. `None` if it isn't in the form of `FF[4]`.
fn date(text: &str, before: Parts) -> Option<Date> {
    let number = |text: &str, len: usize| {
        let digits = text.len() == len && text.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| text.parse::<u32>().ok()).flatten()
    };
    let is_month = |month: u32| (1..=12).contains(&month);
    let mut fields = text.split('-');
    let [Some(first), second, third, None] = [(); 4].map(|()| fields.next()) else { return None };
    let (parts, exists) = match (first, second, third) {
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
    };
    Some(Date { parts, exists })
}

/// The form of a value that isn't in the form of `FF[4]`.
fn nonstandard_form(text: &str) -> DateForm {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 4 { DateForm::Odd } else { DateForm::Malformed }
}

/// The year of a date: its first four characters if they are digits, otherwise the first number of four digits from
/// 1000 to 2999 (`5 Feb 1999`, `31.12.2006`).
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

/// Returns the first date of a value as `YYYY-MM-DD`, `YYYY-MM` or `YYYY`, as far as it is certain: what follows a month
/// or a day that the calendar doesn't have is left out, and of a date in another order only the year is taken. Empty if
/// there is no year.
#[must_use]
pub fn first_date(text: &str) -> String {
    let text = text.trim_start();
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    if digits(text) != 4 {
        return date_year(text).map_or(String::new(), |year| format!("{year:04}"));
    }
    let (mut date, mut rest) = text.split_at(4);
    let mut parts = date.parse().ok().into_iter().collect::<Vec<u32>>();
    let mut found = date.to_owned();
    while parts.len() < 3
        && let Some(next) = rest.strip_prefix(['-', '/', '.', '年', '月'])
        && let length @ 1..=2 = digits(next)
    {
        (date, rest) = next.split_at(length);
        parts.extend(date.parse::<u32>());
        let exists = match parts[..] {
            [_, month] => (1..=12).contains(&month),
            [year, month, day] => is_in_month(Some(year), month, day),
            _ => false,
        };
        if !exists {
            break;
        }
        found.push_str(&format!("-{:02}", parts[parts.len() - 1]));
    }
    found
}
