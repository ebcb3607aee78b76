//! Floor 4: the columns and rows of the tables, the contract with those who read them.
//!
//! A column's name and type never change, and columns are only added at the end of a table.

mod column;
mod columns;
mod csv;
mod finding_counts;
mod game_columns;
mod results;
mod ruleset_remarks;

pub use column::{Cell, Cells, Column, Field, Type, push_json};
pub use columns::{
    ComparisonRow, DetailRow, FindingRow, GameDetails, MoveItem, PointItem, SCHEMA_VERSION,
    SetupItem, SummaryRow, Table, file_name, findings as finding_columns, moves as move_columns,
    pairings as pairing_columns, points as point_columns, repository_path,
    rulesets as ruleset_columns, setup as setup_columns, summary as summary_columns, tables,
};
pub use csv::{CsvWriter, csv_writer, push_csv, push_header, push_records, push_rows};
pub use finding_counts::{Count, FindingCounts, SeverityCounts};
pub use game_columns::{GameRow, game_object, games as game_columns};
pub use results::results_out;
pub use ruleset_remarks::{MarginParts, remarks, stone_scoring_note};
