//! Floor 6: records in other forms: SGF's normal form, JSON lines, a table of moves, GTP scripts.
//!
//! [`convert_bytes`] is a pure function of a file's bytes and the options.

mod escape;
mod file;
mod gtp;
pub(crate) mod header;
mod jsonl;
mod moves_csv;
mod normal_form;
mod notice;
mod output;
mod property;
mod recount;
mod run;
mod sgf;
mod tree;

pub use file::{Converted, Converter, Options, Piece, Target, convert_bytes};
pub use moves_csv::{MOVE_COLUMNS, csv_header};
pub use normal_form::Strip;
pub use notice::Notice;
pub use output::{Layout, Output, OutputError};
pub use run::{Done, run};
