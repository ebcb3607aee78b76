//! Suggestions for misspelt names.

/// Returns up to three known names that are similar to `name`, the most similar first.
pub fn similar_names<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let name = name.to_lowercase();
    let mut near: Vec<(usize, &str)> = known
        .filter_map(|known| {
            let distance = strsim::osa_distance(&name, known);
            let within = name.len() >= 3 && known.contains(&name);
            let close = distance <= name.chars().count().max(3) / 3;
            (close || within).then_some((distance, known))
        })
        .collect();
    near.sort();
    near.dedup();
    near.truncate(3);
    near.into_iter().map(|(_, known)| known).collect()
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
}
