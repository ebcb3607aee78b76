//! Times: TM and OT.

/// Returns the seconds of main time that TM states: a number of seconds (`FF[4]`), or what programs write beside it
/// (`1:30:00`, `10:00(5x1:00)`, `9h`, `60min + byoyomi 15/5`). `None` if it can't be read.
#[must_use]
pub fn main_time(text: &str) -> Option<u32> {
    let head = text.split(['(', '+', ',', ';']).next()?.trim();
    let whole = |seconds: f64| {
        (0.0..=f64::from(u32::MAX)).contains(&seconds).then(|| seconds.round() as u32)
    };
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    if head.chars().all(is_number) {
        return whole(head.parse().ok()?);
    }
    clock(head).or_else(|| whole(with_units(&head.to_lowercase())?))
}

/// Returns overtime in short form: `5x30` (periods x seconds), `25/600` (stones / seconds) or `+10` (seconds added for
/// each move). `None` if it has another form.
#[must_use]
pub fn overtime(text: &str) -> Option<String> {
    let text = text.trim().to_lowercase();
    let is_name = |word: &str| word.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '_'));
    // A name may end with a colon; figures may contain one.
    let words = text.split_whitespace().flat_map(|word| match word.split_once(':') {
        Some((name, figures)) if is_name(name) => [name, figures],
        _ => [word, ""],
    });
    let words = words.filter(|word| !word.is_empty());
    let (names, figures): (Vec<&str>, Vec<&str>) = words.partition(|word| is_name(word));
    let [figures] = figures[..] else { return clocks(&text) };
    let is_fischer = names.iter().any(|name| matches!(*name, "fischer" | "increment"));
    if let Some(added) = figures.strip_prefix('+').or(is_fischer.then_some(figures)) {
        return Some(format!("+{}", added.trim_end_matches('s').parse::<u32>().ok()?));
    }
    clocks(figures)
}

/// Reads `5x30`, `5x0:30` and `25/600`.
fn clocks(text: &str) -> Option<String> {
    let separator = ['x', '/'].into_iter().find(|&c| text.contains(c))?;
    let (number, time) = text.split_once(separator)?;
    let number = number.parse::<u32>().ok().filter(|&number| number > 0)?;
    let seconds = time.parse().ok().or_else(|| clock(time))?;
    Some(format!("{number}{separator}{seconds}"))
}

/// Reads `M:SS` and `H:MM:SS`.
fn clock(text: &str) -> Option<u32> {
    let parts: Vec<u32> = text.split(':').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let [first, rest @ ..] = &parts[..] else { return None };
    let fits = matches!(rest.len(), 1 | 2) && rest.iter().all(|&part| part < 60);
    let add = |sum: u32, &part: &u32| sum.checked_mul(60)?.checked_add(part);
    fits.then(|| rest.iter().try_fold(*first, add)).flatten()
}

/// Reads `9h`, `1h30m`, `60 minutes`: the seconds.
fn with_units(text: &str) -> Option<f64> {
    let mut rest = text;
    let mut seconds = 0.0;
    while !rest.is_empty() {
        let (number, unit) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit() && c != '.')?);
        let unit = unit.trim_start();
        let (unit, next) =
            unit.split_at(unit.find(|c: char| !c.is_alphabetic()).unwrap_or(unit.len()));
        let scale = match unit {
            "h" | "hr" | "hrs" | "hour" | "hours" => 3600.0,
            "m" | "min" | "mins" | "minute" | "minutes" => 60.0,
            "s" | "sec" | "secs" | "second" | "seconds" => 1.0,
            _ => return None,
        };
        seconds += number.parse::<f64>().ok()? * scale;
        rest = next.trim_start_matches([' ', '.']);
    }
    Some(seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn main_times_are_seconds() {
        for (text, seconds) in [
            ("1800", Some(1800)),
            ("1800.0", Some(1800)),
            ("0", Some(0)),
            ("10:00(5x1:00)", Some(600)),
            ("5:00:00(5x1:00)", Some(18000)),
            ("9h", Some(32400)),
            ("1h30m", Some(5400)),
            ("60min + byoyomi 15/5", Some(3600)),
            ("2 hours", Some(7200)),
            ("1.5 hours", Some(5400)),
            ("10:99", None),
            ("-", None),
            ("", None),
            ("-5", None),
            ("10 bananas", None),
            ("1e99", None),
            ("99999999999", None),
        ] {
            assert_eq!(main_time(text), seconds, "{text}");
        }
    }

    #[test]
    fn overtime_has_a_short_form() {
        for (text, short) in [
            ("5x30 byo-yomi", Some("5x30")),
            ("byoyomi 5x1:00", Some("5x60")),
            ("25/600 Canadian", Some("25/600")),
            ("25/10:00", Some("25/600")),
            ("+10", Some("+10")),
            ("Fischer 10s", Some("+10")),
            ("10 fischer", Some("+10")),
            ("Canadian: 25/300", Some("25/300")),
            ("fischer: 10 up to 300", None),
            ("0x30", None),
            ("none", None),
            ("", None),
            ("Error: time control missing", None),
        ] {
            assert_eq!(overtime(text).as_deref(), short, "{text}");
        }
    }
}
