//! Komi in the dialects and units that records use, and handicaps, which may have a komi beside them.

use super::quantity::{Quantity, small_number};
use super::tokens::{Token, tokens};
use super::words::{Field, Role, normalized};
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
        None => komi_in_words(text),
    }
}

/// Reads a KI value, the komi of `FF[1]`: a whole number of half points.
pub fn komi_of_ki(text: &str) -> Option<Points> {
    let halves = small_number(text).filter(|halves| halves.abs() < 1_000_000)?;
    Some(Points::hundredths(halves * 50))
}

/// Reads a komi in words: `6目半`, `Komi 6.5 points`, `コミなし`. A remark in brackets may follow a plain number.
fn komi_in_words(text: &str) -> Option<Komi> {
    let plain = normalized(text);
    let (is_negative, plain) = match plain.strip_prefix(['-', '+']) {
        Some(number) => (plain.starts_with('-'), number),
        None => (false, &*plain),
    };
    let (head, remark) = plain.split_at(plain.find('(').unwrap_or(plain.len()));
    let of_remark = tokens(Field::Terms, remark).unwrap_or_default();
    let is_remark = !remark.is_empty() && is_real(head.trim());
    let mut number = None;
    let mut is_reverse = is_negative;
    for token in tokens(Field::Terms, if is_remark { head } else { plain })? {
        match token {
            Token::Quantity(quantity)
                if number.is_none() && quantity.unit != Some(Role::Stones) =>
            {
                number = Some(quantity);
            }
            Token::Mark => {}
            Token::Word(word) => match word.role {
                Role::Komi => {}
                Role::Gives if number.is_none() => {}
                Role::Reverse => is_reverse = true,
                Role::NoKomi => {
                    return (word.len == plain.trim_end_matches('.').len())
                        .then_some(Komi::in_points(Points::ZERO));
                }
                _ => return None,
            },
            Token::Quantity(_) => return None,
        }
    }
    is_reverse |= is_remark && of_remark.iter().any(|token| token.role() == Some(Role::Reverse));
    let mut read = number?;
    if is_reverse {
        read.value = -read.value.abs();
    }
    Some(Komi { standard: false, ..of_quantity(read, text) })
}

/// The komi of a number with its unit in a text.
fn of_quantity(number: Quantity, text: &str) -> Komi {
    Komi { standard: false, ..guess_unit(number.value, number.unit, text) }
}

/// The komi of a number in the unit that is named or usual for it.
fn guess_unit(number: Points, named: Option<Role>, text: &str) -> Komi {
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
    let zi = named.map_or(has_quarter, |unit| unit == Role::Zi);
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

/// Whether a comma is before the last three digits, as in `1,000`. It may be a decimal comma.
fn groups_thousands(text: &str) -> bool {
    let behind = text.trim_end().rsplit_once(',').map(|(_, behind)| behind);
    behind.is_some_and(|digits| digits.len() == 3 && digits.bytes().all(|b| b.is_ascii_digit()))
}

/// Reads an HA value: a number, alone or among words, as in `2子`, `让2子`, `2 stones` and `2.0`. `none`, `对子` and `호선` (even)
/// are 0. Returns `None` if the value states no number of stones, or has a word that isn't known.
pub fn handicap(text: &str) -> Option<i64> {
    small_number(text).filter(|&stones| stones >= 0).or_else(|| terms(text)?.0)
}

/// Returns the komi that an HA value states beside the handicap: `호선 - 6집 반 공제` is an even game with a komi of 6.5.
pub fn komi_beside_handicap(text: &str) -> Option<Komi> {
    terms(text)?.1
}

/// Reads a handicap, and a komi after it.
fn terms(text: &str) -> Option<(Option<i64>, Option<Komi>)> {
    let pieces = tokens(Field::Terms, &normalized(&text.replace('=', " ")))?;
    let is_komi = |at: usize| pieces.get(at).is_some_and(|token| token.role() == Some(Role::Komi));
    let (mut stones, mut komi) = (None, None);
    for (at, token) in pieces.iter().enumerate() {
        match *token {
            Token::Quantity(number) if is_komi(at + 1) || at > 0 && is_komi(at - 1) => {
                let read = of_quantity(number, text);
                komi.replace(read).is_none().then_some(())?;
            }
            Token::Quantity(number) => {
                let is_number = number.value.fraction() == 0 && number.unit != Some(Role::Points);
                let count = number.value.as_hundredths() / 100;
                let is_first = stones.is_none() && is_number && count <= 361;
                stones = Some(is_first.then_some(count)?);
            }
            Token::Mark => {}
            Token::Word(word) => match word.role {
                Role::Even if stones.is_none() => stones = Some(0),
                Role::Handicap | Role::Komi => {}
                _ => return None,
            },
        }
    }
    stones.map(|stones| (Some(stones), komi))
}
