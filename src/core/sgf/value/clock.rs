//! Times: TM and OT.

use super::words::{Field, Role, normalized, word_at};

/// Returns the seconds of main time that TM states: a number of seconds (`FF[4]`), or what programs write beside it
/// (`1:30:00`, `10:00(5x1:00)`, `9h`, `60min + byoyomi 15/5`, `1時間30分`, `10분40초3회`). `None` if it can't be read, or if
/// `1:30` may be hours or minutes.
pub fn main_time(text: &str) -> Option<u32> {
    let text = text.trim();
    if let Ok(seconds) = text.parse() {
        return Some(seconds);
    }
    if let Some((main, _)) = time_with_periods(text) {
        return Some(main);
    }
    // Alone `1:30` may be an hour and a half. With overtime behind it, it is minutes and seconds.
    let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let clock = text.split_once(':');
    let may_be_hours = clock.is_some_and(|(first, rest)| first.len() == 1 && is_digits(rest));
    let (main, rest) = before_overtime(text);
    // A remark isn't overtime.
    let is_overtime = rest.is_empty() || rest.contains(|c: char| c.is_ascii_digit());
    if may_be_hours || !is_overtime { None } else { time(&pieces(main)?) }
}

/// Returns main time in seconds and overtime in short form, if TM states both: `1:00:00(5x1:00)`, `10분40초3회`.
pub fn time_control(text: &str) -> Option<(u32, String)> {
    let text = text.trim();
    time_with_periods(text).or_else(|| {
        let (main, rest) = before_overtime(text);
        let rest = rest.trim_start_matches(['(', '+', ',', ';', ' ']).trim_end_matches(')');
        Some((time(&pieces(main)?)?, overtime(rest)?))
    })
}

/// Splits a text before the overtime.
fn before_overtime(text: &str) -> (&str, &str) {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let at = text.find(['(', '+', ',', ';']).filter(|&at| {
        // `1,5 hours`, but `1800,0,30,5`
        let decimals =
            text[at + 1..].split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
        let is_decimal = text[at..].starts_with(',')
            && is_number(&text[..at])
            && is_number(decimals)
            && text.contains(char::is_alphabetic);
        !is_decimal
    });
    text.split_at(at.unwrap_or(text.len()))
}

/// Reads a time with the time and the number of its overtime periods behind it: `10분40초3회`, `2小时1分5次`.
fn time_with_periods(text: &str) -> Option<(u32, String)> {
    let mut pieces = pieces(text)?;
    pieces.retain(|piece| *piece != Piece::Word(Role::ByoYomi) && *piece != Piece::Sign(','));
    let (main, overtime) = pieces.split_at(pieces.len().checked_sub(4)?);
    match overtime {
        [Piece::Number(_), Piece::Word(unit), Piece::Number(_), Piece::Word(Role::Period)]
            if scale(*unit).is_some() =>
        {
            Some((time(main)?, overtime_of(overtime)?))
        }
        _ => None,
    }
}

/// Returns overtime in short form: `5x30` (periods x seconds), `25/600` (stones / seconds), `+10` (seconds added for each
/// move) or `none`. `None` if it has another form.
pub fn overtime(text: &str) -> Option<String> {
    if let Some(short) = pieces(text).and_then(|pieces| overtime_of(&pieces)) {
        return Some(short);
    }
    // Main time is before it: `10m+10x30s`.
    let (main, rest) = before_overtime(text.trim());
    let rest = rest.trim_start_matches(['(', '+', ',', ';', ' ']).trim_end_matches(')');
    let is_split = !main.trim().is_empty() && rest.len() < text.len();
    if !is_split || rest.is_empty() {
        return None;
    }
    time(&pieces(main)?).and_then(|_| overtime_of(&pieces(rest)?))
}

/// A piece of a time control.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Piece {
    Number(f64),
    /// `M:SS` and `H:MM:SS`, in seconds.
    Clock(u32),
    Word(Role),
    Sign(char),
}

/// Takes a text to pieces. `None` if it has a word that isn't known.
fn pieces(text: &str) -> Option<Vec<Piece>> {
    let text = normalized(text);
    let mut pieces = Vec::new();
    let mut rest = text.trim();
    while let Some(first) = rest.chars().next() {
        let word = word_at(Field::Clock, rest);
        if first.is_ascii_digit() {
            let is_figure = |c: char| c.is_ascii_digit() || matches!(c, ':' | '.');
            let end = rest.find(|c| !is_figure(c)).unwrap_or(rest.len());
            let (figures, after) = rest.split_at(end);
            let comma = after
                .strip_prefix(',')
                .filter(|more| more.starts_with(|c: char| c.is_ascii_digit()));
            let figures = figures.trim_end_matches(['.', ':']);
            if let Some(more) = comma.filter(|_| pieces.is_empty() && !figures.contains(':')) {
                let end = more.find(|c: char| !c.is_ascii_digit()).unwrap_or(more.len());
                pieces.push(Piece::Number(format!("{figures}.{}", &more[..end]).parse().ok()?));
                rest = &more[end..];
            } else {
                pieces.push(match figures.contains(':') {
                    true => Piece::Clock(clock(figures)?),
                    false => Piece::Number(figures.parse().ok()?),
                });
                rest = after;
            }
        } else if let Some(word) = word {
            pieces.push(Piece::Word(word.role));
            rest = rest[word.len..].trim_start_matches([':', '.']);
        } else if matches!(first, 'x' | '×' | '*') {
            pieces.push(Piece::Word(Role::Per));
            rest = &rest[first.len_utf8()..];
        } else if matches!(first, '/' | '+' | ',') {
            pieces.push(Piece::Sign(first));
            rest = &rest[1..];
        } else {
            return None;
        }
        rest = rest.trim_start();
    }
    Some(pieces)
}

