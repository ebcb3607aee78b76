//! Times: TM and OT.

use super::forms::{pieces, reading};
use crate::go::Points;

/// Returns the seconds of main time that TM states: a number of seconds (`FF[4]`), or what programs write beside it
/// (`10:00(5x1:00)`, `9h`, `60min + byoyomi 15/5`, `1時間30分`). `None` if it can't be read, or if `1:30` may be hours or minutes.
pub fn main_time(text: &str) -> Option<u32> {
    let text = text.trim();
    if let Ok(seconds) = text.parse() {
        return Some(seconds);
    }
    // Alone `1:30` may be an hour and a half. With overtime behind it, it is minutes and seconds.
    let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let clock = text.split_once(':');
    let may_be_hours = clock.is_some_and(|(first, rest)| first.len() == 1 && is_digits(rest));
    let (main, rest) = before_overtime(text);
    // A remark isn't overtime.
    let is_overtime = rest.is_empty() || rest.contains(|c: char| c.is_ascii_digit());
    if may_be_hours || !is_overtime { None } else { time(main) }
}

/// Returns main time in seconds and overtime in short form, if TM states both: `1:00:00(5x1:00)`.
pub fn time_control(text: &str) -> Option<(u32, String)> {
    let (main, rest) = before_overtime(text.trim());
    let rest = rest.trim_start_matches(['(', '+', ',', ';', ' ']).trim_end_matches(')');
    Some((time(main)?, overtime(rest)?))
}

/// Splits a text before the overtime. The comma of `1,5 hours` is within a number.
fn before_overtime(text: &str) -> (&str, &str) {
    let at = text.find(['(', '+', ',', ';']).filter(|&at| {
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        let decimals = text[at + 1..].split(|c: char| !c.is_ascii_digit()).next();
        let is_decimal = text[at..].starts_with(',')
            && is_number(&text[..at])
            && decimals.is_some_and(is_number)
            && text.contains(char::is_alphabetic);
        !is_decimal
    });
    text.split_at(at.unwrap_or(text.len()))
}

fn time(text: &str) -> Option<u32> {
    let pieces = pieces("TM", text)?;
    seconds(reading("TM", &pieces)?.number(0)?)
}

/// Rounds to whole seconds.
fn seconds(time: Points) -> Option<u32> {
    u32::try_from((time.as_hundredths() + 50) / 100).ok()
}

/// Returns overtime in short form: `5x30` (periods x seconds), `25/600` (stones / seconds), `+10` (seconds added for each
/// move) or `none`. `None` if it has another form.
pub fn overtime(text: &str) -> Option<String> {
    let pieces = pieces("TM", text)?;
    let read = reading("OT", &pieces)?;
    let numbers: Vec<u32> = read.numbers().map(seconds).collect::<Option<_>>()?;
    let is_time = |at: usize| {
        let numbers = read.pieces.iter().filter(|piece| matches!(piece.name, "number" | "time"));
        numbers.skip(at).take(1).any(|piece| piece.name == "time")
    };
    let short =
        |sign: char, number: u32, time: u32| (number > 0).then(|| format!("{number}{sign}{time}"));
    match (read.meaning, &numbers[..]) {
        ("none", _) => Some("none".to_owned()),
        ("added", [time]) => Some(format!("+{time}")),
        ("one-period", [time]) => short('x', 1, *time),
        ("periods", [time, periods]) if is_time(0) => short('x', *periods, *time),
        ("periods", [periods, time]) => short('x', *periods, *time),
        ("periods-twice", [periods, time, same, again]) => {
            ((periods, time) == (same, again)).then(|| short('x', *periods, *time))?
        }
        ("time-first", [time, stones]) => short('/', *stones, *time),
        ("stones", [stones, time]) if is_time(1) || time >= stones || *time == 0 => {
            short('/', *stones, *time)
        }
        // No one plays 15 stones in 5 seconds, so these are minutes. 300/20 has the seconds first.
        ("stones", [stones, time]) if *stones <= 100 => short('/', *stones, time.checked_mul(60)?),
        _ => None,
    }
}
