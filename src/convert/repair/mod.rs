//! Floor 6: repairs. A fix is a few edits of a record's own bytes; everything else stays as it is, to
//! the byte.
//!
//! [`fix_bytes`] audits a record, edits what the chosen fixes know how to mend, reads the outcome again
//! and keeps it only if nothing else has changed. [`Original`] replaces a file, whole or not at all.

mod characters;
mod diff;
mod edit;
mod file;
mod fixes;
mod header;
mod moves;
mod run;
mod syntax;
mod values;
mod verify;
mod write;

pub use diff::Reader;
pub use edit::{Edit, apply};
pub use file::{Fixed, NotFixed, Repair, fix_bytes};
pub use fixes::{FIXES, Fix, Safety, Selection, fixes_md};
pub use run::{Mode, Repaired, Totals, repair_all};
pub use write::Original;
