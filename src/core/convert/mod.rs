//! Floor 4: records in other forms: SGF's normal form, JSON lines, a table of moves, GTP scripts.
//!
//! [`convert_bytes`] is a pure function of a file's bytes and the options; a [`Converter`] does the same for many files and
//! reuses its memory. A file is refused if something in it can't be carried over, unless [`Options::lossy`] allows that.

mod converter;
mod gtp;
mod jsonl;
mod moves_csv;
mod normal_form;
mod notice;
mod property;
mod recount;
mod sgf;

pub use converter::{Converted, ConvertedGame, Converter, Options, Target, convert_bytes};
pub use moves_csv::{MOVE_COLUMNS, csv_header};
pub use normal_form::Strip;
pub use notice::Notice;
