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

/// Maximum length of a message in bytes. A value quoted in it may have any length.
const MAX_MESSAGE: usize = 1000;

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
        if self.counts.is_empty() && self.listed.len() >= self.limit as usize {
            self.counts = vec![0; SLOTS];
            self.listed.iter().for_each(|finding| self.counts[slot(finding)] += 1);
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
        self.listed.sort_by_key(|finding| (finding.span.start, finding.kind));
        self.listed.iter_mut().for_each(|finding| finding.locate(text, lines));
        self.note_unlisted();
        self.listed
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
    if message.len() > MAX_MESSAGE {
        message.truncate(message.floor_char_boundary(MAX_MESSAGE));
        message.push('…');
        message.shrink_to_fit();
    }
}
