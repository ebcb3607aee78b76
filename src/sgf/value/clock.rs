//! Times: TM and OT.

use unicode_normalization::UnicodeNormalization;

/// Returns the seconds of main time that TM states: a number of seconds (`FF[4]`), or what programs write beside it
/// (`1:30:00`, `10:00(5x1:00)`, `9h`, `60min + byoyomi 15/5`, `1時間30分`). `None` if it can't be read, or if `1:30` may be
/// hours or minutes.
pub fn main_time(text: &str) -> Option<u32> {
    let text = text.trim();
    // Alone `1:30` may be an hour and a half. With overtime behind it, it is minutes and seconds.
    let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let clock = text.split_once(':');
    let may_be_hours = clock.is_some_and(|(first, rest)| first.len() == 1 && is_digits(rest));
    if may_be_hours { None } else { time_before_overtime(text) }
}

/// Reads a time, and leaves out what is behind it.
fn time_before_overtime(text: &str) -> Option<u32> {
    let text = text.trim().to_lowercase();
    let head = text.split(['(', '+', ',', ';']).next()?.trim_end();
    let seconds = if head.chars().all(|c| c.is_ascii_digit() || c == '.') {
        let is_decimal = text[head.len()..].starts_with(',') && text.contains(char::is_alphabetic);
        if is_decimal { with_units(&text.replacen(',', ".", 1))? } else { head.parse().ok()? }
    } else {
        clock(head).map(f64::from).or_else(|| with_units(head))?
    };
    (0.0..=f64::from(u32::MAX)).contains(&seconds).then(|| seconds.round() as u32)
}

/// Returns overtime in short form: `5x30` (periods x seconds), `25/600` (stones / seconds), `+10` (seconds added for each
/// move) or `none`. `None` if it has another form.
pub fn overtime(text: &str) -> Option<String> {
    const NONE: [&str; 7] = ["none", "no", "no overtime", "sudden death", "absolute", "なし", "无"];
    let text: String = text.trim().nfkc().flat_map(char::to_lowercase).collect();
    if NONE.contains(&&*text) {
        return Some("none".to_owned());
    }
    in_short(&text).or_else(|| in_words(&text)).or_else(|| {
        // Main time is before it: `10m+10x30s`.
        let (main, rest) = text.split_once(['+', '(', ','])?;
        time_before_overtime(main).and_then(|_| overtime(rest.trim_end_matches(')')))
    })
}

/// Reads `5x30 byo-yomi`, `Canadian: 25/600` and `Fischer 10s`.
fn in_short(text: &str) -> Option<String> {
    let is_name = |word: &str| word.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '_'));
    // A name may end with a colon; figures may contain one.
    let words = text.split_whitespace().flat_map(|word| match word.split_once(':') {
        Some((name, figures)) if is_name(name) => [name, figures],
        _ => [word, ""],
    });
    let words = words.filter(|word| !word.is_empty());
    let (names, figures): (Vec<&str>, Vec<&str>) = words.partition(|word| is_name(word));
    let [figures] = figures[..] else { return clocks(text) };
    let is_increment = |name: &str| matches!(name, "fischer" | "increment");
    let joined = ["fischer", "increment"].iter().find_map(|name| figures.strip_suffix(name));
    let figures = joined.unwrap_or(figures);
    let is_fischer = joined.is_some() || names.iter().any(|name| is_increment(name));
    if let Some(added) = figures.strip_prefix('+').or(is_fischer.then_some(figures)) {
        return Some(format!("+{}", added.trim_end_matches('s').parse::<u32>().ok()?));
    }
    clocks(figures)
}

/// The unit of a number in a time control.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quantity {
    Seconds,
    Periods,
    Stones,
}

