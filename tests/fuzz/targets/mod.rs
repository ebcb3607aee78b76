//! What the fuzz targets check: each a function of bytes that panics where something is wrong. `cargo
//! fuzz` runs them, and an ordinary test does with the corpus and some thousands of mutations of it.

mod hold;
mod read;

pub use hold::{archives, audit, convert, fix, replay, rules_file, scoring};
pub use read::{readers, scanner, values};

/// A target: its name and what it does with bytes.
pub type Target = (&'static str, fn(&[u8]));

/// Every target.
pub const TARGETS: [Target; 10] = [
    ("scanner", scanner),
    ("readers", readers),
    ("values", values),
    ("replay", replay),
    ("scoring", scoring),
    ("audit", audit),
    ("fix", fix),
    ("convert", convert),
    ("archives", archives),
    ("rules_file", rules_file),
];
