//! Tables of results, in the formats of several programs.

mod aga;
mod comma;
mod error;
mod h9;
mod line_lists;
mod opengotha;
mod read;
mod table;

pub use error::ResultsError;
pub use read::{Results, ResultsFormat};
pub use table::{Ending, Row, RowResult, UnreadRow, Winner};
