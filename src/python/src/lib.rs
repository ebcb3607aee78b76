//! The Python package's half in Rust: tables for data frames, and the command.
//!
//! `sgf_audit/` beside this crate is the other half, which is what users see.

mod arrow;
mod collector;
mod error;
mod input;
mod listing;
mod record;
mod run;
mod stream;
mod table;
mod table_builder;

use std::ffi::OsString;
use std::path::PathBuf;

use pyo3::{Python, pyfunction, pymodule};

/// Runs the command and returns its exit status. `library` is the file of this module; the first argument is the name of
/// the command.
#[pyfunction]
fn main(py: Python, library: PathBuf, arguments: Vec<OsString>) -> u8 {
    py.detach(|| sgf_audit::cli::main_with_args(&library, arguments))
}

/// What `sgf_audit` is made of. Use that instead.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::error::Error;
    #[pymodule_export]
    use super::listing::list_files;
    #[pymodule_export]
    use super::main;
    #[pymodule_export]
    use super::record::{convert, explain, fix, rulesets, score};
    #[pymodule_export]
    use super::stream::Stream;
    #[pymodule_export]
    use super::table::Table;
}
