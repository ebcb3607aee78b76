//! Lists of findings, bounded per kind and severity.

use sgf_audit::audit::{Finding, FindingKind, FindingList, Severity};
use sgf_audit::sgf::{LineIndex, Span, Text};

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
