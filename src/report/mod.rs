//! Floor 6: audits out, as text for people and tables for programs; and the documents that are made
//! from the code.

mod board;
mod columns;
mod context;
mod csv;
mod docs;
mod excerpt;
mod github;
mod jsonl;
mod printer;
mod sarif;
mod summary;
mod tables;
mod text;

pub use board::Drawing;
pub use columns::{Column, FindingRow, GameRow, SCHEMA_VERSION, SummaryRow, Type};
pub use docs::{columns_md, findings_md, rulesets_md};
pub use printer::{Format, Printed, Printer, Printout};
pub use summary::Summary;
pub use tables::{OutDir, TableRows, Tables};
pub use text::{finding_line, printable};
