//! Points of a score, counted in hundredths so that komi and margins add up exactly.

use std::fmt;
use std::ops::{Add, AddAssign, Neg, Sub};

/// A number of points, exact to a hundredth: territory, komi, a margin. Negative numbers are allowed
/// (reverse komi, a margin in the other player's favour).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(i64);

impl Points {
    pub const ZERO: Self = Self(0);
    pub const HALF: Self = Self(50);

    #[must_use]
    pub const fn whole(points: i64) -> Self {
        Self(points * 100)
    }

    /// A number of hundredths of a point.
    #[must_use]
    pub const fn hundredths(hundredths: i64) -> Self {
        Self(hundredths)
    }

    #[must_use]
    pub const fn as_hundredths(self) -> i64 {
        self.0
    }

    /// The distance from zero.
    #[must_use]
    pub const fn abs(self) -> Self {
        Self(self.0.abs())
    }

    /// The part behind the decimal point, from 0 to 99 hundredths.
    #[must_use]
    pub const fn fraction(self) -> i64 {
        self.0.rem_euclid(100)
    }

    /// Reads a decimal number (`6.5`, `-.5`, `+3`, `6,5` with a decimal comma). `None` unless that is
    /// all there is, with at most nine digits before the point and only zeros past the hundredths.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (negative, digits) = match text.as_bytes().first()? {
            b'-' => (true, &text[1..]),
            b'+' => (false, &text[1..]),
            _ => (false, text),
        };
        let (whole, fraction) = digits.split_once(['.', ',']).unwrap_or((digits, ""));
        let all_digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        if whole.len() + fraction.len() == 0
            || whole.len() > 9
            || !all_digits(whole)
            || !all_digits(fraction)
        {
            return None;
        }
        let mut hundredths = whole.bytes().fold(0, |n, b| n * 10 + i64::from(b - b'0')) * 100;
        for (place, digit) in fraction.bytes().enumerate() {
            hundredths += match (place, i64::from(digit - b'0')) {
                (0, digit) => digit * 10,
                (1, digit) => digit,
                (_, 0) => 0,
                _ => return None,
            };
        }
        Some(Self(if negative { -hundredths } else { hundredths }))
    }
}

impl fmt::Display for Points {
    /// Without needless zeros: `6.5`, `-0.25`, `3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0.abs() / 100, self.0.abs() % 100);
        if self.0 < 0 {
            f.write_str("-")?;
        }
        match rest {
            0 => write!(f, "{whole}"),
            _ if rest % 10 == 0 => write!(f, "{whole}.{}", rest / 10),
            _ => write!(f, "{whole}.{rest:02}"),
        }
    }
}

impl Add for Points {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Points {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Points {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}
