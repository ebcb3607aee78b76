//! The rooms of the program `sgf-audit`, for the program itself, its tests, the page and the Python package. They change
//! without notice. The library is the crate `sgf-audit-core`.

// Without the program its rooms have parts that nothing uses.
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]

mod atomic_file;
pub mod batch;
#[cfg(feature = "cli")]
pub mod cli;
mod diagnostic;
#[cfg(feature = "cli")]
pub mod duplicates;
#[cfg(feature = "engines")]
pub mod engine;
mod own_files;
pub mod report;
#[cfg(feature = "cli")]
pub mod select;
mod spool;
