//! Helpers that several subjects share.

mod audits;
mod event;
pub mod fake_engine;
mod folder;
mod games;
pub mod packed;
mod program;
mod random;
mod table;

use std::path::{Path, PathBuf};

pub use audits::{
    Audited, audit_file, audit_game, audit_game_with, audit_in_event, defaulting_to, under,
    under_without_estimate, with_aliases,
};
pub use event::{EventRun, check_event, numbered};
pub use folder::{Files, borrowed, folder};
pub use games::first_game;
pub use program::{PROGRAM, Run, Taken, measured, program, ran, run, run_with_stdin};
pub use random::Random;
pub use table::{Row, rows};

/// Whether the tests run in full (`SGF_AUDIT_TESTS=full`), not in the smaller default sizes.
pub fn in_full() -> bool {
    std::env::var_os("SGF_AUDIT_TESTS").is_some_and(|value| value == "full")
}

/// The size of a test: `full` if the tests run in full, else `small`.
pub fn size<T>(small: T, full: T) -> T {
    if in_full() { full } else { small }
}

/// A path below the root of the project.
pub fn project(path: impl AsRef<Path>) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The SGF that a record in another format becomes.
pub fn converted(record: &str) -> String {
    let text = sgf_audit_core::formats::read(record.as_bytes());
    String::from_utf8(text.bytes().to_vec()).expect("SGF is made in UTF-8")
}

/// A path in the corpus.
pub fn corpus(path: impl AsRef<Path>) -> PathBuf {
    project("corpus").join(path)
}
