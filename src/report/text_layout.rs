//! Prose in lines of a bounded width.

/// The width of texts for terminals.
pub(super) const WIDTH: usize = 96;

/// Adds `first` and then a text, broken at blanks into lines of at most [`WIDTH`] characters where
/// words allow it; lines after the first begin with as many blanks as `first` is long.
pub(super) fn paragraph(out: &mut String, first: &str, text: &str) {
    let indent = first.chars().count();
    out.push_str(first);
    let mut at = indent;
    for (i, word) in text.split_whitespace().enumerate() {
        let length = word.chars().count();
        if i > 0 && at + 1 + length > WIDTH {
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            at = indent;
        } else if i > 0 {
            out.push(' ');
            at += 1;
        }
        out.push_str(word);
        at += length;
    }
    out.push('\n');
}

/// Adds rows as a table with columns as wide as their widest cell, two blanks apart.
pub(super) fn table(out: &mut String, rows: &[Vec<String>]) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|i| {
            rows.iter().filter_map(|row| row.get(i)).map(|c| c.chars().count()).max().unwrap_or(0)
        })
        .collect();
    for row in rows {
        let mut line = String::new();
        for (cell, &width) in row.iter().zip(&widths) {
            line.push_str(&format!("{cell:width$}  "));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
}

/// The names that one may have meant instead of `name`, the nearest first: at most three.
#[must_use]
pub fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let asked = name.to_lowercase();
    let mut near: Vec<(usize, &str)> = known
        .filter_map(|known| {
            let distance = strsim::osa_distance(&asked, known);
            let within = asked.len() >= 3 && known.contains(&asked);
            let close = distance <= asked.chars().count().max(3) / 3;
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
    fn paragraphs_are_broken_at_blanks() {
        let mut out = String::new();
        paragraph(&mut out, "why: ", &"word ".repeat(20));
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines.len(), 2);
        assert!(lines.iter().all(|line| line.len() <= WIDTH) && lines[1].starts_with("     word"));
    }

    #[test]
    fn nearest_names_first() {
        let known = ["ko", "superko", "suicide", "wrong-winner", "wrong-margin"];
        let of = |name| nearest(name, known.iter().copied());
        assert_eq!(of("supeko"), ["superko"]);
        assert_eq!(of("Suicide"), ["suicide"]);
        assert_eq!(of("wrong"), ["wrong-margin", "wrong-winner"]);
        assert_eq!(of("k0"), ["ko"]);
        assert!(of("nothing-like-it").is_empty());
    }
}
