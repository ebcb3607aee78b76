//! Audits Go game records.
//!
//! The library reads SGF (and GIB, NGF, UGF and OGS' JSON), replays each game under a stated ruleset, reports what is
//! wrong with it and where, and counts the result again by territory and by area.
//!
//! Audit a file:
//!
//! ```
//! use sgf_audit_core::{Options, Severity, audit};
//!
//! let report = audit(b"(;SZ[9]RU[AGA]RE[B+R];B[ee];W[ee])", &Options::new());
//! let game = &report.games[0];
//! let errors = game.findings().iter().filter(|finding| finding.severity == Severity::Error);
//! let places: Vec<_> = errors.map(|finding| (finding.kind.as_str(), finding.column)).collect();
//! assert_eq!(places, [("occupied-point", 31)]);
//! ```
//!
//! Replay records under a ruleset and count their final positions:
//!
//! ```
//! use sgf_audit_core::{Options, audit, ruleset};
//!
//! let bytes = b"(;SZ[5]KM[0]AB[ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce];B[];W[])";
//! for game in audit(bytes, &Options::new().ruleset(ruleset("tromp-taylor")?)).games {
//!     assert_eq!(game.recounted_result().as_deref(), Some("W+5"));
//! }
//! # Ok::<(), sgf_audit_core::Error>(())
//! ```
//!
//! Fix what can be fixed without changing the meaning:
//!
//! ```
//! use sgf_audit_core::{Options, Safety, fix};
//!
//! let fixed = fix(b"(;FF[4]SZ[9]RE[b+r];B[ee];W[ ])", Safety::Safe, &Options::new());
//! assert_eq!(fixed.bytes.as_deref(), Some(&b"(;FF[4]SZ[9]RE[B+R];B[ee];W[])"[..]));
//! ```
//!
//! `docs/examples/` in the repository has programs that use it.
//!
//! # Features
//!
//! - `archives`: reading archives; without it they are reported as unreadable. It pins `tar` and `zip` to a version.
//! - `serde`: `Serialize` for [`FileReport`], [`GameAudit`], [`Finding`] and the words in them.
//! - `schema`: `JsonSchema` for the tables of event files.
//!
//! # Scope
//!
//! This is an auditor. To edit trees of properties use the crate `sgf-parse`.
//!
//! The functions and types at the root are the library's interface, which follows semantic versioning. The modules are the floors
//! below them, for the program, and change without notice; the lowest first: [`go`]; [`rules`], [`sgf`] and [`formats`]; [`record`], [`replay`] and [`score`]; [`mod@audit`], [`event`],
//! [`mod@fix`], [`mod@convert`], [`archive`] and [`table`].

// Every public item can be reached and named from outside.
#![deny(unnameable_types, unreachable_pub)]

pub mod archive;
pub mod audit;
pub mod convert;
pub mod event;
pub mod fix;
pub mod formats;
pub mod go;
pub mod guard;
pub mod guarded_file;
pub mod interruption;
#[deny(missing_docs)]
mod library;
mod named;
pub mod plural;
pub mod printable;
pub mod record;
pub mod replay;
pub mod rules;
pub mod score;
pub mod sgf;
pub mod similar_names;
pub mod table;

pub use audit::{
    Detail, Ending, Family, Finding, FindingInfo, FindingKind, OpenQuestion, Severity, ValueSource,
    Verdict,
};
pub use convert::{Notice, Target};
pub use fix::{Fixed, FixedRecord, GameFinding, NotFixed, Reader as DiffReader, Rejection, Safety};
pub use go::{Board, ByColor, Color, Grid, Key, Played, Point, Points, Size, Stone};
pub use library::{
    Error, FileReport, GameAudit, Options, PositionCount, audit, convert, fix, ruleset, rulesets,
};
pub use replay::Ply;
pub use rules::{
    Compensation, Counting, DeadStones, Dispute, Field, FirstPass, LongCycle, Placement,
    Presentation, Resumption, Rules, RulesFileError, Ruleset, SharedRuleset, Suicide, Superko,
};
pub use score::Evidence;
pub use sgf::{NodeId, Outcome, Span, WinBy};
