//! Findings: their catalogue, their places in a file, and the list that collects them.

mod catalog;
mod finding;
mod list;
mod location;
mod severity;

pub(crate) use catalog::Condition;
pub use catalog::{Family, FindingInfo, FindingKind};
pub use finding::{Detail, Finding};
pub use list::FindingList;
pub(crate) use location::SourceLocation;
pub use severity::Severity;
