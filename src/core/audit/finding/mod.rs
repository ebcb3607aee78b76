//! Findings: their catalogue and the list that collects them.

mod catalog;
mod finding;
mod follows;

pub(crate) use catalog::Condition;
pub use catalog::{Family, FindingInfo, FindingKind, Safety, Severity};
pub use finding::{Detail, Finding, FindingList, Fixes};
pub use follows::fold;
