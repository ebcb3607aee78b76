//! Findings: their catalogue and the list that collects them.

mod catalog;
mod finding;
mod fixes;
mod follows;
mod severity;

pub(crate) use catalog::Condition;
pub use catalog::{Family, FindingInfo, FindingKind};
pub use finding::{Detail, Finding, FindingList};
pub use fixes::Fixes;
pub use follows::fold;
pub use severity::{Safety, Severity};
