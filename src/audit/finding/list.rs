//! The findings of a game or file while they are collected, a bounded number per kind and severity.

use super::catalog::FindingKind;
use super::finding::Finding;
use super::severity::Severity;
use crate::sgf::{LineIndex, Text};

/// Findings, up to a limit per kind and severity, and how many there are beyond it. Severities are counted
/// apart so that a finding that isn't listed still counts with its own severity.
#[derive(Debug)]
pub(crate) struct FindingList {
    listed: Vec<Finding>,
    /// Number of findings by [`slot`]. Empty while too few are listed for any slot to be at the limit.
    counts: Vec<u32>,
    limit: u32,
}

/// Number of slots: one per kind and severity.
const SLOTS: usize = FindingKind::ALL.len() * Severity::COUNT;

/// The index of a finding's count.
fn slot(finding: &Finding) -> usize {
    finding.kind as usize * Severity::COUNT + finding.severity as usize
}

/// The longest message, in bytes. A value quoted in it may have any length.
const LONGEST_MESSAGE: usize = 1000;

impl FindingList {
    /// An empty list that keeps at most `limit` findings per kind and severity, and at least one.
    pub fn new(limit: u32) -> Self {
        Self { listed: Vec::new(), counts: Vec::new(), limit: limit.max(1) }
    }

    pub fn push(&mut self, mut finding: Finding) {
        if let Some(count) = self.counts.get_mut(slot(&finding)) {
            *count += 1;
            if *count > self.limit {
                return;
            }
        }
        shorten(&mut finding.message);
        self.listed.push(finding);
        if self.may_be_full(self.listed.len()) {
            self.count_all();
        }
    }

    /// Removes the findings of a kind, those beyond the limit included.
    pub fn retract(&mut self, kind: FindingKind) {
        self.listed.retain(|finding| finding.kind != kind);
        let slots = kind as usize * Severity::COUNT;
        if let Some(counts) = self.counts.get_mut(slots..slots + Severity::COUNT) {
            counts.fill(0);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// The findings in the order of the file, each with its line and column.
    pub fn finish(mut self, text: &Text, lines: &mut LineIndex) -> Vec<Finding> {
        self.locate(text, lines);
        self.note_unlisted();
        self.listed
    }

    /// The findings of parts of a file, each of which was located.
    pub fn finish_located(mut self) -> Vec<Finding> {
        self.sort();
        self.note_unlisted();
        self.listed
    }

    /// Sorts the findings and sets their lines and columns.
    pub fn locate(&mut self, text: &Text, lines: &mut LineIndex) {
        self.sort();
        self.listed.iter_mut().for_each(|finding| finding.locate(text, lines));
    }

    /// Appends the findings of the file's next part.
    pub fn join(&mut self, mut next: Self) {
        let all = self.listed.len() + next.listed.len();
        if !self.may_be_full(all) && next.counts.is_empty() {
            return self.listed.append(&mut next.listed);
        }
        self.count_all();
        next.count_all();
        for (own, next) in self.counts.iter_mut().zip(next.counts) {
            *own += next;
        }
        let mut listed = [0; SLOTS];
        self.listed.iter().for_each(|finding| listed[slot(finding)] += 1);
        for finding in next.listed {
            let listed = &mut listed[slot(&finding)];
            if *listed < self.limit {
                *listed += 1;
                self.listed.push(finding);
            }
        }
    }

    fn may_be_full(&self, listed: usize) -> bool {
        !self.counts.is_empty() || listed >= self.limit as usize
    }

    /// Counts the listed findings, unless that was done.
    fn count_all(&mut self) {
        if self.counts.is_empty() {
            self.counts = vec![0; SLOTS];
            self.listed.iter().for_each(|finding| self.counts[slot(finding)] += 1);
        }
    }

    fn sort(&mut self) {
        self.listed.sort_by_key(|finding| (finding.span.start, finding.kind));
    }

    /// Adds to the last finding of each kind and severity how many more there are.
    fn note_unlisted(&mut self) {
        for finding in self.listed.iter_mut().rev() {
            let Some(count) = self.counts.get_mut(slot(finding)) else { return };
            if *count <= self.limit {
                continue;
            }
            finding.more = *count - self.limit;
            *count = 0;
            finding.message.push_str(&match finding.more {
                1 => " (one more such finding isn't listed)".to_owned(),
                more => format!(" ({more} more aren't listed)"),
            });
        }
    }
}

/// Cuts a message to the longest length, with an ellipsis.
fn shorten(message: &mut String) {
    if message.len() > LONGEST_MESSAGE {
        message.truncate(message.floor_char_boundary(LONGEST_MESSAGE));
        message.push('…');
        message.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::Span;

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
        let messages: Vec<&str> =
            found.iter().map(|f| &f.message[..f.message.len().min(40)]).collect();
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
                findings.push(Finding { severity: Severity::Info, ..finding });
            }
            let worse = Finding::new(FindingKind::Junk, Span::new(5, 6), "junk");
            findings.push(Finding { severity: Severity::Error, ..worse });
            let found = findings.finish(&text, &mut LineIndex::default());
            let count = |severity| {
                let of_it = found.iter().filter(|finding| finding.severity == severity);
                of_it.map(|finding| 1 + finding.more).sum::<u32>()
            };
            assert_eq!((count(Severity::Info), count(Severity::Error)), (4, 1), "{limit}");
        }
    }

    #[test]
    fn parts_are_counted_as_the_whole() {
        for parts in [[0, 8], [8, 0], [2, 0], [1, 1], [2, 1], [3, 1], [1, 3], [2, 2], [5, 5]] {
            let (mut whole, mut joined) = (FindingList::new(3), FindingList::new(3));
            let mut place = 0;
            for number in parts {
                let mut part = FindingList::new(3);
                for name in std::iter::repeat_n(FindingKind::Junk, number).chain([FindingKind::Ko])
                {
                    let finding = Finding::new(name, Span::new(place, place + 1), "found");
                    whole.push(finding.clone());
                    part.push(finding);
                    place += 1;
                }
                joined.join(part);
            }
            assert_eq!(joined.finish_located(), whole.finish_located(), "{parts:?}");
        }
    }
}
