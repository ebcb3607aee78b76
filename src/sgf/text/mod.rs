//! The characters of a file: its encoding, declared or detected, and decoding.

mod chunk_offset;
mod converted;
mod declared;
mod detect;
mod encoding;
mod mixed;
mod source_text;
mod survey;
mod trail_bytes;

pub use chunk_offset::ChunkOffset;
pub use converted::Origin;
pub use declared::{Declared, charset_of};
pub use detect::Confidence;
pub use encoding::EncodingSource;
pub use mixed::{InvalidRuns, MAX_INVALID_RUNS};
pub use source_text::Text;
pub(crate) use source_text::skip_second_of_break;
pub use survey::{Charset, CharsetSurvey};
