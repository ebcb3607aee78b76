//! Dates of days.

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
