//! Floor 2: SGF. Bytes become tokens with spans, tokens become games.
//!
//! The scanner reads bytes, not text. It never fails and never recurses; everything in its output has a place in
//! the file, and a fault reports whatever it skipped. A [`Text`] detects the encoding of a file and decodes parts
//! of it. A [`Scanner`] yields the file's games one by one into a [`Game`], which can be used again.
//!
//! A [`SourceFile`]
//! is a file after one run of the scanner.
//!
//! The modules, from the lowest up: `tree`, `text`, `value`, `scan`, `file`. Each uses only those before it.

mod file;
mod scan;
mod text;
mod tree;
mod value;

pub use file::{GameMemory, GameText, SourceFile, SourceGame};
pub use scan::{Conflict, Fault, FaultKind, Limits, Scanner, TornSign, TornTree, conflicts};
pub(crate) use scan::{is_parentheses, literal_newlines, strip_literal_newlines};
pub use text::{
    Confidence, Declared, EncodingDecision, EncodingSource, LineIndex, Misread, Origin, Text,
    UnreadLine, charset_of,
};
pub(crate) use text::{charsets_named, skip_second_of_break};
pub use tree::{
    FfVersions, Game, Ident, ListGroup, Node, NodeId, Prop, PropertyInfo, PropertyKind, ROOT, Span,
    ValueType, Values,
};
pub use value::two_letters;
pub use value::{
    Agreement, DateForm, Komi, KomiUnit, MoveValue, Outcome, PointsValue, Rank, RankUnit,
    RecordedResult, SizeValue, Validity, WinBy, alias_target, date_form, date_of_day, date_year,
    first_date, handicap, is_alias_candidate, is_country, komi, komi_of_ki, main_time, move_value,
    name_and_version, named_color, odd_blanks, oddly_written_rank, overtime, overtime_of_periods,
    points_of, points_value, rank, rank_strength, rectangle_fault, respelt_rank, result, size,
    small_number, standard_date, time_control, validity,
};
pub(crate) use value::{escape_swallowed, escaped, whole_quarter};
