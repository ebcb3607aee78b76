//! Floor 6: reports of audits, as text for people and tables for programs.

mod board;
mod context;
mod conventions;
mod count_breakdown;
mod csv;
mod escape;
mod explain;
mod github;
mod html;
mod interface;
mod item;
mod jsonl;
mod package;
mod picture;
mod position_view;
mod ranked;
mod renderer;
mod ruleset_table;
mod sarif;
mod score_sheet;
mod snippet;
mod summary;
mod tables;
mod text;
mod text_layout;
mod totals;
mod worst_first;
mod writer;
mod wrong_results;

pub use board::Drawing;
pub use explain::{cause_text, explanation, finding_list};
pub use html::{DeadMarks, Page, PageCuts, PagePart, game_card, sheet};
pub use interface::{Format, Fragment, Report};
pub use item::{ReportItem, audit_items};
pub use package::{OptionalTables, Provenance};
pub use picture::BoardPicture;
pub use position_view::{GameLookupError, PositionView, position_view};
pub use ranked::Room;
pub use renderer::{Rendered, Renderer};
pub use ruleset_table::{
    Row, fields as ruleset_fields, names_in_records, ruleset_list, ruleset_text, sources,
};
pub use score_sheet::{ScoreSheet, score_sheet};
pub use sgf_audit_core::printable::{Shown, push_printable};
pub use snippet::LineSnippet;
pub use summary::Summary;
pub use tables::{OutDir, TableRows, Tables, pairings_table, with_comparison_rows};
pub use worst_first::{Limits, WorstFirst};
pub use writer::ReportWriter;

use sgf_audit_core::audit::Severity;
use sgf_audit_core::table::Cells;

/// Every report format; the first is the default.
pub static FORMATS: [&Format; 6] =
    [&text::FORMAT, &csv::FORMAT, &jsonl::FORMAT, &sarif::FORMAT, &github::FORMAT, &html::FORMAT];

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
    pub context: ContextStyle,
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
            context: ContextStyle::Off,
            cells: Cells::Table,
            only_totals: false,
            collapse: false,
            links: false,
            width: None,
            judging: String::new(),
        }
    }
}
