//! Floor 4: fixes. A fix is a few edits of a record's own bytes; everything else stays as it is, to the byte.
//!
//! [`fix_bytes`] audits a record, applies the edits of the selected fixes, audits the result again and keeps it only if
//! nothing else has changed. [`FIXES`] is the catalogue.

mod catalog;
mod charset;
mod context;
mod decision;
mod diff;
mod duplicates;
mod edit;
mod header;
mod moves;
mod repair;
mod session;
mod syntax;
mod verify;
mod version;

pub use crate::audit::Safety;
pub use catalog::{FIXES, Fix, Options, Selection};
pub use decision::write_decision;
pub use diff::{Reader, unified_diff};
pub use edit::{Edit, EditHistory, EditSet, apply};
pub use session::{Fixed, FixedRecord, GameFinding, NotFixed, fix_bytes, fix_bytes_with, fixes_of};
pub use version::Rejection;
