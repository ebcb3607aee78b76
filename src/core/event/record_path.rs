//! Paths of records as people write them.

/// Returns the parts of a path between `/` and `\`, without `.`, and without `..` and the folder that it leaves.
pub(super) fn parts(path: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    for part in path.trim().split(['/', '\\']).filter(|part| !part.is_empty() && *part != ".") {
        match part {
            ".." => _ = parts.pop(),
            part => parts.push(part),
        }
    }
    parts
}

pub(super) fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Returns how well a record's path fits one that a person wrote, 0 best; `None` if it is another. The person may leave out
/// folders at the beginning, and the ending of the name.
pub(super) fn file_rank(written: &str, path: &str) -> Option<u8> {
    let (written, path) = (parts(written), parts(path));
    let from = path.len().checked_sub(written.len())?;
    let ([folders @ .., name], [path_folders @ .., path_name]) = (&written[..], &path[from..])
    else {
        return None;
    };
    let same = |one: &str, other: &str| one == other || stem(other) == one;
    let alike = |one: &str, other: &str| one.to_lowercase() == other.to_lowercase();
    if folders == path_folders {
        match (name == path_name, from) {
            (true, 0) => return Some(0),
            (true, _) => return Some(1),
            (false, _) if same(name, path_name) => return Some(2),
            _ => {}
        }
    }
    let folders_alike = folders.iter().zip(path_folders).all(|(one, other)| alike(one, other));
    let name_alike = alike(name, path_name) || alike(name, stem(path_name));
    (folders_alike && name_alike).then_some(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_fit_as_people_write_them() {
        for (written, path, rank) in [
            ("r1/1.sgf", "r1/1.sgf", Some(0)),
            ("./r1/1.sgf", "r1/1.sgf", Some(0)),
            (" r1/1.sgf ", "r1/1.sgf", Some(0)),
            ("../games/r1/1.sgf", "games/r1/1.sgf", Some(0)),
            ("games/r2/../r1/1.sgf", "games/r1/1.sgf", Some(0)),
            ("r1/1.sgf", "../games/r1/1.sgf", Some(1)),
            ("1.sgf", "games/r1/1.sgf", Some(1)),
            ("r1\\1.sgf", "games/r1/1.sgf", Some(1)),
            ("r1/1.sgf", "games.zip/r1/1.sgf", Some(1)),
            ("1", "games/r1/1.sgf", Some(2)),
            ("R1/1.SGF", "games/r1/1.sgf", Some(3)),
            ("r2/1.sgf", "games/r1/1.sgf", None),
            ("1.sgf", "games/11.sgf", None),
            ("a/b/1.sgf", "b/1.sgf", None),
            ("", "1.sgf", None),
        ] {
            assert_eq!(file_rank(written, path), rank, "{written} {path}");
        }
    }
}
