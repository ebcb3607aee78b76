//! Suggestions for misspelt names.

/// Returns up to three known names that are similar to `name`, the most similar first.
pub fn similar_names<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let name = name.to_lowercase();
    let most = name.chars().count().max(3) / 3;
    let of_name = letters(&name);
    let mut near: Vec<(usize, &str)> = known
        .filter_map(|known| {
            let of_known = letters(known);
            let may_be_part = name.len() >= 3 && of_name & !of_known == 0;
            if !may_be_part && letters_apart(of_name, of_known) > most {
                return None;
            }
            let distance = strsim::osa_distance(&name, known);
            let is_near = distance <= most || may_be_part && known.contains(&name);
            is_near.then_some((distance, known))
        })
        .collect();
    near.sort();
    near.dedup();
    near.truncate(3);
    near.into_iter().map(|(_, known)| known).collect()
}

/// Returns the number of changes that make one word the other: a letter more, less or another, or two neighbours exchanged.
/// `None` if it is above `most`.
pub fn distance_within(one: &str, other: &str, most: usize) -> Option<usize> {
    if letters_apart(letters(one), letters(other)) > most {
        return None;
    }
    Some(strsim::osa_distance(one, other)).filter(|distance| *distance <= most)
}

/// The letters of a word as bits, several letters to one bit.
fn letters(word: &str) -> u64 {
    word.chars().fold(0, |all, c| all | 1 << (u32::from(c) % 64))
}

/// Returns a number of changes that make one word the other at least: a change brings one letter in at most.
fn letters_apart(one: u64, other: u64) -> usize {
    (other & !one).count_ones().max((one & !other).count_ones()) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_similar_name_comes_first() {
        let known = ["ko", "superko", "suicide", "wrong-winner", "wrong-margin"];
        let of = |name| similar_names(name, known.iter().copied());
        assert_eq!(of("supeko"), ["superko"]);
        assert_eq!(of("Suicide"), ["suicide"]);
        assert_eq!(of("wrong"), ["wrong-margin", "wrong-winner"]);
        assert_eq!(of("k0"), ["ko"]);
        assert!(of("nothing-like-it").is_empty());
    }

    #[test]
    fn the_look_at_letters_changes_no_distance() {
        let letters = ["a", "b", "c", "é", "柯", "!"];
        let words: Vec<String> = (0..6_usize.pow(4))
            .map(|n| (0..4).map(|place| letters[n / 6_usize.pow(place) % 6]).collect())
            .collect();
        for one in words.iter().step_by(37) {
            for other in words
                .iter()
                .step_by(11)
                .map(|word| word.trim_start_matches('b'))
                .filter(|word| !word.is_empty())
            {
                let distance = strsim::osa_distance(one, other);
                for most in 0..4 {
                    let within = (distance <= most).then_some(distance);
                    assert_eq!(distance_within(one, other, most), within, "{one} {other} {most}");
                }
            }
        }
    }
}
