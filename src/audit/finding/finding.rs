//! A finding: one thing that is wrong with a record, and where.

use std::borrow::Cow;
use std::fmt;

use super::catalog::FindingKind;
use super::line_index::LineIndex;
use crate::go::{Color, Point};
use crate::sgf::{NodeId, Span, Text};

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing.
    Info,
    /// Suspicious, or it can't be right as recorded.
    Warning,
    /// The record breaks the rules of the game or of the format.
    Error,
}

impl Severity {
    /// The word that reports use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One thing that is wrong with a record, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it is.
    pub kind: FindingKind,
    /// How bad it is here; a ruleset or the circumstances can change the name's usual severity.
    pub severity: Severity,
    /// The node, from 0 at the root; `None` for what concerns no node.
    pub node: Option<NodeId>,
    /// The move's number from 1, passes counted.
    pub move_number: Option<u32>,
    /// Whose move it is.
    pub color: Option<Color>,
    /// Where it was played.
    pub point: Option<Point>,
    /// The bytes of the file that it is about.
    pub span: Span,
    /// The line of the file, from 1.
    pub line: u32,
    /// The column in that line, from 1, in characters.
    pub column: u32,
    /// Document and paragraph of the rule.
    pub rule: Cow<'static, str>,
    /// What a person should know, in a sentence.
    pub message: String,
    /// How many more of its name there are that aren't listed; on the last one that is.
    pub more: u32,
}

/// A place that there may be a finding about.
#[derive(Clone, Copy, Debug)]
pub(in crate::audit) struct SourceLocation {
    pub span: Span,
    /// 0, as the column, until it is located.
    line: u32,
    column: u32,
}

impl SourceLocation {
    pub fn new(span: Span) -> Self {
        Self { span, line: 0, column: 0 }
    }

    /// As [`Finding::locate`].
    pub fn locate(&mut self, text: &Text, locator: &mut LineIndex) {
        (self.line, self.column) = locator.locate(text, self.span.start as usize);
        self.span = locator.original(text, self.span);
    }

    /// The same for spots in any order.
    pub fn locate_all<'s>(spots: impl Iterator<Item = &'s mut Self>, text: &Text) {
        let mut spots: Vec<&mut Self> = spots.collect();
        spots.sort_by_key(|spot| spot.span.start);
        let locator = &mut LineIndex::default();
        spots.into_iter().for_each(|spot| spot.locate(text, locator));
    }

    pub fn finding(self, kind: FindingKind, message: impl Into<String>) -> Finding {
        let Self { span, line, column } = self;
        Finding { line, column, ..Finding::new(kind, span, message) }
    }
}

impl Finding {
    /// A finding of the name's usual severity about some bytes of the file.
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
            more: 0,
        }
    }

    /// Turns the span, which counts from the text's beginning, into a place of the file. Findings come in
    /// the order of their spans.
    pub(in crate::audit) fn locate(&mut self, text: &Text, locator: &mut LineIndex) {
        let mut spot = SourceLocation::new(self.span);
        spot.locate(text, locator);
        SourceLocation { span: self.span, line: self.line, column: self.column } = spot;
    }

    /// The same at a node.
    #[must_use]
    pub fn at_node(mut self, node: NodeId) -> Self {
        self.node = Some(node);
        self
    }

    /// The same about a move.
    #[must_use]
    pub fn at_move(mut self, ply: &crate::replay::Ply) -> Self {
        self.node = Some(ply.node);
        self.move_number = Some(ply.number);
        self.color = Some(ply.color);
        self.point = ply.point;
        self
    }

    /// The same with another severity.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// The same with the paragraph of the ruleset that it was judged by.
    #[must_use]
    pub fn rule(mut self, source: &'static str) -> Self {
        self.rule = Cow::Borrowed(source);
        self
    }
}
