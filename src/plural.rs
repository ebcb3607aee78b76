//! How numbers are said.

use crate::go::Points;

/// A number with the word for what it counts: `1 file`, `2 files`.
pub fn pluralize(number: impl Into<u64>, one: &str) -> String {
    let number = number.into();
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}

/// Points with their word: `1 point`, `6.5 points`.
pub fn fmt_points(points: Points) -> String {
    let one = points.abs() == Points::whole(1);
    format!("{points} point{}", if one { "" } else { "s" })
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
