//! The characters of a file: its encoding, declared or detected, and decoding.

mod declared;
mod detect;
mod encoding;
mod line_index;
mod misread;
mod source_text;
mod trail_bytes;

pub(crate) use declared::charsets_named;
pub use declared::{Declared, charset_of};
pub use detect::Confidence;
pub use encoding::{EncodingDecision, EncodingSource};
pub use line_index::LineIndex;
pub use misread::Misread;
pub(super) use source_text::GameCharset;
pub(crate) use source_text::skip_second_of_break;
pub use source_text::{Origin, Text, UnreadLine};
