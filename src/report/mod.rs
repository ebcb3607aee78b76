//! Floor 6: reports of audits, as text for people and tables for programs.

mod board;
mod context;
mod conventions;
mod count_breakdown;
mod csv;
mod escape;
mod explain;
mod github;
mod gitlab;
mod html;
mod interface;
mod item;
mod jsonl;
mod junit;
mod options;
mod package;
mod picture;
mod position_view;
mod renderer;
mod ruleset_table;
mod sarif;
mod score_sheet;
#[cfg(feature = "cli")]
mod shard_file;
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
#[cfg(feature = "cli")]
pub(crate) use html::BEGINNING as REPORT_BEGINNING;
pub use html::{DeadMarks, Page, PageCuts, PageLimits, PagePart, game_card, sheet};
pub use interface::{Format, Fragment, Report};
pub use item::{ReportItem, audit_items};
pub use options::{ContextStyle, ReportOptions};
pub use package::{OptionalTables, Provenance};
pub use picture::BoardPicture;
pub use position_view::{GameLookupError, PositionView, position_view};
pub use renderer::{Rendered, Renderer};
pub use ruleset_table::{
    Row, fields as ruleset_fields, names_in_records, ruleset_list, ruleset_text, sources,
};
pub use score_sheet::{ScoreSheet, score_sheet};
pub use sgf_audit_core::printable::{Shown, push_printable};
#[cfg(feature = "cli")]
pub use shard_file::{ShardPart, ShardReader, ShardWriter};
pub use snippet::LineSnippet;
pub use summary::Summary;
pub use tables::{OutDir, TableRows, Tables, pairings_table, with_comparison_rows};
pub use worst_first::{Limits, WorstFirst};
pub use writer::ReportWriter;

/// Every report format; the first is the default.
pub static FORMATS: [&Format; 8] = [
    &text::FORMAT,
    &csv::FORMAT,
    &jsonl::FORMAT,
    &sarif::FORMAT,
    &github::FORMAT,
    &gitlab::FORMAT,
    &junit::FORMAT,
    &html::FORMAT,
];
