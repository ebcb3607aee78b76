//! Findings about the values of a header.

use crate::audit::finding::{Condition, Finding, FindingKind, FindingList};
use crate::go::{Point, Points};
use crate::plural::fmt_points;
use crate::record::{ChosenRules, Field, Move, NodeSpan, RecordedGame, TooManySetupPoints};
use crate::sgf::{
    KomiUnit, Outcome, ROOT, RecordedResult, SizeValue, result as read_result, small_number,
};

/// A record of another game than Go.
pub(crate) fn other_game(record: &RecordedGame) -> Option<Finding> {
    let (name, place) = record.other_game()?;
    let message = format!("{name}[{}] isn't Go; skipped", record.text.simple_text(place.span));
    Some(place.finding(FindingKind::OtherGame, message))
}

/// Reports the values of a header that can't be read, or only by guessing. `is_as_written`: whether the result is right with
/// komi and result as they are written, so that no unit is guessed.
pub(crate) fn check(record: &RecordedGame, is_as_written: bool, findings: &mut FindingList) {
    let mut report = |field, check: fn(&RecordedGame, &str) -> Option<Report>| {
        let Some(place) = record.header.place(field) else { return };
        let value = record.text.simple_text(place.span);
        if !value.is_empty()
            && let Some((kind, message, condition)) = check(record, &value)
        {
            findings.push(place.finding(kind, message).when(condition));
        }
    };
    report(Field::Game, game);
    report(Field::Format, format);
    report(Field::Size, size);
    report(Field::Handicap, handicap);
    report(Field::Komi, komi);
    if !is_as_written {
        report(Field::Komi, unusual_komi);
    }
    if !is_as_written || !record.result.standard {
        report(Field::Result, result);
    }
    if record.header.place(Field::Size).is_none()
        && let Some(finding) = missing_size(record)
    {
        findings.push(finding);
    }
}

/// Number of stones from which their places show the size of the board.
const MIN_STONES: usize = 12;

/// A record without SZ whose stones all stand on a smaller board, as near each edge as those of a game do. In a corner of a
/// large board they don't.
fn missing_size(record: &RecordedGame) -> Option<Finding> {
    let (mut least, mut most) = (Point::new(u8::MAX, u8::MAX), Point::new(0, 0));
    let mut stones = 0;
    let walked = record.walk(|step| {
        let played = step.moves.iter().filter_map(Move::play).map(|(_, point)| point);
        for point in step.setup.iter().map(|&(point, _)| point).chain(played) {
            least = Point::new(least.col.min(point.col), least.row.min(point.row));
            most = Point::new(most.col.max(point.col), most.row.max(point.row));
            stones += 1;
        }
        Ok::<(), TooManySetupPoints>(())
    });
    let lines = [9, 13].into_iter().find(|&lines| most.col < lines && most.row < lines)?;
    let reaches = least.col.max(least.row) <= 2 && most.col.min(most.row) + 3 >= lines;
    (walked.is_ok() && reaches && stones >= MIN_STONES).then(|| {
        let message =
            format!("SZ is missing, and all stones stand within {lines} lines; 19 assumed");
        NodeSpan::first_byte(record.game, ROOT).finding(FindingKind::MissingSize, message)
    })
}

/// Reports `unknown-ruleset` where RU names none that is known.
pub(crate) fn check_ruleset(
    record: &RecordedGame,
    rules: &ChosenRules,
    findings: &mut FindingList,
) {
    let Some(place) = record.header.place(Field::Rules).filter(|_| rules.unknown) else { return };
    let name = record.text.simple_text(place.span);
    if !name.is_empty() {
        let message = format!("RU[{name}] isn't a known ruleset; judged by {}", rules.rules.id);
        findings.push(place.finding(FindingKind::UnknownRuleset, message));
    }
}

/// The kind of a finding, its message, and the condition that changes its severity.
type Report = (FindingKind, String, Option<Condition>);

/// A GM that isn't a number; it is taken as 1, Go.
fn game(_: &RecordedGame, value: &str) -> Option<Report> {
    let message = || format!("GM[{value}] isn't a number; taken as 1 (Go)");
    let is_number = small_number(value).is_some();
    (!is_number)
        .then(|| (FindingKind::MalformedValue, message(), Some(Condition::BoardNotAffected)))
}

fn format(_: &RecordedGame, value: &str) -> Option<Report> {
    let message = || format!("FF[{value}] doesn't exist; read as FF[4]");
    let exists = matches!(small_number(value), Some(1..=4));
    (!exists).then(|| (FindingKind::UnknownFormat, message(), None))
}

