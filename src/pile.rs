//! A vector for things that come in thousands, a few bytes each.

use std::ops::{Deref, DerefMut};

/// A vector that keeps the places behind its end initialised, with whatever stood there last: things can
/// be written there one after another, without a question for room at each, and be taken in together.
#[derive(Clone, Debug)]
pub(crate) struct Pile<T> {
    places: Vec<T>,
    len: usize,
}

impl<T> Default for Pile<T> {
    fn default() -> Self {
        Self { places: Vec::new(), len: 0 }
    }
}

impl<T: Copy> Pile<T> {
    /// The places behind the end, at least so many. `filling` stands in those that were never used.
    pub fn room(&mut self, at_least: usize, filling: T) -> &mut [T] {
        if self.places.len() - self.len < at_least {
            self.make_room(at_least, filling);
        }
        &mut self.places[self.len..]
    }

    #[cold]
    #[inline(never)]
    fn make_room(&mut self, at_least: usize, filling: T) {
        let wanted = (self.len + at_least).max(self.places.len() * 2);
        self.places.resize(wanted, filling);
    }

    /// Takes in so many of the places behind the end; there must be as many.
    pub fn take_in(&mut self, number: usize) {
        self.len = self.places.len().min(self.len + number);
    }

    /// Adds one thing.
    #[inline]
    pub fn push(&mut self, thing: T) {
        self.room(1, thing)[0] = thing;
        self.len += 1;
    }

    /// Forgets everything, keeping the memory.
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl<T> Deref for Pile<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.places[..self.len]
    }
}

impl<T> DerefMut for Pile<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.places[..self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_what_was_taken_in() {
        let mut pile = Pile::default();
        pile.push(1);
        let room = pile.room(2, 0);
        assert!(room.len() >= 2);
        (room[0], room[1]) = (2, 3);
        assert_eq!(*pile, [1]);
        pile.take_in(2);
        pile.push(4);
        assert_eq!(*pile, [1, 2, 3, 4]);
        pile.take_in(usize::MAX - 10);
        assert!(pile.len() >= 4);
        pile.clear();
        assert!(pile.is_empty());
    }
}
