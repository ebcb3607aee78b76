//! Floor 6: audits out, as text for people and tables for programs; and the documents that are made
//! from the code.

mod board;
mod columns;
mod compare;
mod context;
mod counted;
mod csv;
mod docs;
mod excerpt;
mod explain;
mod github;
mod jsonl;
mod laid_out;
mod new_file;
mod printer;
mod prose;
mod reasons;
mod rows;
mod rulesets;
mod sarif;
mod show;
mod summary;
mod svg;
mod tables;
mod text;
mod wrong;

pub use board::Drawing;
pub use columns::{
    Column, ComparisonRow, FindingRow, GameRow, SCHEMA_VERSION, SummaryRow, Type, csv_cell,
};
pub use counted::{Counted, counted};
pub use docs::{causes_md, columns_md, findings_md, rulesets_md};
pub use explain::{cause_text, explanation, finding_list};
pub use new_file::NewFile;
pub use printer::{Format, Printed, Printer, Printout};
pub use prose::nearest;
pub use rulesets::{ruleset_list, ruleset_text};
pub use show::{NotShown, Shown, show};
pub use summary::Summary;
pub use svg::board_svg;
pub use tables::{OutDir, TableRows, Tables};
pub use text::{finding_line, printable, printable_lines, shown_path};
