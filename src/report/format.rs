//! The list of report formats.

use super::csv::CsvReport;
use super::github::GithubReport;
use super::gitlab::GitlabReport;
use super::html::HtmlReport;
use super::interface::Report;
use super::jsonl::JsonlReport;
use super::junit::JunitReport;
use super::options::ReportOptions;
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
pub static FORMATS: [Format; 8] = [
    Format { name: "text", report: |options| Box::new(TextReport(options.clone())) },
    Format {
        name: "csv",
        report: |&ReportOptions { min_severity, cells, .. }| {
            Box::new(CsvReport { min_severity, cells })
        },
    },
    Format {
        name: "jsonl",
        report: |&ReportOptions { min_severity, .. }| Box::new(JsonlReport { min_severity }),
    },
    Format {
        name: "sarif",
        report: |&ReportOptions { min_severity, .. }| Box::new(SarifReport { min_severity }),
    },
    Format {
        name: "github",
        report: |&ReportOptions { min_severity, .. }| Box::new(GithubReport { min_severity }),
    },
    Format {
        name: "gitlab",
        report: |&ReportOptions { min_severity, .. }| Box::new(GitlabReport { min_severity }),
    },
    Format {
        name: "junit",
        report: |&ReportOptions { min_severity, .. }| Box::new(JunitReport { min_severity }),
    },
    Format { name: "html", report: |_| Box::new(HtmlReport) },
];

impl Format {
    /// Returns the format of this name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        FORMATS.iter().find(|format| format.name == name)
    }
}
