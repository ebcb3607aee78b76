//! Forms of names found by words that differ in a letter or two: `NearWords`.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::name_key::{NameForms, most_changed};

/// Number of entries after which words are found only as they are written. An entry takes 20 bytes.
const MAX_ENTRIES: usize = 4_000_000;

/// Number of forms that share a near word with a name and are compared with it, those of rare words first.
const MAX_COMPARED: usize = 100;

/// The number of a player, and that of the form among the player's names.
pub(super) type Place = (u32, u32);

/// The forms of names, each by its words and by these without up to two of their letters: near words have one of them in
/// common.
#[derive(Clone, Debug)]
pub(super) struct NearWords {
    /// Hashes of words in order, each with the place of the form.
    entries: Vec<(u64, Place)>,
    /// Where the entries begin whose hashes have these first bits, about as many numbers as entries: a binary search in all of
    /// them would miss the processor's cache at each step.
    starts: Vec<u32>,
}

impl NearWords {
    pub(super) fn new<'a>(forms: impl Iterator<Item = (Place, &'a NameForms)>) -> Self {
        let mut entries = Vec::new();
        for (place, form) in forms {
            for word in &form.words {
                let is_full = entries.len() > MAX_ENTRIES;
                shortened(word, is_full, |hash| entries.push((hash, place)));
            }
        }
        entries.sort_unstable();
        entries.dedup();
        let bits = entries.len().max(2).ilog2();
        let mut starts = vec![0; (1 << bits) + 1];
        entries.iter().for_each(|(hash, _)| starts[(hash >> (64 - bits)) as usize + 1] += 1);
        (1..starts.len()).for_each(|at| starts[at] += starts[at - 1]);
        Self { entries, starts }
    }

    /// Returns the entries of a hash.
    fn with_hash(&self, hash: u64) -> &[(u64, Place)] {
        let first = (hash >> (64 - (self.starts.len() - 1).ilog2())) as usize;
        let entries = &self.entries[self.starts[first] as usize..self.starts[first + 1] as usize];
        let from = entries.partition_point(|entry| entry.0 < hash);
        let same = entries[from..].partition_point(|entry| entry.0 == hash);
        &entries[from..from + same]
    }

    /// Returns the places of forms that may have a word near to one of a name's, in order.
    pub(super) fn find(&self, name: &NameForms) -> BTreeSet<Place> {
        let mut lists: Vec<&[(u64, Place)]> = Vec::new();
        for word in &name.words {
            shortened(word, false, |hash| lists.push(self.with_hash(hash)));
        }
        lists.sort_by_key(|list| list.len());
        let mut places = BTreeSet::new();
        for &(_, place) in lists.into_iter().flatten() {
            if places.len() == MAX_COMPARED {
                break;
            }
            places.insert(place);
        }
        places
    }
}

/// Hands over the hash of a word, and those of the word without each of its letters, or without each two of them, as many as
/// may differ.
fn shortened(word: &str, is_whole: bool, mut each: impl FnMut(u64)) {
    let hash = |letters: &mut dyn Iterator<Item = char>| {
        let mut hasher = DefaultHasher::new();
        letters.for_each(|letter| letter.hash(&mut hasher));
        hasher.finish()
    };
    each(hash(&mut word.chars()));
    // Two more bytes, since the shorter one of two words decides.
    let most = most_changed(word.len()).max(most_changed(word.len().saturating_sub(2)));
    let letters: Vec<char> = word.chars().collect();
    if is_whole || most == 0 {
        return;
    }
    for one in 0..letters.len() {
        let others = if most == 1 { one + 1 } else { letters.len() };
        for two in one..others {
            let kept = letters.iter().enumerate().filter(|(at, _)| *at != one && *at != two);
            each(hash(&mut kept.map(|(_, &letter)| letter)));
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::name_key::is_near;
    use super::*;

    fn form(words: &str) -> NameForms {
        let words = words.split(' ').map(str::to_owned).collect();
        NameForms { words, ..NameForms::default() }
    }

    fn found(names: &[String], name: &str) -> Vec<u32> {
        let forms: Vec<NameForms> = names.iter().map(|name| form(name)).collect();
        let places = (0..).map(|player| (player, 0));
        let found = NearWords::new(places.zip(&forms)).find(&form(name));
        found.into_iter().map(|(player, _)| player).collect()
    }

    #[test]
    fn a_bounded_number_of_forms_is_compared_those_of_rare_words_first() {
        let mut names: Vec<String> = (0..300).map(|n| format!("martina x{n}")).collect();
        assert_eq!(found(&names, "martina").len(), MAX_COMPARED);
        names.push("karlsruhe y".to_owned());
        assert!(found(&names, "martina karlsruhx").contains(&300));
    }

    /// The length of the shorter word decides how many letters may differ.
    #[test]
    fn a_long_word_is_found_by_one_that_is_not_too_long() {
        let (short, long) = ("abcdefghijklm".repeat(3), "abcdefghijklm".repeat(3) + "xy");
        assert!(is_near(&short, &long));
        assert_eq!(found(std::slice::from_ref(&short), &long), [0]);
        assert_eq!(found(&[long], &short), [0]);
    }

    proptest! {
        /// Whatever is near is found.
        #[test]
        fn near_words_are_found(
            words in proptest::collection::vec("[abc]{3,9}|[abé]{36,42}", 1..20),
            word in "[abc]{3,9}|[abé]{36,42}",
            at in 0_usize..9,
            other in 0_usize..9,
        ) {
            let form = |word: &String| NameForms { words: vec![word.clone()], ..NameForms::default() };
            // Siblings: two letters changed, two exchanged, one left out.
            let letters: Vec<char> = word.chars().collect();
            let (at, other) = (at % letters.len(), other % letters.len());
            let mut siblings = words.clone();
            let mut add = |letters: Vec<char>| siblings.push(letters.into_iter().collect());
            let mut changed = letters.clone();
            (changed[at], changed[other]) = ('x', 'y');
            add(changed);
            let mut exchanged = letters.clone();
            exchanged.swap(at, (at + 1) % letters.len());
            add(exchanged);
            let mut shorter = letters.clone();
            shorter.remove(at);
            add(shorter);
            prop_assert!(is_near(&siblings[siblings.len() - 3], &word) || word.len() < 7 || word.len() > 39);
            let forms: Vec<NameForms> = siblings.iter().map(form).collect();
            let places = (0..).map(|player| (player, 0));
            let found = NearWords::new(places.clone().zip(&forms)).find(&form(&word));
            for (place, sibling) in places.zip(&siblings) {
                prop_assert!(!is_near(sibling, &word) || found.contains(&place), "{sibling} {word}");
            }
        }
    }
}
