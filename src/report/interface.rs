//! The interface of report formats.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::ReportOptions;
use super::context::ContextRenderer;
use super::html::PagePart;
use super::item::ReportItem;
use super::summary::Summary;
use super::worst_first::{Limits, WorstFirst};

/// A report format of `--format`. The file of each format has one, and [`FORMATS`](super::FORMATS) lists them.
#[derive(Debug)]
pub struct Format {
    /// The name on the command line.
    pub name: &'static str,
    /// Whether it is text for people, to which notes on the run can be added.
    pub is_text: bool,
    /// Whether it shows the counts of other rulesets if a result is wrong.
    pub compares: bool,
    pub report: fn(&ReportOptions) -> Box<dyn Report>,
}

impl Format {
    /// Creates a format for programs.
    pub(super) const fn new(
        name: &'static str,
        report: fn(&ReportOptions) -> Box<dyn Report>,
    ) -> Self {
        Self { name, is_text: false, compares: false, report }
    }
}

/// A report format: turns audits into text.
///
/// A report is the header, the rendered audits in input order with the separator between those that
/// aren't empty, and the footer. If it has limits, its results are in `Fragment::worst` instead, and are written between
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

    /// Returns the text after the last audit. `results` is empty unless the report has limits.
    fn footer(&self, _files: u64, _summary: &Summary, _results: &WorstFirst) -> String {
        String::new()
    }

    /// Returns the limits of the report; `None` if it holds all results.
    fn limits(&self) -> Option<Limits> {
        None
    }

    /// Whether the report is the page: its fragments hold parts of the page instead of text.
    fn is_page(&self) -> bool {
        false
    }
}

/// A part of a report that is left out if an earlier part has the same text.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Collapsible {
    /// Its bytes in the text.
    pub range: Range<usize>,
    /// Its text without the location.
    pub message: String,
}

/// The rendered audits of some files.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Fragment {
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

impl Fragment {
    /// Returns its memory in bytes, about.
    pub(super) fn size(&self) -> usize {
        self.text.len() + self.collapsible.len() * 256 + self.page.size() + self.worst.size()
    }

    pub(super) fn begin_file(&mut self) {
        self.context.iter_mut().for_each(|context| context.begin_file());
    }
}
