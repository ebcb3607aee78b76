//! What a record says of its game: identifiers, size, komi, handicap, result.

use super::catalog::{Mended, Safety, Subject};
use super::edit::Edit;
use super::values::Value;
use crate::audit::{Finding, Severity, ValueSource};
use crate::convert::header::first;
use crate::go::Points;
use crate::replay::HandicapBy;
use crate::rules::parse_ru;
use crate::sgf::{
    self, DateForm, How, Ident, KomiUnit, Outcome, ROOT, SizeValue, Span, date_form, komi, result,
    size, small_number, stands_for,
};

const KM: Ident = Ident::new("KM");
const KI: Ident = Ident::new("KI");

/// Lower-case letters in an identifier; KI.
pub(super) fn old_property(subject: &Subject, finding: &Finding) -> Mended {
    let raw = finding.span.of(subject.bytes());
    if raw.iter().any(u8::is_ascii_lowercase) {
        let spelling = Ident::read(raw).spelling();
        return (!spelling.is_empty())
            .then(|| (Safety::Safe, vec![Edit::replace(finding.span, spelling)]));
    }
    if raw != b"KI" || subject.values.have_komi(subject.game) {
        return None;
    }
    let [Value { span: value, id: KI, .. }] =
        *subject.values.of_property(subject.game, finding.span.start)
    else {
        return None;
    };
    let halves = small_number(&subject.text.simple_text(value)).filter(|n| n.abs() < 1_000_000)?;
    let points = Points::hundredths(halves * 50);
    let edits = vec![Edit::replace(finding.span, "KM"), Edit::replace(value, points.to_string())];
    Some((Safety::Safe, edits))
}

/// A property of the root that another one is meant by.
pub(super) fn unknown_property(subject: &Subject, finding: &Finding) -> Mended {
    let [value] = *subject.values.of_property(subject.game, finding.span.start) else {
        return None;
    };
    stand_in(subject, &value)
}

fn stand_in(subject: &Subject, value: &Value) -> Mended {
    let written = subject.text.simple_text(value.span);
    let other = stands_for(value.id, &written).filter(|_| value.node == ROOT)?;
    let name = Span { start: value.prop, end: value.prop + 2 };
    let plain = subject.bytes().get(name.end as usize) == Some(&b'[');
    let spelling = other.spelling();
    let has_old_komi = other == KM && first(subject.game, "KI").is_some();
    if !plain || first(subject.game, &spelling).is_some() || has_old_komi {
        return None;
    }
    if value.id == Ident::new("RD") && date_form(&written) != DateForm::Standard {
        return None;
    }
    let mut edits = vec![Edit::replace(name, spelling)];
    if other == KM {
        let read = komi(&written)?;
        if !read.standard {
            edits.push(Edit::replace(value.span, read.points.to_string()));
        }
    }
    Some((Safety::Judgement, edits))
}

pub(super) fn malformed_value(subject: &Subject, finding: &Finding) -> Mended {
    let id = subject.property_of(finding.node?, finding.span)?;
    let value = subject.text.simple_text(finding.span);
    let with = if id == Ident::new("SZ") {
        let SizeValue::Odd(size) = size(&value) else { return None };
        if size.cols() == size.rows() {
            size.cols().to_string()
        } else {
            format!("{}:{}", size.cols(), size.rows())
        }
    } else if id == KM {
        komi(&value)
            .filter(|read| !read.standard && is_number_with_unit(&value))?
            .points
            .to_string()
    } else if id == Ident::new("HA") {
        let stones = sgf::handicap(&value)?.to_string();
        return Some((Safety::Judgement, vec![Edit::replace(finding.span, stones)]));
    } else {
        return stand_in(subject, subject.values.at(subject.game, finding.span)?);
    };
    let plain = || value.bytes().all(|b| b.is_ascii_digit() || b"+-., ".contains(&b));
    let fmt_points = || komi(&value).is_some_and(|read| read.unit == KomiUnit::Points);
    let safety =
        if id == KM && !(plain() && fmt_points()) { Safety::Judgement } else { Safety::Safe };
    Some((safety, vec![Edit::replace(finding.span, with)]))
}

pub(super) fn komi_in_points(subject: &Subject, finding: &Finding) -> Mended {
    if subject.property_of(finding.node?, finding.span)? != KM {
        return None;
    }
    let value = subject.text.simple_text(finding.span);
    let read = komi(&value)?;
    (read.unit != KomiUnit::Points && !says_more(&value))
        .then(|| (Safety::Judgement, vec![Edit::replace(finding.span, read.points.to_string())]))
}

