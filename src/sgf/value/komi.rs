//! Komi, in the dialects and units that records use.

use super::number::{Unit, in_digits, loose_number, small_number, unit};
use crate::go::Points;

/// The unit that a komi was written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KomiUnit {
    /// Points.
    Points,
    /// Zi, the Chinese unit of two points: `3.75`.
    Zi,
    /// Tenths of a point, as GIB writes it: `65`.
    PointTenths,
    /// Hundredths of a point, as Fox and Tygem write it: `650`.
    PointHundredths,
    /// Hundredths of a zi, as Fox writes it: `375`.
    ZiHundredths,
}

/// The komi of a KM value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Komi {
    /// The komi in points.
    pub points: Points,
    /// The number as recorded, whatever its unit.
    pub written: Points,
    /// The unit of that number.
    pub unit: KomiUnit,
    /// Whether the value is a Real of `FF[4]`.
    pub standard: bool,
}

impl Komi {
    fn in_points(points: Points) -> Self {
        Self { points, written: points, unit: KomiUnit::Points, standard: false }
    }
}

/// Reads a KM value. Returns `None` if it holds no number.
///
/// A unit that is named counts. Where none is, a quarter means zi (3.75 zi are 7.5 points) up to 5 zi,
/// since komi in points ends in 0 or a half. A whole number means tenths or hundredths of points (65, 650)
/// or hundredths of zi (375) where these are a usual komi. Any other number is in points.
pub fn komi(text: &str) -> Option<Komi> {
    match Points::parse(text) {
        Some(_) if groups_thousands(text) => None,
        Some(number) => Some(guess_unit(number, None, text)),
        None if says_none(text) => Some(Komi::in_points(Points::ZERO)),
        None => komi_in_words(text),
    }
}

/// Reads a KI value, the komi of `FF[1]`: a whole number of half points.
pub fn komi_of_ki(text: &str) -> Option<Points> {
    let halves = small_number(text).filter(|halves| halves.abs() < 1_000_000)?;
    Some(Points::hundredths(halves * 50))
}

/// Reads a komi with words around its number.
fn komi_in_words(text: &str) -> Option<Komi> {
    let digits = in_digits(text);
    let (rest, starts_reverse) = match behind_reverse(&digits) {
        Some(rest) => (behind_word(rest), true),
        None => (behind_word(&digits), false),
    };
    let number = loose_number(rest)?;
    let reverse = is_reverse(rest)? || starts_reverse;
    let number = if reverse { -number.abs() } else { number };
    Some(Komi { standard: false, ..guess_unit(number, unit(rest), text) })
}

/// The komi of a number in the unit that is named or usual for it.
fn guess_unit(number: Points, named: Option<Unit>, text: &str) -> Komi {
    let standard = is_real(text);
    let is_whole = number.fraction() == 0 && !text.contains('.');
    let tenth = Points::hundredths(number.as_hundredths() / 10);
    if is_whole && named.is_none() && matches!(tenth.abs().as_hundredths(), 550 | 650 | 750 | 850) {
        return Komi { points: tenth, written: number, unit: KomiUnit::PointTenths, standard };
    }
    let hundredths = match (number.as_hundredths() / 100).abs() {
        // Some programs write decimals behind these.
        275 | 325 | 350 | 375 | 550 | 650 | 750 => number.fraction() == 0,
        50 | 450 | 500 | 600 | 700 | 800 | 850 => is_whole,
        _ => false,
    };
    let value = if hundredths { Points::hundredths(number.as_hundredths() / 100) } else { number };
    // 3.5 points aren't a usual komi; 3.5 zi are 7 points.
    let has_quarter = matches!(value.fraction(), 25 | 75) && value.abs() <= Points::whole(5)
        || hundredths && value.abs() == Points::hundredths(350);
    let zi = named.map_or(has_quarter, |unit| unit == Unit::Zi);
    let unit = match (zi, hundredths) {
        (true, true) => KomiUnit::ZiHundredths,
        (true, false) => KomiUnit::Zi,
        (false, true) => KomiUnit::PointHundredths,
        (false, false) => KomiUnit::Points,
    };
    let points = if zi { value + value } else { value };
    Komi { points, written: number, unit, standard }
}

/// Whether a text is a Real of `FF[4]`: a sign, digits, and decimals behind a point.
fn is_real(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let number = text.strip_prefix(['+', '-']).unwrap_or(text);
    match number.split_once('.') {
        Some((whole, decimals)) => digits(whole) && digits(decimals),
        None => digits(number),
    }
}

/// Whether a text states that there is no komi. A mere `none` may be a program's word for an unknown komi.
fn says_none(text: &str) -> bool {
    let lower = text.trim().trim_end_matches('.').to_lowercase();
    [
        "no komi",
        "不贴",
        "不贴目",
        "不貼",
        "不貼目",
        "无贴目",
        "無貼目",
        "コミなし",
        "コミ無し",
        "덤 없음",
    ]
    .contains(&&lower[..])
}

/// The text after a word that gives the komi to Black: `reverse 5.5`, `逆コミ5目半`.
fn behind_reverse(text: &str) -> Option<&str> {
    let text = text.trim_start();
    ["reverse", "逆"].into_iter().find_map(|word| {
        let head = text.get(..word.len())?;
        head.eq_ignore_ascii_case(word).then(|| text[word.len()..].trim_start())
    })
}

/// Whether the text names Black as the one who gets the komi. `None` if anything else about the receiver
/// or the amount is after the number, outside of brackets.
fn is_reverse(text: &str) -> Option<bool> {
    let lower = text.to_lowercase();
    if ["reverse", "逆"].iter().any(|word| lower.contains(word)) {
        return Some(true);
    }
    let before_bracket = lower.split(['(', '（']).next().unwrap_or_default();
    let tail = before_bracket.trim_start_matches(|c: char| !c.is_alphabetic());
    let unknown =
        ["black", "white", "half", "黑", "黒", "白"].iter().any(|word| tail.contains(word));
    (!unknown && tail != "b" && tail != "w").then_some(false)
}

/// Whether a comma is before the last three digits, as in `1,000`. It may be a decimal comma.
fn groups_thousands(text: &str) -> bool {
    let behind = text.trim_end().rsplit_once(',').map(|(_, behind)| behind);
    behind.is_some_and(|digits| digits.len() == 3 && digits.bytes().all(|b| b.is_ascii_digit()))
}

/// The text without a leading word for komi: `贴3子`, `コミ6目半`. A komi that White gives (`白贴`, `倒贴`)
/// isn't stripped.
fn behind_word(text: &str) -> &str {
    const WORDS: [&str; 11] =
        ["黑贴", "黑貼", "贴", "貼", "黑", "黒", "先番コミ", "コミ", "덤", "komi", "black "];
    let text = text.trim_start();
    let starts =
        |word: &&str| text.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word));
    match WORDS.iter().find(|word| starts(word)) {
        Some(word) => text[word.len()..].trim_start_matches([' ', ':', '：']),
        None => text,
    }
}
