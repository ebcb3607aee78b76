//! Findings: their catalogue, their places in a file, and the list that gathers them.

mod catalog;
mod finding;
mod line_index;
mod list;

pub use catalog::{Family, FindingInfo, FindingKind};
pub(super) use finding::SourceLocation;
pub use finding::{Finding, Severity};
pub use line_index::LineIndex;
pub(super) use list::{FindingList, Wording};
