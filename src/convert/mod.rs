//! Floor 6: records out in other forms: SGF's normal form, JSON lines, a table of moves, GTP scripts;
//! and [`repair`]s of records in place.
//!
//! [`convert_bytes`] is a pure function of a file's bytes and the options, as an audit is.

mod escape;
mod file;
mod gtp;
mod header;
mod jsonl;
mod moves_csv;
mod normal;
mod notice;
mod property;
mod recount;
pub mod repair;
mod run;
mod tree;
mod writer;

pub use file::{Converted, Converter, Options, Piece, Target, convert_bytes};
pub use moves_csv::{MOVE_COLUMNS, csv_header};
pub use normal::Strip;
pub use notice::Notice;
pub use run::{Done, Input, run};
