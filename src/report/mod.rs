//! Floor 6: audits out, as text for people and tables for programs; and the documents that are made
//! from the code.

mod board;
mod cause_totals;
mod column;
mod columns;
mod context;
mod count_breakdown;
mod csv;
mod diagnostic;
mod docs;
mod explain;
mod format;
mod github;
mod jsonl;
mod position_view;
mod renderer;
mod ruleset_comparison;
mod ruleset_differences;
mod ruleset_table;
mod sarif;
mod score_sheet;
mod snippet;
mod summary;
mod svg;
mod tables;
mod text;
mod text_layout;
mod writer;

pub use board::Drawing;
pub use column::{Cell, Column, Field, Type};
pub use columns::{ComparisonRow, FindingRow, GameRow, SCHEMA_VERSION, SummaryRow};
pub(crate) use csv::{escape_formula, push_csv};
pub(crate) use diagnostic::Diagnostic;
pub use docs::{causes_md, columns_md, findings_md, rulesets_md};
pub use explain::{cause_text, explanation, finding_list};
pub use format::{ContextStyle, FORMATS, Format, Fragment, Report, ReportItem, ReportOptions};
pub use position_view::{GameLookupError, PositionView, position_view};
pub use renderer::{Rendered, Renderer};
pub use ruleset_table::{ruleset_list, ruleset_text};
pub use score_sheet::{ScoreSheet, score_sheet};
pub use summary::Summary;
pub use svg::board_svg;
pub use tables::{OutDir, TableRows, Tables};
pub use writer::ReportWriter;
