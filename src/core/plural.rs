//! Numbers with their units.

use crate::go::Points;

/// Returns a number with its noun: `1 file`, `2 files`.
pub fn pluralize(number: impl Into<u64>, one: &str) -> String {
    let number = number.into();
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}

/// Returns points with their noun: `1 point`, `6.5 points`.
pub fn fmt_points(points: Points) -> String {
    let one = points.abs() == Points::whole(1);
    format!("{points} point{}", if one { "" } else { "s" })
}

/// Returns points with their sign: `+1`, `-6.5`, `0`.
pub fn fmt_signed(points: Points) -> String {
    if points > Points::ZERO { format!("+{points}") } else { points.to_string() }
}
