//! The findings of a game while they are gathered: a bounded number of each name and severity.

use super::catalog::FindingKind;
use super::finding::Finding;
use super::line_index::LineIndex;
use crate::audit::options::AuditOptions;
use crate::sgf::Text;

/// Findings up to a limit for each name and severity, and how many there are beyond it. Severities are told apart so
/// that what isn't listed counts as what it is.
#[derive(Debug)]
pub(in crate::audit) struct FindingList {
    listed: Vec<Finding>,
    /// By kind, once so many are listed that one of them may be at the limit.
    counts: Vec<u32>,
    limit: u32,
    /// Whether they are put into words and given lines and columns.
    details: bool,
}

/// Puts findings into words, if somebody will read them.
#[derive(Clone, Copy, Debug)]
pub(in crate::audit) struct Wording(bool);

impl Wording {
    /// The message, or an empty one.
    #[inline]
    pub fn of(self, message: impl FnOnce() -> String) -> String {
        if self.0 { message() } else { String::new() }
    }
}

const SEVERITIES: usize = 3;

/// How many kinds of findings there are: a name and a severity.
const KINDS: usize = FindingKind::ALL.len() * SEVERITIES;

fn kind(finding: &Finding) -> usize {
    finding.kind as usize * SEVERITIES + finding.severity as usize
}

/// The longest message, in bytes: a value that is quoted in it may be of any length.
const LONGEST: usize = 1000;

/// No fewer than nearly every game has that has any.
const USUAL: usize = 8;

impl FindingList {
    pub fn new(limit: u32) -> Self {
        Self { listed: Vec::new(), counts: Vec::new(), limit: limit.max(1), details: true }
    }

    /// None yet, as many as the options allow, and with details if they want these.
    pub fn wanted(options: &AuditOptions) -> Self {
        Self { details: options.details, ..Self::new(options.max_findings) }
    }

    /// How findings are put into words. Those that many records have ask it for their message.
    pub fn wording(&self) -> Wording {
        Wording(self.details)
    }

    /// Counts those that are listed, unless they are counted.
    fn count_all(&mut self) {
        if self.counts.is_empty() {
            self.counts = vec![0; KINDS];
            self.listed.iter().for_each(|finding| self.counts[kind(finding)] += 1);
        }
    }

    fn may_be_full(&self, listed: usize) -> bool {
        !self.counts.is_empty() || listed >= self.limit as usize
    }

    pub fn push(&mut self, mut finding: Finding) {
        if let Some(count) = self.counts.get_mut(kind(&finding)) {
            *count += 1;
            if *count > self.limit {
                return;
            }
        }
        if finding.message.len() > LONGEST {
            let end = (0..=LONGEST).rev().find(|&end| finding.message.is_char_boundary(end));
            finding.message.truncate(end.unwrap_or(0));
            finding.message.push('…');
            finding.message.shrink_to_fit();
        }
        if self.listed.capacity() == 0 {
            self.listed.reserve(USUAL);
        }
        self.listed.push(finding);
        if self.may_be_full(self.listed.len()) {
            self.count_all();
        }
    }

    /// Takes back those of a name.
    pub fn retract(&mut self, name: FindingKind) {
        self.listed.retain(|finding| finding.kind != name);
        let kinds = name as usize * SEVERITIES;
        if let Some(counts) = self.counts.get_mut(kinds..kinds + SEVERITIES) {
            counts.fill(0);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// The findings in the order of the file, each with its line and column if these are wanted.
    pub fn finish(mut self, text: &Text, locator: &mut LineIndex) -> Vec<Finding> {
        if self.details {
            self.locate(text, locator);
        } else {
            self.sort();
        }
        self.close();
        self.listed
    }

    /// Puts the findings in order and gives each its place.
    pub fn locate(&mut self, text: &Text, locator: &mut LineIndex) {
        self.sort();
        self.listed.iter_mut().for_each(|finding| finding.locate(text, locator));
    }

    /// The findings of a file's parts, which have their places.
    pub fn finish_located(mut self) -> Vec<Finding> {
        self.sort();
        self.close();
        self.listed
    }

    /// Adds those of the file's next part.
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
        let mut listed = [0; KINDS];
        self.listed.iter().for_each(|finding| listed[kind(finding)] += 1);
        for finding in next.listed {
            let listed = &mut listed[kind(&finding)];
            if *listed < self.limit {
                *listed += 1;
                self.listed.push(finding);
            }
        }
    }

    fn sort(&mut self) {
        self.listed.sort_by_key(|finding| (finding.span.start, finding.kind));
    }

    /// Says of the last of each kind how many aren't listed.
    fn close(&mut self) {
        for finding in self.listed.iter_mut().rev() {
            let Some(count) = self.counts.get_mut(kind(finding)) else { return };
            if *count > self.limit {
                let more = *count - self.limit;
                let what = if more == 1 { "one more such finding isn't" } else { "more aren't" };
                let number = if more == 1 { String::new() } else { format!("{more} ") };
                finding.message.push_str(&format!(" ({number}{what} listed)"));
                finding.more = more;
                *count = 0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::finding::Severity;
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
                findings.push(finding.severity(Severity::Info));
            }
            let worse = Finding::new(FindingKind::Junk, Span::new(5, 6), "junk");
            findings.push(worse.severity(Severity::Error));
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
