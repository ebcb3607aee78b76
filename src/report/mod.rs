//! Floor 6: audits out, as text for people and tables for programs; and the documents that are made
//! from the code.

mod board;
mod columns;
mod ruleset_comparison;
mod context;
mod score_sheet;
mod csv;
mod docs;
mod snippet;
mod explain;
mod github;
mod jsonl;
mod count_breakdown;
mod new_file;
mod printer;
mod text_layout;
mod ruleset_differences;
mod rows;
mod ruleset_table;
mod sarif;
mod position_view;
mod summary;
mod svg;
mod tables;
mod text;
mod cause_totals;

pub use board::Drawing;
pub use columns::{
    Column, ComparisonRow, FindingRow, GameRow, SCHEMA_VERSION, SummaryRow, Type, csv_cell,
};
pub use score_sheet::{ScoreSheet, score_sheet};
pub use docs::{causes_md, columns_md, findings_md, rulesets_md};
pub use explain::{cause_text, explanation, finding_list};
pub use new_file::NewFile;
pub use printer::{Format, Printed, Printer, Printout};
pub use text_layout::nearest;
pub use ruleset_table::{ruleset_list, ruleset_text};
pub use position_view::{GameLookupError, PositionView, position_view};
pub use summary::Summary;
pub use svg::board_svg;
pub use tables::{OutDir, TableRows, Tables};
pub use text::{finding_line, printable, printable_lines, shown_path};
