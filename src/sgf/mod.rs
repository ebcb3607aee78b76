//! Floor 2: SGF. Bytes become tokens with spans, tokens become games.
//!
//! The scanner reads bytes, not text: it never fails, never recurses, keeps the place of everything and
//! says what it skipped. A [`Text`] finds out how a file is encoded and decodes parts of it; a
//! [`Scanner`] yields its games one by one into a [`Game`], which can be used again.
//!
//! The rooms from the lowest up, each of which uses only those before it: `tree`, `text`, `value`, `scan`.

mod scan;
mod text;
mod tree;
mod value;

pub use scan::{Bookmark, Fault, FaultKind, Limits, Scanner, ends_soundly, last_cut};
pub(crate) use scan::{behind_written_breaks, written_breaks};
pub(crate) use text::rest_of_break;
pub use text::{
    Charset, Confidence, Declared, EncodingSource, ODD, Origin, Pieces, Start, Survey, Text,
    charset_of,
};
pub use tree::{
    Formats, Game, Ident, ListGroup, Node, NodeId, Prop, PropertyKind, ROOT, Span, Standard,
    ValueType, Values,
};
pub use value::{
    DateForm, How, Komi, KomiUnit, MoveValue, Outcome, PointsValue, Recorded, SizeValue, Validity,
    date_form, date_year, handicap, komi, may_stand_in, move_value, other_game, points_of,
    points_value, rectangle_fault, result, size, small_number, stands_for, validity,
};
pub(crate) use value::{escaped, kept_whole};
