//! Dates: the form of DT that FF[4] prescribes.

/// In which form a DT value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateForm {
    /// `YYYY-MM-DD` and its short forms, several separated by commas (FF[4], DT).
    Standard,
    /// In that form, but a day that its month hasn't in the Gregorian calendar: `2001-02-30`.
    NoDay,
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
    if is_day(text.as_bytes()) {
        return if is_in_month(text.as_bytes()) { DateForm::Standard } else { DateForm::NoDay };
    }
    // Which parts a short form may stand for depends on the date before it (FF[4]: "2000-05-06,08").
    let mut before = Parts::None;
    for date in text.split(',') {
        match part(date, before) {
            Some(parts) => before = parts,
            None => return odd(text),
        }
    }
    DateForm::Standard
}

/// Whether it is one date with year, month and day, as nearly all are.
fn is_day(text: &[u8]) -> bool {
    let &[ref year @ .., b'-', m, n, b'-', d, e] = text else { return false };
    let digits = |digits: &[u8]| digits.iter().all(u8::is_ascii_digit);
    let number = |tens: u8, ones: u8| 10 * (tens - b'0') + (ones - b'0');
    year.len() == 4
        && digits(year)
        && digits(&[m, n, d, e])
        && (1..=12).contains(&number(m, n))
        && (1..=31).contains(&number(d, e))
}

/// Whether a date that [`is_day`] is one of the Gregorian calendar.
fn is_in_month(date: &[u8]) -> bool {
    let number = |digits: &[u8]| digits.iter().fold(0, |n, digit| n * 10 + u32::from(digit - b'0'));
    let day = number(&date[8..]);
    if day <= 28 {
        return true;
    }
    let (year, month) = (number(&date[..4]), number(&date[5..7]));
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 => day == 29 && leap,
        4 | 6 | 9 | 11 => day <= 30,
        _ => true,
    }
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

fn part(date: &str, before: Parts) -> Option<Parts> {
    let number = |s: &str, len: usize, max: u32| {
        (s.len() == len && s.bytes().all(|b| b.is_ascii_digit()))
            .then(|| s.parse::<u32>().ok())
            .flatten()
            .filter(|&n| n >= 1 && n <= max)
    };
    let year = |s: &str| (s.len() == 4 && s.bytes().all(|b| b.is_ascii_digit())).then_some(());
    let mut fields = date.split('-');
    let [Some(first), second, third, None] = [(); 4].map(|()| fields.next()) else { return None };
    match (first, second, third) {
        (y, Some(m), Some(d)) => {
            year(y)?;
            number(m, 2, 12)?;
            number(d, 2, 31)?;
            Some(Parts::YearMonthDay)
        }
        (y, Some(m), None) if y.len() == 4 => {
            year(y)?;
            number(m, 2, 12)?;
            Some(Parts::YearMonth)
        }
        (m, Some(d), None) if !matches!(before, Parts::None) => {
            number(m, 2, 12)?;
            number(d, 2, 31)?;
            Some(Parts::MonthDay)
        }
        (y, None, None) if y.len() == 4 => {
            year(y)?;
            Some(Parts::Year)
        }
        (d, None, None) if matches!(before, Parts::YearMonthDay | Parts::MonthDay | Parts::Day) => {
            number(d, 2, 31)?;
            Some(Parts::Day)
        }
        (m, None, None) if matches!(before, Parts::YearMonth | Parts::Month) => {
            number(m, 2, 12)?;
            Some(Parts::Month)
        }
        _ => None,
    }
}

fn odd(text: &str) -> DateForm {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 4 { DateForm::Odd } else { DateForm::Malformed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        for text in [
            "1996",
            "1996-05",
            "1996-05-06",
            "1996-05-06,07,08",
            "1996-05,06",
            "1995-12-31,1996-01-01",
            "2000-05-06,06-01",
        ] {
            assert_eq!(date_form(text), DateForm::Standard, "{text}");
        }
        for text in ["2001-02-30", "2001-02-29", "1900-02-29", "2001-04-31", "2001-11-31"] {
            assert_eq!(date_form(text), DateForm::NoDay, "{text}");
        }
        for text in ["2000-02-29", "2004-02-29", "2001-12-31", "2001-01-31", "2001-06-30"] {
            assert_eq!(date_form(text), DateForm::Standard, "{text}");
        }
        for text in [
            "1996/05/06",
            "1996-00-06",
            "1996-05-00",
            "1996-05-32",
            "1996-5-6",
            "1996-13-01",
            "2010-08-19 ",
            "2010-08-19 13:00",
            "1996-05-06, 07",
        ] {
            assert_eq!(date_form(text), DateForm::Odd, "{text}");
        }
        for text in ["", "May 1996", "05-06", "96", "199x-05-06"] {
            assert_eq!(date_form(text), DateForm::Malformed, "{text}");
        }
    }
}
