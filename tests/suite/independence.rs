//! The count is made before the recorded result is looked at: the same record with another RE has the same count.

use sgf_audit_core::audit::{Audit, ValueSource, Verdict};
use sgf_audit_core::go::{ByColor, Points};
use walkdir::WalkDir;

use crate::support::{audit_game, corpus};

/// What is counted.
fn counted(audit: &Audit) -> Option<([ByColor<u32>; 3], u32, [Points; 3])> {
    let score = audit.score.as_ref()?;
    let margins = [score.area_margin, score.territory_margin, score.territory_margin_completed];
    let count = &score.count;
    Some(([count.areas(), count.territory, score.prisoners], count.dame, margins))
}

/// A record with another value of RE, if it has one.
fn with_result(record: &str, result: &str) -> Option<String> {
    let start = record.find("RE[")? + 3;
    let end = start + record[start..].find(']')?;
    Some(format!("{}{result}{}", &record[..start], &record[end..]))
}

#[test]
fn the_count_is_the_same_whatever_is_recorded() {
    let mut compared = 0;
    for folder in ["causes", "games", "judging", "rules"] {
        for entry in WalkDir::new(corpus(folder)).sort_by_file_name() {
            let entry = entry.unwrap();
            let Ok(record) = std::fs::read_to_string(entry.path()) else { continue };
            if record.matches("RE[").count() != 1 || !record.trim_start().starts_with("(;") {
                continue;
            }
            let audit = audit_game(record.as_bytes());
            // The result shows in which unit such a komi is.
            if record.contains("KM[3.75]") {
                continue;
            }
            // What the result decides: that a position is counted, and the komi and the ruleset that it shows.
            let (Some(expected), true) = (counted(&audit), audit.shows_end()) else { continue };
            let inferred =
                [audit.komi_source, audit.ruleset_source].contains(&ValueSource::Inferred);
            if inferred || audit.verdict == Verdict::NotCounted {
                continue;
            }
            for other in ["B+0.5", "W+0.5", "B+17.5", "W+33", "?"] {
                let changed = audit_game(with_result(&record, other).unwrap().as_bytes());
                let inferred = [changed.komi_source, changed.ruleset_source];
                if let Some(actual) = counted(&changed)
                    && !inferred.contains(&ValueSource::Inferred)
                {
                    assert_eq!(actual, expected, "{} with {other}", entry.path().display());
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 100, "{compared} counts were compared");
}

#[test]
fn a_possible_margin_stands_beside_the_count() {
    let path = corpus("judging/one-of-two-unfilled.confirmed.sgf");
    let record = std::fs::read_to_string(path).unwrap();
    let audit = audit_game(record.as_bytes());
    assert_eq!(audit.verdict, Verdict::Confirmed, "{}", audit.explanation);
    assert_eq!(audit.possible_margin, audit.outcome.white_margin());
    assert_ne!(audit.counted(), Some(audit.outcome));
    // One of two points is counted: the sentence says so.
    assert!(audit.explanation.contains("with 1 of them left"), "{}", audit.explanation);
}
