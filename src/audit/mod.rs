//! Floor 4: one record and one ruleset make one audit.
//!
//! [`Auditor::audit`] is a pure function of a game's bytes and the options: no files, no clock, no
//! output. [`audit_bytes`] runs it over every game of a file.

mod audited;
mod auditor;
mod causes;
mod comparing;
mod contradiction;
mod counting;
mod doubts;
mod either_way;
mod encoding;
mod ending;
mod file;
mod finding;
mod findings;
mod handicap;
mod header;
mod judges;
mod legality;
mod locate;
mod marks;
mod nodes;
mod options;
mod played_at;
mod properties;
mod registry;
mod result;
mod syntax;
mod uncounted;

pub use audited::{Audit, Audited};
pub use auditor::Auditor;
pub use causes::{CAUSES, Cause, Explained};
pub use comparing::Comparison;
pub use ending::{Ending, WhiteLastPass};
pub use file::{AboutFile, FileAudit, Scratch, audit_bytes, audit_part, file_finding};
pub use finding::{Finding, Severity};
pub use locate::Locator;
pub use options::{AuditOptions, RulesChoice, TakenFrom};
pub use registry::{Entry, Family, Name};
pub use result::Verdict;
pub use uncounted::why_undecided;
