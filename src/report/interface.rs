//! The interface of report formats.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::context::ContextRenderer;
use super::html::PagePart;
use super::item::ReportItem;
use super::summary::Summary;
use super::worst_first::{Limits, WorstFirst};

/// A report format: turns audits into text.
///
/// A report is the header, the rendered audits in input order with the separator between those that
/// aren't empty, and the footer. Where it has limits, its results are in `Fragment::worst` instead, and stand between
/// header and footer in the order of their severity. [`ReportWriter`](super::ReportWriter) puts the parts together.
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

    /// Returns the text after the last audit. `results` are those of a report with limits.
    fn footer(&self, _files: u64, _summary: &Summary, _results: &WorstFirst) -> String {
        String::new()
    }

    /// Returns the limits of the report; `None` if it holds all results.
    fn limits(&self) -> Option<Limits> {
        None
    }

    /// Whether the report is the page, which its fragments hold parts of instead of text.
    fn is_page(&self) -> bool {
        false
    }
}

/// A part of a report that is left out if an earlier one says the same.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Collapsible {
    /// Its bytes in the text.
    pub range: Range<usize>,
    /// What it says, without the place.
    pub says: String,
}

/// The rendered audits of some files.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Fragment {
    /// The text so far.
    pub text: String,
    /// The parts that may be left out, in order. Empty unless the report collapses findings.
    pub(super) collapsible: Vec<Collapsible>,
    /// The results, if the report has limits.
    pub(super) worst: WorstFirst,
    /// The part of the page, if that is the report.
    pub(super) page: PagePart,
    /// The state after the last file, for formats that show context.
    #[serde(skip)]
    pub(super) context: Option<Box<ContextRenderer>>,
}
