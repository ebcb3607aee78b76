//! Options of reports: `ReportOptions`.

use sgf_audit_core::audit::Severity;
use sgf_audit_core::table::Cells;

/// Whether text reports show the line of the file and the board around the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContextStyle {
    /// They don't: each finding is one line.
    Off,
    Plain,
    Colored,
}

/// Options of a report. A format ignores options that don't apply to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportOptions {
    /// The least severity that is reported.
    pub min_severity: Severity,
    /// The least severity that fails a run; `None` if nothing does.
    pub fail_on: Option<Severity>,
    /// The context of each finding.
    pub context: ContextStyle,
    /// Whether to print the book-keeping of each counted game.
    pub counts: bool,
    /// How CSV writes text that a spreadsheet would run.
    pub cells: Cells,
    /// Whether only the totals are printed.
    pub only_totals: bool,
    /// Whether findings that say the same as an earlier one are left out and counted.
    pub collapse: bool,
    /// Whether the names of findings are links to their documentation, where they are printed in colours.
    pub links: bool,
    /// The width of the terminal in columns, if the report is for one.
    pub width: Option<usize>,
    /// The options of the run by which games are judged, as on the command line: for commands in hints.
    pub judging: String,
}

impl Default for ReportOptions {
    fn default() -> Self {
        Self {
            min_severity: Severity::Warning,
            fail_on: Some(Severity::Error),
            context: ContextStyle::Off,
            counts: false,
            cells: Cells::Table,
            only_totals: false,
            collapse: false,
            links: false,
            width: None,
            judging: String::new(),
        }
    }
}
