//! Floor 6: fixes. A fix is a few edits of a record's own bytes; everything else stays as it is, to the byte.
//!
//! [`fix_bytes`] audits a record, applies the edits of the selected fixes, audits the result again and keeps it only if
//! nothing else has changed. [`Original`] replaces a file atomically.

mod atomic_replace;
mod catalog;
mod charset;
mod diff;
mod edit;
mod header;
mod moves;
mod run;
mod session;
mod syntax;
mod values;
mod verify;

pub use atomic_replace::Original;
pub use catalog::{FIXES, Fix, Safety, Selection, fixes_md};
pub use diff::Reader;
pub use edit::{Edit, apply};
pub use run::{Mode, Repaired, Totals, repair_all};
pub use session::{Fixed, NotFixed, Repair, fix_bytes};
