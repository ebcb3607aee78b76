//! Helpers that several subjects share.

mod audits;
pub mod fake_engine;
mod folder;
mod program;

use std::path::{Path, PathBuf};

pub use audits::{Audited, audit_file, audit_game, audit_game_with, under, under_without_estimate};
pub use folder::folder;
pub use program::{PROGRAM, Run, run, run_with_stdin};

/// A path below the root of the project.
pub fn project(path: impl AsRef<Path>) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A path in the corpus.
pub fn corpus(path: impl AsRef<Path>) -> PathBuf {
    project("corpus").join(path)
}
