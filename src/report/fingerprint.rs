//! Fingerprints that identify a finding from run to run.

use std::collections::HashMap;

use super::columns::FindingRow;

/// The fingerprints of the findings of one audit.
#[derive(Default)]
pub(super) struct Fingerprints {
    /// How many findings had the same place so far.
    equals: HashMap<String, u32>,
}

impl Fingerprints {
    /// Returns the fingerprint of the next finding: a hash of its file, name, game, move and point, and its number among
    /// those where these are the same. Line breaks, comments and headers don't change it.
    pub fn next(&mut self, row: &FindingRow) -> String {
        let finding = row.finding;
        let path = row.repository_path();
        let point = finding.point.map(|point| point.name(row.size));
        let (name, game, number) = (finding.kind.as_str(), row.game, finding.move_number);
        let place = format!("{path}\0{name}\0{game}\0{number:?}\0{point:?}");
        let hash = blake3::hash(place.as_bytes()).to_hex();
        let equals = self.equals.entry(place).or_default();
        *equals += 1;
        format!("{}:{equals}", &hash[..16])
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::audit::{Finding, FindingKind};
    use crate::go::{Point, Size};
    use crate::sgf::Span;

    #[test]
    fn what_a_finding_is_about_makes_its_fingerprint() {
        let finding = |kind, line, move_number, point| {
            let mut finding = Finding::new(kind, Span::default(), "");
            (finding.line, finding.move_number, finding.point) = (line, move_number, point);
            finding
        };
        let of = |fingerprints: &mut Fingerprints, path: &str, game, finding: &Finding| {
            let row = FindingRow { path: Path::new(path), game, size: Size::STANDARD, finding };
            fingerprints.next(&row)
        };
        let new = |path, game, finding| of(&mut Fingerprints::default(), path, game, finding);
        let ko = finding(FindingKind::Ko, 3, Some(7), Some(Point::new(2, 3)));
        let first = new("a.sgf", 1, &ko);
        let moved = finding(FindingKind::Ko, 9, ko.move_number, ko.point);
        assert_eq!(new("./a.sgf", 1, &moved), first);
        let others = [
            new("b.sgf", 1, &ko),
            new("a.sgf", 2, &ko),
            new("a.sgf", 1, &finding(FindingKind::Superko, 3, ko.move_number, ko.point)),
            new("a.sgf", 1, &finding(FindingKind::Ko, 3, Some(8), ko.point)),
            new("a.sgf", 1, &finding(FindingKind::Ko, 3, ko.move_number, Some(Point::new(3, 3)))),
        ];
        assert!(!others.contains(&first), "{others:?}");
        let mut fingerprints = Fingerprints::default();
        let twice = [1, 2].map(|_| of(&mut fingerprints, "a.sgf", 1, &ko));
        assert_eq!(twice[0], first);
        assert_eq!(twice[1], first.replace(":1", ":2"));
    }
}
