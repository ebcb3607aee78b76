//! The findings of a game or file while they are collected, a bounded number per kind and severity.

use super::catalog::FindingKind;
use super::finding::Finding;
use super::severity::Severity;
use crate::sgf::{LineIndex, Text};

/// Findings, up to a limit per kind and severity, and the number beyond it. Severities are counted
/// apart so that a finding that isn't listed still counts with its own severity.
#[derive(Clone, Debug)]
pub struct FindingList {
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
        finding.details.iter_mut().for_each(|detail| shorten(&mut detail.text));
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

    /// The findings of a file's joined parts, each located before.
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

    /// Counts the listed findings, unless they are counted already.
    fn count_all(&mut self) {
        if self.counts.is_empty() {
            self.counts = vec![0; SLOTS];
            self.listed.iter().for_each(|finding| self.counts[slot(finding)] += 1);
        }
    }

    fn sort(&mut self) {
        self.listed.sort_by_key(|finding| (finding.span.start, finding.kind));
    }

    /// Notes on the last listed finding of each kind and severity the number of unlisted ones.
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
