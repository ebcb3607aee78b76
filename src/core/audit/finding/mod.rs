//! Findings: their catalogue and the list that collects them.

mod catalog;
mod finding;
mod follows;
mod severity;

pub(crate) use catalog::Condition;
pub use catalog::{Family, FindingInfo, FindingKind};
pub use finding::{Detail, Finding, FindingList, Fixes};
pub use follows::fold;
pub use severity::{Safety, Severity};
