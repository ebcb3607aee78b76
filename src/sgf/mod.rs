//! Floor 2: SGF. Bytes become tokens with spans, tokens become games.
//!
//! The scanner reads bytes, not text: it never fails, never recurses, keeps the place of everything and
//! says what it skipped. A [`Text`] finds out how a file is encoded and decodes parts of it; a
//! [`Scanner`] yields its games one by one into a [`Game`], which can be used again.

mod alphabet;
mod ascii;
mod begin;
mod breaks;
mod characters;
mod converted;
mod costs;
mod date;
mod declared;
mod encoding;
mod escape;
mod fault;
#[cfg(test)]
mod frequency;
mod game;
mod guess;
mod ident;
mod komi;
mod limits;
mod memo;
mod mixed;
mod moves;
mod number;
mod other_game;
mod part;
mod property;
mod reading;
mod result;
mod result_words;
mod scan;
mod stand_in;
mod standard;
mod text;
mod trail;
mod typed;
mod unclosed;
mod value;

pub(crate) use breaks::{behind_written_breaks, written_breaks};
pub use converted::Origin;
pub use date::{DateForm, date_form, date_year};
pub use declared::{Declared, charset_of};
pub use encoding::EncodingSource;
pub(crate) use escape::{escaped, kept_whole, rest_of_break};
pub use fault::{Fault, FaultKind};
pub use game::{Game, Node, NodeId, Prop, ROOT, Span, Values};
pub use guess::Confidence;
pub use ident::Ident;
pub use komi::{Komi, KomiUnit, komi};
pub use limits::Limits;
pub use mixed::{ODD, Pieces};
pub use number::{SizeValue, handicap, size, small_number};
pub use other_game::other_game;
pub use part::{Charset, Start, Survey, ends_soundly, last_cut};
pub use result::{How, Outcome, Recorded, result};
pub use scan::{Bookmark, Scanner};
pub use stand_in::{may_stand_in, stands_for};
pub use standard::{Formats, ListGroup, PropertyKind, Standard, ValueType};
pub use text::Text;
pub use typed::{Validity, validity};
pub use value::{MoveValue, PointsValue, move_value, points_of, points_value, rectangle_fault};