fn size(record: &RecordedGame, value: &str) -> Option<Report> {
    let (message, condition) = match record.size_value {
        SizeValue::Standard(_) => return None,
        SizeValue::Odd(size) => {
            let message = format!("SZ[{value}] means a {} board", size.by());
            (message, Some(Condition::ReadAnyway))
        }
        SizeValue::OutOfRange => {
            (format!("SZ[{value}]: a board has 1 to 52 lines; 19 assumed"), None)
        }
        SizeValue::Malformed => (format!("SZ[{value}] isn't a board size; 19 assumed"), None),
    };
    Some((FindingKind::MalformedValue, message, condition))
}

fn handicap(record: &RecordedGame, value: &str) -> Option<Report> {
    let (message, condition) = match record.stated_handicap {
        Some(_) if small_number(value).is_some() => return None,
        Some(stones) => (format!("HA[{value}] means HA[{stones}]"), Condition::ReadAnyway),
        None => (format!("HA[{value}] isn't a number of stones"), Condition::BoardNotAffected),
    };
    Some((FindingKind::MalformedValue, message, Some(condition)))
}

fn komi(record: &RecordedGame, value: &str) -> Option<Report> {
    let (message, condition) = match record.komi_value {
        Some(read) if read.standard => return None,
        Some(read) => {
            (format!("KM[{value}] means {}", fmt_points(read.points)), Condition::ReadAnyway)
        }
        None => (unread_komi(value), Condition::BoardNotAffected),
    };
    Some((FindingKind::MalformedValue, message, Some(condition)))
}

fn unusual_komi(record: &RecordedGame, value: &str) -> Option<Report> {
    let read = record.komi_value?;
    let points = fmt_points(read.points);
    let unit = match read.unit {
        KomiUnit::ZiHundredths => "hundredths of a zi, as Fox writes them",
        KomiUnit::PointTenths => "tenths of a point, as GIB writes them",
        KomiUnit::PointHundredths => "hundredths of a point, as Fox and Tygem write them",
        KomiUnit::Zi => "in zi, the Chinese unit of two points",
        KomiUnit::Points => {
            let why = match read.points.fraction() {
                0 | 50 if read.points.abs() <= Points::whole(20) => return None,
                0 | 50 => "implausible",
                _ => "neither a whole nor a half number",
            };
            let message = format!("a komi of {points} is {why}");
            return Some((FindingKind::UnusualKomi, message, Some(Condition::KomiInPoints)));
        }
    };
    Some((FindingKind::UnusualKomi, format!("KM[{value}] must be {unit}: {points}"), None))
}

/// A result in a form that `FF[4]` doesn't know. The words of other formats have become a result already, if they can be read.
fn result(record: &RecordedGame, value: &str) -> Option<Report> {
    let message = match record.text.is_converted() {
        true if record.result.outcome != Outcome::Unreadable => return None,
        true => format!("the result {value:?} can't be read"),
        false => unusual_result(value, &record.result)?,
    };
    Some((FindingKind::MalformedResult, message, None))
}

/// The message about a result in an unusual form; `None` for a usual one.
fn unusual_result(value: &str, recorded: &RecordedResult) -> Option<String> {
    let outcome = recorded.outcome;
    let meaning = outcome.to_string();
    if recorded.standard {
        let message =
            || format!("RE[{value}] is in zi, the Chinese unit of two points: {outcome} in points");
        return recorded.zi.then(message);
    }
    Some(match outcome {
        Outcome::BothLose => {
            format!("RE[{value}] says that both players lost, which FF[4] can't express")
        }
        Outcome::Unreadable if recorded.zi => {
            format!("RE[{value}] can't be read: half of a board in zi is the winner's area")
        }
        _ if meaning.is_empty() => format!("RE[{value}] can't be read"),
        _ if recorded.zero_margin => {
            format!("RE[{value}] names a winner with a margin of 0; read as RE[{meaning}]")
        }
        _ if read_result(&meaning).outcome == outcome => format!("RE[{value}] means RE[{meaning}]"),
        _ => format!("RE[{value}] says more than RE[{meaning}], the form of FF[4] for it"),
    })
}

/// The message about a komi that can't be read.
fn unread_komi(value: &str) -> String {
    let decimals = value.split_once('.').map_or("", |(_, decimals)| decimals);
    match value.parse::<f64>() {
        Ok(_) if decimals.len() > 2 => {
            format!("KM[{value}] has more than two decimals, which isn't supported")
        }
        _ => format!("KM[{value}] isn't a number"),
    }
}
