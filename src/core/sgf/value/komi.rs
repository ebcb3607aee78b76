//! Komi in the dialects and units that records use, and handicaps.

use super::forms::{pieces, reading};
use super::quantity::{Piece, small_number};
use crate::go::Points;

/// The unit that a komi was written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KomiUnit {
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
    pub points: Points,
    /// The number as recorded, whatever its unit.
    pub written: Points,
    pub unit: KomiUnit,
    /// Whether the value is a Real of `FF[4]`.
    pub standard: bool,
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

/// Reads a komi in one of the forms of the table.
fn komi_in_words(text: &str) -> Option<Komi> {
    let pieces = pieces("KM", text)?;
    let read = reading("KM", &pieces)?;
    let is_number = |piece: &&Piece| matches!(piece.name, "number" | "points" | "zi");
    let number = read.pieces.iter().find(is_number).copied();
    let number = number.unwrap_or(Piece { name: "points", value: Points::ZERO });
    let value = if read.meaning == "reverse" { -number.value } else { number.value };
    let unit = Some(number.name).filter(|&unit| unit != "number");
    Some(Komi { standard: false, ..guess_unit(value, unit, text) })
}

/// The komi of a number in the unit that is named or usual for it.
fn guess_unit(number: Points, named: Option<&str>, text: &str) -> Komi {
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
    let zi = named.map_or(has_quarter, |unit| unit == "zi");
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

/// Reads an HA value: a number, or one of the forms of the table: `2子`, `h9`. An even game has 0. Returns `None` if the value
/// isn't in one of these.
pub fn handicap(text: &str) -> Option<i64> {
    let in_words = || {
        let pieces = pieces("HA", text)?;
        let stones = reading("HA", &pieces)?.number(0).unwrap_or_default();
        let count = stones.as_hundredths() / 100;
        (stones.fraction() == 0 && (0..=361).contains(&count)).then_some(count)
    };
    small_number(text).filter(|&stones| stones >= 0).or_else(in_words)
}