/// Reads numbers with their units: `5 x 30 sec`, `30秒3回`, `1 period of 30 seconds, 15 moves`, `30 simple`.
fn in_words(text: &str) -> Option<String> {
    use Quantity::{Periods, Seconds, Stones};
    let is_figure = |c: char| c.is_ascii_digit() || c == ':';
    let mut rest = text;
    let (mut seconds, mut periods, mut stones) = (None, None, None);
    let mut is_of = false;
    while let Some(from) = rest.find(|c: char| c.is_ascii_digit()) {
        is_of |= rest[..from].ends_with(['x', '×', '*']);
        let behind = rest[from..].trim_start_matches(is_figure);
        let figures = &rest[from..rest.len() - behind.len()];
        let number = figures.trim_end_matches(':').parse().ok().or_else(|| clock(figures))?;
        let unit = behind.trim_start();
        let end = unit.find(|c: char| !c.is_alphabetic() || c.is_ascii_digit());
        let word = &unit[..end.unwrap_or(unit.len())];
        let begins = |words: &[&str]| words.iter().any(|known| word.starts_with(known));
        let (what, scale) = match word {
            _ if begins(&["分", "분"]) => (Seconds, 60),
            _ if begins(&["秒", "초"]) => (Seconds, 1),
            _ if begins(&["回", "次", "회"]) => (Periods, 1),
            "m" | "min" | "mins" | "minute" | "minutes" => (Seconds, 60),
            "s" | "sec" | "secs" | "second" | "seconds" => (Seconds, 1),
            "period" | "periods" | "times" | "x" => (Periods, 1),
            "stone" | "stones" | "move" | "moves" => (Stones, 1),
            "simple" => {
                periods.get_or_insert(1);
                (Seconds, 1)
            }
            _ if unit.starts_with(['x', '×', '*']) => (Periods, 1),
            _ if is_of => (Seconds, 1),
            _ => return None,
        };
        let place = match what {
            Seconds => &mut seconds,
            Periods => &mut periods,
            Stones => &mut stones,
        };
        let number = u32::checked_mul(number, scale)?;
        if place.replace(number).is_some_and(|before| before != number) {
            return None;
        }
        rest = match what {
            Seconds | Stones => &unit[end.unwrap_or(unit.len())..],
            Periods => unit,
        };
        // `30秒3回`
        let cjk = ["分", "분", "秒", "초"].iter().find_map(|known| unit.strip_prefix(known));
        rest = cjk.unwrap_or(rest);
    }
    match (seconds?, periods, stones) {
        (seconds, _, Some(stones)) if stones > 0 => Some(format!("{stones}/{seconds}")),
        (seconds, Some(periods), None) if periods > 0 => Some(format!("{periods}x{seconds}")),
        _ => None,
    }
}

/// Reads `5x30`, `5x0:30`, `25/600`, `30:00/25`, and `15/5`: no one plays 15 stones in 5 seconds, so these are minutes.
fn clocks(text: &str) -> Option<String> {
    let separator = ['x', '/'].into_iter().find(|&c| text.contains(c))?;
    let (mut number, mut time) = text.split_once(separator)?;
    if number.contains(':') {
        (number, time) = (time, number);
    }
    let number = number.parse::<u32>().ok().filter(|&number| number > 0)?;
    let seconds: u32 = time.parse().ok().or_else(|| clock(time))?;
    let is_minutes = separator == '/' && seconds < number && seconds > 0;
    let seconds = if is_minutes { seconds * 60 } else { seconds };
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

/// Reads `9h`, `1h30m`, `60 minutes`, `1時間30分`: the seconds.
fn with_units(text: &str) -> Option<f64> {
    let mut rest = text;
    let mut seconds = 0.0;
    while !rest.is_empty() {
        let (number, unit) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit() && c != '.')?);
        let unit = unit.trim_start();
        let (unit, next) =
            unit.split_at(unit.find(|c: char| !c.is_alphabetic()).unwrap_or(unit.len()));
        let scale = match unit {
            "h" | "hr" | "hrs" | "hour" | "hours" | "時間" | "小时" | "小時" | "시간" => {
                3600.0
            }
            "m" | "min" | "mins" | "minute" | "minutes" | "分" | "分钟" | "分鐘" | "분" => {
                60.0
            }
            "s" | "sec" | "secs" | "second" | "seconds" | "秒" | "초" => 1.0,
            _ => return None,
        };
        seconds += number.parse::<f64>().ok()? * scale;
        rest = next.trim_start_matches([' ', '.']);
    }
    Some(seconds)
}
