//! Lists of findings, bounded per kind and severity.

use sgf_audit_core::audit::{Finding, FindingKind, FindingList, Severity, fold};
use sgf_audit_core::go::Point;
use sgf_audit_core::sgf::{LineIndex, Span, Text};

#[test]
fn what_is_not_listed_is_counted() {
    let text = Text::new(b"0123456789");
    let mut findings = FindingList::new(3);
    for place in 0..8 {
        findings.push(Finding::new(FindingKind::Junk, Span::new(place, place + 1), "junk"));
    }
    findings.push(Finding::new(FindingKind::Junk, Span::new(8, 9), "junk"));
    findings.push(Finding::new(FindingKind::Ko, Span::new(2, 3), "x".repeat(5000)));
    let found = findings.finish(&text, &mut LineIndex::default());
    let messages: Vec<&str> = found.iter().map(|f| &f.message[..f.message.len().min(40)]).collect();
    assert_eq!(found.len(), 4);
    assert!(messages.contains(&"junk (6 more aren't listed)"));
    let more: u32 = found.iter().map(|finding| finding.more).sum();
    assert_eq!(more, 6);
    assert_eq!(messages.iter().filter(|&&message| message == "junk").count(), 2);
    assert!(found.iter().all(|finding| finding.message.len() < 1100));
}

#[test]
fn what_is_not_listed_counts_as_what_it_is() {
    for limit in [1, 2, 5] {
        let text = Text::new(b"0123456789");
        let mut findings = FindingList::new(limit);
        for place in 0..4 {
            let finding = Finding::new(FindingKind::Junk, Span::new(place, place + 1), "junk");
            let mut note = finding;
            note.severity = Severity::Note;
            findings.push(note);
        }
        let worse = Finding::new(FindingKind::Junk, Span::new(5, 6), "junk");
        let mut worse = worse;
        worse.severity = Severity::Error;
        findings.push(worse);
        let found = findings.finish(&text, &mut LineIndex::default());
        let count = |severity| {
            let of_it = found.iter().filter(|finding| finding.severity == severity);
            of_it.map(|finding| 1 + finding.more).sum::<u32>()
        };
        assert_eq!((count(Severity::Note), count(Severity::Error)), (4, 1), "{limit}");
    }
}

fn finding(kind: FindingKind, start: u32, message: &str) -> Finding {
    Finding::new(kind, Span { start, end: start + 1 }, message)
}

/// Returns the number of findings that follow from each.
fn folded(mut findings: Vec<Finding>) -> Vec<u32> {
    fold(&mut findings);
    let followers: Vec<u32> = findings.iter().map(|finding| finding.followers).collect();
    let following = findings.iter().filter(|finding| finding.follows.is_some()).count();
    assert_eq!(followers.iter().sum::<u32>() as usize, following);
    followers
}

#[test]
fn one_damage_is_one_cause_and_another_one_elsewhere_is_not() {
    use FindingKind::{Junk, MissingNode, SeveralMoves};
    let near = |last| {
        vec![
            finding(Junk, 10, "a"),
            finding(SeveralMoves, 20, "b"),
            finding(MissingNode, 35, "c"),
            finding(Junk, last, "d"),
        ]
    };
    assert_eq!(folded(near(52)), [3, 0, 0, 0]);
    assert_eq!(folded(near(53)), [2, 0, 0, 0]);
}

#[test]
fn the_same_fault_again_follows_from_the_first() {
    use FindingKind::{MalformedValue, Suicide};
    let values = |second| {
        vec![finding(MalformedValue, 10, "BL is a number"), finding(MalformedValue, 100, second)]
    };
    assert_eq!(folded(values("BL is a number")), [1, 0]);
    assert_eq!(folded(values("WL is a number")), [0, 0]);
    // Two illegal moves are two causes, whatever is said.
    assert_eq!(folded(vec![finding(Suicide, 1, "a"), finding(Suicide, 100, "a")]), [0, 0]);
}

#[test]
fn what_follows_is_of_the_same_node_and_no_more_severe() {
    use FindingKind::{AnnotationWithoutMove, MalformedValue, OccupiedPoint, OutOfTurn};
    let at = |kind, node| finding(kind, 10, "a").at_node(node);
    assert_eq!(folded(vec![at(OccupiedPoint, 1), at(OutOfTurn, 1)]), [1, 0]);
    assert_eq!(folded(vec![at(OccupiedPoint, 1), at(OutOfTurn, 2)]), [0, 0]);
    let notes = vec![at(MalformedValue, 0), at(AnnotationWithoutMove, 0)];
    assert_eq!(folded(notes.clone()), [1, 0]);
    let mut weaker = notes;
    weaker[0].severity = Severity::Note;
    assert_eq!(folded(weaker), [0, 0]);
}

#[test]
fn a_cycle_that_goes_on_is_one_cause() {
    let superko = |(number, col)| {
        let mut finding = finding(FindingKind::Superko, number * 10, "a");
        finding.move_number = Some(number);
        finding.point = Some(Point::new(col, 0));
        finding
    };
    let moves = [(7, 0), (8, 1), (10, 2), (12, 3), (15, 4)];
    assert_eq!(folded(moves.map(superko).to_vec()), [3, 0, 0, 0, 0]);
    // With threats between, the same play comes back later.
    assert_eq!(folded([(7, 0), (15, 0), (30, 0), (40, 1)].map(superko).to_vec()), [2, 0, 0, 0]);
}
