//! The checks of the fuzz targets: functions of bytes that panic if something is wrong. `cargo fuzz` runs
//! them, and so does `tests/suite/fuzz.rs` with the corpus and mutations of it.

mod event;
mod hold;
mod read;

pub use event::event_files;
pub use hold::{archives, audit, convert, fix, replay, rules_file, scoring};
pub use read::{balance, ogs, readers, scanner, values};

/// A target: its name and its check.
pub type Target = (&'static str, fn(&[u8]));

/// Every target.
pub const TARGETS: [Target; 13] = [
    ("scanner", scanner),
    ("readers", readers),
    ("balance", balance),
    ("ogs", ogs),
    ("values", values),
    ("replay", replay),
    ("scoring", scoring),
    ("audit", audit),
    ("fix", fix),
    ("convert", convert),
    ("archives", archives),
    ("rules_file", rules_file),
    ("event_files", event_files),
];

/// Runs the target of this name.
pub fn run(name: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|(target, _)| *target == name);
    target.expect("there is such a target").1(bytes);
}
