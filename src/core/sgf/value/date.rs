//! Dates: the form of DT that `FF[4]` prescribes, and those of the table.

use std::ops::RangeInclusive;

use unicode_normalization::UnicodeNormalization;

use super::forms::{pieces, reading};

/// The form of a DT value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateForm {
    /// `YYYY-MM-DD` and its short forms, several separated by commas (`FF[4]`, DT).
    Standard,
    /// That form, but with a month or a day that the Gregorian calendar doesn't have: `2001-02-30`, `2001-13`.
    NoDate,
    /// Another form that begins with a year.
    Odd,
    Malformed,
}

/// Returns the form of a DT value.
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

/// The year of a date: the first number of four digits, at the beginning any, elsewhere from 1000 to 2999 (`5 Feb 1999`,
/// `31.12.2006`). A compact date at the beginning has one, too (`19990205`, with a time or without); other numbers have none: `050607`.
pub fn date_year(text: &str) -> Option<u16> {
    const YEARS: RangeInclusive<u16> = 1000..=2999;
    let mut numbers = text.split(|c: char| !c.is_ascii_digit());
    let first = numbers.next().unwrap_or_default();
    if matches!(first.len(), 4 | 8 | 14) {
        return first[..4].parse().ok().filter(|&year| year > 0);
    }
    let mut years = numbers.filter(|digits| digits.len() == 4);
    years.find_map(|digits| digits.parse().ok().filter(|year| YEARS.contains(year)))
}

/// Returns the first date of a value as `YYYY-MM-DD`, `YYYY-MM` or `YYYY`, as far as it is certain: what follows a month
/// or a day that the calendar doesn't have is left out, and of a date that may mean another day only the year is taken. Empty
/// if there is no year: a decade (`1660s`) has none.
pub fn first_date(text: &str) -> String {
    let text = text.trim();
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let head = &text[..digits(text)];
    if head.len() != 4 {
        // Two compact times may stand beside each other: `20231201-013000~20231201-014500`.
        let compact = if head.len() == 8 { head } else { text };
        let year = || date_year(text).map_or(String::new(), |year| format!("{year:04}"));
        return standard_date(compact).unwrap_or_else(year);
    }
    let (mut date, mut rest) = text.split_at(4);
    if date == "0000" || rest.starts_with(['s', 'S']) {
        return String::new();
    }
    let mut parts = date.parse().ok().into_iter().collect::<Vec<u32>>();
    let mut iso = date.to_owned();
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
        iso.push_str(&format!("-{:02}", parts[parts.len() - 1]));
    }
    iso
}

/// Returns a date in another form as `FF[4]` writes it: `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. `None` if the value may mean
/// another date (`03/04/2014`), says more than a date, isn't in the calendar, or is in the form of `FF[4]` already.
pub fn standard_date(text: &str) -> Option<String> {
    let text: String = text.nfkc().collect();
    if text.len() == 8 && text.bytes().all(|b| b.is_ascii_digit()) && *text >= *"1500" {
        let (month, day) = (number(&text[4..6])?, number(&text[6..])?);
        return written(&text[..4], Some(month), Some(day));
    }
    let pieces = pieces("DT", &text)?;
    let read = reading("DT", &pieces)?;
    let mut numbers = read.numbers().map(|number| number.as_hundredths() as u32 / 100);
    let (mut year, mut month, mut day, mut either) = (0, None, None, None);
    for part in read.meaning.chars() {
        let number = numbers.next()?;
        match part {
            'y' => year = number,
            'm' => month = Some(number),
            'd' => day = Some(number),
            _ => {
                if let Some(first) = either.replace(number) {
                    (month, day) = month_and_day(first, number)?;
                }
            }
        }
    }
    written(&format!("{year:04}"), month, day)
}

/// Returns the month and the day of two numbers whose order isn't known, if only one order is possible.
fn month_and_day(first: u32, second: u32) -> Option<(Option<u32>, Option<u32>)> {
    match (first, second) {
        (same, other) if same == other => Some((Some(same), Some(other))),
        (day @ 13.., month @ ..=12) | (month @ ..=12, day @ 13..) => Some((Some(month), Some(day))),
        _ => None,
    }
}

/// The number of one or two digits.
fn number(digits: &str) -> Option<u32> {
    (1..=2).contains(&digits.len()).then(|| digits.parse().ok())?
}

/// Returns a date in the form of `FF[4]`, if the calendar has it.
fn written(year: &str, month: Option<u32>, day: Option<u32>) -> Option<String> {
    let parts = [month, day].into_iter().flatten().map(|part| format!("-{part:02}"));
    let date = year.to_owned() + &parts.collect::<String>();
    (date_form(&date) == DateForm::Standard).then_some(date)
}

/// Returns the date, `YYYY-MM-DD`, of the day that comes this many days after 1970-01-01. Years are counted from March, whose last day is the one that leap years
/// add (H. Hinnant, "chrono-compatible low-level date algorithms", `civil_from_days`).
pub fn date_of_day(day: u64) -> String {
    const DAYS_OF_400_YEARS: u64 = 146_097;
    let day = day.saturating_add(719_468);
    let (era, day) = (day / DAYS_OF_400_YEARS, day % DAYS_OF_400_YEARS);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next_year) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", era * 400 + year + next_year)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        for (day, date) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (19_782, "2024-02-29"),
            (20_088, "2024-12-31"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
        ] {
            assert_eq!(date_of_day(day), date);
        }
    }
}