/// Reads `M:SS` and `H:MM:SS`.
fn clock(text: &str) -> Option<u32> {
    let parts: Vec<u32> = text.split(':').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let [first, rest @ ..] = &parts[..] else { return None };
    let fits = matches!(rest.len(), 1 | 2) && rest.iter().all(|&part| part < 60);
    let add = |sum: u32, &part: &u32| sum.checked_mul(60)?.checked_add(part);
    fits.then(|| rest.iter().try_fold(*first, add)).flatten()
}

/// The seconds of a unit of time.
fn scale(unit: Role) -> Option<f64> {
    match unit {
        Role::Hour => Some(3600.0),
        Role::Minute => Some(60.0),
        Role::Second => Some(1.0),
        _ => None,
    }
}

fn seconds(number: f64) -> Option<u32> {
    (0.0..=f64::from(u32::MAX)).contains(&number).then(|| number.round() as u32)
}

/// Reads a time that is all there is: `1800`, `9h`, `1h30m`, `30:00`, `각 3시간`, `8h each`.
fn time(pieces: &[Piece]) -> Option<u32> {
    let mut sum = 0.0;
    let mut rest = pieces;
    while let [Piece::Word(Role::Each), more @ ..] = rest {
        rest = more;
    }
    match rest {
        [Piece::Number(number)] => return seconds(*number),
        [Piece::Clock(time)] => return Some(*time),
        [] => return None,
        _ => {}
    }
    while let [Piece::Number(number), Piece::Word(unit), more @ ..] = rest {
        sum += number * scale(*unit)?;
        rest = more;
    }
    matches!(rest, [] | [Piece::Word(Role::Each)]).then(|| seconds(sum)).flatten()
}

/// Reads overtime: `5x30 byo-yomi`, `25/600 Canadian`, `Fischer 10s`, `30秒3回`, `1 period of 30 seconds, 15 moves`.
fn overtime_of(pieces: &[Piece]) -> Option<String> {
    let is_kind = |piece: &Piece| {
        matches!(piece, Piece::Word(Role::ByoYomi | Role::Canadian | Role::Fischer | Role::Each))
    };
    let is_fischer = pieces.contains(&Piece::Word(Role::Fischer));
    let plain: Vec<Piece> = pieces.iter().copied().filter(|piece| !is_kind(piece)).collect();
    match plain[..] {
        [Piece::Word(Role::NoOvertime)] => return Some("none".to_owned()),
        [Piece::Sign('+'), ref added @ ..] => return Some(format!("+{}", time(added)?)),
        ref added if is_fischer => return Some(format!("+{}", time(added)?)),
        [Piece::Number(stones), Piece::Sign('/'), Piece::Number(time)] => {
            // No one plays 15 stones in 5 seconds, so these are minutes.
            let scale = if time < stones && time > 0.0 { 60.0 } else { 1.0 };
            return in_short('/', seconds(stones)?, seconds(time * scale)?);
        }
        [Piece::Number(stones), Piece::Sign('/'), Piece::Clock(time)]
        | [Piece::Clock(time), Piece::Sign('/'), Piece::Number(stones)] => {
            return in_short('/', seconds(stones)?, time);
        }
        _ => {}
    }
    let (mut time, mut periods, mut turns) = (None, None, None);
    let mut rest = &plain[..];
    let mut is_led = false;
    while let Some(first) = rest.first() {
        let unit = match rest.get(1) {
            Some(Piece::Word(role)) => Some(*role),
            _ => None,
        };
        let (place, value, taken) = match (*first, unit) {
            (Piece::Word(Role::Per), _) => {
                is_led = true;
                rest = &rest[1..];
                continue;
            }
            (Piece::Sign(',' | '/'), _) => {
                rest = &rest[1..];
                continue;
            }
            (Piece::Clock(value), _) => (&mut time, f64::from(value), 1),
            (Piece::Number(_), Some(unit)) if scale(unit).is_some() => {
                let mut sum = 0.0;
                let mut taken = 0;
                while let [Piece::Number(number), Piece::Word(unit), ..] = rest[taken..]
                    && let Some(scale) = scale(unit)
                {
                    sum += number * scale;
                    taken += 2;
                }
                (&mut time, sum, taken)
            }
            (Piece::Number(number), Some(Role::Period)) => (&mut periods, number, 2),
            (Piece::Number(number), Some(Role::Turns)) => (&mut turns, number, 2),
            (Piece::Number(number), Some(Role::OnePeriod)) => {
                periods = Some(1);
                (&mut time, number, 2)
            }
            (Piece::Number(number), Some(Role::Per)) if !is_led => (&mut periods, number, 1),
            (Piece::Number(number), _) if is_led => (&mut time, number, 1),
            _ => return None,
        };
        let value = seconds(value)?;
        if place.replace(value).is_some_and(|before| before != value) {
            return None;
        }
        is_led = false;
        rest = &rest[taken..];
    }
    match turns {
        Some(stones) => in_short('/', stones, time?),
        None => in_short('x', periods?, time?),
    }
}

fn in_short(sign: char, number: u32, seconds: u32) -> Option<String> {
    (number > 0).then(|| format!("{number}{sign}{seconds}"))
}
