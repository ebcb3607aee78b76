//! A pair of values, one for each colour.

use std::ops::{Add, Index, IndexMut};

use super::point::Color;
use super::points::Points;

/// A value for Black and one for White.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByColor<T> {
    /// Black's value.
    pub black: T,
    /// White's value.
    pub white: T,
}

impl<T> ByColor<T> {
    /// A pair of values.
    #[must_use]
    pub const fn new(black: T, white: T) -> Self {
        Self { black, white }
    }

    /// Asks `value` for each colour's value, Black's first.
    pub fn from_fn(mut value: impl FnMut(Color) -> T) -> Self {
        Self { black: value(Color::Black), white: value(Color::White) }
    }

    /// The pair with Black's and White's values exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self { black: self.white, white: self.black }
    }

    /// Applies a function to both values.
    pub fn map<U>(self, mut function: impl FnMut(T) -> U) -> ByColor<U> {
        ByColor { black: function(self.black), white: function(self.white) }
    }

    /// Joins two pairs into a pair of tuples.
    pub fn zip<U>(self, other: ByColor<U>) -> ByColor<(T, U)> {
        ByColor { black: (self.black, other.black), white: (self.white, other.white) }
    }

    /// Both values with their colours, Black's first.
    pub fn iter(&self) -> impl Iterator<Item = (Color, &T)> {
        [(Color::Black, &self.black), (Color::White, &self.white)].into_iter()
    }
}

impl<T: Add> ByColor<T> {
    /// The sum of both values.
    pub fn total(self) -> T::Output {
        self.black + self.white
    }
}

impl<T: Into<i64>> ByColor<T> {
    /// White's number minus Black's, as points.
    pub fn margin(self) -> Points {
        Points::whole(self.white.into() - self.black.into())
    }
}

impl<T: Add> Add for ByColor<T> {
    type Output = ByColor<T::Output>;

    fn add(self, other: Self) -> Self::Output {
        ByColor { black: self.black + other.black, white: self.white + other.white }
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

impl<T> From<[T; 2]> for ByColor<T> {
    /// Makes a pair of Black's value, then White's.
    fn from([black, white]: [T; 2]) -> Self {
        Self { black, white }
    }
}

impl<T: PartialEq> PartialEq<[T; 2]> for ByColor<T> {
    fn eq(&self, other: &[T; 2]) -> bool {
        self.black == other[0] && self.white == other[1]
    }
}