pub(super) fn malformed_result(subject: &Subject, finding: &Finding) -> Mended {
    let value = subject.text.simple_text(finding.span);
    let mut recorded = result(&value);
    let in_zi = recorded.in_zi();
    if subject.audit.is_some_and(|audit| audit.outcome == in_zi.outcome) {
        recorded = in_zi;
    }
    let with = recorded.outcome.to_string();
    if with.is_empty() || with == *value || recorded.nought {
        return None;
    }
    let safety = if is_certain(&value) && !recorded.zi {
        Safety::Safe
    } else {
        // Words that say more than the result does are kept.
        let short = value.chars().count() <= 40 && !says_more(&value);
        let counted = matches!(recorded.outcome, Outcome::Win(_, How::Points(_)));
        let more = !counted && value.bytes().any(|b| b.is_ascii_digit());
        let plain = matches!(
            recorded.outcome,
            Outcome::Draw
                | Outcome::Void
                | Outcome::Win(_, How::Points(_) | How::Resignation | How::Time | How::Forfeit)
        );
        if !short || !plain || more {
            return None;
        }
        Safety::Judgement
    };
    Some((safety, vec![Edit::replace(finding.span, with)]))
}

/// Whether a komi is said by a number, and words for what it is: `5 1/2`, `6目半`, `Komi 6.5 points`. More than that
/// may be worth keeping: `6.5 (reverse)`.
fn is_number_with_unit(value: &str) -> bool {
    const WORDS: [&str; 12] =
        ["komi", "コミ", "points", "point", "pts", "moku", "zi", "贴", "貼", "目", "子", "집"];
    let lower = value.to_lowercase();
    let number = WORDS.iter().fold(lower, |text, word| text.replace(word, ""));
    number.chars().all(|c| c.is_ascii_digit() || "+-.,/: 又半½¼¾".contains(c))
}

/// Whether something stands beside a number or a result that would be lost with its words.
fn says_more(value: &str) -> bool {
    value.contains(['(', '（', ';', '?', '手'])
}

/// Whether a result says the same as its form in `FF[4]` and nothing else: `b + res`, `W+3,5`, `Jigo`.
fn is_certain(value: &str) -> bool {
    let text: String =
        value.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_lowercase()).collect();
    if ["jigo", "draw", "void", "?"].contains(&text.as_str()) {
        return true;
    }
    let Some((player, how)) = text.split_once('+') else { return false };
    let number = |how: &str| {
        let digits = how.trim_end_matches("points").trim_end_matches("pts").replace(',', ".");
        Points::parse(&digits).is_some_and(|points| points > Points::ZERO)
    };
    ["b", "w", "black", "white"].contains(&player)
        && ([
            "r",
            "res",
            "resign",
            "resigned",
            "resignation",
            "t",
            "time",
            "timeout",
            "f",
            "forfeit",
        ]
        .contains(&how)
            || number(how))
}

/// Only what is surely wrong, and by the komi and the ruleset that the record itself has: another result would
/// contradict what stands beside it.
pub(super) fn recounted(subject: &Subject, finding: &Finding) -> Mended {
    let audit = subject.audit?;
    let (_, rules) = first(subject.game, "RU").unzip();
    let named = rules.and_then(|rules| parse_ru(&subject.text.simple_text(rules)));
    if finding.severity != Severity::Error
        || audit.komi_source == ValueSource::Option
        || named.is_some_and(|named| named.id != audit.rules.id)
    {
        return None;
    }
    let value = subject.values.at(subject.game, finding.span)?;
    if value.id != Ident::new("RE") || value.node >= subject.game.main_line() {
        return None;
    }
    let with = audit.recounted()?.to_string();
    Some((Safety::Judgement, vec![Edit::replace(finding.span, with)]))
}

pub(super) fn handicap(subject: &Subject) -> Mended {
    let handicap = subject.audit?.replay.handicap;
    let found = first(subject.game, "HA").map(|(_, value)| value);
    let stated = found.and_then(|value| sgf::handicap(&subject.text.simple_text(value)));
    // Stones that Black plays first are counted up to what HA says.
    let surplus = stated.is_some_and(|stated| stated >= 2) && handicap.by == HandicapBy::Moves;
    if handicap.stones < 2 || surplus || handicap.by == HandicapBy::Assumed {
        return None;
    }
    let stones = handicap.stones.to_string();
    let edit = match found {
        Some(value) => Edit::replace(value, stones),
        None if subject.game.find(ROOT, Ident::new("HA")).is_some() => return None,
        None => Edit::insert(subject.in_root()?, format!("HA[{stones}]")),
    };
    Some((Safety::Rules, vec![edit]))
}
