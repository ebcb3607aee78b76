//! Audits Go game records.
//!
//! The library reads SGF (and GIB, NGF, UGF and OGS' JSON), replays each game under a stated ruleset, reports what is
//! wrong with it and where, and counts the result again by territory and by area.
//!
//! Audit a file:
//!
//! ```
//! use sgf_audit::{Options, Severity, audit};
//!
//! let report = audit(b"(;SZ[9]RU[AGA]RE[B+R];B[ee];W[ee])", &Options::new());
//! let game = &report.games[0];
//! let errors = game.findings().iter().filter(|finding| finding.severity == Severity::Error);
//! let places: Vec<_> = errors.map(|finding| (finding.kind.as_str(), finding.column)).collect();
//! assert_eq!(places, [("occupied-point", 31)]);
//! ```
//!
//! Replay a record under a ruleset and count its final position:
//!
//! ```
//! use sgf_audit::{Records, ruleset};
//!
//! let bytes = b"(;SZ[5]KM[0]AB[ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce];B[];W[])";
//! for record in Records::read(bytes).iter() {
//!     let replayed = record.replay(ruleset("tromp-taylor")?)?;
//!     assert_eq!(replayed.game().recounted_result().as_deref(), Some("W+5"));
//! }
//! # Ok::<(), sgf_audit::Error>(())
//! ```
//!
//! Fix what can be fixed without changing the meaning:
//!
//! ```
//! use sgf_audit::{Options, Safety, fix};
//!
//! let fixed = fix(b"(;FF[4]SZ[9]RE[b+r];B[ee];W[ ])", Safety::Safe, &Options::new());
//! assert_eq!(fixed.bytes.as_deref(), Some(&b"(;FF[4]SZ[9]RE[B+R];B[ee];W[])"[..]));
//! ```
//!
//! `docs/examples/` in the repository has programs that use it.
//!
//! # Features
//!
//! - `cli`: the program `sgf-audit`. It includes `engines`.
//! - `archives`: reading archives in the program; without it they are reported as unreadable.
//! - `engines`: KataGo and GTP engines as estimators of dead stones in the program.
//! - `serde`: `Serialize` for [`FileReport`], [`GameAudit`], [`Finding`] and the words in them.
//!
//! The first three are on by default. A program that only needs the library turns them off:
//! `sgf-audit = { version = "0.1", default-features = false }`.
//!
//! # Scope
//!
//! This is an auditor. To edit trees of properties use the crate `sgf-parse`.
//!
//! The modules of the crate are hidden: they are internals for the program, the benchmarks and the fuzz
//! targets, and change without notice. `docs/architecture.md` describes them.

#[doc(hidden)]
pub mod archive;
mod atomic_file;
#[doc(hidden)]
pub mod audit;
#[doc(hidden)]
pub mod batch;
mod calendar;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod compare;
#[doc(hidden)]
pub mod convert;
mod diagnostic;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod duplicates;
#[cfg(feature = "engines")]
#[doc(hidden)]
pub mod engine;
#[doc(hidden)]
pub mod event;
#[doc(hidden)]
pub mod fix;
#[doc(hidden)]
pub mod formats;
#[doc(hidden)]
pub mod go;
mod guard;
mod guarded_file;
mod interruption;
mod library;
mod named;
mod plural;
mod printable;
#[doc(hidden)]
pub mod record;
#[doc(hidden)]
pub mod replay;
#[doc(hidden)]
pub mod report;
#[doc(hidden)]
pub mod rules;
#[doc(hidden)]
pub mod score;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod select;
#[doc(hidden)]
pub mod sgf;
mod similar_names;
mod spool;
#[doc(hidden)]
pub mod table;

pub use audit::{
    Detail, Ending, Family, Finding, FindingInfo, FindingKind, OpenQuestion, Severity, ValueSource,
    Verdict,
};
pub use convert::Target;
pub use fix::{Fixed, FixedRecord, GameFinding, NotFixed, Reader as DiffReader, Rejection, Safety};
pub use go::{Board, ByColor, Color, Grid, Key, Played, Point, Points, Size, Stone};
pub use library::{
    Error, FileReport, GameAudit, Options, PositionCount, Record, Records, Replayed, audit,
    convert, fix, ruleset, rulesets,
};
pub use replay::Ply;
pub use rules::{
    Compensation, Counting, DeadStones, Dispute, Field, FirstPass, LongCycle, Placement,
    Presentation, Resumption, Rules, RulesFileError, Ruleset, SharedRuleset, Suicide, Superko,
};
pub use score::Evidence;
pub use sgf::{NodeId, Outcome, Span, WinBy};
