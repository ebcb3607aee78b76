//! The interface of report formats.

use serde::{Deserialize, Serialize};

use super::cells::Cells;
use super::context::ContextRenderer;
use super::item::ReportItem;
use super::summary::Summary;
use crate::audit::Severity;

/// A report format: turns audits into text.
///
/// A report is the header, the rendered audits in input order with the separator between those that
/// aren't empty, and the footer. [`ReportWriter`](super::ReportWriter) puts them together.
pub trait Report: Send + Sync {
    /// Renders one audit. This is called from several threads. The games of a file come in order.
    fn render(&self, item: ReportItem, out: &mut Fragment);

    /// Returns the text before the first audit.
    fn header(&self) -> String {
        String::new()
    }

    /// Returns the text between two fragments.
    fn separator(&self) -> &'static str {
        ""
    }

    /// Returns the text after the last audit.
    fn footer(&self, _files: u64, _summary: &Summary) -> String {
        String::new()
    }
}

/// Whether text reports show the line of the file and the board around the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContextStyle {
    /// They don't: each finding is one line.
    Off,
    /// Without colours.
    Plain,
    /// With ANSI colours.
    Colored,
}

/// What a report contains. A format ignores what doesn't apply to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportOptions {
    /// The least severity that is reported.
    pub min_severity: Severity,
    /// The context of each finding.
    pub context: ContextStyle,
    /// Whether to print the book-keeping of each counted game.
    pub counts: bool,
    /// How CSV writes text that a spreadsheet would run.
    pub cells: Cells,
}

/// The rendered audits of some files.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Fragment {
    /// The text so far.
    pub text: String,
    /// The state after the last file, for formats that show context.
    #[serde(skip)]
    pub(super) context: Option<Box<ContextRenderer>>,
}
