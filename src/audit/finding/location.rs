//! Places that findings are about.

use super::catalog::FindingKind;
use super::finding::Finding;
use crate::record::NodeSpan;
use crate::sgf::{LineIndex, Span, Text};

/// A span of the file, with its line and column once [`SourceLocation::locate`] was called.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SourceLocation {
    pub span: Span,
    /// 0, as the column is, until it is located.
    line: u32,
    column: u32,
}

impl SourceLocation {
    pub fn new(span: Span) -> Self {
        Self { span, line: 0, column: 0 }
    }

    /// See [`Finding::locate`].
    pub fn locate(&mut self, text: &Text, lines: &mut LineIndex) {
        (self.line, self.column) = lines.locate(text, self.span.start as usize);
        self.span = lines.original(text, self.span);
    }

    pub fn finding(self, kind: FindingKind, message: impl Into<String>) -> Finding {
        let Self { span, line, column } = self;
        Finding { line, column, ..Finding::new(kind, span, message) }
    }
}

impl NodeSpan {
    /// A finding about the span, at its node.
    pub fn finding(self, kind: FindingKind, message: impl Into<String>) -> Finding {
        Finding::new(kind, self.span, message).at_node(self.node)
    }
}
