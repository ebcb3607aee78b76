//! Dates in other forms than that of `FF[4]`: `26 Jan 2014`, `2014/1/26`, `2014年1月26日`.

use unicode_normalization::UnicodeNormalization;

use super::date::{DateForm, date_form};

/// Returns a date in another form as `FF[4]` writes it: `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. `None` if the value may mean
/// another date (`03/04/2014`), says more than a date, isn't in the calendar, or is in the form of `FF[4]` already.
#[must_use]
pub fn standard_date(text: &str) -> Option<String> {
    let text: String = text.nfkc().collect();
    let parts = parts(text.trim())?;
    let (year, month, day) = match parts[..] {
        [Part::Number(year, "年")] => (year, None, None),
        [Part::Number(year, "年"), Part::Number(month, "月")] => (year, Some(month), None),
        // In `2009/10` the second number may be a year.
        [Part::Number(year, "-" | "."), Part::Number(month, "")] => (year, Some(month), None),
        [Part::Number(year, "年"), Part::Number(month, "月"), Part::Number(day, "日")] => {
            (year, Some(month), Some(day))
        }
        [Part::Number(year, first), Part::Number(month, second), Part::Number(day, "")]
            if is_year(year) && first == second && matches!(first, "-" | "." | "/") =>
        {
            (year, Some(month), Some(day))
        }
        [Part::Number(first, mark), Part::Number(second, other), Part::Number(year, "")]
            if mark == other && matches!(mark, "-" | "." | "/") =>
        {
            let (month, day) = month_and_day(number(first)?, number(second)?)?;
            return written(year, Some(month), Some(day));
        }
        [Part::Month(month), Part::Number(year, "")] => return written(year, Some(month), None),
        [Part::Number(day, _), Part::Month(month), Part::Number(year, "")]
        | [Part::Month(month), Part::Number(day, _), Part::Number(year, "")]
        | [Part::Number(year, _), Part::Month(month), Part::Number(day, "")]
            if is_year(year) && !is_year(day) =>
        {
            return written(year, Some(month), Some(number(day)?));
        }
        _ => return None,
    };
    let number_of = |part: Option<&str>| part.map_or(Some(None), |part| number(part).map(Some));
    written(year, number_of(month)?, number_of(day)?)
}

/// Part of a date.
enum Part<'t> {
    /// Digits and the mark behind them: `-`, `.`, `/`, `年`, `月`, `日`, or nothing.
    Number(&'t str, &'t str),
    /// The number of a month that is named.
    Month(u32),
}

/// Takes a date to pieces. `None` if it has anything but numbers, names of months and marks.
fn parts(text: &str) -> Option<Vec<Part<'_>>> {
    const MARKS: [&str; 6] = ["-", ".", "/", "年", "月", "日"];
    const BEHIND_DAY: [&str; 4] = ["st", "nd", "rd", "th"];
    let mut parts = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let (number, behind) = rest.split_at(digits);
            let mark = MARKS.into_iter().find(|mark| behind.starts_with(mark)).unwrap_or("");
            let mut behind = &behind[mark.len()..];
            if let Some(after) = BEHIND_DAY.iter().find_map(|word| behind.strip_prefix(word)) {
                behind = after;
            }
            parts.push(Part::Number(number, mark));
            // `26. Jan. 2014` and `26 Jan, 2014`, but `2014.` ends with nothing.
            rest = behind.trim_start_matches([' ', ',']);
            if rest.is_empty() && behind != rest || rest.is_empty() && mark == "." {
                return None;
            }
        } else {
            let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
            parts.push(Part::Month(month(&rest[..letters])?));
            rest = rest[letters..].trim_start_matches([' ', ',', '.', '-', '/']);
        }
        if parts.len() > 3 {
            return None;
        }
    }
    Some(parts)
}

/// Returns the number of a month by its English name or the first letters of it, three at least.
fn month(name: &str) -> Option<u32> {
    const MONTHS: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    let name = name.to_ascii_lowercase();
    let is_short = |month: &str| name.len() == 3 || name == "sept" || month.len() == name.len();
    let found = MONTHS.iter().position(|month| is_short(month) && month.starts_with(&name))?;
    (name.len() >= 3).then_some(found as u32 + 1)
}

/// Returns the month and the day of two numbers whose order isn't known, if only one order is possible.
fn month_and_day(first: u32, second: u32) -> Option<(u32, u32)> {
    match (first, second) {
        (same, other) if same == other => Some((same, other)),
        (day @ 13.., month @ ..=12) | (month @ ..=12, day @ 13..) => Some((month, day)),
        _ => None,
    }
}

fn is_year(digits: &str) -> bool {
    digits.len() == 4
}

/// The number of one or two digits.
fn number(digits: &str) -> Option<u32> {
    (1..=2).contains(&digits.len()).then(|| digits.parse().ok())?
}

/// Returns a date in the form of `FF[4]`, if the calendar has it.
fn written(year: &str, month: Option<u32>, day: Option<u32>) -> Option<String> {
    let parts = [month, day].into_iter().flatten().map(|part| format!("-{part:02}"));
    let date = is_year(year).then(|| year.to_owned() + &parts.collect::<String>())?;
    (date_form(&date) == DateForm::Standard).then_some(date)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_that_can_mean_only_one_day_are_read() {
        for (text, date) in [
            ("26 Jan 2014", "2014-01-26"),
            ("26-Jan-2014", "2014-01-26"),
            ("26. January 2014", "2014-01-26"),
            ("26th January, 2014", "2014-01-26"),
            ("Jan 26, 2014", "2014-01-26"),
            ("Sept. 3 2014", "2014-09-03"),
            ("2014 May 3", "2014-05-03"),
            ("May 2014", "2014-05"),
            ("2014/1/26", "2014-01-26"),
            ("2014.1.26", "2014-01-26"),
            ("2014-1-6", "2014-01-06"),
            ("2014年1月26日", "2014-01-26"),
            ("２０１４年１月２６日", "2014-01-26"),
            ("2014年1月", "2014-01"),
            ("2014年", "2014"),
            ("2014-1", "2014-01"),
            ("2014.12", "2014-12"),
            ("26/1/2014", "2014-01-26"),
            ("1/26/2014", "2014-01-26"),
            ("19.11.2002", "2002-11-19"),
            ("5.5.2005", "2005-05-05"),
        ] {
            assert_eq!(standard_date(text).as_deref(), Some(date), "{text}");
        }
    }

    #[test]
    fn dates_that_may_mean_another_day_or_say_more_are_not() {
        for text in [
            "",
            "03/04/2014",
            "01.08.2001",
            "3-4-2014",
            "2009/10",
            "2014/1/26 22:03",
            "2014.1.26.",
            "2014-1-26,27",
            "14/1/26",
            "26 Jan 14",
            "26 Jan",
            "2014/2/30",
            "2014/13/1",
            "2014-1.26",
            "Sunday 26 Jan 2014",
            "26 Janvier 2014",
            "ca. 1665",
            "1994-",
            "1994.",
            "平成26年1月26日",
            "Broadcast 1992-03-01",
            "196",
            "2014年26日",
            "2014 2013 1",
            "1st Jan 2nd 2014",
        ] {
            assert_eq!(standard_date(text), None, "{text}");
        }
    }
}
