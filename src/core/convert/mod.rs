//! Floor 4: records in other forms: SGF's normal form, JSON lines, a table of moves, GTP scripts.
//!
//! What a [`Converter`] makes of a file depends on its bytes and the options alone; its memory is reused from file to file.
//! A file is refused if something in it can't be carried over, unless [`Options::lossy`] allows that.

mod converter;
mod gtp;
mod jsonl;
mod moves_csv;
mod normal_form;
mod notice;
mod property;
mod recount;
mod sgf;

pub use converter::{Converted, ConvertedGame, Converter, Options, Target};
pub use moves_csv::{MOVE_COLUMNS, csv_header};
pub use normal_form::Strip;
pub use notice::Notice;
