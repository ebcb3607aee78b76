//! Tells at a glance that a position is new.

use crate::go::Key;

/// Says of keys that they are new. Of a few new ones, at most one in sixteen, it doesn't know.
#[derive(Clone, Debug)]
pub(super) struct Filter {
    /// A bit for each value of a key's lowest bits; a power of two of them.
    bits: Vec<u64>,
    /// How many situations there may be before there must be more bits.
    pub room: usize,
}

impl Filter {
    /// How many keys there is room for at first.
    pub const FIRST: usize = 512;

    /// Room for none yet.
    pub fn new() -> Self {
        Self { bits: Vec::new(), room: 0 }
    }

    /// Forgets all keys and makes room for so many.
    pub fn reset(&mut self, room: usize) {
        self.room = room.next_power_of_two();
        self.bits.clear();
        self.bits.resize(self.room / 4, 0);
    }

    fn place(&self, key: Key) -> (usize, u32) {
        (key as usize >> 6 & (self.bits.len() - 1), (key & 63) as u32)
    }

    /// Remembers a key; there must be room for it.
    pub fn add(&mut self, key: Key) {
        let (word, bit) = self.place(key);
        self.bits[word] |= 1 << bit;
    }

    /// Whether a key is surely none of those that were added.
    pub fn is_new(&self, key: Key) -> bool {
        let (word, bit) = self.place(key);
        self.bits[word] >> bit & 1 == 0
    }
}
