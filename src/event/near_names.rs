//! Names that are near to one that nobody has: `NearNames`.

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
const COMPARED: usize = 20;

/// Number of names with a pair, of all pairs together, after which no other pair is looked up.
const LOOKED_AT: usize = 3000;

/// Number of names up to which near ones are looked for.
const MOST: usize = 50_000;

impl NearNames {
    /// Adds the form of a name.
    pub fn add(&mut self, key: &str) {
        if self.keys.len() > MOST {
            return;
        }
        for pair in pairs(key) {
            let with_pair = self.by_pair.entry(pair).or_default();
            // A pair may stand in a name twice.
            if with_pair.last() != Some(&self.keys.len()) {
                with_pair.push(self.keys.len());
            }
        }
        self.keys.push(key.to_owned());
    }

    /// Returns up to three forms that are near to one, the nearest first; `None` if there are too many to look for it.
    pub fn find(&self, key: &str) -> Option<Vec<&str>> {
        if self.keys.len() > MOST {
            return None;
        }
        // The rarest pairs first: they tell the most, and soon there are names enough.
        let mut lists: Vec<&[usize]> =
            pairs(key).filter_map(|pair| self.by_pair.get(&pair)).map(Vec::as_slice).collect();
        lists.sort_unstable_by_key(|list| list.len());
        let mut shared = vec![0_u16; self.keys.len()];
        let (mut found, mut looked_at) = (Vec::new(), 0);
        for list in lists {
            if looked_at > LOOKED_AT {
                break;
            }
            looked_at += list.len();
            for &place in list {
                if shared[place] == 0 {
                    found.push(place);
                }
                shared[place] = shared[place].saturating_add(1);
            }
        }
        // The most pairs first, and of those with as many the one with the nearest length.
        let order = |place: usize| {
            let length = self.keys[place].len().abs_diff(key.len());
            (Reverse(shared[place]), length, place)
        };
        let mut found: Vec<_> = found.into_iter().map(order).collect();
        if found.len() > COMPARED {
            found.select_nth_unstable(COMPARED);
            found.truncate(COMPARED);
        }
        let found = found.into_iter().map(|(.., place)| &*self.keys[place]);
        Some(similar_names(key, found))
    }
}

/// Returns the pairs of neighbouring letters of each word, with a blank before and behind it.
fn pairs(key: &str) -> impl Iterator<Item = [char; 2]> {
    key.split(' ').flat_map(|word| {
        let letters = || std::iter::once(' ').chain(word.chars()).chain([' ']);
        letters().zip(letters().skip(1)).map(|(one, next)| [one, next])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(keys: &[&str]) -> NearNames {
        let mut names = NearNames::default();
        keys.iter().for_each(|key| names.add(key));
        names
    }

    #[test]
    fn near_names_are_found_among_many() {
        let mut keys: Vec<String> = (0..2000).map(|n| format!("anna name{n:04}")).collect();
        keys.extend(["jon smith", "ann lee", "柯洁", "kowalska zofia"].map(str::to_owned));
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        let names = names(&keys);
        for (name, near) in [
            ("john smith", "jon smith"),
            ("an lee", "ann lee"),
            ("柯杰", "柯洁"),
            ("kovalska zofia", "kowalska zofia"),
            ("smith", "jon smith"),
        ] {
            assert_eq!(names.find(name), Some(vec![near]), "{name}");
        }
        assert_eq!(names.find("x y"), Some(Vec::new()));
    }

    #[test]
    fn of_too_many_names_none_is_looked_for() {
        let mut names = names(&["jon smith"]);
        (0..=MOST).for_each(|n| names.add(&n.to_string()));
        assert_eq!(names.find("john smith"), None);
    }
}
