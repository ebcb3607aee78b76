//! What short texts were found to mean: records of one source say the same again and again.

use std::cell::Cell;

/// So many texts are remembered, each of at most so many bytes.
const PLACES: usize = 64;
const LONGEST: usize = 15;

/// What texts that were read lately mean.
pub(crate) struct Recent<T>([Cell<Option<(u128, T)>>; PLACES]);

impl<T: Copy> Recent<T> {
    /// Nothing yet.
    pub const fn new() -> Self {
        Self([const { Cell::new(None) }; PLACES])
    }

    /// What a text means: as it was found before, or as it is found now. Nothing but the text may decide that, unless it
    /// means nothing, which isn't remembered.
    pub fn of(&self, text: &str, find: impl FnOnce() -> Option<T>) -> Option<T> {
        let Some(key) = key(text.as_bytes()) else { return find() };
        // A place by bits of the product that all of the key's have a part in.
        let folded = (key >> 64) as u64 ^ key as u64;
        let place = folded.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - PLACES.ilog2());
        let place = &self.0[place as usize];
        if let Some((known, meaning)) = place.get()
            && known == key
        {
            return Some(meaning);
        }
        let found = find();
        if let Some(found) = found {
            place.set(Some((key, found)));
        }
        found
    }
}

/// A short text as a number, its length in the highest byte.
fn key(text: &[u8]) -> Option<u128> {
    if text.len() > LONGEST {
        return None;
    }
    let mut bytes = [0; LONGEST + 1];
    bytes[..text.len()].copy_from_slice(text);
    bytes[LONGEST] = text.len() as u8;
    Some(u128::from_le_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_told_apart_and_short_ones_remembered() {
        let recent = Recent::new();
        let ask = |text: &str, found| {
            let mut asked = false;
            let means = recent.of(text, || {
                asked = true;
                found
            });
            (means, asked)
        };
        let texts = ["", "\0", "a", "a\0", "\0a", "B+R", "B+R\0", "W+R", "123456789012345", "中押"];
        for (number, text) in texts.into_iter().enumerate() {
            assert_eq!(ask(text, None), (None, true));
            assert_eq!(ask(text, Some(number)), (Some(number), true));
            assert_eq!(ask(text, None), (Some(number), false), "{text:?}");
        }
        // Others take their places, and are told from them.
        for number in 0..1000 {
            assert_eq!(ask(&format!("{number}"), Some(number)), (Some(number), true));
        }
        for _ in 0..2 {
            assert_eq!(ask("1234567890123456", Some(1)), (Some(1), true));
        }
    }
}
