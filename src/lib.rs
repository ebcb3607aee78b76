//! Audits Go game records.
//!
//! `sgf-audit` reads SGF (and GIB, NGF and UGF), plays each game again under a stated ruleset, says what is wrong with it and
//! where, and counts the result again by territory and by area. The heart is
//! [`audit::Auditor::audit`]; [`audit::audit_bytes`] runs it over every game of a file:
//!
//! ```
//! use sgf_audit::audit::{AuditOptions, FileAudit, FindingKind, Auditor, audit_bytes};
//!
//! let record = b"(;SZ[9]RU[AGA];B[ee];W[ee])";
//! let mut found = Vec::new();
//! audit_bytes(record, &AuditOptions::default(), &mut Auditor::new(), &mut |audit, _| {
//!     if let FileAudit::Game(audit) = audit {
//!         found.extend(audit.findings.iter().map(|finding| finding.kind));
//!     }
//! });
//! assert!(found.contains(&FindingKind::OccupiedPoint));
//! ```
//!
//! The modules are floors: each uses only those below it (`go`; `rules`, `sgf`, `formats`; `replay`,
//! `score`; `audit`; `batch`, `engine`; `report`, `convert`, `fix`; `cli`).

pub mod archive;
mod atomic_file;
pub mod audit;
pub mod batch;
#[cfg(feature = "cli")]
pub mod cli;
pub mod convert;
#[cfg(feature = "engines")]
pub mod engine;
pub mod fix;
pub mod formats;
pub mod go;
mod guard;
mod pile;
mod plural;
mod printable;
pub mod replay;
pub mod report;
pub mod rules;
pub mod score;
pub mod sgf;
