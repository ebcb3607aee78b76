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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_no_plural() {
        assert_eq!([0u64, 1, 2].map(|n| pluralize(n, "file")), ["0 files", "1 file", "2 files"]);
        let points = [Points::whole(1), -Points::whole(1), Points::HALF, Points::ZERO];
        assert_eq!(points.map(fmt_points), ["1 point", "-1 point", "0.5 points", "0 points"]);
    }
}
