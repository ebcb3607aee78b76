//! Report formats: what they have in common, and the list of them.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::columns::FindingRow;
use super::context::ContextRenderer;
use super::csv::CsvReport;
use super::github::GithubReport;
use super::jsonl::JsonlReport;
use super::sarif::SarifReport;
use super::summary::Summary;
use super::text::TextReport;
use crate::audit::{FileAudit, Finding, Severity};
use crate::go::Size;
use crate::replay::Replay;
use crate::sgf::Text;

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

/// A name of `--format` and the report that it stands for.
#[derive(Debug)]
pub struct Format {
    /// The name on the command line.
    pub name: &'static str,
    /// Creates the report.
    pub report: fn(&ReportOptions) -> Box<dyn Report>,
}

/// Every report format; the first is the default.
pub static FORMATS: [Format; 5] = [
    Format { name: "text", report: |options| Box::new(TextReport::new(options)) },
    Format { name: "csv", report: |options| Box::new(CsvReport::new(options)) },
    Format { name: "jsonl", report: |options| Box::new(JsonlReport::new(options)) },
    Format { name: "sarif", report: |options| Box::new(SarifReport::new(options)) },
    Format { name: "github", report: |options| Box::new(GithubReport::new(options)) },
];

impl Format {
    /// Returns the format of this name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        FORMATS.iter().find(|format| format.name == name)
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
}

/// An audit and the file it is about.
#[derive(Clone, Copy, Debug)]
pub struct ReportItem<'a> {
    /// The file's path as given or walked.
    pub path: &'a Path,
    /// The file's text; `None` where the file couldn't be read.
    pub text: Option<&'a Text<'a>>,
    /// The audit.
    pub audit: &'a FileAudit,
}

impl<'a> ReportItem<'a> {
    /// Returns the game's number in its file, from 1; 0 where the findings are about the file.
    #[must_use]
    pub fn game(&self) -> u32 {
        match self.audit {
            FileAudit::Game(audit) => audit.game,
            FileAudit::Findings { game, .. } => *game,
        }
    }

    /// Returns the size of the board; 19x19 where no game was audited.
    #[must_use]
    pub fn size(&self) -> Size {
        match self.audit {
            FileAudit::Game(audit) => audit.size,
            FileAudit::Findings { .. } => Size::STANDARD,
        }
    }

    /// Returns the replay of an audited game.
    #[must_use]
    pub fn replay(&self) -> Option<&'a Replay> {
        match self.audit {
            FileAudit::Game(audit) => Some(&audit.replay),
            FileAudit::Findings { .. } => None,
        }
    }

    /// Returns all findings.
    #[must_use]
    pub fn findings(&self) -> &'a [Finding] {
        match self.audit {
            FileAudit::Game(audit) => &audit.findings,
            FileAudit::Findings { findings, .. } => findings,
        }
    }

    /// Returns a table row for each finding of at least this severity.
    pub fn finding_rows(&self, min_severity: Severity) -> impl Iterator<Item = FindingRow<'a>> {
        let (path, game, size) = (self.path, self.game(), self.size());
        let findings = self.findings().iter();
        findings
            .filter(move |finding| finding.severity >= min_severity)
            .map(move |finding| FindingRow { path, game, size, finding })
    }
}

/// The rendered audits of some files.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Fragment {
    /// The text so far.
    pub text: String,
    /// Where the reader of the last file stands, for formats that show context.
    #[serde(skip)]
    pub(super) context: Option<Box<ContextRenderer>>,
}
