//! Floor 4: one record and one ruleset make one audit.
//!
//! [`Auditor::audit_game`] is a pure function of a game's bytes and the options: no files, no clock, no
//! output. [`Auditor::read_file`] yields the findings of a file before its first game, and [`audit_bytes`] audits all of it.

mod aliases;
mod auditor;
mod causes;
mod checks;
mod decided;
mod decision;
mod estimators;
mod file;
mod finding;
mod game_audit;
mod judgement;
mod options;
mod recount;
mod settle;
mod suppositions;

pub use aliases::{Aliases, DateOrder};
pub use auditor::Auditor;
pub use causes::{CAUSES, Cause, Extent, MarginExplanation, MarginNotation, StoneGroup};
pub(crate) use checks::encoding::damages_play;
pub use checks::ending::WhiteLastPass;
pub(crate) use checks::syntax::{begins_file, finding_of};
pub(crate) use decided::Law;
pub use decision::Decision;
pub(crate) use decision::{GameRuling, GameTerms, Names, RuledStones, not_by_count};
pub use file::audit_bytes;
pub use finding::{
    Detail, Family, Finding, FindingInfo, FindingKind, FindingList, Fixes, Safety, Severity, fold,
};
pub use game_audit::{Audit, FileAudit, Verdict};
pub use options::{AuditOptions, Compare};
pub use suppositions::rulesets::Comparison;
pub use suppositions::undecided::{OpenQuestion, why_undecided};

pub use crate::record::{Ending, GameInfo, RulesChoice, ValueSource};
