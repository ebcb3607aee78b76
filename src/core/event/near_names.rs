//! Names that are near to another, found by the pairs of letters that they share: `NearNames`.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::similar_names::similar_names;

/// The forms of names, to be searched by the pairs of letters that they share with another.
#[derive(Clone, Debug, Default)]
pub(super) struct NearNames {
    keys: Vec<String>,
    /// The keys with each pair of letters, the ends of words included.
    by_pair: HashMap<[char; 2], Vec<usize>>,
}

/// Number of names that share the most pairs of letters with another one and are compared with it as a whole.
const MAX_CANDIDATES: usize = 20;

/// Number of names with a pair, of all pairs together, after which no other pair is looked up.
const MAX_LOOKED_AT: usize = 1000;

/// Length up to which near names are looked for.
const MAX_COMPARED_BYTES: usize = 200;

/// Number of names up to which near ones are looked for.
const MAX_NAMES: usize = 50_000;

impl NearNames {
    /// Adds the form of a name, once.
    pub(super) fn add(&mut self, key: &str) {
        if self.keys.len() > MAX_NAMES || self.keys.last().is_some_and(|last| last == key) {
            return;
        }
        for pair in pairs(key) {
            let with_pair = self.by_pair.entry(pair).or_default();
            // A pair may be in a name twice.
            if with_pair.last() != Some(&self.keys.len()) {
                with_pair.push(self.keys.len());
            }
        }
        self.keys.push(key.to_owned());
    }

    /// Returns up to three forms that are near to one, the nearest first; `None` if there are too many to look for it.
    pub(super) fn find(&self, key: &str) -> Option<Vec<&str>> {
        if self.keys.len() > MAX_NAMES {
            return None;
        }
        // Comparing is quadratic in the length.
        if key.len() > MAX_COMPARED_BYTES {
            return Some(Vec::new());
        }
        // The rarest pairs first: they tell the most, and soon there are names enough.
        let mut lists: Vec<&[usize]> =
            pairs(key).filter_map(|pair| self.by_pair.get(&pair)).map(Vec::as_slice).collect();
        lists.sort_unstable_by_key(|list| list.len());
        let mut places: Vec<usize> = Vec::new();
        for list in lists {
            if places.len() > MAX_LOOKED_AT {
                break;
            }
            places.extend(&list[..list.len().min(MAX_LOOKED_AT)]);
        }
        places.sort_unstable();
        let shared = places.chunk_by(|one, other| one == other);
        let shared = shared.map(|same| (same[0], same.len()));
        // The most pairs first, and of those with as many the one with the nearest length.
        let order = |(place, shared): (usize, usize)| {
            let length = self.keys[place].len().abs_diff(key.len());
            (Reverse(shared), length, place)
        };
        let mut candidates: Vec<_> = shared.map(order).collect();
        if candidates.len() > MAX_CANDIDATES {
            candidates.select_nth_unstable(MAX_CANDIDATES);
            candidates.truncate(MAX_CANDIDATES);
        }
        let candidates = candidates.into_iter().map(|(.., place)| &*self.keys[place]);
        Some(similar_names(key, candidates))
    }
}

/// Returns the pairs of neighbouring letters of each word, with a blank before and behind it.
fn pairs(key: &str) -> impl Iterator<Item = [char; 2]> {
    key.split(' ').flat_map(|word| {
        let letters = || std::iter::once(' ').chain(word.chars()).chain([' ']);
        letters().zip(letters().skip(1)).map(|(one, next)| [one, next])
    })
}
