//! The list of report formats.

use super::csv::CsvReport;
use super::github::GithubReport;
use super::interface::{Report, ReportOptions};
use super::jsonl::JsonlReport;
use super::sarif::SarifReport;
use super::text::TextReport;

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
