//! A finding, which is one thing that is wrong with a record and where, and the list that collects them.

use std::borrow::Cow;
use std::fmt;

use super::catalog::{Condition, FindingKind, Safety, Severity};
use crate::go::{Color, Point};
use crate::record::NodeSpan;
use crate::replay::Ply;
use crate::sgf::{LineIndex, NodeId, Span, Text};

/// A line that supports a finding's message: the likely cause, the arithmetic, or what else a person needs to
/// judge it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Detail {
    /// The subject of the line in a word or two: `likely cause`.
    pub label: &'static str,
    /// A clause without a full stop.
    pub text: String,
}

impl Detail {
    #[must_use]
    pub fn new(label: &'static str, text: impl Into<String>) -> Self {
        Self { label, text: text.into() }
    }
}

/// One thing that is wrong with a record, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    pub kind: FindingKind,
    /// Its severity here: the usual one of its kind, or by a `Condition` that holds.
    pub severity: Severity,
    /// The node, from 0 at the root; `None` for what concerns no node.
    pub node: Option<NodeId>,
    /// The number of the move, from 1, passes counted.
    pub move_number: Option<u32>,
    /// The colour of the player who moved.
    pub color: Option<Color>,
    pub point: Option<Point>,
    /// The bytes of the file that the finding is about.
    pub span: Span,
    /// The line of the file, from 1; 0 before it is located.
    pub line: u32,
    /// The column in that line, from 1, in characters; 0 before it is located.
    pub column: u32,
    /// Document and paragraph of the rule.
    pub rule: Cow<'static, str>,
    /// The message for people: one sentence of at most about 100 characters.
    pub message: String,
    /// Supporting facts, in the order in which people read them.
    pub details: Vec<Detail>,
    /// On the last listed finding of a kind: the number of unlisted ones.
    pub more: u32,
    /// The kind of the finding of the same game or file that this one follows from, as [`fold`](super::fold) has it.
    pub follows: Option<FindingKind>,
    /// Number of findings that follow from this one.
    pub followers: u32,
    /// Its index among all findings of its audit, reported or not; `u32::MAX` if it was added later.
    pub(crate) index: u32,
}

/// `line:column: severity[kind] message`, as compilers print errors after the file's name.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, severity, kind, message, .. } = self;
        write!(f, "{line}:{column}: {severity}[{}] {message}", kind.as_str())
    }
}

impl Finding {
    /// A finding about a span of the file, with the usual severity of its kind.
    #[must_use]
    pub fn new(kind: FindingKind, span: Span, message: impl Into<String>) -> Self {
        Self {
            kind,
            severity: kind.info().severity,
            node: None,
            move_number: None,
            color: None,
            point: None,
            span,
            line: 0,
            column: 0,
            rule: Cow::Borrowed(kind.info().source),
            message: message.into(),
            details: Vec::new(),
            more: 0,
            follows: None,
            followers: 0,
            index: u32::MAX,
        }
    }

    /// Returns how many findings follow from this one, in words after the message.
    #[must_use]
    pub fn following(&self) -> String {
        match self.followers {
            0 => String::new(),
            1 => "; and 1 finding that follows".to_owned(),
            n => format!("; and {n} findings that follow"),
        }
    }

    /// Sets line and column, and makes the span count from the beginning of the file instead of the
    /// decoded text. Findings must be located in the order of their spans.
    pub(crate) fn locate(&mut self, text: &Text, lines: &mut LineIndex) {
        (self.line, self.column) = lines.locate(text, self.span.start as usize);
        self.span = lines.original(text, self.span);
    }

    #[must_use]
    pub fn at_node(mut self, node: NodeId) -> Self {
        self.node = Some(node);
        self
    }

    /// Sets node, number, colour and point of a move.
    #[must_use]
    pub fn at_move(mut self, ply: &Ply) -> Self {
        self.node = Some(ply.node);
        self.move_number = Some(ply.number);
        self.color = Some(ply.color);
        self.point = ply.point;
        self
    }

    /// Sets the severity that the catalogue gives under a condition.
    #[must_use]
    pub(crate) fn when(mut self, condition: impl Into<Option<Condition>>) -> Self {
        if let Some(condition) = condition.into() {
            self.severity = self.kind.info().severity_when(condition);
        }
        self
    }

    /// Sets what supports the message.
    #[must_use]
    pub fn with_details(mut self, details: Vec<Detail>) -> Self {
        self.details = details;
        self
    }

    /// Sets the paragraph of the rule.
    #[must_use]
    pub fn rule(mut self, source: &'static str) -> Self {
        self.rule = Cow::Borrowed(source);
        self
    }
}

impl NodeSpan {
    /// A finding about the span, at its node.
    pub(crate) fn finding(self, kind: FindingKind, message: impl Into<String>) -> Finding {
        Finding::new(kind, self.span, message).at_node(self.node)
    }
}

/// The class of the fix that the program makes for each finding of an audit in its file, by the finding's index. Empty if
/// nobody asked.
#[derive(Clone, Debug, Default)]
pub struct Fixes(Vec<Option<Safety>>);

impl Fixes {
    /// Returns the class of the fix for a finding of the audit. `None` if there is no fix, or if nobody asked.
    pub fn of(&self, finding: &Finding) -> Option<Safety> {
        self.0.get(finding.index as usize).copied().flatten()
    }
}

impl FromIterator<Option<Safety>> for Fixes {
    fn from_iter<I: IntoIterator<Item = Option<Safety>>>(classes: I) -> Self {
        Self(classes.into_iter().collect())
    }
}

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
const SLOTS: usize = FindingKind::ALL.len() * Severity::ALL.len();

/// The index of a finding's count.
fn slot(finding: &Finding) -> usize {
    finding.kind as usize * Severity::ALL.len() + finding.severity as usize
}

/// Maximum length of a message in bytes. A value quoted in it may have any length.
const MAX_MESSAGE: usize = 1000;

impl FindingList {
    /// An empty list that keeps at most `limit` findings per kind and severity, and at least one.
    pub fn new(limit: u32) -> Self {
        Self { listed: Vec::new(), counts: Vec::new(), limit: limit.max(1) }
    }

    /// Adds a finding. Those of its kind beyond the limit are only counted.
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

    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    pub fn has(&self, kind: FindingKind) -> bool {
        self.listed.iter().any(|finding| finding.kind == kind)
    }

    /// The findings in the order of the file, each with its line and column.
    pub fn finish(mut self, text: &Text, lines: &mut LineIndex) -> Vec<Finding> {
        self.listed.sort_by_key(|finding| (finding.span.start, finding.kind));
        for (index, finding) in (0..).zip(&mut self.listed) {
            finding.locate(text, lines);
            finding.index = index;
        }
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
